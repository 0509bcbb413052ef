"""Grundy values by sets of pair sums: codes that split into three and more heaps, or split without end.

``rows[j - 2, m]`` is the set of values of all ways to leave m tokens in exactly j heaps, as bits of 64-bit words;
where only the newest rows are needed, they are kept in a ring: m stands for m modulo their number.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from sprague.system.jit import kernel

from .instructions import lowest_bit


@kernel(boundscheck=False)
def pair_row(values, m, unequal, row, stamps):
    """The set of values of two heaps with m tokens together, into ``row`` (words). ``stamps``: a byte a value."""
    stamps[:] = 0
    for a in range(1, (m - 1) // 2 + 1 if unequal else m // 2 + 1):
        stamps[values[a] ^ values[m - a]] = 1
    for i in range(len(row)):
        word = np.uint64(0)
        for b in range(64):
            word |= np.uint64(stamps[64 * i + b]) << np.uint64(b)
        row[i] = word


@kernel(boundscheck=False)
def more_row(values, below, m, heaps, row, parts):
    """The set of values of ``heaps`` >= 3 heaps with m tokens together, from ``below``: the rows of one heap fewer.

    The smallest heap c has at most m / heaps tokens. Adding its value v to a set moves its bits: whole words by
    v >> 6, bits within words by v & 63; the second is done once for all c of one residue (``parts``, 64 rows).
    """
    parts[:] = 0
    words = len(row)
    for c in range(1, m // heaps + 1):
        value = np.int64(values[c])
        high, source, target = value >> 6, below[m - c], parts[value & 63]
        for i in range(words):
            target[i] |= source[i ^ high]
    row[:] = 0
    for low in range(64):
        for i in range(words):
            word = parts[low, i]
            if word == 0:
                continue
            if low & 1:
                word = _swap(word, np.uint64(1), np.uint64(0x5555555555555555))
            if low & 2:
                word = _swap(word, np.uint64(2), np.uint64(0x3333333333333333))
            if low & 4:
                word = _swap(word, np.uint64(4), np.uint64(0x0F0F0F0F0F0F0F0F))
            if low & 8:
                word = _swap(word, np.uint64(8), np.uint64(0x00FF00FF00FF00FF))
            if low & 16:
                word = _swap(word, np.uint64(16), np.uint64(0x0000FFFF0000FFFF))
            if low & 32:
                word = _swap(word, np.uint64(32), np.uint64(0x00000000FFFFFFFF))
            row[i] |= word


@kernel(forceinline=True)
def _swap(word, shift, mask):
    return ((word & mask) << shift) | ((word >> shift) & mask)


@kernel(boundscheck=False)
def fill_by_rows(values, start, stop, finite, block, before, unequal, rows, ever):
    """Fill ``values[start:stop]``; returns where it stopped: ``stop``, or a heap whose value needs wider rows.

    ``finite`` (rows k, digit) are the digits but 0, ``block`` the repeated ones, after ``before`` digits.
    ``rows`` (uint64, most heaps - 1 x heaps x words) and ``ever`` (most heaps x block x words: the union of the
    rows of old totals, by residue) are kept between calls.
    """
    ring, words = rows.shape[1], rows.shape[2]
    most = rows.shape[0] + 1
    length = len(block)
    one = np.uint64(1)
    stamps = np.zeros(64 * words, np.uint8)
    parts = np.zeros((64, words), np.uint64)
    seen = np.zeros(words, np.uint64)
    for n in range(start, stop):
        pair_row(values, n, unequal, rows[0, n % ring], stamps)
        for j in range(3, most + 1):
            more_row(values, rows[j - 3], n, j, rows[j - 2, n % ring], parts)
        seen[:] = 0
        for i in range(len(finite)):
            m, digit = n - finite[i, 0], finite[i, 1]
            if m == 0 and digit & 1:
                seen[0] |= one
            if m >= 1:
                if digit & 2:
                    value = np.uint64(values[m])
                    seen[value >> np.uint64(6)] |= one << (value & np.uint64(63))
                for j in range(2, most + 1):
                    if digit >> j & 1:
                        for w in range(words):
                            seen[w] |= rows[j - 2, m % ring, w]
        if length > 0:
            m = n - before
            if m >= 0 and block[m % length] & 1:
                seen[0] |= one
            if m >= 1:
                value = np.uint64(values[m])
                ever[0, m % length, value >> np.uint64(6)] |= one << (value & np.uint64(63))
                for j in range(2, most + 1):
                    for w in range(words):
                        ever[j - 1, m % length, w] |= rows[j - 2, m % ring, w]
                for r in range(length):
                    digit = block[(m - r) % length]
                    for j in range(1, most + 1):
                        if digit >> j & 1:
                            for w in range(words):
                                seen[w] |= ever[j - 1, r, w]
        w = 0
        while w < words and ~seen[w] == 0:
            w += 1
        if w == words:
            return n
        values[n] = np.uint64(64 * w) + lowest_bit(~seen[w])
    return stop
