"""A user's own game on heaps: the plain definition, from the smallest heap on where a rule needs most of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from itertools import islice
from typing import Any

from sprague.model.engine import MOMENT, Engine, Engines, Question
from sprague.model.naive import MAX_OPTIONS
from sprague.model.ruleset import Component, Ruleset
from sprague.numbers.sums import mex
from sprague.system.ask import Effort, Step, tick, tried
from sprague.system.locks import alone, call_hook
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import say

from .evaluate import NOW_AND_THEN, effort, evaluate

#: A heap that needs fewer positions than this is answered from these alone.
FEW = 1024

#: Beyond this heap the values of all smaller ones are not tried.
MOST = 1_000_000

#: Heaps between two calls of a progress hook.
STEP = 1_000

#: So many options of a heap are counted to guess what the smaller ones take, and so long does each take.
LOOKED_AT, SECONDS_AN_OPTION = 1_000, 2e-7


class OwnHeapsEngine(Engine):
    """Values of heaps 0, 1, 2, ... in a list, as long as moves leave smaller heaps only."""

    choices = ("progress",)

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._values: list[int] = []
        self._known: dict[Hashable, int] = {}
        self._stuck = False

    def effort(self, state: int, question: Question = "value") -> Effort:
        if state < len(self._values):
            return MOMENT
        few = effort(self.ruleset, state, self._known)  # type: ignore[arg-type]
        if few.moment or self._stuck or state > MOST:
            return few
        rules: Any = self.ruleset
        options = len(list(islice(rules.parts(state), LOOKED_AT)))
        return Effort(state, 64 * state, SECONDS_AN_OPTION * state * options)

    @alone
    def value(self, state: int) -> int:
        if state >= len(self._values) and state <= MOST and not self._stuck:
            if state > len(self._values):
                try:
                    return evaluate(self.ruleset, state, self._known, FEW)  # type: ignore[arg-type]
                except TooLargeError:
                    pass
            tried(Component(self.ruleset, state), self._extend, state)
        if state < len(self._values):
            return self._values[state]
        return evaluate(self.ruleset, state, self._known)  # type: ignore[arg-type]

    def values(self, to: int, progress: Callable[[int, int], None] | None = None) -> list[int]:
        for n in range(0, to + 1, STEP):
            if not self._stuck and n <= MOST:
                tried(Component(self.ruleset, to), self._extend, min(n + STEP - 1, to))
            if progress is not None:
                call_hook(progress, n, to)
        return [self.value(n) for n in range(to + 1)]

    @alone
    def _extend(self, to: int) -> None:
        """The values up to a heap, or to the first of which the plain definition has something to say."""
        due = time.monotonic() + NOW_AND_THEN
        for n in range(len(self._values), to + 1):
            if not n & 255 or time.monotonic() > due:  # a rule may take its time
                tick(lambda done: Step(say("values"), done, to), n)
                due = time.monotonic() + NOW_AND_THEN
            try:
                reached = self._reached(n)
            except Exception:
                if not self._fails(n):  # it came from outside: the rule is as good as before
                    raise
                self._stuck = True
                return
            if n == len(self._values):  # else the rule has asked for this heap itself
                self._values.append(mex(reached))

    def _fails(self, n: int) -> bool:
        """Whether the rule has a fault at a heap, or a move that leaves no smaller heaps."""
        try:
            self._reached(n)
        except (BudgetError, MemoryError):
            raise
        except Exception:
            return True
        return False

    def _reached(self, n: int) -> set[int]:
        values, reached = self._values, set()
        options: Any = self.ruleset.options(n)  # type: ignore[attr-defined]
        for count, option in enumerate(options):
            if count >= MAX_OPTIONS:
                raise ValueError
            if type(option) is tuple and len(option) == 1:
                (option,) = option  # by far the most frequent: one heap is left
            if type(option) is int:
                if option < 0:
                    raise ValueError
                reached.add(values[option])
                continue
            total = 0
            for heap in option:
                if type(heap) is not int or heap < 0:
                    raise ValueError
                total ^= values[heap]
            reached.add(total)
        return reached
