/* Values of a system of sequences, such as the kinds of pieces of a graph that grows.

   Heap n of kind k has the options c ^ G_j(n - d) of its `shorter` moves (c, j, d), and c ^ G_i(a) ^ G_j(b) of its
   `splits` (c, i, j, w, a0, b0), for all a >= a0, b >= b0 with a + b = n - w. Kinds are computed in `order`: d = 0 names
   a kind that comes before. The first values of a kind, up to first[k], are given.

   For each heap all shorter moves and some pairs of each split mark their values. The values not marked are *open*.

   Open values are searched among the other pairs, in blocks of vectors, a few at a time: once all pairs were compared
   with the least of them in vain, it is the mex. Where a block has one, the pairs of the block mark their values, too.
   If few blocks had one, fewer pairs mark theirs for the next heap of the kind, and otherwise more: `near` holds their
   numbers. The mirror holds the values backwards, so that both parts of the pairs are read forwards.

   Where values grow slowly, nearly all pairs have values that are met soon, and the same few values come up for search
   again and again. For them, LANES heaps from `base` on are decided at once, by *lanes*: bit t of the lanes of a kind and
   a value says whether heap base + t of the kind reaches the value by two parts below base. Heaps of one kind and value
   have a row of bits. For each two values whose sum is wanted, the heaps of the rarer one are taken singly, and each adds
   the bits of the other's row, moved. What a part not below base reaches, each heap marks itself. Lanes are made once the
   searches that they save cost as much. */
#include "heaps_pairs.h"

/* The least number of pairs of each split that mark their values before the search, the blocks of a search that may have
   an open value, and the open values that are searched at a time. */
enum { NEAR = 64, FEW_BLOCKS = 16, SEARCHED = 4 };

/* Lanes, in so many words with bits to spare for moves by less than a byte; the values that have lanes are below
   MOST_VALUES. */
enum { LANE_WORDS = 8, LANES = 64 * LANE_WORDS - 8, MOST_VALUES = 2048 };

/* What a block costs that has an open value, in blocks that have none. */
enum { HIT = 8 };

typedef struct {
    int64_t constant, kind, loss;
} Shorter;

typedef struct {
    int64_t constant, left, right, gap, least_left, least_right;
} Split;

/* The pairs of a split of a heap: left[a] and right[a] are the values of the two parts, begin <= a < end. Those from
   `first` to `last`, whole blocks, are searched, the others marked. */
typedef struct {
    const Value *left, *right;
    int64_t begin, first, last, end;
} Pairs;

/* What is known of a kind and a value: the number of its heaps; its row and its lanes, counted from 1, if it has them;
   where the list of its heaps begins; and, in blocks, what the last search for it cost, what all did or would have done
   without lanes since the base and in the LANES heaps before, and what its lanes would cost. */
typedef struct {
    int64_t count, row, lanes, begin, price, spent, spent_before, cost;
} Class;

typedef struct {
    int64_t entered, stamp, rows, lanes, wide;
} State;

typedef struct {
    const Split *splits;
    const int64_t *splits_to;
    const Value *values, *mirror;
    int64_t kinds, size, base, width;
    uint8_t *seen, stamp;
    State *state; /* null if there are no lanes */
    Class *classes;
    int64_t *listed; /* for each kind, whether its heaps are listed */
    uint32_t *lists; /* the heaps of each kind by value */
    uint64_t *rows, *lanes;
    int64_t row_words, rows_count, lanes_count;
    int64_t most; /* a power of two above all values that are entered */
} Work;

static inline bool is_symmetric(const Split *split)
{
    return split->left == split->right && split->least_left == split->least_right;
}

