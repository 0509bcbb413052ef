"""Chomp: rectangles by strategy stealing, squares by symmetry, two rows by formula, the rest by search."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..errors import TooLargeError
from ..lazy import Lazy
from ..messages import Message, say
from ..rulesets.base import Component, Option, Ruleset
from ..rulesets.chomp import Rows, bite
from .engine import COMPUTED, Engine, Evidence

#: Values of bars with at most this many positions below them are searched unasked, and at all.
CHEAP_POSITIONS = 800
SEARCH_POSITIONS = 300_000

STEALING = Evidence(
    "theorem", "Gale 1974: in a full bar a bite at the last square loses only if its answer wins at once"
)
SYMMETRY = Evidence(
    "theorem", "Gale 1974: a square bar is won by the bite next to the corner, then by symmetry"
)


class ChompEngine(Engine):
    """Outcomes by theorem for rectangles, L shapes and two rows; values by a table of all smaller bars."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._known: dict[Rows, int] = {(): 0, (1,): 0}

    def is_cheap(self, state: Rows) -> bool:
        return len(state) <= 1 or _positions(state) <= CHEAP_POSITIONS

    def value(self, state: Rows) -> int:
        if len(state) <= 1:
            return state[0] - 1 if state else 0
        if _positions(state) > SEARCH_POSITIONS:
            raise TooLargeError(
                say(
                    "a table of {count} smaller bars would be needed, more than {limit}",
                    count=_positions(state),
                    limit=SEARCH_POSITIONS,
                )
            )
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
        return self._known[state]

    def is_zero(self, state: Rows) -> bool:
        known = _by_theorem(state)
        return self.value(state) == 0 if known is None else known

    def replies(self, state: Rows, target: int) -> Lazy[Option]:
        if target == 0 and _positions(state) > SEARCH_POSITIONS:
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
