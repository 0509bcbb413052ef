/* Boards, and Cram on them: the parts of a board, and its moves.

   Cell (r, c) of a board whose short side is `width` is bit r * width + c. The parts of a search are *shapes*: connected
   boards in the corner, reduced, in the canonical orientation. */
#ifndef SPRAGUE_BOARD_H
#define SPRAGUE_BOARD_H

#include "keys.h"

enum { MOST_WIDTH = KEY_BITS == 64 ? 8 : 11 };

typedef struct {
    unsigned width;
    Key row;                      /* a full row */
    Key not_first, not_last;      /* all cells but those of the first, the last column */
    Key column;                   /* the first column */
    Key turned[1 << MOST_WIDTH];  /* for every row of cells the column that it turns into */
    uint8_t row_start[KEY_BITS];  /* the first cell of each cell's row */
} Board;

/* The values of all boards below a number, one byte each: of *tiny* boards. */
typedef struct {
    const uint8_t *values;
    uint64_t count;
} Tiny;

static inline void set_up_board(Board *b, unsigned width)
{
    const unsigned rows = KEY_BITS / width, cells = rows * width;
    const Key full = ~(Key)0 >> (KEY_BITS - cells);
    b->width = width;
    b->row = ((Key)1 << width) - 1;
    b->column = 0;
    for (unsigned r = 0; r < rows; r++)
        b->column |= (Key)1 << (width * r);
    b->not_first = full & ~b->column;
    b->not_last = full & ~(b->column << (width - 1));
    for (unsigned line = 0; line < 1u << width; line++) {
        b->turned[line] = 0;
        for (unsigned c = 0; c < width; c++)
            b->turned[line] |= (Key)(line >> c & 1) << (c * width);
    }
    for (unsigned i = 0; i < KEY_BITS; i++)
        b->row_start[i] = (uint8_t)(i / width * width);
}

typedef enum { ORDINARY, ZERO, TINY } Kind;

typedef struct Pieces Pieces;
static inline bool moves_off_itself(Key p, unsigned last, const Pieces *g);

/* Finds the least image of a connected board under the symmetries. Returns ZERO if it has a point symmetry under which
   no piece meets its image (the value is 0 then; `pieces` is NULL for dominoes), and TINY if the image is a tiny
   board. */
static inline Kind canonical_shape(Key p, const Board *b, uint64_t tiny, const Pieces *pieces, Key *image)
{
    const unsigned w = b->width;
    unsigned height = 0;
    p >>= b->row_start[key_first(p)];
    Key flipped = 0, columns = 0;
    for (Key x = p; x; x = key_down(x, w)) {
        const Key line = x & b->row;
        flipped = key_up(flipped, w) | line;
        columns |= line;
        height++;
    }
    const unsigned left = first_bit((uint64_t)columns), width = last_bit((uint64_t)columns) - left + 1;
    p >>= left;
    flipped >>= left;
    *image = p;
    if (p < tiny)
        return TINY;
    /* Reversing all bits turns the board half round; the shift brings it back to the corner. */
    unsigned shift = KEY_BITS - 1 - ((height - 1) * w + width - 1);
    const Key half = key_reversed(p) >> shift;
    *image = least_key(least_key(p, flipped), least_key(half, key_reversed(flipped) >> shift));
    if (half == p && pieces) {
        if (moves_off_itself(p, (height - 1) * w + width - 1, pieces))
            return ZERO;
    } else if (half == p) {
        const unsigned middle = ((height - 1) >> 1) * w + ((width - 1) >> 1);
        if (((height | width) & 1) == 0 || !(p >> middle & 1))
            return ZERO;
    }
    if (height <= w) {
        Key turned = 0, turned_flipped = 0;
        unsigned k = 0;
        for (Key x = p, y = flipped; x; x = key_down(x, w), y = key_down(y, w), k++) {
            turned |= b->turned[x & b->row] << k;
            turned_flipped |= b->turned[y & b->row] << k;
        }
        shift = KEY_BITS - 1 - ((width - 1) * w + height - 1);
        *image = least_key(*image, least_key(turned, turned_flipped));
        *image = least_key(*image, least_key(key_reversed(turned) >> shift, key_reversed(turned_flipped) >> shift));
        if (*image < tiny)
            return TINY;
    }
    return ORDINARY;
}

typedef struct {
    Key up, down, left, right;
} Sides;

/* For each of the four directions, the places one step away from each cell. */
static inline Sides beside(Key p, const Board *b)
{
    return (Sides){key_up(p, b->width), key_down(p, b->width), (p & b->not_last) << 1, (p & b->not_first) >> 1};
}

