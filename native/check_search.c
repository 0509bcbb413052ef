/* For tests: the search of boards without Python, with threads, under sanitizers. Prints the value of a rectangle.

   cc -std=gnu17 -g -O1 -fsanitize=thread -pthread -DKEY_BITS=64 -DLEVEL=v2 check_search.c -o check
   setarch -R ./check WIDTH HEIGHT THREADS */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "search.c"
#include "search_begin.c"
#include "search_table.c"

enum { MOST_THREADS = 64 };

static Line *lines;
static int64_t table_size = 64 * sizeof(Line); /* small, so that it grows often and threads meet in its lines */
static Search *search[MOST_THREADS];
static int64_t size, tiny_size, shared_size, share, status[MOST_THREADS];
static Shared *shared;
static uint8_t *tiny;

static void *work(void *place)
{
    const intptr_t i = (intptr_t)place;
    status[i] = KEY_NAME(search_run)(search[i], size, lines, table_size, shared, shared_size, tiny, tiny_size, 500, share);
    return NULL;
}

static void grow(int threads)
{
    uint64_t counts[2];
    Line *larger = calloc(2, (size_t)table_size);
    KEY_NAME(search_move)(lines, table_size, larger, 2 * table_size, counts, 2);
    free(lines);
    lines = larger, table_size *= 2;
    for (int i = 0; i < threads; i++) {
        KEY_NAME(search_count)(search[i], size, counts, 2);
        counts[0] = counts[1] = 0;
    }
}

static uint64_t value_of(const uint64_t *part, int threads)
{
    const unsigned cells = key_size(key_of(part));
    for (int wanted = 0;; wanted++) {
        for (int i = 0; i < threads; i++)
            KEY_NAME(search_ask)(search[i], size, shared, shared_size, part, KEY_WORDS, wanted, cells * 4 / 5,
                                 cells * 9 / 10, cells * 6 / 10);
        for (int done = -1; done < 0;) {
            pthread_t thread[MOST_THREADS];
            share = table_size / (int64_t)sizeof(Entry) / 4;
            for (int i = 0; i < threads; i++)
                share -= (int64_t)search[i]->counts.exacts;
            share = share > 0 ? share / threads : 0;
            KEY_NAME(search_stop)(shared, shared_size, 0);
            for (intptr_t i = 0; i < threads; i++)
                pthread_create(&thread[i], NULL, work, (void *)i);
            bool full = false;
            for (int i = 0; i < threads; i++) {
                pthread_join(thread[i], NULL);
                if (status[i] == SPRAGUE_DONE)
                    done = i;
                full |= status[i] == SPRAGUE_FULL;
            }
            if (done < 0 && full)
                grow(threads);
            if (done >= 0 && search[done]->result != NOT_IT)
                return search[done]->result;
        }
    }
}

int main(int count, char **words)
{
    if (count < 4)
        return 2;
    const int width = atoi(words[1]), height = atoi(words[2]), threads = atoi(words[3]);
    if (threads < 1 || threads > MOST_THREADS || width * height > KEY_BITS)
        return 2;
    size = KEY_NAME(search_size)(KEY_BITS, 2 * KEY_BITS, 2, 0);
    shared_size = threads > 1 ? KEY_NAME(search_shared_size)() : 0;
    shared = calloc(1, sizeof(Shared));
    for (int i = 0; i < threads; i++)
        if (KEY_NAME(search_board)(search[i] = calloc(1, (size_t)size), size, width))
            return 2;
    tiny_size = (int64_t)1 << 2 * width;
    tiny = calloc(1, (size_t)tiny_size);
    KEY_NAME(search_fill_tiny)(tiny, tiny_size, width, 0, tiny_size);
    lines = calloc(1, (size_t)table_size);
    const Key board = ~(Key)0 >> (KEY_BITS - width * height);
    uint64_t key[KEY_WORDS], parts[64 * KEY_WORDS], value, positions = 0;
    for (int i = 0; i < KEY_WORDS; i++)
        key[i] = key_word(board, i);
    const int64_t all = KEY_NAME(search_split)(search[0], size, tiny, tiny_size, key, KEY_WORDS, parts, 64 * KEY_WORDS);
    value = parts[all * KEY_WORDS];
    for (int64_t i = 0; i < all; i++)
        value ^= value_of(parts + i * KEY_WORDS, threads);
    for (int i = 0; i < threads; i++)
        positions += search[i]->positions;
    printf("%dx%d: value %d, %lld positions\n", width, height, (int)value, (long long)positions);
}
