"""Cram on boards of 65 to 128 cells, in two machine words: the parts of a board, and its moves.

The shapes are those of :mod:`sprague.search.cram`: a board that fits one word has the same key here, with a high
word of 0. Pairs of words are low, high.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

from sprague.system.jit import kernel

from .block import entered
from .cram import COLUMN, NOT_FIRST, NOT_LAST, ROW, ROW_START, SPLIT, TINY, TINY_VALUES, TURNED, WIDTH
from .words import (
    U0,
    U1,
    U2,
    U64,
    U,
    bitreverse,
    clz,
    ctz,
    down_by,
    first_of,
    least,
    moved_down,
    moved_up,
    peek,
    peek_byte,
    poke,
    up_by,
)  # fmt: skip


@kernel
def beside(low, high, m):
    """Returns the cells one step away from those of the pair, in each of the four directions: up, down, left, right, as
    pairs."""
    w = peek(m, WIDTH)
    up = up_by(low, high, w)
    down = down_by(low, high, w)
    left = up_by(low & peek(m, NOT_LAST), high & peek(m, NOT_LAST + U1), U1)
    right = down_by(low & peek(m, NOT_FIRST), high & peek(m, NOT_FIRST + U1), U1)
    return up, down, left, right


@kernel
def turned_half(low, high, shift):
    """Returns the board turned by half a turn: all 128 bits reversed, and moved back to the corner."""
    return moved_down(bitreverse(high), bitreverse(low), shift)


@kernel
def corner_of(low, high, m):
    """Returns a connected board moved to the corner: the pair, its rows mirrored top to bottom, height and width."""
    w, row = peek(m, WIDTH), peek(m, ROW)
    low, high = moved_down(low, high, peek(m, ROW_START + first_of(low, high)))
    x, y, flipped, flipped_high, columns, height = low, high, U0, U0, U0, U0
    while x | y:
        line = x & row
        flipped, flipped_high = up_by(flipped, flipped_high, w)
        flipped |= line
        columns |= line
        x, y = down_by(x, y, w)
        height += U1
    left = ctz(columns)
    low, high = moved_down(low, high, left)
    flipped, flipped_high = moved_down(flipped, flipped_high, left)
    return low, high, flipped, flipped_high, height, U64 - clz(columns >> left)


@kernel
def canonical(low, high, m):
    """Returns the least image of a connected board under the symmetries, and a code for its own symmetry (see cram)."""
    w, row = peek(m, WIDTH), peek(m, ROW)
    low, high, flipped, flipped_high, height, width = corner_of(low, high, m)
    if high == U0 and low < peek(m, TINY):
        return low, high, U2
    shift = U(127) - ((height - U1) * w + width - U1)
    half, half_high = turned_half(low, high, shift)
    best, best_high = least(low, high, flipped, flipped_high)
    best, best_high = least(best, best_high, half, half_high)
    mirrored, mirrored_high = turned_half(flipped, flipped_high, shift)
    best, best_high = least(best, best_high, mirrored, mirrored_high)
    if half == low and half_high == high:
        middle = ((height - U1) >> U1) * w + ((width - U1) >> U1)
        if (height | width) & U1 == U0 or moved_down(low, high, middle)[0] & U1 == U0:
            return best, best_high, U1
    if height <= w:
        table = peek(m, TURNED)
        shift = U(127) - ((width - U1) * w + height - U1)
        for image in range(2):
            x, y = (low, high) if image == 0 else (flipped, flipped_high)
            turned, turned_high, k = U0, U0, U0
            while x | y:
                line = U2 * (x & row)
                a, b = moved_up(peek(table, line), peek(table, line + U1), k)
                turned |= a
                turned_high |= b
                x, y = down_by(x, y, w)
                k += U1
            best, best_high = least(best, best_high, turned, turned_high)
            turned, turned_high = turned_half(turned, turned_high, shift)
            best, best_high = least(best, best_high, turned, turned_high)
        if best_high == U0 and best < peek(m, TINY):
            return best, best_high, U2
    return best, best_high, U0


@kernel
def without(kept, kept_high, away):
    """Returns the cells of a pair that are not in another."""
    return kept & ~away[0], kept_high & ~away[1]


@kernel
def reduced(low, high, m):
    """Returns the board without isolated cells, doubled leaves, and cells among leaf holders only."""
    w = peek(m, WIDTH)
    not_first, not_first_high = peek(m, NOT_FIRST), peek(m, NOT_FIRST + U1)
    not_last, not_last_high = peek(m, NOT_LAST), peek(m, NOT_LAST + U1)
    up, down, left, right = beside(low, high, m)
    kept = low & (up[0] | down[0] | left[0] | right[0])
    kept_high = high & (up[1] | down[1] | left[1] | right[1])
    leaves = low & (((up[0] ^ down[0]) & ~(left[0] | right[0])) | ((left[0] ^ right[0]) & ~(up[0] | down[0])))
    leaves_high = high & (
        ((up[1] ^ down[1]) & ~(left[1] | right[1])) | ((left[1] ^ right[1]) & ~(up[1] | down[1]))
    )
    if leaves | leaves_high == U0:
        return kept, kept_high
    up, down, left, right = beside(leaves, leaves_high, m)
    # The holders of leaves, direction by direction. Of several leaves on one holder the first one stays.
    held, held_high = low & up[0], high & up[1]
    here, here_high = low & left[0], high & left[1]
    both = down_by(held & here & not_first, held_high & here_high & not_first_high, U1)
    kept, kept_high = without(kept, kept_high, both)
    held |= here
    held_high |= here_high
    here, here_high = low & down[0], high & down[1]
    kept, kept_high = without(kept, kept_high, up_by(held & here, held_high & here_high, w))
    held |= here
    held_high |= here_high
    here, here_high = low & right[0], high & right[1]
    both = up_by(held & here & not_last, held_high & here_high & not_last_high, U1)
    kept, kept_high = without(kept, kept_high, both)
    held |= here
    held_high |= here_high
    rest, rest_high = low & ~(leaves | held), high & ~(leaves_high | held_high)
    up, down, left, right = beside(rest, rest_high, m)
    rest &= ~(up[0] | down[0] | left[0] | right[0])
    rest_high &= ~(up[1] | down[1] | left[1] | right[1])
    return kept & ~rest, kept_high & ~rest_high


@kernel
def twins(low, high, m):
    """Returns the left cells of links that may be cut (see cram)."""
    w = peek(m, WIDTH)
    up, down, left, right = beside(low, high, m)
    far = moved_down(
        low & right[0] & up[0] & ~(left[0] | down[0]), high & right[1] & up[1] & ~(left[1] | down[1]), w - U1
    )
    links, links_high = down_by(
        low & left[0] & down[0] & ~(up[0] | right[0]) & far[0],
        high & left[1] & down[1] & ~(up[1] | right[1]) & far[1],
        U1,
    )
    far = down_by(
        low & left[0] & up[0] & ~(right[0] | down[0]), high & left[1] & up[1] & ~(right[1] | down[1]), w + U1
    )
    links |= low & right[0] & down[0] & ~(up[0] | left[0]) & far[0]
    links_high |= high & right[1] & down[1] & ~(up[1] | left[1]) & far[1]
    above, above_high = up_by(links, links_high, w)
    return links | above, links_high | above_high


@kernel
def component(low, high, cell, links, m):
    """Returns the cells of a board that are connected with one of them across no cut link."""
    w = peek(m, WIDTH)
    from_left, from_left_high = peek(m, NOT_LAST) & ~links[0], peek(m, NOT_LAST + U1) & ~links[1]
    not_first, not_first_high = peek(m, NOT_FIRST), peek(m, NOT_FIRST + U1)
    x, y = moved_up(U1, U0, cell)
    while True:
        up, up_high = up_by(x, y, w)
        down, down_high = down_by(x, y, w)
        left, left_high = up_by(x & from_left, y & from_left_high, U1)
        right, right_high = down_by(x & not_first, y & not_first_high, U1)
        new = (x | up | down | left | (right & ~links[0])) & low
        new_high = (y | up_high | down_high | left_high | (right_high & ~links[1])) & high
        if new == x and new_high == y:
            return x, y
        x, y = new, new_high


@kernel
def split_wide(low, high, m, base):
    """Returns the shapes of a board, two words each from word ``base`` of the block on: their number, and the nim-sum
    of the rest."""
    nim, count, stack = U0, U0, U1
    poke(m, SPLIT, low)
    poke(m, SPLIT + U1, high)
    while stack:
        stack -= U1
        low, high = reduced(peek(m, SPLIT + U2 * stack), peek(m, SPLIT + U2 * stack + U1), m)
        links = twins(low, high, m)
        rest, rest_high = low, high
        while rest | rest_high:
            x, y = component(low, high, first_of(rest, rest_high), links, m)
            rest &= ~x
            rest_high &= ~y
            if links[0] | links[1] and (x != low or y != high):  # cut links are leaves now: reduce again
                poke(m, SPLIT + U2 * stack, x)
                poke(m, SPLIT + U2 * stack + U1, y)
                stack += U1
                continue
            if (x & (x - U1)) | (y & (y - U1)) == U0 and (x == U0 or y == U0):
                continue
            x, y, kind = canonical(x, y, m)
            if kind == U2:
                nim ^= peek_byte(peek(m, TINY_VALUES), x)
            elif kind == U0:
                count = entered((x, y), count, m, base)
    return count, nim


@kernel
def wide_moves(low, high, direction, m):
    """Returns the first cells of the dominoes along the rows (direction 0) or columns (1), and the middle line of
    those."""
    w = peek(m, WIDTH)
    _, _, _, _, height, width = corner_of(low, high, m)
    if direction == 0:
        x, y = down_by(low & peek(m, NOT_FIRST), high & peek(m, NOT_FIRST + U1), U1)
        line, line_high = moved_up(peek(m, ROW), U0, ((height - U1) >> U1) * w)
    else:
        x, y = down_by(low, high, w)
        line, line_high = moved_up(peek(m, COLUMN), peek(m, COLUMN + U1), (width - U1) >> U1)
    return low & x, high & y, line, line_high
