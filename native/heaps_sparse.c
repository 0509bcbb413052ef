/* Values of codes that split into two heaps and have a sparse space (Berlekamp, Conway, Guy: Winning Ways).

   Values fall into rare and common ones by the parity of `value & mask` (and of the heap, if that is part of the mask),
   so that a common value comes only from a rare heap with a common one. Where rare heaps are few, a split of heap n
   that reaches a common value is a source, a rare heap p with its value r, and the heap n - k - p.

   LANES heaps n0, n0 + 1, … are computed together. For each value u, one row of bits holds the heaps of value u; shifted
   by k + p it says which of the lanes reach u ^ r through that source. So one vector operation serves 512 heaps, one
   source and one value. What sources nearer than LANES heaps reach, and the moves that leave one heap, is then added
   heap by heap. The least value not reached is the value of the heap if it is common; a rare one is searched for among
   all pairs, and if no pair reaches it the heap is a new rare one.

   Sources need not be rare: some common ones among them settle most of the rare values for nothing.

   Threads share the values u. One of them takes the heaps of a block one by one while the others are at the rows of the
   next block already, by sources from twice LANES on; then all add what the middle ones reach. */
#include "crew.h"
#include "heaps_pairs.h"

/* New rare heaps are kept apart until they are MANY; then it pays to make them sources. */
enum { LANES = 512, LANE_WORDS = LANES / 64, MANY = 256 };

/* Words of a row's window, but one, for the middle sources. */
enum { MIDDLE_WORDS = 3 * LANES / 64 };

/* A source: take k and leave the heap p, with offset = k + p and class = g(p). */
typedef struct {
    int64_t offset, class;
} Source;

/* Offsets[j] of one class, j from the `end` of the class before to this `end`. */
typedef struct {
    int64_t class, end;
} Class;

typedef struct {
    const int64_t *offsets;
    int64_t count;
    const Class *classes;
    int64_t classes_count;
} Group;

typedef struct {
    Group far; /* offsets from LANES on, with helpers from twice as many on */
    Group middle; /* with helpers those between */
    const Source *near; /* offsets below LANES */
    int64_t near_count;
    const Source *distant; /* the few so far away that they are better taken one by one */
    int64_t distant_count;
} Sources;

/* Heap n of value v is common iff odd[v] ^ (n & parity) ^ flip = 1. Values below `cap` are kept for whole blocks, larger
   ones are found heap by heap. The head holds g(0), g(1), … backwards. */
typedef struct {
    const uint8_t *odd;
    int64_t width, parity, flip, cap;
    const Value *head;
    int64_t head_count;
} Space;

typedef struct {
    uint64_t *rows; /* of bits, one for each value, of `row_words` words */
    int64_t row_words;
    uint64_t *shifted; /* eight copies of a row's window, shifted by 0 to 7 bits: each source begins at a byte */
    int64_t window; /* words of it, but one; as many for the far sources, MIDDLE_WORDS for the others */
    int64_t *far_begins, *middle_begins; /* where in the window each source begins */
    uint64_t *lanes; /* a row of lanes for each value; `shifted` and `lanes` are the thread's own */
    int64_t own; /* words from those of one thread to those of the next */
    int64_t *values; /* whose rows are gathered for a block */
    uint64_t *reached; /* the set of values for each lane */
    int64_t words; /* of such a set */
    int64_t *fresh; /* new rare heaps */
    int64_t fresh_count;
    uint8_t *seen, *present; /* for each value */
} Work;

/* The words of a row from `first` on, shifted down by 0 to 7 bits. */
static __attribute__((noinline)) void shift_row(const Work *work, const uint64_t *first, int64_t words)
{
    copy(work->shifted, first, (size_t)words * 8);
    for (unsigned s = 1; s < 8; s++) {
        uint64_t *restrict to = work->shifted + (int64_t)s * words;
        for (int64_t i = 0; i < words; i++)
            to[i] = first[i] >> s | first[i + 1] << (64 - s);
    }
}

/* Adds to the lanes what these sources reach from the heaps of value u, whose row has been shifted: for each source
   LANES bits. Their sum stays in registers, which are too few for this loop inside another. */
