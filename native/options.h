/* The options of a part in each game, looked up in the table as they are found. */
#ifndef SPRAGUE_OPTIONS_H
#define SPRAGUE_OPTIONS_H

#include "search.h"

enum { LAG = 2 };            /* how many options wait, see option() */
enum { WEIGHT = 16 };        /* times the square of its size: the cost of a part of which nothing is known */

static inline unsigned split(Run *r, Key key, Key *parts, unsigned *nim)
{
    Search *s = r->s;
    switch (s->game) {
    case CRAM:
        return split_board(key, &s->board, r->tiny, parts, nim);
    case KAYLES:
        return split_graph(key, &s->graph, r->images, parts, nim);
    case PLACE:
        return split_pieces(key, &s->board, &s->pieces, r->tiny, parts, nim);
    case CLOBBER:
        return split_stones(key, &s->board, parts, nim);
    case NOGO:
        return split_field(key, &s->board, parts, nim);
    default:
        return split_cannibals(key, &s->board, parts, nim);
    }
}

/* Looks up the option that has waited longest. If its value is known, it is added to the values hit; else the option
   becomes a child. */
static inline void looked_up(Run *r, uint64_t *hit)
{
    Search *s = r->s;
    const Child option = r->child[s->waiting++];
    const uint32_t begin = s->parts;
    uint32_t end = begin, largest = begin;
    unsigned most = 0, nim = option.nim;
    uint64_t cost = 0;
    for (uint32_t i = option.parts; i < option.parts + option.count; i++) {
        const Key part = r->part[i];
        const uint64_t data = look_up(part, r->table);
        if (data & EXACT) {
            nim ^= (unsigned)(data & VALUE);
            continue;
        }
        const unsigned size = key_size(part);
        cost = (cost + WEIGHT * size * size) * 4 / (4 + bits_in(data));
        if (size > most)
            most = size, largest = end;
        r->part[end++] = part;
    }
    if (end == begin) {
        *hit |= (uint64_t)1 << nim;
        return;
    }
    const Key first = r->part[begin]; /* the largest part first: it is valued last */
    r->part[begin] = r->part[largest];
    r->part[largest] = first;
    r->child[s->children++] = (Child){cost, begin, (uint16_t)(end - begin), (uint16_t)nim};
    s->parts = end;
}

/* Takes in an option.

   A look-up in the table waits for memory as long as some hundred instructions take. So an option waits, while the line
   of each part is fetched into the cache, until two more options have been found. To fetch all of them at once would be
   no faster, and an option that settles the question often comes early. */
static inline void option(Run *r, Key key, uint64_t *hit)
{
    Search *s = r->s;
    Key *parts = r->part + s->entered_parts;
    unsigned nim;
    const unsigned count = split(r, key, parts, &nim);
    if (!count) {
        *hit |= (uint64_t)1 << nim;
        return;
    }
    for (unsigned i = 0; i < count; i++)
        fetch(parts[i], r->table);
    r->child[s->entered++] = (Child){0, s->entered_parts, (uint16_t)count, (uint16_t)nim};
    s->entered_parts += count;
    if (s->entered - s->waiting > LAG)
        looked_up(r, hit);
}

/* Takes in the options of a board, those along the short side first, from the middle line outward, so that equal costs
   keep the middle first. Returns whether one of the wanted values is hit; if so, options may be missing. */
static bool board_options(Run *r, Key key, uint64_t wanted, uint64_t *hit)
{
    const Board *b = &r->s->board;
    for (int columns = 0; columns < 2; columns++) {
        Moves m = moves_along(key, columns, b);
        const unsigned step = columns ? b->width : 1, widen = columns ? 1 : b->width;
        for (Key left = m.first, here; left;) {
            while (!(here = left & m.lines))
                m.lines |= m.lines << widen | m.lines >> widen;
            const Key bit = lowest_of(here);
            left ^= bit;
            option(r, key ^ bit ^ bit << step, hit);
            if (*hit & wanted)
                return true;
        }
    }
    return false;
}

