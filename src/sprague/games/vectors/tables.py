"""Games on a fixed number of heaps by a table of all positions with smaller heaps: plain Python while that is a
moment's work, a compiled kernel beyond, and a clear refusal where memory or time would not do."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sprague.model import naive
from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.ruleset import Component, Ruleset
from sprague.system.ask import LOADING, Effort, Step, asked, require, tick
from sprague.system.locks import alone
from sprague.words.messages import say

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

#: Up to about this many options to look at, the plain definition is used.
SMALL_WORK = 30_000

#: The kernels are called for about this many options at a time, so that Ctrl-C is heard.
SLICE = 300_000_000

#: Up to this length of the second longest heap the cells of a table are counted; beyond it they are estimated.
COUNTED = 20_000

TABLE = Evidence("computed", say("table of mex over all smaller positions"))


class TableEngine(Engine):
    """Base of the engines with tables: define :meth:`work` and :meth:`fill`. ``seconds_an_option`` is what the kernel
    takes for each option that it looks at."""

    seconds_an_option = 1.5e-9

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._known: dict[Component, int] = {}
        self._tables: dict[int, NDArray[int32]] = {}

    def work(self, shape: tuple[int, ...]) -> int:
        """About how many options a table of ``shape`` looks at."""
        raise NotImplementedError

    def fill(self, shape: tuple[int, ...]) -> NDArray[int32]:
        """The values of all heaps below ``shape``, by a kernel."""
        raise NotImplementedError

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return TABLE

    def effort(self, state: Any, question: Question = "value") -> Effort:
        key = self._key(state)
        if self._known_at(key) is not None:
            return MOMENT
        return self.table_effort(_shape(key))

    def table_effort(self, shape: tuple[int, ...]) -> Effort:
        """What a table of ``shape`` takes: by the plain definition while it is small."""
        cells, work = math.prod(shape), self.work(shape)
        if work <= SMALL_WORK:
            return Effort(cells, 400 * cells, 2e-6 * work)
        # Of heaps of thousands of digits there are more options than a float can say.
        seconds = min(work, 10**100) * self.seconds_an_option
        return Effort(cells, self.memory(shape), LOADING + seconds, sure=True)

    def knows(self, state: Any) -> bool:
        """Whether the table holds ``state``."""
        return self._known_at(self._key(state)) is not None

    def _known_at(self, key: tuple[int, ...]) -> int | None:
        """What the table says of ``key``, None where it does not reach."""
        table = self._tables.get(len(key))
        if table is None or any(n >= size for n, size in zip(key, table.shape, strict=True)):
            return None
        found = int(table[key])
        return None if found < 0 else found

    @alone
    def value(self, state: Any) -> int:
        key = self._key(state)
        found = self._known_at(key)
        if found is not None:
            return found
        if self.work(_shape(key)) <= SMALL_WORK:
            return self.plain(state)
        return int(self._grow(key, self._tables.get(len(key)))[key])

    @alone
    def values(self, to: int) -> Any:
        """The values of heaps 0..``to`` of a game on one heap: the only row of its table."""
        table = self._tables.get(1)
        if table is None or len(table) <= to:
            table = self._tables[1] = self.table((to + 1,))
        return table[: to + 1].copy()

    def plain(self, state: Any) -> int:
        """The value from the definition, without a table."""
        return naive.value(Component(self.ruleset, state), self._known)

    def _key(self, state: Any) -> tuple[int, ...]:
        heaps = state if isinstance(state, tuple) else (state,)
        return tuple(sorted(heaps)) if self.ruleset.symmetric else heaps

    def _grow(self, key: tuple[int, ...], table: NDArray[int32] | None) -> NDArray[int32]:
        """A table that holds ``key``, with room to grow where memory and time allow."""
        old = (0,) * len(key) if table is None else table.shape
        exact = _shape(key)
        roomy = tuple(
            have if n <= have else max(n, have + have // 4) for n, have in zip(exact, old, strict=True)
        )
        if self.ruleset.symmetric:
            roomy = tuple(sorted(roomy))
        fits = self.memory(roomy) <= asked().bytes and self.work(roomy) <= 4 * SLICE
        return self._tables.setdefault(len(key), self.table(roomy if fits else exact))

    @alone
    def table(self, shape: tuple[int, ...]) -> NDArray[int32]:
        """The values of all heaps below ``shape``; raises TooLargeError before anything is done."""
        require(
            self.table_effort(shape),
            say("a table of {count} values of {game}", count=math.prod(shape), game=self.ruleset.head),
        )
        self._tables.pop(len(shape), None)  # its memory is free before the larger one takes its own
        return self.fill(shape)

    def box(self, shape: tuple[int, ...]) -> NDArray[int32]:
        """The values of all heaps below ``shape``, in that order; where the order does not matter, :meth:`table` has
        them only for heaps in ascending order."""
        from sprague.system.arrays import np

        if not self.ruleset.symmetric:
            return self.table(shape)
        known = self.table(tuple(sorted(shape)))
        found = np.empty(shape, np.int32)
        rest = np.indices(shape[1:])
        for first in range(shape[0]):
            places = np.concatenate((np.full((1, *shape[1:]), first), rest))
            found[first] = known[tuple(np.sort(places, axis=0))]
        return found

    def memory(self, shape: tuple[int, ...]) -> int:
        """The bytes that a table of ``shape`` takes."""
        return 4 * math.prod(shape) + 8 * (sum(shape) + 2)


def _shape(key: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n + 1 for n in key)


def slices(cells: int, work: int) -> Iterator[tuple[int, int]]:
    """``cells`` cut into pieces of about ``SLICE`` options, as (start, stop); between two of them the budget is asked
    and progress is reported."""
    step = max(1, cells * SLICE // max(work, SLICE))
    for start in range(0, cells, step):
        tick(lambda done: Step(say("values"), done, cells), start)
        yield start, min(start + step, cells)


def in_order(shape: tuple[int, ...]) -> tuple[int, int]:
    """How many cells of a table have their heaps in ascending order, and the sum over them of the ways to choose an
    amount from each heap but the largest. Tables that are much longer than wide have far more of them than one of
    each k! cells.

    >>> in_order((2, 3, 3))  # 000 001 002 011 012 022 111 112 122
    (9, 24)
    """
    sides = sorted(shape)
    if len(sides) > 1 and sides[-2] > COUNTED:
        cells = math.prod(sides) // math.factorial(len(sides)) + 1
        return cells, cells * (math.prod(sides[:-1]) >> len(sides) - 1)
    found = []
    for factor in (0, 1):
        # Of the heaps so far: the sum over all whose largest is at most v; of no heap at all, 1.
        sums = [1]
        for side in sides[:-1]:
            sums += [sums[-1]] * (side - len(sums))
            sums = [*itertools.accumulate(n * (factor * v + 1) for v, n in enumerate(sums))]
        found.append(sum(sums) + (sides[-1] - len(sums)) * sums[-1])
    return found[0], found[1]
