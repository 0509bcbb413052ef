"""The options of a part, for each game and width of keys, and their entries in the table.

An option whose parts are all known adds its value to the values hit. Every other option becomes a child. A child
records the place and number of its unknown parts, the nim-sum of the rest, and a cost.

A look-up in the table waits for memory as long as some hundred instructions take. So an option waits, while the line of
each part is fetched into the cache, until two more options have been found. To fetch all of them at once would be no
faster, and an option that settles the question often comes early.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# (Numba types these functions from what they are called with.)

from sprague.system.jit import kernel

from .block import (
    BOARD,
    C_COST,
    C_COUNT,
    C_NIM,
    C_PARTS,
    C_SIZE,
    CHILDREN,
    ENTERED,
    ENTERED_PARTS,
    GAME,
    KEY,
    NODE_KAYLES,
    PARTS,
    WAITING,
    WEIGHT,
    key_at,
    put_key,
    size_of,
)
from .cram import WIDTH, moves, split_board
from .cram_wide import split_wide, wide_moves
from .table import EXACT, VALUE, fetch, look_up
from .vertices import NEAR, split_vertices
from .words import U0, U1, U2, U4, U, down_by, first_of, peek, poke, popcount, single, up_by

LAG = U2 * C_SIZE  # how many options wait


@kernel
def split(key, m, base):
    """Returns the parts of a position, from word ``base`` of the block on: their number, and the nim-sum of what needs
    no search."""
    if len(key) == 1:
        return split_board(key[0], m, base)
    if peek(m, GAME) == BOARD:
        return split_wide(key[0], key[1], m, base)
    return split_vertices(key[0], key[1], m, base)


@kernel
def split_one(m, base):
    """Returns the parts of the key of one word in the block, see :func:`split`."""
    return split(key_at(m, KEY, (U0,)), m, base)


@kernel
def split_two(m, base):
    """Returns the parts of the key of two words in the block, see :func:`split`."""
    return split(key_at(m, KEY, (U0, U0)), m, base)


@kernel
def option(key, hit, m, tables):
    """Takes in an option, looks up the one that has waited longest, and returns the values hit."""
    table, bits = tables
    width = U(len(key))
    child, parts = peek(m, ENTERED), peek(m, ENTERED_PARTS)
    count, nim = split(key, m, parts)
    if count == U0:
        return hit | (U1 << nim)
    end = parts + width * count
    i = parts
    while i < end:
        fetch(key_at(m, i, key), table, bits)
        i += width
    poke(m, child + C_PARTS, parts)
    poke(m, child + C_COUNT, count)
    poke(m, child + C_NIM, nim)
    poke(m, ENTERED, child + C_SIZE)
    poke(m, ENTERED_PARTS, end)
    if child - peek(m, WAITING) < LAG:
        return hit
    return looked_up(key, hit, m, tables)


@kernel
def looked_up(like, hit, m, tables):
    """Looks up the option that has waited longest, and returns the values hit. If its value is known, it is added; else
    the option becomes a child."""
    table, bits = tables
    width = U(len(like))
    option, child, parts = peek(m, WAITING), peek(m, CHILDREN), peek(m, PARTS)
    poke(m, WAITING, option + C_SIZE)
    nim = peek(m, option + C_NIM)
    i = peek(m, option + C_PARTS)
    end = i + width * peek(m, option + C_COUNT)
    cost, most, largest, open_end = U0, U0, parts, parts
    while i < end:
        part = key_at(m, i, like)
        i += width
        data = look_up(part, table, bits)
        if data & EXACT:
            nim ^= data & VALUE
            continue
        size = size_of(part)
        cost = (cost + peek(m, WEIGHT) * size * size) * U4 // (U4 + popcount(data))
        if size > most:
            most, largest = size, open_end
        put_key(m, open_end, part)
        open_end += width
    if open_end == parts:
        return hit | (U1 << nim)
    first = key_at(m, parts, like)  # the largest part first: it is valued last
    put_key(m, parts, key_at(m, largest, like))
    put_key(m, largest, first)
    poke(m, child + C_PARTS, parts)
    poke(m, child + C_COUNT, (open_end - parts) // width)
    poke(m, child + C_NIM, nim)
    poke(m, child + C_COST, cost)
    poke(m, CHILDREN, child + C_SIZE)
    poke(m, PARTS, open_end)
    return hit


@kernel
def children(key, hit, wanted, m, tables):
    """Looks up the options of a part. Returns (some option has one of the wanted values, the values hit).

    ``hit``, ``wanted``: bit v for the value v. The options still open become children on the block's stacks. If the
    first result is True, some of them may be missing.
    """
    poke(m, WAITING, peek(m, CHILDREN))
    poke(m, ENTERED, peek(m, CHILDREN))
    poke(m, ENTERED_PARTS, peek(m, PARTS))
    settled, hit = options(key, hit, wanted, m, tables)
    if settled:
        return True, hit
    while peek(m, WAITING) < peek(m, ENTERED):
        hit = looked_up(key, hit, m, tables)
        if hit & wanted:
            return True, hit
    return False, hit


@kernel
def options(key, hit, wanted, m, tables):
    """Takes in the options of a part until one of the wanted values is hit. Returns (whether it was, the values
    hit)."""
    if len(key) == 1:
        return board_options(key, hit, wanted, m, tables)
    if peek(m, GAME) == BOARD:
        return wide_options(key, hit, wanted, m, tables)
    return graph_options(key, hit, wanted, m, tables)


@kernel
def board_options(key, hit, wanted, m, tables):
    """Returns the options of a board, those along the short side first, from the middle line outward, so that equal
    costs keep the middle first."""
    for direction in range(2):
        left, lines = moves(key[0], direction, m)
        step, widen = (U1, peek(m, WIDTH)) if direction == 0 else (peek(m, WIDTH), U1)
        while left:
            here = left & lines
            while here == U0:
                lines |= (lines << widen) | (lines >> widen)
                here = left & lines
            bit = here & (~here + U1)
            left ^= bit
            hit = option((key[0] ^ bit ^ (bit << step),), hit, m, tables)
            if hit & wanted:
                return True, hit
    return False, hit


@kernel
def wide_options(key, hit, wanted, m, tables):
    """Returns the same for a board of two words."""
    low, high = key
    for direction in range(2):
        x, y, lines, lines_high = wide_moves(low, high, direction, m)
        step, widen = (U1, peek(m, WIDTH)) if direction == 0 else (peek(m, WIDTH), U1)
        while x | y:
            here, here_high = x & lines, y & lines_high
            while here | here_high == U0:
                up, down = up_by(lines, lines_high, widen), down_by(lines, lines_high, widen)
                lines, lines_high = lines | up[0] | down[0], lines_high | up[1] | down[1]
                here, here_high = x & lines, y & lines_high
            a, b = single(first_of(here, here_high))
            x ^= a
            y ^= b
            c, d = up_by(a, b, step)
            hit = option((low & ~(a | c), high & ~(b | d)), hit, m, tables)
            if hit & wanted:
                return True, hit
    return False, hit


@kernel
def graph_options(key, hit, wanted, m, tables):
    """Returns the options of a set of vertices: in Node Kayles a move takes a vertex with its neighbours, in Arc Kayles
    with one of them."""
    low, high = key
    x, y = low, high
    while x | y:
        v = first_of(x, y)
        a, b = single(v)
        x &= ~a
        y &= ~b
        near_low, near_high = peek(m, NEAR + U2 * v), peek(m, NEAR + U2 * v + U1)
        if peek(m, GAME) == NODE_KAYLES:
            hit = option((low & ~(a | near_low), high & ~(b | near_high)), hit, m, tables)
            if hit & wanted:
                return True, hit
            continue
        near_low &= x  # the edges to later vertices
        near_high &= y
        while near_low | near_high:
            c, d = single(first_of(near_low, near_high))
            near_low &= ~c
            near_high &= ~d
            hit = option((low & ~(a | c), high & ~(b | d)), hit, m, tables)
            if hit & wanted:
                return True, hit
    return False, hit
