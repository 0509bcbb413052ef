/* Bars of Chomp, and their numbers: see src/sprague/games/chomp/lattice.py.

   rows[i] is the length of row i of the bar that contains all others, longest first. weights has a line of rows[0] + 1
   numbers for each row: a row i of length n adds weights[i][n] to the number of a bar. */
#ifndef CHOMP_H
#define CHOMP_H

#include "sprague.h"

typedef struct {
    const int64_t *weights, *rows;
    int64_t height, longest;
} Lattice;

static inline Lattice lattice_of(const int64_t *weights, const int64_t *rows, int64_t height)
{
    return (Lattice){weights, rows, height, rows[0]};
}

static inline int64_t weight(const Lattice *in, int64_t row, int64_t length)
{
    return in->weights[row * (in->longest + 1) + length];
}

static inline int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

/* Writes the lengths of the rows of bar `number` into `bar`: from the top, each row is as long as the number allows. */
static inline void place(const Lattice *in, int64_t number, int64_t *bar)
{
    int64_t most = in->longest;
    for (int64_t i = 0; i < in->height; i++) {
        int64_t low = 0, high = lesser(most, in->rows[i]);
        while (low < high) {
            int64_t middle = (low + high + 1) / 2;
            if (weight(in, i, middle) <= number)
                low = middle;
            else
                high = middle - 1;
        }
        bar[i] = low;
        number -= weight(in, i, low);
        most = low;
    }
}

#endif
