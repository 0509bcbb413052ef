"""Learns an automaton from the blocks of a cube.

The numbers that begin with the same digits, with so many more, are neighbours. So what an automaton accepts after a
word of digits of each heap is a block of the table for each number of further digits. Two words lead to one state as
long as no block separates them, as in :mod:`.learner`. But here all blocks that lie in the table are compared, up to a
size, and none is asked for beyond it: of the words near the rim only small blocks are known, and they lead to the first
state with such blocks.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.ask import tick

from ..automata.numeration import System
from .learner import NotLearnedError, Output

#: The largest side of a block that is compared.
LARGEST = 32

Row = tuple[bytes, ...]


def learn_blocks(system: System, table: NDArray[Any], limit: int) -> Output:
    """Returns an automaton of at most ``limit`` states that gives the table. Raises NotLearnedError if there is none,
    or the table is too small. In this numeration every beginning of a word must be a word, too.

    >>> from ..automata.numeration import system
    >>> learn_blocks(system("2"), np.indices((64, 64)).sum(axis=0) % 3, 8).states
    3
    """
    blocks = _Blocks(system, table)
    letters = list(itertools.product(range(system.digits), repeat=table.ndim))
    access: list[tuple[int, ...]] = []
    #: The first state with these blocks, where it may have larger ones, too; and with these only.
    first: dict[Row, int] = {}
    whole: dict[Row, int] = {}

    def state_of(cell: tuple[int, ...]) -> int:
        row = blocks.row(cell)
        if not row:
            raise NotLearnedError
        if row in first:
            return first[row]
        for size in range(len(row) - 1, 0, -1):
            if row[:size] in whole:
                return whole[row[:size]]
        if len(access) >= limit:
            raise NotLearnedError
        access.append(cell)
        whole[row] = len(access) - 1
        for size in range(1, len(row) + 1):
            first.setdefault(row[:size], len(access) - 1)
        return len(access) - 1

    state_of((0,) * table.ndim)
    delta = []
    for cell in access:  # which grows
        tick()
        ends = [[blocks.longer(n, digit) for digit in range(system.digits)] for n in cell]
        line = []
        for letter in letters:
            longer = [end[digit] for end, digit in zip(ends, letter, strict=True)]
            line.append(-1 if None in longer else state_of(tuple(n for n in longer if n is not None)))
        delta.append(line)
    out = [int(table[cell]) for cell in access]
    moves = np.array(delta, np.int64)
    if (moves < 0).any():  # words that are no numbers
        moves = np.vstack((np.where(moves < 0, len(out), moves), np.full((1, len(letters)), len(out))))
        out.append(-1)
    return Output(system, table.ndim, moves, np.array(out, np.int64))


class _Blocks:
    """The blocks of a table: for a word of each heap, given by its number, the outputs after so many digits more."""

    def __init__(self, system: System, table: NDArray[Any]) -> None:
        self.system, self.table, self.side = system, table, min(table.shape)
        self._known = functools.cache(self._after)

    def longer(self, number: int, digit: int) -> int | None:
        """Returns the number with one more digit, or None if it is none."""
        word = (*self.system.word(number), digit) if number else (digit,)
        return self.system.number(word) if self.system.is_valid(word) else None

    def _after(self, number: int) -> list[slice]:
        """Returns the numbers that begin with the digits of this one, for each number of further digits, as long as
        they are not too many, and in the table."""
        low, high, ranges = number, number, []
        while high < self.side and high - low < LARGEST:
            ranges.append(slice(low, high + 1))
            longer = [self.longer(high, digit) for digit in range(self.system.digits)]
            low, high = self.longer(low, 0) or 0, max(n for n in longer if n is not None)
        return ranges

    def row(self, cell: tuple[int, ...]) -> Row:
        """Returns the known blocks after a word, the smallest first, each with its sides."""
        return tuple(
            bytes(n.stop - n.start for n in box) + self.table[box].tobytes()
            for box in zip(*map(self._known, cell), strict=False)
        )
