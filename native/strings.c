/* The values of Nimstring: coins that hang together by strings, some of which lead to the ground.

   A move cuts a string. Who frees a coin (its last string is cut) must move again, and who cannot move loses. Let C be
   what is left when a coin was freed: C + *x is again the same player's. So if all such C have one value c, and no
   other option has the value c, the position is worth c; if not, it is loony: the player to move wins beside anything.
   A position where no string frees a coin is worth the mex of its options that are not loony.

   This makes the search short (each statement by induction on the strings; Winning Ways, chapter 16):
   - A coin by its only string on the ground, on a coin of three and more strings, or on another coin with a single
     string: cutting the string changes neither the value nor whether the position is loony.
   - A coin by its only string on a coin with two: if the other of these leads to a coin by its only string, the three
     coins are worth 0 together. If it leads anywhere else, the position is loony: the player may free both coins and go
     on, or cut the other string and leave both to the opponent, who must then move in the rest.
   So a position is reduced until each coin has two strings or more, or it is loony. Positions that hang together by
   coins, not by the ground, are valued one by one. A chain of one or two coins between two grounds, and a ring of two or
   three, is worth 1; longer ones are worth 0, as each move in them is loony.

   A position is a set of strings, as bits of a word. Equal keys stand for positions that are alike by a symmetry of the
   graph, or by strings between the same ends. */
#include "sprague.h"
#include "words.h"

enum { STRINGS = 64, COINS = 64, IMAGES = 8, GROUND = 255 };
enum { LOONY = 255 }; /* beside values */
enum { DEPTH = 512 }; /* questions on a way down: a few for each string */
#define EXACT ((uint64_t)1 << 63)

/* The question whether a part has the value `want`. Of `left`, the strings to be cut, it is not yet known that cutting
   them does not give this value. */
typedef struct {
    uint64_t part, left;
    unsigned want;
} Frame;

typedef struct {
    uint64_t root;
    uint64_t strings[COINS]; /* of each coin */
    uint64_t alike[COINS];   /* sets of strings between the same ends */
    uint64_t image[IMAGES - 1][8][256];
    uint64_t coins, alikes, images, depth;
    uint8_t end[STRINGS][2];
    Frame frame[DEPTH];
} Strings;

/* What is known of parts: EXACT + value, or the set of values that the part does not have. Open addressing; no part is
   empty. */
typedef struct {
    uint64_t part, data;
} Entry;

typedef struct {
    Entry *entry;
    uint64_t size; /* a power of two */
} Known;

static inline Entry *entry_of(uint64_t part, Known known)
{
    uint64_t h = part * 0x9E3779B97F4A7C15;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93;
    for (h = (h ^ h >> 29) & (known.size - 1); known.entry[h].part && known.entry[h].part != part;)
        h = (h + 1) & (known.size - 1);
    return &known.entry[h];
}

static inline uint64_t bit(unsigned i) { return (uint64_t)1 << i; }
static inline unsigned other_end(const Strings *s, unsigned string, unsigned coin)
{
    return s->end[string][s->end[string][0] == coin];
}

/* Frees the coin if it has one string. Returns whether the position is loony. */
static inline bool freed(const Strings *s, unsigned coin, uint64_t *position)
{
    const uint64_t own = s->strings[coin] & *position;
    if (!own || own & (own - 1))
        return false;
    const unsigned next = other_end(s, first_bit(own), coin);
    if (next == GROUND) {
        *position ^= own;
        return false;
    }
    const uint64_t beyond = s->strings[next] & *position & ~own;
    if (!beyond || beyond & (beyond - 1)) {
        *position ^= own;
        return false;
    }
    const unsigned last = other_end(s, first_bit(beyond), next);
    if (last == GROUND || (s->strings[last] & *position) != beyond)
        return true;
    *position ^= own | beyond;
    return false;
}

/* Reduces any position. Returns whether it is loony. */
static bool reduced(const Strings *s, uint64_t *position)
{
    for (uint64_t before = 0; before != *position;) {
        before = *position;
        for (unsigned coin = 0; coin < s->coins; coin++)
            if (freed(s, coin, position))
                return true;
    }
    return false;
}

static inline uint64_t settled(const Strings *s, uint64_t part)
{
    for (uint64_t i = 0; i < s->alikes; i++) {
        uint64_t kept = s->alike[i];
        for (unsigned more = bits_in(kept & ~part); more; more--)
            kept &= ~bit(last_bit(kept));
        part = (part & ~s->alike[i]) | kept;
    }
    return part;
}

