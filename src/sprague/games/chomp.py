"""Chomp: rectangles by strategy stealing, squares by symmetry, two rows by formula, the rest by search."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from sprague.model.engine import COMPUTED, MOMENT, Engine, Engines, Evidence, Question
from sprague.model.heap_rulesets import check_heap, read_heaps
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse as parse_integer
from sprague.pictures.shapes import Drawing, Shape
from sprague.system.ask import Effort, require, tick
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

STEALING = Evidence(
    "theorem", "Gale 1974: in a full bar a bite at the last square loses only if its answer wins at once"
)

SYMMETRY = Evidence(
    "theorem", "Gale 1974: a square bar is won by the bite next to the corner, then by symmetry"
)


class ChompEngine(Engine):
    """Outcomes by theorem for rectangles, L shapes and two rows; values by a table of all smaller bars."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._known: dict[Rows, int] = {(): 0, (1,): 0}

    def effort(self, state: Rows, question: Question = "value") -> Effort:
        if (
            len(state) <= 1
            or state in self._known
            or (question == "outcome" and _by_theorem(state) is not None)
        ):
            return MOMENT
        count = _positions(state)
        return Effort(count, 200 * count, 2e-6 * count * sum(state))

    def value(self, state: Rows) -> int:
        if len(state) <= 1:
            return state[0] - 1 if state else 0
        require(self.effort(state), Component(self.ruleset, state))
        stack = [state]
        while stack:
            rows = stack[-1]
            missing = [left for left in _bites(rows) if left not in self._known]
            if missing:
                stack += missing
                continue
            seen = {self._known[left] for left in _bites(rows)}
            result = 0
            while result in seen:
                result += 1
            self._known[rows] = result
            stack.pop()
            tick()
        return self._known[state]

    def is_zero(self, state: Rows) -> bool:
        known = _by_theorem(state)
        return self.value(state) == 0 if known is None else known

    def replies(self, state: Rows, target: int) -> Lazy[Option]:
        if target == 0 and not self.effort(state).affordable:
            return self._known_replies(state)
        return super().replies(state, target)

    def _known_replies(self, state: Rows) -> Lazy[Option]:
        """The winning bites that a theorem names, where the others are out of reach."""

        def found() -> Iterator[Option]:
            for left in {bite(state, 1, 1), bite(state, 1, 0), bite(state, 0, 1)}:
                if left != state and _by_theorem(left):
                    yield (Component(self.ruleset, left),)
            if len(state) == 2:
                low, high = state[1], state[0]
                for left in ((low + 1, low), (high, high - 1)):
                    if left[0] <= high and left[1] <= low and left != state and _by_theorem(left):
                        yield (Component(self.ruleset, left),)

        replies = Lazy(found)
        return replies if len(state) == 2 else replies.as_partial()

    def evidence(self, state: Rows, valued: bool) -> Evidence:
        if valued or _by_theorem(state) is None:
            return COMPUTED
        return SYMMETRY if len(state) == len(set(state)) or len(state) == state[0] else STEALING

    def reason(self, state: Rows, zero: bool, reply: Option | None) -> Message | None:
        if zero or len(set(state)) != 1 or len(state) == 1:
            return None
        if len(state) == state[0]:
            return say(
                "bite next to the corner on the diagonal: two arms of equal length are left, then copy each bite"
            )
        return say(
            "a full bar is always won: if the bite at the last square does not win, its answer would win at once"
        )


def _bites(rows: Rows) -> Iterator[Rows]:
    for row, length in enumerate(rows):
        for column in range(1 if row == 0 else 0, length):
            yield bite(rows, row, column)


def _positions(rows: Rows) -> int:
    """An upper bound for the number of bars inside the enclosing rectangle."""
    return math.comb(len(rows) + rows[0], len(rows)) if rows else 1


def _by_theorem(rows: Rows) -> bool | None:
    """Whether the bar is a P-position, where a theorem tells; None otherwise.

    The corner alone is P; a full bar of more squares is N (strategy stealing); two rows are P exactly when the
    upper one is longer by one; an L is P exactly when its arms are equal.
    """
    if len(rows) <= 1:
        return not rows or rows[0] == 1
    if len(set(rows)) == 1:
        return False
    if len(rows) == 2:
        return rows[0] == rows[1] + 1
    if rows[1] == 1:
        return rows[0] == len(rows)
    return None


#: A bar with more rows is refused when it is read.
MAX_ROWS = 10_000

