/* Values of take-and-break games for the checker of period certificates, by plain loops that no engine shares.

   Taking k tokens from a heap of n may end the heap (k = n and ends[k]), leave one heap (k is one of `takes`), or two (k
   is one of `splits`; they must differ if `unequal`). */
#include "sprague.h"

typedef struct {
    uint16_t *values;
    const int64_t *takes, *splits;
    int64_t take_count, split_count, end_count;
    const uint8_t *ends;
    bool unequal;
    int64_t *stamp; /* stamp[v] is the last heap from which a move to the value v is known */
} Game;

/* The number of ways to split m into two heaps, the smaller one first. */
static inline int64_t pairs_of(const Game *game, int64_t m) { return (game->unequal ? m - 1 : m) / 2; }

static inline void stamp_single_heaps(const Game *game, int64_t n)
{
    if (n < game->end_count && game->ends[n])
        game->stamp[0] = n;
    for (int64_t i = 0; i < game->take_count; i++)
        if (game->takes[i] < n)
            game->stamp[game->values[n - game->takes[i]]] = n;
}

/* Every move leaves smaller heaps, and values are below `room`, a power of 2: so are their nim-sums. */
static bool sound(const Game *game, int64_t start, int64_t stop, int64_t count, int64_t room)
{
    for (int64_t i = 0; i < game->take_count; i++)
        if (game->takes[i] < 1)
            return false;
    for (int64_t i = 0; i < game->split_count; i++)
        if (game->splits[i] < 0)
            return false;
    return 1 <= start && stop <= count && 0 < room && room <= 1 << 16 && !(room & (room - 1));
}

/* Computes the values of the heaps from `start` to `stop` from the definition, the mex over all options. The stamps are
   0 at first. Returns `stop`, or a heap whose value has no room there. */
EXPORT int64_t NAME(period_by_definition)(uint16_t *values, int64_t count, int64_t start, int64_t stop,
                                          const int64_t *takes, int64_t take_count, const uint8_t *ends,
                                          int64_t end_count, const int64_t *splits, int64_t split_count,
                                          int64_t unequal, int64_t *stamp, int64_t room)
{
    const Game game = {values, takes, splits, take_count, split_count, end_count, ends, unequal != 0, stamp};
    CHECK(sound(&game, start, stop, count, room));
    for (int64_t n = start; n < stop; n++) {
        stamp_single_heaps(&game, n);
        for (int64_t i = 0; i < split_count; i++) {
            const int64_t m = n - splits[i], pairs = pairs_of(&game, m);
            for (int64_t a = 1; a <= pairs; a++)
                stamp[values[a] ^ values[m - a]] = n;
        }
        int64_t v = 0;
        while (v < room && stamp[v] == n)
            v++;
        if (v == room)
            return n;
        values[n] = (uint16_t)v;
    }
    return stop;
}

/* Does the same from the rare heaps, which are given in ascending order. A heap n of value v is rare if odd[v] + parity n
   + flip is even, else common; odd[v] is popcount(v & mask) modulo 2. If flip is parity k modulo 2 for every k that
   splits, then two common heaps never make the value of a common heap, as popcounts of nim-sums add modulo 2. So single
   heaps and splits with a rare heap determine the least common value that is not reached. The rare values below it are
   looked for among all splits.

   Returns `stop`, or the first heap for which being rare and being among `rares` disagree. */
EXPORT int64_t NAME(period_from_rares)(uint16_t *values, int64_t count, int64_t start, int64_t stop,
                                       const int64_t *takes, int64_t take_count, const uint8_t *ends,
                                       int64_t end_count, const int64_t *splits, int64_t split_count, int64_t unequal,
                                       const uint8_t *odd, int64_t odd_count, int64_t parity, int64_t flip,
                                       const int64_t *rares, int64_t rare_count, int64_t *stamp, int64_t room)
{
    const Game game = {values, takes, splits, take_count, split_count, end_count, ends, unequal != 0, stamp};
    CHECK(sound(&game, start, stop, count, room) && odd_count == room);
    int64_t place = 0; /* so many rare heaps are below n */
    while (place < rare_count && rares[place] < start)
        place++;
    for (int64_t n = start; n < stop; n++) {
        stamp_single_heaps(&game, n);
        for (int64_t i = 0; i < split_count; i++) {
            const int64_t m = n - splits[i];
            for (int64_t p = 0; p < place; p++) {
                const int64_t r = rares[p];
                if (0 < r && r < m && !(unequal && 2 * r == m))
                    stamp[values[r] ^ values[m - r]] = n;
            }
        }
        const int common = 1 ^ (int)flip ^ ((int)parity & (int)(n & 1));
        int64_t v = 0, open = 0; /* open: values below v, all rare, to which no move is known */
        while (v < room && (stamp[v] == n || odd[v] != common))
            open += stamp[v++] != n;
        if (v == room)
            return n;
        for (int64_t i = 0; i < split_count && open; i++) {
            const int64_t m = n - splits[i], pairs = pairs_of(&game, m);
            for (int64_t a = 1; a <= pairs && open; a++) {
                const int64_t x = values[a] ^ values[m - a];
                if (stamp[x] != n) {
                    stamp[x] = n;
                    open -= x < v;
                }
            }
        }
        if (open)
            for (v = 0; stamp[v] == n; v++)
                ;
        values[n] = (uint16_t)v;
        const bool listed = place < rare_count && rares[place] == n;
        if (listed != (odd[v] != common))
            return n;
        place += listed;
    }
    return stop;
}
