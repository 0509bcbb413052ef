"""Take-and-break games: small heaps in plain Python, any heap through a proved period, the rest by the kernels."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import TooLargeError
from ..lazy import Lazy
from ..limits import require_memory
from ..messages import Message, say
from ..rulesets.base import Component, Option, Ruleset
from ..rulesets.codes import Code
from ..rulesets.dots import DOTS
from ..rulesets.takebreak import TakeAndBreak
from ..theory.period import Period, covered, find
from .engine import COMPUTED, Engine, Evidence
from .heap_small import small_values

if TYPE_CHECKING:
    from .heaps import Progress, Run

#: Heaps up to this size are valued in plain Python, in a moment.
SMALL_HEAP = 4096

#: A period is looked for among the values up to this heap, unless more of them are there.
PERIOD_LIMIT = 2**20

#: Splits of heaps up to this size are looked at one by one; larger ones by the residues of a period.
LISTED_HEAP = 2**20


class HeapTable:
    """The values of one code as far as they are known, and its period once it is proved."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._small: list[int] = [0]
        self._run: Run | None = None
        self._period: Period | None = None
        self._searched = 0

    def small(self, to: int) -> list[int]:
        """At least g(0) … g(``to``), ``to`` <= SMALL_HEAP."""
        if to >= len(self._small):
            self._small = small_values(self.code, min(SMALL_HEAP, max(2 * to, 256)))
        return self._small

    def period(self, to: int = SMALL_HEAP) -> Period | None:
        """The period, if the values up to ``to`` prove one; each range is searched once."""
        if self._period is None and to > self._searched and covered(self.code):
            for bound in (256, 1024, SMALL_HEAP):
                if self._searched < bound <= to:
                    self._note(find(self.code, self.small(bound)))
                    self._searched = bound
                    if self._period is not None:
                        return self._period
            bound = 2 * SMALL_HEAP
            while self._period is None and self._searched < bound <= to:
                self._note(find(self.code, self.run(bound).values[: bound + 1]))
                self._searched = bound
                bound *= 2
        return self._period

    def _note(self, found: Period) -> None:
        if found.proved:
            self._period = found

    def run(self, to: int, progress: Progress | None = None) -> Run:
        """The kernels' sequence, grown to ``to``."""
        from .heaps import Run

        if self._run is None:
            self._run = Run(self.code)
        require_memory(to + 1, say("a table of the values of {count} heaps", count=to + 1))
        self._run.extend(to, progress)
        return self._run

    def value(self, n: int) -> int:
        """g(n), by the cheapest way that there is."""
        if n <= SMALL_HEAP:
            return self.small(n)[n]
        period = self.period()
        if period is None and n > PERIOD_LIMIT:
            period = self.period(PERIOD_LIMIT)
        if period is not None:
            return period.values[period.reduce(n)]
        return int(self.run(n).values[n])


@functools.lru_cache(maxsize=128)
def heap_table(code: Code) -> HeapTable:
    """The table of a code, kept for the next question."""
    return HeapTable(code)


class TakeBreakEngine(Engine):
    """Answers for the heaps of one code."""

    choices = ("engine", "progress")

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        assert isinstance(ruleset, TakeAndBreak)
        self.table = heap_table(ruleset.code)

    def value(self, state: int) -> int:
        return self.table.value(state)

    def is_cheap(self, state: int) -> bool:
        return state <= SMALL_HEAP or self.table.period() is not None

    def evidence(self, state: int, valued: bool) -> Evidence:
        if state <= SMALL_HEAP:
            return COMPUTED
        period = self.table.period(PERIOD_LIMIT if state > PERIOD_LIMIT else SMALL_HEAP)
        if period is None:
            return COMPUTED
        return Evidence(
            "periodic",
            f"period {period.period} from {period.preperiod} on, proved by {period.needed} values ({period.theorem})",
        )

    def replies(self, state: int, target: int) -> Lazy[Option]:
        found = Replies(self.table, state, target)
        return Lazy(lambda: map(self._option, found.options()), found.total)

    def _option(self, heaps: tuple[int, ...]) -> Option:
        return tuple(Component(self.ruleset, heap) for heap in heaps)

    def values(self, to: int, *, engine: str | None = None, progress: Progress | None = None) -> Any:
        import numpy as np

        period = None if engine else self.table.period(min(to, SMALL_HEAP))
        if period is not None:
            start = period.preperiod
            shown = np.array(period.values, np.uint8 if max(period.values) < 256 else np.uint32)
            require_memory(to + 1, say("a table of the values of {count} heaps", count=to + 1))
            return np.concatenate([shown[:start], np.resize(shown[start:], max(0, to + 1 - start))])[: to + 1]
        if engine:
            from .heaps import values

            return values(self.table.code, to, engine=engine, progress=progress)
        return self.table.run(to, progress).values[: to + 1].copy()


class DotsEngine(TakeBreakEngine):
    """Rows of dots are heaps of 0.137."""

    def __init__(self, ruleset: Ruleset) -> None:
        Engine.__init__(self, ruleset)
        self.table = heap_table(DOTS_CODE)