Rows = tuple[int, ...]


class Chomp(Ruleset):
    """Chomp; the state is the lengths of the rows, none longer than the one above, no empty ones.

    Nobody may take the poisoned corner (row 1, column 1), so the last to move wins as everywhere else.
    """

    name = "chomp"
    rule = say("Bite off a square with all below and to the right of it; the corner square is poisoned.")
    source = (
        "F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952); "
        "D. Gale, Amer. Math. Monthly 81 (1974)"
    )
    example = "chomp 3x4"
    engine = "chomp"

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        rectangle = re.fullmatch(r"\s*(\S+)\s*[xX]\s*(\S+)\s*", text)
        if rectangle:
            count, length = (parse_integer(side, where) for side in rectangle.groups())
            _refuse_large(count, where)
            rows = (length,) * count
        else:
            rows = tuple(read_heaps(text, where))
            _refuse_large(len(rows), where)
        return [_checked(rows, where)]

    def write(self, states: Sequence[Rows]) -> str:
        rows = states[0]
        if not rows:
            return "0"
        return f"{len(rows)}x{rows[0]}" if len(set(rows)) == 1 else ",".join(map(str, rows))

    def states(self, *given: Any) -> tuple[Ruleset, list[Hashable]]:
        """A full bar by its two sides; else each argument a bar: text, or the lengths of its rows."""
        if len(given) == 2 and all(hasattr(side, "__index__") for side in given):
            given = (f"{int(given[0])}x{int(given[1])}",)
        return super().states(*given)

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        if not isinstance(state, Sequence):
            raise RangeError(
                say("expected the lengths of the rows, got {state}", state=repr(state)), where=self.head
            )
        return _checked(tuple(check_heap(length, self.head) for length in state), self.head)

    def successors(self, state: Rows) -> Iterator[Option]:
        for row in range(len(state)):
            for column in range(1 if row == 0 else 0, state[row]):
                yield (Component(self, bite(state, row, column)),)

    def option_count(self, state: Rows) -> int:
        return max(0, sum(state) - 1)

    def allows(self, state: Rows, option: Option) -> bool:
        if len(option) != 1 or option[0].ruleset != self:
            return False
        place = _bitten(state, option[0].state)
        return place is not None and place != (0, 0)

    def describe(self, state: Rows, option: Option) -> Message:
        row, column = _bitten(state, option[0].state) or (0, 0)
        return say("bite at row {row}, column {column}", row=row + 1, column=column + 1)

    def marks(self, state: Rows, option: Option) -> tuple[str, ...]:
        left: Any = (*option[0].state, *[0] * len(state))  # type: ignore[misc]
        return tuple(f"r{r}c{c}" for r, length in enumerate(state) for c in range(left[r], length))

    def is_empty(self, state: Rows) -> bool:
        return not state

    def draw(self, state: Rows) -> Drawing:
        summary = self.term([state])
        if sum(state) > 2500:
            return super().draw(state)
        shapes = [
            Shape("rect", c, r, 1, 1, "poison" if r == c == 0 else "cell", f"r{r}c{c}")
            for r, length in enumerate(state)
            for c in range(length)
        ]
        return Drawing(max(state, default=1), max(1, len(state)), tuple(shapes), summary)


CHOMP = Chomp()


def bite(rows: Rows, row: int, column: int) -> Rows:
    """What a bite at (row, column), counted from 0, leaves.

    >>> bite((4, 4, 4), 1, 2)
    (4, 2, 2)
    """
    left = rows[:row] + tuple(min(length, column) for length in rows[row:])
    return tuple(length for length in left if length)


def _bitten(rows: Rows, left: Any) -> tuple[int, int] | None:
    """The bite that leads from ``rows`` to ``left``, None when there is none."""
    for row, length in enumerate(rows):
        rest = left[row] if row < len(left) else 0
        if rest != length:
            return (row, rest) if rest < length and bite(rows, row, rest) == tuple(left) else None
    return None


def _checked(rows: Rows, where: str) -> Rows:
    for above, below in pairwise(rows):
        if below > above:
            raise expected(say("rows none of which is longer than the one above"), f"{above},{below}", where)
    return tuple(length for length in rows if length)


def _refuse_large(rows: int, where: str) -> None:
    if rows > MAX_ROWS:
        raise TooLargeError(
            say("expected at most {limit} rows, got {count}", limit=MAX_ROWS, count=rows), where=where
        )
