"""Grundy values of Wythoff's game and t-Wythoff, row by row, with bit sets of the values seen on each line."""

from __future__ import annotations

from typing import Any

import numpy as np

from sprague.system.jit import kernel

_ONE = np.uint64(1)
_SIX = np.uint64(6)
_LOW = np.uint64(63)
_FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


@kernel
def fill(
    table: Any, start: int, stop: int, t: int, in_column: Any, on_diagonal: Any, in_row: Any, lowest: Any
) -> None:
    """Fills rows ``start``..``stop`` - 1 of ``table`` (int32, rows by columns). The rows above must be filled. A table
    with fewer rows is used cyclically: row i is at i modulo its height, which is more than t.

    Bit v of a set says that the next cell of that line sees the value v. ``in_column`` and ``on_diagonal`` are uint64
    sets, with one row for each column and for each diagonal on its way through the table. At any time there are only as
    many such diagonals as columns, so a diagonal that leaves the table passes its set to one that enters. ``in_row`` is
    a single set, empty between rows. ``lowest`` (int64, 2 x columns) holds the first word of each set that may have a
    zero bit: all words before it are full. A value is at most i + j, the length of the longest play, so (rows +
    columns) / 64 words do.

    When cell (i, j) is entered, its diagonal begins to see the border of the corner (i-1, j-1): (i-1, j-1-f) and
    (i-1-e, j-1) for 0 <= e, f < t. The union of these borders is all of {(i-k, j-l) : |k-l| < t}.
    """
    height, columns = table.shape
    for i in range(start, stop):
        row_lowest = np.int64(0)
        here, above = i % height, (i - 1) % height
        for j in range(columns):
            slot = (j - i) % columns
            if j == 0 or i == 0:
                # A diagonal enters at the edge of the table; the one that had the slot left at the last column of
                # the row above.
                if i > 0:
                    on_diagonal[slot] = np.uint64(0)
                lowest[1, slot] = 0
            else:
                for f in range(min(t, j)):
                    v = np.uint64(table[above, j - 1 - f])
                    on_diagonal[slot, v >> _SIX] |= _ONE << (v & _LOW)
                for e in range(1, min(t, i)):
                    v = np.uint64(table[(i - 1 - e) % height, j - 1])
                    on_diagonal[slot, v >> _SIX] |= _ONE << (v & _LOW)
                w = lowest[1, slot]
                while on_diagonal[slot, w] == _FULL:
                    w += 1
                lowest[1, slot] = w
            word = max(row_lowest, lowest[0, j], lowest[1, slot])
            free = ~(in_row[word] | in_column[j, word] | on_diagonal[slot, word])
            while free == np.uint64(0):
                word += 1
                free = ~(in_row[word] | in_column[j, word] | on_diagonal[slot, word])
            bit = free & (~free + _ONE)
            in_row[word] |= bit
            in_column[j, word] |= bit
            while in_row[row_lowest] == _FULL:
                row_lowest += 1
            while in_column[j, lowest[0, j]] == _FULL:
                lowest[0, j] += 1
            table[here, j] = word * 64 + _number(bit)
        for j in range(columns):
            in_row[table[here, j] >> 6] = np.uint64(0)


@kernel
def _number(bit: Any) -> Any:
    """Returns the number of the one bit that is set."""
    n = np.int64(0)
    if bit >> np.uint64(32):
        n += 32
        bit >>= np.uint64(32)
    if bit >> np.uint64(16):
        n += 16
        bit >>= np.uint64(16)
    if bit >> np.uint64(8):
        n += 8
        bit >>= np.uint64(8)
    if bit >> np.uint64(4):
        n += 4
        bit >>= np.uint64(4)
    if bit >> np.uint64(2):
        n += 2
        bit >>= np.uint64(2)
    return n + np.int64(bit >> _ONE)
