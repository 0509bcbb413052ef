/* Impartial NoGo: a stone of either colour goes on a free cell, after which every block of stones has a free neighbour.

   A cell on which no colour may be put is *dead*: the blocks that forbid it have no other free neighbour, so they never
   grow, and it stays free. A block beside a dead cell is *safe* for good. A key keeps what still matters, in three
   planes of cells (board.h): the cells that are *live*, and a plane for each colour. On a live cell the bit of a colour
   says that a stone of that colour will be safe there; elsewhere it is a stone whose block is not safe yet. */
#ifndef SPRAGUE_NOGO_H
#define SPRAGUE_NOGO_H

#include "board.h"

enum { THIRD = KEY_BITS / 3 };

typedef struct {
    Key live, colour[2];
} Field;

/* On which live cells a colour may be put, and the liberties of its blocks that have no other. */
typedef struct {
    Key may[2], last[2];
} Rights;

static inline Field field_of(Key key)
{
    const Key plane = ((Key)1 << THIRD) - 1;
    return (Field){key & plane, {key >> THIRD & plane, key >> 2 * THIRD & plane}};
}

/* Returns the lesser of the keys of a field and of that with the colours exchanged, which is the same game. */
static inline Key key_of_field(Key live, Key x, Key o)
{
    return live | least_key(x << THIRD | o << 2 * THIRD, o << THIRD | x << 2 * THIRD);
}

static inline Key near_to(Key p, const Board *b)
{
    const Sides s = beside(p, b);
    return s.up | s.down | s.left | s.right;
}

/* Returns the cells of p that are connected with one of them. */
static inline Key connected(Key p, Key cell, const Board *b)
{
    return component(p, cell, p & b->not_first, p & b->not_last, b->width);
}

static inline Rights rights_of(const Field *f, const Board *b)
{
    Rights r = {{f->live & (f->colour[0] | near_to(f->live, b)), f->live & (f->colour[1] | near_to(f->live, b))}, {0, 0}};
    for (int c = 0; c < 2; c++)
        for (Key rest = f->colour[c] & ~f->live, block; rest; rest ^= block) {
            block = connected(rest, lowest_of(rest), b);
            const Key free = near_to(block, b) & f->live;
            if (free & (free - 1))
                r.may[c] |= free;
            else
                r.last[c] |= free;
        }
    r.may[0] &= ~r.last[1];
    r.may[1] &= ~r.last[0];
    return r;
}

/* Makes the blocks of a colour that touch these cells safe: they go, and stones beside them will be safe, too. */
static inline void make_safe(Field *f, int c, Key cells, const Board *b)
{
    const Key stones = f->colour[c] & ~f->live;
    Key gone = 0;
    for (Key rest = near_to(cells, b) & stones; rest; rest &= ~gone)
        gone |= connected(stones, lowest_of(rest), b);
    f->colour[c] = (f->colour[c] & ~gone) | (near_to(gone | cells, b) & f->live);
}

/* Takes the dead cells off, until there are none. */
static inline Rights settle(Field *f, const Board *b)
{
    for (;;) {
        const Rights r = rights_of(f, b);
        const Key dead = f->live & ~(r.may[0] | r.may[1]);
        if (!dead)
            return r;
        f->live ^= dead;
        for (int c = 0; c < 2; c++) {
            f->colour[c] &= ~dead;
            make_safe(f, c, dead, b);
        }
    }
}

static inline Key put_stone(Field f, int c, Key cell, const Board *b)
{
    const bool safe = f.colour[c] & cell;
    f.live ^= cell;
    f.colour[!c] &= ~cell;
    f.colour[c] &= ~cell;
    if (safe)
        make_safe(&f, c, cell, b);
    else
        f.colour[c] |= cell;
    return f.live | f.colour[0] << THIRD | f.colour[1] << 2 * THIRD;
}

/* Removes one of two neighbouring rows that are alike and have no live cell: the blocks and their liberties stay. */
static inline void contract_rows(Field *f, const Board *b)
{
    const unsigned w = b->width;
    for (unsigned at = 0;; ) {
        const Key above = ~(Key)0 << at, all = f->live | f->colour[0] | f->colour[1];
        if (at + w >= KEY_BITS || !(key_down(all & above, w) & above))
            return;
        const Key line = b->row << at;
        bool same = !((f->live | key_down(f->live, w)) & line);
        for (int c = 0; c < 2; c++)
            same = same && !((f->colour[c] ^ key_down(f->colour[c], w)) & line);
        if (!same) {
            at += w;
            continue;
        }
        f->live = (f->live & ~above) | (key_down(f->live, w) & above);
        for (int c = 0; c < 2; c++)
            f->colour[c] = (f->colour[c] & ~above) | (key_down(f->colour[c], w) & above);
    }
}

