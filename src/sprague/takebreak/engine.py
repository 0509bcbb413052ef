"""Solves take-and-break games: small heaps by the definition, large ones by the heap engines, and heaps of any size by
a proved period."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sprague.model.engine import COMPUTED, MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import SPRAGUE_GRUNDY, VALUES, Argument
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Ask, Effort, asked, asking, require
from sprague.system.locks import alone
from sprague.words.messages import Message, join, say

from .certified import certified
from .effort import run_effort, small_effort
from .period import LIMIT_MANY, Period, remembered, search
from .replies import Row, replies
from .rules import TakeAndBreak
from .sequence import KEPT, narrow, values_of
from .theorems import theorem_for

if TYPE_CHECKING:
    from .run import Run

#: For a larger heap the engine looks for a period among this many values; fewer if it must visit every pair of heaps.
SEARCHED, SEARCHED_PAIRS = 10**6, 10**5


class TakeBreakEngine(Engine):
    """Holds the known values of one code, computes more on demand, and uses a proved period as soon as there is one."""

    choices = ("engine", "progress", "threads")
    ruleset: TakeAndBreak

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self.code = self.ruleset.code
        self.known = values_of(self.code)
        self.period: Period | None = None
        #: The origin of the newest table: the name of a heap engine, or "period".
        self.took = ""
        self._searched = 0
        #: A run for a long table, or by an engine that was chosen, as a bound left it.
        self._stopped: Run | None = None
        self._small: Effort | None = None

    @alone
    def value(self, state: int) -> int:
        self._reach(state)
        return self._row().value(state)

    @alone
    def effort(self, state: int, question: Question = "value") -> Effort:
        if state < len(self.known) or self.period is not None:
            return MOMENT
        if self._small is None:
            self._small = small_effort(self.code, self.known.plain)
        if not self._small.at_hand:  # a code of many digits, or of many heaps
            if state <= self.known.plain:
                return small_effort(self.code, self.known.step_to(state))
            return self._small + run_effort(self.code, state)
        if state <= self.known.plain or self._search(self.known.plain):
            return MOMENT
        return run_effort(self.code, state)

    @alone
    def replies(self, state: int, target: int) -> Lazy[Option]:
        self._reach(state)
        options = replies(self.code, self._row(), state, target)
        return options.map(lambda heaps: tuple(Component(self.ruleset, heap) for heap in heaps))

    def evidence(self, state: int, valued: bool) -> Evidence:
        if state < len(self.known) or self.period is None or self.period.covering is None:
            return COMPUTED
        proof = say("{text}: {verdict}", text=self.period.sentence, verdict=self.period.covering.statement)
        basis = self.period.basis
        return Evidence("periodic", proof if basis is None else join([proof, basis], say("; ")))

    def argument(self, states: Sequence[int], misere: bool) -> Argument | None:
        return None if misere else Argument((*VALUES, self.repetition(max(states))), SPRAGUE_GRUNDY)

    @alone
    def repetition(self, state: int) -> Message:
        """Says why the values of all heaps repeat, if this is proved; otherwise says how the value of ``state`` was
        found."""
        if self._small is None:
            self._small = small_effort(self.code, self.known.plain)
        if self.period is None and not (self._small.at_hand and self._search(self.known.plain)):
            return say(
                "Whether these values repeat from some length on is not proved here: that of {n} was found from all "
                "smaller ones.",
                n=state,
            )
        period = self.period
        assert period is not None and period.covering is not None
        proof = say("{text}: {verdict}", text=period.sentence, verdict=period.covering.statement)
        if period.saltus:
            return say(
                "Each value is larger by the same number than the one a period before it. To prove it, it is enough to "
                "check finitely many: {period}.",
                period=proof,
            )
        return say(
            "The values repeat from some length on. To prove it, it is enough to check finitely many: {period}.",
            period=proof,
        )

    @alone
    def values(
        self, to: int, *, engine: str | None = None, progress: Any = None, threads: int | None = None
    ) -> Any:
        if threads is not None:
            more = Ask(progress=asked().progress, threads=threads)
            return asking(more).run(self.values, to, engine=engine, progress=progress)
        run = self._stopped_run(engine)
        if run is not None and to <= run.known:
            return run.row[: to + 1]
        if engine is None:
            self.took = "period"
            if to > self.known.plain and self._search(self.known.plain):
                assert self.period is not None
                return self.period.row(to)
            if to <= KEPT and theorem_for(self.code) is not None:
                with self.known.towards(to):
                    if to >= len(self.known) and self._search(to, progress):
                        assert self.period is not None
                        return self.period.row(to)
                    self.known.grow(to)
                self.took = self.known.engine
                return narrow(self.known.seen[: to + 1])
        if run is None:
            from .run import Run

            run = Run(self.code, engine=engine, keeps=engine is None)
        self._stopped = run
        run.extend(to, progress)
        self._stopped = None
        self.took = run.engine or "plain"
        return run.row

    def kept(self, *, engine: str | None = None, **choices: Any) -> int:
        run = self._stopped_run(engine)
        return max(0 if run is None else run.known + 1, len(self.known) if engine is None else 0)

    def _stopped_run(self, engine: str | None) -> Run | None:
        """Returns the run of that engine that a bound has stopped."""
        return None if self._stopped is None or self._stopped.forced != engine else self._stopped

    def _row(self) -> Row:
        if self.period is None:
            return Row(self.known.seen)
        start, length = self.period.preperiod, self.period.period
        assert start is not None and length is not None
        values = self.known.seen if len(self.known) >= start + length else self.period.values
        return Row(values, start, length, self.period.saltus)

    def _reach(self, n: int) -> None:
        """Computes values until g(n) is among them, or a period is proved."""
        if n < len(self.known) or self.period is not None:
            return
        if n <= self.known.plain:
            require(self.effort(n), Component(self.ruleset, n))
            self.known.grow(n)
            return
        if self._search(self.known.plain):
            return
        with self.known.towards(n):
            self._compute(n)

    def _compute(self, n: int) -> None:
        """Computes values up to g(n), or until a period is proved."""
        many = self.code.most_heaps > 2 or (self.code.infinite and self.code.most_heaps == 2)
        effort = run_effort(self.code, n)
        if effort.affordable and n <= (SEARCHED if not many else LIMIT_MANY):
            # Questions about heap after heap must not each start a search for a period.
            ahead = n + n // 4 if n <= 2 * self._searched else n
            if not self._search(ahead):
                self.known.grow(ahead)
            return
        # A period with a short proof answers for heaps of any size.
        if self._search(LIMIT_MANY if many else SEARCHED_PAIRS):
            return
        if self.known.engine in ("sparse", "take") and self._search(SEARCHED):
            return
        require(effort, Component(self.ruleset, n))
        if not self._search(n):
            self.known.grow(n)

    def _search(self, limit: int, progress: Any = None) -> bool:
        """Returns whether a period is proved: by the values of heaps up to ``limit``, by values of an earlier search,
        or by a certificate."""
        if self.period is None:
            self.period = remembered(self.code)
        for most in (min(limit, self.known.plain), limit):
            if self.period is None and most > self._searched and theorem_for(self.code) is not None:
                answer = search(self.ruleset.head, self.known, most, progress)
                if answer.status == "proved":
                    self.period = answer
                self._searched = most
            if self.period is None and most >= self.known.plain:
                self.period = certified(self.code)
        return self.period is not None
