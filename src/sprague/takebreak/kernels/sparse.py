"""Grundy values of codes that split into two heaps and have a sparse space (Berlekamp, Conway, Guy: Winning Ways).

Values fall into rare and common ones by the parity of ``value & mask`` (and of the heap, if that is part of the
mask), so that a common value comes only from a rare heap with a common one. Where rare heaps are few, a split
of heap n that reaches a common value is a *source*, a rare heap p with its value r, and the heap n - k - p.

LANES heaps n0, n0 + 1, ... are computed together. For each value u, one row of bits holds the heaps of value u;
shifted by k + p it says which of the lanes reach u ^ r through that source. So one vector operation serves 512
heaps, one source and one value. What sources nearer than LANES heaps reach, and the moves that leave one
heap, is then added heap by heap. The least value not reached is the value of the heap if it is common; a rare
one is searched for among all pairs, and if no pair reaches it the heap is a new rare one.

Sources need not be rare: some common ones among them settle most of the rare values for nothing.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sprague.system.jit import kernel

from .instructions import block_has, gather_lanes, lowest_bit
from .sizes import BLOCK_BYTES, LANES

#: New rare heaps are kept apart until they are as many; then it pays to make them sources.
_MANY = 256


class Moves(NamedTuple):
    """The code: takes that leave one heap, whether a heap of k may be taken whole, takes that split."""

    takes: NDArray[np.int64]
    ends: NDArray[np.uint8]
    splits: NDArray[np.int64]
    unequal: bool


class Sources(NamedTuple):
    """Rare heaps p (and some common ones) with their values, as offsets k + p.

    ``far[bound[i]:bound[i + 1]]`` are offsets >= LANES of value ``value[i]``; ``near``, ``near_value`` those below
    LANES; ``distant``, ``distant_value`` the few so far away that they are better taken one by one.
    """

    far: NDArray[np.int64]
    value: NDArray[np.int64]
    bound: NDArray[np.int64]
    near: NDArray[np.int64]
    near_value: NDArray[np.int64]
    distant: NDArray[np.int64]
    distant_value: NDArray[np.int64]


class Space(NamedTuple):
    """``odd[v]``: parity of v & mask; heap n of value v is common iff odd[v] ^ (n & parity) ^ flip = 1.

    Values below ``cap`` are kept for whole blocks, larger ones are found heap by heap. ``head`` holds
    g(0), g(1), ... backwards: head[len(head) - 1 - a] = g(a).
    """

    odd: NDArray[np.uint8]
    parity: int
    flip: int
    cap: int
    head: NDArray[np.unsignedinteger[Any]]


@kernel(boundscheck=False)
def fill_sparse(values, start, stop, moves, sources, space, rows):
    """Fill ``values[start:stop]``, ``start`` beyond twice ``len(space.head)``; returns (where it stopped, new rares).

    It stops at ``stop``, at a heap whose value does not fit ``len(space.odd)`` (a power of two), at the end of the
    rows, or when many new rare heaps should become sources. ``rows`` (64-bit words, values x room) is scratch: bits
    for the old heaps that the sources reach, LANES more than the largest offset, then for new ones.
    """
    width, one = rows.shape[0], np.uint64(1)
    window, whole = 0, 0
    for offset in sources.far:
        window = max(window, offset)
    for offset in sources.distant:
        whole = max(whole, offset)
    window = (window + LANES + 63) // 64
    base = start - max(64 * window, (whole + LANES + 63) // 64 * 64)
    rows[:] = np.uint64(0)
    present = np.zeros(width, np.uint8)
    for n in range(max(base, 1), start):
        rows[values[n], (n - base) >> 6] |= one << np.uint64((n - base) & 63)
        present[values[n]] = 1
    # Eight copies of the window of a row, shifted by 0 to 7 bits, so that every source begins at a byte.
    shifted = np.zeros((8, window + 1), np.uint64)
    begins = np.zeros(len(sources.far), np.int64)
    for i in range(len(begins)):
        bit = 64 * window - sources.far[i]
        begins[i] = (bit & 7) * 8 * (window + 1) + (bit >> 3)
    words = (space.cap + 63) // 64
    lanes = np.zeros((words * 64, LANES // 64), np.uint64)
    reached = np.zeros((LANES, words), np.uint64)
    square = np.zeros(64, np.uint64)
    seen = np.zeros(width, np.uint8)
    new = np.zeros(_MANY + LANES, np.int64)
    begin, found = start, 0
    while begin < stop and found < _MANY and (begin - base) // 64 + LANES // 64 < rows.shape[1]:
        lanes[:] = np.uint64(0)
        first = (begin - base) // 64 - window
        for u in range(width):
            if present[u] == 0 or (space.parity == 0 and space.odd[u] == 0):
                continue
            _shift_row(rows, u, first, shifted)
            for i in range(len(sources.value)):
                target = u ^ sources.value[i]
                if target < space.cap:
                    gather_lanes(shifted, begins, sources.bound[i], sources.bound[i + 1], lanes, target)
            for i in range(len(sources.distant)):
                target = u ^ sources.distant_value[i]
                if target < space.cap:
                    _add_lanes(rows, u, begin - base - sources.distant[i], lanes, target)
        _transpose(lanes, square, reached)
        end = min(stop, begin + LANES)
        reached_end, found = _finish(values, begin, end, moves, sources, space, reached, seen, new, found)
        for n in range(begin, reached_end):
            rows[values[n], (n - base) >> 6] |= one << np.uint64((n - base) & 63)
            present[values[n]] = 1
        begin = reached_end
        if reached_end < end:
            break
    return begin, found


@kernel(boundscheck=False)
def _shift_row(rows, u, first, shifted):
    """The words of row u from ``first`` on, shifted down by 0 to 7 bits."""
    words = np.uint64(shifted.shape[1] - 1)
    start = np.uint64(first)
    one = np.uint64(1)
    for i in range(words):
        shifted[0, i] = rows[u, start + i]
    for s in range(1, 8):
        down, up = np.uint64(s), np.uint64(64 - s)
        for i in range(words):
            shifted[s, i] = (rows[u, start + i] >> down) | (rows[u, start + i + one] << up)


@kernel(boundscheck=False)
def _add_lanes(rows, u, bit, lanes, target):
    """Add to row ``target`` of ``lanes`` the LANES bits of row u from ``bit`` on."""
    first, one = np.uint64(bit >> 6), np.uint64(1)
    down, up = np.uint64(bit & 63), np.uint64(63 - (bit & 63))
    for i in range(np.uint64(LANES // 64)):
        lanes[target, i] |= (rows[u, first + i] >> down) | ((rows[u, first + i + one] << one) << up)


@kernel(boundscheck=False)
def _transpose(lanes, square, reached):
    """From a row of lanes for each value to the values of each lane, 64 x 64 bits at a time."""
    for w in range(reached.shape[1]):
        for block in range(LANES // 64):
            for v in range(64):
                square[v] = lanes[64 * w + v, block]
            half = 32
            mask = np.uint64(0xFFFFFFFF)
            while half:
                shift = np.uint64(half)
                for group in range(0, 64, 2 * half):
                    for v in range(group, group + half):
                        swap = ((square[v] >> shift) ^ square[v + half]) & mask
                        square[v + half] ^= swap
                        square[v] ^= swap << shift
                half >>= 1
                mask ^= mask << np.uint64(half)
            for v in range(64):
                reached[64 * block + v, w] = square[v]


@kernel(boundscheck=False)
def _finish(values, begin, end, moves, sources, space, reached, seen, new, found):
    """The values of heaps begin..end-1, one after the other; returns (where it stopped, new rare heaps)."""
    takes, ends, splits, unequal = moves.takes, moves.ends, moves.splits, moves.unequal
    near, near_value = sources.near, sources.near_value
    odd, parity, flip, cap, head = space.odd, space.parity, space.flip, space.cap, space.head
    words = reached.shape[1]
    stamp = 0
    seen[:] = 0
    for n in range(begin, end):
        stamp += 1
        if stamp == 256:
            seen[:] = 0
            stamp = 1
        for i in range(len(near)):
            seen[values[n - near[i]] ^ near_value[i]] = stamp
        for i in range(found):
            for j in range(len(splits)):
                if new[i] + splits[j] < n:
                    seen[values[n - splits[j] - new[i]] ^ values[new[i]]] = stamp
        common = (n & parity) ^ flip ^ 1
        if unequal and common == 1:
            # A source may have marked 0, then a rare value, by a pair of equal heaps, which is no move here.
            seen[0] = 0
            reached[n - begin, 0] &= ~np.uint64(1)
        for i in range(len(takes)):
            if takes[i] < n:
                seen[values[n - takes[i]]] = stamp
        if n < len(ends) and ends[n]:
            seen[0] = stamp
        value, w = np.int64(-1), 0
        while value < 0 and w < words:
            free = ~reached[n - begin, w]
            while free:
                v = 64 * w + np.int64(lowest_bit(free))
                free &= free - np.uint64(1)
                if v >= cap:
                    break
                if seen[v] != stamp and (
                    odd[v] == common or not split_has(values, n, splits, unequal, head, v)
                ):
                    value = v
                    break
            w += 1
        if value < 0:
            value = _beyond(values, n, moves, sources, space, seen, stamp)
            if value == len(seen):
                return n, found
        values[n] = value
        if odd[value] != common:
            new[found] = n
            found += 1
    return end, found


@kernel(boundscheck=False)
def _beyond(values, n, moves, sources, space, seen, stamp):
    """The value of a heap that reaches all values below the cap; the width of ``seen`` if it does not fit."""
    common = (n & space.parity) ^ space.flip ^ 1
    for i in range(len(sources.value)):
        for j in range(sources.bound[i], sources.bound[i + 1]):
            if sources.far[j] < n:
                seen[values[n - sources.far[j]] ^ sources.value[i]] = stamp
    for i in range(len(sources.distant)):
        if sources.distant[i] < n:
            seen[values[n - sources.distant[i]] ^ sources.distant_value[i]] = stamp
    for value in range(space.cap, len(seen)):
        if seen[value] != stamp and (
            space.odd[value] == common
            or not split_has(values, n, moves.splits, moves.unequal, space.head, value)
        ):
            return value
    return len(seen)


@kernel(boundscheck=False)
def split_has(values, n, splits, unequal, head, target):
    """Whether a split of heap n has the value ``target``: small parts below the head first, then all others."""
    step = BLOCK_BYTES // values.itemsize
    top = len(head) - 1
    a = 1
    while a + step <= top:
        for i in range(len(splits)):
            if block_has(values, head, n - splits[i] - a - step + 1, top - a - step + 1, target):
                return True
        a += step
    for i in range(len(splits)):
        m = n - splits[i]
        last = (m - 1) // 2 if unequal else m // 2
        begin = a
        while begin <= last:
            end = min(begin + 256, last + 1)
            hit = 0
            for b in range(begin, end):
                hit |= (values[b] ^ values[m - b]) == target
            if hit:
                return True
            begin = end
    return False
