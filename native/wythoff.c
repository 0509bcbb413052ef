/* Grundy values of Wythoff's game and t-Wythoff: row by row, with the set of the values on each line.

   The value of (i, j) is the least number that is none of the values of its row, (i, y) for y < j, of its column,
   (x, j) for x < i, and of the cells (i - k, j - l) for k, l > 0 and |k - l| < t. The game is symmetric, so only the
   cells with j <= i are computed: the column j above the main diagonal is row j.

   A set is a row of bits, and bit v says that the line has the value v. Values of neighbouring cells are close to each
   other. So word w of all columns lies together, and so does word w of all diagonals. Only as many diagonals as
   columns are on their way through the table at any time: i - j modulo the number of columns is their place. */
#include "words.h"
#include "sprague.h"

typedef struct {
    int64_t columns, words;
    uint64_t *on_column, *on_diagonal, *in_row;
    int64_t *column_full, *diagonal_full;   /* So many words of the set, from the first on, are known to be full. */
    int64_t *diagonal_first, *diagonal_last; /* Outside these words the set is empty. */
} Lines;

static int64_t room_of(int64_t columns, int64_t words) { return 8 * (2 * columns * words + words + 4 * columns); }

static Lines lines_of(void *room, int64_t columns, int64_t words)
{
    uint64_t *sets = room;
    int64_t *full = (int64_t *)(sets + (2 * columns + 1) * words);
    return (Lines){columns, words, sets, sets + columns * words, sets + 2 * columns * words,
                   full, full + columns, full + 2 * columns, full + 3 * columns};
}

static inline void add_to_diagonal(const Lines *at, int64_t place, int64_t value)
{
    const int64_t w = value >> 6;
    at->on_diagonal[w * at->columns + place] |= (uint64_t)1 << (value & 63);
    if (w < at->diagonal_first[place])
        at->diagonal_first[place] = w;
    if (w > at->diagonal_last[place])
        at->diagonal_last[place] = w;
}

typedef struct {
    int32_t *values;
    int64_t height, columns;
} Table;

/* The value of a cell in one of the last rows, or of its mirror image. */
static inline int32_t value_at(const Table *table, int64_t i, int64_t j)
{
    const int64_t row = i > j ? i : j, column = i > j ? j : i;
    return table->values[row % table->height * table->columns + column];
}

/* Adds to the set of a diagonal what (i, j) sees of its neighbours and the cell before did not: the border of the corner
   (i - 1, j - 1), which is (i - 1, j - 1 - f) and (i - 1 - e, j - 1) for e, f < t. The corner itself is there. */
static void add_border(const Table *table, const Lines *at, int64_t place, int64_t i, int64_t j, int64_t t)
{
    for (int64_t f = 1; f < t && f < j; f++)
        add_to_diagonal(at, place, value_at(table, i - 1, j - 1 - f));
    for (int64_t e = 1; e < t && e < i; e++)
        add_to_diagonal(at, place, value_at(table, i - 1 - e, j - 1));
}

static inline void skip_full(int64_t *full, const uint64_t *set, int64_t step)
{
    while (set[*full * step] == ~(uint64_t)0)
        ++*full;
}

static inline int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* Fills the rows from `start` to `stop` up to the main diagonal; the rows above are there. A table of fewer rows is used
   in a circle, if it has more than t: row i is at i modulo its height. The room, of zeros at first, keeps the sets. */
EXPORT int64_t NAME(wythoff_rows)(int32_t *values, int64_t cells, int64_t columns, int64_t words, int64_t t,
                                  int64_t start, int64_t stop, void *room, int64_t bytes)
{
    CHECK(columns > 0 && cells >= columns && 0 <= start && t > 0);
    CHECK(words >= (stop + columns) / 64 + 2 && bytes >= room_of(columns, words));
    const Table table = {values, cells / columns, columns};
    CHECK(stop <= table.height || t < table.height);
    const Lines at = lines_of(room, columns, words);
    for (int64_t i = start; i < stop; i++) {
        int32_t *here = values + i % table.height * columns;
        int64_t row_full = 0, place = i % columns;
        /* Diagonal i enters at column 0. */
        for (int64_t w = at.diagonal_first[place]; w <= at.diagonal_last[place]; w++)
            at.on_diagonal[w * columns + place] = 0;
        at.diagonal_full[place] = 0;
        at.diagonal_first[place] = words;
        at.diagonal_last[place] = -1;
        for (int64_t j = 0; j <= i && j < columns; j++) {
            const uint64_t *diagonal = at.on_diagonal + place;
            if (t > 1 && j > 0)
                add_border(&table, &at, place, i, j, t);
            skip_full(&at.diagonal_full[place], diagonal, columns);
            /* The column of a cell on the main diagonal is its row. */
            const bool inside = j < i;
            uint64_t *column = inside ? at.on_column + j : at.in_row;
            const int64_t step = inside ? columns : 1;
            int64_t w = most(row_full, at.diagonal_full[place]);
            if (inside)
                w = most(w, at.column_full[j]);
            uint64_t left;
            while (!(left = ~(at.in_row[w] | column[w * step] | diagonal[w * columns])))
                w++;
            const uint64_t bit = left & -left;
            here[j] = (int32_t)(w * 64 + first_bit(left));
            at.in_row[w] |= bit;
            add_to_diagonal(&at, place, here[j]);
            if (inside) {
                column[w * step] |= bit;
                skip_full(&at.column_full[j], column, step);
            }
            skip_full(&row_full, at.in_row, 1);
            place = place ? place - 1 : columns - 1;
        }
        if (i < columns) {
            for (int64_t w = 0; w < words; w++)
                at.on_column[w * columns + i] = at.in_row[w];
            at.column_full[i] = row_full;
        }
        for (int64_t j = 0; j <= i && j < columns; j++)
            at.in_row[here[j] >> 6] = 0;
    }
    return stop;
}

/* Copies the rows from `start` to `stop` of a table of all rows to the other side of its main diagonal: 16 at a time, a
   line of cache. */
EXPORT int64_t NAME(wythoff_mirror)(int32_t *values, int64_t cells, int64_t columns, int64_t start, int64_t stop)
{
    CHECK(columns > 0 && 0 <= start && stop * columns <= cells);
    if (stop > columns)
        stop = columns;
    for (int64_t first = start; first < stop; first += 16)
        for (int64_t j = 0; j < stop && j < first + 15; j++)
            for (int64_t i = most(first, j + 1); i < first + 16 && i < stop; i++)
                values[j * columns + i] = values[i * columns + j];
    return stop;
}