static __attribute__((noinline)) void gather_lanes(const Work *work, const Group *sources, const int64_t *begins,
                                                   int64_t u, int64_t cap)
{
    enum { PARTS = LANES / 8 / VECTOR };
    const uint8_t *table = (const uint8_t *)work->shifted;
    const int64_t *begin = begins;
    const Class *class = sources->classes, *last = class + sources->classes_count;
    for (; class < last; class++) {
        const int64_t *end = begins + class->end;
        const int64_t target = u ^ class->class;
        if (target >= cap) {
            begin = end;
            continue;
        }
        uint64_t *lane = work->lanes + target * LANE_WORDS;
        WordVector sum[PARTS];
        copy(sum, lane, sizeof sum);
        for (; begin + 4 <= end; begin += 4)
            for (int p = 0; p < PARTS; p++)
                sum[p] |= (words_at(table + begin[0] + p * VECTOR) | words_at(table + begin[1] + p * VECTOR)) |
                          (words_at(table + begin[2] + p * VECTOR) | words_at(table + begin[3] + p * VECTOR));
        for (; begin < end; begin++)
            for (int p = 0; p < PARTS; p++)
                sum[p] |= words_at(table + *begin + p * VECTOR);
        copy(lane, sum, sizeof sum);
    }
}

/* Where each of these sources begins in a window of so many words and one more. */
static void find_begins(const Group *sources, int64_t window, int64_t *begins)
{
    for (int64_t i = 0; i < sources->count; i++) {
        const int64_t bit = 64 * window - sources->offsets[i];
        begins[i] = (bit & 7) * 8 * (window + 1) + (bit >> 3);
    }
}

/* Adds to `lane` the LANES bits of the row from `bit` on. */
static void add_lanes(const uint64_t *row, int64_t bit, uint64_t *lane)
{
    const uint64_t *from = row + (bit >> 6);
    const unsigned down = bit & 63, up = 63 - down;
    for (int i = 0; i < LANE_WORDS; i++)
        lane[i] |= from[i] >> down | from[i + 1] << 1 << up;
}

/* What an open task adds to the lanes of its block: what the far and distant sources reach, or the middle ones. */
enum { FAR, MIDDLE };

/* Adds what all values reach to the lanes of the block, as far as no other thread does. Helpers begin with empty lanes. */
static void gather_block(Crew *crew, int64_t place, const Work *work, const Sources *sources, const Space *space,
                         int64_t base)
{
    bool first;
    for (int64_t piece; (piece = take_piece(crew, place, &first)) >= 0; piece_is_done(crew)) {
        const int64_t u = work->values[piece], begin = crew->start - base;
        const uint64_t *row = work->rows + u * work->row_words;
        if (first && place > 0)
            fill(work->lanes, 0, (size_t)(LANES * work->words) * 8);
        if (crew->size == MIDDLE) {
            shift_row(work, row + begin / 64 - MIDDLE_WORDS, MIDDLE_WORDS + 1);
            gather_lanes(work, &sources->middle, work->middle_begins, u, space->cap);
            continue;
        }
        shift_row(work, row + begin / 64 - work->window, work->window + 1);
        gather_lanes(work, &sources->far, work->far_begins, u, space->cap);
        for (int64_t i = 0; i < sources->distant_count; i++) {
            const int64_t target = u ^ sources->distant[i].class;
            if (target < space->cap)
                add_lanes(row, begin - sources->distant[i].offset, work->lanes + target * LANE_WORDS);
        }
    }
}

/* Opens the block from `begin` on to all threads, for the values of the heaps that have been entered. */
static void open_block(Crew *crew, const Work *work, const Space *space, int64_t begin, int64_t sources)
{
    int64_t count = 0;
    for (int64_t u = 0; u < space->width; u++)
        if (work->present[u] && (space->parity || space->odd[u]))
            work->values[count++] = u;
    open_task(crew, count, begin, sources);
}

