/* The inner loops of the search for a misère quotient: see src/sprague/misereplay/growth.py and monoid.py. */
#include "sprague.h"

/* The outcomes of the elements of a monoid, each by its least word: 1 in `lost` for a P-position, 0 for an N-position, 2
   (as at first) for an element without a word.

   acts[item] holds every element times the item. times[row] holds every element times a word; the rows starts[item] …
   starts[item + 1] - 1 are the options of the item. A word is less than another if it has fewer of the last item in which
   they differ. So the options of a least word are less than it, and a factor of one is least too. `order` receives the
   elements by their least words, added[element] the last item of that word, and without[element] (elements by items, -1
   at first) the element that is left when one such item is taken from it. Returns how many elements have a word. */
EXPORT int64_t NAME(misere_outcomes)(const int32_t *acts, int64_t act_cells, const int32_t *times, int64_t time_cells,
                                     const int64_t *starts, int64_t start_count, uint8_t *lost, int64_t size,
                                     int32_t *order, int64_t order_count, int32_t *without, int64_t without_count,
                                     int32_t *added, int64_t added_count)
{
    const int64_t items = start_count - 1;
    CHECK(items >= 0 && size > 0 && act_cells == items * size && order_count == size && added_count == size);
    CHECK(without_count == items * size && time_cells == starts[items] * size);
    int64_t found = 0;
    order[found++] = 0;
    lost[0] = 0;
    for (int64_t item = 0; item < items; item++)
        for (int64_t place = 0; place < found; place++) {
            const int32_t before = order[place], here = acts[item * size + before];
            CHECK(0 <= here && here < size);
            if (lost[here] != 2)
                continue;
            int32_t *rest = without + here * items;
            for (int64_t i = 0; i < item; i++)
                if (without[before * items + i] >= 0)
                    rest[i] = acts[item * size + without[before * items + i]];
            rest[item] = before;
            added[here] = (int32_t)item;
            bool wins = false;
            for (int64_t i = 0; i <= item && !wins; i++)
                for (int64_t row = starts[i]; rest[i] >= 0 && row < starts[i + 1] && !wins; row++)
                    wins = lost[times[row * size + rest[i]]] == 1;
            lost[here] = !wins;
            order[found++] = here;
        }
    return found;
}

/* Splits the classes of a partition by the classes to which `act` leads. Writes the new ones, numbered as they come up,
   to `joined`, and returns their number. `slots` is a hash table of elements, at most half full, all -1 before and after;
   `taken` has a place for each element. */
EXPORT int64_t NAME(misere_refine)(const int64_t *classes, int64_t count, const int64_t *act, int64_t act_count,
                                   int64_t *joined, int64_t joined_count, int64_t *taken, int64_t taken_count,
                                   int64_t *slots, int64_t size)
{
    CHECK(act_count == count && joined_count == count && taken_count == count);
    CHECK(size >= 2 * count && size > 0 && !(size & (size - 1)));
    int64_t found = 0;
    for (int64_t x = 0; x < count; x++) {
        CHECK(0 <= act[x] && act[x] < count);
        const int64_t a = classes[x], b = classes[act[x]];
        int64_t slot = (int64_t)((uint64_t)a * 0x9E3779B1 + (uint64_t)b * 0x85EBCA6B) & (size - 1), y;
        while ((y = slots[slot]) >= 0 && (classes[y] != a || classes[act[y]] != b))
            slot = (slot + 1) & (size - 1);
        if (y < 0) {
            slots[slot] = x;
            taken[found] = slot;
            joined[x] = found++;
        } else
            joined[x] = joined[y];
    }
    for (int64_t i = 0; i < found; i++)
        slots[taken[i]] = -1;
    return found;
}

/* How far sums were extended: the next one, how many there are, and one that ought to have a winning move and has none. */
typedef struct {
    int64_t next, count, wrong;
} Extending;

enum { WRONG = SPRAGUE_WIDE + 1 };

/* Whether every q of the first set is in the second. */
static inline bool within(const uint8_t *set, const uint8_t *other, int64_t size)
{
    uint8_t outside = 0;
    for (int64_t q = 0; q < size; q++)
        outside |= set[q] & ~other[q];
    return !outside;
}

/* Goes on adding copies of an item h, of the element `element`, to sums X: elements[X] and deficits[X], the set D(X) as
   flags, for about `budget` steps. D(X + h) = {q : q h in D(X) and q x in `deficit`}. A sum is left out if D is empty, or
   within that of a known sum of the same element: `latest` (by element) and `after` (by sum) chain these. before[X] is
   the sum that was added to. Ends with WRONG where a sum ought to have a winning move and has none, and with SPRAGUE_FULL
   when there is no room for another sum. */
EXPORT int64_t NAME(misere_extend)(const int32_t *table, int64_t table_cells, int64_t element, const uint8_t *deficit,
                                   int64_t size, int32_t *elements, int64_t room, uint8_t *deficits, int64_t cells,
                                   int32_t *before, int64_t before_count, int32_t *after, int64_t after_count,
                                   int32_t *latest, int64_t latest_count, int64_t *extending, int64_t three,
                                   int64_t budget)
{
    CHECK(table_cells == size * size && 0 <= element && element < size && cells == room * size && latest_count == size);
    CHECK(before_count == room && after_count == room && three == 3);
    Extending *now = (Extending *)extending;
    CHECK(0 <= now->next && now->next <= now->count && now->count <= room);
    for (; now->next < now->count; now->next++) {
        if (budget <= 0)
            return SPRAGUE_OUT_OF_BUDGET;
        if (now->count == room)
            return SPRAGUE_FULL;
        const int64_t made = now->count;
        const int32_t x = elements[now->next], *times_x = table + x * size, *times_h = table + element * size;
        const int32_t target = times_x[element];
        const uint8_t *own = deficits + now->next * size;
        uint8_t *fresh = deficits + made * size, any = 0;
        for (int64_t q = 0; q < size; q++)
            any |= fresh[q] = own[times_h[q]] & deficit[times_x[q]];
        budget -= size;
        elements[made] = target;
        before[made] = (int32_t)now->next;
        if (fresh[0]) {
            now->wrong = made;
            now->count++;
            return WRONG;
        }
        bool known = !any;
        for (int64_t other = latest[target]; other >= 0 && !known; other = after[other], budget -= 10)
            known = within(fresh, deficits + other * size, size);
        if (known)
            continue;
        after[made] = latest[target];
        latest[target] = (int32_t)made;
        now->count++;
    }
    return SPRAGUE_DONE;
}
