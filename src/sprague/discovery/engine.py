"""Engines for rules on two heaps that a theorem covers. The automaton of its certificate gives the outcome and all
winning moves at any size. Values come from tables or from the definition, and so do all answers about other games."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from sprague.games.own.states_engine import OwnStatesEngine
from sprague.games.vectors.engine import VectorsEngine
from sprague.games.vectors.rules import LARGEST, Vectors
from sprague.model.engine import MOMENT, Engine, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.naive import NaiveEngine
from sprague.model.ruleset import Component, Option
from sprague.system.ask import Effort
from sprague.words.messages import say

from .laws.engine import ByLaw

if TYPE_CHECKING:
    from .known import Known
    from .laws.law import Law
    from .laws.observed import Observed
    from .rule import Rule

#: Up to these heaps a table of values takes only a moment, and it answers more questions.
SMALL = 64

#: Where a table takes fewer seconds, no law is looked for.
SOON = 0.5

#: The usual effort of a search for a theorem.
SEARCH = Effort(values=10**6, bytes=2 * 10**8, seconds=3.0)


class WithTheorem(Engine):
    """Finds the theorem about a rule if the heaps are large. If none is known, it searches for one for heaps beyond
    ``far``."""

    far = SMALL

    #: The number of theorems known at the last look-up for this game, and its result.
    _looked_up: tuple[int, Known | None] = (-1, None)

    @functools.cached_property
    def _rule(self) -> Rule | None:
        from .known import of_ruleset

        return of_ruleset(self.ruleset)

    @functools.cached_property
    def _count(self) -> Callable[[], int]:
        """Returns how many theorems are remembered."""
        from .known import count

        return count

    def _theorem(self, state: Any) -> Known | None:
        """Returns the theorem for large heaps, if it is known."""
        if not isinstance(state, tuple) or len(state) != 2 or max(state) <= SMALL or self._rule is None:
            return None
        if self._looked_up[0] != self._count():
            from .known import known

            theorem = known(self._rule)
            self._looked_up = (self._count(), theorem)
        return self._looked_up[1]

    def _sought(self, state: Any) -> Known | None:
        """Returns the same, and searches for the theorem if necessary."""
        theorem = self._theorem(state)
        if theorem is None and max(state) > self.far and self._is_far(state):
            from .known import sought

            assert self._rule is not None
            theorem = sought(self._rule)
        return theorem

    def _is_far(self, state: Any) -> bool:
        """Returns whether the heaps are large enough to search for a theorem, or a search has taken place."""
        return (
            isinstance(state, tuple) and len(state) == 2 and max(state) > self.far and self._rule is not None
        )

    def search_effort(self, heaps: Any) -> Effort | None:
        """Returns the effort of an answer by a theorem, or None if it has to come from elsewhere."""
        if self._theorem(heaps) is not None:
            return MOMENT
        if self._is_far(heaps):
            from .known import is_sought

            assert self._rule is not None
            if not is_sought(self._rule):
                return SEARCH
        return None


class _ByTheorem(WithTheorem):
    """Finds outcomes and winning moves by a theorem. For smaller heaps the table or the definition answers."""

    def is_zero(self, state: Any) -> bool:
        theorem = self._sought(state)
        return super().is_zero(state) if theorem is None else state in theorem.p_set

    def effort(self, state: Any, question: Question = "value") -> Effort:
        found = None if question == "value" else self.search_effort(state)
        return super().effort(state, question) if found is None else found

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        theorem = None if target else self._sought(state)
        if theorem is None:
            return super().replies(state, target)
        rule, p_set = theorem.rule, theorem.p_set

        def every() -> Iterator[Option]:
            from .winning import winning_moves

            for heaps in winning_moves(rule, p_set, (state[0], state[1])):
                yield (Component(self.ruleset, heaps),)

        return Lazy(every)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        theorem = None if valued else self._theorem(state)
        return super().evidence(state, valued) if theorem is None else Evidence("theorem", theorem.sentence)

    def p_positions(self, heaps: int, start: int = 0) -> Iterator[tuple[int, ...]] | None:
        theorem = self._sought((start, start)) if heaps == self.ruleset.heaps == 2 else None
        if theorem is None:
            return super().p_positions(heaps, start)
        from .laws.listing import positions_from

        return positions_from(theorem.p_set, start, self.ruleset.symmetric)


class AtlasEngine(_ByTheorem, ByLaw, VectorsEngine):
    """Answers for ``vectors{…}``: about small heaps by a table, about others by a theorem on the P-positions, or by a
    law of the values, or of the outcomes."""

    ruleset: Vectors
    far = LARGEST

    def table_effort(self, shape: tuple[int, ...]) -> Effort:
        if max(shape) > LARGEST + 1:
            return Effort(
                beyond=say(
                    "expected heaps of at most {limit} where no law of the values is known, got {n}",
                    limit=LARGEST,
                    n=max(shape) - 1,
                )
            )
        return super().table_effort(shape)

    def effort_of_value(self, state: Any) -> Effort:
        return VectorsEngine.effort(self, state)

    def _applies(self, state: Any) -> Law | Observed | None:
        return None if self._is_soon(state) else super()._applies(state)

    def _is_soon(self, state: Any) -> bool:
        """Returns whether a table with this position takes only a moment."""
        effort = VectorsEngine.effort(self, state)
        return effort.beyond is None and effort.seconds <= SOON

    def ends(self, state: Any) -> bool:
        return True


class WrittenEngine(_ByTheorem, NaiveEngine):
    """Answers for ``formula{…}``: small heaps by the definition, larger ones by a theorem."""


class FormulaEngine(_ByTheorem, OwnStatesEngine):
    """Answers for a rule by a formula. The definition answers for small heaps."""
