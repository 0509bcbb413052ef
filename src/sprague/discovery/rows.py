"""Rows of Grundy values of Wythoff's game: a proof that g(m, n + p) = g(m, n) + p from some n on.

The earlier columns determine a column of the table: in each row through the values that have not yet appeared, and
through the values on the diagonals, all taken relative to n. If this state recurs, everything repeats from there on (A.
Dress, A. Flammenkamp, N. Pink, Additive periodicity of the Sprague-Grundy function of certain Nim games, 1999; H. A.
Landman, A simple FSM-based proof of the additive periodicity of the Sprague-Grundy function of Wythoff's game, 2002).
"""

from __future__ import annotations

from collections import deque
from typing import Any

from sprague.system.ask import Step, tick
from sprague.words.digits import shown
from sprague.words.errors import RangeError
from sprague.words.messages import Message, say

#: The largest row that is examined, and the most columns.
MOST_ROW, MOST_COLUMNS = 30, 1 << 20


class Columns:
    """The first rows of the table, column by column: ``values[j]`` holds the values of row j."""

    def __init__(self, row: int) -> None:
        self.row = row
        self.values: list[list[int]] = [[] for _ in range(row + 1)]
        # Per row: the least value that has not yet appeared, and the larger values that have.
        self._least = [0] * (row + 1)
        self._larger: list[set[int]] = [set() for _ in range(row + 1)]
        self._last: deque[list[int]] = deque(maxlen=max(row, 1))

    def add(self) -> None:
        """Computes the next column."""
        column: list[int] = []
        for j in range(self.row + 1):
            larger = self._larger[j]
            seen = {*column, *(self._last[-k][j - k] for k in range(1, min(j, len(self._last)) + 1))}
            value = self._least[j]
            while value in larger or value in seen:
                value += 1
            larger.add(value)
            while self._least[j] in larger:
                larger.remove(self._least[j])
                self._least[j] += 1
            column.append(value)
            self.values[j].append(value)
        self._last.append(column)

    def state(self) -> tuple[Any, Any]:
        """Returns the state that determines the next columns, relative to the current column."""
        n = len(self.values[0])
        rows = tuple(
            (least - n, *sorted(v - n for v in larger))
            for least, larger in zip(self._least, self._larger, strict=True)
        )
        return rows, tuple(tuple(v - n for v in column) for column in self._last)


def row_of_wythoff(row: int) -> dict[str, Any] | None:
    """Returns the certificate that a row is additively periodic: {format, row, start, period, from, turn}. Returns None
    if no state recurs among a million columns. Period and start are those of the row itself; the state of all rows up
    to it recurs ``turn`` columns after column ``from``.

    >>> found = row_of_wythoff(3)
    >>> found["start"], found["period"]
    (8, 6)
    """
    if type(row) is not int or not 0 <= row <= MOST_ROW:
        raise RangeError(say("expected a row from 0 to {most}, got {got}", most=MOST_ROW, got=shown(row)))
    columns = Columns(row)
    seen: dict[int, int] = {}
    for n in range(MOST_COLUMNS):
        if n >= row:
            key = hash(repr(columns.state()))  # the hash of the text: -1 and -2 have the same hash
            if key in seen:
                return _certificate(columns, seen[key], n - seen[key])
            seen[key] = n
        columns.add()
        if n % 256 == 0:
            tick(lambda n: Step(say("columns of a table"), n), n)
    return None


def _certificate(columns: Columns, begin: int, turn: int) -> dict[str, Any]:
    for _ in range(turn):
        columns.add()
    line = columns.values[-1]
    period = next(
        p
        for p in range(1, turn + 1)
        if turn % p == 0 and all(line[n + p] == line[n] + p for n in range(begin, begin + turn))
    )
    start = begin
    while start and line[start - 1 + period] == line[start - 1] + period:
        start -= 1
    return {
        "format": "sprague-row/1",
        "game": "wythoff",
        "row": columns.row,
        "start": start,
        "period": period,
        "from": begin,
        "turn": turn,
    }


def sentence(claims: dict[str, Any]) -> Message:
    """Returns the statement of a certificate."""
    return say(
        "PROVED: g({row}, n + {period}) = g({row}, n) + {period} for every n >= {start}",
        row=claims["row"],
        period=claims["period"],
        start=claims["start"],
    )
