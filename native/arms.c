/* Values of graphs with two paths that grow from a core: Node Kayles and Arc Kayles.

   A kind is a core with both arms. Its piece (b, c) has arms of b and c vertices. Moves at the core are `inner`: they leave
   another kind with the same arms (first < 0, the kind is `second`), or two pieces with one arm each, of which `lines` has
   the values: c ^ G_first(b - d) ^ G_second(c - d'). A move in an arm leaves the kind with a shorter arm, and the path
   beyond: T(a, c) ^ P(b - gap - a) for 0 <= a <= b - 2. Each row of `lines` begins with two zeros, for heaps -2 and -1;
   row 0 is P. `turned` has the same values as `values`, by columns, so that both arms are read forwards. */
#include "heaps.h"

typedef struct {
    int64_t constant, first, first_loss, second, second_loss, first_least, second_least;
} Inner;

typedef uint16_t Cell;

/* Marks the values of the moves in an arm of n vertices: `shorter` are the values of the kind with fewer. */
static inline void mark_arm(const Cell *shorter, const Cell *path, int64_t n, int64_t gap, uint64_t *seen, uint64_t stamp)
{
    for (int64_t a = 0; a + 2 <= n; a++)
        seen[shorter[a] ^ path[2 + n - gap - a]] = stamp;
}

/* Fills rows from … stop - 1 of all kinds, in `order`: joint moves name a kind that comes before. SPRAGUE_WIDE: a value
   does not fit `seen`. */
EXPORT int64_t NAME(arms_values)(uint16_t *values, int64_t cells, uint16_t *turned, int64_t turned_cells, int64_t rows,
                                 int64_t columns, const uint16_t *lines, int64_t line_cells, int64_t length,
                                 const int64_t *inner, int64_t inner_numbers, const int64_t *inner_to,
                                 int64_t inner_kinds, const int64_t *order, int64_t kinds, int64_t gap, uint64_t *seen,
                                 int64_t width, int64_t from, int64_t stop)
{
    const Inner *moves = (const Inner *)inner;
    CHECK(kinds > 0 && rows > 0 && columns > 0 && cells == kinds * rows * columns && turned_cells == cells);
    CHECK(inner_kinds == kinds + 1 && inner_numbers % 7 == 0 && inner_to[0] == 0);
    CHECK(length >= greater(rows, columns) + 2 && line_cells % length == 0 && (gap == 2 || gap == 3));
    CHECK(0 <= from && stop <= rows && width > 0 && !(width & (width - 1)));
    for (int64_t k = 0; k < kinds; k++)
        CHECK(order[k] >= 0 && order[k] < kinds && inner_to[k] <= inner_to[k + 1]);
    CHECK(inner_to[kinds] * 7 == inner_numbers);
    for (int64_t i = 0; i < inner_to[kinds]; i++) {
        const Inner *move = moves + i;
        CHECK(move->constant >= 0 && move->constant < width && move->second >= 0 && move->first >= -1);
        CHECK(move->first < 0 ? move->second < kinds
                              : move->first * length < line_cells && move->second * length < line_cells);
        CHECK(move->first_loss >= 0 && move->first_loss <= 2 && move->second_loss >= 0 && move->second_loss <= 2);
    }
    for (int64_t b = from; b < stop; b++)
        for (int64_t c = 0; c < columns; c++)
            for (int64_t at = 0; at < kinds; at++) {
                const int64_t k = order[at];
                const uint64_t stamp = (uint64_t)((b * columns + c) * kinds + at + 1);
                Cell *row = values + (k * rows + b) * columns, *column = turned + (k * columns + c) * rows;
                for (int64_t i = inner_to[k]; i < inner_to[k + 1]; i++) {
                    const Inner *move = moves + i;
                    if (b < move->first_least || c < move->second_least)
                        continue;
                    int64_t value = move->constant;
                    if (move->first < 0)
                        value ^= values[(move->second * rows + b) * columns + c];
                    else
                        value ^= lines[move->first * length + 2 + b - move->first_loss] ^
                                 lines[move->second * length + 2 + c - move->second_loss];
                    seen[value] = stamp;
                }
                mark_arm(column, lines, b, gap, seen, stamp);
                mark_arm(row, lines, c, gap, seen, stamp);
                int64_t value = 0;
                while (value < width && seen[value] == stamp)
                    value++;
                if (2 * value >= width)
                    return SPRAGUE_WIDE;
                row[c] = column[b] = (Cell)value;
            }
    return SPRAGUE_DONE;
}
