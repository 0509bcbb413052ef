/* The search for the value of a part by questions about its options, as a machine that can stop and resume.

   A *part* is a key that the table may hold: connected, reduced, the least of its images under symmetries. The question
   about a part is which value it has, or whether it has a *wanted* one. It has the wanted value if no option has it and
   every smaller value is that of some option (mex).

   The state of a search lies in memory of the caller's. Each thread has its own. Threads share the table, and the marks
   of the parts that they work on. */
#include "board.h"
#include "graph.h"
#include "nogo.h"
#include "pieces.h"
#include "stones.h"
#include "table.h"

enum { CALL, RETURN, NEXT }; /* modes: a part is asked, has its answer, asks its next child */
enum { NOT_IT = 255 };       /* the result: the value is known to be another than the wanted one */
enum { ANY = 63 };           /* wanted: the value, whatever it is */
enum { RARE = 4 };           /* from this value on values are so rare that the smaller ones are tested first */
enum { LAG = 2 };            /* how many options wait, see option() */
enum { WEIGHT = 16 };        /* times the square of its size: the cost of a part of which nothing is known */
enum { MARK_BITS = 12 };
#define LAST ((uint64_t)1 << 40) /* the cost of a child that is known not to be the wanted one */

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
static void stacks_of(int64_t cells, int64_t moves, int64_t taken, int64_t each, int64_t *children, int64_t *parts)
{
    *children = *parts = 0;
    for (; cells > 0; cells -= taken) {
        const int64_t most = each ? cells * each : cells * cells / 2 + 1, here = moves < most ? moves : most;
        *children += here;
        *parts += here * (cells / taken + 2);
    }
}

static int64_t size_of(int64_t cells, int64_t moves, int64_t taken, int64_t each)
{
    int64_t children, parts;
    stacks_of(cells, moves, taken, each, &children, &parts);
    return (int64_t)sizeof(Search) + children * (int64_t)sizeof(Child) + parts * (int64_t)sizeof(Key);
}

static Run run_of(Search *s, const void *known, int64_t known_size)
{
    Child *child = (Child *)(s + 1);
    Run run = {.s = s, .child = child, .part = (Key *)(child + s->most_children)};
    if (s->game == KAYLES)
        run.images = known;
    else
        run.tiny = (Tiny){known, (uint64_t)known_size};
    return run;
}

/* Whether this memory holds a search, and `known` all that its game needs. */
static bool is_search(const Search *s, int64_t size, int64_t known_size)
{
    if (size < (int64_t)sizeof(Search) || !s->size || size < s->size)
        return false;
    if (s->game == KAYLES)
        return known_size >= (int64_t)sizeof(Images) * s->graph.symmetries;
    return known_size >= (s->game == CRAM || s->game == PLACE);
}

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

/* Returns the least cost of an option that may have the wanted value, or 0 if one is known to have it. */
static uint64_t least_work(Run *r, Key key, unsigned wanted)
{
    Search *s = r->s;
    uint64_t hit = look_up(key, r->table);
    if (hit >> wanted & 1)
        return 0;
    const uint32_t end = s->children, parts = s->parts;
    uint64_t least = 0;
    if (children(r, key, (uint64_t)1 << wanted, &hit))
        keep(key, hit, &s->counts, r->table);
    else {
        least = LAST;
        for (uint32_t i = end; i < s->children; i++)
            if (r->child[i].cost < least)
                least = r->child[i].cost;
    }
    s->children = end, s->parts = parts;
    return least;
}

/* Sets the costs of the children by what is open one move further, as the least open work is likely to be done soonest.
   With `deeper`, what is open there gets the cost of its own cheapest option. */
