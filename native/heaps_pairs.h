/* The search for a pair of heaps with a given nim-sum, in blocks of vectors. */
#ifndef HEAPS_PAIRS_H
#define HEAPS_PAIRS_H

#include "heaps.h"

#if defined(__AVX512BW__)
#include <immintrin.h>
#endif

/* Values in a block of 256 bytes. */
enum { BLOCK = 256 / sizeof(Value) };

/* Vectors as wide as the registers of the level. */
#if defined(__AVX512F__)
#define VECTOR 64
#elif defined(__AVX2__)
#define VECTOR 32
#else
#define VECTOR 16
#endif
typedef uint64_t WordVector __attribute__((vector_size(VECTOR)));
typedef Value ValueVector __attribute__((vector_size(VECTOR)));

static inline WordVector words_at(const void *at)
{
    WordVector found;
    copy(&found, at, sizeof found);
    return found;
}

static inline ValueVector values_at(const Value *at)
{
    ValueVector found;
    copy(&found, at, sizeof found);
    return found;
}

/* Whether left[z] ^ right[z] == target for some z in a block: the least of all differences is 0. */
static inline bool block_has(const Value *left, const Value *right, Value target)
{
    ValueVector wanted = {0};
    wanted ^= target;
#if defined(__AVX512BW__)
    __m512i least = _mm512_set1_epi8(-1);
    for (int z = 0; z < BLOCK; z += VECTOR / sizeof(Value)) {
        const __m512i difference = (__m512i)(values_at(left + z) ^ wanted ^ values_at(right + z));
#if VALUE_BITS == 8
        least = _mm512_min_epu8(least, difference);
    }
    return _mm512_testn_epi8_mask(least, least);
#elif VALUE_BITS == 16
        least = _mm512_min_epu16(least, difference);
    }
    return _mm512_testn_epi16_mask(least, least);
#else
        least = _mm512_min_epu32(least, difference);
    }
    return _mm512_testn_epi32_mask(least, least);
#endif
#else
    ValueVector hits = {0};
    for (unsigned z = 0; z < BLOCK; z += VECTOR / sizeof(Value))
        hits |= (ValueVector)((values_at(left + z) ^ wanted) == values_at(right + z));
    const WordVector folded = (WordVector)hits;
    uint64_t any = 0;
    for (unsigned i = 0; i < VECTOR / 8; i++)
        any |= folded[i];
    return any;
#endif
}

/* Whether a split of heap n has the value `target`: small parts below the head first, then all others. The head holds
   g(0), g(1), … backwards. */
static inline bool split_has(const Value *values, int64_t n, const Moves *moves, const Value *head, int64_t head_count,
                      Value target)
{
    const int64_t top = head_count - 1;
    int64_t a = 1;
    for (; a + BLOCK <= top; a += BLOCK)
        for (int64_t i = 0; i < moves->splits_count; i++)
            if (block_has(values + n - moves->splits[i] - a - BLOCK + 1, head + top - a - BLOCK + 1, target))
                return true;
    for (int64_t i = 0; i < moves->splits_count; i++) {
        const int64_t m = n - moves->splits[i], after = after_half(moves, m);
        for (int64_t begin = a; begin < after; begin += 256) {
            const int64_t end = lesser(begin + 256, after);
            int hit = 0;
            for (int64_t b = begin; b < end; b++)
                hit |= (Value)(values[b] ^ values[m - b]) == target;
            if (hit)
                return true;
        }
    }
    return false;
}

#endif
