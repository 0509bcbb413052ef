"""The engine of games whose values are a formula, and whose rules say which moves reach a given value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from sprague.model.engine import Engine, Evidence
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option
from sprague.words.messages import Message


class Formula(Protocol):
    """A ruleset that knows its values: ``worth`` gives the value of a state, ``reaching`` the states of a given value
    to which a move leads, each once. ``theorem`` is the evidence, ``steps`` and ``behind`` are the argument."""

    theorem: Message
    steps: tuple[Message, ...]
    behind: Message

    def worth(self, state: Any) -> int: ...
    def reaching(self, state: Any, value: int) -> Iterator[Any]: ...


class FormulaValues(Engine):
    """Answers by the formula of a ruleset."""

    @property
    def _formula(self) -> Formula:
        return self.ruleset  # type: ignore[return-value]

    def value(self, state: Any) -> int:
        return self._formula.worth(state)

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        return Lazy(
            lambda: ((Component(self.ruleset, left),) for left in self._formula.reaching(state, target))
        )

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return Evidence("theorem", self._formula.theorem)

    def argument(self, states: Sequence[Any], misere: bool) -> Argument | None:
        return None if misere else Argument(self._formula.steps, self._formula.behind)