static uint64_t least_image(const Strings *s, uint64_t part)
{
    uint64_t least = settled(s, part);
    for (uint64_t i = 0; i < s->images; i++) {
        uint64_t image = 0;
        for (unsigned byte = 0; byte < 8; byte++)
            image |= s->image[i][byte][part >> 8 * byte & 255];
        image = settled(s, image);
        if (image < least)
            least = image;
    }
    return least;
}

/* What a reduced position falls into: the nim-sum of the parts whose value is known, and the keys of the others. */
typedef struct {
    unsigned sum, count;
    uint64_t open[STRINGS / 3];
} Parts;

static void split(const Strings *s, uint64_t position, Known known, Parts *parts)
{
    parts->sum = parts->count = 0;
    while (position) {
        uint64_t part = position & -position, waiting = part;
        unsigned coins = 0;
        bool forks = false, grounds = false;
        uint64_t met = 0;
        while (waiting) {
            const unsigned string = first_bit(waiting);
            waiting &= waiting - 1;
            for (int i = 0; i < 2; i++) {
                const unsigned coin = s->end[string][i];
                if (coin == GROUND) {
                    grounds = true;
                    continue;
                }
                if (met >> coin & 1)
                    continue;
                met |= bit(coin);
                coins++;
                const uint64_t here = s->strings[coin] & position;
                forks |= bits_in(here) > 2;
                waiting |= here & ~part;
                part |= here;
            }
        }
        position &= ~part;
        if (!forks) {
            parts->sum ^= coins <= (grounds ? 2 : 3);
            continue;
        }
        const uint64_t key = least_image(s, part), data = entry_of(key, known)->data;
        if (data & EXACT)
            parts->sum ^= (unsigned)(data & ~EXACT);
        else
            parts->open[parts->count++] = key;
    }
}

/* Cuts a string of a reduced position. Returns whether what is left is loony. */
static inline bool cut(const Strings *s, unsigned string, uint64_t *position)
{
    *position ^= bit(string);
    for (int i = 0; i < 2; i++)
        if (s->end[string][i] != GROUND && freed(s, s->end[string][i], position))
            return true;
    return false;
}

static inline void ask(Strings *s, uint64_t part, unsigned want) { s->frame[s->depth++] = (Frame){part, part, want}; }

/* Asks for the least value that a part may have. */
static inline void ask_least(Strings *s, uint64_t part, Known known)
{
    ask(s, part, first_bit(~entry_of(part, known)->data));
}

/* Writes what is known of a part. Returns whether the table is half full. */
static inline bool learnt(uint64_t part, uint64_t data, Known known, uint64_t *count)
{
    Entry *e = entry_of(part, known);
    *count += !e->part;
    *e = (Entry){part, data & EXACT ? data : e->data | data};
    return 2 * *count >= known.size;
}

/* Whether the first question on the stack is settled by what is known. If not, it asks about a part on which it
   depends. `cuts` counts. */
static bool is_settled(Strings *s, Known known, uint64_t *data, int64_t *cuts)
{
    Frame *f = &s->frame[s->depth - 1];
    const uint64_t before = entry_of(f->part, known)->data;
    *data = before;
    if (before & EXACT || before >> f->want & 1)
        return true;
    Parts parts;
    for (int searching = 0; searching < 2; searching++)
        for (uint64_t left = f->left; left; left &= left - 1) {
            uint64_t position = f->part;
            const uint64_t string = left & -left;
            ++*cuts;
            if (cut(s, first_bit(string), &position)) {
                f->left ^= string;
                continue;
            }
            split(s, position, known, &parts);
            const unsigned wanted = f->want ^ parts.sum;
            if (parts.count == 0 && wanted == 0) {
                *data = bit(f->want);
                return true;
            }
            if (parts.count == 0 || (parts.count == 1 && entry_of(parts.open[0], known)->data >> wanted & 1)) {
                f->left ^= string;
                continue;
            }
            if (!searching)
                continue;
            if (parts.count == 1) {
                ask(s, parts.open[0], wanted);
                return false;
            }
            unsigned small = 0;
            for (unsigned i = 1; i < parts.count; i++)
                if (bits_in(parts.open[i]) < bits_in(parts.open[small]))
                    small = i;
            ask_least(s, parts.open[small], known);
            return false;
        }
    const uint64_t less = ~before & (bit(f->want) - 1);
    if (less) {
        ask(s, f->part, first_bit(less));
        return false;
    }
    *data = EXACT | f->want;
    return true;
}

