"""Games whose options come from a function: on heaps, on tuples of heaps, on any positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any

from sprague.games.own import literals
from sprague.words.digits import shown
from sprague.words.errors import NotationError, RangeError, SpragueError, expected
from sprague.words.messages import say

from .any_game import AnyGame
from .bases import HeapGame, UserGame
from .kind import takes_text
from .tuples import HeapsGame

Rule = Callable[..., Any]


class _Function(UserGame, base=True):
    """The common part of the three kinds of games that a function defines."""

    function: Rule
    #: Whether the function takes the heaps as separate arguments, not as a tuple.
    spread = False
    #: Whether the kind of its states was guessed, as ``notation`` then says.
    guessed = False

    @property
    def whole_rule(self) -> Rule | None:
        return self.function if "making" in vars(type(self)) else None  # a class that extends it has methods

    def read(self, text: str) -> list[Hashable]:
        try:
            return super().read(text)
        except NotationError as error:
            if not self.guessed:
                raise
            raise NotationError(say("{problem}. {guess}", problem=str(error), guess=self.notation)) from None

    def options(self, state: Any, /) -> Any:
        return self.function(*state) if self.spread else self.function(state)


class HeapFunction(_Function, HeapGame, base=True):
    """A function of the size of a heap."""

    @property
    def rule_of_heaps(self) -> Rule:
        return self.function


class HeapsFunction(_Function, HeapsGame, base=True):
    """A function of a tuple of heaps, or of the heaps as separate arguments."""


class PositionFunction(_Function, AnyGame, base=True):
    """A function of any hashable state. A text that is not a Python literal stands for itself."""

    heaps = None

    def parse(self, text: str, /) -> Hashable:
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

    def format(self, state: Any, /) -> str:
        if not isinstance(state, str) or not _is_bare(state):
            text = super().format(state)
            # A text that is no literal would be read as a text.
            return f"({text})" if _is_bare(text) and not _is_literal(text) else text
        return str.__str__(state) if self._takes_text or not _is_literal(state) else super().format(state)

    @cached_property
    def _takes_text(self) -> bool:
        """Whether the annotation of the function says that a state is a text. Then ``1101`` is a text, too."""
        return takes_text(self.function)

    def check(self, state: Hashable) -> Hashable:
        try:
            hash(state)
        except TypeError:
            raise RangeError(
                say("expected a state that can be hashed, got {state}", state=shown(state)), where=self.head
            ) from None
        return state


def _is_bare(text: str) -> bool:
    """Returns whether ``text`` needs no quotes in a position."""
    if not text.isascii() or not text.isprintable() or text != " ".join(text.split()) or not text:
        return False
    return not any(mark in text for mark in "+'\"()[]{}") and not text.lower().startswith("misere")


def _is_literal(text: str) -> bool:
    """Returns whether Python reads ``text`` as another value."""
    try:
        literals.read(text)
    except ValueError:
        return False
    return True
