/* The P-positions of Chomp among all bars inside a bar. */
#include "chomp.h"

/* Goes through the bars from number `start` on. A bar that is not marked in `won` is a P-position, and all bars from
   which a bite leads to it are marked. Stops after about `budget` marks or at the end, and returns the number of the
   first bar that it did not look at. `scratch`: two numbers for every row.

   A bite at column j shortens rows of more than j squares to j. So the bars to mark are found, for each run of rows of
   equal length j, by every way to lengthen these rows, each at most as long as the one above. */
EXPORT int64_t NAME(chomp_wins)(uint8_t *won, int64_t count, const int64_t *weights, int64_t all_weights,
                                const int64_t *rows, int64_t height, int64_t start, int64_t budget, int64_t *scratch,
                                int64_t room)
{
    CHECK(height > 0 && all_weights == height * (rows[0] + 1) && room >= 2 * height);
    const Lattice in = lattice_of(weights, rows, height);
    int64_t *bar = scratch, *longer = scratch + height;
    for (int64_t number = start > 1 ? start : 1; number < count; number++) {
        if (won[number])
            continue;
        if (budget <= 0)
            return number;
        place(&in, number, bar);
        for (int64_t first = 0, last; first < height; first = last + 1) {
            int64_t length = bar[first], most = first ? bar[first - 1] : in.longest;
            last = first;
            while (last + 1 < height && bar[last + 1] == length)
                last++;
            for (int64_t i = first; i <= last; i++)
                longer[i] = length;
            for (int64_t target = number;;) {
                /* The lowest row of the run that may grow grows by one, and the rows below it return to their first
                   length. */
                int64_t i = last;
                while (i >= first && longer[i] == lesser(rows[i], i > first ? longer[i - 1] : most)) {
                    target -= weight(&in, i, longer[i]) - weight(&in, i, length);
                    longer[i--] = length;
                }
                if (i < first)
                    break;
                target += weight(&in, i, longer[i] + 1) - weight(&in, i, longer[i]);
                longer[i]++;
                won[target] = 1;
                budget--;
            }
        }
    }
    return count;
}
