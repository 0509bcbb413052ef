"""A period that a proved law of a user's rule confirms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sprague.takebreak.statement import Period, Status
from sprague.words.messages import Message

from ..automata.decide import automaton
from ..automata.formula import And, Exists, Linear, Not, Within
from .certificate import certificate, checked
from .law import Law


@dataclass(frozen=True, repr=False)
class LawPeriod(Period):
    """The period of a rule on one heap, which follows from the ``law`` of its values."""

    law: Law | None = field(default=None, compare=False)

    @property
    def status(self) -> Status:
        return "proved"

    @property
    def basis(self) -> Message | None:
        return None if self.law is None else self.law.evidence()

    def certificate(self) -> dict[str, Any]:
        assert self.law is not None
        return checked(certificate(self.law, spread=False))


def confirmed(law: Law, observed: Period) -> Period:
    """Returns an observed period, with a proof if it follows from a law of the values: no value contradicts it."""
    if (
        law.kind != "values"
        or law.heaps != 1
        or observed.saltus
        or observed.period is None
        or observed.preperiod is None
    ):
        return observed
    later = Linear(("y", "x0"), (1, -1), -observed.period, True)
    far = Linear(("x0",), (1,), -observed.preperiod, False)
    for each in law.sets.values():
        counterexamples = And((Within(("x0",), each), far, later, Not(Within(("y",), each))))
        if not automaton(Exists(("x0", "y"), counterexamples), law.system).is_empty:
            return observed
    return LawPeriod(
        observed.game, observed.code, observed.preperiod, observed.period, 0, observed.values, law=law
    )
