"""Tables of the values of Wythoff's game and t-Wythoff, which the native core fills (``native/wythoff.c``)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sprague.system.ask import Effort, Step, require, tick
from sprague.system.native import Kernel, Room
from sprague.words.errors import RangeError
from sprague.words.messages import say

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

#: One call of the kernel fills about this many cells, so that Ctrl-C takes effect between calls.
_SLICE = 4_000_000

_fill_rows = Kernel("wythoff_rows", "int32[]", "int", "int", "int", "int", "int", "room")
_mirror = Kernel("wythoff_mirror", "int32[]", "int", "int", "int")


class Table(NamedTuple):
    """The values of two heaps, the smaller below ``columns`` and the larger below ``rows``."""

    cells: array[int]
    rows: int
    columns: int

    def contains(self, small: int, large: int) -> bool:
        """Returns whether the table has the value of these heaps."""
        return small < self.columns and large < self.rows

    def value(self, a: int, b: int) -> int:
        """Returns the value of two heaps in any order."""
        return self.cells[a * self.columns + b if a > b else b * self.columns + a]

    def line(self, a: int, stop: int) -> array[int]:
        """Returns the values of (a, 0), ..., (a, stop - 1)."""
        start = a * self.columns
        before = self.cells[start : start + min(stop, a + 1)]
        return before + self.cells[start + self.columns + a : stop * self.columns : self.columns]


def table(small: int, large: int, t: int = 1) -> Table:
    """Returns the values of two heaps up to ``small`` and ``large``, small <= large.

    >>> table(2, 3).value(2, 3), table(2, 3).value(3, 2)
    (5, 5)
    """
    values = Table(array("i", [0]) * ((small + 1) * (large + 1)), large + 1, small + 1)
    for _ in _filled(values, large + 1, t):
        pass
    return values


def memory(small: int, large: int) -> int:
    """Returns the bytes that :func:`table` takes: 4 a cell, and two bit sets for each of the shorter side."""
    return 4 * (small + 1) * (large + 1) + _sets(small, large)


def _sets(small: int, large: int) -> int:
    return (small + 1) * (small + large + 128) // 4


def wythoff_values(rows: int, columns: int, t: int = 1) -> NDArray[int32]:
    """Returns the Grundy values of the positions (i, j), 0 <= i <= ``rows``, 0 <= j <= ``columns``, of Wythoff's game
    (t-Wythoff for ``t`` > 1), as an array of rows + 1 by columns + 1.

    The native core computes them from the definition, in about 4.5 bytes and 30 to 50 ns a cell. Raises
    TooLargeError, which names the memory needed, if that is above the limit. Raises RangeError if a size is negative.

    >>> wythoff_values(2, 3).tolist()
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    """
    if min(rows, columns) < 0 or t < 1:
        raise RangeError(
            say(
                "expected heaps >= 0 and t >= 1, got {rows}, {columns} and t = {t}",
                rows=rows,
                columns=columns,
                t=t,
            )
        )
    small, large = sorted((rows, columns))
    require(
        Effort(bytes=memory(small, large), sure=True),
        say(
            "a table of {count} values of {game}",
            count=(small + 1) * (large + 1),
            game="wythoff" if t == 1 else f"wythoff[t={t}]",
        ),
    )
    from sprague.system.arrays import np

    whole = table(small, large, t)
    _mirror(whole.cells, whole.columns, 0, whole.rows)
    values = np.frombuffer(whole.cells, np.int32).reshape(whole.rows, whole.columns)
    return values.T if rows <= columns else values


def _filled(values: Table, rows: int, t: int) -> Iterator[tuple[int, int]]:
    """Fills ``rows`` rows up to the main diagonal, and yields (first row, row behind the last) for each piece. A table
    of fewer rows keeps the last ones: row i is at i modulo their number."""
    words = (rows + values.columns) // 64 + 2
    room = Room(8 * (2 * values.columns * words + words + 4 * values.columns), huge=True)
    t = min(t, rows)
    step = max(1, min(_SLICE // values.columns, values.rows if values.rows >= rows else values.rows - t))
    for start in range(0, rows, step):
        tick(lambda row: Step(say("rows of the table"), row, rows), start)
        stop = min(start + step, rows)
        _fill_rows(values.cells, values.columns, words, t, start, stop, room)
        yield start, stop


class Sight(NamedTuple):
    """The values that a position (small, large) sees, with its own ``value``: ``row`` has those of (j, large) for j <
    small, ``column`` those of (small, i) for i < large, and ``band`` those of (small - l, large - k) for k = 1, 2, ...
    and l from k - t + 1 to k + t - 1, one after the other, with -1 if there is no such position."""

    value: int
    row: array[int]
    column: array[int]
    band: array[int]


def sight(small: int, large: int, t: int) -> Sight:
    """Returns the values on the lines of sight of (``small``, ``large``), small <= large. It keeps few rows at a time,
    so that it needs memory for the bit sets alone."""
    height, columns = min(large + 1, max(64, 2 * t + 2)), small + 1
    window = Table(array("i", [0]) * (height * columns), height, columns)
    column = array("i", [0]) * (large + 1)
    gap, span = large - small, 2 * t - 1
    band = array("i", [-1]) * (min(large, small + t - 1) * span)
    row = window.cells
    for start, stop in _filled(window, large + 1, t):
        for i in range(start, stop):
            row = window.cells[i % height * columns : (i % height + 1) * columns]
            if i == small:
                column[: small + 1] = row
            elif i > small:
                column[i] = row[small]
            if i < large:
                for x in range(max(0, i - gap - t + 1), min(i, small - 1, i - gap + t - 1) + 1):
                    band[(large - 1 - i) * span + i - x - gap + t - 1] = row[x]
            if i < small:  # the same cells of the other order
                for y in range(max(0, i + gap - t + 1), i):
                    band[(large - 1 - y) * span + y - i - gap + t - 1] = row[y]
    return Sight(row[small], row[:small], column[:large], band)


def sight_memory(small: int, large: int, t: int) -> int:
    """Returns the bytes that :func:`sight` takes."""
    rows = 4 * (small + 1) * max(64, 2 * t + 2)
    return _sets(small, large) + rows + 4 * large + 4 * (small + t) * (2 * t - 1)
