"""Grundy values of codes that split into two heaps and have a sparse space with many rare heaps.

A common value comes only from a rare heap with a common one (see :mod:`sprague.takebreak.kernels.sparse`), so the rare
heaps, each with its partner, mark every common value that is reached. Some near common heaps among these *sources*
mark most of the rare values; the few that are left below the mex are searched for among all pairs.

The rows of heaps_sparse serve 512 heaps at once, but for every value; this is the faster way where rare heaps or
values are many, and a new rare heap is a source at once.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel

from .sparse import split_has

#: Heaps that go through the sources together: a source and its value are loaded once for all of them.
BATCH = 4


@kernel(boundscheck=False)
def fill_scatter(values, start, stop, moves, space, sources, classes, count, seen):
    """Fill ``values[start:stop]``, ``start`` beyond twice ``len(space.head)``; returns (where it stopped, sources).

    ``sources[:count]`` (ascending) are the rare heaps >= BATCH and some common ones, ``classes`` their values; new
    rare heaps are added behind them. ``seen`` (bytes, BATCH x a power of two): values below its width fit. It stops
    at ``stop``, at a heap whose value does not fit, or when there is no room for more sources.
    """
    odd, width = space.odd, seen.shape[1]
    takes, ends, splits = moves.takes, moves.ends, moves.splits
    n = start
    while n < stop and count + BATCH <= len(sources):
        seen[:] = 0
        for k in splits:
            last = count
            while last and sources[last - 1] >= n - k:  # their partners are smaller than BATCH
                last -= 1
            _mark(values, n - k, sources, classes, last, seen)
        for i in range(min(BATCH, stop - n)):
            heap = n + i
            for k in splits:
                for a in range(1, BATCH):
                    seen[i, values[a] ^ values[heap - k - a]] = 1
            common = (heap & space.parity) ^ space.flip ^ 1
            if moves.unequal and common == 1:
                seen[i, 0] = 0  # then a rare value, and perhaps marked by equal heaps, which is no move here
            for k in takes:
                if k < heap:
                    seen[i, values[heap - k]] = 1
            if heap < len(ends) and ends[heap]:
                seen[i, 0] = 1
            value = 0
            while value < width and (
                seen[i, value]
                or (
                    odd[value] != common and split_has(values, heap, splits, moves.unequal, space.head, value)
                )
            ):
                value += 1
            if value == width:
                return heap, count
            values[heap] = value
            if odd[value] != common:
                sources[count] = heap
                classes[count] = value
                count += 1
        n += BATCH
    return min(n, stop), count


@kernel(boundscheck=False)
def _mark(values, m, sources, classes, count, seen):
    """Mark what BATCH heaps reach by splits into a source and the rest of m, m + 1, ..."""
    for i in range(count):
        rest, value = np.uint64(m) - np.uint64(sources[i]), np.uint64(classes[i])
        seen[0, np.uint64(values[rest]) ^ value] = 1
        seen[1, np.uint64(values[rest + np.uint64(1)]) ^ value] = 1
        seen[2, np.uint64(values[rest + np.uint64(2)]) ^ value] = 1
        seen[3, np.uint64(values[rest + np.uint64(3)]) ^ value] = 1
