/* Sylver Coinage: who wins a position of numbers without a common factor.

   A position is the numerical semigroup S of the sums of the numbers named so far, by its *gaps*, the numbers that are
   no such sum: bit n stands for n, and bit 0 is free. Naming 1 loses, so the moves are the gaps x > 1, and whoever
   finds the position {1} left has lost: it is P. Let t be the largest gap.

   A position is an *ender* if naming any gap x between 1 and t makes t a sum, too (t - kx is in S for some k >= 1). An
   ender with t > 1 is N, by stealing a strategy: if naming t loses, some reply wins after it; that reply made t a sum,
   so it leaves the same position if it is named at once (Hutchings; Winning Ways, chapter 18).

   The search is depth first, as a machine that stops and resumes in the caller's memory. Positions with a smaller last
   gap come first. Enders are recognised where they are met, so the table holds the others only, whole: a key is no hash.

   Of 20 positions that are met 17 are N because a known P-position is one move away. So all moves of a position are
   first compared with the P-positions, of which a bit for each place of the table says in the cache whether one may
   begin there; only if none is found are they looked up, and tested for enders. */
#include "sprague.h"
#include "words.h"

enum { WORDS = 4, BITS = 64 * WORDS };
enum { OPEN, WON, LOST };

typedef struct {
    uint64_t gaps[WORDS];
} Position;

/* Bit 0 of the first word: the position is N. Free entries are 0. */
typedef Position SylverEntry;

typedef struct {
    uint8_t move, last;
} SylverChild;

typedef struct {
    Position at;
    uint32_t next, count, words;
    SylverChild child[BITS];
} SylverFrame;

typedef struct {
    uint64_t positions, entries;
    uint32_t depth, result; /* of the position that was asked, or of the last child */
    SylverFrame frame[BITS];
} Sylver;

static inline unsigned gap_last(const Position *p, unsigned words)
{
    while (words > 1 && !p->gaps[words - 1])
        words--;
    return 64 * words - 64 + last_bit(p->gaps[words - 1]);
}

/* Returns p without the numbers s + kx, k >= 1, for sums s: the gaps after x is named. Doubles the multiples of x. */
static inline __attribute__((always_inline)) Position named(Position p, unsigned x, unsigned last, unsigned words)
{
    for (unsigned step = x; step <= last; step *= 2) {
        const unsigned q = step / 64, m = step % 64;
        Position shifted = {{0}};
        for (unsigned i = 0; i < words; i++) {
            /* The gaps above are those whose number less `step` is a gap, too. Below `step` all gaps stay. */
            uint64_t word = ~(uint64_t)0;
            if (i >= q) {
                word = p.gaps[i - q] << m;
                word |= !m ? 0 : i > q ? p.gaps[i - q - 1] >> (64 - m) : ~(uint64_t)0 >> (64 - m);
            }
            shifted.gaps[i] = word;
        }
        for (unsigned i = 0; i < words; i++)
            p.gaps[i] &= shifted.gaps[i];
    }
    return p;
}

/* Returns whether each gap between 1 and the last one makes that a sum. */
static inline __attribute__((always_inline)) bool is_ender(const Position *p, unsigned last, unsigned words)
{
    /* Bit x of `mirror`: last - x is a gap. Gaps x for which it is a sum are settled with k = 1. */
    const unsigned shift = 64 * words - 1 - last, m = shift % 64, q = shift / 64;
    for (unsigned i = 0; i < words; i++) {
        uint64_t mirror = 0;
        if (i + q < words) {
            const uint64_t low = reversed_word(p->gaps[words - 1 - i - q]);
            const uint64_t high = i + q + 1 < words ? reversed_word(p->gaps[words - 2 - i - q]) : 0;
            mirror = m ? low >> m | high << (64 - m) : low;
        }
        for (uint64_t left = p->gaps[i] & mirror & (i ? ~(uint64_t)0 : ~(uint64_t)3); left; left &= left - 1) {
            const unsigned x = 64 * i + first_bit(left);
            if (x == last)
                break;
            bool sum = false;
            for (unsigned y = 2 * x; y <= last && !sum; y += x)
                sum = !(p->gaps[(last - y) / 64] >> (last - y) % 64 & 1);
            if (!sum)
                return false;
        }
    }
    return true;
}

