/* The P-positions of a symmetric rule on two heaps far out, near the lines on which they lie.

   In row x only the cells (x, y) with y <= x near a line are computed, from the definition: no other cell is taken for a
   P-position. Bit j of words[line][x] says that (x, bases[line][x] + j) is one; a cell near two lines is the first's. */
#include "walk.h"
#include "words.h"

/* Multiples of (a, b) and of (b, a) may be taken; (p, q) is (a, b) in lowest terms. Which cells reach a P-position in
   this way is marked from `first` on, a mark for all cells that differ by a multiple of (a, b). */
typedef struct {
    int64_t a, b, p, q, first;
} Item;

/* A vector that may be taken once. */
typedef struct {
    int64_t a, b;
} Single;

typedef struct {
    const int64_t *bases;
    const uint64_t *words;
    int64_t count, size, width;
} Lines;

static inline Lines lines_of(const int64_t *bases, const uint64_t *words, int64_t cells, int64_t size,
                             int64_t width)
{
    return (Lines){bases, words, size > 0 ? cells / size : 0, size, width};
}

static inline bool are_lines(const Lines *lines, int64_t cells, int64_t words_count)
{
    return cells == lines->count * lines->size && words_count == cells && 0 < lines->width && lines->width < 64;
}

static inline bool on_lines(const Lines *lines, int64_t count, int64_t x, int64_t y)
{
    for (int64_t i = 0; i < count; i++) {
        const int64_t bit = y - lines->bases[i * lines->size + x];
        if (0 <= bit && bit < lines->width)
            return lines->words[i * lines->size + x] >> bit & 1;
    }
    return false;
}

static inline int64_t mark_of(const Item *item, int64_t x, int64_t y, int64_t size)
{
    if (item->a == 0)
        return item->first + x * item->b + y % item->b;
    return item->first + (item->q * x - item->p * y + item->p * size) * item->a + x % item->a;
}

static bool are_items(const Item *items, int64_t count, int64_t numbers, int64_t marks, int64_t size)
{
    for (int64_t f = 0; f < count; f++) {
        const Item at = items[f];
        if (at.a < 0 || at.b <= 0 || at.p < 0 || at.q < 0 || at.first < 0 ||
            at.first + (at.a ? (at.p + at.q) * size * at.a + at.a : size * at.b) > marks)
            return false;
    }
    return numbers == 5 * count;
}

/* Marks the cells with heaps below `size` from which a move leads to a P-position of the first `known` rows. */
EXPORT int64_t NAME(far_mark)(const int64_t *item_numbers, int64_t numbers, uint8_t *marks, int64_t mark_count,
                              const uint64_t *near, int64_t cells, int64_t known, int64_t size)
{
    const Item *items = (const Item *)item_numbers;
    const int64_t count = numbers / 5, words = known > 0 ? cells / known : 0;
    CHECK(are_items(items, count, numbers, mark_count, size) && cells == known * words);
    CHECK(known <= size && 64 * words <= size);
    for (int64_t x = 0; x < known; x++)
        for (int64_t w = 0; w < words; w++)
            for (uint64_t word = near[x * words + w]; word; word &= word - 1)
                for (int64_t f = 0; f < count; f++)
                    marks[mark_of(&items[f], x, 64 * w + first_bit(word), size)] = 1;
    return SPRAGUE_DONE;
}

/* Fills the rows from `start` to `stop`, with the cells at most `half` from the centre of a line, which is at
   centres[line] in row `start`. It rises by slopes[line] a row, and follows the P-positions that are found. */
