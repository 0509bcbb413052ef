/* The native core of Sprague: what Python (ctypes), the page (WebAssembly) and C call.

   Nothing here allocates, prints, reads a clock or calls back: the caller brings the memory, bounds every run by a
   budget, and looks between two runs whether the user wants to stop. Functions are thread-safe as long as no two
   calls have the same state; searches share a table on purpose.

   An exported function takes numbers (int64_t) and arrays: the address of the first element, then the number of
   elements. It returns an int64_t: a result or a reason to end, or a negative number for arguments that are wrong.
   So one description in Python (sprague/system/native.py) calls all of them, on 32-bit WebAssembly too. */
#ifndef SPRAGUE_H
#define SPRAGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each file is compiled once for every level of processor that repays it (LEVEL is v2, v3, v4 ...), and where values
   have several widths once for each (VALUE_BITS). NAME(chomp_wins) is the function's name at this level, and
   VALUE_NAME(chomp_values) that for these values. sprague_levels says which levels the processor has. */
#define SPRAGUE_PASTE_(a, b) a##_##b
#define SPRAGUE_PASTE(a, b) SPRAGUE_PASTE_(a, b)
#define NAME(name) SPRAGUE_PASTE(sprague_##name, LEVEL)
#define VALUE_NAME(name) SPRAGUE_PASTE(SPRAGUE_PASTE(sprague_##name, VALUE_BITS), LEVEL)
#if defined(VALUE_BITS)
#if VALUE_BITS == 8
typedef uint8_t Value;
#elif VALUE_BITS == 16
typedef uint16_t Value;
#elif VALUE_BITS == 32
typedef uint32_t Value;
#else
typedef uint64_t Value;
#endif
#endif
#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* Without <string.h>, which freestanding WebAssembly lacks. */
#define copy __builtin_memcpy
#define fill __builtin_memset

#define CHECK(condition) \
    do { \
        if (!(condition)) \
            return SPRAGUE_BAD_ARGUMENT; \
    } while (0)

/* Why a run ends; negative: what is wrong with the arguments (a bug of the caller's, never of the user's). */
enum { SPRAGUE_DONE, SPRAGUE_OUT_OF_BUDGET, SPRAGUE_FULL, SPRAGUE_WIDE };
enum { SPRAGUE_BAD_ARGUMENT = -1, SPRAGUE_NO_ROOM = -2 };

#endif
