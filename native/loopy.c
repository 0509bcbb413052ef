/* Outcomes, remoteness and values of the positions of a finite graph, backwards from its ends.

   The arrows from vertex v lead to targets[offsets[v]] .. targets[offsets[v + 1] - 1]; those to v come from
   sources[into[v]] .. sources[into[v + 1] - 1]. */
#include "sprague.h"

enum { P, N, D };

/* Sorts arrows (pairs: tail, head) by their tails, or with `reversed` by their heads, and writes the other ends into
   `ends`, in the order of the arrows: those of vertex v stand from offsets[v] on, up to offsets[v + 1]. */
EXPORT int64_t NAME(loopy_rows)(const int32_t *arrows, int64_t numbers, int64_t reversed, int32_t *offsets,
                                int64_t bounds, int32_t *ends, int64_t count)
{
    CHECK(bounds > 0 && numbers == 2 * count && (reversed == 0 || reversed == 1));
    const int64_t size = bounds - 1;
    fill(offsets, 0, (size_t)bounds * sizeof *offsets);
    for (int64_t i = 0; i < numbers; i++)
        CHECK(arrows[i] >= 0 && arrows[i] < size);
    for (int64_t i = reversed; i < numbers; i += 2)
        offsets[arrows[i]]++;
    int32_t sum = 0;
    for (int64_t v = 0; v <= size; v++) {
        sum += offsets[v];
        offsets[v] = sum;
    }
    /* Now offsets[v] is where the row of v stops. Backwards, each arrow takes the last free place of its row. */
    for (int64_t i = numbers - 2; i >= 0; i -= 2)
        ends[--offsets[arrows[i + reversed]]] = arrows[i + 1 - reversed];
    return SPRAGUE_DONE;
}

/* Writes into `outcome` 0 for P, 1 for N, 2 for D, and into `remoteness` how many moves the game lasts if the winner
   hurries and the loser delays, -1 for D. `queue` and `open` have a place for each vertex.

   The queue holds the vertices with an outcome, by remoteness. A vertex is N as soon as one of its options is P, and P
   as soon as the last of its options is N: open[v] counts the options that are not yet known to be N. */
EXPORT int64_t NAME(loopy_outcomes)(const int32_t *offsets, int64_t bounds, const int32_t *into, int64_t bounds_back,
                                    const int32_t *sources, int64_t arrows, uint8_t *outcome, int64_t size,
                                    int32_t *remoteness, int64_t size_2, int32_t *queue, int64_t size_3, int32_t *open,
                                    int64_t size_4)
{
    CHECK(bounds == size + 1 && bounds_back == bounds && size_2 == size && size_3 == size && size_4 == size);
    CHECK(offsets[size] == arrows && into[size] == arrows);
    int64_t last = 0;
    for (int64_t v = 0; v < size; v++) {
        open[v] = offsets[v + 1] - offsets[v];
        outcome[v] = open[v] ? D : P;
        remoteness[v] = open[v] ? -1 : 0;
        if (!open[v])
            queue[last++] = (int32_t)v;
    }
    for (int64_t first = 0; first < last; first++) {
        const int32_t v = queue[first];
        for (int32_t place = into[v]; place < into[v + 1]; place++) {
            const int32_t u = sources[place];
            if (outcome[u] != D || (outcome[v] == N && --open[u]))
                continue;
            outcome[u] = outcome[v] == P ? N : P;
            remoteness[u] = remoteness[v] + 1;
            queue[last++] = u;
        }
    }
    return SPRAGUE_DONE;
}

/* Gives the value m of Smith and Fraenkel to the vertices that have it, and returns how many these are. `label` is -1
   where there is no value yet. `barred` says which vertices have options without all the values below m; it is brought
   up to m + 1. The others need no contents: `beaten` (whether an option has the value m), `open` (the options that have
   no value and no option of value m), `queue`.

   A vertex has the value m if its options have all the values below m, none has m, and each option without a value so
   far has an option of value m. So the vertices of value m are found like P-positions among those that are not
   barred. */
EXPORT int64_t NAME(loopy_label)(const int32_t *offsets, int64_t bounds, const int32_t *targets, int64_t arrows,
                                 const int32_t *into, int64_t bounds_back, const int32_t *sources, int64_t arrows_back,
                                 int64_t m, int32_t *label, int64_t size, uint8_t *barred, int64_t size_2,
                                 uint8_t *beaten, int64_t size_3, int32_t *open, int64_t size_4, int32_t *queue,
                                 int64_t size_5)
{
    enum { WAITING = -2 };
    CHECK(bounds == size + 1 && bounds_back == bounds && arrows_back == arrows && offsets[size] == arrows);
    CHECK(size_2 == size && size_3 == size && size_4 == size && size_5 == size && into[size] == arrows);
    int64_t last = 0;
    for (int64_t v = 0; v < size; v++) {
        beaten[v] = 0;
        open[v] = 0;
        for (int32_t place = offsets[v]; place < offsets[v + 1]; place++)
            open[v] += label[targets[place]] < 0;
    }
    for (int64_t v = 0; v < size; v++) {
        if (label[v] < 0 && !barred[v] && !open[v]) {
            label[v] = WAITING;
            queue[last++] = (int32_t)v;
        }
    }
    for (int64_t first = 0; first < last; first++) {
        const int32_t v = queue[first];
        label[v] = (int32_t)m;
        for (int32_t place = into[v]; place < into[v + 1]; place++) {
            const int32_t u = sources[place];
            if (beaten[u])
                continue;
            beaten[u] = 1;
            if (label[u] >= 0)
                continue;
            for (int32_t other = into[u]; other < into[u + 1]; other++) {
                const int32_t w = sources[other];
                if (--open[w] == 0 && label[w] == -1 && !barred[w] && !beaten[w]) {
                    label[w] = WAITING;
                    queue[last++] = w;
                }
            }
        }
    }
    for (int64_t v = 0; v < size; v++)
        barred[v] |= !beaten[v];
    return last;
}
