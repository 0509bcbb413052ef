"""The search for Node Kayles and Arc Kayles on a graph of up to 128 vertices: sets of vertices in two words.

The same design as :mod:`sprague.search.cram_machine`; boards of Cram that need two words are searched here too
(:mod:`sprague.search.cram_wide`). A *part* is a connected set of vertices, reduced, the
least of its images under the given symmetries of the graph. Vertices are numbered in the order in which their
moves are to be tried. A table entry is four words, the two of the key, the data, and a spare one; threads share
a table as in :mod:`sprague.search.table`.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

import numpy as np

from sprague.system.jit import kernel

from .cram_wide import entered, first_of, split_board
from .table import EXACT, LOCKED, SET, VALUE, VERSION, VERSIONS
from .words import load, peek, poke, popcount, store, swap

U = np.uint64
U0, U1, U2, U3, U4, U64 = U(0), U(1), U(2), U(3), U(4), U(64)
ALL = U(0xFFFFFFFFFFFFFFFF)
NOT_IT, ANY = U(255), U(63)

# The block: the game and the state of a search; the neighbours of each vertex (two words a vertex); then
# stacks, whose places the driver sets: frames of 9 words, children of 4, parts of 2 words.
ARCS, SYMMETRIES, DEEP, SP, MODE, RESULT, LOW, HIGH, WANT = (U(k) for k in range(9))
NODES, EXACTS, PARTIALS, CHILDREN, PARTS, CHILD, IMAGES, SHARED, MARKED, DEEPER = (U(k) for k in range(9, 19))
NODE_KAYLES, ARC_KAYLES, BOARD = U0, U1, U2  # what ARCS says
NEAR, FRAME, STACKS = U(32), U(512), U(3072)
F_LOW, F_HIGH, F_WANT, F_HIT, F_PHASE, F_NEXT, F_BEGIN, F_END, F_PARTS = (U(k) for k in range(9))
F_SIZE = U(16)
C_PARTS, C_COUNT, C_NIM, C_COST = U(0), U(1), U(2), U(3)
CALL, RETURN, NEXT = U0, U1, U2
DONE, OUT_OF_BUDGET, FULL = 0, 1, 2
LAST = U(1 << 40)


@kernel
def single(v):
    """The set of one vertex."""
    if v < U64:
        return U1 << v, U0
    return U0, U1 << (v - U64)


@kernel
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


@kernel
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


@kernel
def split(low, high, m, base):
    """The parts of a set of vertices, from word ``base`` of the block on: their number, and the nim-sum of the
    single vertices of Node Kayles."""
    if peek(m, ARCS) == BOARD:
        return split_board(low, high, m, base)
    arcs = peek(m, ARCS) != NODE_KAYLES
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
        count = entered(part_low, part_high, count, m, base)
    return count, nim


@kernel
def line_of(low, high, bits):
    h = (low ^ (high * U(0xC2B2AE3D27D4EB4F))) * U(0x9E3779B97F4A7C15)
    h = (h ^ (h >> U(32))) * U(0xD6E8FEB86659FD93)
    return (h >> (U64 - bits)) << U4


@kernel
def look_up(low, high, table, bits):
    """EXACT + value, or the values that the key is known not to have: 0 if nothing is known. A line whose four
    slots are all exact goes on in the next one."""
    line = line_of(low, high, bits)
    while True:
        exact = EXACT
        for j in range(0, 16, 4):
            i = line + U(j)
            data = load(table, i + U2)
            if data == U0:
                return U0
            if load(table, i) == low and load(table, i + U1) == high:
                if data & EXACT:
                    return data
                if load(table, i + U2) == data and data & LOCKED == U0:
                    return data & SET
            exact &= data
        if exact == U0:
            return U0
        line = (line + U(16)) & ((U(16) << bits) - U1)


@kernel
def keep(low, high, data, m, table, bits):
    """Store data. An exact entry stays for good; of the others of a line the smallest set gives way."""
    line = line_of(low, high, bits)
    while True:
        victim, least, before = ALL, U(255), U0
        for j in range(0, 16, 4):
            i = line + U(j)
            old = load(table, i + U2)
            if old == U0:
                victim, least, before = i, U0, old
                break
            if old & (EXACT | LOCKED) == EXACT:
                if load(table, i) == low and load(table, i + U1) == high:
                    return
            elif old & LOCKED == U0:
                other_low, other_high = load(table, i), load(table, i + U1)
                if other_low == low and other_high == high:
                    victim, least, before = i, U1, old
                    break
                size = popcount(other_low) + popcount(other_high)
                if size < least:
                    victim, least, before = i, size, old
        if victim == ALL:
            line = (line + U(16)) & ((U(16) << bits) - U1)
            continue
        if not swap(table, victim + U2, before, LOCKED):
            continue  # another thread was faster: look again
        if least:
            poke(m, PARTIALS, peek(m, PARTIALS) - U1)
            # What was known of the same key stays known.
            if data & EXACT == U0 and load(table, victim) == low and load(table, victim + U1) == high:
                data |= before & SET
        store(table, victim, low)
        store(table, victim + U1, high)
        if data & EXACT:
            poke(m, EXACTS, peek(m, EXACTS) + U1)
        else:
            poke(m, PARTIALS, peek(m, PARTIALS) + U1)
            data = (data & SET) | (((before & VERSIONS) + VERSION) & VERSIONS)
        store(table, victim + U2, data)
        return


@kernel
def move_table(old, words, m, table, bits):
    """Enter every entry of a table of so many words into another one."""
    poke(m, EXACTS, U0)
    poke(m, PARTIALS, U0)
    for i in range(0, words, 4):
        data = peek(old, U(i) + U2)
        if data:
            keep(peek(old, U(i)), peek(old, U(i) + U1), data & (EXACT | SET), m, table, bits)


@kernel
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


@kernel
def load_exact(keys, values, count, m, table, bits):
    """Enter so many exact entries, two words a key."""
    for i in range(count):
        j = U2 * U(i)
        keep(peek(keys, j), peek(keys, j + U1), EXACT | peek(values, U(i)), m, table, bits)
