"""What an engine is: it answers for the states of one ruleset, from what is known about that game.

The base class answers from :meth:`Engine.value` alone, as the definition says: the outcome is P when the
value is 0, and a winning reply is an option of the wanted value. A theorem overrides what it knows better.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from threading import RLock
from typing import Any, ClassVar, Literal

from sprague.words.messages import Message

from .lazy import Lazy
from .ruleset import Component, Option, Ruleset

Kind = Literal["theorem", "computed", "periodic"]


@dataclass(frozen=True)
class Evidence:
    """Why an answer is true: a cited theorem, an exhaustive computation, or a proved period."""

    kind: Kind
    source: str


COMPUTED = Evidence("computed", "mex over all options, by exhaustion")


class Engine:
    """Answers for the states of one ruleset. ``value`` must be defined; the rest follows from it."""

    #: What :meth:`values` lets a user choose: "engine" (one of several, by name), "progress" (a hook that is called
    #: with the largest heap known and the largest wanted).
    choices: ClassVar[tuple[str, ...]] = ()

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        #: Held by methods marked :func:`.alone.alone`.
        self.alone: AbstractContextManager[Any] = RLock()

    def value(self, state: Any) -> int:
        """The Grundy value. Raises TooLargeError when the work would not fit."""
        raise NotImplementedError

    def is_cheap(self, state: Any) -> bool:
        """Whether :meth:`value` takes a moment at most, so that it is given without being asked for."""
        return True

    def value_at_hand(self, state: Any) -> int | None:
        """The value of a state that is not zero if it takes a moment at most once that is known; else None."""
        return self.value(state) if self.is_cheap(state) else None

    def is_quick(self, state: Any) -> bool:
        """Whether the outcome and the winning moves of ``state`` alone take a moment; a theorem may give them where
        the value is out of reach."""
        return self.is_cheap(state)

    def is_zero(self, state: Any) -> bool:
        """Whether the state alone is a P-position (value 0)."""
        return self.value(state) == 0

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        """The options of value ``target``, in the ruleset's order."""

        def found() -> Iterator[Option]:
            for option in self.ruleset.successors(state):
                if option_value(option) == target:
                    yield option

        return Lazy(found)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        """Why the answers for ``state`` are true; ``valued`` when they rest on its value (as in a sum), not only
        on its being zero or not."""
        return COMPUTED

    def reason(self, state: Any, zero: bool, reply: Option | None) -> Message | None:
        """Why ``state`` alone is a P-position (``zero``) or not, in the game's own words; None for the usual
        sentence about values. ``reply`` is the first winning option, if any."""
        return None

    def p_positions(self, heaps: int) -> Iterator[tuple[int, ...]] | None:
        """Every P-position on ``heaps`` heaps but the empty one, by the largest heap, where a theorem lists them;
        None to have them looked for."""
        return None

    def values(self, to: int) -> Any:
        """The values of heaps 0..``to``, for games on one heap."""
        return [self.value(n) for n in range(to + 1)]


def option_value(option: Option) -> int:
    """The value of an option: the nim-sum of its components."""
    total = 0
    for part in option:
        total ^= component_value(part)
    return total


def component_value(component: Component) -> int:
    """The value of one component, by its ruleset's best engine."""
    from .registry import engine

    return engine(component.ruleset).value(component.state)
