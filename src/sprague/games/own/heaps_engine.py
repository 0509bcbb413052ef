"""A user's own game on heaps: the plain definition, applied to all heaps from the smallest on if a rule needs most of
them."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Hashable
from contextlib import suppress
from itertools import islice
from typing import Any

from sprague.model.engine import MOMENT, Engine, Engines, Question
from sprague.model.naive import MAX_OPTIONS
from sprague.model.ruleset import Component, Ruleset
from sprague.numbers.sums import mex
from sprague.system.ask import Ask, Effort, Step, Trial, asked, asking, tick
from sprague.system.clock import thread_seconds
from sprague.system.limits import bytes_text
from sprague.system.locks import alone, call_hook
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import say

from .evaluate import NOW_AND_THEN, effort, evaluate
from .rules import OwnRuleset

#: A heap that needs fewer positions than this, or than a part of its size, is valued from these positions alone.
FEW, FEW_PART, FEW_MOST = 1024, 64, 16_384

#: For a heap beyond this one the values of all smaller heaps are not computed, as even a quick rule would take an hour.
MOST = 10**10

#: Heaps between two calls of a progress hook.
STEP = 1_000

#: This many heaps, or heaps for this many seconds, are valued to measure the cost of the others.
SAMPLE, SAMPLE_SECONDS = 4_096, 0.05

#: At most this many options of a heap are counted, to measure how they grow with the heap.
LOOKED_AT = 100_000

#: The seconds of work between two checks of the clock.
SLICE = 0.05

#: The number of heaps that are valued one by one after the plain loop met a heap that it cannot value.
SLOWLY = 256

#: Value -> the bit that it sets; and of a set of values below 16, as bits, its mex.
_BIT = tuple(1 << value for value in range(256))
_MEX = bytes((~bits & (bits + 1)).bit_length() - 1 for bits in range(1 << 16))


class _Table:
    """``entries[n - base]`` is the value of heap n, for n from ``base`` on and below ``stop``; entries behind that are
    being computed."""

    def __init__(self, entries: bytearray | array[int], base: int = 0, stop: int = 0) -> None:
        self.entries, self.base, self.stop = entries, base, stop

    def size(self, heaps: int) -> int:
        """Returns the bytes that this many heaps take."""
        return heaps * (1 if isinstance(self.entries, bytearray) else self.entries.itemsize)


class OwnHeapsEngine(Engine):
    """Values of heaps 0, 1, 2, ... in an array, as long as moves leave smaller heaps only. An entry is a byte while no
    value exceeds 255. The value of one heap alone needs only the heaps that its moves reach. So, if the memory does not
    suffice for all smaller heaps, the lower half of the kept entries is dropped.

    A table is replaced by one assignment; of the one in use only ``stop`` changes, after the entries below it.
    """

    choices = ("progress",)
    ruleset: OwnRuleset

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._known: dict[Hashable, int] = {}
        self._table = _Table(bytearray())
        self._stuck = False

    def effort(self, state: int, question: Question = "value") -> Effort:
        """Returns the effort: counted if few positions are reached, else measured on a first piece of the work."""
        if self._table.base <= state < self._table.stop:
            return MOMENT
        few = effort(self.ruleset, state, self._known)
        if few.moment or self._stuck or state > MOST:
            return few
        begun, before = thread_seconds(), self._table.stop
        with suppress(BudgetError):
            asking(Ask(seconds=SAMPLE_SECONDS)).run(self._extend, min(state, before + SAMPLE), True)
        spent, valued = thread_seconds() - begun, self._table.stop - before
        if self._stuck or valued <= 0:
            return few
        # The time of a heap grows as its options do.
        growth = (1 + self._option_count(state)) / (1 + self._option_count(before + valued // 2))
        seconds = max(0, state - self._table.stop) * spent / valued * max(1.0, growth / 2)
        size = min(self._table.size(state), asked().bytes)
        return Effort(state, size, seconds, guessed=True)

    def _option_count(self, n: int) -> int:
        options: Any = self.ruleset.options(n)
        return len(options) if hasattr(options, "__len__") else sum(1 for _ in islice(options, LOOKED_AT))

    @alone
    def value(self, state: int) -> int:
        if state < self._table.base:
            self._table = _Table(bytearray())
        if state >= self._table.stop and state <= MOST and not self._stuck:
            if state > self._table.stop:
                few = max(FEW, min(FEW_MOST, state // FEW_PART))
                try:
                    return evaluate(self.ruleset, state, self._known, few)
                except BudgetError:
                    raise
                except TooLargeError:
                    pass
            Trial(Component(self.ruleset, state)).run(self._extend, state, True)
        table = self._table
        if table.base <= state < table.stop:
            return table.entries[state - table.base]
        return evaluate(self.ruleset, state, self._known)

    def kept(self, **choices: Any) -> int:
        return 0 if self._table.base else self._table.stop

    @alone
    def values(self, to: int, progress: Callable[[int, int], None] | None = None) -> Any:
        if self._table.base:
            self._table = _Table(bytearray())
        for n in range(0, to + 1, STEP if progress is not None else to + 1):
            last = min(n + STEP - 1, to) if progress is not None else to
            if not self._stuck and last <= MOST:
                Trial(Component(self.ruleset, to)).run(self._extend, last)
            if progress is not None:
                call_hook(progress, n, to)
        if to < self._table.stop:
            return self._table.entries[: to + 1]
        return [self.value(n) for n in range(to + 1)]

    @alone
    def _extend(self, to: int, drop: bool = False) -> None:
        """Values the heaps up to ``to``, or up to the first for which the plain definition raises an error. With
        ``drop``, old entries make room for new ones."""
        count, due = 16, 0.0
        while self._table.stop <= to and not self._stuck:
            begun = time.monotonic()
            if begun > due:  # a rule may take its time
                due = begun + NOW_AND_THEN
                table = self._table
                size = table.size(table.stop - table.base)
                if drop:  # the table grows to at most half of the memory
                    size = min(size, asked().bytes // 2 * table.stop // (to + 1))
                tick(lambda table, size: Step(say("heaps"), table.stop, to + 1, bytes=size), table, size)
            self._make_room(drop)
            table = self._table
            stop = min(table.stop + count, to + 1)
            if isinstance(table.entries, bytearray):
                self._extend_plainly(table, table.entries, stop)
            if self._table.stop < stop:
                self._extend_slowly(min(to + 1, self._table.stop + SLOWLY))
            spent = time.monotonic() - begun
            count = max(16, min(2 * count, int(count * SLICE / max(spent, 1e-9))))

    def _make_room(self, drop: bool) -> None:
        """Drops the lower half of a table that fills half of the memory. Raises BudgetError without ``drop``."""
        table = self._table
        size = table.size(table.stop - table.base)
        if size <= asked().bytes // 2:
            return
        if not drop:
            raise self._full()
        half = (table.stop - table.base) // 2
        self._table = _Table(table.entries[half:], table.base + half, table.stop)

    def _full(self) -> BudgetError:
        return BudgetError(
            say(
                "the values of heaps up to {n} fill {limit} of memory (set SPRAGUE_MEMORY to change the limit)",
                n=self._table.stop - 1,
                limit=bytes_text(asked().bytes),
            )
        )

    def _extend_plainly(self, table: _Table, entries: bytearray, stop: int) -> None:
        """Values the heaps below ``stop`` whose options are lists of single smaller heaps, as nearly all are. The mex
        is the lowest bit that no option has set. Stops before the first other heap."""
        base, start, bits, mexes = table.base, table.stop, _BIT, _MEX
        if len(entries) < stop - base:
            entries.extend(bytes(stop - base - len(entries)))
        at = start - base
        rule: Callable[[int], Any] = self.ruleset.rule_of_heaps
        try:
            for listed in map(rule, range(start, stop)):
                values = 0
                if type(listed) is not list:
                    listed = list(islice(listed, MAX_OPTIONS))
                    if len(listed) == MAX_OPTIONS:
                        break
                if listed and type(listed[0]) is tuple:
                    listed = [heap for (heap,) in listed]
                if base:
                    listed = [option - base for option in listed]
                for place in listed:
                    if not 0 <= place < at:
                        raise IndexError(place)
                    values |= bits[entries[place]]
                entries[at] = mexes[values] if values < 65536 else (~values & (values + 1)).bit_length() - 1
                at += 1
        except (BudgetError, MemoryError):
            raise
        except Exception:
            pass  # the next look at the heap determines the cause
        finally:
            # A rule that asks for values of its own heaps may have extended the table meanwhile.
            table.stop = max(table.stop, base + at)

    def _extend_slowly(self, stop: int) -> None:
        """Values heaps of any kind, up to the first for which the plain definition raises an error."""
        due = time.monotonic() + NOW_AND_THEN
        for n in range(self._table.stop, stop):
            if time.monotonic() > due:
                return
            try:
                option_values = self._option_values(n)
            except Exception:
                if not self._fails(n):  # the error came from outside, not from the rule
                    raise
                self._stuck = True
                return
            if n == self._table.stop:  # otherwise the rule itself has asked for this heap
                self._append(mex(option_values))

    def _append(self, value: int) -> None:
        table = self._table
        entries = table.entries
        del entries[table.stop - table.base :]
        try:
            entries.append(value)
            table.stop += 1
        except (OverflowError, ValueError):  # it needs wider entries
            self._table = _Table(array("I", [*entries, value]), table.base, table.stop + 1)

    def _fails(self, n: int) -> bool:
        """Returns whether the rule has a fault at a heap, or a move that leaves heaps that are not smaller."""
        try:
            self._option_values(n)
        except (BudgetError, MemoryError):
            raise
        except Exception:
            return True
        return False

    def _option_values(self, n: int) -> set[int]:
        table, option_values = self._table, set()
        options: Any = self.ruleset.options(n)
        for count, option in enumerate(options):
            if count >= MAX_OPTIONS:
                raise ValueError
            total = 0
            for heap in (option,) if type(option) is int else option:
                if type(heap) is not int or not 0 <= heap < n:
                    raise ValueError
                if heap < table.base:
                    raise self._full()
                total ^= table.entries[heap - table.base]
            option_values.add(total)
        return option_values