/* Does the same for a set of vertices. */
static bool graph_options(Run *r, Key key, uint64_t wanted, uint64_t *hit)
{
    const Graph *g = &r->s->graph;
    for (Key left = key; left;) {
        const Key bit = lowest_of(left), near = g->near[key_first(left)];
        left ^= bit;
        if (!g->arcs) {
            option(r, key & ~(bit | near), hit);
            if (*hit & wanted)
                return true;
            continue;
        }
        for (Key others = near & left; others; others &= others - 1) {
            option(r, key ^ bit ^ lowest_of(others), hit);
            if (*hit & wanted)
                return true;
        }
    }
    return false;
}

/* Does the same for pieces, each of them from the middle row outward. */
static bool piece_options(Run *r, Key key, uint64_t wanted, uint64_t *hit)
{
    const Board *b = &r->s->board;
    const Key middle = moves_along(key, false, b).lines;
    for (unsigned i = 0; i < r->s->pieces.count; i++) {
        const Image *m = &r->s->pieces.image[i];
        Key lines = middle;
        for (Key left = places(key, m), here; left;) {
            while (!(here = left & lines))
                lines |= key_up(lines, b->width) | key_down(lines, b->width);
            left ^= lowest_of(here);
            option(r, key ^ covered(lowest_of(here), m), hit);
            if (*hit & wanted)
                return true;
        }
    }
    return false;
}

/* Does the same for stones. */
static bool stone_options(Run *r, Key key, uint64_t wanted, uint64_t *hit)
{
    const Board *b = &r->s->board;
    const Stones s = stones_of(key);
    for (int colour = 0; colour < 2; colour++) {
        const Key own = colour ? s.o : s.x, other = colour ? s.x : s.o;
        const Sides near = beside(own, b);
        const unsigned step[4] = {b->width, b->width, 1, 1};
        const Key onto[4] = {near.up & other, near.down & other, near.left & other, near.right & other};
        for (int i = 0; i < 4; i++)
            for (Key left = onto[i]; left; left &= left - 1) {
                const Key to = lowest_of(left), from = i & 1 ? to << step[i] : to >> step[i];
                const Key mine = own ^ from ^ to, yours = other ^ to;
                option(r, colour ? key_of_stones(yours, mine) : key_of_stones(mine, yours), hit);
                if (*hit & wanted)
                    return true;
            }
    }
    return false;
}

/* Does the same for Cannibal Clobber, on a connected part. */
static bool cannibal_options(Run *r, Key key, uint64_t wanted, uint64_t *hit)
{
    for (Key left = key; left; left &= left - 1) {
        option(r, key ^ lowest_of(left), hit);
        if (*hit & wanted)
            return true;
    }
    return false;
}

/* Does the same for NoGo. */
static bool nogo_options(Run *r, Key key, uint64_t wanted, uint64_t *hit)
{
    const Board *b = &r->s->board;
    const Field f = field_of(key);
    const Rights rights = rights_of(&f, b);
    for (int c = 0; c < 2; c++)
        for (Key left = rights.may[c]; left; left &= left - 1) {
            option(r, put_stone(f, c, lowest_of(left), b), hit);
            if (*hit & wanted)
                return true;
        }
    return false;
}

typedef bool Options(Run *, Key, uint64_t, uint64_t *);
static Options *const options_of[] = {board_options, graph_options,    piece_options,
                                      stone_options, cannibal_options, nogo_options};

/* Looks up the options of a part. Returns whether one of them has one of the wanted values (bit v for the value v). The
   options still open become children on the stacks; if the result is true, some of them may be missing. */
static bool children(Run *r, Key key, uint64_t wanted, uint64_t *hit)
{
    Search *s = r->s;
    s->waiting = s->entered = s->children;
    s->entered_parts = s->parts;
    if (options_of[s->game](r, key, wanted, hit))
        return true;
    while (s->waiting < s->entered) {
        looked_up(r, hit);
        if (*hit & wanted)
            return true;
    }
    return false;
}

#endif