static void look_ahead(Run *r, uint32_t begin, unsigned phase, bool deeper)
{
    Search *s = r->s;
    const uint32_t end = s->children, parts = s->parts;
    for (uint32_t i = begin; i < end; i++) {
        Child *child = &r->child[i];
        if (child->count != 1) {
            child->cost = 0;
            continue;
        }
        const Key key = r->part[child->parts];
        const unsigned wanted = phase ^ child->nim;
        uint64_t hit = look_up(key, r->table), cost = LAST;
        if (!(hit >> wanted & 1)) {
            if (children(r, key, (uint64_t)1 << wanted, &hit))
                keep(key, hit, &s->counts, r->table);
            else {
                cost = 0;
                for (uint32_t j = end, last = s->children; j < last; j++) {
                    const Child *other = &r->child[j];
                    if (deeper && other->count == 1)
                        cost += least_work(r, r->part[other->parts], wanted ^ other->nim);
                    else
                        cost += other->cost;
                }
            }
            s->children = end, s->parts = parts;
        }
        child->cost = cost;
    }
}

/* Sorts the children by cost, and keeps the order of those of equal cost. */
static void sort_children(Run *r, uint32_t begin)
{
    for (uint32_t at = begin + 1; at < r->s->children; at++) {
        const Child child = r->child[at];
        uint32_t i = at;
        for (; i > begin && r->child[i - 1].cost > child.cost; i--)
            r->child[i] = r->child[i - 1];
        r->child[i] = child;
    }
}

/* Returns the place where threads mark that one of them works on a part, or NULL if this thread is alone or the part is
   small. */
static _Atomic uint8_t *mark_of(Run *r, Key key)
{
    if (!r->shared || key_size(key) < r->s->marked)
        return NULL;
    return &r->shared->marks[key_mixed(key) >> (64 - MARK_BITS)];
}

static void set_mark(_Atomic uint8_t *mark, uint8_t to)
{
    if (mark)
        atomic_store_explicit(mark, to, memory_order_release);
}

/* Returns the part of a child that the search asks about next: its last. */
static Key asked(const Run *r, const Child *child) { return r->part[child->parts + child->count - 1]; }

/* Moves the first child on which no other thread works to the front of the children from `begin` on. So the threads
   work in different places, and find each other's results in the table. */
static void unmarked_first(Run *r, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        const _Atomic uint8_t *mark = mark_of(r, asked(r, &r->child[i]));
        if (mark && atomic_load_explicit(mark, memory_order_acquire))
            continue;
        const Child child = r->child[i];
        for (; i > begin; i--)
            r->child[i] = r->child[i - 1];
        r->child[begin] = child;
        return;
    }
}

/* Begins with a part of which `hit` is known: looks up its options and makes a frame for it. Returns false if the
   options settle that it does not have the wanted value. */
static bool enter(Run *r, Key key, unsigned want, uint64_t hit)
{
    Search *s = r->s;
    const uint32_t begin = s->children, parts = s->parts;
    if (children(r, key, (uint64_t)1 << want, &hit)) {
        s->children = begin, s->parts = parts;
        keep(key, hit, &s->counts, r->table);
        return false;
    }
    unsigned phase = first_bit(~hit);
    const unsigned size = key_size(key);
    if (want < RARE && want > phase)
        phase = want;
    if (size >= s->deep)
        look_ahead(r, begin, phase, size >= s->deeper);
    sort_children(r, begin);
    s->frame[s->depth++] = (Frame){key, hit, want, phase, begin, begin, s->children, parts};
    set_mark(mark_of(r, key), 1);
    return true;
}

/* Gives the child that was asked about its answer. */
static void take_answer(Run *r)
{
    Search *s = r->s;
    Frame *f = &s->frame[s->depth - 1];
    Child *child = &r->child[f->next];
    if (child->count > 1) {
        child->nim ^= (uint16_t)s->result;
        child->count--;
    } else if (s->result == NOT_IT)
        f->next++;
    else {
        f->hit |= (uint64_t)1 << (s->result ^ child->nim);
        f->end--; /* the child is known now, so remove it */
        for (uint32_t i = f->next; i < f->end; i++)
            r->child[i] = r->child[i + 1];
        s->children = f->end;
    }
}

