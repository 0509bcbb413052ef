/* Grundy values of games on tuples of heaps, cell by cell in lexicographic order, from the definition.

   A cell stands for a tuple of heaps below the `sides` of a table. In a symmetric game the sides ascend, and a cell
   with a larger heap before a smaller one copies the value of the same heaps in ascending order, which come earlier.
   `seen` has a place for every value, zeros at first: the number of the last cell, plus 1, that has an option of this
   value. A move lowers the total of the heaps, so no value is above the total of the largest ones. */
#include "sprague.h"

enum { MOST_HEAPS = 8 };

typedef struct {
    int64_t heaps;
    const int64_t *sides;
    int64_t stride[MOST_HEAPS], x[MOST_HEAPS]; /* x: the heaps of the cell that is filled now */
} Table;

/* A family takes multiple * k + constant from each heap, for k = 1, 2, …, or once where nothing depends on k. */
typedef struct {
    int64_t multiple, constant;
} Amount;

/* Whether the arguments fit each other, which all functions here have in common. Begins at the cell `start`. */
static bool begin(Table *table, int64_t cells, const int64_t *sides, int64_t heaps, int64_t seen_count, int64_t start,
                  int64_t stop)
{
    if (heaps < 1 || heaps > MOST_HEAPS || start < 0 || stop > cells)
        return false;
    table->heaps = heaps;
    table->sides = sides;
    int64_t total = 0, stride = 1;
    for (int64_t i = heaps - 1; i >= 0; i--) {
        if (sides[i] < 1 || sides[i] > cells / stride)
            return false;
        table->stride[i] = stride;
        table->x[i] = start / stride % sides[i];
        stride *= sides[i];
        total += sides[i];
    }
    return stride == cells && seen_count >= total + 2;
}

static inline void go_on(Table *table)
{
    for (int64_t i = table->heaps - 1; i >= 0 && ++table->x[i] == table->sides[i]; i--)
        table->x[i] = 0;
}

/* The cell of the same heaps in ascending order. */
static inline int64_t in_order(const Table *table)
{
    int64_t sorted[MOST_HEAPS], cell = 0;
    for (int64_t i = 0; i < table->heaps; i++) {
        int64_t j = i;
        for (; j > 0 && sorted[j - 1] > table->x[i]; j--)
            sorted[j] = sorted[j - 1];
        sorted[j] = table->x[i];
    }
    for (int64_t i = 0; i < table->heaps; i++)
        cell += sorted[i] * table->stride[i];
    return cell;
}

static inline int32_t mex(const int64_t *seen, int64_t mark)
{
    int32_t value = 0;
    while (seen[value] == mark)
        value++;
    return value;
}

/* Fills the cells from `start` to `stop`; those before are filled. `numbers`: an Amount for each heap of each family. */
EXPORT int64_t NAME(vectors_fill)(int32_t *values, int64_t cells, const int64_t *sides, int64_t heaps,
                                  const int64_t *numbers, int64_t count, int64_t symmetric, int64_t start, int64_t stop,
                                  int64_t *seen, int64_t seen_count)
{
    Table at;
    CHECK(begin(&at, cells, sides, heaps, seen_count, start, stop) && count % (2 * heaps) == 0);
    for (int64_t i = 0; i < count; i++)
        CHECK(numbers[i] >= 0);
    const Amount *families = (const Amount *)numbers, *end = families + count / 2;
    for (int64_t cell = start; cell < stop; cell++, go_on(&at)) {
        const int64_t twin = symmetric ? in_order(&at) : cell, mark = cell + 1;
        if (twin != cell) {
            values[cell] = values[twin];
            continue;
        }
        for (const Amount *family = families; family < end; family += heaps) {
            int64_t times = INT64_MAX, step = 0, option = cell;
            for (int64_t i = 0; i < heaps; i++) {
                const Amount take = family[i];
                if (at.x[i] < take.constant)
                    times = 0;
                else if (take.multiple) {
                    const int64_t most = (at.x[i] - take.constant) / take.multiple;
                    times = most < times ? most : times;
                }
                step += take.multiple * at.stride[i];
                option -= take.constant * at.stride[i];
            }
            for (times = times == INT64_MAX ? 1 : times; times > 0; times--)
                seen[values[option -= step]] = mark;
        }
        values[cell] = mex(seen, mark);
    }
    return stop;
}

/* The same for Fraenkel's game: take from one heap, or amounts whose nim-sum is 0 from all. */
EXPORT int64_t NAME(vectors_nim_sum)(int32_t *values, int64_t cells, const int64_t *sides, int64_t heaps, int64_t start,
                                     int64_t stop, int64_t *seen, int64_t seen_count)
{
    Table at;
    CHECK(begin(&at, cells, sides, heaps, seen_count, start, stop));
    const int64_t last = heaps - 1; /* the largest heap, from which the nim-sum of the other amounts is taken */
    for (int64_t cell = start; cell < stop; cell++, go_on(&at)) {
        const int64_t twin = in_order(&at), mark = cell + 1;
        if (twin != cell) {
            values[cell] = values[twin];
            continue;
        }
        for (int64_t i = 0; i < heaps; i++)
            for (int64_t left = 1; left <= at.x[i]; left++)
                seen[values[cell - left * at.stride[i]]] = mark;
        int64_t amount[MOST_HEAPS] = {0}, option = cell, sum = 0;
        while (true) {
            /* The amounts run like the digits of a clock. */
            int64_t i = last - 1;
            for (; i >= 0 && amount[i] == at.x[i]; i--) {
                option += amount[i] * at.stride[i];
                sum ^= amount[i];
                amount[i] = 0;
            }
            if (i < 0)
                break;
            sum ^= amount[i] ^ (amount[i] + 1);
            option -= at.stride[i];
            amount[i]++;
            if (sum <= at.x[last])
                seen[values[option - sum]] = mark;
        }
        values[cell] = mex(seen, mark);
    }
    return stop;
}

/* Marks the cells of a cube of three heaps from which one of the `takes` (an amount of each heap, not all 0) leads to a
   P-position, when the cells from `start` to `stop` are P-positions unless they are marked. Cells before have had their
   turn, so a cell that is not marked when its turn comes is a P-position. */
EXPORT int64_t NAME(vectors_outcomes)(uint8_t *marked, int64_t cells, int64_t side, const int64_t *takes, int64_t numbers,
                                      int64_t start, int64_t stop)
{
    CHECK(side > 0 && side <= 1 << 20 && cells == side * side * side && numbers % 3 == 0 && 0 <= start && stop <= cells);
    for (int64_t i = 0; i < numbers; i += 3)
        CHECK(takes[i] >= 0 && takes[i + 1] >= 0 && takes[i + 2] >= 0 && takes[i] + takes[i + 1] + takes[i + 2] > 0);
    for (int64_t cell = start; cell < stop; cell++) {
        if (marked[cell])
            continue;
        const int64_t x = cell / side / side, y = cell / side % side, z = cell % side;
        for (const int64_t *take = takes; take < takes + numbers; take += 3)
            if (take[0] < side - x && take[1] < side - y && take[2] < side - z)
                marked[cell + (take[0] * side + take[1]) * side + take[2]] = 1;
    }
    return SPRAGUE_DONE;
}
