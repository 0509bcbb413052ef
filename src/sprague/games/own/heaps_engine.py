"""A user's own game on heaps: the plain definition, from the smallest heap on where a rule needs most of them."""

from __future__ import annotations

from sprague.model.engine import Engines
from sprague.model.naive import MAX_OPTIONS, NaiveEngine, mex, value
from sprague.model.ruleset import Component, Ruleset
from sprague.words.errors import TooLargeError

from .bases import HeapGame

#: A heap that needs fewer positions than this is answered from these alone.
FEW = 1024

#: Beyond this heap the values of all smaller ones are not tried.
MOST = 1_000_000


class OwnHeapsEngine(NaiveEngine):
    """Values of heaps 0, 1, 2, ... in a list, as long as moves leave smaller heaps only."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._values: list[int] = []
        self._stuck = type(ruleset).successors is not HeapGame.successors

    def value(self, state: int) -> int:
        if state >= len(self._values) and state <= MOST and not self._stuck:
            if state > len(self._values):
                try:
                    return value(Component(self.ruleset, state), self._known, FEW)
                except TooLargeError:
                    pass
            self._extend(state)
        return self._values[state] if state < len(self._values) else super().value(state)

    def _extend(self, to: int) -> None:
        """The values up to a heap, or to the first of which the plain definition has something to say."""
        try:
            for n in range(len(self._values), to + 1):
                self._values.append(mex(self._reached(n)))
        except Exception:  # a fault of the rule, or a move that leaves no smaller heaps
            self._stuck = True

    def _reached(self, n: int) -> set[int]:
        values, reached = self._values, set()
        for count, option in enumerate(self.ruleset.options(n)):  # type: ignore[attr-defined]
            total = 0
            for heap in option:
                if type(heap) is not int or heap < 0:
                    raise ValueError
                total ^= values[heap]
            reached.add(total)
            if count >= MAX_OPTIONS:
                raise ValueError
        return reached
