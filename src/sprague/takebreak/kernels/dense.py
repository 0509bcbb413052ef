"""Grundy values of codes that split into two heaps: every pair looked at, most of them many at a time.

For each heap the pairs with a small part below ``near`` mark their values in a table; the least value not marked
is then searched among all other pairs, in blocks of vectors. Few values are searched to the end but the true mex.
Eight heaps go through the long rows together, in chunks that stay in the nearest cache: their far pairs do not
depend on each other.

``mirror`` holds the values backwards, ``mirror[len(mirror) - 1 - n] = values[n]``, so that the two parts of the
pairs are both read forwards.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel

from .instructions import block_has
from .sizes import BLOCK_BYTES

BATCH = 8
_CHUNK_BYTES = 16384


@kernel(boundscheck=False)
def fill_dense(values, start, stop, takes, ends, splits, unequal, near, mirror, seen):
    """Fill ``values[start:stop]``; returns (where it stopped, wrong guesses).

    It stops at ``stop`` or the first heap whose value does not fit.

    ``takes`` leave one heap, ``splits`` (int64) two, ``unequal`` or any; ``ends[k]``: k may be taken whole.
    ``seen`` (bytes, BATCH x a power of two): values below its width fit.
    """
    top, width = len(mirror) - 1, seen.shape[1]
    step = BLOCK_BYTES // values.itemsize
    chunk = _CHUNK_BYTES // values.itemsize
    target = np.zeros(BATCH, np.int64)
    wrong = 0
    n = start
    while n < stop:
        count = min(BATCH, stop - n)
        furthest = 0
        for i in range(count):
            seen[i] = 0
            for k in splits:
                m = n + i - k
                far = min(near, (m - 1) // 2 + 1 if unequal else m // 2 + 1)
                shift = top - m
                for a in range(max(1, i - k + 1), far):
                    seen[i, values[a] ^ mirror[shift + a]] = 1
                furthest = max(furthest, m // 2 + 1)
            value = 0
            while value < width and seen[i, value]:
                value += 1
            target[i] = value
        at = near
        while at < furthest:
            for i in range(count):
                begin = at
                while target[i] < width and _far_pair(
                    values, mirror, splits, n + i, begin, at + chunk, unequal, target[i], step
                ):
                    wrong += 1
                    seen[i, target[i]] = 1
                    while target[i] < width and seen[i, target[i]]:
                        target[i] += 1
                    begin = near
            at += chunk
        for i in range(count):
            heap = n + i
            for k in takes:
                if k < heap:
                    seen[i, values[heap - k]] = 1
            if heap < len(ends) and ends[heap]:
                seen[i, 0] = 1
            for k in splits:
                m = heap - k
                for a in range(1, min(i - k + 1, (m - 1) // 2 + 1 if unequal else m // 2 + 1)):
                    seen[i, values[a] ^ values[m - a]] = 1
            value = target[i]
            while value < width and (
                seen[i, value]
                or (
                    value != target[i]
                    and _far_pair(values, mirror, splits, heap, near, furthest, unequal, value, step)
                )
            ):
                value += 1
            if value == width:
                return heap, wrong
            values[heap] = value
            mirror[top - heap] = value
        n += count
    return stop, wrong


@kernel(boundscheck=False)
def _far_pair(values, mirror, splits, heap, begin, end, unequal, target, step):
    """Whether a split of ``heap`` with begin <= smaller part < end has the value ``target``."""
    for k in splits:
        m = heap - k
        last = min(end, (m - 1) // 2 + 1 if unequal else m // 2 + 1)
        shift = len(mirror) - 1 - m
        a = begin
        while a + step <= last:
            if block_has(values, mirror, a, shift + a, target):
                return True
            a += step
        if a < last:
            if last - begin >= step:
                if block_has(values, mirror, last - step, shift + last - step, target):
                    return True
            else:
                while a < last:
                    if values[a] ^ mirror[shift + a] == target:
                        return True
                    a += 1
    return False
