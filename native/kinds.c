/* Values of a system of sequences, such as the kinds of pieces of a graph that grows.

   Heap n of kind k has the options c ^ G_j(n - d) of its `shorter` moves (c, j, d), and c ^ G_i(a) ^ G_j(b) of its
   `splits` (c, i, j, w, a0, b0), for all a >= a0, b >= b0 with a + b = n - w. Kinds are computed in `order`: d = 0 names
   a kind that comes before. The first values of a kind, up to first[k], are given. */
#include "sprague.h"

typedef struct {
    int64_t constant, kind, loss;
} Shorter;

typedef struct {
    int64_t constant, left, right, gap, least_left, least_right;
} Split;

/* Fills heaps from … stop - 1 of all kinds. `values` has a row of `size` heaps for each kind; `seen` is stamped with the
   number of the heap and kind that reached a value. SPRAGUE_WIDE: a value does not fit `seen`. */
EXPORT int64_t NAME(kinds_values)(uint16_t *values, int64_t cells, int64_t size, const int64_t *first, int64_t kinds,
                                  const int64_t *order, int64_t order_count, const int64_t *shorter,
                                  int64_t shorter_numbers, const int64_t *shorter_to, int64_t shorter_kinds,
                                  const int64_t *splits, int64_t split_numbers, const int64_t *splits_to,
                                  int64_t split_kinds, uint64_t *seen, int64_t width, int64_t from, int64_t stop)
{
    const Shorter *takes = (const Shorter *)shorter;
    const Split *cuts = (const Split *)splits;
    CHECK(kinds > 0 && cells == kinds * size && order_count == kinds);
    CHECK(shorter_kinds == kinds + 1 && split_kinds == kinds + 1 && 0 <= from && stop <= size);
    CHECK(shorter_numbers % 3 == 0 && split_numbers % 6 == 0 && width > 0 && !(width & (width - 1)));
    CHECK(shorter_to[0] == 0 && splits_to[0] == 0);
    for (int64_t k = 0; k < kinds; k++) {
        CHECK(order[k] >= 0 && order[k] < kinds && first[k] >= 0);
        CHECK(shorter_to[k] <= shorter_to[k + 1] && splits_to[k] <= splits_to[k + 1]);
    }
    CHECK(shorter_to[kinds] * 3 == shorter_numbers && splits_to[kinds] * 6 == split_numbers);
    for (int64_t i = 0; i < shorter_to[kinds]; i++)
        CHECK(takes[i].kind >= 0 && takes[i].kind < kinds && takes[i].loss >= 0 && takes[i].constant >= 0 &&
              takes[i].constant < width);
    for (int64_t i = 0; i < splits_to[kinds]; i++)
        CHECK(cuts[i].left >= 0 && cuts[i].left < kinds && cuts[i].right >= 0 && cuts[i].right < kinds &&
              cuts[i].gap > 0 && cuts[i].least_left >= 0 && cuts[i].least_right >= 0 && cuts[i].constant >= 0 &&
              cuts[i].constant < width);
    for (int64_t n = from; n < stop; n++)
        for (int64_t at = 0; at < kinds; at++) {
            const int64_t k = order[at];
            if (n < first[k])
                continue;
            const uint64_t stamp = (uint64_t)n * (uint64_t)kinds + (uint64_t)at + 1;
            for (int64_t i = shorter_to[k]; i < shorter_to[k + 1]; i++)
                if (takes[i].loss <= n)
                    seen[takes[i].constant ^ values[takes[i].kind * size + n - takes[i].loss]] = stamp;
            for (int64_t i = splits_to[k]; i < splits_to[k + 1]; i++) {
                const int64_t rest = n - cuts[i].gap;
                const uint16_t *left = values + cuts[i].left * size, *right = values + cuts[i].right * size;
                for (int64_t a = cuts[i].least_left; a <= rest - cuts[i].least_right; a++)
                    seen[cuts[i].constant ^ left[a] ^ right[rest - a]] = stamp;
            }
            int64_t value = 0;
            while (value < width && seen[value] == stamp)
                value++;
            if (2 * value >= width)
                return SPRAGUE_WIDE;
            values[k * size + n] = (uint16_t)value;
        }
    return SPRAGUE_DONE;
}
