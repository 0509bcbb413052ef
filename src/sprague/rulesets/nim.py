"""Nim: heaps; take any number from one heap (Bouton 1901)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..integers import to_text
from ..messages import say
from . import codes
from .base import Component, HeapRuleset, Option, alive


class Nim(HeapRuleset):
    """Nim. A state is one heap; ``nim 3,4,5`` is the sum of three, and a single heap is written ``*5``."""

    name = "nim"
    rule = say("Take any number of counters, at least one, from one heap.")
    source = "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)"
    example = "nim 3,4,5"
    engine = "nim"
    code = codes.NIM

    def term(self, states: Sequence[int]) -> str:
        return f"*{to_text(states[0])}" if len(states) == 1 else super().term(states)

    def options(self, n: int) -> Iterable[tuple[int, ...]]:
        return ((k,) for k in range(n))

    def option_count(self, state: int) -> int:
        return state

    def allows(self, state: int, option: Option) -> bool:
        left: list[Any] = [part.state for part in alive(option)]
        return state > 0 and (not left or (len(left) == 1 and option[0].ruleset == self and left[0] < state))


NIM = Nim()


def heap(n: int) -> Component:
    """The component ``*n``."""
    return Component(NIM, n)
