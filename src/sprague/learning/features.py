"""Positions as arrays of numbers."""

from __future__ import annotations

from typing import Any

from sprague.words.digits import shown
from sprague.words.errors import RangeError
from sprague.words.messages import say
from sprague.workbench.position import Move, Position

#: The least number of entries for heaps that split, and the largest heap that fits into an entry.
LEAST, MOST = 16, 2**62


class Features:
    """How the positions of a game become rows of ``width`` integers (int64).

    Where every component of ``start`` is a heap or a tuple of heaps, a row holds the heaps in the order of the
    position, then -1. For other games a row holds the codes of the characters of the notation, then -1. A position that
    needs more entries raises RangeError, which says the width.

    >>> from sprague.workbench.position import parse
    >>> start = parse("nim 3,4,5")
    >>> Features(start, width=4).row(start).tolist()
    [3, 4, 5, -1]
    """

    def __init__(self, start: Position, width: int | None = None) -> None:
        self.heaps = all(_is_heaps(state) for _, state in start.components)
        entries = self._entries(start)
        if width is None:
            width = max(LEAST, 2 * len(entries)) if self.heaps else len(entries) + LEAST
        self.width = width
        self.row(start)

    def row(self, position: Position) -> Any:
        """Returns the row of a position."""
        from sprague.system.arrays import np

        entries = self._entries(position)
        if len(entries) > self.width:
            raise RangeError(
                say(
                    "{position} needs {needed} entries, the width is {width}",
                    position=shown(position),
                    needed=len(entries),
                    width=self.width,
                )
            )
        if max(entries, default=0) > MOST:
            raise RangeError(say("a heap of {position} does not fit into 64 bits", position=shown(position)))
        row = np.full(self.width, -1, np.int64)
        row[: len(entries)] = entries
        return row

    def table(self, moves: list[Move], rows: int) -> Any:
        """Returns the rows of the positions that ``moves`` leave, filled up to ``rows`` with -1."""
        from sprague.system.arrays import np

        table = np.full((rows, self.width), -1, np.int64)
        for number, move in enumerate(moves):
            table[number] = self.row(move.to)
        return table

    def _entries(self, position: Position) -> list[int]:
        if not self.heaps:
            return [ord(letter) for letter in position.text]
        return [heap for _, state in position.components for heap in _heaps(state)]


def _is_heaps(state: Any) -> bool:
    if type(state) is tuple:  # a board is a tuple of another type
        return all(type(heap) is int for heap in state)
    return type(state) is int


def _heaps(state: Any) -> tuple[int, ...]:
    return state if isinstance(state, tuple) else (state,)
