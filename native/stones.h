/* Impartial Clobber: the parts of a board with stones of two colours. A key has a plane of cells (board.h) for each
   colour, in its halves. And Cannibal Clobber, where colours do not matter: a key is one plane. */
#ifndef SPRAGUE_STONES_H
#define SPRAGUE_STONES_H

#include "board.h"

enum { PLANE = KEY_BITS / 2 };

typedef struct {
    Key x, o;
} Stones;

static inline Stones stones_of(Key key) { return (Stones){key >> PLANE, key & ~(Key)0 >> PLANE}; }
static inline Key key_of_stones(Key x, Key o) { return x << PLANE | o; }

/* Returns the lesser of the keys of a board and of that with the colours exchanged, which is the same game. */
static inline Key least_colours(Key x, Key o) { return least_key(key_of_stones(x, o), key_of_stones(o, x)); }

/* Finds the least image of connected stones under the symmetries of the square and of the colours. Returns ZERO if each
   move can be answered by its image: under a symmetry that leaves no stone in place, and under which no stone has its
   image beside it, unless the two always have the same colour. */
static inline Kind canonical_stones(Stones s, const Board *b, Key *image)
{
    const unsigned w = b->width;
    unsigned height = 0;
    Key x = s.x, o = s.o, fx = 0, fo = 0, columns = 0;
    const unsigned start = b->row_start[key_first(x | o)];
    x >>= start, o >>= start;
    for (Key y = x, z = o; y | z; y = key_down(y, w), z = key_down(z, w)) {
        fx = key_up(fx, w) | (y & b->row);
        fo = key_up(fo, w) | (z & b->row);
        columns |= (y | z) & b->row;
        height++;
    }
    const unsigned left = first_bit((uint64_t)columns), width = last_bit((uint64_t)columns) - left + 1;
    x >>= left, o >>= left, fx >>= left, fo >>= left;
    const unsigned shift = KEY_BITS - 1 - ((height - 1) * w + width - 1);
    const Key hx = key_reversed(x) >> shift, ho = key_reversed(o) >> shift;
    const Key mx = key_reversed(fx) >> shift, mo = key_reversed(fo) >> shift;
    const Key middle = (Key)1 << (((height - 1) >> 1) * w + ((width - 1) >> 1));
    /* In the middle of the half turn lies a cell, a pair of cells, or no cell that meets its image. */
    if (hx == x && ho == o && (!(height & width & 1) || !((x | o) & middle)))
        return ZERO;
    if (hx == o && ho == x && (!((height ^ width) & 1) || !((x | o) & middle)))
        return ZERO;
    if ((fx == x && fo == o && !(height & 1)) || (mx == x && mo == o && !(width & 1)))
        return ZERO;
    *image = least_key(least_colours(x, o), least_colours(fx, fo));
    *image = least_key(*image, least_key(least_colours(hx, ho), least_colours(mx, mo)));
    if (height <= w) {
        Key tx = 0, to = 0, ux = 0, uo = 0;
        for (unsigned k = 0; k < height; k++) {
            tx |= b->turned[x >> k * w & b->row] << k, to |= b->turned[o >> k * w & b->row] << k;
            ux |= b->turned[fx >> k * w & b->row] << k, uo |= b->turned[fo >> k * w & b->row] << k;
        }
        const unsigned back = KEY_BITS - 1 - ((width - 1) * w + height - 1);
        *image = least_key(*image, least_key(least_colours(tx, to), least_colours(ux, uo)));
        *image = least_key(*image, least_colours(key_reversed(tx) >> back, key_reversed(to) >> back));
        *image = least_key(*image, least_colours(key_reversed(ux) >> back, key_reversed(uo) >> back));
    }
    return ORDINARY;
}

/* Writes the parts of a board to `parts` and the nim-sum of what needs no search to `nim`. Returns the number of parts.
   Stones of one colour alone have no move. Three stones in a line or a corner are worth 1 if their colours alternate,
   else 2. */
static inline unsigned split_stones(Key key, const Board *b, Key *parts, unsigned *nim)
{
    const Stones s = stones_of(key);
    unsigned count = 0;
    *nim = 0;
    for (Key rest = s.x | s.o; rest;) {
        Key part = rest & ~(Key)0 << ((key_first(rest) + key_last(rest)) >> 1);
        part = component(rest, lowest_of(part), rest & b->not_first, rest & b->not_last, b->width);
        rest ^= part;
        const Stones here = {s.x & part, s.o & part};
        if (!here.x || !here.o)
            continue;
        const unsigned size = key_size(part);
        Key image;
        if (size == 2)
            *nim ^= 1;
        else if (size == 3) {
            const Key alone = here.x & (here.x - 1) ? here.o : here.x;
            const Sides near = beside(alone, b);
            *nim ^= (part & ~alone & ~(near.up | near.down | near.left | near.right)) ? 2 : 1;
        } else if (canonical_stones(here, b, &image) == ORDINARY)
            count = entered(image, count, parts);
    }
    return count;
}

/* Does the same for Cannibal Clobber: a move takes a stone with a neighbour off its cell. */
static inline unsigned split_cannibals(Key p, const Board *b, Key *parts, unsigned *nim)
{
    unsigned count = 0;
    *nim = 0;
    while (p) {
        Key part = p & ~(Key)0 << ((key_first(p) + key_last(p)) >> 1), image;
        part = component(p, lowest_of(part), p & b->not_first, p & b->not_last, b->width);
        p ^= part;
        const unsigned size = key_size(part);
        if (size == 2)
            *nim ^= 1;
        /* The mirror strategy is that of Cram: no stone may be its own image or stand beside it. */
        else if (size > 2 && canonical_shape(part, b, 0, NULL, &image) == ORDINARY)
            count = entered(image, count, parts);
    }
    return count;
}

#endif
