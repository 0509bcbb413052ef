/* Values of codes that split into two heaps and have a sparse space with many rare heaps.

   A common value comes only from a rare heap with a common one (see heaps_sparse.c), so the rare heaps, each with its
   partner, mark every common value that is reached. Some near common heaps among these sources mark most of the rare
   values; the few that are left below the mex are searched for among all pairs.

   The rows of heaps_sparse serve 512 heaps at once, but for every value; this is the faster way where rare heaps or
   values are many, and a new rare heap is a source at once. Threads share the sources. */
#include "crew.h"
#include "heaps_pairs.h"

/* Heaps of a group go through the sources together: a source and its value are loaded once for all of them. The groups of
   a block are shared by the threads, unless the sources are fewer than WORTH. Sources are at least LEAST, so that marking
   a block needs no value of the block before: helpers mark the next one while the caller takes the heaps of this one by
   one. */
enum { GROUP = 8, GROUPS = 8, TOGETHER = GROUP * GROUPS, LEAST = 2 * TOGETHER, WORTH = 1024 };

/* Sources are rare heaps and some common ones, ascending, with their values as classes. */
typedef struct {
    const int64_t *heaps;
    const Value *classes;
} Sources;

/* Values in a word, and the word with 1 in the place of each. */
enum { IN_WORD = 64 / VALUE_BITS };
#define ONES (~(uint64_t)0 / (Value)-1)

/* The rows of the i-th heap and of those after it: the heaps of two blocks have rows. */
static inline uint8_t *rows_of(uint8_t *seen, int64_t i, int64_t width) { return seen + i % (2 * TOGETHER) * width; }

/* Marks what heaps n..n + GROUP - 1 reach through the first sources, so many, in a row for each. */
static void mark_group(const Value *values, int64_t n, const Moves *moves, const Sources *sources, int64_t count,
                       uint8_t *seen, int64_t width)
{
    /* Copies, which the marks cannot change. */
    const int64_t *heaps = sources->heaps, splits_count = moves->splits_count;
    const Value *classes = sources->classes;
    fill(seen, 0, (size_t)(GROUP * width));
    for (int64_t j = 0; j < splits_count; j++) {
        const int64_t m = n - moves->splits[j];
        int64_t end = count;
        while (end > 0 && heaps[end - 1] >= m) /* their partners are smaller than LEAST */
            end--;
        for (int64_t i = 0; i < end; i++)
            for (int b = 0; b < GROUP; b += IN_WORD) {
                uint64_t reached;
                copy(&reached, values + m - heaps[i] + b, sizeof reached);
                reached ^= classes[i] * ONES;
                for (int z = 0; z < IN_WORD; z++)
                    seen[(b + z) * width + (Value)(reached >> z * VALUE_BITS)] = 1;
            }
    }
}

/* Takes groups of the open task: the block of its start, by as many sources as its size says. */
static void mark_block(Crew *crew, int64_t place, const Value *values, int64_t start, const Moves *moves,
                       const Sources *sources, uint8_t *seen, int64_t width)
{
    bool first;
    for (int64_t group; (group = take_piece(crew, place, &first)) >= 0; piece_is_done(crew)) {
        const int64_t n = crew->start + group * GROUP;
        mark_group(values, n, moves, sources, crew->size, rows_of(seen, n - start, width), width);
    }
}

/* Fills values[start..stop - 1], start beyond twice the head; returns where it stopped: at `stop`, at a heap whose value
   does not fit the width (a power of two), or when there is no room for more sources.

   sources[0..known[0] - 1], ascending, are the rare heaps >= LEAST and some common ones, classes their values; new rare
   heaps are added behind them. Heap n of value v is common iff odd[v] ^ (n & parity) ^ flip = 1. `seen`: 2 TOGETHER rows
   of so many bytes.

   Helpers call it at the same time with the same arguments, but for their place (from 1 on), and get 0. */
EXPORT int64_t VALUE_NAME(heaps_scatter)(Value *values, int64_t count, int64_t start, int64_t stop,
                                         const int64_t *takes, int64_t takes_count, const uint8_t *ends,
                                         int64_t ends_count, const int64_t *splits, int64_t splits_count,
                                         int64_t unequal, const uint8_t *odd, int64_t width, int64_t parity,
                                         int64_t flip, const Value *head, int64_t head_count, int64_t *sources,
                                         int64_t sources_room, Value *classes, int64_t classes_room, int64_t *known,
                                         int64_t one, uint8_t *seen, int64_t room, int64_t *crew_fields,
                                         int64_t crew_count, int64_t place)
{
    const Moves moves = {takes, takes_count, ends, ends_count, splits, splits_count, unequal != 0};
    const int64_t longest = greater(largest_of(splits, splits_count), largest_of(takes, takes_count));
    Crew *crew = (Crew *)crew_fields;
    const int64_t threads = crew_count - CREW_FIELDS;
    CHECK(0 < threads && threads <= CREW_MOST && 0 <= place && place < threads);
    CHECK(stop <= count && start >= 2 * head_count + longest && start > longest + LEAST + TOGETHER);
    CHECK(is_power_of_two(width) && room == 2 * TOGETHER * width && one == 1 && are_moves(&moves));
    CHECK(classes_room == sources_room);
    const Sources all = {sources, classes};
    if (place > 0) {
        while (wait_for_piece(crew))
            mark_block(crew, place, values, start, &moves, &all, seen, width);
        return 0;
    }
    CHECK(0 <= known[0] && known[0] <= sources_room);
    bool open = false;
    int64_t n = start;
    for (; n < stop && known[0] + TOGETHER <= sources_room; n += TOGETHER) {
        if (open) {
            mark_block(crew, 0, values, start, &moves, &all, seen, width);
            wait_for_task(crew);
        }
        const bool marked = open;
        open = threads > 1 && known[0] >= WORTH;
        if (open)
            open_task(crew, GROUPS, n + TOGETHER, known[0]);
        for (int64_t i = 0; i < lesser(TOGETHER, stop - n); i++) {
            const int64_t heap = n + i;
            uint8_t *row = rows_of(seen, heap - start, width);
            if (!marked && i % GROUP == 0)
                mark_group(values, heap, &moves, &all, known[0], row, width);
            for (int64_t j = 0; j < splits_count; j++)
                for (int a = 1; a < LEAST; a++)
                    row[values[a] ^ values[heap - splits[j] - a]] = 1;
            const int64_t common = (heap & parity) ^ flip ^ 1;
            if (moves.unequal && common == 1)
                row[0] = 0; /* then a rare value, and perhaps marked by equal heaps, which is no move here */
            for (int64_t j = 0; j < takes_count; j++)
                row[values[heap - takes[j]]] = 1;
            if (may_end(&moves, heap))
                row[0] = 1;
            int64_t value = 0;
            while (value < width && (row[value] || (odd[value] != common &&
                                                    split_has(values, heap, &moves, head, head_count, (Value)value))))
                value++;
            if (value == width) {
                close_crew(crew);
                return heap;
            }
            values[heap] = (Value)value;
            if (odd[value] != common) {
                sources[known[0]] = heap;
                classes[known[0]++] = (Value)value;
            }
        }
    }
    close_crew(crew);
    return lesser(n, stop);
}