/* Asks the next child of a frame, or ends the frame with its result. */
static void go_on(Run *r)
{
    Search *s = r->s;
    Frame *f = &s->frame[s->depth - 1];
    const bool found = f->hit >> f->phase & 1;
    const unsigned mex = first_bit(~f->hit);
    bool finished = false;
    if (f->hit >> f->want & 1) {
        keep(f->key, f->hit, &s->counts, r->table);
        s->result = NOT_IT, finished = true;
    } else if (f->next == f->end && !found && mex == f->phase) {
        keep(f->key, EXACT | mex, &s->counts, r->table);
        s->result = mex, finished = true;
    } else if (found || f->next == f->end)
        f->phase = mex, f->next = f->begin;
    if (finished) {
        set_mark(mark_of(r, f->key), 0);
        s->children = f->begin, s->parts = f->parts;
        s->depth--;
        s->mode = RETURN;
    } else if (f->next != f->end) {
        if (r->shared && key_size(f->key) > s->marked)
            unmarked_first(r, f->next, f->end);
        const Child *child = &r->child[f->next];
        s->key = asked(r, child);
        s->want = child->count > 1 ? ANY : f->phase ^ child->nim;
        s->mode = CALL;
    }
}

/* Resumes the search. Returns DONE, OUT_OF_BUDGET after `budget` positions or if another thread is done, or FULL once
   this thread has added more than `most` exact entries. `known`: the values of tiny boards, or the images of sets of
   vertices. Without `shared` (0 bytes) the thread is alone. */
EXPORT int64_t KEY_NAME(search_run)(Search *s, int64_t size, Line *lines, int64_t table_size, Shared *shared,
                                    int64_t shared_size, const void *known, int64_t known_size, int64_t budget,
                                    int64_t most)
{
    CHECK(is_search(s, size, known_size) && is_table(table_size) && budget >= 0 && most >= 0);
    CHECK(!shared_size || shared_size >= (int64_t)sizeof(Shared));
    Run run = run_of(s, known, known_size), *r = &run;
    r->table = table_of(lines, table_size);
    r->shared = shared_size ? shared : NULL;
    const uint64_t limit = s->positions + (uint64_t)budget, full = s->counts.exacts + (uint64_t)most;
    int64_t status = SPRAGUE_DONE;
    for (;;) {
        if (s->mode == CALL) {
            const uint64_t hit = look_up(s->key, r->table);
            if (hit & EXACT || hit >> s->want & 1) {
                s->result = hit & EXACT ? (uint32_t)(hit & VALUE) : NOT_IT;
                s->mode = RETURN;
                continue;
            }
            if (s->positions >= limit || (r->shared && atomic_load_explicit(&shared->stop, memory_order_acquire))) {
                status = SPRAGUE_OUT_OF_BUDGET;
                break;
            }
            if (s->counts.exacts > full) {
                status = SPRAGUE_FULL;
                break;
            }
            s->positions++;
            if (enter(r, s->key, s->want, hit))
                s->mode = NEXT;
            else
                s->result = NOT_IT, s->mode = RETURN;
        } else if (s->mode == RETURN) {
            if (!s->depth)
                break;
            take_answer(r);
            s->mode = NEXT;
        } else
            go_on(r);
    }
    if (r->shared)
        atomic_store_explicit(&shared->stop, 1, memory_order_release);
    return status;
}

/* Tells all threads of a search to stop, or, before they start, that they may run. */
EXPORT int64_t KEY_NAME(search_stop)(Shared *shared, int64_t size, int64_t stop)
{
    CHECK(!size || size >= (int64_t)sizeof(Shared));
    if (size)
        atomic_store_explicit(&shared->stop, (uint64_t)stop, memory_order_release);
    return SPRAGUE_DONE;
}

EXPORT int64_t KEY_NAME(search_shared_size)(void) { return sizeof(Shared); }

/* The bytes of a search of parts of up to so many cells with so many moves, see stacks_of(). */
EXPORT int64_t KEY_NAME(search_size)(int64_t cells, int64_t moves, int64_t taken, int64_t each)
{
    CHECK(cells >= 0 && cells <= KEY_BITS && moves >= 0 && moves <= KEY_BITS * KEY_BITS && taken > 0 && each >= 0);
    return size_of(cells, moves, taken, each);
}

