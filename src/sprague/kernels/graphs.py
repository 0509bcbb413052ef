"""The search for Node Kayles and Arc Kayles on a graph of up to 128 vertices: sets of vertices in two words.

The same design as :mod:`sprague.kernels.boards_search`. A *part* is a connected set of vertices, reduced, the
least of its images under the given symmetries of the graph. Vertices are numbered in the order in which their
moves are to be tried. A table entry is four words, the two of the key, the data, and a spare one.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

import numpy as np
from numba import njit

from .words import ctz, peek, poke, popcount

U = np.uint64
U0, U1, U2, U3, U4, U64 = U(0), U(1), U(2), U(3), U(4), U(64)
ALL = U(0xFFFFFFFFFFFFFFFF)
EXACT = U(1 << 63)
VALUE, NOT_IT, ANY = U(255), U(255), U(63)

# The block: the game and the state of a search; the neighbours of each vertex (two words a vertex); then
# stacks, whose places the driver sets: frames of 9 words, children of 4, parts of 2 words.
ARCS, SYMMETRIES, DEEP, SP, MODE, RESULT, LOW, HIGH, WANT = (U(k) for k in range(9))
NODES, EXACTS, PARTIALS, CHILDREN, PARTS, CHILD, IMAGES = (U(k) for k in range(9, 16))
NEAR, FRAME, STACKS = U(32), U(512), U(3072)
F_LOW, F_HIGH, F_WANT, F_HIT, F_PHASE, F_NEXT, F_BEGIN, F_END, F_PARTS = (U(k) for k in range(9))
F_SIZE = U(16)
C_PARTS, C_COUNT, C_NIM, C_COST = U(0), U(1), U(2), U(3)
CALL, RETURN, NEXT = U0, U1, U2
DONE, OUT_OF_BUDGET, FULL = 0, 1, 2
LAST = U(1 << 40)


@njit(cache=True, nogil=True)
def first_of(low, high):
    """The lowest vertex of a set that is not empty."""
    return ctz(low) if low else U64 + ctz(high)


@njit(cache=True, nogil=True)
def single(v):
    """The set of one vertex."""
    if v < U64:
        return U1 << v, U0
    return U0, U1 << (v - U64)


@njit(cache=True, nogil=True)
def reduced(low, high, m):
    """For Arc Kayles: the set without isolated vertices, doubled leaves, and vertices among leaf holders."""
    x, y = low, high
    kept_low, kept_high = low, high
    leaf_low, leaf_high, held_low, held_high = U0, U0, U0, U0
    while x | y:
        v = first_of(x, y)
        a, b = single(v)
        x &= ~a
        y &= ~b
        near_low, near_high = peek(m, NEAR + U2 * v) & low, peek(m, NEAR + U2 * v + U1) & high
        degree = popcount(near_low) + popcount(near_high)
        if degree == U0 or (degree == U1 and (near_low & held_low) | (near_high & held_high)):
            kept_low &= ~a
            kept_high &= ~b
        elif degree == U1:
            held_low |= near_low
            held_high |= near_high
        if degree <= U1:
            leaf_low |= a
            leaf_high |= b
    x, y = low & ~(leaf_low | held_low), high & ~(leaf_high | held_high)
    while x | y:
        v = first_of(x, y)
        a, b = single(v)
        x &= ~a
        y &= ~b
        near_low, near_high = peek(m, NEAR + U2 * v) & low, peek(m, NEAR + U2 * v + U1) & high
        if (near_low & ~held_low) | (near_high & ~held_high) == U0:
            kept_low &= ~a
            kept_high &= ~b
    return kept_low, kept_high


@njit(cache=True, nogil=True)
def canonical(low, high, m):
    """The least image of a set under the symmetries given: at an address, for each of them, one table of 256
    sets for each of 16 bytes."""
    best_low, best_high = low, high
    table = peek(m, IMAGES)
    for _ in range(peek(m, SYMMETRIES)):
        image_low, image_high, x, y = U0, U0, low, high
        for byte in range(8):
            i = U(byte * 512) + U2 * (x & VALUE)
            j = U(byte * 512 + 4096) + U2 * (y & VALUE)
            image_low |= peek(table, i) | peek(table, j)
            image_high |= peek(table, i + U1) | peek(table, j + U1)
            x >>= U(8)
            y >>= U(8)
        if image_high < best_high or (image_high == best_high and image_low < best_low):
            best_low, best_high = image_low, image_high
        table += U(8 * 8192)
    return best_low, best_high


@njit(cache=True, nogil=True)
def split(low, high, m, base):
    """The parts of a set of vertices, from word ``base`` of the block on: their number, and the nim-sum of the
    single vertices of Node Kayles."""
    arcs = peek(m, ARCS) != U0
    if arcs:
        low, high = reduced(low, high, m)
    count, nim = U0, U0
    while low | high:
        part_low, part_high = single(first_of(low, high))
        x, y = part_low, part_high
        while x | y:
            v = first_of(x, y)
            a, b = single(v)
            new_low = peek(m, NEAR + U2 * v) & low & ~part_low
            new_high = peek(m, NEAR + U2 * v + U1) & high & ~part_high
            part_low |= new_low
            part_high |= new_high
            x = (x & ~a) | new_low
            y = (y & ~b) | new_high
        low &= ~part_low
        high &= ~part_high
        if popcount(part_low) + popcount(part_high) <= U2:
            single_vertex = popcount(part_low) + popcount(part_high) == U1
            if not (arcs and single_vertex):
                nim ^= U1
            continue
        part_low, part_high = canonical(part_low, part_high, m)
        i, end = base, base + U2 * count
        while i < end and (peek(m, i) != part_low or peek(m, i + U1) != part_high):
            i += U2
        if i < end:  # a pair cancels
            count -= U1
            poke(m, i, peek(m, end - U2))
            poke(m, i + U1, peek(m, end - U1))
        else:
            poke(m, end, part_low)
            poke(m, end + U1, part_high)
            count += U1
    return count, nim


@njit(cache=True, nogil=True)
def line_of(low, high, bits):
    h = (low ^ (high * U(0xC2B2AE3D27D4EB4F))) * U(0x9E3779B97F4A7C15)
    h = (h ^ (h >> U(32))) * U(0xD6E8FEB86659FD93)
    return (h >> (U64 - bits)) << U4


@njit(cache=True, nogil=True)
def look_up(low, high, table, bits):
    """The data of a key, 0 if there is none. A line whose four slots are all exact goes on in the next one."""
    line = line_of(low, high, bits)
    while True:
        exact = EXACT
        for j in range(0, 16, 4):
            i = line + U(j)
            data = peek(table, i + U2)
            if data == U0:
                return U0
            if peek(table, i) == low and peek(table, i + U1) == high:
                return data
            exact &= data
        if exact == U0:
            return U0
        line = (line + U(16)) & ((U(16) << bits) - U1)


@njit(cache=True, nogil=True)
def keep(low, high, data, m, table, bits):
    """Store data. An exact entry stays for good; of the others of a line the smallest set gives way."""
    line = line_of(low, high, bits)
    while True:
        victim, least = ALL, U(255)
        for j in range(0, 16, 4):
            i = line + U(j)
            old = peek(table, i + U2)
            if old == U0:
                victim, least = i, U0
                break
            if peek(table, i) == low and peek(table, i + U1) == high:
                if old & EXACT:
                    return
                if data & EXACT == U0:
                    data |= old
                victim, least = i, U1
                break
            if old & EXACT == U0:
                size = popcount(peek(table, i)) + popcount(peek(table, i + U1))
                if size < least:
                    victim, least = i, size
        if victim != ALL:
            if least:
                poke(m, PARTIALS, peek(m, PARTIALS) - U1)
            poke(table, victim, low)
            poke(table, victim + U1, high)
            poke(table, victim + U2, data)
            counter = EXACTS if data & EXACT else PARTIALS
            poke(m, counter, peek(m, counter) + U1)
            return
        line = (line + U(16)) & ((U(16) << bits) - U1)


@njit(cache=True, nogil=True)
def move_table(old, words, m, table, bits):
    """Enter every entry of a table of so many words into another one."""
    poke(m, EXACTS, U0)
    poke(m, PARTIALS, U0)
    for i in range(0, words, 4):
        data = peek(old, U(i) + U2)
        if data:
            keep(peek(old, U(i)), peek(old, U(i) + U1), data, m, table, bits)


@njit(cache=True, nogil=True)
def exact_entries(table, words, keys, values):
    """Copy the exact entries of a table of so many words: two words a key; their number."""
    count = U0
    for i in range(0, words, 4):
        data = peek(table, U(i) + U2)
        if data & EXACT:
            poke(keys, U2 * count, peek(table, U(i)))
            poke(keys, U2 * count + U1, peek(table, U(i) + U1))
            poke(values, count, data & VALUE)
            count += U1
    return count


@njit(cache=True, nogil=True)
def load_exact(keys, values, count, m, table, bits):
    """Enter so many exact entries, two words a key."""
    for i in range(count):
        j = U2 * U(i)
        keep(peek(keys, j), peek(keys, j + U1), EXACT | peek(values, U(i)), m, table, bits)
