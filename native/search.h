/* A search and its parts in memory: what waits on its stacks, what its threads share, and which game it searches.

   The state of a search lies in memory of the caller's. Each thread has its own. Threads share the table, and the marks
   of the parts that they work on. */
#ifndef SPRAGUE_SEARCH_H
#define SPRAGUE_SEARCH_H

#include "board.h"
#include "graph.h"
#include "nogo.h"
#include "pieces.h"
#include "stones.h"
#include "table.h"

enum { MARK_BITS = 12 };

typedef enum { CRAM, KAYLES, PLACE, CLOBBER, CANNIBAL, NOGO } Game;

/* An option that has parts of unknown value: the place and number of these, and the nim-sum of the rest. */
typedef struct {
    uint64_t cost;
    uint32_t parts;
    uint16_t count, nim;
} Child;

/* A part whose children are being tested for the value `phase`: first the wanted one (most positions do not have it),
   then the smaller ones. A rare value is tested last, as the value of a part shows sooner that it is not the rare one.
   Bit v of `hit`: an option has the value v. */
typedef struct {
    Key key;
    uint64_t hit;
    uint32_t want, phase;
    uint32_t next, begin, end, parts; /* children; and where their parts begin */
} Frame;

/* What threads share beside the table: whether one of them is done, and the marks. */
typedef struct {
    _Atomic uint64_t stop;
    _Atomic uint8_t marks[1 << MARK_BITS];
} Shared;

typedef struct {
    Key key; /* of the part that is asked */
    int64_t size;
    uint64_t positions;
    Counts counts;
    uint32_t most_children; /* these stand behind the frames, and then the parts */
    uint32_t want, mode, result, depth;
    uint32_t children, parts;                 /* the ends of these stacks */
    uint32_t waiting, entered, entered_parts; /* behind them the options whose lines are being fetched */
    uint32_t deep, deeper, marked;            /* from which sizes on it looks ahead, and marks parts */
    Game game;
    union {
        struct {
            Board board;
            Pieces pieces;
        };
        Graph graph;
    };
    Frame frame[KEY_BITS]; /* every move takes a cell, a vertex or a stone at least */
} Search;

/* A search in one slice of its work. */
typedef struct {
    Search *s;
    Child *child;
    Key *part;
    Table table;
    Shared *shared; /* NULL for a thread alone */
    Tiny tiny;
    const Images *images;
} Run;

/* The most children that wait at a time, and the most parts of these, on the way down from a part of so many cells with
   so many moves, each of which takes `taken` cells at least, and leaves parts of as many at least. Pairs of cells are no
   more moves than there are pairs; of other moves there are at most `each` to a cell. */
static inline void stacks_of(int64_t cells, int64_t moves, int64_t taken, int64_t each, int64_t *children, int64_t *parts)
{
    *children = *parts = 0;
    for (; cells > 0; cells -= taken) {
        const int64_t most = each ? cells * each : cells * cells / 2 + 1, here = moves < most ? moves : most;
        *children += here;
        *parts += here * (cells / taken + 2);
    }
}

static inline int64_t size_of(int64_t cells, int64_t moves, int64_t taken, int64_t each)
{
    int64_t children, parts;
    stacks_of(cells, moves, taken, each, &children, &parts);
    return (int64_t)sizeof(Search) + children * (int64_t)sizeof(Child) + parts * (int64_t)sizeof(Key);
}

#endif
