"""Grundy values of heaps whose moves leave one heap, none, or equal heaps: no search for pairs.

Arrays: ``values`` holds g(0), g(1), ...; a kernel fills ``values[start:stop]`` and returns where it stopped:
``stop``, or the first heap whose value does not fit.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel

from .instructions import lowest_bit


@kernel(boundscheck=False)
def take_few(values, start, stop, takes, ends):
    """At most 63 takes: the values reached are the bits of one word.

    ``takes`` (int64, descending) leave one heap; ``ends[k]`` says whether a heap of k may be taken whole.
    """
    one = np.uint64(1)
    longest = 0
    for k in takes:
        longest = max(longest, k)
    head = min(stop, max(longest + 1, len(ends)))
    for n in range(start, head):
        seen = np.uint64(0)
        for k in takes:
            if k < n:
                seen |= one << np.uint64(values[n - k])
        if n < len(ends) and ends[n]:
            seen |= one
        values[n] = lowest_bit(~seen)
    for n in range(max(start, head), stop):
        seen = np.uint64(0)
        for k in takes:
            seen |= one << np.uint64(values[n - k])
        values[n] = lowest_bit(~seen)
    return stop


@kernel(boundscheck=False)
def take_many(values, start, stop, takes, ends, equals, block, ever):
    """Any number of takes, equal splits, and digits that repeat.

    ``equals`` (rows k, j): taking k may leave j equal heaps. ``block`` (uint8, the repeated digits, empty if none)
    follows the ``len(ends)`` first digits; ``ever[r, v]`` remembers whether a heap of residue r modulo the block,
    old enough to be reached by it, has value v; it is kept between calls. Width of ``ever``: one more than any
    value may be.
    """
    width = ever.shape[1]
    length, before = len(block), len(ends)
    seen = np.zeros(width, np.uint8)
    stamp = 0
    # A heap of residue c has all values from 1 to low[c] - 1 among its options by the block: as these stay, the search
    # for its mex starts there. (0 may be there by taking all, and be gone again.)
    low = np.ones(max(length, 1), np.int64)
    for n in range(start, stop):
        stamp += 1
        if stamp == 256:
            seen[:] = 0
            stamp = 1
        for k in takes:
            if k < n:
                seen[values[n - k]] = stamp
        for i in range(len(equals)):
            rest = n - equals[i, 0]
            if rest > 0 and rest % equals[i, 1] == 0:
                seen[values[rest // equals[i, 1]] if equals[i, 1] & 1 else 0] = stamp
        least = 1
        if length > 0:
            m = n - before
            if (ends[n] if m < 0 else block[m % length]) & 1:
                seen[0] = stamp
            if m >= 1:
                ever[m % length, values[m]] = 1
                least = low[m % length]
                while least < width:
                    found = False
                    for r in range(length):
                        if block[(m - r) % length] & 2 and ever[r, least]:
                            found = True
                    if not found:
                        break
                    least += 1
                low[m % length] = least
        elif n < before and ends[n] & 1:
            seen[0] = stamp
        value = 0
        while value < width:
            found = seen[value] == stamp
            if length > 0 and n > before:
                for r in range(length):
                    if block[(n - before - r) % length] & 2 and ever[r, value]:
                        found = True
            if not found:
                break
            value = max(value + 1, least)
        if value >= width:
            return n
        values[n] = value
    return stop


@kernel(boundscheck=False)
def take_set(values, start, stop, begin, shifted, reach):
    """Numbers that may be taken, so many that they are kept as bits: k is bit k of ``shifted[0]``, and bit k + b of
    ``shifted[b]``, for b below 64 (uint64).

    ``reach[v]`` are the bits of the heaps with an option of value v: every heap from ``begin`` on to ``stop`` adds
    what reaches it, and from ``start`` on its value is computed first. Returns ``stop``, or the first heap whose
    value has no row.
    """
    words = reach.shape[1]
    for n in range(begin, stop):
        if n >= start:
            word, bit, v = n >> 6, np.uint64(1) << np.uint64(n & 63), 0
            while v < len(reach) and reach[v, word] & bit:
                v += 1
            if v == len(reach):
                return n
            values[n] = v
        row, base, numbers = reach[values[n]], n >> 6, shifted[n & 63]
        for w in range(min(words - base, len(numbers))):
            row[base + w] |= numbers[w]
    return stop