static inline Pairs pairs_of(const Work *work, const Split *split, int64_t n, int64_t near)
{
    const int64_t rest = n - split->gap, size = work->size, begin = split->least_left;
    int64_t end = rest - split->least_right + 1, low = near, high = 0;
    if (is_symmetric(split))
        end = lesser(end, rest / 2 + 1); /* the other half is the same */
    if (work->state) { /* the parts not below base */
        low = greater(low, n - work->base + 1);
        high = is_symmetric(split) ? 0 : n - work->base + 1;
    }
    end = greater(end, begin);
    const int64_t last = greater(end - high, begin), blocks = greater(last - begin - low, 0) / BLOCK;
    return (Pairs){.left = work->values + split->left * size,
                   .right = work->mirror + split->right * size + size - 1 - rest,
                   .begin = begin,
                   .first = last - blocks * BLOCK,
                   .last = last,
                   .end = end};
}

static inline void mark(const Work *work, const Pairs *pairs, int64_t begin, int64_t end, int64_t constant)
{
    enum { IN_WORD = 8 / sizeof(Value) };
    const Value *left = pairs->left, *right = pairs->right;
    uint8_t *seen = work->seen;
    const uint8_t stamp = work->stamp;
    int64_t a = begin;
    for (; a + IN_WORD <= end; a += IN_WORD) {
        uint64_t sums, others;
        copy(&sums, left + a, 8);
        copy(&others, right + a, 8);
        sums ^= others;
        for (int i = 0; i < IN_WORD; i++)
            seen[constant ^ (Value)(sums >> i * VALUE_BITS)] = stamp;
    }
    for (; a < end; a++)
        seen[constant ^ left[a] ^ right[a]] = stamp;
}

/* Whether a block has a pair with one of the values `wanted`. */
static inline bool block_has_some(const Value *left, const Value *right, const ValueVector *wanted)
{
#if defined(__AVX512BW__)
    __m512i least = _mm512_set1_epi8(-1);
    for (int z = 0; z < BLOCK; z += VECTOR / sizeof(Value)) {
        const ValueVector sums = values_at(left + z) ^ values_at(right + z);
        for (int i = 0; i < SEARCHED; i++)
#if VALUE_BITS == 8
            least = _mm512_min_epu8(least, (__m512i)(sums ^ wanted[i]));
    }
    return _mm512_testn_epi8_mask(least, least);
#else
            least = _mm512_min_epu16(least, (__m512i)(sums ^ wanted[i]));
    }
    return _mm512_testn_epi16_mask(least, least);
#endif
#else
    ValueVector hits = {0};
    for (unsigned z = 0; z < BLOCK; z += VECTOR / sizeof(Value)) {
        const ValueVector sums = values_at(left + z) ^ values_at(right + z);
        for (int i = 0; i < SEARCHED; i++)
            hits |= (ValueVector)(sums == wanted[i]);
    }
    const WordVector folded = (WordVector)hits;
    uint64_t any = 0;
    for (unsigned i = 0; i < VECTOR / 8; i++)
        any |= folded[i];
    return any;
#endif
}

/* Lists the heaps of a kind by value, those of one value ascending. */
static void list_heaps(const Work *work, int64_t kind)
{
    Class *classes = work->classes + kind * MOST_VALUES;
    const Value *values = work->values + kind * work->size;
    uint32_t *list = work->lists + kind * work->size;
    int64_t begin = 0;
    for (int64_t v = 0; v < work->most; begin += classes[v++].count)
        classes[v].begin = begin;
    for (int64_t n = 0; n < work->base; n++)
        list[classes[values[n]].begin++] = (uint32_t)n;
    for (int64_t v = 0; v < work->most; v++)
        classes[v].begin -= classes[v].count;
    work->listed[kind] = 1;
}

/* Lanes before the moves by less than a byte: sum s is still to be moved down by s bits. */
typedef struct {
    uint64_t words[LANE_WORDS];
} Sums;

/* Adds the row's bits moved by each of these heaps. */
static void add_row(const uint64_t *row, const uint32_t *begin, const uint32_t *end, int64_t total, Sums *sums)
{
    enum { PARTS = LANE_WORDS * 8 / VECTOR };
    for (; begin < end; begin++) {
        const int64_t bit = total - (int64_t)*begin;
        const uint8_t *from = (const uint8_t *)row + (bit >> 3);
        uint8_t *to = (uint8_t *)(sums + (bit & 7));
        for (int p = 0; p < PARTS; p++) {
            const WordVector sum = words_at(to + p * VECTOR) | words_at(from + p * VECTOR);
            copy(to + p * VECTOR, &sum, VECTOR);
        }
    }
}

