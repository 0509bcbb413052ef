"""Computes the values of a game from its certificate and from marks: the values just before some heaps far apart.

A certificate names the rare heaps of its game. Beyond the last of them every value follows from a fixed number of
values before it, the sum of the last rare heap and the largest take (``native/heaps_streams.c``). The marks keep the
values before every millionth heap. So any value is at most a million small steps away, and all values can be computed
from all marks in parallel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sprague.system.native import Kernel

from .codes import Code, parse_code
from .small import small_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.uint8]

#: The largest number of values in the marks of one game, and the largest number of marks.
MOST_MARKED, MOST_MARKS = 1 << 17, 256

#: Values of at least this size are not computed side by side.
WORD = 64

#: Rows that are computed before they are put in their places, and how many places go side by side in the core.
_ROWS, _SIDE = 4096, 16


_MOVES = ("int", "int", "int", "const int64[]", "const uint8[]")

_follow = Kernel("heaps_follow", "uint8[]", *_MOVES, "const uint8[]", "int64[]")
_follow_lanes = Kernel("heaps_follow_lanes", "uint8[]", *_MOVES, "const uint64[]", "int")


@dataclass(frozen=True)
class Marks:
    """Row i of ``windows`` (uint8) are the values of the heaps just before heap ``(i + 1) * every``."""

    every: int
    windows: Values


class Stream:
    """The values of the game of a certificate (:mod:`.certificate`) that names its rare heaps.

    ``known`` is the number of heaps that its marks reach: those up to the end of the first period.
    """

    def __init__(self, claims: dict[str, Any], marks: Marks) -> None:
        self.claims, self.marks = claims, marks
        self.code: Code = parse_code(claims["code"])
        self.known: int = claims["start"] + claims["length"]

    @cached_property
    def sources(self) -> tuple[NDArray[np.int64], Values]:
        """Returns the offsets and classes that a heap reaches, each pair once."""
        from sprague.system.arrays import np

        rares = [heap for heap in self.claims["rares"] if heap]
        small = small_values(self.code, rares[-1] if rares else 0)
        pairs = {(k, 0) for k in self.code.takes(1)}
        pairs |= {(k + heap, small[heap]) for k in self.code.takes(2) for heap in rares}
        ordered = np.array(sorted(pairs), np.int64).reshape(-1, 2)
        return np.ascontiguousarray(ordered[:, 0]), ordered[:, 1].astype(np.uint8)

    @cached_property
    def common(self) -> NDArray[np.uint8]:
        """Returns for each parity and value whether a common heap of this parity may have the value."""
        from sprague.system.arrays import np

        mask, parity, flip = (self.claims[name] for name in ("mask", "parity", "flip"))
        wanted = [1 ^ flip ^ (parity & p) for p in (0, 1)]
        rows = [[(value & mask).bit_count() & 1 == want for value in range(256)] for want in wanted]
        return np.array(rows, np.uint8)

    def value(self, n: int) -> int:
        """Returns g(n) for n < ``known``."""
        from .sequence import values_of

        place = n // self.marks.every
        if place == 0:
            values = values_of(self.code)
            values.grow(n)
            return int(values.seen[n])
        from sprague.system.arrays import np

        window = self.marks.windows[place - 1]
        begin = place * self.marks.every - len(window)
        row = np.zeros(n - begin + 1, np.uint8)
        row[: len(window)] = window[: len(row)]
        if len(row) > len(window):
            offsets, classes = self.sources
            stamp = np.zeros(256, np.int64)
            _follow(row, len(window), len(row), begin, offsets, classes, self.common, stamp)
        return int(row[-1])

    def array(self, count: int) -> Any:
        """Returns g(0), ..., g(count - 1) in an unsigned type; ``count`` is at most ``known``. Ctrl-C stops it."""
        from sprague.system.arrays import np

        from .run import Run, values

        every, windows = self.marks.every, self.marks.windows
        offsets, classes = self.sources
        if count <= 2 * every or max(int(windows.max()), int(classes.max())) >= WORD:
            return values(self.code, count - 1)[:count]
        run = Run(self.code)
        run.extend(every - 1)
        lanes, width = min(-(-count // every) - 1, len(windows)), windows.shape[1]
        # Each lane fills a separate row, and the rows together are the array.
        table = np.empty((lanes + 1, every), np.uint8)
        table[0] = run.values
        words = np.array([sum(1 << v for v in range(WORD) if row[v]) for row in self.common], np.uint64)
        rows = np.zeros((width + _ROWS, -(-lanes // _SIDE) * _SIDE), np.uint8)
        rows[:width, :lanes] = windows[:lanes].T
        rows[:width, lanes:] = rows[:width, :1]
        for begin in range(0, every, _ROWS):
            end = min(width + _ROWS, width + every - begin)
            if _follow_lanes(rows, width, end, begin - width, offsets, classes, words, rows.shape[1]) < end:
                return values(self.code, count - 1)[:count]
            table[1:, begin : begin + end - width] = rows[width:end, :lanes].T
            rows[:width] = rows[end - width : end].copy()
        return table.reshape(-1)[:count]


def make_marks(claims: dict[str, Any], values: Any) -> Marks | None:
    """Makes the marks of a certificate from its ``values``. Returns None if the certificate names no rare heaps, or if
    the engines are as fast.

    ``values`` reach at least to the end of the first period.
    """
    from sprague.system.arrays import np

    values, reach = np.asarray(values), claims["start"] + claims["length"]
    if not claims.get("rares") or max(int(values[:reach].max()), claims["mask"]) > 255:
        return None
    code = parse_code(claims["code"])
    width = claims["rares"][-1] + code.last
    most = min(MOST_MARKS, MOST_MARKED // width)
    every = 1 << 16
    while most and reach // every > most:
        every *= 2
    if reach // every < 16 or every <= 2 * width:  # a table of all values takes no longer
        return None
    rows = [values[at - width : at] for at in range(every, reach, every)]
    return Marks(every, np.array(rows).astype(np.uint8))
