"""Computes Grundy values of a take-and-break code: chooses an engine, and makes runs that can be extended.

>>> from sprague.takebreak.codes import parse_code
>>> values(parse_code("0.137"), 20).tolist()
[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0]

Heaps of a few thousand need no NumPy: :func:`sprague.takebreak.small.small_values`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sprague.system.ask import Step, require, tick
from sprague.system.locks import Turns, alone, call_hook
from sprague.system.native import zeros
from sprague.words.errors import BudgetError, RangeError
from sprague.words.messages import join, say

from .codes import Code
from .effort import run_effort
from .methods import engines
from .small import small_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .methods import Engine

    Values = NDArray[np.unsignedinteger[Any]]

__all__ = ["Progress", "Run", "engines", "small_values", "values"]

#: Called between slices with the largest known heap and the largest wanted heap.
Progress = Callable[[int, int], None]

#: Work between two chances to stop, in seconds.
SLICE = 0.5


def values(code: Code, to: int, *, engine: str | None = None, progress: Progress | None = None) -> Values:
    """Returns g(0), ..., g(to) as an array of the smallest of uint8, uint16, uint32 that holds them.

    ``engine`` forces one of :func:`engines`; ``progress(known, to)`` is called about twice a second.
    Raises RangeError if ``to`` is negative or the engine does not support the code.
    """
    run = Run(code, engine=engine)
    run.extend(to, progress)
    return run.values


class Run:
    """A sequence of Grundy values that grows on demand.

    ``values`` are g(0), ..., g(known), and ``row`` is the same without NumPy. ``engine`` is the name of the engine that
    computed the newest values, or None at first.

    >>> from sprague.takebreak.codes import parse_code
    >>> run = Run(parse_code("0.77"))
    >>> run.extend(10); run.extend(12); run.values.tolist(), run.known
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], 12)
    """

    def __init__(self, code: Code, *, engine: str | None = None, keeps: bool = False) -> None:
        self.code = code
        names = engines(code)
        if engine is not None and engine not in names:
            raise RangeError(
                say(
                    "expected an engine for {code}: {names}, got {engine}",
                    code=str(code),
                    names=join(names),
                    engine=engine,
                )
            )
        self.forced = engine
        self.alone = Turns()
        self._engine: Engine | None = None
        #: Whether the engine is at work, so that it may be elsewhere than ``_filled``.
        self._at_work = False
        self._array: memoryview | None = None
        self._filled = 1
        #: The heap that progress speaks of, where a run is extended bit by bit.
        self.goal = 0
        self._limit = 256
        #: Whether long work is kept in the user's cache, and what was found there.
        self._keeps = keeps
        self._recalled: memoryview | None = None
        #: CPU seconds of work that is not kept.
        self._worked = 0.0

    @property
    def engine(self) -> str | None:
        """The name of the engine at work."""
        if self._engine is None:
            return None if self._recalled is None else "kept"
        return self._engine.name

    @property
    def known(self) -> int:
        """The largest heap whose value is known."""
        return self._filled - 1

    @property
    def values(self) -> Values:
        """A view of g(0), ..., g(known). A later ``extend`` may move the array, but never changes these values."""
        from sprague.system.arrays import np

        return np.asarray(self.row)

    @property
    @alone
    def row(self) -> memoryview:
        """The same values as a row of numbers of 1, 2 or 4 bytes."""
        return self._reserve(1)[: self._filled]

    @alone
    def extend(self, to: int, progress: Progress | None = None) -> None:
        """Computes g(0), ..., g(to). If anything stops it (Ctrl-C), a later call can continue."""
        if to < 0:
            raise RangeError(say("expected a largest heap >= 0, got {to}", to=to))
        if self._keeps:
            self._recall(to)
        if self._filled <= to:
            self._check(to)
        self._reserve(to + 1)
        if self._filled > to:
            return
        begun = time.process_time()
        try:
            self._work(to, progress)
        except BudgetError:
            self._keep(begun)
            raise
        self._keep(begun)

    def _work(self, to: int, progress: Progress | None) -> None:
        engine = self._attach()
        step = 4096 if engine.name != "plain" else to
        while self._filled <= to:
            begun = time.perf_counter()
            aim = min(to + 1, self._filled + step)
            self._at_work = True
            self._filled = engine.fill(aim)
            self._at_work = False
            if engine.stopped == "wide":
                self._limit *= 2
                engine = self._attach()
            if progress is not None:
                call_hook(progress, self.known, to)
            tick(lambda: Step(say("heaps"), self.known, max(to, self.goal)))
            took = time.perf_counter() - begun
            step = max(1024, int(step * min(2.0, SLICE / max(took, 1e-9)))) if engine.name != "plain" else to

    def _recall(self, to: int) -> None:
        """Takes the values up to g(to) that are kept in the user's cache."""
        from .kept_rows import LEAST, recalled

        if to < LEAST or self._filled > to:
            return
        if self._recalled is None:
            self._recalled = recalled(self.code)
            while self._recalled is not None and self._limit <= max(self._recalled):
                self._limit *= 2
        row = self._recalled
        if row is None or len(row) <= self._filled:
            return
        end = min(len(row), to + 1)
        self._engine = None  # what it has seen is not what comes now
        self._array = self._allocate(to + 1, _typecode(self._limit), self._array)
        copy_values(row[:end], self._array)
        self._filled = end

    def _keep(self, begun: float) -> None:
        """Keeps the values in the user's cache, if they took long."""
        if not self._keeps:
            return
        from .kept_rows import KEPT_FROM, keep

        self._worked += time.process_time() - begun
        if self._worked >= KEPT_FROM:
            self._worked = 0.0
            keep(self.code, self.row)

    def renew(self) -> None:
        """Drops an engine that an exception has interrupted. The next one begins after the last published value and
        writes the rest of the array anew. An engine that was interrupted between two slices is intact and goes on."""
        if self._at_work:
            self._engine = None
            self._at_work = False

    def _attach(self) -> Engine:
        """Attaches the engine to the current array, whose entries are wide enough for values below the limit."""
        from .methods import ENGINES, best_engine

        array = self._reserve(1)
        kind = _typecode(self._limit)
        if array.format != kind:
            array = self._array = self._allocate(len(array), kind, array)
        if self._engine is None:
            self._engine = ENGINES[self.forced](self.code) if self.forced else best_engine(self.code)
        self._at_work = True
        self._engine.attach(array, self._filled, self._limit)
        self._at_work = False
        return self._engine

    def _reserve(self, length: int) -> memoryview:
        if self._array is None or len(self._array) < length:
            old = self._array
            grown = length if old is None else self._grown(length, len(old))
            self._array = self._allocate(grown, _typecode(self._limit), old)
        return self._array

    def _grown(self, length: int, old: int) -> int:
        """Returns the new length of the array. It doubles, so that many small steps stay cheap."""
        return max(length, 2 * old)

    def _allocate(self, length: int, kind: str, old: memoryview | None) -> memoryview:
        """Makes a new array of a type of ``array.array``, with the values of the old one."""
        array = zeros(kind, length)
        if old is not None:
            copy_values(old[:length], array)
        return array

    def _check(self, to: int) -> None:
        """Raises TooLargeError if the memory is too small."""
        require(run_effort(self.code, to), say("a run of {code} to heap {n}", code=str(self.code), n=to))


def copy_values(old: memoryview, new: memoryview) -> None:
    """Copies values to the front of a row whose numbers are as wide, or wider."""
    if old.format == new.format:
        new[: len(old)] = old
        return
    wide, narrow = new[: len(old)].cast("B"), old.cast("B")
    for i in range(old.itemsize):
        place = i if sys.byteorder == "little" else i + new.itemsize - old.itemsize
        wide[place :: new.itemsize] = narrow[i :: old.itemsize]


def _typecode(limit: int) -> str:
    return "B" if limit <= 2**8 else "H" if limit <= 2**16 else "I"
