/* The values of stacks of Top Entails.

   Let S(n) be the set of nimbers beside which the player who must move in a stack of n wins. A nimber is in S(n) if a
   split of n into two stacks has it, or if it is not in S(n - 1): then taking the top coin wins. The value of a stack is
   the least nimber that is not in S(n); where there is none, the stack is loony, and no split with it has a nimber.

   So the value is mostly the least nimber that no split has. Splits are marked one by one until few smaller nimbers
   remain. Each of these is then searched for among the remaining splits, which is several times as fast, as vectors do
   it. Whether a nimber that no split has is in S(n - 1) is decided on demand, back to the last stack for which it is
   known. */
#include "sprague.h"

enum { BLOCK = 1024 }; /* splits that are compared between two checks for a match */

/* Values of stacks. From `nimbers` on they are marks of loony stacks, each with highest bits of its own, so that a
   split with a loony stack gives no nimber. */
typedef struct {
    const uint16_t *of;
    int64_t nimbers;
} Values;

static void mix(const uint16_t *restrict one, const uint16_t *restrict other, int64_t count, uint16_t *restrict mixed)
{
    for (int64_t i = 0; i < count; i++)
        mixed[i] = one[i] ^ other[-i];
}

/* Whether the split of n into a and n - a, for some a from `first` up to half, has the nimber w. */
static bool splits_to(Values values, int64_t n, int64_t first, uint16_t w)
{
    const int64_t half = (n - 1) / 2;
    for (int64_t a = first; a <= half; a += BLOCK) {
        const int64_t count = half - a + 1 < BLOCK ? half - a + 1 : BLOCK;
        const uint16_t *one = values.of + a, *other = values.of + n - a;
        uint16_t some = 0;
        for (int64_t i = 0; i < count; i++)
            some |= (uint16_t)((one[i] ^ other[-i]) == w);
        if (some)
            return true;
    }
    return w == 0 && n > 1 && n % 2 == 0 && values.of[n / 2] < values.nimbers;
}

/* Whether a split of a stack of n has the nimber w. */
EXPORT int64_t NAME(entailing_splits)(const uint16_t *values, int64_t size, int64_t nimbers, int64_t n, int64_t w)
{
    CHECK(n >= 0 && n < size && w >= 0 && w < nimbers);
    return splits_to((Values){values, nimbers}, n, 1, (uint16_t)w);
}

/* Writes the values of stacks start..stop - 1 into `values`, which contains those before. `inside` says for each nimber
   w whether w is in S(settled[w]), where settled[w] is the last stack for which this is known. `seen` has the last
   stack known to split to each 16-bit number. `counts` has the number of loony stacks, and the power of two above all
   nimbers so far. Returns the first stack without a value: `stop`, or the one for which marks or nimbers ran out. */
EXPORT int64_t NAME(entailing_values)(uint16_t *values, int64_t size, int64_t start, int64_t stop, uint8_t *inside,
                                      int64_t nimbers, int32_t *settled, int64_t nimbers_2, int32_t *seen,
                                      int64_t numbers, int64_t *counts, int64_t two)
{
    CHECK(start > 0 && stop <= size && stop <= INT32_MAX && nimbers == 4096 && nimbers_2 == nimbers);
    CHECK(numbers == 65536 && two == 2);
    const Values known_values = {values, nimbers};
    for (int64_t n = start; n < stop; n++) {
        const int64_t half = (n - 1) / 2, above = counts[1];
        const int32_t now = (int32_t)n;
        int64_t marked = 0, value = -1;
        if (n % 2 == 0 && values[n / 2] < nimbers)
            seen[0] = now;
        for (int64_t w = 0; value < 0 && w < above;) {
            if (seen[w] == now) {
                w++;
                continue;
            }
            if (marked < half) {
                int64_t more = (half - marked) / 4 > 2 * BLOCK ? (half - marked) / 4 : 2 * BLOCK;
                if (more > half - marked)
                    more = half - marked;
                for (const int64_t until = marked + more; marked < until;) {
                    const int64_t count = until - marked < BLOCK ? until - marked : BLOCK;
                    uint16_t mixed[BLOCK];
                    mix(values + marked + 1, values + n - marked - 1, count, mixed);
                    int64_t i = 0;
                    for (; i + 4 <= count; i += 4) { /* a word of four numbers is read at a time */
                        uint64_t four;
                        copy(&four, mixed + i, sizeof four);
                        seen[four & 0xFFFF] = now;
                        seen[four >> 16 & 0xFFFF] = now;
                        seen[four >> 32 & 0xFFFF] = now;
                        seen[four >> 48] = now;
                    }
                    for (; i < count; i++)
                        seen[mixed[i]] = now;
                    marked += count;
                }
                if (seen[w] == now)
                    continue;
            }
            if (marked < half && splits_to(known_values, n, marked + 1, (uint16_t)w)) {
                seen[w] = now;
                continue;
            }
            /* No split of n has w, so w is in S(n) exactly if it is not in S(n - 1). */
            int64_t known = settled[w] >= seen[w] ? settled[w] : seen[w];
            bool here = settled[w] >= seen[w] ? inside[w] : true;
            for (int64_t m = n - 1; m > known; m--) {
                if (splits_to(known_values, m, 1, (uint16_t)w)) {
                    known = m;
                    here = true;
                }
            }
            here ^= (n - known) & 1;
            settled[w] = now;
            inside[w] = here;
            if (!here)
                value = w;
            w++;
        }
        /* Larger nimbers are in S(n) exactly if n is odd. */
        if (value < 0 && n % 2 == 0) {
            if (above >= nimbers)
                return n;
            value = above;
        } else if (value < 0) {
            if (counts[0] == 15)
                return n;
            value = ++counts[0] * nimbers;
        }
        while (value < nimbers && counts[1] <= value) {
            for (int64_t w = counts[1]; w < 2 * counts[1] && w < nimbers; w++) {
                settled[w] = now;
                inside[w] = n % 2;
            }
            counts[1] *= 2;
        }
        values[n] = (uint16_t)value;
    }
    return stop;
}
