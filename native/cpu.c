/* Which of the sets of functions in this library the processor can run. Compiled for the lowest level. */
#include "sprague.h"

#if defined(__x86_64__)
#include <cpuid.h>

/* The registers that the system saves: without that a set of instructions is of no use. */
static uint64_t saved(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low | (uint64_t)high << 32;
}

static int has(uint32_t word, unsigned bit) { return word >> bit & 1; }

/* Bits: 1 x86-64-v2, 2 v3, 4 v4, 8 GFNI (which comes with v3, as on Alder Lake, or v4), 16 any other kind. */
EXPORT int sprague_levels(void)
{
    uint32_t a, b, c, d, b7, c7, e;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !has(c, 20) || !has(c, 23) || !has(c, 9))
        return 0;
    if (!has(c, 27) || !has(c, 28) || !has(c, 12) || (saved() & 6) != 6)
        return 1;
    if (!__get_cpuid_count(7, 0, &a, &b7, &c7, &d) || !has(b7, 5) || !has(b7, 3) || !has(b7, 8))
        return 1;
    if (!__get_cpuid(0x80000001, &a, &b, &e, &d) || !has(e, 5))
        return 1;
    const int gfni = has(c7, 8) ? 8 : 0;
    if (!has(b7, 16) || !has(b7, 17) || !has(b7, 28) || !has(b7, 30) || !has(b7, 31) || (saved() & 0xE6) != 0xE6)
        return 3 | gfni;
    return 7 | gfni;
}
#else
EXPORT int sprague_levels(void) { return 16; }
#endif

/* A digest of the files that this library was compiled from, or 0: the tests refuse a library that is older. */
#ifndef SOURCES
#define SOURCES 0
#endif
EXPORT int64_t sprague_sources(void) { return SOURCES; }