/* Returns the board without isolated cells, doubled leaves, and cells among leaf holders only. */
static inline Key reduced_board(Key p, const Board *b)
{
    Sides s = beside(p, b);
    const Key one = ((s.up ^ s.down) & ~(s.left | s.right)) | ((s.left ^ s.right) & ~(s.up | s.down));
    Key kept = p & (s.up | s.down | s.left | s.right);
    const Key leaves = p & one;
    if (!leaves)
        return kept;
    /* The holders of leaves, direction by direction. Of several leaves on one holder the first one stays. */
    s = beside(leaves, b);
    Key holders = p & s.up, here = p & s.left;
    kept &= ~((holders & here & b->not_first) >> 1);
    holders |= here;
    here = p & s.down;
    kept &= ~key_up(holders & here, b->width);
    holders |= here;
    here = p & s.right;
    kept &= ~((holders & here & b->not_last) << 1);
    holders |= here;
    const Key rest = p & ~(leaves | holders);
    s = beside(rest, b);
    return kept & ~(rest & ~(s.up | s.down | s.left | s.right));
}

/* Returns the left cells of links that may be cut: in a square of four cells, two of which have no other neighbours,
   each of the other two needs only one of these. */
static inline Key twins(Key p, const Board *b)
{
    const unsigned w = b->width;
    const Sides s = beside(p, b);
    Key links = (p & s.left & s.down & ~(s.up | s.right) & ((p & s.right & s.up & ~(s.left | s.down)) >> (w - 1))) >> 1;
    links |= p & s.right & s.down & ~(s.up | s.left) & key_down(p & s.left & s.up & ~(s.right | s.down), w + 1);
    return links | key_up(links, w);
}

/* Returns the cells of a board that are connected with one of them, if from cells of `after` one may be reached from
   the left, and from cells of `before` from the right. */
static inline Key component(Key p, Key cell, Key after, Key before, unsigned w)
{
    for (Key x = cell;;) {
        const Key y = x | ((key_up(x, w) | key_down(x, w)) & p) | (x << 1 & after) | (x >> 1 & before);
        x = y | ((key_up(y, w) | key_down(y, w)) & p) | (y << 1 & after) | (y >> 1 & before);
        if (x == y)
            return x;
    }
}

/* Writes the shapes of a board to `parts` and the nim-sum of what needs no search to `nim`. Returns the number of
   shapes. */
static inline unsigned split_board(Key p, const Board *b, Tiny tiny, Key *parts, unsigned *nim)
{
    *nim = 0;
    if (!p)
        return 0;
    const Key corner = p >> b->row_start[key_first(p)];
    if (corner < tiny.count) {
        *nim = tiny.values[corner];
        return 0;
    }
    Key waiting[KEY_BITS / 2];
    unsigned count = 0, stack = 0;
    waiting[stack++] = p;
    while (stack) {
        p = reduced_board(waiting[--stack], b);
        const Key links = twins(p, b);
        /* What is reached from the left, and from the right, across no cut link. */
        const Key after = p & (b->not_last & ~links) << 1, before = p & (b->not_first >> 1) & ~links;
        for (Key rest = p; rest;) {
            /* A search from a cell in the middle reaches the whole component soonest. */
            Key x = rest & ~(Key)0 << ((key_first(rest) + key_last(rest)) >> 1);
            x = component(p, lowest_of(x), after, before, b->width);
            rest ^= x;
            if (links && x != p) { /* cut links are leaves now: reduce again */
                waiting[stack++] = x;
                continue;
            }
            if (!(x & (x - 1)))
                continue;
            Key image;
            const Kind kind = canonical_shape(x, b, tiny.count, NULL, &image);
            if (kind == TINY)
                *nim ^= tiny.values[image];
            else if (kind == ORDINARY)
                count = entered(image, count, parts);
        }
    }
    return count;
}

typedef struct {
    Key first; /* the first cells of the dominoes */
    Key lines; /* the middle line of those */
} Moves;

static inline Moves moves_along(Key p, bool columns, const Board *b)
{
    const unsigned w = b->width;
    unsigned height = 0;
    Key across = 0;
    for (Key x = p; x; x = key_down(x, w)) {
        across |= x & b->row;
        height++;
    }
    if (!columns)
        return (Moves){p & (p & b->not_first) >> 1, b->row << (((height - 1) >> 1) * w)};
    return (Moves){p & key_down(p, w), b->column << (last_bit((uint64_t)across) >> 1)};
}

/* Computes the values of the boards `start` … `stop` - 1 by the definition, as a move leaves a smaller number. */
static inline void fill_tiny(uint8_t *values, uint64_t start, uint64_t stop, unsigned width, uint64_t not_first)
{
    for (uint64_t p = start; p < stop; p++) {
        uint64_t seen = 0;
        for (uint64_t m = p & (p & not_first) >> 1; m; m &= m - 1)
            seen |= (uint64_t)1 << values[p ^ (m & -m) * 3];
        for (uint64_t m = p & p >> width; m; m &= m - 1)
            seen |= (uint64_t)1 << values[p ^ (m & -m) ^ (m & -m) << width];
        values[p] = (uint8_t)first_bit(~seen);
    }
}

#endif
