"""The kernel for P-positions of a symmetric rule far out, near the lines on which they lie."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from sprague.system.jit import kernel

from .walk_kernel import walk_from, walked

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@kernel
def fill_far(items, single, marks, near, known, slopes, centres, half, bases, words, start, stop):
    """Fills rows ``start``..``stop`` - 1: the cells (x, y) with y <= x at most ``half`` from the centre of a line.

    ``items`` (a, b, p, q, first) allow multiples of (a, b) and of (b, a); (p, q) is (a, b) in lowest terms, and the
    marks of the item begin at ``first``. ``single`` holds vectors that may be taken once. ``near`` holds the bits of a
    table of ``known`` rows. Line i rises by ``slopes[i]`` a row and has its centre at ``centres[i]`` in row ``start``;
    it then follows the P-positions found. Bit j of ``words[i, x]`` is the cell (x, ``bases[i, x]`` + j).
    """
    size = bases.shape[1]
    width = 2 * half + 1
    for x in range(start, stop):
        done = 0
        for i in range(slopes.shape[0]):
            low = np.int64(np.floor(centres[i])) - half
            if low < 0:
                low = 0
            bases[i, x] = low
            word = _ZERO
            for y in range(max(low, done), min(low + width, x + 1)):
                good = True
                for f in range(items.shape[0]):
                    if marks[_place(items, f, x, y, size)] or marks[_place(items, f, y, x, size)]:
                        good = False
                        break
                if not good:
                    continue
                for f in range(single.shape[0]):
                    u = x - single[f, 0]
                    v = y - single[f, 1]
                    if u < 0 or v < 0:
                        continue
                    if u < v:
                        u, v = v, u
                    if u < known:
                        hit = near[u, v >> 6] >> np.uint64(v & 63) & _ONE != _ZERO
                    elif u == x and v >= low:
                        hit = word >> np.uint64(v - low) & _ONE != _ZERO
                    else:
                        hit = False
                        for j in range(slopes.shape[0] if u < x else i):
                            at = v - bases[j, u]
                            if 0 <= at < width:
                                hit = words[j, u] >> np.uint64(at) & _ONE != _ZERO
                                break
                    if hit:
                        good = False
                        break
                if good:
                    word |= _ONE << np.uint64(y - low)
                    centres[i] += (y - centres[i]) / 256
                    for f in range(items.shape[0]):
                        marks[_place(items, f, x, y, size)] = 1
                        marks[_place(items, f, y, x, size)] = 1
            words[i, x] = word
            done = max(done, low + width)
            centres[i] += slopes[i]


@kernel
def mark_near(items, marks, near, known, size):
    """Marks the cells from which a move leads to a P-position of the table."""
    for x in range(known):
        for w in range(near.shape[1]):
            word = near[x, w]
            while word != _ZERO:
                bit = 0
                while word >> np.uint64(bit) & _ONE == _ZERO:
                    bit += 1
                word &= word - _ONE
                for f in range(items.shape[0]):
                    marks[_place(items, f, x, 64 * w + bit, size)] = 1


@kernel
def _place(items, f, x, y, size):
    """Where it is marked that multiples of the item lead from (x, y) to a P-position."""
    a = items[f, 0]
    if a == 0:
        b = items[f, 1]
        return items[f, 4] + x * b + y % b
    p = items[f, 2]
    return items[f, 4] + (items[f, 3] * x - p * y + p * size) * a + x % a


@kernel
def mismatch(delta, accept, start, digits, weights, bases, words, width, first, size, found):
    """Writes to ``found`` a cell with heaps below ``size``, one of them not below ``first``, at which the automaton and
    the lines differ. Returns whether there is one. ``weights`` are those of the digits, the highest first."""
    length = weights.shape[0]
    for x in range(first, size):
        for i in range(bases.shape[0]):
            word = words[i, x]
            y = bases[i, x] - 1
            while word != _ZERO:
                y += 1
                if word & _ONE == _ZERO:
                    word >>= _ONE
                    continue
                word >>= _ONE
                for turned in range(2):
                    u = y if turned else x
                    v = x if turned else y
                    found[0] = u
                    found[1] = v
                    s = start
                    for place in range(length):
                        weight = weights[place]
                        s = delta[s, u // weight * digits + v // weight]
                        u %= weight
                        v %= weight
                    if not accept[s]:
                        return True
    stack = walk_from(start, length)
    while walked(stack, delta, accept, digits, weights, size, size, found):
        x = max(found[0], found[1])
        y = min(found[0], found[1])
        if x < first:
            continue
        hit = False
        for i in range(bases.shape[0]):
            at = y - bases[i, x]
            if 0 <= at < width:
                hit = words[i, x] >> np.uint64(at) & _ONE != _ZERO
                break
        if not hit:
            return True
    return False
