/* The values of Chomp on all bars inside a bar, by the mex over the bites. */
#include "chomp.h"

/* Writes the values of bars start..stop - 1 into `table`, which contains those before. `seen` (zeros at first, a place
   for every value) holds the number of the last bar that has an option of this value. `scratch`: (longest row + 4)
   numbers for every row, and one line more.

   Take the bites of column j at the rows i..m - 1 that reach it. The numbers of the bars that they leave differ by the
   weights of these rows only, so each follows from another by one addition. */
EXPORT int64_t VALUE_NAME(chomp_values)(Value *table, int64_t count, const int64_t *weights, int64_t all_weights,
                                        const int64_t *rows, int64_t height, int64_t start, int64_t stop,
                                        int64_t *seen, int64_t width, int64_t *scratch, int64_t room)
{
    CHECK(height > 0 && all_weights == height * (rows[0] + 1) && start >= 1 && stop <= count && width > 0);
    CHECK(room >= height + (rows[0] + 2) * (height + 1));
    const Lattice in = lattice_of(weights, rows, height);
    int64_t *bar = scratch, *before = bar + height; /* before[i]: what rows 0..i - 1 of the bar add */
    int64_t *along = before + height + 1; /* along[j][i]: what rows 0..i - 1, all of length j, add */
    for (int64_t j = 0; j <= in.longest; j++) {
        int64_t *line = along + j * (height + 1);
        line[0] = 0;
        for (int64_t i = 0; i < height; i++)
            line[i + 1] = line[i] + (j <= rows[i] ? weight(&in, i, j) : 0);
    }
    place(&in, start, bar);
    before[0] = 0;
    for (int64_t number = start; number < stop; number++) {
        for (int64_t i = 0; i < height; i++)
            before[i + 1] = before[i] + weight(&in, i, bar[i]);
        int64_t below = height; /* rows that reach column j */
        for (int64_t j = 0; j < bar[0]; j++) {
            while (bar[below - 1] <= j)
                below--;
            const int64_t *line = along + j * (height + 1);
            int64_t rest = number - before[below] + line[below];
            for (int64_t i = j == 0; i < below; i++)
                seen[table[rest + before[i] - line[i]]] = number;
        }
        int64_t value = 0;
        while (value < width && seen[value] == number)
            value++;
        CHECK(value < width);
        table[number] = (Value)value;
        /* The next bar: the lowest row that may grow grows by one, and the rows below it become empty. */
        int64_t i = height - 1;
        while (i >= 0 && bar[i] == lesser(rows[i], i ? bar[i - 1] : in.longest))
            bar[i--] = 0;
        if (i >= 0)
            bar[i]++;
    }
    return SPRAGUE_DONE;
}