/* Works on the open task until it is done, and adds what the others have gathered to the caller's lanes. */
static void gather_together(Crew *crew, int64_t threads, const Work *work, const Sources *sources, const Space *space,
                            int64_t base)
{
    const int64_t words = LANES * work->words;
    gather_block(crew, 0, work, sources, space, base);
    wait_for_task(crew);
    for (int64_t t = 1; t < threads; t++)
        if (crew->at[t] == crew->number)
            for (int64_t i = 0; i < words; i++)
                work->lanes[i] |= work->lanes[t * work->own + i];
}

/* From a row of lanes for each value to the values of each lane, 64 x 64 bits at a time. */
static void transpose(const Work *work)
{
    uint64_t square[64];
    for (int64_t w = 0; w < work->words; w++)
        for (int block = 0; block < LANE_WORDS; block++) {
            for (int v = 0; v < 64; v++)
                square[v] = work->lanes[(64 * w + v) * LANE_WORDS + block];
            uint64_t mask = 0xFFFFFFFF;
            for (int half = 32; half; half >>= 1, mask ^= mask << half)
                for (int group = 0; group < 64; group += 2 * half)
                    for (int v = group; v < group + half; v++) {
                        const uint64_t swap = (square[v] >> half ^ square[v + half]) & mask;
                        square[v + half] ^= swap;
                        square[v] ^= swap << half;
                    }
            for (int v = 0; v < 64; v++)
                work->reached[(64 * block + v) * work->words + w] = square[v];
        }
}

/* The value of a heap that reaches all values below the cap; the width if it does not fit. */
static int64_t beyond(const Value *values, int64_t n, const Moves *moves, const Sources *sources, const Space *space,
                      uint8_t *seen, uint8_t stamp)
{
    const int64_t common = (n & space->parity) ^ space->flip ^ 1;
    const Group *groups[] = {&sources->far, &sources->middle};
    for (int g = 0; g < 2; g++)
        for (int64_t i = 0, j = 0; i < groups[g]->classes_count; i++)
            for (; j < groups[g]->classes[i].end; j++)
                if (groups[g]->offsets[j] < n)
                    seen[values[n - groups[g]->offsets[j]] ^ groups[g]->classes[i].class] = stamp;
    for (int64_t i = 0; i < sources->distant_count; i++)
        if (sources->distant[i].offset < n)
            seen[values[n - sources->distant[i].offset] ^ sources->distant[i].class] = stamp;
    for (int64_t v = space->cap; v < space->width; v++)
        if (seen[v] != stamp &&
            (space->odd[v] == common || !split_has(values, n, moves, space->head, space->head_count, (Value)v)))
            return v;
    return space->width;
}

/* The values of heaps begin..end - 1, one after the other; returns where it stopped. */
static __attribute__((noinline)) int64_t finish(Value *values, int64_t begin, int64_t end, const Moves *moves,
                                                const Sources *sources, const Space *space, Work *work)
{
    /* Copies, which the marks cannot change. */
    const Source *near = sources->near;
    const int64_t *takes = moves->takes, takes_count = moves->takes_count, near_count = sources->near_count;
    const int64_t *splits = moves->splits, splits_count = moves->splits_count, words = work->words, cap = space->cap;
    const uint8_t *odd = space->odd;
    int64_t *fresh = work->fresh, fresh_count = work->fresh_count, n = begin;
    uint8_t *seen = work->seen, stamp = 0;
    fill(seen, 0, (size_t)space->width);
    for (; n < end; n++) {
        if (++stamp == 0) {
            fill(seen, 0, (size_t)space->width);
            stamp = 1;
        }
        uint64_t *reached = work->reached + (n - begin) * words;
        for (int64_t i = 0; i < near_count; i++)
            seen[values[n - near[i].offset] ^ near[i].class] = stamp;
        for (int64_t i = 0; i < fresh_count; i++)
            for (int64_t j = 0; j < splits_count; j++) {
                const int64_t rest = n - splits[j] - fresh[i];
                if (rest > 0)
                    seen[values[rest] ^ values[fresh[i]]] = stamp;
            }
        const int64_t common = (n & space->parity) ^ space->flip ^ 1;
        if (moves->unequal && common == 1) {
            /* A source may have marked 0, then a rare value, by a pair of equal heaps, which is no move here. */
            seen[0] = 0;
            reached[0] &= ~(uint64_t)1;
        }
        for (int64_t i = 0; i < takes_count; i++)
            seen[values[n - takes[i]]] = stamp;
        if (may_end(moves, n))
            seen[0] = stamp;
        int64_t value = -1;
        for (int64_t w = 0; value < 0 && w < words; w++)
            for (uint64_t free = ~reached[w]; free; free &= free - 1) {
                const int64_t v = 64 * w + first_bit(free);
                if (v >= cap)
                    break;
                if (seen[v] != stamp &&
                    (odd[v] == common || !split_has(values, n, moves, space->head, space->head_count, (Value)v))) {
                    value = v;
                    break;
                }
            }
        if (value < 0)
            value = beyond(values, n, moves, sources, space, seen, stamp);
        if (value == space->width)
            break;
        values[n] = (Value)value;
        if (odd[value] != common)
            fresh[fresh_count++] = n;
    }
    work->fresh_count = fresh_count;
    return n;
}

