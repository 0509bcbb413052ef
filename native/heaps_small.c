/* Values of small heaps of any take-and-break code, by bit sets of totals.

   For each number j of heaps and each value v there is a row of bits: bit m is set iff some way to leave m tokens in
   exactly j heaps has the value v. A new heap n of value g, larger than all before, joins the rows by a shift: those of
   j - 1 heaps and value v, moved up by n, are added to those of j heaps and value v ^ g. */
#include "heaps.h"

enum { ANY, UNEQUAL, EQUAL };

/* Rows of `words` words, and one more that says whether the row has any bit. */
typedef struct {
    uint64_t *rows;
    int64_t width, words;
} Totals;

static uint64_t *row_of(const Totals *totals, int64_t heaps, int64_t value)
{
    return totals->rows + ((heaps - 1) * totals->width + value) * (totals->words + 1);
}

static bool has(const Totals *totals, int64_t heaps, int64_t value, int64_t m)
{
    return row_of(totals, heaps, value)[m >> 6] >> (m & 63) & 1;
}

/* Adds the first `count` words of a row, moved up by n bits, to another row. */
static void join_moved(uint64_t *restrict into, const uint64_t *restrict from, int64_t n, int64_t count, int64_t words)
{
    const int left = (int)(n & 63);
    into += n >> 6;
    words -= n >> 6;
    uint64_t carry = 0;
    for (int64_t i = 0; i < lesser(count, words); i++) {
        into[i] |= from[i] << left | carry;
        carry = from[i] >> 1 >> (63 - left);
    }
    if (count < words)
        into[count] |= carry;
}

/* Lets heap n of this value join the splits: once if they are unequal, else again and again. All values are below the
   bound, a power of two. */
static __attribute__((noinline)) void add_heap(const Totals *totals, int64_t n, int64_t value, int64_t bound,
                                               int64_t most, bool unequal)
{
    const int64_t words = totals->words;
    for (int64_t i = 1; i <= most; i++) {
        const int64_t j = unequal ? most + 1 - i : i;
        if (j == 1) {
            uint64_t *row = row_of(totals, 1, value);
            row[n >> 6] |= (uint64_t)1 << (n & 63);
            row[words] = 1;
            continue;
        }
        const int64_t count = j == 2 ? (n >> 6) + 1 : words; /* a single heap is not above n */
        const uint64_t *from = row_of(totals, j - 1, 0);
        uint64_t *first = row_of(totals, j, 0);
        for (int64_t v = 0; v < bound; v++, from += words + 1) {
            if (!from[words])
                continue;
            uint64_t *into = first + (v ^ value) * (words + 1);
            join_moved(into, from, n, count, words);
            into[words] = 1;
        }
    }
}

/* Fills values[start..count - 1]; returns where it stopped: at `count`, or at the first heap whose value does not fit the
   width, a power of two. `digits` are the code's, then `block` again and again; `most` >= 1 heaps. Where pairs of heaps
   count, `rows` are most by width of (count + 63) / 64 + 1 words. `ever` is most by length by width bytes: what any
   total old enough, of this residue, has reached. They hold zeros at first, and so does `seen`, a number a value. */
EXPORT int64_t NAME(heaps_small)(uint16_t *values, int64_t count, int64_t start, const int64_t *digits, int64_t before,
                                 const int64_t *block, int64_t length, int64_t most, int64_t split, uint64_t *rows,
                                 int64_t rows_words, uint8_t *ever, int64_t ever_bytes, int64_t *seen, int64_t width)
{
    const Totals totals = {rows, width, (count + 63) / 64};
    CHECK(0 < start && most > 0 && is_power_of_two(width) && width <= 1 << 16 && ANY <= split && split <= EQUAL);
    const bool pairs = most > 1 && split != EQUAL;
    CHECK(rows_words == (pairs ? most * width * (totals.words + 1) : 0) && ever_bytes == most * length * width);
    int64_t bound = 1;
    for (int64_t n = 0; n < start; n++)
        while (values[n] >= bound)
            bound *= 2;
    for (int64_t n = start; n < count; n++) {
        for (int64_t k = 0; k <= lesser(n, before - 1); k++) {
            const int64_t digit = digits[k], m = n - k;
            if (m == 0 && digit & 1)
                seen[0] = n;
            if (m > 0 && digit & 2)
                seen[values[m]] = n;
            if (m > 0 && split == EQUAL)
                for (int64_t j = 2; digit >> j; j++)
                    if (digit >> j & 1 && m % j == 0)
                        seen[j & 1 ? values[m / j] : 0] = n;
        }
        const int64_t newest = n - before; /* the newest total that the block reaches */
        if (length && newest >= 0 && block[newest % length] & 1)
            seen[0] = n;
        if (length && newest >= 1) {
            uint8_t *there = ever + newest % length * width;
            there[values[newest]] = 1;
            for (int64_t j = 2; j <= most; j++) {
                there += length * width;
                if (split == EQUAL && newest % j == 0)
                    there[j & 1 ? values[newest / j] : 0] = 1;
                for (int64_t v = 0; v < bound && pairs; v++)
                    there[v] |= has(&totals, j, v, newest);
            }
        }
        int64_t value = 0;
        for (; value < width; value++) {
            bool reached = seen[value] == n;
            for (int64_t k = 0; k <= lesser(n - 1, before - 1) && !reached && pairs; k++)
                for (int64_t j = 2; digits[k] >> j && !reached; j++)
                    reached = digits[k] >> j & 1 && has(&totals, j, value, n - k);
            for (int64_t r = 0; r < length && newest >= 1 && !reached; r++)
                for (int64_t j = 1; j <= most && !reached; j++)
                    reached = block[(newest - r + length) % length] >> j & 1 &&
                              ever[((j - 1) * length + r) * width + value];
            if (!reached)
                break;
        }
        if (value == width)
            return n;
        values[n] = (uint16_t)value;
        while (value >= bound)
            bound *= 2;
        if (pairs)
            add_heap(&totals, n, value, bound, most, split == UNEQUAL);
    }
    return count;
}
