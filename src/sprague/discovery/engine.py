"""Games of vectors on two heaps that the atlas knows: their outcome and all winning moves at any size, by the automaton
of a proved theorem. Values, and games that no theorem covers, come from tables as before."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sprague.games.vectors.engine import VectorsEngine
from sprague.games.vectors.rules import LARGEST, Vectors
from sprague.model.engine import MOMENT, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, Option
from sprague.system.ask import Effort
from sprague.words.messages import say

if TYPE_CHECKING:
    from .automata.dfa import Automaton

#: Up to these heaps a table of values is a moment's work and answers more.
SMALL = 64


class AtlasEngine(VectorsEngine):
    """Values of ``vectors{…}`` by table; outcome and winning moves of proved rules by automata."""

    ruleset: Vectors

    @functools.cached_property
    def _claims(self) -> dict[str, Any] | None:
        """The certificate of the rule; None where none is known."""
        from .atlas import find

        if self.ruleset.heaps != 2:
            return None
        row = find(self.ruleset.head)
        return None if row is None else row.get("certificate")

    @functools.cached_property
    def _p_set(self) -> Automaton:
        from .certificate import automaton_of

        assert self._claims is not None
        return automaton_of(self._claims)

    def _proved(self, state: tuple[int, ...]) -> bool:
        """Whether the theorem is asked: of large heaps only."""
        return len(state) == 2 and max(state) > SMALL and self._claims is not None

    def is_zero(self, state: tuple[int, ...]) -> bool:
        return state in self._p_set if self._proved(state) else super().is_zero(state)

    def effort(self, state: Any, question: Question = "value") -> Effort:
        if question != "value" and self._proved(state):
            return MOMENT
        return super().effort(state, question)

    def table_effort(self, shape: tuple[int, ...]) -> Effort:
        if max(shape) > LARGEST + 1:
            return Effort(
                beyond=say("expected heaps of at most {limit}, got {n}", limit=LARGEST, n=max(shape) - 1)
            )
        return super().table_effort(shape)

    def replies(self, state: tuple[int, ...], target: int) -> Lazy[Option]:
        if target or not self._proved(state):
            return super().replies(state, target)

        def found() -> Iterator[Option]:
            from .winning import winning_moves

            for left in winning_moves(self.ruleset.head, self._p_set, (state[0], state[1])):
                yield (Component(self.ruleset, left),)

        return Lazy(found)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        if valued or not self._proved(state):
            return super().evidence(state, valued)
        from .certificate import digest

        assert self._claims is not None
        return Evidence("theorem", f"certificate {digest(self._claims)[:16]} of the atlas")