EXPORT int64_t NAME(strings_size)(void) { return sizeof(Strings); }

/* Prepares a search on a graph: the two ends of each string (GROUND for the ground), sets of strings between the same
   ends, and the places to which its symmetries bring the strings. */
EXPORT int64_t NAME(strings_begin)(void *room, int64_t size, const uint8_t *ends, int64_t ends_size,
                                   const uint64_t *alike, int64_t alikes, const uint8_t *images, int64_t images_size)
{
    const int64_t strings = ends_size / 2;
    CHECK(size >= (int64_t)sizeof(Strings) && strings <= STRINGS && ends_size == 2 * strings && alikes <= COINS);
    CHECK(strings ? images_size % strings == 0 && images_size / strings < IMAGES : !images_size);
    Strings *s = room;
    fill(s, 0, sizeof *s);
    for (int64_t i = 0; i < strings; i++) {
        CHECK(ends[2 * i] != ends[2 * i + 1]);
        for (int end = 0; end < 2; end++) {
            const uint8_t coin = ends[2 * i + end];
            CHECK(coin < COINS || coin == GROUND);
            s->end[i][end] = coin;
            if (coin == GROUND)
                continue;
            s->strings[coin] |= bit((unsigned)i);
            if (s->coins <= coin)
                s->coins = (uint64_t)coin + 1;
        }
    }
    for (int64_t i = 0; i < alikes; i++) {
        CHECK(alike[i]);
        s->alike[i] = alike[i];
    }
    s->alikes = (uint64_t)alikes;
    s->images = strings ? (uint64_t)(images_size / strings) : 0;
    for (uint64_t i = 0; i < s->images; i++)
        for (int64_t string = 0; string < strings; string++) {
            const uint8_t to = images[(int64_t)i * strings + string];
            CHECK(to < strings);
            for (unsigned byte = 0; byte < 256; byte++)
                if (byte >> string % 8 & 1)
                    s->image[i][string / 8][byte] |= bit(to);
        }
    return SPRAGUE_DONE;
}

/* Asks for the value of a position: what is left of an earlier question is dropped. */
EXPORT int64_t NAME(strings_ask)(void *room, int64_t size, const uint64_t *position, int64_t words)
{
    CHECK(size >= (int64_t)sizeof(Strings) && words == 1);
    Strings *s = room;
    s->root = *position;
    s->depth = 0;
    return SPRAGUE_DONE;
}

/* Searches on, for about `budget` cuts. `known` is the table; found[0] becomes the value, found[1] counts the entries of
   the table. SPRAGUE_FULL: half of the table is filled. */
EXPORT int64_t NAME(strings_run)(void *room, int64_t size, void *table, int64_t table_size, int64_t budget,
                                 uint64_t *found, int64_t two)
{
    CHECK(size >= (int64_t)sizeof(Strings) && two == 2);
    CHECK(table_size >= 2 * (int64_t)sizeof(Entry) && !(table_size & (table_size - 1)));
    Strings *s = room;
    const Known known = {table, (uint64_t)table_size / sizeof(Entry)};
    int64_t cuts = 0;
    while (cuts < budget) {
        if (s->depth) {
            const Frame f = s->frame[s->depth - 1];
            uint64_t data;
            CHECK(s->depth < DEPTH);
            if (!is_settled(s, known, &data, &cuts))
                continue;
            s->depth--;
            if (learnt(f.part, data, known, &found[1]))
                return SPRAGUE_FULL;
            continue;
        }
        uint64_t root = s->root;
        Parts parts = {LOONY, 0, {0}};
        if (!reduced(s, &root))
            split(s, root, known, &parts);
        found[0] = parts.sum;
        if (!parts.count)
            return SPRAGUE_DONE;
        ask_least(s, parts.open[0], known);
    }
    return SPRAGUE_OUT_OF_BUDGET;
}

/* Moves what a table knows to a larger one, which is empty. */
EXPORT int64_t NAME(strings_move)(const void *from, int64_t from_size, void *to, int64_t to_size)
{
    CHECK(to_size > from_size && !(to_size & (to_size - 1)));
    const Known known = {to, (uint64_t)to_size / sizeof(Entry)};
    const Entry *old = from;
    for (uint64_t i = 0; i < (uint64_t)from_size / sizeof(Entry); i++)
        if (old[i].part)
            *entry_of(old[i].part, known) = old[i];
    return SPRAGUE_DONE;
}
