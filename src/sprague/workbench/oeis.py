"""The sequences of the OEIS whose terms are values of games here: each term by two engines.

``data/oeis.json`` has a row for each sequence: its number, its offset, the position whose value is a(n), and the last n
that the OEIS lists. The first engine is the one that answers every question about that position. The second engine
applies the definition to the options that the rules give, or to the parts of a graph. It shares no value with the
first.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator
from functools import cache
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple, cast

from sprague.model import naive
from sprague.model.ruleset import Component, Ruleset
from sprague.numbers.sums import mex, nim_sum
from sprague.search.plain_band import PlainBand
from sprague.system.ask import tick
from sprague.words.errors import RangeError, UnsolvedError
from sprague.words.messages import Message, say

from .position import Position, parse

#: What an engine is: a function from n to the term a(n).
Terms = Callable[[int], int]

ROWS = Path(__file__).parent.parent / "data" / "oeis.json"


class Term(NamedTuple):
    """The term a(n) of a sequence."""

    n: int
    value: int


class Sequence(NamedTuple):
    """A sequence of the OEIS.

    a(n) is the value of ``position`` (a format string) with n in the place of {n}, from ``offset`` on. For an array
    that is read by antidiagonals, {i} and {j} are the row and the column. ``listed`` is the last n whose term the OEIS
    listed when we read its page.
    """

    number: str
    title: str
    offset: int
    position: str
    listed: int
    known: tuple[int, ...] = ()
    band: tuple[tuple[int, ...], ...] | None = None

    @property
    def rule(self) -> str:
        """The position with the letters n, i and j in it, for people to read.

        >>> oeis("A014589").rule
        'subtract{primes} n'
        """
        return self.position.format(n="n", i="i", j="j")

    def at(self, n: int) -> Position:
        """Returns the position whose value is a(n).

        >>> oeis("A004481").at(7).text
        'wythoff 2,1'
        """
        diagonal = (isqrt(8 * n + 1) - 1) // 2
        column = n - diagonal * (diagonal + 1) // 2
        return parse(self.position.format(n=n, i=diagonal - column, j=column))

    def terms(self, to: int | None = None) -> Iterator[Term]:
        """Yields the terms from the offset on, without end or up to a(``to``). Both engines compute each term.

        Raises UnsolvedError if they disagree, and BudgetError at the bounds of the question.

        >>> [term.value for term in oeis("A316632").terms(8)]
        [2, 1, 1, 0, 3, 3, 2, 2]
        """
        if to is not None and to < self.offset:
            raise RangeError(
                say("{number} begins at n = {offset}, got {n}", number=self.number, offset=self.offset, n=to)
            )
        second = self._second()
        n = self.offset
        while to is None or n <= to:
            tick()
            values = self.at(n).value, second(n)
            if values[0] != values[1]:
                raise UnsolvedError(
                    say(
                        "two engines disagree about {position}: {first} and {second}",
                        position=self.at(n).text,
                        first=values[0],
                        second=values[1],
                    )
                )
            yield Term(n, values[0])
            n += 1

    @property
    def engines(self) -> Message:
        """The two engines that compute each term, in words."""
        if self.band is not None:
            return say("the engine of the game; the definition on the connected parts of the graph")
        return say("the engine of the game; the definition on the options that the rules give")

    def _second(self) -> Terms:
        """Returns the second engine."""
        if self.band is not None:
            return PlainBand(self.band).value
        first = self.at(self.offset).components
        ruleset = self.at(self.offset + 8).components[0].ruleset
        if len(first) < 2 and ruleset.heaps == 1:
            return _row(ruleset)
        table: dict[Component, int] = {}
        return lambda n: nim_sum(naive.value(part, table) for part in self.at(n).components)


def _row(ruleset: Ruleset) -> Terms:
    """Returns the values of the heaps of a game by the mex over their options, in the order of the heaps."""
    values: list[int] = []

    def value(n: int) -> int:
        while len(values) <= n:
            tick()
            options = ruleset.successors(len(values))
            values.append(mex({nim_sum(values[_heap(part)] for part in option) for option in options}))
        return values[n]

    return value


def _heap(part: Component) -> int:
    return cast("int", part.state)


@cache
def sequences() -> dict[str, Sequence]:
    """Returns all sequences by their numbers."""
    rows: list[dict[str, Any]] = json.loads(ROWS.read_text(encoding="utf-8"))["sequences"]
    listed = [
        Sequence(
            **{
                **row,
                "known": tuple(row["known"]),
                "band": tuple(map(tuple, row["band"])) if "band" in row else None,
            }
        )
        for row in rows
    ]
    return {each.number: each for each in listed}


def oeis(number: str) -> Sequence:
    """Returns the sequence of that number in the OEIS (oeis.org).

    >>> oeis("A002186").title
    'Kayles'
    >>> oeis("A2187").position
    '0.137 {n}'

    Raises RangeError if no game here computes it.
    """
    digits = number.strip().upper().removeprefix("A")
    name = f"A{digits:0>6}"
    if name not in sequences():
        near = difflib.get_close_matches(name, sequences(), 1, 0.8)
        hint = say("; did you mean {name}?", name=near[0]) if near else say("; see: sprague oeis")
        raise RangeError(
            say(
                "expected a sequence that a game here computes, got {number!r}{hint}",
                number=number,
                hint=hint,
            )
        )
    return sequences()[name]
