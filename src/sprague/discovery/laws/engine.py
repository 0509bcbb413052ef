"""Engines for games with a law, a user's functions and rules by vectors: beyond the reach of a table, the law answers.

The first question about a large heap starts the search for a law, once for each game. A value by the law needs as many
steps as the heaps have digits. The formula lists the moves to a value: all of them if it was read off exactly, and
otherwise those that are certain.

If the game allows it (``sg.rule(…, observed=True)``, ``--observed``) and no law is proved, a law that is only observed
answers. The evidence says so, and the rule lists the moves.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from sprague.games.own.evaluate import BYTES_KNOWN
from sprague.games.own.heaps_engine import OwnHeapsEngine
from sprague.games.own.states_engine import OwnStatesEngine
from sprague.model.engine import MOMENT, Engine, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, Option
from sprague.system.ask import Effort
from sprague.system.locks import alone
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from sprague.takebreak.statement import Period

    from .law import Law
    from .moves import MovesTo
    from .observed import Observed

#: Beyond these heaps, by their number, a law is looked for: the tables from which it is learned are smaller.
FAR = {1: 1_000_000, 2: 1_000, 3: 200}

#: The seconds that a row of values takes at least for which a law is looked for.
LONG_ROW = 2.0

#: The least time of a position whose value must be computed.
SECONDS_A_POSITION = 1e-6


class ByLaw(Engine):
    """Answers by the law of a function, or of a rule written as one, if there is a law and the heaps are large."""

    #: The law, and whether it was looked for.
    _law: Law | Observed | None = None
    _looked = False

    def _applies(self, state: Any) -> Law | Observed | None:
        """Returns the law, if it answers about this state."""
        heaps = self._heaps(state)
        if len(heaps) != self.ruleset.heaps:  # of a rule on two heaps and more the law is about two
            return None
        if max(heaps, default=0) <= FAR.get(len(heaps), max(heaps, default=0)):
            return None
        return self._looked_for()

    @alone
    def _looked_for(self) -> Law | Observed | None:
        if not self._looked:
            from .of_game import far_laws, observed_law

            self._looked = True  # answer the questions of the search itself without a law
            try:
                laws = far_laws(self.ruleset, self.engines)
                self._law = None if laws is None else next(iter(laws.proved), None)
                if self._law is None and getattr(self.ruleset, "observed", False):
                    failed = () if laws is None else [law for law, _ in laws.failed]
                    self._law = observed_law(self.ruleset, self.engines, failed)
            except BaseException:
                self._looked = False
                raise
        return self._law

    def _heaps(self, state: Any) -> tuple[int, ...]:
        heaps = state if isinstance(state, tuple) else (state,)
        return heaps if all(type(heap) is int for heap in heaps) else ()

    def effort(self, state: Any, question: Question = "value") -> Effort:
        law = self._applies(state)
        if law is None:
            return super().effort(state, question)
        return MOMENT if law.valued or question != "value" else self.effort_of_value(state)

    def effort_of_value(self, state: Any) -> Effort:
        """Returns the effort of a value beyond a law of the outcomes."""
        positions = math.prod(
            1 + heap for heap in self._heaps(state)
        )  # do not call the function: it may list all of these
        return Effort(positions, BYTES_KNOWN * positions, SECONDS_A_POSITION * positions, guessed=True)

    def ends(self, state: Any) -> bool:
        law = self._applies(state)
        return law is not None and law.proved  # the proof shows a measure that falls with every move

    def value(self, state: Any) -> int:
        law = self._applies(state)
        return law.value(self._heaps(state)) if law is not None and law.valued else super().value(state)

    def is_zero(self, state: Any) -> bool:
        law = self._applies(state)
        return super().is_zero(state) if law is None else not law.value(self._heaps(state))

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        law = self._applies(state)
        if law is None or law.read is None or (target and not law.valued):
            return super().replies(state, target)
        heaps = self._heaps(state)

        @functools.cache
        def moves() -> MovesTo:
            from .moves import MovesTo

            return MovesTo(law, target, law.system.length(max(heaps)))

        def options() -> Iterator[Option]:
            for parts in moves().listed(heaps):
                states: Any = parts if isinstance(state, tuple) else (heap for (heap,) in parts)
                yield tuple(Component(self.ruleset, each) for each in states)

        options_list = Lazy(options, lambda: moves().count(heaps))
        return options_list if law.read.exact else options_list.as_partial()

    def confirmed(self, observed: Period) -> Period:
        """Returns an observed period of the heaps, proved if it follows from a proved law."""
        law = self._looked_for()
        if law is None or law.read is None:
            return observed
        from .period import confirmed

        return confirmed(law, observed)

    def knows_a_move(self, state: Any) -> bool:
        law = self._applies(state)
        if law is None or law.read is None:
            return False
        from .moves import has_move

        return has_move(law, self._heaps(state))

    def p_positions(self, heaps: int, start: int = 0) -> Iterator[tuple[int, ...]] | None:
        if self.ruleset.heaps != heaps or start < FAR.get(heaps, start + 1):
            return None
        law = self._looked_for()
        if law is None or law.read is None:
            return None
        from .listing import positions_from

        losing = law.losing()
        return iter(()) if losing is None else positions_from(losing, start, self.ruleset.symmetric)

    def reason(self, state: Any, zero: bool, reply: Option | None) -> Message | None:
        law = self._applies(state)
        if law is None or law.proved:
            return super().reason(state, zero, reply)
        if zero:
            return say("if the observed law holds, there is a reply to every move")
        return say("if the observed law holds, some move leaves a lost position")

    def evidence(self, state: Any, valued: bool) -> Evidence:
        law = self._applies(state)
        if law is None or (valued and not law.valued):
            return super().evidence(state, valued)
        return Evidence("theorem" if law.proved else "observed", law.evidence())


class HeapsByLaw(ByLaw, OwnHeapsEngine):
    """A user's game on single heaps. ``took`` says that the newest long row came from a law."""

    took = ""

    def values(self, to: int, progress: Callable[[int, int], None] | None = None) -> Any:
        law = None
        if self._looked or (to > FAR[1] and OwnHeapsEngine.effort(self, to).seconds > LONG_ROW):
            law = self._applies(to)
        row = law.row(to) if law is not None and law.proved and law.valued else None
        self.took = "" if row is None else "law"
        return super().values(to, progress) if row is None else row


class StatesByLaw(ByLaw, OwnStatesEngine):
    """A user's game on several heaps, or on other states."""
