"""The checker of rows of Wythoff's game. It computes the columns again from the definition. It then checks that
everything that determines the next columns is the same, relative to the column, at two places. If so, all columns
repeat (Landman 2002)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .plain_automata import Flaw

_FIELDS = {"format", "game", "row", "start", "period", "from", "turn"}

_MOST_ROW, _MOST_COLUMNS = 40, 1 << 21


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check. Raises Flaw for a certificate that cannot be read."""
    row, columns = _sizes(certificate)
    return 0.1 + 1e-6 * columns * (row + 1) * (row + 4)


def room(certificate: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a certificate that cannot be read."""
    row, columns = _sizes(certificate)
    return 10**6 + 160 * columns * (row + 1)


def cost(certificate: Any) -> str:
    """Says in words what a check will cost. Raises Flaw for a certificate that cannot be read."""
    row, columns = _sizes(certificate)
    return (
        f"computes {columns} columns of {row + 1} rows again; about {max(1, round(seconds(certificate)))} s"
    )


def _sizes(certificate: Any) -> tuple[int, int]:
    if not isinstance(certificate, dict) or set(certificate) != _FIELDS or certificate["game"] != "wythoff":
        raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}, and wythoff as the game")
    numbers = [certificate[name] for name in ("row", "start", "period", "from", "turn")]
    if any(type(n) is not int or n < 0 for n in numbers):
        raise Flaw("expected whole numbers")
    row, start, period, begin, turn = numbers
    columns = begin + 2 * turn + 1
    if (
        row > _MOST_ROW
        or columns > _MOST_COLUMNS
        or not 1 <= period <= turn
        or turn % period
        or start > begin
    ):
        raise Flaw("row, start, period, from and turn do not go together, or are too large")
    return row, columns


def check_row(certificate: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of columns computed. Raises Flaw, with the reason, for a false certificate."""
    row, columns = _sizes(certificate)
    table: list[list[int]] = [[] for _ in range(row + 1)]
    present: list[set[int]] = [set() for _ in range(row + 1)]
    least = [0] * (row + 1)
    for n in range(columns):
        if not n & 255:
            tick()
        for m in range(row + 1):
            seen = {table[i][n] for i in range(m)}
            seen |= {table[m - k][n - k] for k in range(1, min(m, n) + 1)}
            value = least[m]  # every smaller value is in this row, to the left
            while value in present[m] or value in seen:
                value += 1
            present[m].add(value)
            table[m].append(value)
            while least[m] in present[m]:
                least[m] += 1
    begin, turn = certificate["from"], certificate["turn"]
    if begin < row:
        raise Flaw("from: it begins before the diagonals are whole")
    for m, line in enumerate(table):
        one = _state(line, begin, row)
        if one != _state(line, begin + turn, row):
            raise Flaw(f"row {m} is not the same at column {begin} and {turn} columns later")
    line, start, period = table[row], certificate["start"], certificate["period"]
    if any(line[n + period] != line[n] + period for n in range(start, begin + turn)):
        raise Flaw("period: the values do not repeat")
    if start and line[start - 1 + period] == line[start - 1] + period:
        raise Flaw("start: it begins earlier")
    for p in range(1, period):
        if period % p == 0 and all(line[n + p] == line[n] + p for n in range(begin, begin + period)):
            raise Flaw("period: a smaller one will do")
    return columns


def _state(line: list[int], n: int, row: int) -> tuple[list[int], list[int]]:
    """Returns what determines the columns from ``n`` on: the missing values up to the largest one present, and the last
    columns, all relative to n."""
    present = set(line[:n])
    missing = [v - n for v in range(max(present, default=-1) + 2) if v not in present]
    return missing, [v - n for v in line[n - row : n]]