static int64_t begin(Search *s, int64_t size, Game game, int64_t cells, int64_t moves, int64_t taken, int64_t each)
{
    CHECK(size >= size_of(cells, moves, taken, each));
    int64_t children, parts;
    stacks_of(cells, moves, taken, each, &children, &parts);
    s->size = size;
    s->game = game;
    s->most_children = (uint32_t)children;
    return SPRAGUE_DONE;
}

/* Makes a search of boards with this short side in memory of zeros. */
EXPORT int64_t KEY_NAME(search_board)(Search *s, int64_t size, int64_t width)
{
    CHECK(width >= 1 && width <= MOST_WIDTH);
    if (begin(s, size, CRAM, KEY_BITS, 2 * KEY_BITS, 2, 0))
        return SPRAGUE_NO_ROOM;
    set_up_board(&s->board, (unsigned)width);
    return SPRAGUE_DONE;
}

/* Makes a search of boards on which pieces are placed, in memory of zeros. The images of the pieces: set_up_pieces(). */
EXPORT int64_t KEY_NAME(search_pieces)(Search *s, int64_t size, int64_t width, const uint8_t *images, int64_t numbers)
{
    CHECK(width >= 1 && width <= MOST_WIDTH && size >= (int64_t)sizeof(Search) && numbers >= 0);
    set_up_board(&s->board, (unsigned)width);
    CHECK(set_up_pieces(&s->pieces, images, (size_t)numbers, &s->board));
    const int64_t count = s->pieces.count ? s->pieces.count : 1;
    return begin(s, size, PLACE, KEY_BITS, count * KEY_BITS, s->pieces.least, count) ? SPRAGUE_NO_ROOM : SPRAGUE_DONE;
}

/* Makes a search of boards with stones of two colours, or where their colours do not matter, in memory of zeros. */
EXPORT int64_t KEY_NAME(search_stones)(Search *s, int64_t size, int64_t width, int64_t colours)
{
    const int64_t cells = colours ? PLANE : KEY_BITS;
    CHECK(width >= 1 && width <= MOST_WIDTH && (!colours || width * width <= PLANE));
    if (begin(s, size, colours ? CLOBBER : CANNIBAL, cells, 4 * cells, 1, 4))
        return SPRAGUE_NO_ROOM;
    set_up_board(&s->board, (unsigned)width);
    return SPRAGUE_DONE;
}

/* Makes a search of boards of NoGo in memory of zeros. */
EXPORT int64_t KEY_NAME(search_nogo)(Search *s, int64_t size, int64_t width)
{
    CHECK(width >= 1 && width * width <= THIRD);
    if (begin(s, size, NOGO, THIRD, 2 * THIRD, 1, 2))
        return SPRAGUE_NO_ROOM;
    set_up_board(&s->board, (unsigned)width);
    return SPRAGUE_DONE;
}

/* Makes a search of a graph in memory of zeros: the neighbours of each vertex, some symmetries, which map each vertex,
   and room for the images under these. */
EXPORT int64_t KEY_NAME(search_graph)(Search *s, int64_t size, const uint64_t *neighbours, int64_t words, int64_t arcs,
                                      const uint8_t *symmetries, int64_t mapped, Images *images, int64_t images_size)
{
    const int64_t vertices = words / KEY_WORDS;
    CHECK(words == vertices * KEY_WORDS && vertices <= KEY_BITS);
    CHECK(vertices ? mapped % vertices == 0 : !mapped);
    const int64_t count = vertices ? mapped / vertices : 0;
    CHECK(images_size >= count * (int64_t)sizeof(Images));
    const Key all = vertices ? ~(Key)0 >> (KEY_BITS - vertices) : 0;
    int64_t ends = 0;
    for (int64_t v = 0; v < vertices; v++) {
        const Key near = key_of(neighbours + v * KEY_WORDS);
        CHECK(!(near & ~all) && !(near >> v & 1));
        ends += key_size(near);
    }
    for (int64_t i = 0; i < mapped; i++)
        CHECK(symmetries[i] < vertices);
    if (begin(s, size, KAYLES, vertices, arcs ? ends / 2 : vertices, 2, 0))
        return SPRAGUE_NO_ROOM;
    s->graph = (Graph){.vertices = (unsigned)vertices, .symmetries = (unsigned)count, .arcs = arcs};
    for (int64_t v = 0; v < vertices; v++)
        s->graph.near[v] = key_of(neighbours + v * KEY_WORDS);
    for (int64_t i = 0; i < count; i++)
        set_up_images(images[i], symmetries + i * vertices, (unsigned)vertices);
    return SPRAGUE_DONE;
}

