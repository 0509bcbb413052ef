"""Chomp with two rows that may be infinite above finite ones: which pairs of the two rows are lost.

Fix the finite rows below, the *rest* R, and let the two rows above be a >= b. Two bars with the same b and R are
joined by a bite in the first row, so for each b at most one a is lost: call it a(b, R). A bite at a square a' < b
leaves a bar with two equal rows a'. If such a bar is lost, so that a(a', R) = a', no bar with b > a' is lost: R is
*closed* from then on. If not, a(b, R) is the least a >= b that no other bite leads to, so it is none of

- a(b, R') for the rests R' that a bite in R leaves,
- a(b', R) for b' < b, a bite in the second row.

There are finitely many R', so a(b, R) = b + d with a finite d. Therefore the same happens again after each limit
ordinal: write b = limit + y. The a(b', R) with b' below the limit are below the limit too, so only y' < y count. What
a step from y to y + 1 does depends on a finite *state*: the d of the rests, how far the a(b', R) exceed b, and which
rests are closed. When a state comes back, the steps repeat, and everything is known for all y.

At each limit w·k some rest is closed: let R be a smallest one that is not. Then no a is forbidden there, and d = 0. So
with N rests all are closed after w·N, and no pair beyond is lost.
"""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

from sprague.system.ask import tick
from sprague.system.locks import Turns, alone
from sprague.words.errors import UnsolvedError
from sprague.words.messages import say

from .lattice import Rows, bites, size
from .rules import bite

#: The most rests, and the most steps after one limit.
MOST_RESTS, MOST_STEPS = 600, 20_000


class Closing(NamedTuple):
    """Where a rest is closed: the bar of two equal rows w·``limit`` + ``y`` above it is lost."""

    limit: int
    y: int


class FarRows:
    """The lost bars of two rows, of any length at least that of the rest, above ``rest`` and all rests inside it."""

    def __init__(self, rest: Rows) -> None:
        if size(rest, 1 << 30) > MOST_RESTS:
            raise UnsolvedError(
                say(
                    "expected at most {most} bars inside the rows below the two infinite ones",
                    most=MOST_RESTS,
                )
            )
        self._options = _options(rest)
        #: The number of limits after which all rests are closed.
        self.limits = len(self._options)
        self.alone = Turns()
        self.renew()

    def renew(self) -> None:
        """Forgets what is known: the next question begins again."""
        #: The rests that are closed; since when, or None if a bar with two rows shorter than the rest closes it.
        self._closed: dict[Rows, Closing | None] = {}
        #: The finite a and the rests below two rows of this length that are lost.
        self._squares: set[tuple[int, Rows]] = set()
        self._stages: list[_Stage] = []

    @alone
    def excess(self, limit: int, y: int, rest: Rows) -> int | None:
        """Returns d such that the bar of rows b + d and b is lost, for b = w·``limit`` + ``y``; None if none is.

        >>> far = FarRows((2,))
        >>> far.excess(0, 7, ()), far.excess(1, 0, ()), far.excess(2, 0, ()), far.excess(1, 0, (2,))
        (1, 0, None, 1)
        """
        stage = self._stage(limit)
        return stage.excess(y, rest) if stage is not None else None

    @alone
    def closing(self, rest: Rows, limits: int) -> Closing | None:
        """Returns where a bar of two rows at least as long as ``rest`` closes it, up to w·``limits`` + y for all y."""
        self._stage(limits)
        return self._closed.get(rest)

    @alone
    def lost_squares(self, rest: Rows) -> list[int]:
        """Returns the a below the longest row of ``rest`` for which two rows of a above what is left of it are lost."""
        self._stage(0)
        return [a for a in range(1, rest[0]) if (a, bite(rest, 0, a)) in self._squares] if rest else []

    def _stage(self, limit: int) -> _Stage | None:
        while len(self._stages) <= min(limit, self.limits):
            self._stages.append(self._steps(len(self._stages)))
        return self._stages[limit] if limit < len(self._stages) else None

    def _steps(self, limit: int) -> _Stage:
        """Steps from w·``limit`` on, until the state comes back."""
        ahead: dict[Rows, frozenset[int]] = {}
        columns: dict[Rows, list[int | None]] = {rest: [] for rest in self._options}
        seen: dict[tuple[frozenset[int] | None, ...], int] = {}
        longest = max((rest[0] for rest in self._options if rest), default=0)
        for y in count():
            tick()
            if limit or y > longest:
                state = tuple(
                    None if rest in self._closed else ahead.get(rest, frozenset()) for rest in self._options
                )
                if state in seen:
                    return _Stage(columns, seen[state], y - seen[state])
                seen[state] = y
            if y > MOST_STEPS:
                raise UnsolvedError(
                    say("expected the steps after a limit to repeat within {most}", most=MOST_STEPS)
                )
            closing = [rest for rest in self._options if self._step(limit, y, rest, columns, ahead)]
            self._closed.update((rest, Closing(limit, y)) for rest in closing)
        raise AssertionError("count() does not end")

    def _step(
        self,
        limit: int,
        y: int,
        rest: Rows,
        columns: dict[Rows, list[int | None]],
        ahead: dict[Rows, frozenset[int]],
    ) -> bool:
        """Finds the excess at ``y``, and returns whether it closes ``rest``."""
        column = columns[rest]
        if rest in self._closed:
            column.append(None)
            return False
        if not limit and rest and y < rest[0]:
            column.append(None)
            return False
        if not limit and rest and y == rest[0]:
            # The second row may be bitten back below the rest, and the first row to a bar with two equal rows.
            shorter = [(b, bite(rest, 0, b)) for b in range(y)]
            if any(square in self._squares for square in shorter):
                column.append(None)
                self._closed[rest] = None
                return False
            offsets = {b + excess - y for b, option in shorter if (excess := columns[option][b]) is not None}
            ahead[rest] = frozenset(offset for offset in offsets if offset >= 0)
        others = {columns[option][y] for option in self._options[rest]}
        own = ahead.get(rest, frozenset())
        first = 0 if limit or y else 1  # a bite never takes the poisoned corner
        excess = next(d for d in count(first) if d not in own and d not in others)
        column.append(excess)
        ahead[rest] = frozenset(offset - 1 for offset in (own | {excess}) if offset)
        if excess == 0 and not limit:
            self._squares.add((y, rest))
        return excess == 0


class _Stage(NamedTuple):
    """The excesses after one limit, by rest; from ``begin`` on they repeat every ``period`` steps."""

    columns: dict[Rows, list[int | None]]
    begin: int
    period: int

    def excess(self, y: int, rest: Rows) -> int | None:
        if y >= self.begin:
            y = self.begin + (y - self.begin) % self.period
        return self.columns[rest][y]


def _options(rest: Rows) -> dict[Rows, frozenset[Rows]]:
    """Returns ``rest`` and the rests inside it, smaller ones first, each with those that a bite leaves."""
    options: dict[Rows, frozenset[Rows]] = {}
    waiting = [rest]
    while waiting:
        bar = waiting.pop()
        if bar not in options:
            options[bar] = frozenset(bite(bar, row, column) for row, column in ((0, 0), *bites(bar)) if bar)
            waiting += options[bar]
    return dict(sorted(options.items(), key=lambda item: sum(item[0])))
