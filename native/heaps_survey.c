/* What is to be known of the values so far before heaps_sparse or heaps_scatter goes on from them: the sparse space in
   which the newest heaps have the fewest rare ones, these rare heaps, and the sources in the order in which
   heaps_sparse reads them. */
#include "heaps.h"

/* How many of the newest values vote for a mask, the first heaps that decide among equal masks, and the newest heaps
   whose values are counted. */
enum { WINDOW = 4096, EARLY = 1 << 16, RECENT = 1 << 16 };

/* The Walsh-Hadamard transform: the sum over v of row[v] (-1)^popcount(v & m), for each m. */
static void walsh(int64_t *row, int64_t size)
{
    for (int64_t half = 1; half < size; half *= 2)
        for (int64_t group = 0; group < size; group += 2 * half)
            for (int64_t v = group; v < group + half; v++) {
                const int64_t a = row[v], b = row[v + half];
                row[v] = a + b;
                row[v + half] = a - b;
            }
}

/* Rare less common heaps among begin..end - 1, for each mask. `flip` is -1 for masks without the parity of the heap;
   then mask 0 calls every heap rare. */
static void excess(const Value *values, int64_t begin, int64_t end, int64_t flip, int64_t *row, int64_t size)
{
    fill(row, 0, (size_t)size * 8);
    for (int64_t n = begin; n < end; n++)
        row[values[n]] += flip < 0 ? 1 : 1 - 2 * ((n + flip) & 1);
    walsh(row, size);
    if (flip < 0)
        row[0] = end - begin;
}

typedef struct {
    int64_t excess, mask;
} Vote;

/* The mask with the least excess of rare heaps among the newest, and if several have it, among the first. */
static Vote vote(const Value *values, int64_t count, int64_t flip, int64_t *late, int64_t *early, int64_t size)
{
    excess(values, greater(count - WINDOW, 0), count, flip, late, size);
    excess(values, 0, lesser(count, EARLY), flip, early, size);
    Vote best = {late[0], 0};
    for (int64_t m = 1; m < size; m++)
        if (late[m] < best.excess || (late[m] == best.excess && early[m] < early[best.mask]))
            best = (Vote){late[m], m};
    return best;
}

/* Surveys the values. For a mask m, the common less the rare heaps of a window are minus the sum of
   (-1)^popcount(v & m), which one transform of the frequencies of the values gives for every m. With the parity of the
   heap as one more bit it is the transform of the frequencies weighted by (-1)^n. That needs splitting takes of one
   parity, and the flip that makes a split of rare with common common: this parity, `flip`; -1 if they have both.

   Writes found = {mask, parity, flip, the largest value, how many values occur among the newest heaps}. Returns the
   power of two above all values, and has done nothing more if `sums` has no room for twice as many. */
EXPORT int64_t VALUE_NAME(heaps_survey)(const Value *values, int64_t count, int64_t flip, int64_t *sums, int64_t room,
                                        int64_t *found, int64_t five)
{
    CHECK(count > 0 && five == 5 && -1 <= flip && flip <= 1);
    Value largest = 0;
    for (int64_t n = 0; n < count; n++)
        largest = values[n] > largest ? values[n] : largest;
    int64_t size = 1;
    while (size <= (int64_t)largest)
        size *= 2;
    if (room < 2 * size)
        return size;
    int64_t inhabited = 0;
    fill(sums, 0, (size_t)size * 8);
    for (int64_t n = greater(count - RECENT, 0); n < count; n++)
        inhabited += sums[values[n]]++ == 0;
    const Vote plain = vote(values, count, -1, sums, sums + size, size);
    Vote best = plain;
    if (flip >= 0) {
        /* A mask without the parity is preferred when both are equally good: it needs half the work. */
        const Vote other = vote(values, count, flip, sums, sums + size, size);
        best = other.excess < plain.excess ? other : plain;
        found[1] = other.excess < plain.excess;
    } else
        found[1] = 0;
    found[0] = best.mask;
    found[2] = found[1] && flip;
    found[3] = (int64_t)largest;
    found[4] = inhabited;
    return size;
}

/* Lists the rare heaps begin..end - 1, as far as there is room, and returns how many there are: heap n of value v with
   odd[v] ^ (n & parity) = flip. */
