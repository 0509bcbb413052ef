"""Cram on boards of up to 64 cells, in one machine word: the parts of a board, and its moves.

Cell (r, c) of a board whose short side is W is bit r * W + c. The parts of a search are *shapes*: connected boards
in the corner, reduced, in the canonical orientation.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

from sprague.system.jit import kernel

from .block import OWN, entered
from .words import ALL, U0, U1, U2, U64, U, bitreverse, clz, ctz, peek, peek_byte, poke

# In the block: the short side and a full row; below which number boards are tiny, and the address of their values;
# the address of what rows of cells turn into as columns, as many words a row as a key has ...
WIDTH, ROW, TINY, TINY_VALUES, TURNED = (OWN + U(k) for k in range(5))
# ... boards of one word or two, on as many rows as fit: all but the first column, all but the last, the first ...
NOT_FIRST, NOT_LAST, COLUMN = OWN + U(6), OWN + U(8), OWN + U(10)
# ... the first cell of each cell's row; boards that are being split.
ROW_START, SPLIT = OWN + U(32), OWN + U(160)


@kernel
def canonical(p, m):
    """Returns the least image of a connected board under the symmetries, and a code for its own symmetry.

    1: a point symmetry without a domino in the centre, value 0; 2: the image is small enough for the table of tiny
    boards; 0: neither.
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
    shift = U(63) - ((height - U1) * w + width - U1)
    half = bitreverse(p) >> shift
    mirrored = bitreverse(flipped) >> shift
    best = min(p, flipped, half, mirrored)
    if half == p:
        middle = ((height - U1) >> U1) * w + ((width - U1) >> U1)
        if (height | width) & U1 == U0 or (p >> middle) & U1 == U0:
            return best, U1
    if height <= w:
        table = peek(m, TURNED)
        turned, turned_flipped, k = U0, U0, U0
        x, y = p, flipped
        while x:
            turned |= peek(table, x & row) << k
            turned_flipped |= peek(table, y & row) << k
            x >>= w
            y >>= w
            k += U1
        shift = U(63) - ((width - U1) * w + height - U1)
        best = min(best, turned, turned_flipped)
        best = min(best, bitreverse(turned) >> shift, bitreverse(turned_flipped) >> shift)
        if best < peek(m, TINY):
            return best, U2
    return best, U0


@kernel
def reduced(p, m):
    """Returns the board without isolated cells, doubled leaves, and cells among leaf holders only."""
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
    """Returns the left cells of links that may be cut: in a square of four cells, two of which have no other
    neighbours, each of the other two needs only one of these."""
    w, not_first, not_last = peek(m, WIDTH), peek(m, NOT_FIRST), peek(m, NOT_LAST)
    up, down, left, right = p << w, p >> w, (p & not_last) << U1, (p & not_first) >> U1
    links = (p & left & down & ~(up | right) & ((p & right & up & ~(left | down)) >> (w - U1))) >> U1
    links |= p & right & down & ~(up | left) & ((p & left & up & ~(right | down)) >> (w + U1))
    return links | (links << w)


@kernel
def split_board(p, m, base):
    """Returns the shapes of a board, from word ``base`` of the block on: their number, and the nim-sum of the rest."""
    if p == U0:
        return U0, U0
    tiny = peek(m, TINY_VALUES)
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
        # The cells reached from the left, and from the right, across no cut link.
        after, before = p & ((not_last & ~links) << U1), p & (not_first >> U1) & ~links
        rest = p
        while rest:
            # A search from a cell in the middle reaches the whole component soonest.
            x = rest & (ALL << ((ctz(rest) + U(63) - clz(rest)) >> U1))
            x &= ~x + U1
            while True:
                y = x | (((x << w) | (x >> w)) & p) | ((x << U1) & after) | ((x >> U1) & before)
                x = y | (((y << w) | (y >> w)) & p) | ((y << U1) & after) | ((y >> U1) & before)
                if x == y:
                    break
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
                count = entered((key,), count, m, base)
    return count, nim


@kernel
def moves(p, direction, m):
    """Returns the first cells of the dominoes along the rows (direction 0) or columns (1), and the middle line of
    those."""
    w, row, not_first = peek(m, WIDTH), peek(m, ROW), peek(m, NOT_FIRST)
    x, columns, height = p, U0, U0
    while x:
        columns |= x & row
        x >>= w
        height += U1
    if direction == 0:
        return p & ((p & not_first) >> U1), row << (((height - U1) >> U1) * w)
    return p & (p >> w), peek(m, COLUMN) << ((U64 - clz(columns) - U1) >> U1)


@kernel
def tiny_values(values, w, not_first):
    """Writes the value of every board below len(values), by the definition, as a move leaves a smaller number."""
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
