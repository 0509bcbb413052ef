"""The board search: Cram on boards of up to 64 cells, in one machine word.

Cell (r, c) of a board whose short side is W is bit r * W + c. A search works on *shapes*: connected,
reduced, in the canonical orientation. Its query is (shape, wanted value); its answer is the value of the
shape, or NOT_IT once the value is known to be another. A value is wanted where no option has it and every
smaller one is some option's (mex).

All of a search's state but the two tables lies in one block of words, at the offsets below, so that a
search stops after a number of positions and goes on later. Threads have a block each; they share the tables and
some words more, in which they mark the shapes at which they are.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

import numpy as np

from sprague.system.jit import kernel

from .table import EXACTS, PARTIALS, exact_entries, load_exact, move_table  # noqa: F401
from .words import bitreverse, clz, ctz, peek, peek_byte, poke

U = np.uint64
U0, U1, U2, U3, U4 = U(0), U(1), U(2), U(3), U(4)
LOW6, U64, ALL = U(63), U(64), U(0xFFFFFFFFFFFFFFFF)
NOT_IT = U(255)
ANY = U(63)  # wanted: the value, whatever it is

# The block: the board ...
WIDTH, NOT_FIRST, NOT_LAST, ROW, COLUMN, TINY = U(0), U(1), U(2), U(3), U(4), U(5)
DEEP, DEEPER = U(6), U(7)
# ... what threads share: an address, or 0 for a thread alone; from which size on shapes are marked ...
SHARED, MARKED = U(18), U(19)
# ... the state of a search (words 14 and 15 are the table's) ...
SP, MODE, RESULT, KEY, WANT, NODES, CHILDREN, SHAPES = (U(k) for k in (8, 9, 10, 11, 12, 13, 16, 17))
# ... small tables: first cell of a cell's row; rows turned to columns; costs by size ...
ROW_START, TURNED, COST = U(32), U(384), U(640)
# ... and stacks: boards to split, frames of 8 words, children of 4, shapes.
SPLIT, FRAME, CHILD, SHAPE, BLOCK = U(720), U(1024), U(2048), U(20480), U(90112)
F_KEY, F_WANT, F_HIT, F_PHASE, F_NEXT, F_BEGIN, F_END, F_SHAPES = (U(k) for k in range(8))
C_SHAPES, C_COUNT, C_NIM, C_COST = U(0), U(1), U(2), U(3)
CALL, RETURN, NEXT = U0, U1, U2
DONE, OUT_OF_BUDGET, FULL = 0, 1, 2
RARE = U(4)  # from here on values are so rare that the smaller ones are asked for first
STOP, MARKS, MARK_BITS = U0, U(8), U(12)  # in the shared words: a thread is done; the marks
LAST = U(1 << 40)  # the cost of a child that is known not to be the wanted one


@kernel
def canonical(p, m):
    """The least image of a connected board under the symmetries, and what its own symmetry tells.

    1: a point symmetry without a domino in the centre, value 0; 2: the image is small enough for the table
    of tiny boards; 0: nothing.
    """
    w, row = peek(m, WIDTH), peek(m, ROW)
    p >>= peek(m, ROW_START + ctz(p))
    x, flipped, columns, height = p, U0, U0, U0
    while x:
        line = x & row
        flipped = (flipped << w) | line
        columns |= line
        x >>= w
        height += U1
    left = ctz(columns)
    p >>= left
    if p < peek(m, TINY):
        return p, U2
    flipped >>= left
    width = U64 - clz(columns >> left)
    # Reversing all bits turns the board half round; the shift brings it back to the corner.
    shift = LOW6 - ((height - U1) * w + width - U1)
    half = bitreverse(p) >> shift
    mirrored = bitreverse(flipped) >> shift
    best = min(p, flipped, half, mirrored)
    if half == p:
        middle = ((height - U1) >> U1) * w + ((width - U1) >> U1)
        if (height | width) & U1 == U0 or (p >> middle) & U1 == U0:
            return best, U1
    if height <= w:
        turned, turned_flipped, k = U0, U0, U0
        x, y = p, flipped
        while x:
            turned |= peek(m, TURNED + (x & row)) << k
            turned_flipped |= peek(m, TURNED + (y & row)) << k
            x >>= w
            y >>= w
            k += U1
        shift = LOW6 - ((width - U1) * w + height - U1)
        best = min(best, turned, turned_flipped)
        best = min(best, bitreverse(turned) >> shift, bitreverse(turned_flipped) >> shift)
        if best < peek(m, TINY):
            return best, U2
    return best, U0


@kernel
def reduced(p, m):
    """The board without isolated cells, doubled leaves, and cells among leaf holders only."""
    w, not_first, not_last = peek(m, WIDTH), peek(m, NOT_FIRST), peek(m, NOT_LAST)
    up, down, left, right = p << w, p >> w, (p & not_last) << U1, (p & not_first) >> U1
    one = ((up ^ down) & ~(left | right)) | ((left ^ right) & ~(up | down))
    kept = p & (up | down | left | right)
    leaves = p & one
    if leaves == U0:
        return kept
    holders = p & (leaves << w)
    here = p & ((leaves & not_last) << U1)
    kept &= ~(((holders & here) & not_first) >> U1)
    holders |= here
    here = p & (leaves >> w)
    kept &= ~((holders & here) << w)
    holders |= here
    here = p & ((leaves & not_first) >> U1)
    kept &= ~(((holders & here) & not_last) << U1)
    holders |= here
    rest = p & ~(leaves | holders)
    rest &= ~((rest << w) | (rest >> w) | ((rest & not_last) << U1) | ((rest & not_first) >> U1))
    return kept & ~rest


@kernel
def twins(p, m):
    """The left cells of links that may be cut: in a square of four cells two of which have no other
    neighbours, each of the other two needs but one of these."""
    w, not_first, not_last = peek(m, WIDTH), peek(m, NOT_FIRST), peek(m, NOT_LAST)
    up, down, left, right = p << w, p >> w, (p & not_last) << U1, (p & not_first) >> U1
    links = (p & left & down & ~(up | right) & ((p & right & up & ~(left | down)) >> (w - U1))) >> U1
    links |= p & right & down & ~(up | left) & ((p & left & up & ~(right | down)) >> (w + U1))
    return links | (links << w)


@kernel
def split(p, m, tiny, base):
    """The shapes of a board, from word ``base`` of the block on: their number, and the nim-sum of the rest."""
    w, not_first, not_last = peek(m, WIDTH), peek(m, NOT_FIRST), peek(m, NOT_LAST)
    corner = p >> peek(m, ROW_START + ctz(p))
    if corner < peek(m, TINY):
        return U0, peek_byte(tiny, corner)
    nim, count, stack = U0, U0, U1
    poke(m, SPLIT, p)
    while stack:
        stack -= U1
        p = reduced(peek(m, SPLIT + stack), m)
        links = twins(p, m)
        from_left = not_last & ~links
        rest = p
        while rest:
            x = rest & (~rest + U1)
            while True:
                y = x | (x << w) | (x >> w) | ((x & from_left) << U1) | (((x & not_first) >> U1) & ~links)
                y &= p
                if y == x:
                    break
                x = y
            rest ^= x
            if links and x != p:  # cut links are leaves now: reduce again
                poke(m, SPLIT + stack, x)
                stack += U1
                continue
            if x & (x - U1) == U0:
                continue
            key, kind = canonical(x, m)
            if kind == U2:
                nim ^= peek_byte(tiny, key)
            elif kind == U0:
                i = base
                while i < base + count and peek(m, i) != key:
                    i += U1
                if i < base + count:  # a pair cancels
                    count -= U1
                    poke(m, i, peek(m, base + count))
                else:
                    poke(m, i, key)
                    count += U1
    return count, nim


@kernel
def tiny_values(values, w, not_first):
    """The value of every board below len(values), by the definition: a move leaves a smaller number."""
    for p in range(1, values.size):
        x = U(p)
        seen = U0
        moves = x & ((x & not_first) >> U1)
        while moves:
            bit = moves & (~moves + U1)
            moves ^= bit
            seen |= U1 << U(values[x ^ bit ^ (bit << U1)])
        moves = x & (x >> w)
        while moves:
            bit = moves & (~moves + U1)
            moves ^= bit
            seen |= U1 << U(values[x ^ bit ^ (bit << w)])
        values[p] = ctz(~seen)
