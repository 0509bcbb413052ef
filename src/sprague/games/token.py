"""The token: its value is 0, and the winning reply in a sum is one formula."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from sprague.model.engine import Engine, Evidence
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.nim import NIM, heap
from sprague.model.ruleset import Option, Ruleset, alive
from sprague.words.digits import shown
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from sprague.pictures.shapes import Drawing


class TokenEngine(Engine):
    """Gives the value mex{1, 2, 3, …} = 0. The one option of value t >= 1 is the heap ``*t``."""

    def value(self, state: tuple[()]) -> int:
        return 0

    def replies(self, state: tuple[()], target: int) -> Lazy[Option]:
        return Lazy.of([(heap(target),)] if target else [])

    def evidence(self, state: tuple[()], valued: bool) -> Evidence:
        return Evidence("theorem", say("the value of the token is mex{1, 2, 3, …} = 0"))

    def argument(self, states: Sequence[tuple[()]], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        return Argument(
            (say("Whatever heap replaces the token, the other player takes all of it, and has moved last."),)
        )

    def reason(self, state: tuple[()], zero: bool, reply: Option | None) -> Message | None:
        return say("whatever heap replaces the token, the other player takes all of it")


class Token(Ruleset):
    """The token. It has one state, ``()``. Its options are the Nim heaps ``*1``, ``*2``, ``*3``, …"""

    name = "token"
    title = say("The token")
    rule = say("Replace the token by a heap of any size, at least one; from then on it is a Nim heap.")
    source = "the one game here with infinitely many options: mex{1, 2, 3, …} = 0"
    example = "token"
    engine = "token"

    def read(self, text: str) -> list[Hashable]:
        if text:
            raise expected(say("nothing after {word}", word=self.name), text, f"{self.name} {text}")
        return [()]

    def write(self, states: Sequence[Any]) -> str:
        return ""

    def term(self, states: Sequence[Any]) -> str:
        return self.name

    def states(self, *tokens: tuple[()]) -> tuple[Ruleset, list[Hashable]]:
        return super().states(*(tokens or ((),)))

    def check(self, state: Any) -> Hashable:
        if not isinstance(state, tuple) or state:
            raise RangeError(say("expected the one state of the token, (), got {state}", state=shown(state)))
        return ()

    def successors(self, state: tuple[()]) -> Iterator[Option]:
        for n in count(1):
            yield (heap(n),)

    def option_count(self, state: tuple[()]) -> int | None:
        return None

    def allows(self, state: tuple[()], option: Option) -> bool:
        parts = alive(option)
        return len(parts) == 1 and parts[0].ruleset == NIM

    def describe(self, state: tuple[()], option: Option) -> Message:
        return say("replace the token by a heap of {n}", n=option[0].state)

    def draw(self, state: tuple[()]) -> Drawing:
        from sprague.pictures.shapes import Drawing, Shape

        shapes = (Shape("circle", 1, 1, 2, 2, "dot", "token"), Shape("text", 1, 1, 1, 1, "label", "", "♦"))
        return Drawing(2, 2, shapes, self.name)

    def marks(self, state: tuple[()], option: Option) -> tuple[str, ...]:
        return ("token",)


TOKEN = Token()
