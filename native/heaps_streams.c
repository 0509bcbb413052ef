/* Values of a game whose rare heaps are all known: one heap after the other, or from many places side by side.

   Beyond its last rare heap such a game forgets: the value of a common heap is the least common one that no single heap
   and no split with a rare heap reaches, so it follows from the few values before it. (That the heap is common is what
   its certificate says; so every smaller rare value is reached.)

   Moves lead from heap n to the values values[n - offsets[s]] ^ classes[s]. */
#include "heaps.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

/* Fills values[start..stop - 1]; index i stands for heap `heap` + i. common[p][v] (2 x 256 bytes) says whether a common
   heap of parity p may have the value v. `stamps`: 256 numbers. Returns where it stopped: at `stop`, or at the first
   index whose value does not fit. */
EXPORT int64_t NAME(heaps_follow)(uint8_t *values, int64_t count, int64_t start, int64_t stop, int64_t heap,
                                  const int64_t *offsets, int64_t offsets_count, const uint8_t *classes,
                                  int64_t classes_count, const uint8_t *common, int64_t common_count, int64_t *stamps,
                                  int64_t stamps_count)
{
    CHECK(stop <= count && 0 <= heap && classes_count == offsets_count && common_count == 512 && stamps_count == 256);
    for (int64_t s = 0; s < offsets_count; s++)
        CHECK(0 < offsets[s] && offsets[s] <= start);
    for (int v = 0; v < 256; v++)
        stamps[v] = -1;
    for (int64_t n = start; n < stop; n++) {
        for (int64_t s = 0; s < offsets_count; s++)
            stamps[values[n - offsets[s]] ^ classes[s]] = n;
        const uint8_t *allowed = common + 256 * ((heap + n) & 1);
        int64_t v = 0;
        while (v < 256 && (stamps[v] == n || !allowed[v]))
            v++;
        if (v == 256)
            return n;
        values[n] = (uint8_t)v;
    }
    return stop;
}

/* Eight places, whose sets of values below 64 are words. */
typedef uint64_t Sets __attribute__((vector_size(64)));
typedef uint8_t Eight __attribute__((vector_size(8)));

static inline void put_eight(Sets *sets, const uint8_t *values, uint8_t class)
{
    Eight found;
    copy(&found, values, 8);
    found ^= class;
#if defined(__AVX2__) && !defined(__AVX512F__) /* gcc would take one value after the other */
    const __m128i both = _mm_cvtsi64_si128((int64_t)found);
    const __m256i one = _mm256_set1_epi64x(1);
    __m256i *four = (__m256i *)sets;
    four[0] |= _mm256_sllv_epi64(one, _mm256_cvtepu8_epi64(both));
    four[1] |= _mm256_sllv_epi64(one, _mm256_cvtepu8_epi64(_mm_srli_si128(both, 4)));
#else
    const Sets one = {1, 1, 1, 1, 1, 1, 1, 1};
    *sets |= one << (__builtin_convertvector(found, Sets) & 63);
#endif
}

/* The same for values below 64 in `lanes` places at once, an even number of heaps apart: row j has the values of heap
   `heap` + j counted from each place. words[p] are the bits of common[p]. `lanes` is a multiple of SIDE, which go
   together. Returns where it stopped: at `stop`, or at the first row with a value that does not fit. */
enum { SIDE = 16 };

EXPORT int64_t NAME(heaps_follow_lanes)(uint8_t *rows, int64_t count, int64_t start, int64_t stop, int64_t heap,
                                        const int64_t *offsets, int64_t offsets_count, const uint8_t *classes,
                                        int64_t classes_count, const uint64_t *words, int64_t two, int64_t lanes)
{
    CHECK(lanes >= 0 && lanes % SIDE == 0 && stop * lanes <= count && classes_count == offsets_count && two == 2);
    for (int64_t s = 0; s < offsets_count; s++)
        CHECK(0 < offsets[s] && offsets[s] <= start && classes[s] < 64);
    for (int64_t j = start; j < stop; j++)
        for (int64_t lane = 0; lane < lanes; lane += SIDE) {
            uint8_t *row = rows + j * lanes + lane;
            Sets first = {0}, second = {0};
            for (int64_t s = 0; s < offsets_count; s++) {
                const uint8_t *before = row - offsets[s] * lanes;
                put_eight(&first, before, classes[s]);
                put_eight(&second, before + SIDE / 2, classes[s]);
            }
            uint64_t reached[SIDE];
            copy(reached, &first, sizeof first);
            copy(reached + SIDE / 2, &second, sizeof second);
            for (int i = 0; i < SIDE; i++) {
                const uint64_t left = words[(heap + j) & 1] & ~reached[i];
                if (!left)
                    return j;
                row[i] = (uint8_t)first_bit(left);
            }
        }
    return stop;
}
