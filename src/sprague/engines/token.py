"""The token: its value is 0, and the winning reply in a sum is one formula."""

from __future__ import annotations

from ..lazy import Lazy
from ..messages import Message, say
from ..rulesets.base import Option
from ..rulesets.nim import heap
from .engine import Engine, Evidence


class TokenEngine(Engine):
    """mex{1, 2, 3, …} = 0; the one option of value t >= 1 is the heap ``*t``."""

    def value(self, state: tuple[()]) -> int:
        return 0

    def replies(self, state: tuple[()], target: int) -> Lazy[Option]:
        return Lazy.of([(heap(target),)] if target else [])

    def evidence(self, state: tuple[()], valued: bool) -> Evidence:
        return Evidence("theorem", "the value of the token is mex{1, 2, 3, …} = 0")

    def reason(self, state: tuple[()], zero: bool, reply: Option | None) -> Message | None:
        return say("whatever heap replaces the token, the other player takes all of it")
