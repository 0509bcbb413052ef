/* Values of codes that split into two heaps and have a sparse space with many rare heaps.

   A common value comes only from a rare heap with a common one (see heaps_sparse.c), so the rare heaps, each with its
   partner, mark every common value that is reached. Some near common heaps among these sources mark most of the rare
   values; the few that are left below the mex are searched for among all pairs.

   The rows of heaps_sparse serve 512 heaps at once, but for every value; this is the faster way where rare heaps or
   values are many, and a new rare heap is a source at once. Threads share the sources. */
#include "crew.h"
#include "heaps_pairs.h"

/* Heaps that go through the sources together: a source and its value are loaded once for all of them. Fewer sources than
   WORTH are not shared among threads. */
enum { TOGETHER = 4, WORTH = 1024 };

/* Sources are rare heaps and some common ones, ascending, with their values as classes. */
typedef struct {
    const int64_t *heaps;
    const Value *classes;
    const int64_t *count; /* it grows while no task is open */
} Sources;

/* Marks what heaps n..n + TOGETHER - 1 reach through the sources from `first` on up to `last`, in a row for each. */
static void mark_all(const Value *values, int64_t n, const Moves *moves, const Sources *sources, int64_t first,
                     int64_t last, uint8_t *seen, int64_t width)
{
    for (int64_t j = 0; j < moves->splits_count; j++) {
        const int64_t m = n - moves->splits[j];
        int64_t end = last;
        while (end > first && sources->heaps[end - 1] >= m) /* their partners are smaller than TOGETHER */
            end--;
        for (int64_t i = first; i < end; i++) {
            const Value *rest = values + m - sources->heaps[i];
            const Value class = sources->classes[i];
            for (int b = 0; b < TOGETHER; b++)
                seen[b * width + (Value)(rest[b] ^ class)] = 1;
        }
    }
}

/* Takes pieces of the open task, which is mark_all for the heaps from its start on. */
static void mark_pieces(Crew *crew, int64_t place, const Value *values, const Moves *moves, const Sources *sources,
                        uint8_t *seen, int64_t width)
{
    bool first;
    for (int64_t piece; (piece = take_piece(crew, place, &first)) >= 0; piece_is_done(crew)) {
        if (first)
            fill(seen, 0, (size_t)(TOGETHER * width));
        const int64_t count = *sources->count;
        const int64_t from = count * piece / crew->pieces, to = count * (piece + 1) / crew->pieces;
        mark_all(values, crew->start, moves, sources, from, to, seen, width);
    }
}

/* The same by all threads; the caller has what they marked. */
static void mark_together(Crew *crew, int64_t threads, const Value *values, int64_t n, const Moves *moves,
                          const Sources *sources, uint8_t *seen, int64_t width)
{
    const int64_t bytes = TOGETHER * width;
    open_task(crew, 2 * threads, n);
    mark_pieces(crew, 0, values, moves, sources, seen, width);
    wait_for_task(crew);
    if (crew->at[0] != crew->number)
        fill(seen, 0, (size_t)bytes);
    for (int64_t t = 1; t < threads; t++)
        if (crew->at[t] == crew->number)
            for (int64_t i = 0; i < bytes; i++)
                seen[i] |= seen[t * bytes + i];
}

/* Fills values[start..stop - 1], start beyond twice the head; returns where it stopped: at `stop`, at a heap whose value
   does not fit the width (a power of two), or when there is no room for more sources.

   sources[0..known[0] - 1], ascending, are the rare heaps >= TOGETHER and some common ones, classes their values; new
   rare heaps are added behind them. Heap n of value v is common iff odd[v] ^ (n & parity) ^ flip = 1. `seen`: TOGETHER
   rows of so many bytes for each thread.

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
    CHECK(stop <= count && start >= 2 * head_count + longest && start > longest + 2 * TOGETHER);
    CHECK(is_power_of_two(width) && room == threads * TOGETHER * width && one == 1 && are_moves(&moves));
    CHECK(classes_room == sources_room);
    const Sources all = {sources, classes, known};
    if (place > 0) {
        while (wait_for_piece(crew))
            mark_pieces(crew, place, values, &moves, &all, seen + place * TOGETHER * width, width);
        return 0;
    }
    CHECK(0 <= known[0] && known[0] <= sources_room);
    int64_t n = start;
    for (; n < stop && known[0] + TOGETHER <= sources_room; n += TOGETHER) {
        if (threads > 1 && known[0] >= WORTH)
            mark_together(crew, threads, values, n, &moves, &all, seen, width);
        else {
            fill(seen, 0, (size_t)(TOGETHER * width));
            mark_all(values, n, &moves, &all, 0, known[0], seen, width);
        }
        for (int64_t i = 0; i < lesser(TOGETHER, stop - n); i++) {
            const int64_t heap = n + i;
            uint8_t *row = seen + i * width;
            for (int64_t j = 0; j < splits_count; j++)
                for (int a = 1; a < TOGETHER; a++)
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