/* Adds the sums of two heaps of two lists that are `total` to `total` + LANES - 1. */
static void add_pairs(const uint32_t *begin, const uint32_t *end, const uint32_t *others, const uint32_t *last,
                      int64_t total, Sums *sums)
{
    for (; begin < end; begin++) {
        while (last > others && (int64_t)*begin + last[-1] >= total + LANES)
            last--;
        for (const uint32_t *other = last; other > others && (int64_t)*begin + other[-1] >= total; other--) {
            const int64_t t = (int64_t)*begin + other[-1] - total;
            sums[0].words[t >> 6] |= (uint64_t)1 << (t & 63);
        }
    }
}

/* Adds what the pairs of a split with the values x and y reach. */
static void add_classes(const Work *work, const Split *split, int64_t x, int64_t y, Sums *sums)
{
    const Class *left = work->classes + split->left * MOST_VALUES + x;
    const Class *right = work->classes + split->right * MOST_VALUES + y;
    const uint32_t *a = work->lists + split->left * work->size + left->begin, *a_end = a + left->count;
    const uint32_t *b = work->lists + split->right * work->size + right->begin, *b_end = b + right->count;
    const int64_t total = work->base - split->gap;
    while (a < a_end && *a < split->least_left)
        a++;
    while (b < b_end && *b < split->least_right)
        b++;
    if (!left->row && !right->row) {
        add_pairs(a, a_end, b, b_end, total, sums);
        return;
    }
    /* The heaps whose other parts may be too small: those pairs are marked. */
    while (a < a_end && a_end[-1] + split->least_right > total)
        a_end--;
    while (b < b_end && b_end[-1] + split->least_left > total)
        b_end--;
    if (right->row && (!left->row || left->count <= right->count))
        add_row(work->rows + (right->row - 1) * work->row_words, a, a_end, total, sums);
    else
        add_row(work->rows + (left->row - 1) * work->row_words, b, b_end, total, sums);
}

/* What the pairs of two classes cost, in the time that a row takes to be added. */
static inline int64_t classes_cost(const Class *left, const Class *right)
{
    if (!left->count || !right->count)
        return 0;
    if (left->row && right->row)
        return 2 + lesser(left->count, right->count);
    return 2 + (right->row ? left->count : left->row ? right->count : left->count + right->count);
}

/* What the lanes of a kind and a value cost, in blocks searched. */
static int64_t lanes_cost(const Work *work, int64_t kind, int64_t value)
{
    int64_t cost = 1;
    for (int64_t i = work->splits_to[kind]; i < work->splits_to[kind + 1]; i++) {
        const Split *split = work->splits + i;
        const Class *left = work->classes + split->left * MOST_VALUES;
        const Class *right = work->classes + split->right * MOST_VALUES;
        const int64_t sum = value ^ split->constant;
        if (sum < work->most)
            for (int64_t x = 0; x < work->most; x++)
                if (!is_symmetric(split) || x <= (x ^ sum))
                    cost += classes_cost(left + x, right + (x ^ sum));
    }
    return cost / 2;
}

static void make_lanes(const Work *work, int64_t kind, int64_t value, uint64_t *lanes)
{
    Sums sums[8] = {0};
    for (int64_t i = work->splits_to[kind]; i < work->splits_to[kind + 1]; i++) {
        const Split *split = work->splits + i;
        const Class *left = work->classes + split->left * MOST_VALUES;
        const Class *right = work->classes + split->right * MOST_VALUES;
        const int64_t sum = value ^ split->constant;
        if (sum >= work->most)
            continue;
        if (!work->listed[split->left])
            list_heaps(work, split->left);
        if (!work->listed[split->right])
            list_heaps(work, split->right);
        for (int64_t x = 0; x < work->most; x++)
            if (left[x].count && right[x ^ sum].count && (!is_symmetric(split) || x <= (x ^ sum)))
                add_classes(work, split, x, x ^ sum, sums);
    }
    for (int w = 0; w < LANE_WORDS; w++) {
        lanes[w] = sums[0].words[w];
        for (int s = 1; s < 8; s++)
            lanes[w] |= sums[s].words[w] >> s | (w + 1 < LANE_WORDS ? sums[s].words[w + 1] << (64 - s) : 0);
    }
}

