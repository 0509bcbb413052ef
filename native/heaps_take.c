/* Values of heaps whose moves leave one heap, none, or equal heaps: no pairs to search. */
#include "heaps.h"

/* At most 63 takes, descending: the values reached are the bits of one word. Fills values[start..stop - 1]. */
EXPORT int64_t VALUE_NAME(heaps_take_few)(Value *values, int64_t count, int64_t start, int64_t stop,
                                          const int64_t *takes, int64_t takes_count, const uint8_t *ends,
                                          int64_t ends_count)
{
    CHECK(0 <= start && stop <= count && takes_count < 64);
    for (int64_t i = 0; i < takes_count; i++)
        CHECK(takes[i] > 0);
    const int64_t longest = largest_of(takes, takes_count);
    int64_t n = start;
    for (const int64_t head = lesser(stop, greater(longest + 1, ends_count)); n < head; n++) {
        uint64_t seen = n < ends_count && ends[n];
        for (int64_t i = 0; i < takes_count; i++)
            if (takes[i] < n)
                seen |= (uint64_t)1 << values[n - takes[i]];
        values[n] = (Value)first_bit(~seen);
    }
    for (; n < stop; n++) {
        uint64_t seen = 0;
        for (int64_t i = 0; i < takes_count; i++)
            seen |= (uint64_t)1 << values[n - takes[i]];
        values[n] = (Value)first_bit(~seen);
    }
    return stop;
}

/* Taking `take` may leave so many equal heaps. */
typedef struct {
    int64_t take, heaps;
} Equal;

/* Digits that repeat: the heaps m = 1, 2, … tokens above the other digits have the options of digit block[m % length],
   block[(m - 1) % length], …; ever[r] (width bytes) says which values have heaps of residue r, old enough to be
   reached so. */
typedef struct {
    const uint8_t *digits;
    int64_t length;
    uint8_t *ever;
    int64_t width;
} Block;

static bool reached_by(const Block *block, int64_t m, int64_t value)
{
    for (int64_t r = 0; r < block->length; r++)
        if (block->digits[(m - r + block->length) % block->length] & 2 && block->ever[r * block->width + value])
            return true;
    return false;
}

/* Any number of takes, ascending, equal splits, and digits that repeat. Fills values[start..stop - 1]; returns where it
   stopped: at `stop`, or at the first heap whose value does not fit the width of `ever`. That is kept between calls, a
   row for each digit of the block, or one. The block follows `ends`, the first digits. `low`: a number for each row of
   `ever`; `seen`: a byte for each value. */
EXPORT int64_t VALUE_NAME(heaps_take_many)(Value *values, int64_t count, int64_t start, int64_t stop,
                                           const int64_t *takes, int64_t takes_count, const uint8_t *ends,
                                           int64_t ends_count, const int64_t *equals, int64_t equals_numbers,
                                           const uint8_t *digits, int64_t length, uint8_t *ever, int64_t ever_room,
                                           int64_t *low, int64_t low_count, uint8_t *seen, int64_t width)
{
    const Block block = {digits, length, ever, width};
    const Equal *equal = (const Equal *)equals;
    CHECK(0 < start && stop <= count && low_count == greater(length, 1) && ever_room == low_count * width);
    CHECK(ascending(takes, takes_count, 1));
    for (int64_t i = 0; i < equals_numbers / 2; i++)
        CHECK(equal[i].heaps > 0);
    fill(seen, 0, (size_t)width);
    /* A heap of residue c has all values from 1 to low[c] - 1 among its options by the block. As these stay, the search
       for its mex begins there. (0 may be there by taking all, and be gone again.) */
    for (int64_t i = 0; i < low_count; i++)
        low[i] = 1;
    uint8_t stamp = 0;
    int64_t within = 0; /* takes below n */
    for (int64_t n = start; n < stop; n++) {
        if (++stamp == 0) {
            fill(seen, 0, (size_t)width);
            stamp = 1;
        }
        while (within < takes_count && takes[within] < n)
            within++;
        for (int64_t i = 0; i < within; i++)
            seen[values[n - takes[i]]] = stamp;
        for (int64_t i = 0; i < equals_numbers / 2; i++) {
            const int64_t rest = n - equal[i].take;
            if (rest > 0 && rest % equal[i].heaps == 0)
                seen[equal[i].heaps & 1 ? values[rest / equal[i].heaps] : 0] = stamp;
        }
        const int64_t m = n - ends_count;
        int64_t least = 1;
        if (length && (m < 0 ? ends[n] : digits[m % length]) & 1)
            seen[0] = stamp;
        if (length && m >= 1) {
            ever[m % length * width + values[m]] = 1;
            least = low[m % length];
            while (least < width && reached_by(&block, m, least))
                least++;
            low[m % length] = least;
        }
        if (!length && m < 0 && ends[n] & 1)
            seen[0] = stamp;
        int64_t value = 0;
        while (value < width && (seen[value] == stamp || (length && m >= 1 && reached_by(&block, m, value))))
            value = greater(value + 1, least);
        if (value >= width)
            return n;
        values[n] = (Value)value;
    }
    return stop;
}

/* Numbers that may be taken, so many that they are kept as bits: number k is bit k of row 0 of `shifted`, and bit k + b
   of row b < 64, of so many words. Row v of `reach` has the bits of the heaps with an option of value v: every heap from
   `begin` to stop - 1 adds what reaches it, and from `start` on its value is computed first. Returns where it stopped:
   at `stop`, or at the first heap whose value has no row. */
EXPORT int64_t VALUE_NAME(heaps_take_set)(Value *values, int64_t count, int64_t begin, int64_t start, int64_t stop,
                                          const uint64_t *shifted, int64_t shifted_words, uint64_t *reach,
                                          int64_t reach_words)
{
    const int64_t words = shifted_words / 64, rows = words ? reach_words / words : 0;
    CHECK(0 <= begin && begin <= start && stop <= count && stop <= 64 * words);
    CHECK(shifted_words == 64 * words && reach_words == rows * words);
    for (int64_t n = begin; n < stop; n++) {
        const int64_t first = n >> 6;
        if (n >= start) {
            int64_t v = 0;
            while (v < rows && reach[v * words + first] >> (n & 63) & 1)
                v++;
            if (v == rows)
                return n;
            values[n] = (Value)v;
        }
        CHECK((int64_t)values[n] < rows);
        uint64_t *row = reach + (int64_t)values[n] * words + first;
        const uint64_t *numbers = shifted + (n & 63) * words;
        for (int64_t w = 0; w < words - first; w++)
            row[w] |= numbers[w];
    }
    return stop;
}
