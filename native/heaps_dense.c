/* Values of codes that split into two heaps: every pair is looked at, most of them many at a time.

   For each heap the pairs with a small part below `near` mark their values. The least value not marked is then searched
   among all other pairs, in blocks of vectors; few values but the mex itself are searched to the end. Eight heaps go
   through the long rows together, in chunks that stay in the nearest cache: their far pairs do not depend on each other.

   The mirror holds the values backwards, so that both parts of the pairs are read forwards. */
#include "heaps_pairs.h"

enum { TOGETHER = 8, CHUNK = 16384 / sizeof(Value) };

/* Whether a split of a heap with begin <= smaller part < end has the value `target`; the mirror ends with g(0) at
   `last`. */
static bool far_pair(const Value *values, const Value *last, const Moves *moves, int64_t heap, int64_t begin,
                     int64_t end, Value target)
{
    for (int64_t j = 0; j < moves->splits_count; j++) {
        const int64_t m = heap - moves->splits[j], stop = lesser(end, after_half(moves, m));
        const Value *other = last - m;
        int64_t a = begin;
        for (; a + BLOCK <= stop; a += BLOCK)
            if (block_has(values + a, other + a, target))
                return true;
        if (a < stop && stop - begin >= BLOCK) {
            if (block_has(values + stop - BLOCK, other + stop - BLOCK, target))
                return true;
        } else
            for (; a < stop; a++)
                if ((Value)(values[a] ^ other[a]) == target)
                    return true;
    }
    return false;
}

/* Fills values[start..stop - 1]; returns where it stopped: at `stop`, or at the first heap whose value does not fit the
   width, a power of two. `seen`: TOGETHER rows of so many bytes. wrong[0] becomes the number of wrong guesses, which
   says how `near` should adapt. */
EXPORT int64_t VALUE_NAME(heaps_dense)(Value *values, int64_t count, int64_t start, int64_t stop, const int64_t *takes,
                                       int64_t takes_count, const uint8_t *ends, int64_t ends_count,
                                       const int64_t *splits, int64_t splits_count, int64_t unequal, int64_t near,
                                       Value *mirror, int64_t mirror_count, uint8_t *seen, int64_t room, int64_t *wrong,
                                       int64_t one)
{
    const Moves moves = {takes, takes_count, ends, ends_count, splits, splits_count, unequal != 0};
    const int64_t width = room / TOGETHER;
    CHECK(0 < start && stop <= count && stop <= mirror_count && near > 0 && one == 1);
    CHECK(is_power_of_two(width) && room == TOGETHER * width && are_moves(&moves));
    Value *last = mirror + mirror_count - 1;
    int64_t target[TOGETHER];
    wrong[0] = 0;
    for (int64_t n = start; n < stop; n += TOGETHER) {
        const int64_t together = lesser(TOGETHER, stop - n);
        int64_t furthest = 0;
        for (int64_t i = 0; i < together; i++) {
            uint8_t *row = seen + i * width;
            fill(row, 0, (size_t)width);
            for (int64_t j = 0; j < splits_count; j++) {
                const int64_t k = splits[j], m = n + i - k, far = lesser(near, after_half(&moves, m));
                const Value *other = last - m;
                for (int64_t a = greater(1, i - k + 1); a < far; a++)
                    row[values[a] ^ other[a]] = 1;
                furthest = greater(furthest, m / 2 + 1);
            }
            target[i] = 0;
            while (target[i] < width && row[target[i]])
                target[i]++;
        }
        for (int64_t at = near; at < furthest; at += CHUNK)
            for (int64_t i = 0; i < together; i++) {
                uint8_t *row = seen + i * width;
                int64_t begin = at;
                while (target[i] < width && far_pair(values, last, &moves, n + i, begin, at + CHUNK, (Value)target[i])) {
                    wrong[0]++;
                    row[target[i]] = 1;
                    while (target[i] < width && row[target[i]])
                        target[i]++;
                    begin = near;
                }
            }
        for (int64_t i = 0; i < together; i++) {
            const int64_t heap = n + i;
            uint8_t *row = seen + i * width;
            for (int64_t j = 0; j < takes_count; j++)
                if (takes[j] < heap)
                    row[values[heap - takes[j]]] = 1;
            if (may_end(&moves, heap))
                row[0] = 1;
            for (int64_t j = 0; j < splits_count; j++) {
                const int64_t k = splits[j], m = heap - k, after = lesser(i - k + 1, after_half(&moves, m));
                for (int64_t a = 1; a < after; a++)
                    row[values[a] ^ values[m - a]] = 1;
            }
            int64_t value = target[i];
            while (value < width && (row[value] || (value != target[i] && far_pair(values, last, &moves, heap, near,
                                                                                   furthest, (Value)value))))
                value++;
            if (value == width)
                return heap;
            values[heap] = (Value)value;
            last[-heap] = (Value)value;
        }
    }
    return stop;
}
