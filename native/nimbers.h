/* The field of nimbers of VALUE_BITS bits, as many of its elements at a time as a vector has units.

   The nimbers below F = 2^(2^k) are a field, and F*F = F + F/2 (Conway, On Numbers and Games, 1976, chapter 6). Here +
   is the nim-sum, exclusive or. A nimber of twice as many bits is a pair x1 F + x0 of them. So

       x y       = ((x0 + x1)(y0 + y1) + x0 y0) F + x0 y0 + F/2 x1 y1            (Karatsuba: three products)
       x^2       = x1^2 F + x0^2 + F/2 x1^2
       sqrt(x)   = sqrt(x1) F + sqrt(x0 + F/2 x1)
       1/x       = (x1 F + x0 + x1) / N   where N = x (x1 F + x0 + x1) = x0 (x0 + x1) + F/2 x1^2 has half the bits
       (FF/2) x  = F/2 (x0 + x1) F + F/2 F/2 x1                                  (FF/2 = F/2 F is the next F/2)

   An element lies in planes: plane i holds unit i of every element of a vector. A unit is a bit, and then the formulas
   above begin with the field of 0 and 1, whose product is AND. On processors with the GFNI instructions a unit is a
   byte. GF2P8MULB multiplies bytes in the field of 256 elements that AES uses: polynomials over 0 and 1 modulo
   t^8 + t^4 + t^3 + t + 1 (FIPS 197, section 4.2). Two fields of 256 elements differ by the names of their elements
   only: here t is the nimber 65, the least at which the polynomial is 0. So a map of bytes that keeps sums, an 8 by 8
   matrix of bits, turns nimbers into bytes of AES, another one turns them back, and GF2P8AFFINEQB applies such a map to
   every byte. (The row of bit i of the result is byte 7 - i of the matrix. The tests of products check every entry.) */
#ifndef SPRAGUE_NIMBERS_H
#define SPRAGUE_NIMBERS_H

#include "sprague.h"

#if defined(__GFNI__)
#include <immintrin.h>
#define UNIT 8
#else
#define UNIT 1
#endif

#if defined(__AVX512BW__)
enum { VECTOR_BYTES = 64 };
#elif defined(__AVX2__)
enum { VECTOR_BYTES = 32 };
#else
enum { VECTOR_BYTES = 16 };
#endif
typedef uint64_t Vector __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t VectorAnywhere __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));

#define INLINE static inline __attribute__((always_inline, unused))
#define OUTLINE static __attribute__((noinline, unused))

/* Fields of one unit: x times y; times F/2 and F/2 F/2; 1/x, with 0 for 0; the even s with s^2 + s = x. The last one
   exists if the trace of x is 0. The trace of a nimber in its field is its top bit. */
#if UNIT == 8

#if defined(__AVX512BW__)
#define GFNI(name) _mm512_##name##_epi8
#define AFFINE(name) _mm512_##name##_epi64_epi8
typedef __m512i Register;
#else
#define GFNI(name) _mm256_##name##_epi8
#define AFFINE(name) _mm256_##name##_epi64_epi8
typedef __m256i Register;
#endif

static const uint64_t TO_AES = 0xF1F0A6869E3AB4BA, FROM_AES = 0x03349C68700CDEA0;

INLINE Vector mapped(Vector x, uint64_t matrix)
{
    return (Vector)AFFINE(gf2p8affine)((Register)x, (Register)((Vector){0} + matrix), 0);
}
INLINE Vector everywhere(uint8_t unit) { return (Vector){0} + unit * 0x0101010101010101; }
INLINE Vector one(void) { return everywhere(1); }
INLINE void times_1(const Vector *x, const Vector *y, Vector *out)
{
    *out = (Vector)GFNI(gf2p8mul)((Register)*x, (Register)*y);
}
INLINE void square_1(Vector *x) { times_1(x, x, x); }
INLINE void half_1(Vector *x) { *x = mapped(*x, 0x57F9F3B1356AD5AB); }
INLINE void half_of_half_1(Vector *x) { *x = mapped(*x, 0xBDC78FA3FBF7EFDE); }
INLINE void root_1(Vector *x) { *x = mapped(*x, 0xA90E384A820A2AAA); }
INLINE void inverse_1(Vector *x)
{
    const Vector same = (Vector){0} + 0x0102040810204080;
    *x = (Vector)AFFINE(gf2p8affineinv)((Register)*x, (Register)same, 0);
}
INLINE void solve_1(Vector *x) { *x = mapped(*x, 0xCACA79D7811720C9); }
/* 1, and F/2 = 128, where the trace of x is 1, else 0. */
INLINE Vector one_by_trace(Vector x) { return mapped(x, 0xA000000000000000); }
INLINE Vector half_by_trace(Vector x) { return mapped(x, 0xA0A0A0A0A000A0A0); }
/* Ones in every unit that has this bit. (Of bytes of nimbers, not of AES.) */
INLINE Vector units_with(Vector x, int bit) { return mapped(x, (uint64_t)0x0101010101010101 << bit); }

#else

INLINE Vector one(void) { return ~(Vector){0}; }
INLINE void times_1(const Vector *x, const Vector *y, Vector *out) { *out = *x & *y; }
INLINE void square_1(Vector *x) { (void)x; }
INLINE void half_1(Vector *x) { (void)x; }
INLINE void half_of_half_1(Vector *x) { (void)x; }
INLINE void root_1(Vector *x) { (void)x; }
INLINE void inverse_1(Vector *x) { (void)x; }
INLINE void solve_1(Vector *x) { *x = (Vector){0}; }
INLINE Vector one_by_trace(Vector x) { return x; }
INLINE Vector half_by_trace(Vector x) { return x; }
INLINE Vector units_with(Vector x, int bit) { return bit ? x : x; }

