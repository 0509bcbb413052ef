"""Cells in a line as the octal game 0.07, whose period gives the value of any length, and the lines among a board's
parts.

A domino on the cells k and k + 1 of a line of n leaves lines of k and n - 2 - k.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from sprague.model.engine import Evidence
from sprague.model.lazy import Lazy
from sprague.numbers.sums import nim_sum
from sprague.search.strips import PERIOD_007, START_007, strip_value
from sprague.words.messages import say

from .cram import Board
from .plain import digits

STRIP = Evidence("periodic", say("a strip is the octal game 0.07, period 34 (Guy, Smith 1956)"))


@lru_cache(maxsize=1024)
def dominoes_to(n: int, target: int) -> Lazy[int]:
    """Returns the k, in ascending order, such that a domino on the cells k and k + 1 leaves the value ``target`` of n
    cells.

    >>> dominoes_to(7, 0), dominoes_to(10**30, 0).total, dominoes_to(10**30, 0)[1:3]
    ([0, 2, 3, 5], 58823529411764705882352941183, [3, 15])
    """
    rest = n - 2

    def hits(begin: int, end: int) -> list[int]:
        return [k for k in range(begin, end) if strip_value(k) ^ strip_value(rest - k) == target]

    # From the start of the period up to the same distance from the end, both lines are periodic.
    cycles = max(0, rest - 2 * START_007 + 1) // PERIOD_007
    if not cycles:
        return Lazy.of(hits(0, rest + 1))
    after = START_007 + cycles * PERIOD_007
    first, cycle = hits(0, START_007), hits(START_007, START_007 + PERIOD_007)
    last = hits(after, rest + 1)

    def items() -> Iterator[int]:
        yield from first
        if cycle:
            for begin in range(0, cycles * PERIOD_007, PERIOD_007):
                yield from (begin + k for k in cycle)
        yield from last

    return Lazy(items, len(first) + cycles * len(cycle) + len(last))


class Line(NamedTuple):
    """A connected part of a board that lies in one row or column: its first cell, from cell to cell, its length."""

    first: int
    step: int
    length: int

    def dominoes(self, places: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yields the two cells of the dominoes on the k-th and the next cell, for each k of ``places``."""
        for k in places:
            yield self.first + k * self.step, self.first + (k + 1) * self.step


#: The sum of two digits of a cell: "a" is a free cell, "b" a free one with a neighbour across the line.
_LINE = re.compile(b"(?<![ab])a+(?![ab])")


@lru_cache(maxsize=64)
def lines(board: Board) -> tuple[tuple[Line, ...], Board]:
    """Returns the lines of two and more cells among the connected parts of a board, and the board without any lines.

    >>> from sprague.boards.cram import read_board, write_board
    >>> strips, rest = lines(read_board(".#..../.#####/.#..#./####..", ""))
    >>> [tuple(line) for line in strips], write_board(rest)
    ([(2, 1, 4), (14, 1, 2), (0, 6, 3)], '######/######/#####./####..')
    """
    rows, cols, cells = board
    beside = cells & cells >> 1 & ~int(("1" + "0" * (cols - 1)) * rows, 2)
    below = cells & cells >> cols
    strips, remaining = [], bytearray(digits(rows, cols, cells))
    free = int.from_bytes(remaining)
    # In a line along a row no cell has a free neighbour above or below. In one along a column none has one beside it.
    for across, cross in ((True, below | below << cols), (False, beside | beside << 1)):
        step, width, sides = (1, cols, rows) if across else (cols, rows, cols)
        if width == 1 < sides:  # the other direction finds the isolated cells
            continue
        marked = (free + int.from_bytes(digits(rows, cols, cross))).to_bytes(rows * cols)
        texts = [marked[i * cols : (i + 1) * cols] if across else marked[i::cols] for i in range(sides)]
        for match in _LINE.finditer(b"/".join(texts)):
            number, place = divmod(match.start(), width + 1)
            first = number * cols + place if across else place * cols + number
            length = match.end() - match.start()
            remaining[first : first + step * length : step] = b"0" * length
            if length > 1:
                strips.append(Line(first, step, length))
    return tuple(strips), board._replace(cells=int(remaining[::-1], 2))


def lines_value(strips: Iterable[Line]) -> int:
    """Returns the nim-sum of the values of lines.

    >>> lines_value([Line(0, 1, 4), Line(5, 1, 2)])
    3
    """
    return nim_sum(strip_value(line.length) for line in strips)