/* Writes to `values` the values of the tiny boards `start` … `stop` - 1 of a width; those below are there. */
EXPORT int64_t KEY_NAME(search_fill_tiny)(uint8_t *values, int64_t size, int64_t width, int64_t start, int64_t stop)
{
    CHECK(width >= 1 && width <= MOST_WIDTH && 0 <= start && start <= stop && stop <= size);
    uint64_t not_first = 0;
    for (unsigned i = 0; i < 64; i++)
        not_first |= (uint64_t)(i % width != 0) << i;
    fill_tiny(values, (uint64_t)start, (uint64_t)stop, (unsigned)width, not_first);
    return SPRAGUE_DONE;
}

/* Writes the values of the tiny boards `start` … `stop` - 1 of a search with pieces; those below are there. */
EXPORT int64_t KEY_NAME(search_fill_pieces)(const Search *s, int64_t size, uint8_t *values, int64_t room, int64_t start,
                                            int64_t stop)
{
    CHECK(size >= (int64_t)sizeof(Search) && s->game == PLACE && 0 <= start && start <= stop && stop <= room);
    fill_tiny_pieces(values, (uint64_t)start, (uint64_t)stop, &s->pieces);
    return SPRAGUE_DONE;
}

static bool fits(const Search *s, Key key)
{
    if (s->game == KAYLES)
        return !(key & ~(s->graph.vertices ? ~(Key)0 >> (KEY_BITS - s->graph.vertices) : 0));
    const Key all = s->board.not_first | s->board.column;
    if (s->game == NOGO) {
        const Field f = field_of(key);
        const Key third = ((Key)1 << (THIRD / s->board.width * s->board.width)) - 1;
        return !((f.live | f.colour[0] | f.colour[1]) & ~third) && !(f.colour[0] & f.colour[1] & ~f.live)
            && !(key >> 3 * THIRD);
    }
    if (s->game != CLOBBER)
        return !(key & ~all);
    const Key plane = ((Key)1 << (PLANE / s->board.width * s->board.width)) - 1;
    const Stones stones = stones_of(key);
    return !(stones.x & stones.o) && !((stones.x | stones.o) & ~plane);
}

/* Asks whether a part has a value; says from which sizes on to look ahead, and further ahead, and to mark parts. */
EXPORT int64_t KEY_NAME(search_ask)(Search *s, int64_t size, Shared *shared, int64_t shared_size, const uint64_t *key,
                                    int64_t words, int64_t want, int64_t deep, int64_t deeper, int64_t marked)
{
    CHECK(size >= (int64_t)sizeof(Search) && words == KEY_WORDS && fits(s, key_of(key)) && want >= 0 && want < ANY);
    CHECK(deep >= 0 && deeper >= 0 && marked >= 0 && (!shared_size || shared_size >= (int64_t)sizeof(Shared)));
    s->key = key_of(key);
    s->want = (uint32_t)want, s->mode = CALL;
    s->depth = s->children = s->parts = 0;
    s->deep = (uint32_t)deep, s->deeper = (uint32_t)deeper, s->marked = (uint32_t)marked;
    if (shared_size)
        fill(shared, 0, sizeof *shared);
    return SPRAGUE_DONE;
}

/* Writes the parts of a set of cells or vertices to `parts`, and behind them the nim-sum of what needs no search.
   Returns the number of parts. */
