"""Sets of vertices of a graph, of up to 128, in two machine words, and their parts in Node Kayles and Arc Kayles.

Vertices are numbered in the order in which their moves are to be tried. The parts of a search are connected sets,
reduced, the least of their images under the given symmetries of the graph.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

from sprague.system.jit import kernel

from .block import ARC_KAYLES, GAME, OWN, entered
from .words import U0, U1, U2, U8, U, first_of, least, peek, popcount, single

# In the block: how many symmetries, and the address of their tables; the neighbours of each vertex, two words each.
SYMMETRIES, IMAGES, NEAR = OWN, OWN + U1, OWN + U(32)
BYTE = U(255)


@kernel
def reduced(low, high, m):
    """Returns, for Arc Kayles, the set without isolated vertices, doubled leaves, and vertices among leaf holders."""
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
    """Returns the least image of a set under the given symmetries. An address points to their tables: for each
    symmetry, and each of 16 bytes, one table of 256 sets."""
    best_low, best_high = low, high
    table = peek(m, IMAGES)
    for _ in range(peek(m, SYMMETRIES)):
        image_low, image_high, x, y = U0, U0, low, high
        for byte in range(8):
            i = U(byte * 512) + U2 * (x & BYTE)
            j = U(byte * 512 + 4096) + U2 * (y & BYTE)
            image_low |= peek(table, i) | peek(table, j)
            image_high |= peek(table, i + U1) | peek(table, j + U1)
            x >>= U8
            y >>= U8
        best_low, best_high = least(best_low, best_high, image_low, image_high)
        table += U(8192) * U8
    return best_low, best_high


@kernel
def split_vertices(low, high, m, base):
    """Returns the parts of a set of vertices, from word ``base`` of the block on: their number, and the nim-sum of the
    single vertices of Node Kayles."""
    arcs = peek(m, GAME) == ARC_KAYLES
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
        count = entered((part_low, part_high), count, m, base)
    return count, nim
