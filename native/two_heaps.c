/* Tables of P-positions of rules on two heaps. By vectors: bit y of row x is set for a P-position (x, y). */
#include "walk.h"
#include "words.h"

/* Takes a k + c from the first heap and b k + d from the second, for every k >= 1. */
typedef struct {
    int64_t a, c, b, d;
} Family;

static inline bool has(const uint64_t *row, int64_t y) { return row[y >> 6] >> (y & 63) & 1; }

/* The bits of `first` or `second`, moved up by `by`: put into `into`, or added to them. */
static void shifted(const uint64_t *first, const uint64_t *second, int64_t by, uint64_t *into, int64_t words, bool add)
{
    const int64_t skip = by >> 6;
    const int left = (int)(by & 63);
    for (int64_t w = words - 1; w >= 0; w--) {
        uint64_t value = 0;
        if (w >= skip) {
            value = (first[w - skip] | second[w - skip]) << left;
            if (left && w > skip)
                value |= (first[w - skip - 1] | second[w - skip - 1]) >> (64 - left);
        }
        into[w] = add ? into[w] | value : value;
    }
}

static inline bool stays_in_row(Family f) { return f.a == 0 && f.c == 0; }

/* Fills rows start … stop - 1 from the rows above. `reach` (families by `ring` rows in turns by words) holds the cells
   from which multiples of (a, b) lead to a P-position. `lowest` (families by `most`) holds the least P-position of each
   residue in the row, for families that take from the second heap only; `blocked` is a row. */
EXPORT int64_t NAME(two_heaps_rows)(uint64_t *bits, int64_t cells, uint64_t *reach, int64_t reach_words,
                                    const int64_t *families, int64_t numbers, int64_t ring, int64_t words,
                                    uint64_t *blocked, int64_t blocked_words, int64_t *lowest, int64_t lowest_count,
                                    int64_t start, int64_t stop)
{
    const int64_t count = numbers / 4, size = 64 * words;
    CHECK(count > 0 && numbers == 4 * count && words > 0 && ring > 0 && reach_words == count * ring * words);
    CHECK(blocked_words == words && lowest_count % count == 0 && 0 <= start && stop * words <= cells);
    const Family *family = (const Family *)families;
    const int64_t most = lowest_count / count;
    int64_t within = 0, least = 0;
    for (int64_t f = 0; f < count; f++) {
        CHECK(family[f].a >= 0 && family[f].b >= 0 && family[f].c >= 0 && family[f].d >= 0);
        CHECK(family[f].a + family[f].c < ring);
        if (!stays_in_row(family[f]))
            continue;
        CHECK(family[f].b <= most);
        within++;
        /* A family (0, b k) allows at most one P-position of each residue in a row. */
        if (family[f].b && !family[f].d && (!least || family[f].b < least))
            least = family[f].b;
    }
    for (int64_t x = start; x < stop; x++) {
        uint64_t *row = bits + x * words;
        fill(blocked, 0, (size_t)words * sizeof *blocked);
        for (int64_t f = 0; f < count; f++) {
            const Family here = family[f];
            if (stays_in_row(here))
                continue;
            uint64_t *turns = reach + f * ring * words, *now = turns + x % ring * words;
            if (here.a && x >= here.a)
                shifted(row - here.a * words, turns + (x - here.a) % ring * words, here.b, now, words, false);
            else if (here.a)
                fill(now, 0, (size_t)words * sizeof *now);
            if (x < here.c)
                continue;
            const uint64_t *from = here.a || here.b ? turns + (x - here.c) % ring * words : row - here.c * words;
            shifted(from, from, here.d, blocked, words, true);
        }
        if (!within)
            for (int64_t w = 0; w < words; w++)
                row[w] = ~blocked[w];
        else {
            fill(row, 0, (size_t)words * sizeof *row);
            for (int64_t i = 0; i < lowest_count; i++)
                lowest[i] = size;
            int64_t left = least ? least : size;
            for (int64_t w = 0; w < words && left; w++)
                for (uint64_t free = ~blocked[w]; free && left; free &= free - 1) {
                    const int64_t y = 64 * w + first_bit(free);
                    bool is_p = true;
                    for (int64_t f = 0; f < count && is_p; f++) {
                        const Family here = family[f];
                        if (!stays_in_row(here) || y < here.d)
                            continue;
                        is_p = here.b ? lowest[f * most + (y - here.d) % here.b] + here.b + here.d > y
                                      : !has(row, y - here.d);
                    }
                    if (!is_p)
                        continue;
                    row[w] |= (uint64_t)1 << (y & 63);
                    left--;
                    for (int64_t f = 0; f < count; f++) {
                        if (!stays_in_row(family[f]) || !family[f].b)
                            continue;
                        int64_t *low = &lowest[f * most + y % family[f].b];
                        *low = *low < y ? *low : y;
                    }
                }
        }
        for (int64_t f = 0; f < count; f++) {
            const int64_t b = family[f].b;
            if (family[f].a || !family[f].c || !b)
                continue;
            uint64_t *now = reach + (f * ring + x % ring) * words;
            fill(now, 0, (size_t)words * sizeof *now);
            for (int64_t y = b; y < size; y++)
                if (has(row, y - b) || has(now, y - b))
                    now[y >> 6] |= (uint64_t)1 << (y & 63);
        }
    }
    return SPRAGUE_DONE;
}

/* What is known of a cell of a rule by a formula: a move leads to a P-position, a move leads to a cell whose outcome the
   table cannot tell, the cell is a P-position. */
enum { TO_P = 1, TO_UNKNOWN = 2, IS_P = 4 };

