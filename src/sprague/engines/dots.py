"""Dots: a row is a heap of the octal game 0.137 (period 34), a circle moves to one row."""

from __future__ import annotations

from ..lazy import Lazy
from ..messages import Message, say
from ..rulesets.base import Option
from ..rulesets.dots import DOTS
from .engine import COMPUTED, Engine, Evidence, option_value


class CircleEngine(Engine):
    """A circle of n >= 1 has one option, the row of n - 3: its value is 1 if that row's is 0, else 0."""

    def value(self, state: int) -> int:
        return int(state > 0 and _rows().value(max(state - 3, 0)) == 0)

    def replies(self, state: int, target: int) -> Lazy[Option]:
        return Lazy.of(
            [option for option in self.ruleset.successors(state) if option_value(option) == target]
        )

    def evidence(self, state: int, valued: bool) -> Evidence:
        return _rows().evidence(max(state - 3, 0), True) if state else COMPUTED

    def reason(self, state: int, zero: bool, reply: Option | None) -> Message | None:
        if state <= 3:
            return None
        row = state - 3
        if zero:
            return say(
                "the only move leaves a row of {row}, worth *{value}: the other side brings it to *0",
                row=row,
                value=_rows().value(row),
            )
        return say("the only move leaves a row of {row}, worth *0", row=row)


def _rows() -> Engine:
    from . import engine

    return engine(DOTS)