/* The table, and a bit for each of its places where the search for a P-position begins. */
typedef struct {
    SylverEntry *entry;
    uint64_t *lost;
    size_t mask;
} SylverTable;

static inline size_t place_of(const Position *p, size_t mask)
{
    uint64_t h = p->gaps[0] * 0x9E3779B97F4A7C15 ^ p->gaps[1] * 0xC2B2AE3D27D4EB4F;
    h += (p->gaps[2] * 0x165667B19E3779F9) ^ (p->gaps[3] * 0x9FB21C651E98DF25);
    return (size_t)((h ^ h >> 32) * 0xD6E8FEB86659FD93 >> 20) & mask;
}

static inline bool same(const SylverEntry *e, const Position *p)
{
    return !(((e->gaps[0] ^ p->gaps[0]) & ~(uint64_t)1) | (e->gaps[1] ^ p->gaps[1]) | (e->gaps[2] ^ p->gaps[2]) |
             (e->gaps[3] ^ p->gaps[3]));
}

static inline unsigned known_at(const SylverTable *table, size_t place, const Position *p)
{
    for (; table->entry[place].gaps[0]; place = (place + 1) & table->mask)
        if (same(&table->entry[place], p))
            return table->entry[place].gaps[0] & 1 ? WON : LOST;
    return OPEN;
}

static inline unsigned sylver_known(const SylverTable *table, const Position *p)
{
    return known_at(table, place_of(p, table->mask), p);
}

static inline bool is_known_lost(const SylverTable *table, size_t place, const Position *p)
{
    return table->lost[place / 64] >> place % 64 & 1 && known_at(table, place, p) == LOST;
}

static inline void sylver_keep(const SylverTable *table, Position p, bool won)
{
    size_t place = place_of(&p, table->mask);
    if (!won)
        table->lost[place / 64] |= (uint64_t)1 << place % 64;
    while (table->entry[place].gaps[0])
        place = (place + 1) & table->mask;
    p.gaps[0] |= won;
    table->entry[place] = p;
}

/* Lists what the moves of a frame leave, those with the smallest last gap first. Returns WON if one of them is known to be
   P. */
static inline __attribute__((always_inline)) unsigned children_of(SylverFrame *f, unsigned last, unsigned words,
                                                                  const SylverTable *table)
{
    Position left_by[BITS];
    size_t place[BITS];
    uint8_t move[BITS];
    unsigned moves = 0;
    f->count = 0;
    for (unsigned i = 0; i < words; i++)
        for (uint64_t left = f->at.gaps[i] & (i ? ~(uint64_t)0 : ~(uint64_t)3); left; left &= left - 1) {
            const unsigned x = 64 * i + first_bit(left);
            const Position child = named(f->at, x, last, words);
            place[moves] = place_of(&child, table->mask);
            if (gap_last(&child, words) == 1 || is_known_lost(table, place[moves], &child))
                return WON;
            left_by[moves] = child;
            move[moves++] = (uint8_t)x;
        }
    for (unsigned k = 0; k < moves; k++)
        __builtin_prefetch(&table->entry[place[k]]);
    for (unsigned k = 0; k < moves; k++) {
        const unsigned end = gap_last(&left_by[k], words);
        if (known_at(table, place[k], &left_by[k]) == WON || is_ender(&left_by[k], end, end / 64 + 1))
            continue;
        uint32_t j = f->count++;
        for (; j && f->child[j - 1].last > end; j--)
            f->child[j] = f->child[j - 1];
        f->child[j] = (SylverChild){move[k], (uint8_t)end};
    }
    return OPEN;
}

/* Enters a position that is no ender and whose outcome is not known. Returns its outcome if that is settled at once. */
static unsigned sylver_enter(Sylver *s, const Position *p, const SylverTable *table)
{
    const unsigned last = gap_last(p, WORDS), words = last / 64 + 1;
    SylverFrame *f = &s->frame[s->depth++];
    f->at = *p, f->next = 0, f->words = words;
    switch (words) {
    case 1:
        return children_of(f, last, 1, table);
    case 2:
        return children_of(f, last, 2, table);
    case 3:
        return children_of(f, last, 3, table);
    default:
        return children_of(f, last, 4, table);
    }
}

