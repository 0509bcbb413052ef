"""The bars inside a bar, numbered: the lattice of partitions inside a Young diagram.

The number of a bar is the number of bars before it when they are compared row by row from the top. It is a sum over the
rows: row i of length n adds the number of ways to choose row i shorter than n and the rows below it to match. So a few
additions give the number of the bar that a bite leaves, and this number is smaller.

Rows that a bar lacks count as rows of length 0.
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

#: Bytes for a weight: a Python integer and its entry in a list.
WEIGHT_BYTES = 40


class Lattice(NamedTuple):
    """The bars inside ``rows``. Row i of length n adds ``weights[i][n]`` to the number of a bar; there are ``size``
    bars, which include the empty one (number 0) and ``rows`` itself (the last)."""

    rows: Rows
    weights: tuple[list[int], ...]
    size: int


#: Longer rows count as rows of this length.
FAR = 10**40


@functools.lru_cache(maxsize=8)
def lattice(rows: Rows, most: int) -> Lattice | None:
    """Returns the lattice of the bars inside ``rows``, or None if there are more than ``most`` bars or the weights take
    more than ``most`` bytes.

    >>> lattice((3, 3), 1000).size
    10
    >>> lattice((50,) * 40, 10**12) is None
    True
    """
    if at_least(rows) > most or WEIGHT_BYTES * sum(rows) > most:
        return None
    below = [1]  # ways to choose the rows below, by the largest length of the first of them
    weights: list[list[int]] = []
    for length in reversed(rows):
        below = list(accumulate(below + [below[-1]] * (length + 1 - len(below))))
        weights.append([0, *below])
        if below[-1] > most:
            return None
    return Lattice(rows, tuple(reversed(weights)), below[-1])


def at_least(rows: Rows) -> int:
    """Returns a quick lower bound for the number of bars inside ``rows``: the number of those inside one of its
    rectangles."""
    # binomial(k + n, k) bars are inside k rows of length n; no memory holds those of rows far shorter than FAR.
    return max((math.comb(k + min(rows[k - 1], FAR), k) for k in range(1, min(len(rows), 40) + 1)), default=1)


def size(rows: Rows, most: int) -> int:
    """Returns the number of bars inside ``rows``, the empty one included, or a lower bound if the exact number takes
    more than ``most`` bytes to find.

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
    """Returns the number of ``bar`` among the bars inside.

    >>> bars = lattice((3, 3), 1000)
    >>> number(bars, ()), number(bars, (1,)), number(bars, (3, 3))
    (0, 1, 9)
    """
    return sum(map(getitem, bars.weights, bar))


def bar_of(bars: Lattice, place: int) -> Rows:
    """Returns the bar with number ``place``, with a length for each row, 0 included.

    >>> bar_of(lattice((3, 3), 1000), 3)
    (2, 0)
    """
    rows, most = [], bars.rows[0] if bars.rows else 0
    for weight in bars.weights:
        most = bisect_right(weight, place, 0, min(most + 1, len(weight) - 1)) - 1
        place -= weight[most]
        rows.append(most)
    return tuple(rows)


def contains(rows: Rows, bar: Rows) -> bool:
    """Returns whether ``bar`` fits into ``rows``."""
    return len(bar) <= len(rows) and all(map(le, bar, rows))


def join(rows: Rows, bar: Rows) -> Rows:
    """Returns the least bar that contains both.

    >>> join((3,), (2, 1))
    (3, 1)
    """
    longer, shorter = (rows, bar) if len(rows) >= len(bar) else (bar, rows)
    return tuple(map(max, longer, shorter + (0,) * (len(longer) - len(shorter))))


def upright(rows: Rows) -> Rows:
    """Returns ``rows`` or its transpose, whichever has fewer rows; if both have as many, the larger. Both have the same
    value.

    >>> upright((2, 1, 1)), upright((3, 3))
    ((3, 1), (3, 3))
    """
    if len(rows) == 0 or rows[0] > len(rows):
        return rows
    return max(rows, transposed(rows)) if len(rows) == rows[0] else transposed(rows)


def transposed(rows: Rows) -> Rows:
    """Returns the transpose of ``rows``, which exchanges rows and columns.

    >>> transposed((4, 2))
    (2, 2, 1, 1)
    """
    columns: list[int] = []
    for i in range(len(rows) - 1, -1, -1):
        columns += [i + 1] * (rows[i] - len(columns))
    return tuple(columns)


def bites(rows: Rows) -> Iterator[tuple[int, int]]:
    """Yields the places (row, column), counted from 0, where a bite is allowed: all but the corner."""
    for row, length in enumerate(rows):
        for column in range(row == 0, length):
            yield row, column
