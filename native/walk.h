/* A walk through the pairs of numbers that an automaton of two tracks accepts, in the order of their words. */
#ifndef WALK_H
#define WALK_H

#include "automata.h"

/* A place of the walk: the state, the next letter, and the numbers so far. */
typedef struct {
    int64_t state, letter, x, y;
} Place;

/* weights: those of the digits, the highest first. stack: length + 1 places. */
typedef struct {
    const Automaton *automaton;
    int64_t digits;
    const int64_t *weights;
    int64_t length, limit_x, limit_y, depth;
    Place *stack;
} Walk;

/* Goes to the next pair with x < limit_x and y < limit_y, and says whether there is one. */
static inline bool walk_on(Walk *walk, int64_t *x, int64_t *y)
{
    while (walk->depth >= 0) {
        Place *at = walk->stack + walk->depth;
        if (walk->depth == walk->length || at->letter == walk->automaton->letters) {
            const bool ends = walk->depth == walk->length && walk->automaton->accept[at->state];
            *x = at->x;
            *y = at->y;
            walk->depth--;
            if (ends)
                return true;
            continue;
        }
        const int64_t code = at->letter++, weight = walk->weights[walk->depth];
        const Place next = {step(walk->automaton, at->state, code), 0, at->x + code / walk->digits * weight,
                            at->y + code % walk->digits * weight};
        if (next.state && next.x < walk->limit_x && next.y < walk->limit_y)
            walk->stack[++walk->depth] = next;
    }
    return false;
}

#endif
