/* Heaps of take-and-break codes: values[n] is the Grundy value g(n). */
#ifndef HEAPS_H
#define HEAPS_H

#include "sprague.h"
#include "words.h"

/* A code whose moves leave at most two heaps: takes leave one, splits two, unequal or any; ends[k]: a heap of k may be
   taken whole. */
typedef struct {
    const int64_t *takes;
    int64_t takes_count;
    const uint8_t *ends;
    int64_t ends_count;
    const int64_t *splits;
    int64_t splits_count;
    bool unequal;
} Moves;

static inline int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

static inline int64_t largest_of(const int64_t *numbers, int64_t count)
{
    int64_t found = 0;
    for (int64_t i = 0; i < count; i++)
        found = greater(found, numbers[i]);
    return found;
}

/* Whether these numbers are ascending, from `least` on. */
static inline bool ascending(const int64_t *numbers, int64_t count, int64_t least)
{
    for (int64_t i = 0; i < count; i++) {
        if (numbers[i] < least)
            return false;
        least = numbers[i] + 1;
    }
    return true;
}

static inline bool are_moves(const Moves *moves)
{
    return ascending(moves->takes, moves->takes_count, 1) && ascending(moves->splits, moves->splits_count, 0);
}

/* One more than the smaller part of any split of m tokens. */
static inline int64_t after_half(const Moves *moves, int64_t m) { return (moves->unequal ? m - 1 : m) / 2 + 1; }

static inline bool may_end(const Moves *moves, int64_t heap) { return heap < moves->ends_count && moves->ends[heap]; }

static inline bool is_power_of_two(int64_t n) { return n > 0 && (n & (n - 1)) == 0; }

#endif