/* A place of the walk from (u, v) to the cells that lead there: the digits read, the state, and x and y so far. */
typedef struct {
    int64_t depth, state, x, y;
} Origin;

/* Finds the outcomes of the cells of `order` (x * width + y), options before the cells that lead to them. `order` may be
   given in parts. From cells `outside` a move leaves the table. The moves are an automaton in base 2 over the digits of
   (x, y, u, v), `bits` of each: for every (u, v) that is a P-position or unknown, each (x, y) that leads there is marked.
   alive[depth] says from which states the rest of (u, v) is accepted with some rest of (x, y). */
EXPORT int64_t NAME(two_heaps_by_moves)(const int32_t *delta, int64_t delta_cells, const uint8_t *accept,
                                        int64_t states, int64_t start, const int64_t *order, int64_t count,
                                        int64_t width, const uint8_t *outside, int64_t outside_cells, uint8_t *marks,
                                        int64_t cells, int64_t bits, uint8_t *alive, int64_t alive_count,
                                        int64_t *stack, int64_t room)
{
    const Automaton a = automaton_of(delta, delta_cells, accept, states, start);
    CHECK(is_automaton(&a, delta_cells) && a.letters == 16 && width > 0 && cells % width == 0);
    CHECK(outside_cells == cells && 0 < bits && bits < 32 && alive_count == (bits + 1) * states && room >= 4 * (3 * bits + 1));
    const int64_t height = cells / width;
    Origin *origins = (Origin *)stack;
    for (int64_t s = 0; s < states; s++)
        alive[bits * states + s] = accept[s] != 0;
    for (int64_t i = 0; i < count; i++) {
        CHECK(0 <= order[i] && order[i] < cells);
        const int64_t u = order[i] / width, v = order[i] % width;
        uint8_t *mark = &marks[order[i]], gives = TO_P;
        if (*mark & TO_P)
            continue;
        if (*mark & TO_UNKNOWN || outside[order[i]])
            *mark |= gives = TO_UNKNOWN;
        else
            *mark = IS_P;
#define DIGITS(depth) ((u >> (bits - 1 - (depth)) & 1) * 2 + (v >> (bits - 1 - (depth)) & 1))
        for (int64_t depth = bits - 1; depth >= 0; depth--)
            for (int64_t s = 0; s < states; s++) {
                alive[depth * states + s] = 0;
                for (int64_t digits = 0; s && digits < 4; digits++)
                    alive[depth * states + s] |= alive[(depth + 1) * states + step(&a, s, 4 * digits + DIGITS(depth))];
            }
        if (!alive[start])
            continue;
        int64_t top = 0;
        origins[top++] = (Origin){0, start, 0, 0};
        while (top > 0) {
            const Origin at = origins[--top];
            const int64_t left = bits - at.depth;
            if (at.x << left >= height || at.y << left >= width)
                continue;
            if (left == 0) {
                marks[at.x * width + at.y] |= gives;
                continue;
            }
            for (int64_t digits = 0; digits < 4; digits++) {
                const int64_t to = step(&a, at.state, 4 * digits + DIGITS(at.depth));
                if (alive[(at.depth + 1) * states + to])
                    origins[top++] = (Origin){at.depth + 1, to, 2 * at.x + (digits >> 1), 2 * at.y + (digits & 1)};
            }
        }
#undef DIGITS
    }
    return SPRAGUE_DONE;
}

/* Writes to `cell` the first cell with x < limit_x and y < limit_y at which the automaton and the table differ, and
   returns 1; 0 if there is none. `numbers` holds the digits of the numbers, the highest first, and `weights` has the
   same order. Cells of the set `unknown` (empty, or as large as the table) are skipped. */
EXPORT int64_t NAME(two_heaps_mismatch)(const int32_t *delta, int64_t delta_cells, const uint8_t *accept, int64_t states,
                                        int64_t start, int64_t digits, const int8_t *numbers, int64_t all_digits,
                                        const int64_t *weights, int64_t length, const uint64_t *bits, int64_t cells,
                                        const uint64_t *unknown, int64_t unknown_cells, int64_t words, int64_t limit_x,
                                        int64_t limit_y, int64_t *stack, int64_t room, int64_t *cell, int64_t two)
{
    const Automaton a = automaton_of(delta, delta_cells, accept, states, start);
    CHECK(is_automaton(&a, delta_cells) && digits > 0 && a.letters == digits * digits && two == 2);
    CHECK(words > 0 && limit_x * words <= cells && limit_y <= 64 * words && (!unknown_cells || unknown_cells == cells));
    CHECK(all_digits >= length * limit_x && all_digits >= length * limit_y && room == 4 * (length + 1));
    for (int64_t x = 0; x < limit_x; x++)
        for (int64_t w = 0; w < (limit_y + 63) >> 6; w++)
            for (uint64_t word = bits[x * words + w]; word; word &= word - 1) {
                const int64_t y = 64 * w + first_bit(word);
                if (y >= limit_y)
                    break;
                int64_t state = start;
                for (int64_t i = 0; i < length; i++)
                    state = step(&a, state, numbers[x * length + i] * digits + numbers[y * length + i]);
                if (!accept[state]) {
                    cell[0] = x;
                    cell[1] = y;
                    return 1;
                }
            }
    Walk walk = {&a, digits, weights, length, limit_x, limit_y, 0, (Place *)stack};
    walk.stack[0] = (Place){start, 0, 0, 0};
    while (walk_on(&walk, &cell[0], &cell[1]))
        if (!has(bits + cell[0] * words, cell[1]) && !(unknown_cells && has(unknown + cell[0] * words, cell[1])))
            return 1;
    return 0;
}