EXPORT int64_t KEY_NAME(search_split)(Search *s, int64_t size, const void *known, int64_t known_size, const uint64_t *key,
                                      int64_t words, uint64_t *parts, int64_t room)
{
    CHECK(is_search(s, size, known_size) && words == KEY_WORDS && fits(s, key_of(key)));
    Run run = run_of(s, known, known_size);
    unsigned nim;
    const unsigned count = split(&run, key_of(key), run.part, &nim);
    CHECK(room > (int64_t)count * KEY_WORDS);
    for (unsigned i = 0; i < count * KEY_WORDS; i++)
        parts[i] = key_word(run.part[i / KEY_WORDS], i % KEY_WORDS);
    parts[count * KEY_WORDS] = nim;
    return count;
}

/* Writes the result of a search, how many positions it has expanded, and its counts of exact and partial entries. */
EXPORT int64_t KEY_NAME(search_state)(const Search *s, int64_t size, uint64_t *state, int64_t words)
{
    CHECK(size >= (int64_t)sizeof(Search) && words == 4);
    state[0] = s->result, state[1] = s->positions, state[2] = s->counts.exacts, state[3] = s->counts.partials;
    return SPRAGUE_DONE;
}

/* Sets the counts of entries. */
EXPORT int64_t KEY_NAME(search_count)(Search *s, int64_t size, const uint64_t *counts, int64_t words)
{
    CHECK(size >= (int64_t)sizeof(Search) && words == 2);
    s->counts = (Counts){counts[0], counts[1]};
    return SPRAGUE_DONE;
}

/* Enters every entry of a table into another one, and writes how many are exact and partial. */
EXPORT int64_t KEY_NAME(search_move)(const Line *old, int64_t old_size, Line *lines, int64_t size, uint64_t *counts,
                                     int64_t words)
{
    CHECK(is_table(old_size) && is_table(size) && size >= old_size && words == 2);
    const Table from = table_of((Line *)old, old_size), to = table_of(lines, size);
    Counts found = {0, 0};
    for (size_t i = 0; i < (size_t)1 << from.bits; i++)
        for (int j = 0; j < 4; j++) {
            const Entry *e = &old[i].slot[j];
            if (data_at(e))
                keep(key_at(e), data_at(e) & (EXACT | SET), &found, to);
        }
    counts[0] = found.exacts, counts[1] = found.partials;
    return SPRAGUE_DONE;
}

/* Copies the exact entries of a table to `keys` and `values`, and returns their number. */
EXPORT int64_t KEY_NAME(search_entries)(const Line *lines, int64_t size, uint64_t *keys, int64_t words, uint8_t *values,
                                        int64_t room)
{
    CHECK(is_table(size) && words == room * KEY_WORDS);
    int64_t count = 0;
    for (const Entry *e = lines->slot, *end = e + size / (int64_t)sizeof(Entry); e < end; e++)
        if (data_at(e) & EXACT) {
            CHECK(count < room);
            for (int i = 0; i < KEY_WORDS; i++)
                keys[count * KEY_WORDS + i] = key_word(key_at(e), i);
            values[count++] = (uint8_t)(data_at(e) & VALUE);
        }
    return count;
}

/* Enters keys with their data (EXACT + value, or the set of excluded values), and adds them to the counts. The table
   has room for them. */
EXPORT int64_t KEY_NAME(search_load)(Line *lines, int64_t size, const uint64_t *keys, int64_t words, const uint64_t *data,
                                     int64_t count, uint64_t *counts, int64_t two)
{
    CHECK(is_table(size) && words == count * KEY_WORDS && two == 2);
    Counts sums = {counts[0], counts[1]};
    for (int64_t i = 0; i < count; i++)
        keep(key_of(keys + i * KEY_WORDS), data[i] & (EXACT | SET), &sums, table_of(lines, size));
    counts[0] = sums.exacts, counts[1] = sums.partials;
    return SPRAGUE_DONE;
}

/* Writes what a table knows of keys: EXACT + value, or the set of excluded values. */
EXPORT int64_t KEY_NAME(search_look_up)(Line *lines, int64_t size, const uint64_t *keys, int64_t words, uint64_t *data,
                                        int64_t count)
{
    CHECK(is_table(size) && words == count * KEY_WORDS);
    for (int64_t i = 0; i < count; i++)
        data[i] = look_up(key_of(keys + i * KEY_WORDS), table_of(lines, size));
    return SPRAGUE_DONE;
}
