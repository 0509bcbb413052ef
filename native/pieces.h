/* Placing polyominoes on a board (board.h): the parts of a board, and where a piece fits. Dominoes are Cram. */
#ifndef SPRAGUE_PIECES_H
#define SPRAGUE_PIECES_H

#include "board.h"

enum { MOST_IMAGES = 128, MOST_PIECE = 9 };

/* A piece in one of its orientations. Its anchor is the corner of its box. */
typedef struct {
    unsigned cells;
    uint8_t offset[MOST_PIECE]; /* from the anchor to each cell */
    Key anchors;                /* where the box lies within the columns */
} Image;

struct Pieces {
    unsigned count, least; /* the number of images; the cells of the smallest */
    Image image[MOST_IMAGES];
};

/* Returns the anchors of an image where it fits. */
static inline Key places(Key p, const Image *m)
{
    Key found = m->anchors;
    for (unsigned i = 0; i < m->cells; i++)
        found &= p >> m->offset[i];
    return found;
}

/* Returns the cells that an image covers at these anchors. */
static inline Key covered(Key anchors, const Image *m)
{
    Key found = 0;
    for (unsigned i = 0; i < m->cells; i++)
        found |= anchors << m->offset[i];
    return found;
}

/* Returns the anchors from which an image covers one of these cells. */
static inline Key reaching(Key cells, const Image *m)
{
    Key found = 0;
    for (unsigned i = 0; i < m->cells; i++)
        found |= cells >> m->offset[i];
    return found;
}

/* Returns whether no place of a piece meets its own image when the board is turned half round. The index of a cell and
   that of its image add to `last`. */
static inline bool moves_off_itself(Key p, unsigned last, const Pieces *g)
{
    for (unsigned i = 0; i < g->count; i++) {
        const Image *m = &g->image[i];
        const Key fits = places(p, m);
        if (fits)
            for (unsigned j = 0; j < m->cells; j++)
                for (unsigned k = j; k < m->cells; k++) {
                    const unsigned both = (unsigned)m->offset[j] + m->offset[k];
                    if (both <= last && !((last - both) & 1) && fits >> ((last - both) / 2) & 1)
                        return false;
                }
    }
    return true;
}

/* Writes the shapes of a board to `parts` and the nim-sum of what needs no search to `nim`. Returns the number of
   shapes. Cells belong to one part if places of pieces link them; cells that no piece covers are dropped. */
static inline unsigned split_pieces(Key p, const Board *b, const Pieces *g, Tiny tiny, Key *parts, unsigned *nim)
{
    *nim = 0;
    if (!p)
        return 0;
    const Key corner = p >> b->row_start[key_first(p)];
    if (corner < tiny.count) {
        *nim = tiny.values[corner];
        return 0;
    }
    Key fits[MOST_IMAGES], rest = 0;
    for (unsigned i = 0; i < g->count; i++)
        rest |= covered(fits[i] = places(p, &g->image[i]), &g->image[i]);
    unsigned count = 0;
    while (rest) {
        Key x = rest & ~(Key)0 << ((key_first(rest) + key_last(rest)) >> 1), before;
        x = lowest_of(x);
        do {
            before = x;
            for (unsigned i = 0; i < g->count; i++)
                x |= covered(fits[i] & reaching(x, &g->image[i]), &g->image[i]);
        } while (x != before);
        rest &= ~x;
        Key image;
        const Kind kind = canonical_shape(x, b, tiny.count, g, &image);
        if (kind == TINY)
            *nim ^= tiny.values[image];
        else if (kind == ORDINARY)
            count = entered(image, count, parts);
    }
    return count;
}

/* Computes the values of the boards `start` … `stop` - 1 by the definition, as a move leaves a smaller number. */
static inline void fill_tiny_pieces(uint8_t *values, uint64_t start, uint64_t stop, const Pieces *g)
{
    for (uint64_t p = start; p < stop; p++) {
        uint64_t seen = 0;
        for (unsigned i = 0; i < g->count; i++)
            for (Key fits = places(p, &g->image[i]); fits; fits &= fits - 1)
                seen |= (uint64_t)1 << values[p ^ (uint64_t)covered(lowest_of(fits), &g->image[i])];
        values[p] = (uint8_t)first_bit(~seen);
    }
}

/* Takes in the images, `numbers` of one after the other: the number of cells, then the row and the column of each.
   Images that do not fit the board are left out. Returns false for what is no list of images. */
static inline bool set_up_pieces(Pieces *g, const uint8_t *list, size_t numbers, const Board *b)
{
    g->count = 0, g->least = MOST_PIECE;
    for (size_t at = 0; at < numbers;) {
        const unsigned cells = list[at++];
        if (!cells || cells > MOST_PIECE || numbers - at < 2 * cells || g->count == MOST_IMAGES)
            return false;
        Image *m = &g->image[g->count];
        unsigned rows = 0, columns = 0;
        for (unsigned i = 0; i < cells; i++) {
            const unsigned r = list[at++], c = list[at++];
            if (r >= MOST_PIECE || c >= MOST_PIECE)
                return false;
            rows = r >= rows ? r + 1 : rows, columns = c >= columns ? c + 1 : columns;
            m->offset[i] = (uint8_t)(r * b->width + c);
        }
        if (columns > b->width || rows > KEY_BITS / b->width)
            continue;
        m->cells = cells;
        m->anchors = 0;
        for (unsigned c = 0; c + columns <= b->width; c++)
            m->anchors |= b->column << c;
        g->least = cells < g->least ? cells : g->least;
        g->count++;
    }
    return true;
}

#endif
