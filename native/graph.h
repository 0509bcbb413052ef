/* Node Kayles and Arc Kayles: the parts of a set of vertices.

   Vertices are numbered in the order in which their moves are to be tried. The parts of a search are connected sets,
   reduced, the least of their images under the given symmetries of the graph. */
#ifndef SPRAGUE_GRAPH_H
#define SPRAGUE_GRAPH_H

#include "keys.h"

typedef struct {
    unsigned vertices, symmetries;
    bool arcs;          /* Arc Kayles: a move takes a vertex with one of its neighbours, not with all */
    Key near[KEY_BITS]; /* the neighbours of each vertex */
} Graph;

/* For one symmetry, the image of each byte of a set, by its place. */
typedef Key Images[KEY_BITS / 8][256];

static inline void set_up_images(Images images, const uint8_t *vertices, unsigned count)
{
    for (unsigned place = 0; place < KEY_BITS / 8; place++)
        for (unsigned byte = 1; byte < 256; byte++) {
            const unsigned v = 8 * place + first_bit(byte);
            images[place][byte] = images[place][byte & (byte - 1)] | (v < count ? (Key)1 << vertices[v] : 0);
        }
}

/* Returns, for Arc Kayles, the set without isolated vertices, doubled leaves, and vertices among leaf holders. */
static inline Key reduced_graph(Key p, const Graph *g)
{
    Key kept = p, leaves = 0, holders = 0;
    for (Key x = p; x; x &= x - 1) {
        const Key near = g->near[key_first(x)] & p;
        const bool leaf = !(near & (near - 1));
        if (!near || (leaf && near & holders))
            kept &= ~lowest_of(x);
        if (leaf) {
            leaves |= lowest_of(x);
            holders |= near;
        }
    }
    for (Key x = p & ~(leaves | holders); x; x &= x - 1)
        if (!(g->near[key_first(x)] & p & ~holders))
            kept &= ~lowest_of(x);
    return kept;
}

/* Returns the least image of a set under the symmetries. */
static inline Key canonical_set(Key p, const Images *images, unsigned symmetries)
{
    Key best = p;
    for (unsigned i = 0; i < symmetries; i++) {
        Key image = 0;
        unsigned place = 0;
        for (Key x = p; x; x >>= 8)
            image |= images[i][place++][x & 255];
        best = least_key(best, image);
    }
    return best;
}

/* Writes the parts of a set of vertices to `parts` and the nim-sum of those of one or two vertices to `nim`. Returns the
   number of parts. */
static inline unsigned split_graph(Key p, const Graph *g, const Images *images, Key *parts, unsigned *nim)
{
    unsigned count = 0;
    *nim = 0;
    if (g->arcs)
        p = reduced_graph(p, g);
    while (p) {
        Key part = lowest_of(p);
        for (Key x = part, more; x; x = (x & (x - 1)) | more) {
            more = g->near[key_first(x)] & p & ~part;
            part |= more;
        }
        p &= ~part;
        const unsigned size = key_size(part);
        if (size > 2)
            count = entered(canonical_set(part, images, g->symmetries), count, parts);
        else
            *nim ^= size == 2 || !g->arcs;
    }
    return count;
}

#endif