EXPORT int64_t NAME(sylver_size)(void) { return sizeof(Sylver); }

/* Asks for the outcome of a position, in memory of zeros: its gaps, 1 among them. */
EXPORT int64_t NAME(sylver_ask)(Sylver *s, int64_t size, const uint64_t *gaps, int64_t words)
{
    CHECK(size >= (int64_t)sizeof(Sylver) && words == WORDS && gaps[0] & 2);
    for (int i = 0; i < WORDS; i++)
        s->frame[0].at.gaps[i] = gaps[i];
    s->frame[0].at.gaps[0] &= ~(uint64_t)1;
    s->depth = 0;
    s->result = OPEN;
    return SPRAGUE_DONE;
}

static bool table_of(SylverTable *table, SylverEntry *entry, int64_t size, uint64_t *lost, int64_t words)
{
    const int64_t entries = size / (int64_t)sizeof *entry;
    *table = (SylverTable){entry, lost, (size_t)entries - 1};
    return entries >= 64 && !(entries & (entries - 1)) && words == entries / 64;
}

/* Resumes. Returns DONE (result 1: N, 2: P), OUT_OF_BUDGET after so many positions, or FULL. The table has 2^k entries,
   and a bit in `lost` for each. */
EXPORT int64_t NAME(sylver_run)(Sylver *s, int64_t size, SylverEntry *entry, int64_t table_size, uint64_t *lost,
                                int64_t lost_words, int64_t budget, uint64_t *state, int64_t numbers)
{
    SylverTable table;
    CHECK(size >= (int64_t)sizeof(Sylver) && table_of(&table, entry, table_size, lost, lost_words) && budget >= 0 &&
          numbers == 3);
    const uint64_t limit = s->positions + (uint64_t)budget, full = (table.mask + 1) / 4 * 3;
    int64_t status = SPRAGUE_DONE;
    if (!s->depth && s->result == OPEN) {
        const Position root = s->frame[0].at;
        const unsigned last = gap_last(&root, WORDS);
        s->result = last == 1 ? LOST : is_ender(&root, last, last / 64 + 1) ? WON : sylver_known(&table, &root);
        if (s->result == OPEN)
            s->result = sylver_enter(s, &root, &table);
    }
    while (s->depth) {
        if (s->positions >= limit || s->entries >= full) {
            status = s->positions >= limit ? SPRAGUE_OUT_OF_BUDGET : SPRAGUE_FULL;
            break;
        }
        SylverFrame *f = &s->frame[s->depth - 1];
        if (s->result == OPEN && f->next < f->count) {
            const Position child = named(f->at, f->child[f->next++].move, 64 * f->words - 1, f->words);
            s->result = sylver_known(&table, &child);
            if (s->result == OPEN)
                s->result = sylver_enter(s, &child, &table);
            /* A frame that is settled at once is closed below. */
            if (s->result != OPEN && f == &s->frame[s->depth - 1])
                s->result = s->result == LOST ? WON : OPEN;
            continue;
        }
        /* Some child is P, or all are N. */
        const bool won = s->result == WON;
        sylver_keep(&table, f->at, won);
        s->entries++, s->positions++, s->depth--;
        s->result = won ? WON : LOST;
        if (s->depth)
            s->result = s->result == LOST ? WON : OPEN;
    }
    state[0] = s->result, state[1] = s->positions, state[2] = s->entries;
    return status;
}

/* Enters all of a table into a larger one. */
EXPORT int64_t NAME(sylver_move)(const SylverEntry *old, int64_t old_size, SylverEntry *entry, int64_t table_size,
                                 uint64_t *lost, int64_t lost_words)
{
    const int64_t before = old_size / (int64_t)sizeof(SylverEntry);
    SylverTable table;
    CHECK(table_of(&table, entry, table_size, lost, lost_words) && (int64_t)table.mask >= before);
    for (int64_t i = 0; i < before; i++)
        if (old[i].gaps[0])
            sylver_keep(&table, old[i], old[i].gaps[0] & 1);
    return SPRAGUE_DONE;
}
