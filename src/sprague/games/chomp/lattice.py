"""The bars inside a bar, numbered: the lattice of partitions inside a Young diagram.

The number of a bar is the number of bars before it when they are compared row by row from the top. It is a sum over
the rows: row i of length n adds the number of ways to choose row i shorter than n and the rows below it to match. So
the number of what a bite leaves follows from that of the bar in a few additions, and a bite leaves a smaller number.

What rows a bar has not is taken as rows of length 0.
"""

from __future__ import annotations

import functools
import math
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from operator import getitem, le
from typing import NamedTuple

Rows = tuple[int, ...]

#: Bytes for a weight: Python's integer and its place in a list.
WEIGHT_BYTES = 40


class Lattice(NamedTuple):
    """The bars inside ``rows``. Row i of length n adds ``weights[i][n]`` to the number of a bar; there are ``size``
    bars, the empty one (number 0) and ``rows`` itself (the last) included."""

    rows: Rows
    weights: tuple[list[int], ...]
    size: int


#: Longer rows are counted as these.
FAR = 10**40


@functools.lru_cache(maxsize=8)
def lattice(rows: Rows, most: int) -> Lattice | None:
    """The lattice of the bars inside ``rows``; None where there are more than ``most``, or its weights take as many
    bytes.

    >>> lattice((3, 3), 1000).size
    10
    >>> lattice((50,) * 40, 10**12) is None
    True
    """
    if at_least(rows) > most or WEIGHT_BYTES * sum(rows) > most:
        return None
    below = [1]  # ways to choose the rows below, by the most that the first of them may have
    weights: list[list[int]] = []
    for length in reversed(rows):
        below = list(accumulate(below + [below[-1]] * (length + 1 - len(below))))
        weights.append([0, *below])
        if below[-1] > most:
            return None
    return Lattice(rows, tuple(reversed(weights)), below[-1])


def at_least(rows: Rows) -> int:
    """A lower bound for the number of bars inside ``rows``, soon found: those inside one of its rectangles."""
    # binomial(k + n, k) bars are inside k rows of length n; no memory holds those of rows far shorter than FAR.
    return max((math.comb(k + min(rows[k - 1], FAR), k) for k in range(1, min(len(rows), 40) + 1)), default=1)


def size(rows: Rows, most: int) -> int:
    """The number of bars inside ``rows``, the empty one included; a lower bound where that takes more than ``most``
    bytes to find.

    >>> size((3, 3), 1000), size((10**6, 10**6), 10**9)
    (10, 500001500001)
    """
    if at_least(rows) > most or WEIGHT_BYTES * sum(rows) > most:
        return at_least(rows)
    below = [1]
    for length in reversed(rows):
        below = list(accumulate(below + [below[-1]] * (length + 1 - len(below))))
        if below[-1] > most:
            break
    return below[-1]


def number(bars: Lattice, bar: Rows) -> int:
    """The number of ``bar`` among the bars inside.

    >>> bars = lattice((3, 3), 1000)
    >>> number(bars, ()), number(bars, (1,)), number(bars, (3, 3))
    (0, 1, 9)
    """
    return sum(map(getitem, bars.weights, bar))


def bar_of(bars: Lattice, place: int) -> Rows:
    """The bar of that number, with a length for each row, 0 included.

    >>> bar_of(lattice((3, 3), 1000), 3)
    (2, 0)
    """
    found, most = [], bars.rows[0] if bars.rows else 0
    for weight in bars.weights:
        most = bisect_right(weight, place, 0, min(most + 1, len(weight) - 1)) - 1
        place -= weight[most]
        found.append(most)
    return tuple(found)


def contains(rows: Rows, bar: Rows) -> bool:
    """Whether ``bar`` fits into ``rows``."""
    return len(bar) <= len(rows) and all(map(le, bar, rows))


def join(rows: Rows, bar: Rows) -> Rows:
    """The least bar that contains both.

    >>> join((3,), (2, 1))
    (3, 1)
    """
    longer, shorter = (rows, bar) if len(rows) >= len(bar) else (bar, rows)
    return tuple(map(max, longer, shorter + (0,) * (len(longer) - len(shorter))))


def upright(rows: Rows) -> Rows:
    """``rows`` or its transpose, whichever has fewer rows; of two as high, the larger. Both have the same value.

    >>> upright((2, 1, 1)), upright((3, 3))
    ((3, 1), (3, 3))
    """
    if len(rows) == 0 or rows[0] > len(rows):
        return rows
    return max(rows, transposed(rows)) if len(rows) == rows[0] else transposed(rows)


def transposed(rows: Rows) -> Rows:
    """Columns for rows.

    >>> transposed((4, 2))
    (2, 2, 1, 1)
    """
    found: list[int] = []
    for i in range(len(rows) - 1, -1, -1):
        found += [i + 1] * (rows[i] - len(found))
    return tuple(found)


def bites(rows: Rows) -> Iterator[tuple[int, int]]:
    """The places (row, column), from 0, that may be bitten: all but the corner."""
    for row, length in enumerate(rows):
        for column in range(row == 0, length):
            yield row, column
