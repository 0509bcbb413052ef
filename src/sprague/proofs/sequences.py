"""Systems of sequences, for the checkers of their periods: values by the definition, and the bound of the theorem of
Guy and Smith for such systems (its proof: ``games/families/system.py``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .plain_automata import Flaw

#: The most values of a kind.
MOST_VALUES = 10**5


class Sequence(NamedTuple):
    """A kind: its ``first`` values, and the options of a later heap n: c ^ G_j(n - d), c ^ G_i(a) ^ G_j(b) with a + b =
    n - w, a >= a0, b >= b0, and nothing for n among ``whole``. These must be below the number of first values, which
    are computed from the options, too, where they are None."""

    first: list[int | None]
    shorter: list[tuple[int, ...]]
    splits: list[tuple[int, ...]]
    whole: frozenset[int]


class Claim:
    """The period that a certificate claims for a system, and how many values prove it."""

    def __init__(self, certificate: dict[str, Any], kinds: list[Sequence], order: list[int]) -> None:
        fields = [certificate[name] for name in ("start", "period", "from", "turn")]
        if not numbers(fields) or certificate["turn"] < 1:
            raise Flaw("start, period, from and turn: expected whole numbers")
        self.start, self.period, self.begin, self.turn = fields
        self.kinds, self.order = kinds, order
        well_founded(kinds, order)
        shorter = [row for kind in kinds for row in kind.shorter]
        splits = [row for kind in kinds for row in kind.splits]
        if self.begin < max((least for row in splits for least in row[4:]), default=0):
            raise Flaw("from: it begins before the least parts")
        deep = max((d for _, _, d in shorter), default=0)
        wide = max((row[3] for row in splits), default=0)
        first = max(len(kind.first) for kind in kinds)
        self.needed: int = max(2 * self.begin + self.turn + wide, self.begin + deep, first) + self.turn
        if self.needed > MOST_VALUES:
            raise Flaw("from and turn: too large")

    @property
    def seconds(self) -> float:
        """Estimates the seconds to compute the values."""
        splits = sum(len(kind.splits) for kind in self.kinds)
        return 1 + 5e-8 * splits * self.needed**2 + 1e-6 * len(self.kinds) * self.needed

    def check_period(self, tick: Callable[[], None]) -> None:
        """Computes the values by the options, and raises Flaw unless they repeat as claimed."""
        rows = values(self.kinds, self.order, self.needed, tick)
        turn = self.turn
        for number, row in enumerate(rows):
            if row[self.begin + turn :] != row[self.begin : -turn]:
                raise Flaw(f"turn: the values of kind {number} do not repeat")
        row, start, period = rows[0], self.start, self.period
        if period < 1 or turn % period or start > self.begin:
            raise Flaw("period divides turn, and start is not after from")
        if row[start + period : self.begin + turn] != row[start : self.begin + turn - period]:
            raise Flaw("period: the values do not repeat")
        for less in range(1, period):
            if turn % less == 0 and row[self.begin + less :] == row[self.begin : -less]:
                raise Flaw("period: a smaller one will do")
        if start and row[start - 1] == row[start - 1 + period]:
            raise Flaw("start: it begins earlier")


def well_founded(kinds: list[Sequence], order: list[int]) -> None:
    """Raises Flaw unless every option is of a kind that is there, and is shorter or of an earlier kind."""
    splits = [row for kind in kinds for row in kind.splits]
    if any(j >= len(kinds) for kind in kinds for _, j, _ in kind.shorter) or any(
        i >= len(kinds) or j >= len(kinds) or w < 1 for _, i, j, w, _, _ in splits
    ):
        raise Flaw("kinds: an option names no kind, or loses no column")
    place = {number: i for i, number in enumerate(order)}
    for number, kind in enumerate(kinds):
        if any(not d and place[j] >= place[number] for _, j, d in kind.shorter):
            raise Flaw("order: an option without a loss comes first")


def values(kinds: list[Sequence], order: list[int], count: int, tick: Callable[[], None]) -> list[list[int]]:
    """Returns the first ``count`` values of each kind by the options."""
    rows: list[list[int]] = [[] for _ in kinds]
    for n in range(count):
        for number in order:
            tick()
            rows[number].append(_value(kinds[number], rows, n))
    return rows


def _value(kind: Sequence, rows: list[list[int]], n: int) -> int:
    given = kind.first[n] if n < len(kind.first) else None
    if given is not None:
        return given
    seen = {c ^ rows[j][n - d] for c, j, d in kind.shorter if d <= n}
    if n in kind.whole:
        seen.add(0)
    for c, i, j, w, a0, b0 in kind.splits:
        lefts, rights = rows[i][a0 : max(a0, n - w - b0 + 1)], rows[j][b0 : max(b0, n - w - a0 + 1)]
        seen |= {c ^ x ^ y for x, y in zip(lefts, reversed(rights), strict=True)}
    return next(value for value in range(len(seen) + 1) if value not in seen)


def numbers(row: Any) -> bool:
    """Returns whether this is a list of whole numbers that are neither negative nor huge."""
    return isinstance(row, list) and all(type(n) is int and 0 <= n < 1 << 32 for n in row)