/* Does the same for columns. */
static inline void contract_columns(Field *f, const Board *b)
{
    for (unsigned at = 0; at + 1 < b->width;) {
        const Key line = b->column << at;
        bool same = !((f->live | f->live >> 1) & line);
        for (int c = 0; c < 2; c++)
            same = same && !((f->colour[c] ^ f->colour[c] >> 1) & line);
        Key after = 0;
        for (unsigned c = at + 1; c < b->width; c++)
            after |= b->column << c;
        if (!same || !((f->live | f->colour[0] | f->colour[1]) & after)) {
            at++;
            continue;
        }
        f->live = (f->live & ~after) | ((f->live & after & ~(line << 1)) >> 1);
        for (int c = 0; c < 2; c++)
            f->colour[c] = (f->colour[c] & ~(after | line)) | ((f->colour[c] & after) >> 1);
    }
}

/* Returns the least image of a field under the symmetries of the square and of the colours, moved to the corner. */
static inline Key least_field(Field f, const Board *b)
{
    const unsigned w = b->width;
    contract_rows(&f, b);
    contract_columns(&f, b);
    Key p[3] = {f.live, f.colour[0], f.colour[1]}, flipped[3] = {0, 0, 0}, columns = 0;
    const unsigned start = b->row_start[key_first(p[0] | p[1] | p[2])];
    unsigned height = 0;
    for (Key all = (p[0] | p[1] | p[2]) >> start; all; all = key_down(all, w)) {
        columns |= all & b->row;
        height++;
    }
    const unsigned left = first_bit((uint64_t)columns), width = last_bit((uint64_t)columns) - left + 1;
    const unsigned shift = KEY_BITS - 1 - ((height - 1) * w + width - 1);
    const unsigned back = KEY_BITS - 1 - ((width - 1) * w + height - 1);
    Key turned[3] = {0, 0, 0}, both[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        p[i] = p[i] >> start >> left;
        for (unsigned k = 0; k < height; k++)
            flipped[i] |= (p[i] >> k * w & b->row) << (height - 1 - k) * w;
        for (unsigned k = 0; height <= w && k < height; k++) {
            turned[i] |= b->turned[p[i] >> k * w & b->row] << k;
            both[i] |= b->turned[flipped[i] >> k * w & b->row] << k;
        }
    }
    Key image = least_key(key_of_field(p[0], p[1], p[2]), key_of_field(flipped[0], flipped[1], flipped[2]));
#define HALF(q, by) key_of_field(key_reversed(q[0]) >> by, key_reversed(q[1]) >> by, key_reversed(q[2]) >> by)
    image = least_key(image, least_key(HALF(p, shift), HALF(flipped, shift)));
    if (height <= w) {
        image = least_key(image, key_of_field(turned[0], turned[1], turned[2]));
        image = least_key(image, key_of_field(both[0], both[1], both[2]));
        image = least_key(image, least_key(HALF(turned, back), HALF(both, back)));
    }
#undef HALF
    return image;
}

/* Writes the parts of a board to `parts` and the nim-sum of what needs no search to `nim`. Returns the number of parts.
   Live cells belong together if they are neighbours or liberties of one block. A cell alone is one move. */
static inline unsigned split_field(Key key, const Board *b, Key *parts, unsigned *nim)
{
    Field f = field_of(key);
    settle(&f, b);
    const Key stones[2] = {f.colour[0] & ~f.live, f.colour[1] & ~f.live};
    unsigned count = 0;
    *nim = 0;
    for (Key rest = f.live; rest;) {
        Key part = lowest_of(rest), before;
        do {
            before = part;
            part |= near_to(part & f.live, b) & (f.live | stones[0] | stones[1]);
            for (int c = 0; c < 2; c++)
                part |= near_to(part & stones[c], b) & (f.live | stones[c]);
        } while (part != before);
        rest &= ~part;
        const Key live = f.live & part;
        if (live & (live - 1))
            count = entered(least_field((Field){live, {f.colour[0] & part, f.colour[1] & part}}, b), count, parts);
        else
            *nim ^= 1;
    }
    return count;
}

#endif
