"""A user's own game on any states: the plain definition, with tables if states are tuples of heaps."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable
from itertools import count, islice, product
from typing import TYPE_CHECKING, Any

from sprague.model.engine import Engine, Engines, Question
from sprague.model.ruleset import Ruleset
from sprague.numbers.sums import mex
from sprague.system.ask import Effort, Step, require, tick
from sprague.system.locks import alone, call_hook
from sprague.words.errors import BudgetError
from sprague.words.messages import say

from .evaluate import BYTES_KNOWN, NOW_AND_THEN, effort, evaluate

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

    from .rules import OwnRuleset

#: The cost of a cell of a table with about ten options.
SECONDS_A_CELL = 1e-5

#: A position with more options than this is not read at once, as a rule may have endlessly many.
QUICK = 100_000


class OwnStatesEngine(Engine):
    """Applies the definition, with a table that lives as long as the engine."""

    choices = ("progress",)
    ruleset: OwnRuleset

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._known: dict[Hashable, int] = {}

    def effort(self, state: Any, question: Question = "value") -> Effort:
        return effort(self.ruleset, state, self._known)

    @alone
    def value(self, state: Any) -> int:
        return evaluate(self.ruleset, state, self._known)

    def kept(self, **choices: Any) -> int:
        return next(heap for heap in count() if heap not in self._known)

    def values(self, to: int, progress: Callable[[int, int], None] | None = None) -> list[int]:
        values = []
        for n in range(to + 1):
            values.append(self.value(n))
            if progress is not None and n % 256 == 0:
                call_hook(progress, n, to)
        return values

    def box(self, shape: tuple[int, ...]) -> NDArray[int32]:
        """Returns the values of all heaps below ``shape``. Raises TooLargeError if they do not fit in memory, and
        BudgetError at a bound, with the rows that are complete."""
        from sprague.system.arrays import np

        cells = math.prod(shape)
        words = say("a table of {count} values of {game}", count=cells, game=self.ruleset.head)
        require(Effort(cells, (BYTES_KNOWN + 4) * cells, SECONDS_A_CELL * cells, sure=True), words)
        known_values = self._known
        due = time.monotonic() + NOW_AND_THEN
        for place, state in enumerate(product(*map(range, shape))):
            try:
                if not place & 255 or time.monotonic() > due:  # a rule may take its time
                    tick(lambda place: Step(say("values"), place, cells), place)
                    due = time.monotonic() + NOW_AND_THEN
                if state not in known_values:
                    self._learn(state)
            except BudgetError as error:
                error.known = place // math.prod(shape[1:])
                raise
        values = map(known_values.__getitem__, product(*map(range, shape)))
        return np.fromiter(values, np.int32, cells).reshape(shape)

    @alone
    def _learn(self, state: tuple[int, ...]) -> None:
        """Ensures that the value of ``state`` is known. Options with known values were checked earlier. Only their
        values are read again, which takes a tenth of the time."""
        values, game = self._known, self.ruleset
        try:  # an unknown option, one of another form, or a fault in the rule is handled below
            options = iter(game.options(state))
            value = mex({values[option] for option in islice(options, QUICK)})
            if next(options, None) is None:
                values[state] = value
        except Exception:
            pass
        if state not in values:
            evaluate(game, state, values)