#endif

#define ADD(n, x, y) \
    for (int i = 0; i < (n); i++) \
    (x)[i] ^= (y)[i]
#define COPY(n, x, y) \
    for (int i = 0; i < (n); i++) \
    (x)[i] = (y)[i]

/* The field of elements of `planes` units from that of h, half as many. Maps work in place; `out` is neither x nor y.
   (A macro: compilers do not agree on unrolling recursion, and clang's code for it took four times as long.) */
#define FIELD(KIND, planes, h) \
    KIND void times_##planes(const Vector *x, const Vector *y, Vector *out) \
    { \
        Vector high[h], xs[h], ys[h]; \
        for (int i = 0; i < h; i++) \
            xs[i] = x[i] ^ x[h + i], ys[i] = y[i] ^ y[h + i]; \
        times_##h(x, y, out); \
        times_##h(xs, ys, out + h); \
        times_##h(x + h, y + h, high); \
        half_##h(high); \
        for (int i = 0; i < h; i++) \
            out[h + i] ^= out[i], out[i] ^= high[i]; \
    } \
    KIND void half_##planes(Vector *x) \
    { \
        Vector sum[h]; \
        for (int i = 0; i < h; i++) \
            sum[i] = x[i] ^ x[h + i]; \
        half_##h(sum); \
        half_of_half_##h(x + h); \
        for (int i = 0; i < h; i++) \
            x[i] = x[h + i], x[h + i] = sum[i]; \
    } \
    INLINE void half_of_half_##planes(Vector *x) \
    { \
        half_##planes(x); \
        half_##planes(x); \
    } \
    KIND void square_##planes(Vector *x) \
    { \
        Vector high[h]; \
        square_##h(x); \
        square_##h(x + h); \
        COPY(h, high, x + h); \
        half_##h(high); \
        ADD(h, x, high); \
    } \
    KIND void root_##planes(Vector *x) \
    { \
        Vector high[h]; \
        COPY(h, high, x + h); \
        half_##h(high); \
        ADD(h, x, high); \
        root_##h(x); \
        root_##h(x + h); \
    } \
    KIND void inverse_##planes(Vector *x) \
    { \
        Vector high[h], sum[h], norm[h], part[h]; \
        COPY(h, high, x + h); \
        COPY(h, part, x + h); \
        for (int i = 0; i < h; i++) \
            sum[i] = x[i] ^ x[h + i]; \
        times_##h(x, sum, norm); \
        square_##h(part); \
        half_##h(part); \
        ADD(h, norm, part); \
        inverse_##h(norm); \
        times_##h(sum, norm, x); \
        times_##h(high, norm, x + h); \
    } \
    /* s1^2 + s1 = x1, and s0^2 + s0 = x0 + F/2 s1^2 must have the trace 0. The trace of F/2 is 1. So of the two \
       solutions for s1, which differ by 1, one serves. */ \
    KIND void solve_##planes(Vector *x) \
    { \
        Vector part[h]; \
        solve_##h(x + h); \
        COPY(h, part, x + h); \
        square_##h(part); \
        half_##h(part); \
        ADD(h, x, part); \
        const Vector trace = x[h - 1]; \
        x[h] ^= one_by_trace(trace); \
        x[h - 1] ^= half_by_trace(trace); \
        solve_##h(x); \
    }

FIELD(INLINE, 2, 1)
FIELD(INLINE, 4, 2)
FIELD(INLINE, 8, 4)
#if UNIT == 1
FIELD(OUTLINE, 16, 8)
FIELD(OUTLINE, 32, 16)
FIELD(OUTLINE, 64, 32)
#endif

/* The field of VALUE_BITS bits: its planes and its functions. */
#if VALUE_BITS == UNIT
#define PLANES 1
#elif VALUE_BITS == 2 * UNIT
#define PLANES 2
#elif VALUE_BITS == 4 * UNIT
#define PLANES 4
#elif VALUE_BITS == 8 * UNIT
#define PLANES 8
#elif VALUE_BITS == 16 * UNIT
#define PLANES 16
#elif VALUE_BITS == 32 * UNIT
#define PLANES 32
#else
#define PLANES 64
#endif
#define FIELDS(function) SPRAGUE_PASTE(function, PLANES)

/* Rows of values to planes, or back. In each lane of VALUE_BITS bits, row i and column j change places: blocks of
   `step` rows and columns at a time, from half of the lane down. */
INLINE void swap_columns(Vector *low, Vector *high, int bits, uint64_t mask)
{
    const Vector t = (*low >> bits ^ *high) & mask;
    *low ^= t << bits;
    *high ^= t;
}
#define STEP(step, mask) \
    if (PLANES >= 2 * (step)) \
        for (int i = 0; i < PLANES; i += 2 * (step)) \
            for (int j = i; j < i + (step); j++) \
                swap_columns(&x[j], &x[j + (step)], (step) * UNIT, mask);
#if PLANES > 8
OUTLINE
#else
INLINE
#endif
void transpose(Vector *x)
{
#if UNIT == 8
    STEP(4, 0x00000000FFFFFFFF)
    STEP(2, 0x0000FFFF0000FFFF)
    STEP(1, 0x00FF00FF00FF00FF)
#else
    STEP(32, 0x00000000FFFFFFFF)
    STEP(16, 0x0000FFFF0000FFFF)
    STEP(8, 0x00FF00FF00FF00FF)
    STEP(4, 0x0F0F0F0F0F0F0F0F)
    STEP(2, 0x3333333333333333)
    STEP(1, 0x5555555555555555)
#endif
    (void)x;
}

#endif
