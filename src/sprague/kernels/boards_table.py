"""The table of a board search: open addressing with whole keys, four entries a line of cache.

An entry is two words, key and data; data is EXACT + value, or the set of values that the shape is known not
to have. Exact entries stay for good. Of the others a full line gives up the smallest shape, the one found
again soonest.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

import numpy as np
from numba import njit

from .words import peek, poke, popcount

U = np.uint64
U0, U1, U3 = U(0), U(1), U(3)
ALL = U(0xFFFFFFFFFFFFFFFF)
EXACT = U(1 << 63)
VALUE = U(255)
# Where the caller's block counts the entries.
EXACTS, PARTIALS = U(14), U(15)


@njit(cache=True, nogil=True)
def line_of(key, bits):
    h = key * U(0x9E3779B97F4A7C15)
    h = (h ^ (h >> U(32))) * U(0xD6E8FEB86659FD93)
    return (h >> (U(64) - bits)) << U3


@njit(cache=True, nogil=True)
def look_up(key, table, bits):
    """The data of a key, 0 if there is none. A line whose slots are all exact goes on in the next one."""
    line = line_of(key, bits)
    while True:
        exact = EXACT
        for j in range(0, 8, 2):
            i = line + U(j)
            data = peek(table, i + U1)
            if data == U0:
                return U0
            if peek(table, i) == key:
                return data
            exact &= data
        if exact == U0:
            return U0
        line = (line + U(8)) & ((U(8) << bits) - U1)


@njit(cache=True, nogil=True)
def keep(key, data, m, table, bits):
    """Store data. An exact entry stays for good; of the others of a line the smallest shape gives way."""
    line = line_of(key, bits)
    while True:
        victim, least = ALL, U(255)
        for j in range(0, 8, 2):
            i = line + U(j)
            old = peek(table, i + U1)
            if old == U0:
                victim, least = i, U0
                break
            if peek(table, i) == key:
                if old & EXACT:
                    return
                if data & EXACT == U0:
                    data |= old
                victim, least = i, U1
                break
            if old & EXACT == U0:
                size = popcount(peek(table, i))
                if size < least:
                    victim, least = i, size
        if victim != ALL:
            if least:
                poke(m, PARTIALS, peek(m, PARTIALS) - U1)
            poke(table, victim, key)
            poke(table, victim + U1, data)
            counter = EXACTS if data & EXACT else PARTIALS
            poke(m, counter, peek(m, counter) + U1)
            return
        line = (line + U(8)) & ((U(8) << bits) - U1)


@njit(cache=True, nogil=True)
def move_table(old, words, m, table, bits):
    """Enter every entry of a table of so many words into another one."""
    poke(m, EXACTS, U0)
    poke(m, PARTIALS, U0)
    for i in range(0, words, 2):
        data = peek(old, U(i) + U1)
        if data:
            keep(peek(old, U(i)), data, m, table, bits)


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def load_exact(keys, values, count, m, table, bits):
    """Enter so many exact entries."""
    for i in range(count):
        keep(peek(keys, U(i)), EXACT | peek(values, U(i)), m, table, bits)


@njit(cache=True, nogil=True)
def look_up_all(keys, data, count, table, bits):
    """Write the data of so many keys."""
    for i in range(count):
        poke(data, U(i), look_up(peek(keys, U(i)), table, bits))
