"""Games on a fixed number of heaps, by a table of all positions with smaller heaps. A table that exceeds the memory or
the time is refused with a clear error."""

from __future__ import annotations

import itertools
import math
from array import array
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.ruleset import Ruleset
from sprague.system.ask import Effort, Step, asked, require, tick
from sprague.system.locks import alone
from sprague.words.messages import say

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

#: What a kernel takes to look at an option.
SECONDS_AN_OPTION = 1.5e-9

#: One call of a kernel looks at about this many options, so that Ctrl-C takes effect between calls.
SLICE = 300_000_000

#: Up to this length of the second longest heap the cells of a table are counted; beyond it they are estimated.
COUNTED = 20_000

TABLE = Evidence("computed", say("table of mex over all smaller positions"))


class TableEngine(Engine):
    """Base of the engines with tables. A subclass defines :meth:`work` and :meth:`fill`. A table is a memoryview of
    int32 with a dimension for each heap."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._tables: dict[int, memoryview[int]] = {}

    def work(self, shape: tuple[int, ...]) -> int:
        """Returns about how many options the computation of a table of ``shape`` looks at."""
        raise NotImplementedError

    def fill(self, shape: tuple[int, ...]) -> memoryview[int]:
        """Returns the values of all heaps below ``shape``, by a kernel."""
        raise NotImplementedError

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return TABLE

    def effort(self, state: Any, question: Question = "value") -> Effort:
        key = self._key(state)
        if self._known_at(key) is not None:
            return MOMENT
        return self.table_effort(_shape(key))

    def table_effort(self, shape: tuple[int, ...]) -> Effort:
        """Returns the effort of a table of ``shape``."""
        # Heaps of thousands of digits have more options than a float can represent.
        seconds = min(self.work(shape), 10**100) * SECONDS_AN_OPTION
        return Effort(math.prod(shape), self.memory(shape), seconds, sure=True)

    def knows(self, state: Any) -> bool:
        """Returns whether the table holds ``state``."""
        return self._known_at(self._key(state)) is not None

    def _known_at(self, key: tuple[int, ...]) -> int | None:
        """Returns the table's value of ``key``, or None if the table does not contain it."""
        table = self._tables.get(len(key))
        if table is None or any(n >= size for n, size in zip(key, table.shape or (), strict=True)):
            return None
        entry = table[key]
        return None if entry < 0 else entry

    @alone
    def value(self, state: Any) -> int:
        key = self._key(state)
        known_value = self._known_at(key)
        if known_value is not None:
            return known_value
        return self._grow(key, self._tables.get(len(key)))[key]

    @alone
    def values(self, to: int) -> Any:
        """Returns the values of heaps 0..``to`` of a game on one heap, which are the only row of its table."""
        table = self._tables.get(1)
        if table is None or len(table) <= to:
            table = self._tables[1] = self.table((to + 1,))
        return array("i", table[: to + 1].tobytes())

    def _key(self, state: Any) -> tuple[int, ...]:
        heaps = state if isinstance(state, tuple) else (state,)
        return tuple(sorted(heaps)) if self.ruleset.symmetric else heaps

    def _grow(self, key: tuple[int, ...], table: memoryview[int] | None) -> memoryview[int]:
        """Returns a table that contains ``key``, with room to grow if memory and time allow."""
        old = (table and table.shape) or (0,) * len(key)
        exact = _shape(key)
        roomy = tuple(
            have if n <= have else max(n, have + have // 4) for n, have in zip(exact, old, strict=True)
        )
        if self.ruleset.symmetric:
            roomy = tuple(sorted(roomy))
        fits = self.memory(roomy) <= asked().bytes and self.work(roomy) <= 4 * SLICE
        return self._tables.setdefault(len(key), self.table(roomy if fits else exact))

    @alone
    def table(self, shape: tuple[int, ...]) -> memoryview[int]:
        """Returns the values of all heaps below ``shape``. Raises TooLargeError before any work."""
        require(
            self.table_effort(shape),
            say("a table of {count} values of {game}", count=math.prod(shape), game=self.ruleset.head),
        )
        self._tables.pop(len(shape), None)  # frees its memory before the larger one takes its own
        return self.fill(shape)

    def box(self, shape: tuple[int, ...]) -> NDArray[int32]:
        """Returns the values of all heaps below ``shape``, in that order. If the order of heaps does not matter,
        :meth:`table` contains them only for heaps in ascending order."""
        from sprague.system.arrays import np

        values = np.asarray(self.table(tuple(sorted(shape)) if self.ruleset.symmetric else shape))
        if not self.ruleset.symmetric:
            return values
        full = np.empty(shape, np.int32)
        rest = np.indices(shape[1:])
        for first in range(shape[0]):
            places = np.concatenate((np.full((1, *shape[1:]), first), rest))
            full[first] = values[tuple(np.sort(places, axis=0))]
        return full

    def memory(self, shape: tuple[int, ...]) -> int:
        """Returns the bytes that a table of ``shape`` takes."""
        return 4 * math.prod(shape) + 8 * (sum(shape) + 2)


def _shape(key: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n + 1 for n in key)


def filled(
    kernel: Callable[..., int], shape: tuple[int, ...], work: int, *rule: array[int] | int
) -> memoryview[int]:
    """Returns the table of ``shape`` that a kernel of ``native/vectors.c`` fills by looking at about ``work`` options.
    ``rule`` describes the moves to the kernel."""
    cells, sides = math.prod(shape), array("q", shape)
    values, seen = array("i", [0]) * cells, array("q", [0]) * (sum(shape) + 2)
    for start, stop in slices(cells, work):
        kernel(values, sides, *rule, start, stop, seen)
    return memoryview(values).cast("B").cast("i", shape)


def slices(cells: int, work: int) -> Iterator[tuple[int, int]]:
    """Cuts ``cells`` into pieces of about ``SLICE`` options, and yields each as (start, stop). Between two pieces it
    checks the budget and reports progress."""
    step = max(1, cells * SLICE // max(work, SLICE))
    for start in range(0, cells, step):
        tick(lambda cell: Step(say("values"), cell, cells), start)
        yield start, min(start + step, cells)


def in_order(shape: tuple[int, ...]) -> tuple[int, int]:
    """Returns how many cells of a table have their heaps in ascending order, and the sum over them of the ways to
    choose an amount from each heap but the largest. In tables that are much longer than wide, far more than one of
    every k! cells is in order.

    >>> in_order((2, 3, 3))  # 000 001 002 011 012 022 111 112 122
    (9, 24)
    """
    sides = sorted(shape)
    if len(sides) > 1 and sides[-2] > COUNTED:
        cells = math.prod(sides) // math.factorial(len(sides)) + 1
        return cells, cells * (math.prod(sides[:-1]) >> len(sides) - 1)
    totals = []
    for factor in (0, 1):
        # For the heaps so far, the sum over all tuples whose largest heap is at most v; for no heap at all, 1.
        sums = [1]
        for side in sides[:-1]:
            sums += [sums[-1]] * (side - len(sums))
            sums = [*itertools.accumulate(n * (factor * v + 1) for v, n in enumerate(sums))]
        totals.append(sum(sums) + (sides[-1] - len(sums)) * sums[-1])
    return totals[0], totals[1]