EXPORT int64_t NAME(far_fill)(const int64_t *item_numbers, int64_t numbers, const int64_t *single_numbers,
                              int64_t singles, uint8_t *marks, int64_t mark_count, const uint64_t *near,
                              int64_t near_cells, int64_t known, const double *slopes, int64_t slope_count,
                              double *centres, int64_t centre_count, int64_t half, int64_t *bases, int64_t cells,
                              uint64_t *words, int64_t word_count, int64_t size, int64_t start, int64_t stop)
{
    const Item *items = (const Item *)item_numbers, *items_end = items + numbers / 5;
    const Single *single = (const Single *)single_numbers, *singles_end = single + singles / 2;
    const Lines lines = lines_of(bases, words, cells, size, 2 * half + 1);
    CHECK(are_items(items, numbers / 5, numbers, mark_count, size) && are_lines(&lines, cells, word_count));
    CHECK(singles % 2 == 0 && slope_count == lines.count && centre_count == lines.count);
    CHECK(known > 0 && near_cells >= known * ((known + 63) / 64) && near_cells % known == 0);
    CHECK(known <= start && stop <= size);
    for (const Single *s = single; s < singles_end; s++)
        CHECK(s->a >= 0 && s->b >= 0);
    const int64_t near_words = near_cells / known;
    for (int64_t x = start; x < stop; x++) {
        int64_t done = 0;
        for (int64_t i = 0; i < lines.count; i++) {
            int64_t low = (int64_t)centres[i] - half;
            low = low < 0 ? 0 : low;
            const int64_t end = low + lines.width;
            uint64_t *word = &words[i * size + x];
            bases[i * size + x] = low;
            *word = 0;
            for (int64_t y = low > done ? low : done; y < end && y <= x; y++) {
                bool is_p = true;
                for (const Item *f = items; f < items_end && is_p; f++)
                    is_p = !marks[mark_of(f, x, y, size)] && !marks[mark_of(f, y, x, size)];
                for (const Single *s = single; s < singles_end && is_p; s++) {
                    const int64_t a = x - s->a, b = y - s->b, u = a > b ? a : b, v = a > b ? b : a;
                    if (v < 0)
                        continue;
                    if (u < known)
                        is_p = !(near[u * near_words + (v >> 6)] >> (v & 63) & 1);
                    else
                        is_p = !on_lines(&lines, u < x ? lines.count : i + 1, u, v);
                }
                if (!is_p)
                    continue;
                *word |= (uint64_t)1 << (y - low);
                centres[i] += ((double)y - centres[i]) / 256;
                for (const Item *f = items; f < items_end; f++)
                    marks[mark_of(f, x, y, size)] = marks[mark_of(f, y, x, size)] = 1;
            }
            done = end > done ? end : done;
            centres[i] += slopes[i];
        }
    }
    return SPRAGUE_DONE;
}

static bool accepts(const Automaton *a, int64_t digits, const int64_t *weights, int64_t length, int64_t x, int64_t y)
{
    int64_t state = a->start;
    for (int64_t i = 0; i < length; i++) {
        state = step(a, state, x / weights[i] * digits + y / weights[i]);
        x %= weights[i];
        y %= weights[i];
    }
    return a->accept[state];
}

/* Writes to `cell` a cell with heaps below `limit`, one of them not below `first`, at which the automaton and the lines
   differ, and returns 1; 0 if there is none. `weights` are those of the digits, the highest first. */
EXPORT int64_t NAME(far_mismatch)(const int32_t *delta, int64_t delta_cells, const uint8_t *accept, int64_t states,
                                  int64_t start, int64_t digits, const int64_t *weights, int64_t length,
                                  const int64_t *bases, int64_t cells, const uint64_t *words, int64_t word_count,
                                  int64_t size, int64_t width, int64_t first, int64_t limit, int64_t *stack,
                                  int64_t room, int64_t *cell, int64_t two)
{
    const Automaton a = automaton_of(delta, delta_cells, accept, states, start);
    const Lines lines = lines_of(bases, words, cells, size, width);
    CHECK(is_automaton(&a, delta_cells) && digits > 0 && a.letters == digits * digits && two == 2);
    CHECK(are_lines(&lines, cells, word_count) && 0 <= first && limit <= size && room == 4 * (length + 1));
    for (int64_t x = first; x < limit; x++)
        for (int64_t i = 0; i < lines.count; i++)
            for (uint64_t word = words[i * size + x]; word; word &= word - 1) {
                const int64_t y = bases[i * size + x] + first_bit(word);
                for (int turned = 0; turned < 2; turned++) {
                    cell[0] = turned ? y : x;
                    cell[1] = turned ? x : y;
                    if (!accepts(&a, digits, weights, length, cell[0], cell[1]))
                        return 1;
                }
            }
    Walk walk = {&a, digits, weights, length, limit, limit, 0, (Place *)stack};
    walk.stack[0] = (Place){start, 0, 0, 0};
    while (walk_on(&walk, &cell[0], &cell[1])) {
        const int64_t x = cell[0] > cell[1] ? cell[0] : cell[1], y = cell[0] > cell[1] ? cell[1] : cell[0];
        if (x >= first && !on_lines(&lines, lines.count, x, y))
            return 1;
    }
    return 0;
}