/* Puts heap n into the row of its value. Bit 0 of the rows is heap `base`. A row that is not present has no contents. */
static void enter(Work *work, const Value *values, int64_t n, int64_t base)
{
    uint64_t *row = work->rows + values[n] * work->row_words;
    if (!work->present[values[n]]) {
        fill(row, 0, (size_t)work->row_words * 8);
        work->present[values[n]] = 1;
    }
    row[(n - base) >> 6] |= (uint64_t)1 << ((n - base) & 63);
}

static bool are_sources(const Source *sources, int64_t count, int64_t least, int64_t below, int64_t width)
{
    for (int64_t i = 0; i < count; i++)
        if (sources[i].offset < least || sources[i].offset >= below || sources[i].class < 0 || sources[i].class >= width)
            return false;
    return true;
}

static bool is_group(const Group *group, int64_t least, int64_t below, int64_t width)
{
    int64_t before = 0;
    for (int64_t i = 0; i < group->classes_count; i++) {
        if (group->classes[i].class < 0 || group->classes[i].class >= width || group->classes[i].end < before)
            return false;
        before = group->classes[i].end;
    }
    for (int64_t i = 0; i < group->count; i++)
        if (group->offsets[i] < least || group->offsets[i] >= below)
            return false;
    return before == group->count;
}

/* Fills values[start..stop - 1], start beyond twice the head; returns where it stopped: at `stop`, at a heap whose value
   does not fit the width (a power of two), at the end of the rows, or when many new rare heaps should become sources.
   found[0] becomes the number of these. The room has so many words, with a window of (largest of far + LANES) / 64 words,
   or MIDDLE_WORDS if that is more, and sets of cap / 64 words, both rounded up:

       threads (LANES sets + 8 (window + 1)) + LANES sets + width row_words + far_count + middle_count + MANY + LANES
       + 5 width / 4.

   Helpers call it at the same time with the same arguments, but for their place (from 1 on), and get 0. */
