"""Kernels for tables of P-positions on two heaps, and for comparing them with an automaton."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sprague.system.jit import kernel

from .walk_kernel import walk_from, walked

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_WORD = np.uint64(64)


@kernel
def fill_rows(bits, reach, families, start, stop):
    """Fills rows ``start``..``stop`` - 1 of the P-positions (bit y of row x of ``bits``, uint64) from the rows above.

    A family (a, c, b, d) takes a k + c from x and b k + d from y, for every k >= 1. ``reach`` (families by rows in
    turns by words) holds the cells from which multiples of (a, b) lead to a P-position, for the rows just above.
    """
    count = families.shape[0]
    ring = reach.shape[1]
    words = bits.shape[1]
    size = words * 64
    blocked = np.zeros(words, np.uint64)
    largest = 1
    within = 0
    # A family (0, b k) allows at most one P-position of each residue in a row.
    short = -1
    for f in range(count):
        if families[f, 0] == 0 and families[f, 1] == 0:
            within += 1
            largest = max(largest, families[f, 2])
            if (families[f, 2] > 0 and families[f, 3] == 0) and (
                short < 0 or families[f, 2] < families[short, 2]
            ):
                short = f
    lowest = np.zeros((count, largest), np.int64)
    for x in range(start, stop):
        blocked[:] = _ZERO
        for f in range(count):
            a = families[f, 0]
            c = families[f, 1]
            b = families[f, 2]
            d = families[f, 3]
            if a == 0 and c == 0:
                continue
            here = reach[f, x % ring]
            if a > 0:
                if x >= a:
                    _shifted(bits[x - a], reach[f, (x - a) % ring], b, here, False)
                else:
                    here[:] = _ZERO
            if x < c:
                continue
            if a == 0 and b == 0:
                _shifted(bits[x - c], bits[x - c], d, blocked, True)
            else:
                _shifted(reach[f, (x - c) % ring], reach[f, (x - c) % ring], d, blocked, True)
        row = bits[x]
        if within == 0:
            for w in range(words):
                row[w] = ~blocked[w]
        else:
            row[:] = _ZERO
            lowest[:] = size
            left = families[short, 2] if short >= 0 else size
            for w in range(words):
                free = ~blocked[w]
                if free == _ZERO:
                    continue
                for bit in range(64):
                    if free >> np.uint64(bit) & _ONE == _ZERO:
                        continue
                    y = 64 * w + bit
                    good = True
                    for f in range(count):
                        if families[f, 0] == 0 and families[f, 1] == 0:
                            b = families[f, 2]
                            d = families[f, 3]
                            if b == 0:
                                to = y - d
                                if to >= 0 and row[to >> 6] >> np.uint64(to & 63) & _ONE != _ZERO:
                                    good = False
                            elif y >= d and lowest[f, (y - d) % b] + b + d <= y:
                                good = False
                    if good:
                        row[w] |= _ONE << np.uint64(bit)
                        left -= 1
                        for f in range(count):
                            b = families[f, 2]
                            if b > 0 and families[f, 0] == 0 and families[f, 1] == 0 and lowest[f, y % b] > y:
                                lowest[f, y % b] = y
                        if left == 0:
                            break
                if left == 0:
                    break
        for f in range(count):
            b = families[f, 2]
            if families[f, 0] == 0 and families[f, 1] > 0 and b > 0:
                here = reach[f, x % ring]
                here[:] = _ZERO
                for y in range(b, size):
                    to = y - b
                    if (row[to >> 6] | here[to >> 6]) >> np.uint64(to & 63) & _ONE != _ZERO:
                        here[y >> 6] |= _ONE << np.uint64(y & 63)


@kernel
def _shifted(first, second, by, into, more):
    """The bits of ``first`` or ``second``, moved up by ``by``: put ``into`` words, or added to them (``more``)."""
    words = into.shape[0]
    skip = by >> 6
    left = np.uint64(by & 63)
    for w in range(words - 1, -1, -1):
        value = _ZERO
        if w >= skip:
            value = (first[w - skip] | second[w - skip]) << left
            if left != _ZERO and w > skip:
                value |= (first[w - skip - 1] | second[w - skip - 1]) >> (_WORD - left)
        if more:
            into[w] |= value
        else:
            into[w] = value


@kernel
def fill_by_moves(delta, accept, start, order, width, outside, marks, bits, room):
    """Computes the outcomes of the cells ``order`` (x * width + y, options before the cells that lead to them), which
    may be given in parts. In ``marks`` (uint8) bit 0 says that a move leads from the cell to a P-position, bit 1 that
    one leads to an unknown cell, bit 2 that the cell is a P-position. From cells ``outside`` (uint8) a move leaves the
    table.

    The moves are an automaton in base 2 over the digits of (x, y, u, v), of which ``bits`` are read. For each (u, v)
    that is P or unknown, every (x, y) that leads to it is marked; ``room`` (3 * bits + 8 by 4) holds the walk.
    """
    states = delta.shape[0]
    height = marks.shape[0]
    alive = np.zeros((bits + 1, states), np.uint8)
    for s in range(states):
        alive[bits, s] = accept[s]
    for i in range(order.shape[0]):
        u = order[i] // width
        v = order[i] % width
        mark = marks[u, v]
        if mark & 1:
            continue
        value = 1
        if mark & 2 or outside[u, v]:
            marks[u, v] = mark | 2
            value = 2
        else:
            marks[u, v] = 4
        for depth in range(bits - 1, -1, -1):
            low = ((u >> (bits - 1 - depth)) & 1) * 2 + ((v >> (bits - 1 - depth)) & 1)
            for s in range(1, states):
                alive[depth, s] = 0
                for high in range(4):
                    if alive[depth + 1, delta[s, 4 * high + low]]:
                        alive[depth, s] = 1
        if alive[0, start] == 0:
            continue
        room[0, 0] = 0
        room[0, 1] = start
        room[0, 2] = 0
        room[0, 3] = 0
        top = 1
        while top > 0:
            top -= 1
            depth = room[top, 0]
            s = room[top, 1]
            x = room[top, 2]
            y = room[top, 3]
            if depth == bits:
                if x < height and y < width:
                    marks[x, y] |= value
                continue
            left = bits - depth
            if (x << left) >= height or (y << left) >= width:
                continue
            low = ((u >> (left - 1)) & 1) * 2 + ((v >> (left - 1)) & 1)
            for high in range(4):
                to = delta[s, 4 * high + low]
                if alive[depth + 1, to]:
                    room[top, 0] = depth + 1
                    room[top, 1] = to
                    room[top, 2] = 2 * x + (high >> 1)
                    room[top, 3] = 2 * y + (high & 1)
                    top += 1


@kernel
def mismatch(delta, accept, start, digits, numbers, weights, bits, unknown, limit_x, limit_y, found):
    """Writes to ``found`` a cell with x < ``limit_x`` and y < ``limit_y`` at which the automaton and the table differ.
    Returns whether there is one.

    ``numbers`` (int8, numbers by length) holds their digits, the highest first; ``weights`` has the same order. Cells
    of the set ``unknown`` (without rows if there are none) are skipped.
    """
    length = numbers.shape[1]
    some = unknown.shape[0] > 0
    for x in range(limit_x):
        for w in range((limit_y + 63) >> 6):
            word = bits[x, w]
            if word == _ZERO:
                continue
            for bit in range(64):
                y = 64 * w + bit
                if word >> np.uint64(bit) & _ONE == _ZERO or y >= limit_y:
                    continue
                s = start
                for i in range(length):
                    s = delta[s, numbers[x, i] * digits + numbers[y, i]]
                if not accept[s]:
                    found[0] = x
                    found[1] = y
                    return True
    stack = walk_from(start, length)
    while walked(stack, delta, accept, digits, weights, limit_x, limit_y, found):
        x = found[0]
        y = found[1]
        if bits[x, y >> 6] >> np.uint64(y & 63) & _ONE == _ZERO and not (
            some and unknown[x, y >> 6] >> np.uint64(y & 63) & _ONE != _ZERO
        ):
            return True
    return False
