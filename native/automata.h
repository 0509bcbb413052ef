/* Finite automata, as flat arrays: see src/sprague/discovery/automata/dfa.py.

   delta (states by letters) gives the state after each letter, accept says where a word may end. State 0 is dead: it
   does not accept, and leads only to itself. A letter is one digit of each track, the first track's counts most. */
#ifndef AUTOMATA_H
#define AUTOMATA_H

#include "sprague.h"

typedef struct {
    const int32_t *delta;
    const uint8_t *accept;
    int64_t states, letters, start;
} Automaton;

static inline Automaton automaton_of(const int32_t *delta, int64_t cells, const uint8_t *accept, int64_t states,
                                     int64_t start)
{
    return (Automaton){delta, accept, states, states > 0 ? cells / states : 0, start};
}

static inline bool is_automaton(const Automaton *a, int64_t cells)
{
    return a->states > 0 && a->letters > 0 && cells == a->states * a->letters && 0 <= a->start && a->start < a->states;
}

static inline int64_t step(const Automaton *a, int64_t state, int64_t letter)
{
    return a->delta[state * a->letters + letter];
}

/* A hash table of state numbers: open addressing, at most half full, 0 is free. Its size is a power of two. */
typedef struct {
    int32_t *slots;
    int64_t size;
    int shift;
} Index;

static inline Index index_of(int32_t *slots, int64_t size)
{
    return (Index){slots, size, 64 - __builtin_ctzll((uint64_t)size)};
}

static inline bool is_index(int64_t size, int64_t states) { return size >= 2 * states && size >= 2 && !(size & (size - 1)); }

static inline int64_t slot_of(const Index *index, uint64_t digest)
{
    return (int64_t)(digest * 0x9E3779B97F4A7C15 >> index->shift);
}

static inline int64_t next_slot(const Index *index, int64_t slot) { return (slot + 1) & (index->size - 1); }

static inline void enter(const Index *index, uint64_t digest, int64_t state)
{
    int64_t slot = slot_of(index, digest);
    while (index->slots[slot])
        slot = next_slot(index, slot);
    index->slots[slot] = (int32_t)state;
}

#endif
