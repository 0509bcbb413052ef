"""The table of a board search: open addressing with whole keys, four entries a line of cache.

An entry is two words, key and data; data is EXACT + value, or a version and the set of the values below 32
that the shape is known not to have. Exact entries stay for good. Of the others a full line gives up the
smallest shape, the one found again soonest.

Threads share a table without locks. Who writes an entry first makes its data LOCKED, by one swap, then
stores the key, then the data with the next version; who finds it locked passes it by. Who reads takes the
data, the key, and the data again: as long as no version comes back within those three loads (after 2^30
writes of one entry), equal data means that the key is theirs. Exact data is the last of an entry, so one
look at it suffices. Two threads may enter a key twice; both entries are true.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

import numpy as np

from sprague.system.jit import kernel

from .words import load, peek, poke, popcount, store, swap

U = np.uint64
U0, U1, U3 = U(0), U(1), U(3)
ALL = U(0xFFFFFFFFFFFFFFFF)
EXACT = U(1 << 63)
VALUE = U(255)
LOCKED = U(1 << 62)
SET, VERSION, VERSIONS = U(0xFFFFFFFF), U(1 << 32), U(0x3FFFFFFF << 32)
# Where the caller's block counts the entries.
EXACTS, PARTIALS = U(14), U(15)


@kernel
def line_of(key, bits):
    h = key * U(0x9E3779B97F4A7C15)
    h = (h ^ (h >> U(32))) * U(0xD6E8FEB86659FD93)
    return (h >> (U(64) - bits)) << U3


@kernel
def look_up(key, table, bits):
    """EXACT + value, or the values that the key is known not to have: 0 if nothing is known. A line whose slots
    are all exact goes on in the next one."""
    line = line_of(key, bits)
    while True:
        exact = EXACT
        for j in range(0, 8, 2):
            i = line + U(j)
            data = load(table, i + U1)
            if data == U0:
                return U0
            if load(table, i) == key:
                if data & EXACT:
                    return data
                if load(table, i + U1) == data and data & LOCKED == U0:
                    return data & SET
            exact &= data
        if exact == U0:
            return U0
        line = (line + U(8)) & ((U(8) << bits) - U1)


@kernel
def keep(key, data, m, table, bits):
    """Store data. An exact entry stays for good; of the others of a line the smallest shape gives way."""
    line = line_of(key, bits)
    while True:
        victim, least, before = ALL, U(255), U0
        for j in range(0, 8, 2):
            i = line + U(j)
            old = load(table, i + U1)
            if old == U0:
                victim, least, before = i, U0, old
                break
            if old & (EXACT | LOCKED) == EXACT:
                if load(table, i) == key:
                    return
            elif old & LOCKED == U0:
                other = load(table, i)
                if other == key:
                    victim, least, before = i, U1, old
                    break
                size = popcount(other)
                if size < least:
                    victim, least, before = i, size, old
        if victim == ALL:
            line = (line + U(8)) & ((U(8) << bits) - U1)
            continue
        if not swap(table, victim + U1, before, LOCKED):
            continue  # another thread was faster: look again
        if least:
            poke(m, PARTIALS, peek(m, PARTIALS) - U1)
            # What was known of the same key stays known.
            if data & EXACT == U0 and load(table, victim) == key:
                data |= before & SET
        store(table, victim, key)
        if data & EXACT:
            poke(m, EXACTS, peek(m, EXACTS) + U1)
        else:
            poke(m, PARTIALS, peek(m, PARTIALS) + U1)
            data = (data & SET) | (((before & VERSIONS) + VERSION) & VERSIONS)
        store(table, victim + U1, data)
        return


@kernel
def move_table(old, words, m, table, bits):
    """Enter every entry of a table of so many words into another one."""
    poke(m, EXACTS, U0)
    poke(m, PARTIALS, U0)
    for i in range(0, words, 2):
        data = peek(old, U(i) + U1)
        if data:
            keep(peek(old, U(i)), data & (EXACT | SET), m, table, bits)


@kernel
def exact_entries(table, words, keys, values):
    """Copy the exact entries of a table of so many words; their number. ``keys`` are words, ``values`` too."""
    count = U0
    for i in range(0, words, 2):
        data = peek(table, U(i) + U1)
        if data & EXACT:
            poke(keys, count, peek(table, U(i)))
            poke(values, count, data & VALUE)
            count += U1
    return count


@kernel
def load_exact(keys, values, count, m, table, bits):
    """Enter so many exact entries."""
    for i in range(count):
        keep(peek(keys, U(i)), EXACT | peek(values, U(i)), m, table, bits)


@kernel
def look_up_all(keys, data, count, table, bits):
    """Write the data of so many keys."""
    for i in range(count):
        poke(data, U(i), look_up(peek(keys, U(i)), table, bits))