EXPORT int64_t VALUE_NAME(heaps_rare)(const Value *values, int64_t count, int64_t begin, int64_t end,
                                      const uint8_t *odd, int64_t width, int64_t parity, int64_t flip, int64_t *rares,
                                      int64_t room)
{
    CHECK(0 <= begin && end <= count);
    int64_t there = 0;
    for (int64_t n = begin; n < end; n++) {
        CHECK((int64_t)values[n] < width);
        if ((odd[values[n]] ^ (n & parity)) == flip) {
            if (there < room)
                rares[there] = n;
            there++;
        }
    }
    return there;
}

/* Writes g(count - 1), …, g(0). */
EXPORT int64_t VALUE_NAME(heaps_backwards)(const Value *values, int64_t count, Value *row, int64_t row_count)
{
    CHECK(count == row_count);
    for (int64_t n = 0; n < count; n++)
        row[count - 1 - n] = values[n];
    return count;
}

typedef struct {
    int64_t offset, class;
} Source;

typedef struct {
    int64_t class, end;
} Class;

static bool before(Source a, Source b) { return a.offset < b.offset || (a.offset == b.offset && a.class < b.class); }

/* Merges runs of `length` sources each, until all are one run in `from`. */
static void merge(Source *from, Source *to, int64_t count, int64_t length)
{
    for (; length < count; length *= 2) {
        for (int64_t start = 0; start < count; start += 2 * length) {
            const int64_t middle = lesser(start + length, count), end = lesser(start + 2 * length, count);
            int64_t a = start, b = middle;
            for (int64_t i = start; i < end; i++)
                to[i] = b == end || (a < middle && !before(from[b], from[a])) ? from[a++] : from[b++];
        }
        copy(from, to, (size_t)count * sizeof *from);
    }
}

/* Makes of heaps (ascending) and splitting takes the sources that heaps_sparse reads: all pairs of k + p and g(p), each
   once. Those with an offset below `reach` are near, those beyond the `cut` distant; the others go to `far`, in order
   of the sizes of their classes: the processor then foresees the ends of the short loops.

   `sources` has room for two numbers for each pair, and as many once more; the sources stay in its first half,
   ascending. `sizes` has a number for each value. Writes found = {near, near and far, all sources, classes}. */
EXPORT int64_t VALUE_NAME(heaps_sources)(const Value *values, int64_t count, const int64_t *heaps, int64_t heaps_count,
                                         const int64_t *splits, int64_t splits_count, int64_t reach, int64_t cut,
                                         int64_t *sources, int64_t sources_numbers, int64_t *sizes, int64_t width,
                                         int64_t *far, int64_t far_room, int64_t *classes, int64_t classes_numbers,
                                         int64_t *found, int64_t four)
{
    const int64_t all = heaps_count * splits_count;
    CHECK(ascending(heaps, heaps_count, 0) && ascending(splits, splits_count, 0) && four == 4);
    CHECK(heaps_count == 0 || heaps[heaps_count - 1] < count);
    CHECK(sources_numbers == 4 * all && far_room >= all && classes_numbers == 2 * width);
    Source *source = (Source *)sources;
    for (int64_t j = 0; j < splits_count; j++)
        for (int64_t i = 0; i < heaps_count; i++)
            source[j * heaps_count + i] = (Source){heaps[i] + splits[j], (int64_t)values[heaps[i]]};
    if (all) // else the arrays may have no address to add to
        merge(source, source + all, all, heaps_count);
    int64_t once = 0;
    for (int64_t i = 0; i < all; i++)
        if (i == 0 || before(source[once - 1], source[i]))
            source[once++] = source[i];
    int64_t begin = 0, end = once;
    while (begin < once && source[begin].offset < reach)
        begin++;
    while (end > begin && source[end - 1].offset > cut)
        end--;
    fill(sizes, 0, (size_t)width * 8);
    Class *class = (Class *)classes;
    int64_t classes_count = 0;
    for (int64_t i = begin; i < end; i++) {
        CHECK(source[i].class < width);
        sizes[source[i].class]++;
    }
    for (int64_t v = 0; v < width; v++)
        if (sizes[v]) {
            int64_t at = classes_count++;
            for (; at > 0 && class[at - 1].end > sizes[v]; at--)
                class[at] = class[at - 1];
            class[at] = (Class){v, sizes[v]};
        }
    int64_t next = 0;
    for (int64_t i = 0; i < classes_count; i++) {
        const int64_t size = class[i].end;
        sizes[class[i].class] = next;
        next += size;
        class[i].end = next;
    }
    for (int64_t i = begin; i < end; i++)
        far[sizes[source[i].class]++] = source[i].offset;
    found[0] = begin;
    found[1] = end;
    found[2] = once;
    found[3] = classes_count;
    return once;
}