EXPORT int64_t VALUE_NAME(heaps_sparse)(Value *values, int64_t count, int64_t start, int64_t stop, const int64_t *takes,
                                        int64_t takes_count, const uint8_t *ends, int64_t ends_count,
                                        const int64_t *splits, int64_t splits_count, int64_t unequal,
                                        const int64_t *far, int64_t far_count, const int64_t *classes,
                                        int64_t classes_numbers, const int64_t *middle, int64_t middle_count,
                                        const int64_t *middle_classes, int64_t middle_numbers, const int64_t *near,
                                        int64_t near_numbers,
                                        const int64_t *distant, int64_t distant_numbers, const uint8_t *odd,
                                        int64_t width, int64_t parity, int64_t flip, int64_t cap, const Value *head,
                                        int64_t head_count, int64_t row_words, uint64_t *room, int64_t room_bytes,
                                        int64_t *found, int64_t one, int64_t *crew_fields, int64_t crew_count,
                                        int64_t place)
{
    const Moves moves = {takes, takes_count, ends, ends_count, splits, splits_count, unequal != 0};
    const Sources sources = {{far, far_count, (const Class *)classes, classes_numbers / 2},
                             {middle, middle_count, (const Class *)middle_classes, middle_numbers / 2},
                             (const Source *)near, near_numbers / 2, (const Source *)distant, distant_numbers / 2};
    const Space space = {odd, width, parity, flip, cap, head, head_count};
    Crew *crew = (Crew *)crew_fields;
    const int64_t threads = crew_count - CREW_FIELDS, least = threads > 1 ? 2 * LANES : LANES;
    const int64_t longest = greater(largest_of(splits, splits_count), largest_of(takes, takes_count));
    const int64_t sets = (cap + 63) / 64, window = greater((largest_of(far, far_count) + LANES + 63) / 64, MIDDLE_WORDS);
    CHECK(0 < threads && threads <= CREW_MOST && 0 <= place && place < threads);
    CHECK(stop <= count && start >= 2 * head_count + longest && start >= longest + least && is_power_of_two(width));
    CHECK(width >= 8 && 0 < cap && cap <= width && one == 1 && are_moves(&moves));
    CHECK(is_group(&sources.far, least, INT64_MAX, width) && is_group(&sources.middle, LANES, least, width));
    CHECK(are_sources(sources.near, sources.near_count, 1, LANES, width));
    CHECK(are_sources(sources.distant, sources.distant_count, least, INT64_MAX, width));
    const int64_t own = LANES * sets + 8 * (window + 1);
    CHECK(room_bytes / 8 >= threads * own + LANES * sets + width * row_words + far_count + middle_count + MANY +
                                LANES + width / 4 + width);
    int64_t whole = LANES;
    for (int64_t i = 0; i < sources.distant_count; i++)
        whole = greater(whole, sources.distant[i].offset + LANES);
    const int64_t before = greater(window, (whole + 63) / 64), base = start - 64 * before;
    CHECK(row_words > before + LANE_WORDS);

    Work work = {.lanes = room + place * own, .own = own, .row_words = row_words, .window = window, .words = sets};
    work.shifted = work.lanes + LANES * sets;
    work.reached = room + threads * own;
    work.rows = work.reached + LANES * sets;
    work.far_begins = (int64_t *)(work.rows + width * row_words);
    work.middle_begins = work.far_begins + far_count;
    work.values = work.middle_begins + middle_count;
    work.fresh = work.values + width;
    work.seen = (uint8_t *)(work.fresh + MANY + LANES);
    work.present = work.seen + width;
    if (place > 0) {
        while (wait_for_piece(crew))
            gather_block(crew, place, &work, &sources, &space, base);
        return 0;
    }
    fill(work.present, 0, (size_t)width);
    for (int64_t n = greater(base, 1); n < start; n++)
        enter(&work, values, n, base);
    find_begins(&sources.far, window, work.far_begins);
    find_begins(&sources.middle, MIDDLE_WORDS, work.middle_begins);
    int64_t begin = start, entered = start;
    if (start < stop)
        open_block(crew, &work, &space, begin, FAR);
    while (begin < stop && work.fresh_count < MANY && (begin - base) / 64 + LANE_WORDS < row_words) {
        fill(work.lanes, 0, (size_t)(LANES * sets) * 8);
        gather_together(crew, threads, &work, &sources, &space, base);
        for (; entered < begin; entered++)
            enter(&work, values, entered, base);
        if (middle_count > 0) {
            open_block(crew, &work, &space, begin, MIDDLE);
            gather_together(crew, threads, &work, &sources, &space, base);
        }
        transpose(&work);
        const int64_t end = lesser(stop, begin + LANES);
        const int64_t next = begin + LANES; /* its sources need no heap from begin on */
        if (threads > 1 && next < stop && (next - base) / 64 + LANE_WORDS < row_words)
            open_block(crew, &work, &space, next, FAR);
        const int64_t reached = finish(values, begin, end, &moves, &sources, &space, &work);
        begin = reached;
        if (reached < end)
            break;
        if (threads == 1) {
            for (; entered < begin; entered++)
                enter(&work, values, entered, base);
            open_block(crew, &work, &space, begin, FAR);
        }
    }
    close_crew(crew);
    found[0] = work.fresh_count;
    return begin;
}
