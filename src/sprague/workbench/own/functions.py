"""Games whose options a function gives: on heaps, on tuples of heaps, on any positions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from typing import Any

from sprague.games.own.faults import term, unfit
from sprague.model.heap_rulesets import Heaps, check_heap
from sprague.model.ruleset import Ruleset
from sprague.words.digits import shown
from sprague.words.errors import RangeError, SpragueError, expected
from sprague.words.messages import Message, say

from .bases import Game, HeapGame, HeapsGame, UserGame
from .kind import takes_text

Rule = Callable[..., Any]


class _Function(UserGame, base=True):
    """What the three kinds of games by a function share."""

    function: Rule
    #: Whether the function takes the heaps one by one, not as a tuple.
    spread = False

    def options(self, state: Any) -> Any:
        return self.function(*state) if self.spread else self.function(state)


class HeapFunction(_Function, HeapGame, base=True):
    """A function of the size of a heap."""


class HeapsFunction(_Function, HeapsGame, base=True):
    """A function of a tuple of heaps, or of the heaps one by one."""

    engine = "own-states"

    def leaves(self, heaps: Any) -> Iterable[Heaps]:
        return dict.fromkeys(parts[0] for parts in self.parts(heaps) if len(parts) == 1)  # type: ignore[misc]

    def option_count(self, state: Any) -> int:
        return sum(1 for _ in self.successors(state))

    def allows(self, state: Any, option: Any) -> bool:
        return Ruleset.allows(self, state, option)

    def split(self, option: Any, state: Any) -> tuple[Heaps, ...]:
        parts = option if isinstance(option, list) or option == () else [option]
        return tuple(self._heaps(part, state) for part in parts)

    def _heaps(self, part: Any, state: Any) -> Heaps:
        if not isinstance(part, tuple) or len(part) != len(state):
            wanted: Message = say("tuples of {count} heaps", count=len(state))
            raise unfit(self, state, wanted, part)
        for n in part:
            if type(n) is not int or n < 0:
                return tuple(check_heap(each, term(self, state)) for each in part)
        return part

    def read(self, text: str) -> list[Hashable]:
        inner = text.strip()
        if inner.startswith("(") and inner.endswith(")"):  # as Python writes it
            inner = inner[1:-1]
        return super().read(inner)


class PositionFunction(_Function, Game, base=True):
    """A function of any hashable state. A text that is no Python literal stands for itself."""

    heaps = None

    def parse(self, text: str) -> Hashable:
        if self._takes_text and not text.startswith(("'", '"')):
            if _is_bare(text):
                return text
            raise expected(say("a text in quotes as the state of {game}", game=self.head), text, self.head)
        try:
            return super().parse(text)
        except SpragueError:
            if _is_bare(text):
                return text
            raise

    def format(self, state: Any) -> str:
        if not isinstance(state, str) or not _is_bare(state):
            return super().format(state)
        return state if self._takes_text or not _is_literal(state) else super().format(state)

    @cached_property
    def _takes_text(self) -> bool:
        """Whether a state is a text, by the annotation of the function: then ``1101`` is one as well."""
        return takes_text(self.function)

    def check(self, state: Any) -> Hashable:
        try:
            hash(state)
        except TypeError:
            raise RangeError(
                say("expected a state that can be hashed, got {state}", state=shown(state)), where=self.head
            ) from None
        return state  # type: ignore[no-any-return]


def _is_bare(text: str) -> bool:
    """Whether ``text`` can stand in a position without quotes."""
    if not text.isascii() or not text.isprintable() or text != " ".join(text.split()) or not text:
        return False
    return not any(mark in text for mark in "+'\"()[]{}") and not text.lower().startswith("misere")


def _is_literal(text: str) -> bool:
    """Whether Python reads ``text`` as another value."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False
    return True
