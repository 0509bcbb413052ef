/* Values of a system of sequences, such as the kinds of pieces of a graph that grows.

   Heap n of kind k has the options c ^ G_j(n - d) of its `shorter` moves (c, j, d), and c ^ G_i(a) ^ G_j(b) of its
   `splits` (c, i, j, w, a0, b0), for all a >= a0, b >= b0 with a + b = n - w. Kinds are computed in `order`: d = 0 names
   a kind that comes before. The first values of a kind, up to first[k], are given.

   For each heap all shorter moves and the first pairs of each split mark their values. The least value not marked is then
   searched among the other pairs, in blocks of vectors. Where a block has it, the pairs of the block mark their values,
   too. If few values but the mex itself are searched, fewer pairs mark theirs for the next heap of the kind, and
   otherwise more: `near` holds their numbers. The mirror holds the values backwards, so that both parts of the pairs are
   read forwards. */
#include "heaps_pairs.h"

/* The least number of pairs of each split that mark their values before the search, and the most wrong guesses after
   which it does not grow. */
enum { NEAR = 64, FEW_WRONG = 4 };

typedef struct {
    int64_t constant, kind, loss;
} Shorter;

typedef struct {
    int64_t constant, left, right, gap, least_left, least_right;
} Split;

/* The pairs of a split of a heap: left[a] and right[a] are the values of the two parts, begin <= a < end. */
typedef struct {
    const Value *left, *right;
    int64_t begin, end;
} Pairs;

static inline Pairs pairs_of(const Split *split, const Value *values, const Value *mirror, int64_t size, int64_t n)
{
    const int64_t rest = n - split->gap;
    int64_t end = rest - split->least_right + 1;
    if (split->left == split->right && split->least_left == split->least_right)
        end = lesser(end, rest / 2 + 1); /* the other half is the same */
    return (Pairs){values + split->left * size, mirror + split->right * size + size - 1 - rest, split->least_left, end};
}

/* The first pair of a block with the value `target`, from the pair `begin` on; the end if there is none. */
static int64_t block_with(const Pairs *pairs, int64_t begin, Value target)
{
    int64_t a = begin;
    for (; a + BLOCK <= pairs->end; a += BLOCK)
        if (block_has(pairs->left + a, pairs->right + a, target))
            return a;
    for (; a < pairs->end; a++)
        if ((Value)(pairs->left[a] ^ pairs->right[a]) == target)
            return a;
    return a;
}

static inline void mark(const Pairs *pairs, int64_t begin, int64_t end, int64_t constant, uint64_t *seen,
                        uint64_t stamp)
{
    for (int64_t a = begin; a < lesser(pairs->end, end); a++)
        seen[constant ^ pairs->left[a] ^ pairs->right[a]] = stamp;
}

/* Fills heaps from … stop - 1 of all kinds. `values`, bytes or words, has a row of `size` heaps for each kind, and
   `mirror` each row backwards; `seen` is stamped with the number of the heap and kind that reached a value. SPRAGUE_WIDE:
   a value does not fit `seen`. */
EXPORT int64_t VALUE_NAME(kinds_values)(Value *values, int64_t cells, Value *mirror, int64_t mirror_cells, int64_t size,
                                  const int64_t *first, int64_t kinds, const int64_t *order, int64_t order_count,
                                  const int64_t *shorter, int64_t shorter_numbers, const int64_t *shorter_to,
                                  int64_t shorter_kinds, const int64_t *splits, int64_t split_numbers,
                                  const int64_t *splits_to, int64_t split_kinds, uint64_t *seen, int64_t width,
                                  int64_t *near, int64_t near_kinds, int64_t from, int64_t stop)
{
    const Shorter *takes = (const Shorter *)shorter;
    const Split *cuts = (const Split *)splits;
    CHECK(kinds > 0 && cells == kinds * size && mirror_cells == cells && order_count == kinds);
    CHECK(shorter_kinds == kinds + 1 && split_kinds == kinds + 1 && 0 <= from && stop <= size);
    CHECK(shorter_numbers % 3 == 0 && split_numbers % 6 == 0 && width > 0 && !(width & (width - 1)));
    CHECK(shorter_to[0] == 0 && splits_to[0] == 0 && near_kinds == kinds);
    for (int64_t k = 0; k < kinds; k++) {
        CHECK(order[k] >= 0 && order[k] < kinds && first[k] >= 0 && near[k] >= 0 && near[k] <= size);
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
                const Pairs pairs = pairs_of(cuts + i, values, mirror, size, n);
                mark(&pairs, pairs.begin, pairs.begin + near[k], cuts[i].constant, seen, stamp);
            }
            int64_t value = 0, wrong = -1;
            for (bool reached = true; reached && 2 * value < width; wrong++) {
                while (value < width && seen[value] == stamp)
                    value++;
                reached = false;
                for (int64_t i = splits_to[k]; i < splits_to[k + 1] && !reached; i++) {
                    const Pairs pairs = pairs_of(cuts + i, values, mirror, size, n);
                    const int64_t at = block_with(&pairs, pairs.begin + near[k], (Value)(value ^ cuts[i].constant));
                    reached = at < pairs.end;
                    mark(&pairs, at, at + BLOCK, cuts[i].constant, seen, stamp);
                }
            }
            near[k] = wrong > FEW_WRONG ? lesser(2 * near[k], size) : greater(near[k] - near[k] / 16, NEAR);
            if (2 * value >= width)
                return SPRAGUE_WIDE;
            values[k * size + n] = mirror[k * size + size - 1 - n] = (Value)value;
        }
    return SPRAGUE_DONE;
}