class CircleEngine(Engine):
    """A circle has one option, a row: it is *1 when that row is *0, else *0."""

    def value(self, state: int) -> int:
        return 0 if state == 0 else int(self._row(state) == 0)

    def _row(self, state: int) -> int:
        return heap_table(DOTS_CODE).value(max(0, state - 3))

    def evidence(self, state: int, valued: bool) -> Evidence:
        from . import engine

        return engine(DOTS).evidence(max(0, state - 3), True)

    def reason(self, state: int, zero: bool, reply: Option | None) -> Message | None:
        if state <= 3:
            return None
        row = state - 3
        if zero:
            return say(
                "the only move leaves a row of {row}, worth *{value}: the other side brings it to *0",
                row=row,
                value=self._row(state),
            )
        return say("the only move leaves a row of {row}, worth *0", row=row)


class Replies:
    """The options of a heap that have a wanted value, counted exactly and listed on demand.

    In the order of :func:`~sprague.rulesets.codes.options`: by the number taken, then by the number of heaps left,
    then by the smaller heap. Splits into two of a heap that is too large to look at are found by residues: once both
    parts lie in the period, whether their values fit depends on the smaller part modulo the period only.
    """

    def __init__(self, table: HeapTable, n: int, target: int) -> None:
        self.table, self.n, self.target = table, n, target
        self.period = None
        if n > SMALL_HEAP:
            self.period = table.period(PERIOD_LIMIT if n > PERIOD_LIMIT else SMALL_HEAP)
        self.value: Callable[[int], int]
        if n <= SMALL_HEAP:
            self.value = table.small(n).__getitem__
        elif self.period is not None:
            period = self.period
            self.value = lambda heap: period.values[period.reduce(heap)]
        else:
            numbers = table.run(n).values
            self.value = lambda heap: int(numbers[heap])

    def options(self) -> Iterator[tuple[int, ...]]:
        """The options, lazily."""
        for rest, digit in self._moves():
            if rest == 0:
                if digit & 1 and self.target == 0:
                    yield ()
                continue
            for heaps in range(1, digit.bit_length()):
                if digit >> heaps & 1:
                    yield from self._left(rest, heaps)

    def total(self) -> int:
        """How many there are."""
        count = 0
        for rest, digit in self._moves():
            if rest == 0:
                count += int(digit & 1 and self.target == 0)
                continue
            for heaps in range(1, digit.bit_length()):
                if digit >> heaps & 1:
                    count += (
                        self._pairs_total(rest) if heaps == 2 else sum(1 for _ in self._left(rest, heaps))
                    )
        return count

    def _moves(self) -> Iterator[tuple[int, int]]:
        code = self.table.code
        last = self.n if code.infinite else min(self.n, code.last)
        if last > LISTED_HEAP:
            raise TooLargeError(say("the moves from a heap of {n} are too many to look at", n=self.n))
        for k in range(last + 1):
            if digit := code.digit(k):
                yield self.n - k, digit

    def _left(self, rest: int, heaps: int) -> Iterator[tuple[int, ...]]:
        if heaps == 1:
            if self.value(rest) == self.target:
                yield (rest,)
        elif heaps == 2:
            yield from ((a, rest - a) for a in self._pairs(rest))
        else:
            yield from self._many(rest, heaps, self.target, 1)

    def _many(self, rest: int, heaps: int, target: int, least: int) -> Iterator[tuple[int, ...]]:
        split = self.table.code.split
        if heaps == 1:
            if rest >= least and self.value(rest) == target:
                yield (rest,)
        elif split == "equal":
            if rest % heaps == 0 and (self.value(rest // heaps) if heaps % 2 else 0) == target:
                yield (rest // heaps,) * heaps
        else:
            for first in range(least, rest // heaps + 1):
                following = first + 1 if split == "unequal" else first
                for others in self._many(rest - first, heaps - 1, target ^ self.value(first), following):
                    yield (first, *others)

    def _bounds(self, rest: int) -> tuple[int, int]:
        """The smallest and the largest smaller part of a split of ``rest`` into two."""
        if self.table.code.split == "equal":
            return (rest // 2, rest // 2) if rest % 2 == 0 else (1, 0)
        return 1, (rest - 1) // 2 if self.table.code.split == "unequal" else rest // 2

    def _pairs(self, rest: int) -> Iterator[int]:
        """The smaller parts whose values fit, ascending."""
        first, last = self._bounds(rest)
        if self.period is None or rest <= LISTED_HEAP:
            value, target = self.value, self.target
            yield from (a for a in range(first, last + 1) if value(a) ^ value(rest - a) == target)
            return
        start, length = max(first, self.period.preperiod), self.period.period
        yield from (a for a in range(first, start) if self.value(a) ^ self.value(rest - a) == self.target)
        offsets = self._offsets(rest, start)
        base = start
        while offsets and base <= last:
            yield from (base + offset for offset in offsets if base + offset <= last)
            base += length

    def _pairs_total(self, rest: int) -> int:
        first, last = self._bounds(rest)
        if self.period is None or rest <= LISTED_HEAP:
            return sum(1 for _ in self._pairs(rest))
        start, length = max(first, self.period.preperiod), self.period.period
        count = sum(1 for a in range(first, start) if self.value(a) ^ self.value(rest - a) == self.target)
        return count + sum((last - start - offset) // length + 1 for offset in self._offsets(rest, start))

    def _offsets(self, rest: int, start: int) -> Sequence[int]:
        """The places within a period, counted from ``start``, at which a split fits. Both parts are then beyond the
        preperiod, since ``rest`` is far larger."""
        assert self.period is not None
        return [
            offset
            for offset in range(self.period.period)
            if self.value(start + offset) ^ self.value(rest - start - offset) == self.target
        ]


DOTS_CODE = Code((0, 1, 3, 7))
