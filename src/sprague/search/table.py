"""The table of a search: open addressing with whole keys, four entries a line.

An entry is a key of one word or two, its data, and after two words a spare one. Data is EXACT + value, or a version and
the set of the values below 32 that the part is known not to have. Exact entries are never removed. Of the others a full
line drops the smallest part, which is the quickest to search again.

Threads share a table without locks. A writer of an entry first makes its data LOCKED, by one swap, then stores the key,
then the data with the next version. A thread that finds an entry locked skips it. A reader loads the data, the key, and
the data again. As long as no version recurs within those three loads (after 2^30 writes of one entry), equal data means
that the key belongs to them. Exact data of an entry never changes again, so one load suffices. Two threads may enter a
key twice; both entries are true.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

from sprague.system.jit import kernel

from .block import EXACTS, PARTIALS, key_at, size_of
from .words import ALL, U0, U1, U2, U8, U64, U, load, peek, poke, prefetch, store, swap

EXACT = U(1 << 63)
VALUE = U(255)
LOCKED = U(1 << 62)
SET, VERSION, VERSIONS = U(0xFFFFFFFF), U(1 << 32), U(0x3FFFFFFF << 32)


@kernel
def mixed(key):
    """Returns a word that depends on every bit of a key."""
    if len(key) == 1:
        return key[0] * U(0x9E3779B97F4A7C15)
    return (key[0] ^ (key[1] * U(0xC2B2AE3D27D4EB4F))) * U(0x9E3779B97F4A7C15)


@kernel
def line_of(key, bits):
    """Returns the first word of a key's line, in a table of 2^bits lines."""
    h = mixed(key)
    h = (h ^ (h >> U(32))) * U(0xD6E8FEB86659FD93)
    return (h >> (U64 - bits)) * (U8 * U(len(key)))


@kernel
def next_line(line, bits, key):
    """Returns the first word of the next line. The first line follows the last."""
    size = U8 * U(len(key))
    return (line + size) & ((size << bits) - U1)


@kernel
def fetch(key, table, bits):
    """Starts to fetch the line of a key into the cache while the search goes on."""
    line = line_of(key, bits)
    prefetch(table, line)
    if len(key) == 2:
        prefetch(table, line + U8)


@kernel
def holds(table, i, key):
    """Returns whether the entry at word i has this key."""
    if len(key) == 1:
        return load(table, i) == key[0]
    return load(table, i) == key[0] and load(table, i + U1) == key[1]


@kernel
def look_up(key, table, bits):
    """Returns EXACT + value, or the set of the values that the key is known not to have, which is 0 if nothing is
    known. A line whose slots are all exact continues in the next one."""
    width = U(len(key))
    line = line_of(key, bits)
    while True:
        exact = EXACT
        for j in range(4):
            i = line + U(2 * j) * width
            data = load(table, i + width)
            if data == U0:
                return U0
            if holds(table, i, key):
                if data & EXACT:
                    return data
                if load(table, i + width) == data and data & LOCKED == U0:
                    return data & SET
            exact &= data
        if exact == U0:
            return U0
        line = next_line(line, bits, key)


@kernel
def keep(key, data, m, table, bits):
    """Stores data. An exact entry is never removed; of the others of a line the one of the smallest part is
    replaced."""
    width = U(len(key))
    line = line_of(key, bits)
    while True:
        victim, least, before = ALL, U(255), U0
        for j in range(4):
            i = line + U(2 * j) * width
            old = load(table, i + width)
            if old == U0:
                victim, least, before = i, U0, old
                break
            if old & (EXACT | LOCKED) == EXACT:
                if holds(table, i, key):
                    return
            elif old & LOCKED == U0:
                if holds(table, i, key):
                    victim, least, before = i, U1, old
                    break
                size = size_of(key_at(table, i, key))
                if size < least:
                    victim, least, before = i, size, old
        if victim == ALL:
            line = next_line(line, bits, key)
            continue
        if not swap(table, victim + width, before, LOCKED):
            continue  # another thread was faster, so look again
        if least:
            poke(m, PARTIALS, peek(m, PARTIALS) - U1)
            # Earlier knowledge of the same key is kept.
            if data & EXACT == U0 and holds(table, victim, key):
                data |= before & SET
        store(table, victim, key[0])
        if len(key) == 2:
            store(table, victim + U1, key[1])
        if data & EXACT:
            poke(m, EXACTS, peek(m, EXACTS) + U1)
        else:
            poke(m, PARTIALS, peek(m, PARTIALS) + U1)
            data = (data & SET) | (((before & VERSIONS) + VERSION) & VERSIONS)
        store(table, victim + width, data)
        return


@kernel
def _move(old, size, like, m, table, bits):
    width = U(len(like))
    i = U0
    while i < size:
        data = peek(old, i + width)
        if data:
            keep(key_at(old, i, like), data & (EXACT | SET), m, table, bits)
        i += U2 * width


@kernel
def move_table(old, size, width, m, table, bits):
    """Enters every entry of a table of ``size`` words, with keys of ``width`` words (1 or 2), into another one."""
    poke(m, EXACTS, U0)
    poke(m, PARTIALS, U0)
    if width == U1:
        _move(old, size, (U0,), m, table, bits)
    else:
        _move(old, size, (U0, U0), m, table, bits)


@kernel
def exact_entries(table, size, width, keys, values):
    """Copies the exact entries of a table of ``size`` words, with keys of ``width`` words (1 or 2), to ``keys`` and
    ``values`` of one word each, and returns their number."""
    count, i = U0, U0
    while i < size:
        data = peek(table, i + width)
        if data & EXACT:
            poke(keys, count * width, peek(table, i))
            if width == U2:
                poke(keys, count * width + U1, peek(table, i + U1))
            poke(values, count, data & VALUE)
            count += U1
        i += U2 * width
    return count


@kernel
def load_exact(keys, values, count, width, m, table, bits):
    """Enters ``count`` exact entries, with keys of ``width`` words (1 or 2)."""
    i = U0
    while i < count:
        data = EXACT | peek(values, i)
        if width == U1:
            keep((peek(keys, i),), data, m, table, bits)
        else:
            keep((peek(keys, U2 * i), peek(keys, U2 * i + U1)), data, m, table, bits)
        i += U1
