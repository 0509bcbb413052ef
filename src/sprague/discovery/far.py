"""The P-positions of a symmetric rule far out, if they lie near lines.

A table of small heaps shows the lines. Beyond it only the cells near a line are computed, by the definition, under the
assumption that no other cell is a P-position. The result is a guess, which a learner may use: the automaton that it
learns is proved afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.ask import Step, asked, tick
from sprague.system.native import Kernel
from sprague.words.messages import say

from .automata.dfa import Automaton, zeros
from .rule import Rule

#: The rows of the table that shows the lines, and the row from which they are followed.
SHOWN, _KNOWN = 8192, 4096

#: The most lines, the largest distance of a P-position from its line, and the margin added to the distance observed.
_MOST_LINES, _FARTHEST, _ROOM = 8, 31, 6

#: The rows that the kernel fills in one call.
_SLICE = 1 << 15


_fill = Kernel(
    "far_fill", "const int64[]", "const int64[]", "uint8[]", "const uint64[]", "int", "const float64[]",
    "float64[]", "int", "int64[]", "uint64[]", "int", "int", "int",
)  # fmt: skip
_mark = Kernel("far_mark", "const int64[]", "uint8[]", "const uint64[]", "int", "int")
_mismatch = Kernel(
    "far_mismatch", "const int32[]", "const uint8[]", "int", "int", "const int64[]", "const int64[]",
    "const uint64[]", "int", "int", "int", "int", "int64[]", "int64[]",
)  # fmt: skip


class Far:
    """The P-positions (x, y) with both numbers below ``size`` and at least one not below ``first``."""

    def __init__(self, size: int, half: int, bases: NDArray[np.int64], words: NDArray[np.uint64]) -> None:
        self.size = size
        self.first = _KNOWN
        self._width = 2 * half + 1
        self._bases = bases
        self._words = words

    def slopes(self) -> list[tuple[float, float]]:
        """Returns the slopes of the lines with their uncertainty."""
        ends = self._bases[:, -1] + self._width // 2
        return [(float(end) / self.size, self._width / self.size) for end in ends]

    def outcome(self, xs: NDArray[np.int64], ys: NDArray[np.int64]) -> NDArray[np.int8]:
        """Returns 1 for P and 0 for N, by the lines."""
        high, low = np.maximum(xs, ys), np.minimum(xs, ys)
        outcomes = np.zeros(len(xs), np.int8)
        open_ = np.ones(len(xs), bool)
        for bases, words in zip(self._bases, self._words, strict=True):
            place = low - bases[high]
            here = open_ & (place >= 0) & (place < self._width)
            bits = words[high[here]] >> place[here].astype(np.uint64) & np.uint64(1)
            outcomes[here] = bits.astype(np.int8)
            open_ &= ~here
        return outcomes

    def mismatch(self, guess: Automaton, size: int) -> tuple[tuple[int, int], int] | None:
        """Returns a cell with heaps below ``size`` at which ``guess`` differs from this, and the number of digits in
        which the cell is written."""
        system = guess.system
        size = min(size, self.size)
        length = system.length(size - 1)
        weights = np.array(system.weights(length)[::-1], np.int64)
        cell = np.zeros(2, np.int64)
        if _mismatch(
            guess.delta, guess.accept, guess.start, system.digits, weights, self._bases, self._words, self.size,
            self._width, self.first, size, zeros("q", 4 * length + 4), cell,
        ):  # fmt: skip
            return (int(cell[0]), int(cell[1])), length
        return None


def far(rule: Rule, square: NDArray[np.bool_], size: int) -> Far | None:
    """Returns the P-positions of ``rule`` with heaps below ``size`` (or as far as memory allows), continued from those
    with heaps below SHOWN. Returns None if they do not lie near a few lines or are not symmetric, or if a family takes
    multiples together with a constant.

    >>> from .rule import rule_of
    >>> from .table import Table
    >>> rule = rule_of("wythoff")
    >>> found = far(rule, Table(rule).square(SHOWN), 100_000)
    >>> found.outcome(np.array([61802, 61803]), np.array([99998, 99999])).tolist()
    [1, 0]
    """
    if not rule.symmetric or any((a or b) and (c or d) for a, c, b, d in rule.families) or size <= SHOWN:
        return None
    lines = list(_lines(square))
    if not 0 < len(lines) <= _MOST_LINES:
        return None
    half = math.ceil(max(spread for *_, spread in lines)) + _ROOM
    if half > _FARTHEST:
        return None
    return _followed(rule, square, size, lines, half)


def _lines(square: NDArray[np.bool_]) -> Iterator[tuple[float, float, float]]:
    """Yields the slope, the place at row 0, and the greatest distance of a P-position, for each line y = slope * x
    with y <= x."""
    near = np.tril(square)
    near[: SHOWN // 2] = False
    if not 0 < near.sum() <= 16 * SHOWN:
        return
    cells = np.argwhere(near)
    ratios = cells[:, 1] / cells[:, 0]
    order = np.argsort(ratios, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(ratios[order]) > 48 / SHOWN) + 1):
        x, y = cells[part].T.astype(np.float64)
        slope, place = np.polyfit(x, y, 1) if len(part) > 1 else (y[0] / x[0], 0.0)
        yield float(slope), float(place), float(np.abs(y - slope * x - place).max())


def _followed(
    rule: Rule, square: NDArray[np.bool_], size: int, lines: list[tuple[float, float, float]], half: int
) -> Far | None:
    many = [(a, b) for a, c, b, d in sorted(set(rule.families)) if not (c or d or a > b)]
    bytes_a_row = 16 * len(lines) + sum(b if a == 0 else (a + b) // math.gcd(a, b) * a for a, b in many)
    while size > 2 * SHOWN and size * bytes_a_row > asked().bytes // 2:
        size //= 2
    rows, first = [], 0
    for a, b in many:
        common = math.gcd(a, b)
        rows.append((a, b, a // common, b // common, first))
        first += size * b if a == 0 else (a + b) // common * size * a + a
    single = [(c, d) for a, c, b, d in rule.families if c or d]
    items, once = np.array(rows, np.int64).reshape(-1, 5), np.array(single, np.int64).reshape(-1, 2)
    marks = np.zeros(first + 1, np.uint8)
    packed = np.packbits(square[:_KNOWN, :_KNOWN], axis=1, bitorder="little")
    inner = np.ascontiguousarray(packed).view(np.uint64)
    _mark(items, marks, inner, _KNOWN, size)
    slopes = np.array([slope for slope, *_ in lines])
    centres = np.array([slope * _KNOWN + place for slope, place, _ in lines])
    bases, words = np.zeros((len(lines), size), np.int64), np.zeros((len(lines), size), np.uint64)
    outcomes = Far(size, half, bases, words)

    def fill(start: int, stop: int) -> None:
        _fill(items, once, marks, inner, _KNOWN, slopes, centres, half, bases, words, size, start, stop)

    fill(_KNOWN, SHOWN)
    if not _agrees(outcomes, square):
        return None
    for start in range(SHOWN, size, _SLICE):
        tick(lambda row: Step(say("rows of a table"), row, size), start)
        fill(start, min(start + _SLICE, size))
    return outcomes


def _agrees(outcomes: Far, square: NDArray[np.bool_]) -> bool:
    """Returns whether the lines agree with the rows of the table."""
    cells = np.argwhere(square)
    cells = cells[(cells[:, 0] >= cells[:, 1]) & (cells[:, 0] >= _KNOWN)]
    same = outcomes.outcome(cells[:, 0], cells[:, 1]).all()
    bits = np.unpackbits(np.ascontiguousarray(outcomes._words[:, _KNOWN:SHOWN]).view(np.uint8)).sum()
    return bool(same) and int(bits) == len(cells)