/* The lanes of a kind and a value, made if the searches for it cost as much; otherwise null. */
static const uint64_t *lanes_of(const Work *work, int64_t kind, int64_t value)
{
    if (value >= MOST_VALUES)
        return NULL;
    Class *class = work->classes + kind * MOST_VALUES + value;
    if (class->lanes)
        class->spent += class->price;
    else {
        const int64_t spent = class->spent + class->spent_before;
        const int64_t splits = work->splits_to[kind + 1] - work->splits_to[kind];
        if (work->state->lanes == work->lanes_count || spent < splits * work->most / 8)
            return NULL;
        if (!class->cost)
            class->cost = lanes_cost(work, kind, value);
        if (spent < class->cost)
            return NULL;
        class->lanes = ++work->state->lanes;
        make_lanes(work, kind, value, work->lanes + (class->lanes - 1) * LANE_WORDS);
    }
    return work->lanes + (class->lanes - 1) * LANE_WORDS;
}

/* Remembers what a search for a value of a kind cost. */
static void pay(const Work *work, int64_t kind, int64_t value, int64_t price)
{
    if (!work->state || value >= MOST_VALUES)
        return;
    Class *class = work->classes + kind * MOST_VALUES + value;
    class->price = price;
    class->spent += price;
}

static int64_t unmarked_from(const Work *work, int64_t value)
{
    for (; value + 8 <= work->width; value += 8) {
        uint64_t eight;
        copy(&eight, work->seen + value, 8);
        eight ^= 0x0101010101010101 * (uint64_t)work->stamp;
        if (eight)
            return value + first_bit(eight) / 8;
    }
    while (value < work->width && work->seen[value] == work->stamp)
        value++;
    return value;
}

/* The least value from `value` on that is not known to be reached. `decided`: it is not reached. */
static int64_t open_from(const Work *work, int64_t kind, int64_t n, int64_t value, bool *decided)
{
    for (;; value++) {
        value = unmarked_from(work, value);
        *decided = 2 * value >= work->width; /* too large */
        if (*decided || !work->state)
            return value;
        const uint64_t *lanes = lanes_of(work, kind, value);
        const int64_t t = n - work->base;
        if (!lanes || !(lanes[t >> 6] >> (t & 63) & 1)) {
            *decided = lanes != NULL;
            return value;
        }
    }
}

/* The mex of heap n of a kind, whose near pairs have marked their values. Adds to `hits` the blocks that had an open
   value. */
static int64_t search(const Work *work, int64_t kind, int64_t n, int64_t near, int64_t *hits)
{
    const int64_t from = work->splits_to[kind], to = work->splits_to[kind + 1];
    int64_t round = 0, done = 0; /* blocks of all splits; blocks searched */
    for (int64_t i = from; i < to; i++) {
        const Pairs pairs = pairs_of(work, work->splits + i, n, near);
        round += (pairs.last - pairs.first) / BLOCK;
    }
    /* The least open values, ascending, and how many blocks had been searched when each was chosen. */
    int64_t open[SEARCHED], since[SEARCHED], count = 0, next = 0;
    bool decided = false; /* value next - 1 is not reached */
    for (;;)
        for (int64_t i = from; i < to || i == from; i++) {
            Pairs pairs = {0};
            int64_t constant = 0;
            if (i < to) {
                pairs = pairs_of(work, work->splits + i, n, near);
                constant = work->splits[i].constant;
            }
            for (int64_t a = pairs.first;;) {
                while (count < SEARCHED && !decided) {
                    open[count] = open_from(work, kind, n, next, &decided);
                    next = open[count] + 1;
                    since[count] = done;
                    count += !decided;
                }
                if (!count)
                    return next - 1;
                const int64_t left = since[0] + round - done;
                if (!left) {
                    pay(work, kind, open[0], round);
                    return open[0];
                }
                ValueVector wanted[SEARCHED];
                for (int z = 0; z < SEARCHED; z++)
                    wanted[z] = (ValueVector){0} + (Value)(open[z < count ? z : 0] ^ constant);
                const int64_t begin = a, end = lesser(pairs.last, a + left * BLOCK);
                while (a < end && !block_has_some(pairs.left + a, pairs.right + a, wanted))
                    a += BLOCK;
                done += (a - begin) / BLOCK;
                if (a == end && a == pairs.last)
                    break;
                if (a == end)
                    continue;
                mark(work, &pairs, a, a + BLOCK, constant);
                a += BLOCK;
                done++;
                ++*hits;
                int64_t still = 0;
                for (int64_t z = 0; z < count; z++)
                    if (work->seen[open[z]] == work->stamp)
                        pay(work, kind, open[z], HIT + (done - since[z]) / SEARCHED);
                    else {
                        open[still] = open[z];
                        since[still++] = since[z];
                    }
                count = still;
            }
        }
}

