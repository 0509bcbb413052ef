/* Values by sets of pair sums: codes that split into three and more heaps, or split without end.

   Row m of j heaps is the set of values of all ways to leave m tokens in exactly j heaps, as bits of words. Where only
   the newest rows are needed, they are kept in a ring: m stands for m modulo their number. */
#include "heaps.h"

/* Values in a word, and the word with them in reverse. */
enum { IN_WORD = 64 / VALUE_BITS };

static uint64_t reversed_values(uint64_t word)
{
#if VALUE_BITS == 8
    return __builtin_bswap64(word);
#elif VALUE_BITS == 16
    word = word << 32 | word >> 32;
    return (word & 0x0000FFFF0000FFFF) << 16 | (word >> 16 & 0x0000FFFF0000FFFF);
#else
    return word << 32 | word >> 32;
#endif
}

#if VALUE_BITS == 8 && defined(__AVX512F__)
#include <immintrin.h>

/* The set of values of two heaps with m tokens together, the smaller up to `last`, where all values are below 64. */
static uint64_t small_pairs(const Value *values, int64_t m, int64_t last)
{
    __m512i sets = _mm512_setzero_si512();
    int64_t a = 1;
    for (; a + 8 <= last + 1; a += 8) {
        uint64_t left, right;
        copy(&left, values + a, 8);
        copy(&right, values + m - a - 7, 8);
        const __m128i eight = _mm_cvtsi64_si128((int64_t)(left ^ reversed_values(right)));
        sets = _mm512_or_si512(sets, _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_cvtepu8_epi64(eight)));
    }
    uint64_t row = (uint64_t)_mm512_reduce_or_epi64(sets);
    for (; a <= last; a++)
        row |= (uint64_t)1 << (values[a] ^ values[m - a]);
    return row;
}
#endif

/* The set of values of two heaps with m tokens together. `stamps`: a byte for each value. */
static void pair_row(const Value *values, int64_t m, bool unequal, bool all_small, uint64_t *row, int64_t words, uint8_t *stamps)
{
    const int64_t last = (unequal ? m - 1 : m) / 2;
    int64_t a = 1;
#if VALUE_BITS == 8 && defined(__AVX512F__)
    if (all_small) {
        fill(row, 0, (size_t)words * 8);
        row[0] = small_pairs(values, m, last);
        return;
    }
#else
    (void)all_small;
#endif
    fill(stamps, 0, (size_t)(64 * words));
    for (; a + IN_WORD <= last + 1; a += IN_WORD) {
        uint64_t left, right;
        copy(&left, values + a, 8);
        copy(&right, values + m - a - IN_WORD + 1, 8);
        left ^= reversed_values(right);
        for (int i = 0; i < IN_WORD; i++)
            stamps[(Value)(left >> i * VALUE_BITS)] = 1;
    }
    for (; a <= last; a++)
        stamps[values[a] ^ values[m - a]] = 1;
    for (int64_t i = 0; i < words; i++) {
        row[i] = 0;
        for (int b = 0; b < 64; b += 8) { /* the product gathers the lowest bits of eight bytes */
            uint64_t eight;
            copy(&eight, stamps + 64 * i + b, 8);
            row[i] |= eight * 0x0102040810204080 >> 56 << b;
        }
    }
}

static uint64_t swap(uint64_t word, int shift, uint64_t mask)
{
    return (word & mask) << shift | (word >> shift & mask);
}

/* Adds a set to another, with every word i at i ^ (4 four + one): `words` of them, a multiple of 4. */
static inline __attribute__((always_inline)) void join_moved(uint64_t *restrict into, const uint64_t *restrict from,
                                                             int64_t words, int64_t four, const int one)
{
    for (int64_t i = 0; i < words; i += 4)
        for (int z = 0; z < 4; z++)
            into[i + z] |= from[(i ^ 4 * four) + (z ^ one)];
}

/* The set of values of `heaps` >= 3 heaps with m tokens together, from `below`: the rows of one heap fewer, `ring` of
   them.

   The smallest heap c has at most m / heaps tokens. Adding its value v to a set moves its bits: whole words by v >> 6,
   bits within words by v & 63; the second is done once for all c of one residue (`parts`, 64 rows). */
