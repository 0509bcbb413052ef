/* Products, quotients, inverses, roots and powers of arrays of nimbers.

   A second factor or an exponent may be one number, for all numbers of the first array. Results may go over arguments.
   Every function returns the place of the first number for which there is no result, or the count of all numbers. */
#include "nimbers.h"

/* Numbers of a block of planes, and numbers that are examined together while the cache has them. */
enum { BLOCK = PLANES * VECTOR_BYTES / sizeof(Value), CHUNK = 2048 };

static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/* The planes of so many numbers; what they lack of a block is 0. */
INLINE void load(Vector *x, const Value *from, int64_t count)
{
    Value block[BLOCK];
    if (count < BLOCK) {
        fill(block, 0, sizeof block);
        copy(block, from, (size_t)count * sizeof(Value));
        from = block;
    }
    for (int i = 0; i < PLANES; i++)
        x[i] = ((const VectorAnywhere *)from)[i];
    transpose(x);
}

/* The same with the names that the elements have where they are multiplied. */
INLINE void load_elements(Vector *x, const Value *from, int64_t count)
{
    load(x, from, count);
#if UNIT == 8
    for (int i = 0; i < PLANES; i++)
        x[i] = mapped(x[i], TO_AES);
#endif
}

INLINE void store_elements(Vector *x, Value *to, int64_t count)
{
#if UNIT == 8
    for (int i = 0; i < PLANES; i++)
        x[i] = mapped(x[i], FROM_AES);
#endif
    transpose(x);
    Value block[BLOCK];
    VectorAnywhere *rows = (VectorAnywhere *)(count < BLOCK ? block : to);
    for (int i = 0; i < PLANES; i++)
        rows[i] = x[i];
    if (count < BLOCK)
        copy(to, block, (size_t)count * sizeof(Value));
}

/* A block that has one number in all places. */
static inline void repeat(Value *block, Value number)
{
    for (int i = 0; i < BLOCK; i++)
        block[i] = number;
}

EXPORT int64_t VALUE_NAME(nimber_multiply)(const Value *a, int64_t a_count, const Value *b, int64_t b_count,
                                           Value *out, int64_t count)
{
    CHECK(a_count == count && (b_count == count || b_count == 1));
    Vector x[PLANES], y[PLANES], product[PLANES];
    if (b_count == count)
        for (int64_t i = 0; i < count; i += BLOCK) {
            load_elements(x, a + i, count - i);
            load_elements(y, b + i, count - i);
            FIELDS(times)(x, y, product);
            store_elements(product, out + i, count - i);
        }
    else {
        Value block[BLOCK];
        repeat(block, *b);
        load_elements(y, block, BLOCK);
        for (int64_t i = 0; i < count; i += BLOCK) {
            load_elements(x, a + i, count - i);
            FIELDS(times)(x, y, product);
            store_elements(product, out + i, count - i);
        }
    }
    return count;
}

/* The place of the first number that is 0 (or whose top bit is set), else their count. */
static inline int64_t first_zero(const Value *a, int64_t count)
{
    Value any = 0;
    for (int64_t i = 0; i < count; i++)
        any |= (Value) - (a[i] == 0);
    for (int64_t i = 0; any && i < count; i++)
        if (a[i] == 0)
            return i;
    return count;
}
static inline int64_t first_with_top_bit(const Value *a, int64_t count)
{
    Value all = 0;
    for (int64_t i = 0; i < count; i++)
        all |= a[i];
    for (int64_t i = 0; all >> (VALUE_BITS - 1) && i < count; i++)
        if (a[i] >> (VALUE_BITS - 1))
            return i;
    return count;
}

/* Writes what `work` makes of every a, times the b in its place (none: 1), up to the first a that has no result. */
INLINE int64_t each(void work(Vector *), int64_t first_without(const Value *, int64_t), const Value *a, const Value *b,
                    Value *out, int64_t count)
{
    Vector x[PLANES], y[PLANES], product[PLANES];
    for (int64_t start = 0; start < count; start += CHUNK) {
        const int64_t size = least(CHUNK, count - start), good = first_without(a + start, size);
        if (good < size)
            return start + good;
        for (int64_t i = start; i < start + size; i += BLOCK) {
            load_elements(x, a + i, count - i);
            work(x);
            if (b) {
                load_elements(y, b + i, count - i);
                FIELDS(times)(x, y, product);
                store_elements(product, out + i, count - i);
            } else
                store_elements(x, out + i, count - i);
        }
    }
    return count;
}

EXPORT int64_t VALUE_NAME(nimber_inverse)(const Value *a, int64_t a_count, Value *out, int64_t count)
{
    CHECK(a_count == count);
    return each(FIELDS(inverse), first_zero, a, NULL, out, count);
}

/* a / b */
EXPORT int64_t VALUE_NAME(nimber_divide)(const Value *a, int64_t a_count, const Value *b, int64_t b_count, Value *out,
                                         int64_t count)
{
    CHECK(a_count == count && b_count == count);
    return each(FIELDS(inverse), first_zero, b, a, out, count);
}

EXPORT int64_t VALUE_NAME(nimber_root)(const Value *a, int64_t a_count, Value *out, int64_t count)
{
    CHECK(a_count == count);
    Vector x[PLANES];
    for (int64_t i = 0; i < count; i += BLOCK) {
        load_elements(x, a + i, count - i);
        FIELDS(root)(x);
        store_elements(x, out + i, count - i);
    }
    return count;
}

/* The even s with s^2 + s = a, which is of as many bits if the top bit of a is 0. */
EXPORT int64_t VALUE_NAME(nimber_solve)(const Value *a, int64_t a_count, Value *out, int64_t count)
{
    CHECK(a_count == count);
    return each(FIELDS(solve), first_with_top_bit, a, NULL, out, count);
}

INLINE bool is_zero(Vector x)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < sizeof(Vector) / 8; i++)
        any |= x[i];
    return !any;
}

/* The power e of every x, from the top bit of e down: squares, and products with the x whose exponents have the bit (the
   others are multiplied by 1). x^0 is 1. */
static inline void power(const Vector *x, const Vector *e, Vector *result)
{
    Vector factor[PLANES], product[PLANES];
    bool begun = false;
    for (int bit = VALUE_BITS - 1; bit >= 0; bit--) {
        if (begun)
            FIELDS(square)(result);
        const Vector has = units_with(e[bit / UNIT], bit % UNIT);
        if (is_zero(has))
            continue;
        for (int i = 0; i < PLANES; i++)
            factor[i] = x[i] & has;
        factor[0] |= one() & ~has;
        if (begun) {
            FIELDS(times)(result, factor, product);
            COPY(PLANES, result, product);
        } else
            COPY(PLANES, result, factor);
        begun = true;
    }
    for (int i = 0; !begun && i < PLANES; i++)
        result[i] = i ? (Vector){0} : one();
}

EXPORT int64_t VALUE_NAME(nimber_power)(const Value *a, int64_t a_count, const Value *exponents,
                                        int64_t exponent_count, Value *out, int64_t count)
{
    CHECK(a_count == count && (exponent_count == count || exponent_count == 1));
    Vector x[PLANES], e[PLANES], result[PLANES];
    Value block[BLOCK];
    repeat(block, count ? *exponents : 0);
    load(e, block, BLOCK);
    for (int64_t i = 0; i < count; i += BLOCK) {
        load_elements(x, a + i, count - i);
        if (exponent_count == count)
            load(e, exponents + i, count - i);
        power(x, e, result);
        store_elements(result, out + i, count - i);
    }
    return count;
}
