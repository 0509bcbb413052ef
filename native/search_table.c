/* The table of a search as a whole: it grows, and its entries are read and written from outside. */
#include "table.h"

/* Enters every entry of a table into another one, and writes how many are exact and partial. */
EXPORT int64_t KEY_NAME(search_move)(const Line *old, int64_t old_size, Line *lines, int64_t size, uint64_t *counts,
                                     int64_t words)
{
    CHECK(is_table(old_size) && is_table(size) && size >= old_size && words == 2);
    const Table from = table_of((Line *)old, old_size), to = table_of(lines, size);
    Counts found = {0, 0};
    for (size_t i = 0; i < (size_t)1 << from.bits; i++)
        for (int j = 0; j < 4; j++) {
            const Entry *e = &old[i].slot[j];
            if (data_at(e))
                keep(key_at(e), data_at(e) & (EXACT | SET), &found, to);
        }
    counts[0] = found.exacts, counts[1] = found.partials;
    return SPRAGUE_DONE;
}

/* Copies the exact entries of a table to `keys` and `values`, and returns their number. */
EXPORT int64_t KEY_NAME(search_entries)(const Line *lines, int64_t size, uint64_t *keys, int64_t words, uint8_t *values,
                                        int64_t room)
{
    CHECK(is_table(size) && words == room * KEY_WORDS);
    int64_t count = 0;
    for (const Entry *e = lines->slot, *end = e + size / (int64_t)sizeof(Entry); e < end; e++)
        if (data_at(e) & EXACT) {
            CHECK(count < room);
            for (int i = 0; i < KEY_WORDS; i++)
                keys[count * KEY_WORDS + i] = key_word(key_at(e), i);
            values[count++] = (uint8_t)(data_at(e) & VALUE);
        }
    return count;
}

/* Enters keys with their data (EXACT + value, or the set of excluded values), and adds them to the counts. The table
   has room for them. */
EXPORT int64_t KEY_NAME(search_load)(Line *lines, int64_t size, const uint64_t *keys, int64_t words, const uint64_t *data,
                                     int64_t count, uint64_t *counts, int64_t two)
{
    CHECK(is_table(size) && words == count * KEY_WORDS && two == 2);
    Counts sums = {counts[0], counts[1]};
    for (int64_t i = 0; i < count; i++)
        keep(key_of(keys + i * KEY_WORDS), data[i] & (EXACT | SET), &sums, table_of(lines, size));
    counts[0] = sums.exacts, counts[1] = sums.partials;
    return SPRAGUE_DONE;
}

/* Writes what a table knows of keys: EXACT + value, or the set of excluded values. */
EXPORT int64_t KEY_NAME(search_look_up)(Line *lines, int64_t size, const uint64_t *keys, int64_t words, uint64_t *data,
                                        int64_t count)
{
    CHECK(is_table(size) && words == count * KEY_WORDS);
    for (int64_t i = 0; i < count; i++)
        data[i] = look_up(key_of(keys + i * KEY_WORDS), table_of(lines, size));
    return SPRAGUE_DONE;
}