static void more_row(const Value *values, const uint64_t *below, int64_t ring, int64_t m, int64_t heaps, uint64_t *row,
                     int64_t words, uint64_t *parts)
{
    fill(parts, 0, (size_t)(64 * words) * 8);
    for (int64_t c = 1; c <= m / heaps; c++) {
        const int64_t four = values[c] >> 8;
        const uint64_t *source = below + (m - c) % ring * words;
        uint64_t *target = parts + (values[c] & 63) * words;
        switch (values[c] >> 6 & 3) {
        case 0:
            join_moved(target, source, words, four, 0);
            break;
        case 1:
            join_moved(target, source, words, four, 1);
            break;
        case 2:
            join_moved(target, source, words, four, 2);
            break;
        default:
            join_moved(target, source, words, four, 3);
        }
    }
    fill(row, 0, (size_t)words * 8);
    for (int low = 0; low < 64; low++)
        for (int64_t i = 0; i < words; i++) {
            uint64_t word = parts[low * words + i];
            if (!word)
                continue;
            if (low & 1)
                word = swap(word, 1, 0x5555555555555555);
            if (low & 2)
                word = swap(word, 2, 0x3333333333333333);
            if (low & 4)
                word = swap(word, 4, 0x0F0F0F0F0F0F0F0F);
            if (low & 8)
                word = swap(word, 8, 0x00FF00FF00FF00FF);
            if (low & 16)
                word = swap(word, 16, 0x0000FFFF0000FFFF);
            if (low & 32)
                word = word << 32 | word >> 32;
            row[i] |= word;
        }
}

static void join(uint64_t *into, const uint64_t *from, int64_t words)
{
    for (int64_t w = 0; w < words; w++)
        into[w] |= from[w];
}

static void put(uint64_t *set, uint64_t value) { set[value >> 6] |= (uint64_t)1 << (value & 63); }

/* Taking `take` may leave j heaps where bit j of the digit is set. */
typedef struct {
    int64_t take, digit;
} Digit;

/* Fills values[start..stop - 1]; returns where it stopped: at `stop`, or at the first heap whose value does not fit
   64 * words, a power of two.

   `finite` are the digits but 0, `block` the repeated ones, after `before` digits. rows[j - 2][m % ring] (most heaps - 1
   by ring by words) and ever[j - 1][r] (most heaps by digits of the block, or 1, by words: the union of the rows of old
   totals, by residue) are kept between calls. `scratch`: (64 + 1 + 8) words. */
EXPORT int64_t VALUE_NAME(heaps_pairs)(Value *values, int64_t count, int64_t start, int64_t stop, const int64_t *finite,
                                       int64_t finite_numbers, const int64_t *block, int64_t length, int64_t before,
                                       int64_t unequal, int64_t most, int64_t ring, int64_t words, uint64_t *rows,
                                       int64_t rows_words, uint64_t *ever, int64_t ever_words, uint64_t *scratch,
                                       int64_t scratch_words)
{
    const Digit *digits = (const Digit *)finite;
    const int64_t residues = greater(length, 1);
    CHECK(0 < start && stop <= count && most >= 2 && ring > 0 && is_power_of_two(words) && words >= 4 && before >= 0);
    CHECK(rows_words == (most - 1) * ring * words && ever_words == most * residues * words);
    CHECK(scratch_words == 73 * words && (most == 2 ? ring > before : ring >= stop));
    for (int64_t i = 0; i < finite_numbers / 2; i++)
        CHECK(0 <= digits[i].take && (most > 2 || digits[i].take < ring));
    uint64_t *parts = scratch, *seen = parts + 64 * words;
    uint8_t *stamps = (uint8_t *)(seen + words);
    int64_t any = 0; /* the bits of all values */
    for (int64_t n = 0; n < start; n++)
        any |= (int64_t)values[n];
    for (int64_t n = start; n < stop; n++) {
        pair_row(values, n, unequal, any < 64, rows + n % ring * words, words, stamps);
        for (int64_t j = 3; j <= most; j++)
            more_row(values, rows + (j - 3) * ring * words, ring, n, j, rows + ((j - 2) * ring + n % ring) * words, words,
                     parts);
        fill(seen, 0, (size_t)words * 8);
        for (int64_t i = 0; i < finite_numbers / 2; i++) {
            const int64_t m = n - digits[i].take, digit = digits[i].digit;
            if (m == 0 && digit & 1)
                put(seen, 0);
            if (m < 1)
                continue;
            if (digit & 2)
                put(seen, values[m]);
            for (int64_t j = 2; j <= most; j++)
                if (digit >> j & 1)
                    join(seen, rows + ((j - 2) * ring + m % ring) * words, words);
        }
        const int64_t m = n - before;
        if (length && m >= 0 && block[m % length] & 1)
            put(seen, 0);
        if (length && m >= 1) {
            put(ever + m % length * words, values[m]);
            for (int64_t j = 2; j <= most; j++)
                join(ever + ((j - 1) * length + m % length) * words, rows + ((j - 2) * ring + m % ring) * words, words);
            for (int64_t r = 0; r < length; r++)
                for (int64_t j = 1; j <= most; j++)
                    if (block[(m - r + length) % length] >> j & 1)
                        join(seen, ever + ((j - 1) * length + r) * words, words);
        }
        int64_t w = 0;
        while (w < words && !~seen[w])
            w++;
        if (w == words)
            return n;
        values[n] = (Value)(64 * w + first_bit(~seen[w]));
        any |= (int64_t)values[n];
    }
    return stop;
}
