"""Games on coins that show heads or tails, wherever they lie."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from sprague.model.given import Pair, Sizes
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.words.digits import shown
from sprague.words.errors import NotationError, RangeError, TooLargeError
from sprague.words.messages import Message, join, say

#: The most coins of a row that is written with letters, and the most heads.
MOST_COINS = 2500


class HeadsRuleset(Ruleset):
    """Base of games that turn coins. A state holds the places of the heads in ascending order; the last coin that a
    move turns goes from heads to tails. Subclasses say what a place is."""

    pictured = True

    def place(self, argument: Any) -> Any:
        """Returns the place that a user gives in Python, or None if it is not a place."""
        raise NotImplementedError

    def place_words(self, place: Any) -> Message:
        """Returns a place in words."""
        raise NotImplementedError

    def is_outside(self, place: Any) -> bool:
        """Returns whether no coin can lie at a place."""
        raise NotImplementedError

    def outside(self, place: Any) -> Message:
        """Says where coins may lie, for an error about a place where none can."""
        raise NotImplementedError

    def expected(self, got: str) -> Message:
        """Says which places are expected, for an error about an argument in Python."""
        raise NotImplementedError

    def states(self, *heads: Sizes | str | Iterable[Pair]) -> tuple[Ruleset, list[Hashable]]:
        """Takes positions as texts, or the places of the heads of one position."""
        one_position = bool(heads) and all(self.place(place) is not None for place in heads)
        return super().states(*((heads,) if one_position else heads))

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        places = [self.place(place) for place in state] if isinstance(state, (tuple, list)) else [None]
        if None in places:
            raise RangeError(self.expected(shown(state)[:80]), where=self.head)
        return self.heads(places, self.head)

    def heads(self, places: Sequence[Any], where: str) -> tuple[Any, ...]:
        """Returns the state with heads at these places, if it is one."""
        if len(places) > MOST_COINS:
            raise TooLargeError(
                say("expected at most {limit} heads, got {count}", limit=MOST_COINS, count=len(places)),
                where=where,
            )
        heads = tuple(sorted(places))
        outside = next(filter(self.is_outside, heads), None)
        if outside is not None:
            raise RangeError(self.outside(outside), where=where)
        twice = next((a for a, b in pairwise(heads) if a == b), None)
        if twice is not None:
            raise NotationError(
                say("expected every place once, got {place} twice", place=self.place_words(twice)),
                where=where,
            )
        return heads

    def after(self, state: tuple[Any, ...], turning: Sequence[Any]) -> Option:
        """Returns the state after the coins at these places are turned."""
        return (Component(self, tuple(sorted(set(state).symmetric_difference(turning)))),)

    def turns(self, state: tuple[Any, ...], option: Option) -> tuple[Any, ...] | None:
        """Returns the places of the coins that the move to ``option`` turns, or None if it is not a state of this
        game."""
        if not option:
            return state
        after = option[0].state
        if len(option) > 1 or option[0].ruleset != self or not isinstance(after, tuple):
            return None
        return tuple(sorted(set(state).symmetric_difference(after)))

    def fault(self, state: tuple[Any, ...], option: Option) -> Message | None:
        return say("a move must change something") if self.turns(state, option) == () else None

    def is_empty(self, state: tuple[Any, ...]) -> bool:
        return not state

    def nothing(self) -> Component | None:
        return Component(self, ())

    def describe(self, state: tuple[Any, ...], option: Option) -> Message:
        turning = self.turns(state, option)
        if not turning:
            return super().describe(state, option)
        return self.turning_words(join([self.place_words(place) for place in turning]), len(turning))

    def turning_words(self, places: Message, count: int) -> Message:
        """Returns the sentence of a move that turns ``count`` coins at these places."""
        raise NotImplementedError