/* Enters the heaps below base that are new, and begins with no lanes. */
static void begin_lanes(Work *work)
{
    State *state = work->state;
    for (int64_t n = state->entered; n < work->base && !state->wide; n++)
        for (int64_t k = 0; k < work->kinds && !state->wide; k++) {
            const int64_t value = work->values[k * work->size + n];
            if (value >= MOST_VALUES) {
                state->wide = 1;
                break;
            }
            Class *class = work->classes + k * MOST_VALUES + value;
            if (!class->count++ && state->rows < work->rows_count) {
                class->row = ++state->rows;
                fill(work->rows + (class->row - 1) * work->row_words, 0, (size_t)work->row_words * 8);
            }
            if (class->row)
                work->rows[(class->row - 1) * work->row_words + (n >> 6)] |= (uint64_t)1 << (n & 63);
        }
    state->entered = work->base;
    state->lanes = 0;
    work->most = 1;
    for (int64_t k = 0; k < work->kinds; k++) {
        work->listed[k] = 0;
        for (int64_t v = 0; v < MOST_VALUES; v++) {
            Class *class = work->classes + k * MOST_VALUES + v;
            while (class->count && work->most <= v)
                work->most *= 2;
            class->spent_before = class->spent;
            class->spent = class->lanes = class->cost = 0;
        }
    }
    if (state->wide)
        work->state = NULL;
}

/* Fills heaps from … stop - 1 of all kinds. `values`, bytes or words, has a row of `size` heaps for each kind, and
   `mirror` each row backwards; `seen` is stamped where a value is reached. `kept`, `lists`, `rows` and `lanes` may be
   empty; otherwise at most LANES heaps are asked for, and the four are kept from call to call, at first all 0. `kept`
   begins with the last stamp in any case. SPRAGUE_WIDE: a value does not fit `seen`. */
