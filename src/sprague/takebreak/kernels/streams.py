"""Values of a game whose rare heaps are all known: one heap after the other, or from many places side by side.

Beyond its last rare heap such a game forgets: the value of a common heap is the least common one that no single heap
and no split with a rare heap reaches, so it follows from the few values before it. (That the heap is common is what
its certificate says; so every smaller rare value is reached.)

Moves lead from heap n to the values ``values[n - offsets[s]] ^ classes[s]``. ``common[p, v]`` says whether a common
heap of parity p may have the value v.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel

from .instructions import lowest_bit


@kernel(boundscheck=False)
def follow(values, start, stop, heap, offsets, classes, common, stamp):
    """Fill ``values[start:stop]``; index i stands for the heap ``heap + i``. ``stamp`` (int64, a multiple of the values
    that may occur) is room to work in. Returns ``stop``, or the first index whose value does not fit."""
    stamp[:] = -1
    for n in range(start, stop):
        for s in range(len(offsets)):
            stamp[values[n - offsets[s]] ^ classes[s]] = n
        allowed, v = common[(heap + n) & 1], 0
        while v < len(allowed) and (stamp[v] == n or not allowed[v]):
            v += 1
        if v == len(allowed):
            return n
        values[n] = v
    return stop


@kernel(boundscheck=False)
def follow_lanes(rows, first, stop, heap, offsets, classes, words, reached):
    """The same for values below 64 in many places at once, an even number of heaps apart: row j of ``rows`` holds
    the values of heap ``heap + j`` counted from each place. ``words[p]`` are the bits of ``common[p]``, ``reached``
    (uint64, one for each lane) is room to work in. Returns ``stop``, or the first row with a value that does not fit.
    """
    for j in range(first, stop):
        reached[:] = np.uint64(0)
        for s in range(len(offsets)):
            before, value = rows[j - offsets[s]], classes[s]
            for lane in range(len(reached)):
                reached[lane] |= np.uint64(1) << np.uint64(before[lane] ^ value)
        free, fits = words[(heap + j) & 1], True
        for lane in range(len(reached)):
            left = free & ~reached[lane]
            fits &= left != np.uint64(0)
            rows[j, lane] = lowest_bit(left | np.uint64(1) << np.uint64(63))
        if not fits:
            return j
    return stop
