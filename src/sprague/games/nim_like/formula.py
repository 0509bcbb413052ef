"""Engines of games whose rulesets know a theorem: :class:`FormulaValues` if a formula gives every value,
:class:`OutcomeByTheorem` if a theorem says who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

from sprague.model.engine import COMPUTED, MOMENT, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.naive import PiecesEngine
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.sums import nim_sum
from sprague.system.ask import Effort
from sprague.words.messages import Message, join, say

#: The most heaps that a reason lists.
MOST_LISTED = 8


@runtime_checkable
class Disguise(Protocol):
    """A ruleset that is Nim in disguise: ``disguise`` says in words on what, and ``nim_heaps`` gives the heaps."""

    disguise: Message

    def nim_heaps(self, state: Any) -> Sequence[int]: ...


def unmasked(ruleset: Ruleset, state: Any, reply: Option | None) -> Message | None:
    """Says who wins in a game that is Nim in disguise, by its heaps. Returns None for other games."""
    if not isinstance(ruleset, Disguise):
        return None
    heaps = ruleset.nim_heaps(state)
    if not 0 < len(heaps) <= MOST_LISTED:
        return None
    if reply is None:
        return say(
            "{disguise}, here with heaps {heaps}, whose nim-sum is 0: whatever is moved, there is a reply that brings "
            "it back to 0",
            disguise=ruleset.disguise,
            heaps=join([say("{n}", n=n) for n in heaps]),
        )
    return say(
        "{disguise}, here with heaps {heaps} and nim-sum {total}: bring it to 0, by: {move}",
        disguise=ruleset.disguise,
        heaps=join([say("{n}", n=n) for n in heaps]),
        total=nim_sum(heaps),
        move=ruleset.describe(state, reply),
    )


class Formula(Protocol):
    """A ruleset that knows its values. ``worth`` gives the value of a state (None if the formula does not cover it),
    and ``reaching`` the states of a given value to which a move leads, each once. ``theorem`` is the evidence,
    ``steps`` and ``behind`` are the argument."""

    theorem: Message
    steps: tuple[Message, ...]
    behind: Message

    def worth(self, state: Any) -> int | None: ...
    def reaching(self, state: Any, value: int) -> Iterator[Any]: ...


class FormulaValues(PiecesEngine):
    """Answers by the formula of a ruleset, or by the definition if there is none."""

    @property
    def _formula(self) -> Formula:
        return self.ruleset  # type: ignore[return-value]

    def effort(self, state: Any, question: Question = "value") -> Effort:
        return super().effort(state, question) if self._formula.worth(state) is None else MOMENT

    def value(self, state: Any) -> int:
        worth = self._formula.worth(state)
        return super().value(state) if worth is None else worth

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        if self._formula.worth(state) is None:
            return super().replies(state, target)
        return Lazy(
            lambda: ((Component(self.ruleset, option),) for option in self._formula.reaching(state, target))
        )

    def evidence(self, state: Any, valued: bool) -> Evidence:
        worth = self._formula.worth(state)
        return COMPUTED if worth is None else Evidence("theorem", self._formula.theorem)

    def reason(self, state: Any, zero: bool, reply: Option | None) -> Message | None:
        return unmasked(self.ruleset, state, reply) if zero or reply is not None else None

    def argument(self, states: Sequence[Any], misere: bool) -> Argument | None:
        if misere or any(self._formula.worth(state) is None for state in states):
            return None
        return Argument(self._formula.steps, self._formula.behind)


class Outcome(Protocol):
    """A ruleset that knows who wins. ``lost`` says whether a state is lost for the player to move (None if the theorem
    does not cover it), and ``leaving_lost`` gives the lost states to which a move leads, each once. ``theorem`` is the
    evidence, ``steps`` and ``behind`` are the argument."""

    theorem: Message
    steps: tuple[Message, ...]
    behind: Message

    def lost(self, state: Any) -> bool | None: ...
    def leaving_lost(self, state: Any) -> Iterator[Any]: ...


class OutcomeByTheorem(PiecesEngine):
    """Answers who wins, and by which moves, by the theorem of a ruleset. Values come from the definition."""

    @property
    def _known_outcome(self) -> Outcome:
        return self.ruleset  # type: ignore[return-value]

    def effort(self, state: Any, question: Question = "value") -> Effort:
        lost = self._known_outcome.lost(state)
        if lost or (lost is not None and question != "value"):
            return MOMENT
        return super().effort(state, question)

    def is_zero(self, state: Any) -> bool:
        lost = self._known_outcome.lost(state)
        return super().is_zero(state) if lost is None else lost

    def value(self, state: Any) -> int:
        return 0 if self._known_outcome.lost(state) else super().value(state)

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        if target or self._known_outcome.lost(state) is None:
            return super().replies(state, target)
        return Lazy(
            lambda: ((Component(self.ruleset, option),) for option in self._known_outcome.leaving_lost(state))
        )

    def evidence(self, state: Any, valued: bool) -> Evidence:
        lost = self._known_outcome.lost(state)
        if lost is None or (valued and not lost):
            return COMPUTED
        return Evidence("theorem", self._known_outcome.theorem)

    def reason(self, state: Any, zero: bool, reply: Option | None) -> Message | None:
        return unmasked(self.ruleset, state, reply) if zero or reply is not None else None

    def argument(self, states: Sequence[Any], misere: bool) -> Argument | None:
        if misere or len(states) > 1 or self._known_outcome.lost(states[0]) is None:
            return None
        return Argument(self._known_outcome.steps, self._known_outcome.behind)
