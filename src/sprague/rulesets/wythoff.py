"""Wythoff's game (Last Biscuit) and its relatives: two jars, from one any number, or from both the same."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from ..drawing import Drawing
from ..errors import RangeError, expected
from ..integers import parse as parse_integer
from ..integers import to_text
from ..messages import Message, say
from .base import Component, Option, Ruleset, check_heap, read_heaps
from .pictures import draw_heaps, mark_heaps

Pair = tuple[int, int]

WYTHOFF_1907 = "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907)"


class Wythoff(Ruleset):
    """Two heaps: take any number from one, or k and l from both with |k - l| < t (Fraenkel 1982; t = 1 is
    Wythoff's game, k = l). A state is the pair of heaps, in the order given."""

    name = "wythoff"
    rule = say("Take any number of biscuits from one jar, or the same number from both.")
    source = WYTHOFF_1907
    example = "wythoff 5,8"
    engine = "wythoff"
    heaps = 2
    symmetric = True

    def __init__(self, t: int = 1) -> None:
        if t < 1:
            raise RangeError(say("expected t >= 1, got {t}", t=t), where="wythoff[t=…]")
        self.t = t

    @property
    def head(self) -> str:
        return self.name if self.t == 1 else f"{self.name}[t={to_text(self.t)}]"

    def read(self, text: str) -> list[Hashable]:
        heaps = read_heaps(text, self.head)
        if len(heaps) != 2:
            raise expected(say("two heaps such as 500,1000"), text, f"{self.head} {text}")
        return [(heaps[0], heaps[1])]

    def write(self, states: Sequence[Pair]) -> str:
        return ",".join(to_text(n) for n in states[0])

    def check(self, state: Any) -> Hashable:
        if not isinstance(state, Sequence) or isinstance(state, str) or len(state) != 2:
            raise RangeError(say("expected a pair of heaps, got {state}", state=repr(state)), where=self.head)
        return (check_heap(state[0], self.head), check_heap(state[1], self.head))

    def _left(self, a: int, b: int) -> Option:
        return (Component(self, (a, b)),)

    def successors(self, state: Pair) -> Iterator[Option]:
        a, b = state
        for k in range(a):
            yield self._left(k, b)
        for k in range(b):
            yield self._left(a, k)
        for k in range(1, a + 1):
            for m in range(max(1, k - self.t + 1), min(b, k + self.t - 1) + 1):
                yield self._left(a - k, b - m)

    def option_count(self, state: Pair) -> int:
        a, b = state
        return a + b + a * b - _beyond(a, b, self.t) - _beyond(b, a, self.t)

    def allows(self, state: Pair, option: Option) -> bool:
        left: Any = option[0].state if len(option) == 1 and option[0].ruleset == self else None
        if not option:
            left = (0, 0)
        if not isinstance(left, tuple) or len(left) != 2:
            return False
        k, m = state[0] - left[0], state[1] - left[1]
        allowed: bool = min(k, m) >= 0 and max(k, m) > 0 and (min(k, m) == 0 or abs(k - m) < self.t)
        return allowed

    def describe(self, state: Pair, option: Option) -> Message:
        left: Any = option[0].state
        k, m = state[0] - left[0], state[1] - left[1]
        if m == 0:
            return say("take {k} from the first jar", k=k)
        if k == 0:
            return say("take {k} from the second jar", k=m)
        if k == m:
            return say("take {k} from both jars", k=k)
        return say("take {k} from the first jar and {m} from the second", k=k, m=m)

    def is_empty(self, state: Pair) -> bool:
        return state == (0, 0)

    def draw(self, state: Pair) -> Drawing:
        return draw_heaps(state, self.term([state]), jars=True)

    def marks(self, state: Pair, option: Option) -> tuple[str, ...]:
        left: Any = option[0].state if option else (0, 0)
        return mark_heaps(state, left)


def _beyond(a: int, b: int, t: int) -> int:
    """How many (k, m) in 1..a by 1..b have k - m >= t."""
    longest = max(0, a - t)
    rows = min(b, longest)
    return rows * longest - rows * (rows - 1) // 2


_PARAMETER = re.compile(r"\[t=([^\]]*)\]")


def from_head(word: str, parameters: str | None) -> Ruleset:
    """``wythoff`` or ``wythoff[t=2]``."""
    if parameters is None:
        return Wythoff()
    match = _PARAMETER.fullmatch(parameters)
    if match is None:
        raise expected(say("[t=N]"), parameters, word + parameters)
    return Wythoff(parse_integer(match[1], word + parameters))
