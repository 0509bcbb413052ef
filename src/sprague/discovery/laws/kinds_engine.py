"""Engines for heaps of several kinds, and for graphs that grow: where the values of the kinds do not repeat together,
but relations of n and the value are proved, these answer at any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sprague.games.families.engine import SEARCHED, FamilyEngine, KindsEngine, SystemEngine
from sprague.model.engine import Evidence, Question
from sprague.system.ask import Effort
from sprague.system.imports import has_compiled
from sprague.system.locks import alone
from sprague.takebreak.statement import Period, Status
from sprague.words.messages import Message

if TYPE_CHECKING:
    from sprague.games.families.system import Split

    from .kinds import Growth


class _ByRelations(SystemEngine):
    """Answers by relations about heaps and pieces that are too large for a table."""

    #: The relations, and whether they were looked for.
    _growth: Growth | None = None
    _looked = False

    @alone
    def _relations(self, n: int) -> Growth | None:
        """Returns the relations, if they answer about n."""
        if n < SEARCHED or self.system.repeats is not None:
            return None
        if not self._looked:
            if self._search(SEARCHED) is not None:
                return None
            if has_compiled():
                from .kinds import growth_of  # NumPy

                self._growth = growth_of(self.rules)
            self._looked = True
        return self._growth

    def piece(self, kind: int, n: int) -> int:
        growth = self._relations(n)
        return super().piece(kind, n) if growth is None else growth.value(kind, n)

    def lefts(self, split: Split, target: int, total: int, first: int, last: int, ends: int) -> Iterator[int]:
        growth = self._relations(total)
        if growth is None:
            return super().lefts(split, target, total, first, last, ends)
        return (part for part in growth.lefts(split, target, total) if first <= part <= last)

    def effort(self, state: Any, question: Question = "value") -> Effort:
        n = self.rules.parts(state)[1]
        usual = super().effort(state, question)
        if n < SEARCHED or self.system.repeats is not None or not self.system.effort(SEARCHED).affordable:
            return usual
        return usual if self._relations(n) is None else Effort()

    def evidence(self, state: Any, valued: bool) -> Evidence:
        growth = self._relations(self.rules.parts(state)[1])
        return super().evidence(state, valued) if growth is None else Evidence("theorem", growth.evidence)

    def period(self, limit: int | None) -> Period:
        observed = super().period(limit)
        growth = self._relations(SEARCHED) if observed.status == "none" else None
        if growth is None or growth.period is None:
            return observed
        return GrowingPeriod(self.rules.head, None, growth.start, growth.period, 0, growth.row, growth=growth)


class FamilyByRelations(_ByRelations, FamilyEngine):
    """Answers for one family."""


class KindsByRelations(_ByRelations, KindsEngine):
    """Answers for heaps of several kinds."""


@dataclass(frozen=True, repr=False)
class GrowingPeriod(Period):
    """The period of the first kind, which relations prove, though the values of other kinds grow."""

    growth: Growth | None = field(default=None, compare=False)

    @property
    def status(self) -> Status:
        return "none" if self.growth is None else "proved"

    @property
    def basis(self) -> Message | None:
        return None if self.growth is None else self.growth.evidence

    def certificate(self) -> dict[str, Any]:
        self._proved()
        assert self.growth is not None
        return self.growth.certificate()
