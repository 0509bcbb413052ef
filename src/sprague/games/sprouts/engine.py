"""The engine of Sprouts: its values by a search over lands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort, Trial, asked
from sprague.words.messages import say

from .forms import lands_of, options
from .misere import MisereSearch
from .notation import for_kernel, lives
from .search import Search

SEARCHED = Evidence(
    "computed",
    say(
        "all moves by exhaustion: a search by proof numbers over regions that hang together, with their values"
    ),
)

#: Positions of so few lives take a moment.
FEW = 15


class SproutsEngine(Engine):
    """Searches values and outcomes, with tables that live as long as the engine."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._search, self._misere = Search(), MisereSearch()

    def effort(self, state: str, question: Question = "value") -> Effort:
        lands = lands_of(state)
        if self._search.knows(lands) and question != "moves":
            return MOMENT
        # Three more spots take about five times as long.
        lived = lives(state)
        if lived <= FEW:
            return MOMENT
        positions = int(300 * 1.2 ** (lived - FEW))
        return Effort(positions, 1000 * positions, 3e-4 * positions, guessed=True)

    def value(self, state: str) -> int:
        with Trial(Component(self.ruleset, state)):
            return self._search.value(lands_of(state))

    def is_zero(self, state: str) -> bool:
        with Trial(Component(self.ruleset, state)):
            return self._search.is_value(lands_of(state), 0)

    def is_lost_in_misere(self, states: Sequence[str]) -> bool | None:
        return self._misere.is_lost(tuple(land for state in states for land in lands_of(state)))

    def replies(self, state: str, target: int) -> Lazy[Option]:
        budget = asked()
        ruleset: Any = self.ruleset

        def found() -> Iterator[Option]:
            for lands in options(for_kernel(state)):
                if budget.run(self._search.is_value, lands, target):
                    yield ruleset.option(lands)

        return Lazy(found)

    def evidence(self, state: str, valued: bool) -> Evidence:
        return SEARCHED

    def claims(self, state: str, progress: Callable[[int, int], None] | None) -> dict[str, Any]:
        from .proof import claims_of

        return claims_of(state, progress)
