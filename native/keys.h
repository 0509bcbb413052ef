/* Keys: sets of up to 64 or 128 cells or vertices, each as one unsigned number. Files that use them are compiled once
   for each width (KEY_BITS). */
#ifndef SPRAGUE_KEYS_H
#define SPRAGUE_KEYS_H

#include "sprague.h"
#include "words.h"

#define KEY_NAME(name) SPRAGUE_PASTE(SPRAGUE_PASTE(sprague_##name, KEY_BITS), LEVEL)
enum { KEY_WORDS = KEY_BITS / 64 };

#if KEY_BITS == 64
typedef uint64_t Key;
static inline Key key_of(const uint64_t *words) { return words[0]; }
static inline unsigned key_first(Key k) { return first_bit(k); } /* k is not 0 */
static inline unsigned key_last(Key k) { return last_bit(k); }
static inline unsigned key_size(Key k) { return bits_in(k); }
static inline Key key_reversed(Key k) { return reversed_word(k); }
static inline uint64_t key_mixed(Key k) { return k * 0x9E3779B97F4A7C15; }
static inline Key key_up(Key k, unsigned n) { return k << n; } /* 0 < n < 64 */
static inline Key key_down(Key k, unsigned n) { return k >> n; }
#else
typedef unsigned __int128 Key;
static inline uint64_t low_of(Key k) { return (uint64_t)k; }
static inline uint64_t high_of(Key k) { return (uint64_t)(k >> 64); }
static inline Key key_of(const uint64_t *words) { return words[0] | (Key)words[1] << 64; }
static inline unsigned key_first(Key k) { return low_of(k) ? first_bit(low_of(k)) : 64 + first_bit(high_of(k)); }
static inline unsigned key_last(Key k) { return high_of(k) ? 64 + last_bit(high_of(k)) : last_bit(low_of(k)); }
static inline unsigned key_size(Key k) { return bits_in(low_of(k)) + bits_in(high_of(k)); }
static inline Key key_reversed(Key k) { return (Key)reversed_word(low_of(k)) << 64 | reversed_word(high_of(k)); }
/* By 0 < n < 64: a shift of 128 bits by any number takes twice the instructions. */
static inline Key key_up(Key k, unsigned n)
{
    return (Key)(high_of(k) << n | low_of(k) >> (64 - n)) << 64 | low_of(k) << n;
}
static inline Key key_down(Key k, unsigned n)
{
    return (Key)(high_of(k) >> n) << 64 | (low_of(k) >> n | high_of(k) << (64 - n));
}
static inline uint64_t key_mixed(Key k) { return (low_of(k) ^ high_of(k) * 0xC2B2AE3D27D4EB4F) * 0x9E3779B97F4A7C15; }
#endif

static inline Key least_key(Key a, Key b) { return a < b ? a : b; }
static inline Key lowest_of(Key k) { return k & -k; }
static inline uint64_t key_word(Key k, int i) { return (uint64_t)(k >> KEY_BITS / 2 * i); } /* word i, the lowest first */

/* Enters a part behind others. If it is among them, it is removed, as equal components cancel. Returns the number. */
static inline unsigned entered(Key key, unsigned count, Key *parts)
{
    for (unsigned i = 0; i < count; i++)
        if (parts[i] == key) {
            parts[i] = parts[count - 1];
            return count - 1;
        }
    parts[count] = key;
    return count + 1;
}

#endif
