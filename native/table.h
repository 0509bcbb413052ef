/* The table of a search: open addressing with whole keys, four entries a line.

   The data of an entry is EXACT + value, or a version and the set of the values below 32 that the part is known not to
   have. Exact entries are never removed. Of the others a full line drops the smallest part, which is the quickest to
   search again.

   Threads share a table without locks. A writer of an entry first makes its data LOCKED, by one swap, then stores the
   key, then the data with the next version. A thread that finds an entry locked skips it. A reader loads the data, the
   key, and the data again. As long as no version recurs within those three loads (after 2^30 writes of one entry),
   equal data means that the key belongs to them. Exact data of an entry never changes again, so one load suffices. Two
   threads may enter a key twice; both entries are true. */
#ifndef SPRAGUE_TABLE_H
#define SPRAGUE_TABLE_H

#include <stdatomic.h>

#include "keys.h"

#define EXACT ((uint64_t)1 << 63)
#define LOCKED ((uint64_t)1 << 62)
#define VERSION ((uint64_t)1 << 32)
#define VERSIONS ((uint64_t)0x3FFFFFFF << 32)
#define SET ((uint64_t)0xFFFFFFFF)
#define VALUE ((uint64_t)255)

typedef struct {
    _Atomic uint64_t key[KEY_WORDS];
    _Atomic uint64_t data;
#if KEY_BITS == 128
    uint64_t spare;
#endif
} Entry;

typedef struct {
    Entry slot[4];
} Line;

typedef struct {
    Line *lines;   /* 2^bits of them */
    unsigned bits; /* at least 1 */
} Table;

/* What a thread has changed in the numbers of entries. Their sum over all threads, modulo 2^64, is what the table
   holds. */
typedef struct {
    uint64_t exacts, partials;
} Counts;

static inline bool is_table(int64_t size)
{
    return size >= 2 * (int64_t)sizeof(Line) && !(size & (size - 1));
}

static inline Table table_of(Line *lines, int64_t size)
{
    return (Table){lines, first_bit((uint64_t)size / sizeof(Line))};
}

static inline uint64_t data_at(const Entry *e) { return atomic_load_explicit(&e->data, memory_order_acquire); }

static inline Key key_at(const Entry *e)
{
    Key key = 0;
    for (int i = 0; i < KEY_WORDS; i++)
        key |= (Key)atomic_load_explicit(&e->key[i], memory_order_acquire) << 64 * i;
    return key;
}

static inline size_t line_of(Key key, Table table)
{
    uint64_t h = key_mixed(key);
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93;
    return (size_t)(h >> (64 - table.bits));
}

static inline size_t line_after(size_t line, Table table) { return (line + 1) & (((size_t)1 << table.bits) - 1); }

/* Starts to fetch the line of a key into the cache while the search goes on. */
static inline void fetch(Key key, Table table)
{
    const Line *line = &table.lines[line_of(key, table)];
    for (int i = 0; i < KEY_WORDS; i++)
        __builtin_prefetch((const char *)line + 64 * i);
}

/* Returns EXACT + value, or the set of the values that the key is known not to have, which is 0 if nothing is known. A
   line whose slots are all exact continues in the next one. */
static inline uint64_t look_up(Key key, Table table)
{
    for (size_t line = line_of(key, table);; line = line_after(line, table)) {
        uint64_t exact = EXACT;
        for (int j = 0; j < 4; j++) {
            const Entry *e = &table.lines[line].slot[j];
            const uint64_t data = data_at(e);
            if (data == 0)
                return 0;
            if (key_at(e) == key) {
                if (data & EXACT)
                    return data;
                if (data_at(e) == data && !(data & LOCKED))
                    return data & SET;
            }
            exact &= data;
        }
        if (!exact)
            return 0;
    }
}

/* Stores data. An exact entry is never removed; of the others of a line the one of the smallest part is replaced. */
static inline void keep(Key key, uint64_t data, Counts *counts, Table table)
{
    size_t line = line_of(key, table);
    for (;;) {
        Entry *victim = NULL;
        unsigned least = 255;
        uint64_t before = 0;
        for (int j = 0; j < 4; j++) {
            Entry *e = &table.lines[line].slot[j];
            const uint64_t old = data_at(e);
            if (old == 0) {
                victim = e, least = 0, before = 0;
                break;
            }
            if ((old & (EXACT | LOCKED)) == EXACT) {
                if (key_at(e) == key)
                    return;
            } else if (!(old & LOCKED)) {
                const Key there = key_at(e);
                if (there == key) {
                    victim = e, least = 1, before = old;
                    break;
                }
                const unsigned size = key_size(there);
                if (size < least)
                    victim = e, least = size, before = old;
            }
        }
        if (!victim) {
            line = line_after(line, table);
            continue;
        }
        uint64_t expected = before;
        if (!atomic_compare_exchange_strong_explicit(&victim->data, &expected, LOCKED, memory_order_acq_rel,
                                                     memory_order_relaxed))
            continue; /* another thread was faster, so look again */
        if (least) {
            counts->partials--;
            if (!(data & EXACT) && key_at(victim) == key)
                data |= before & SET; /* earlier knowledge of the same key is kept */
        }
        for (int i = 0; i < KEY_WORDS; i++)
            atomic_store_explicit(&victim->key[i], key_word(key, i), memory_order_release);
        if (data & EXACT)
            counts->exacts++;
        else {
            counts->partials++;
            data = (data & SET) | (((before & VERSIONS) + VERSION) & VERSIONS);
        }
        atomic_store_explicit(&victim->data, data, memory_order_release);
        return;
    }
}

#endif
