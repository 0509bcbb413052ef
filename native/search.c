/* The search for the value of a part by questions about its options, as a machine that can stop and resume.

   A *part* is a key that the table may hold: connected, reduced, the least of its images under symmetries. The question
   about a part is which value it has, or whether it has a *wanted* one. It has the wanted value if no option has it and
   every smaller value is that of some option (mex). */
#include "options.h"

enum { CALL, RETURN, NEXT }; /* modes: a part is asked, has its answer, asks its next child */
enum { NOT_IT = 255 };       /* the result: the value is known to be another than the wanted one */
enum { ANY = 63 };           /* wanted: the value, whatever it is */
enum { RARE = 4 };           /* from this value on values are so rare that the smaller ones are tested first */
#define LAST ((uint64_t)1 << 40) /* the cost of a child that is known not to be the wanted one */

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