EXPORT int64_t VALUE_NAME(kinds_values)(Value *values, int64_t cells, Value *mirror, int64_t mirror_cells, int64_t size,
                                  const int64_t *first, int64_t kinds, const int64_t *order, int64_t order_count,
                                  const int64_t *shorter, int64_t shorter_numbers, const int64_t *shorter_to,
                                  int64_t shorter_kinds, const int64_t *splits, int64_t split_numbers,
                                  const int64_t *splits_to, int64_t split_kinds, uint8_t *seen, int64_t width,
                                  int64_t *near, int64_t near_kinds, int64_t *kept, int64_t kept_numbers,
                                  uint32_t *lists, int64_t lists_heaps, uint64_t *rows, int64_t rows_words,
                                  uint64_t *lanes, int64_t lanes_words, int64_t from, int64_t stop)
{
    const Shorter *takes = (const Shorter *)shorter;
    const Split *cuts = (const Split *)splits;
    const int64_t row_words = size / 64 + LANE_WORDS + 2;
    CHECK(kinds > 0 && cells == kinds * size && mirror_cells == cells && order_count == kinds);
    CHECK(shorter_kinds == kinds + 1 && split_kinds == kinds + 1 && 0 <= from && stop <= size);
    CHECK(shorter_numbers % 3 == 0 && split_numbers % 6 == 0 && width > 0 && !(width & (width - 1)));
    CHECK(shorter_to[0] == 0 && splits_to[0] == 0 && near_kinds == kinds);
    for (int64_t k = 0; k < kinds; k++) {
        CHECK(order[k] >= 0 && order[k] < kinds && first[k] >= 0 && near[k] >= 0 && near[k] <= size);
        CHECK(shorter_to[k] <= shorter_to[k + 1] && splits_to[k] <= splits_to[k + 1]);
    }
    CHECK(shorter_to[kinds] * 3 == shorter_numbers && splits_to[kinds] * 6 == split_numbers);
    for (int64_t i = 0; i < shorter_to[kinds]; i++)
        CHECK(takes[i].kind >= 0 && takes[i].kind < kinds && takes[i].loss >= 0 && takes[i].constant >= 0 &&
              takes[i].constant < width);
    for (int64_t i = 0; i < splits_to[kinds]; i++)
        CHECK(cuts[i].left >= 0 && cuts[i].left < kinds && cuts[i].right >= 0 && cuts[i].right < kinds &&
              cuts[i].gap > 0 && cuts[i].least_left >= 0 && cuts[i].least_right >= 0 && cuts[i].constant >= 0 &&
              cuts[i].constant < width);
    State *state = (State *)kept;
    CHECK(kept_numbers >= (int64_t)(sizeof(State) / 8) && state->entered >= 0 && state->entered <= from);
    Work work = {.splits = cuts, .splits_to = splits_to, .values = values, .mirror = mirror, .kinds = kinds,
                 .size = size, .base = from, .width = width, .seen = seen, .stamp = (uint8_t)state->stamp};
    if (lists_heaps) {
        CHECK(kept_numbers == (int64_t)sizeof(State) / 8 + kinds * (1 + MOST_VALUES * (int64_t)sizeof(Class) / 8));
        CHECK(lists_heaps == cells && rows_words % row_words == 0 && lanes_words % LANE_WORDS == 0);
        CHECK(size <= UINT32_MAX && stop <= from + LANES);
        work.state = state;
        work.listed = kept + sizeof(State) / 8;
        work.classes = (Class *)(work.listed + kinds);
        work.lists = lists;
        work.rows = rows;
        work.lanes = lanes;
        work.row_words = row_words;
        work.rows_count = rows_words / row_words;
        work.lanes_count = lanes_words / LANE_WORDS;
        begin_lanes(&work);
    }
    for (int64_t n = from; n < stop; n++)
        for (int64_t at = 0; at < kinds; at++) {
            const int64_t k = order[at];
            if (n < first[k])
                continue;
            if (++work.stamp == 0) {
                fill(seen, 0, (size_t)width);
                work.stamp = 1;
            }
            for (int64_t i = shorter_to[k]; i < shorter_to[k + 1]; i++)
                if (takes[i].loss <= n)
                    seen[takes[i].constant ^ values[takes[i].kind * size + n - takes[i].loss]] = work.stamp;
            for (int64_t i = splits_to[k]; i < splits_to[k + 1]; i++) {
                const Pairs pairs = pairs_of(&work, cuts + i, n, near[k]);
                mark(&work, &pairs, pairs.begin, pairs.first, cuts[i].constant);
                mark(&work, &pairs, pairs.last, pairs.end, cuts[i].constant);
            }
            int64_t hits = 0;
            const int64_t value = search(&work, k, n, near[k], &hits);
            near[k] = lesser(size, greater(NEAR, near[k] + (hits > FEW_BLOCKS ? near[k] : -near[k]) / 8));
            state->stamp = work.stamp;
            if (2 * value >= width)
                return SPRAGUE_WIDE;
            values[k * size + n] = mirror[k * size + size - 1 - n] = (Value)value;
        }
    return SPRAGUE_DONE;
}
