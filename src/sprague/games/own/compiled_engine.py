"""Solves a user's compiled rule: Numba (the extra [fast]) compiles it, and it fills a table. Small positions, and all
without Numba, run it as plain Python."""

from __future__ import annotations

import functools
import importlib.util
import math
import time
import warnings
from typing import TYPE_CHECKING, Any

from sprague.games.vectors.tables import TableEngine
from sprague.model.engine import Engines, Question
from sprague.numbers.sums import mex
from sprague.system.apart import apart
from sprague.system.ask import Effort, Step, require, tick
from sprague.system.imports import has_compiled
from sprague.system.locks import alone
from sprague.words.errors import SlowWarning, SpragueError, TooLargeError, UnsolvedError
from sprague.words.messages import say

from .faults import fault
from .plain import MOST_OPTIONS, run
from .rules import OwnRuleset
from .states_engine import OwnStatesEngine

if TYPE_CHECKING:
    from numpy import int32, int64
    from numpy.typing import NDArray

#: Up to about this number of options plain Python ends before Numba has compiled the rule; the seconds to compile it.
SMALL_WORK, COMPILING = 500_000, 1.2

#: The most cells of each stretch that plain Python values as well, and the number of their options that ends this.
COMPARED, COMPARED_OPTIONS = 64, 1000

#: Cells are numbered in 31 bits.
_MOST_CELLS = 2**31 - 1


@functools.cache
def _has_numba() -> bool:
    return has_compiled() and importlib.util.find_spec("numba") is not None


class CompiledEngine(TableEngine):
    """Gives the values of a rule made by :func:`sprague.compiled`."""

    ruleset: OwnRuleset

    def __init__(self, ruleset: OwnRuleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._plain = OwnStatesEngine(ruleset, engines)
        self._fill_rule: Any = None
        #: Whether cells are computed in the order of their totals, because the rule lets a heap grow while the total
        #: falls.
        self._by_total = False

    def work(self, shape: tuple[int, ...]) -> int:
        return math.prod(shape) * sum(shape)

    def _is_plain(self, shape: tuple[int, ...]) -> bool:
        """Returns whether the rule runs as plain Python for heaps below ``shape``."""
        return self.work(shape) <= SMALL_WORK or not _has_numba()

    def _plain_for(self, shape: tuple[int, ...]) -> OwnStatesEngine | None:
        """Returns the engine of plain Python for heaps below ``shape``, or None. Warns if Numba would be faster."""
        if not self._is_plain(shape):
            return None
        if self.work(shape) > SMALL_WORK:
            warnings.warn(
                SlowWarning(
                    say(
                        "{game} runs as plain Python; pip install 'sprague[fast]' compiles its rule",
                        game=self.ruleset.head,
                    )
                ),
                stacklevel=2,
            )
        return self._plain

    def effort(self, state: Any, question: Question = "value") -> Effort:
        key = self._key(state)
        if self._known_at(key) is None and self._is_plain(tuple(n + 1 for n in key)):
            return self._plain.effort(state, question)
        return super().effort(state, question)

    def table_effort(self, shape: tuple[int, ...]) -> Effort:
        """Returns the effort of a table. The number of options of a rule is not known, so the cost of a cell is a
        guess."""
        cells = math.prod(shape)
        if self._is_plain(shape):
            return Effort(cells, 400 * cells, 2e-6 * min(self.work(shape), 10**100))
        if cells > _MOST_CELLS:
            beyond = say(
                "expected a table of at most {limit} cells, got {count}", limit=_MOST_CELLS, count=cells
            )
            return Effort(cells, self.memory(shape), beyond=beyond)
        running = super().table_effort(shape)
        return running._replace(seconds=COMPILING + running.seconds)

    @alone
    def value(self, state: Any) -> int:
        key = self._key(state)
        if self._known_at(key) is None and (plain := self._plain_for(tuple(n + 1 for n in key))):
            return plain.value(state)
        return super().value(state)

    def values(self, to: int) -> Any:
        plain = self._plain_for((to + 1,))
        return self.table((to + 1,))[: to + 1] if plain is None else plain.values(to)

    def box(self, shape: tuple[int, ...]) -> NDArray[int32]:
        """Returns the values of all heaps below ``shape``."""
        plain = self._plain_for(shape)
        if plain is not None:
            return plain.box(shape)
        from sprague.system.arrays import np

        return np.asarray(self.table(shape))[tuple(map(slice, shape))]

    def fill(self, shape: tuple[int, ...]) -> memoryview[int]:
        if not self._by_total:
            try:
                return self._fill(shape, None)
            except _NotInOrder:
                self._by_total = True
        side = sum(shape) - len(shape) + 1
        cube = (side,) * len(shape)
        cells = math.prod(cube)
        require(
            self.table_effort(cube)._replace(bytes=32 * cells),
            say("a table of {count} values of {game}", count=cells, game=self.ruleset.head),
        )
        from sprague.system.arrays import np

        totals = np.indices(cube, np.int32).sum(axis=0).ravel()
        order = np.argsort(totals, kind="stable")
        return self._fill(cube, order[: int(np.searchsorted(totals[order], side))])

    def _fill(self, shape: tuple[int, ...], order: NDArray[int64] | None) -> memoryview[int]:
        from numba.core.errors import NumbaError

        from sprague.system.arrays import np

        from .compiled_kernel import DONE

        heaps, cells = len(shape), math.prod(shape)
        # As plain Python, a rule shows its fault more clearly.
        run(self.ruleset, tuple(min(side - 1, 5) for side in shape))
        table = np.full(cells, -1, np.int32)
        sides = np.array([*shape, 1, 1, 1][:4], np.int64)
        line = np.zeros(0, np.int64) if order is None else order
        stop, size = cells if order is None else len(line), 256 + 4 * sum(shape)
        at = np.zeros(2, np.int64)
        out, places, seen = _buffers(heaps, size)
        start, step = 0, 64
        while start < stop:
            end, began = min(start + step, stop), time.perf_counter()
            tick(lambda cell: Step(say("values"), cell, stop), start)
            try:
                words = (table, sides, line, start, end, out, places, seen, at)
                if self._fill_rule is None:
                    self._fill_rule = self._compiled(heaps, words)
                status = self._fill_rule(*words)
            except IndexError:  # the buffer was too short for the options of the cell
                self._refuse_endless(size, self._heaps(int(at[0]), shape, line))
                start, size = int(at[0]), 4 * size
                out, places, seen = _buffers(heaps, size)
                continue
            except NumbaError as error:
                lines = [text.strip() for text in str(error).splitlines() if text.strip()]
                raise UnsolvedError(
                    say(
                        "the rule of {game} cannot be compiled: {error}",
                        game=self.ruleset.head,
                        error=" ".join(lines[1:3] or lines),
                    )
                ) from error
            except MemoryError:
                raise
            except Exception as error:
                heaps_there = self._heaps(int(at[0]), shape, line)
                run(self.ruleset, heaps_there)
                raise fault(self.ruleset, heaps_there if heaps > 1 else heaps_there[0], error) from error
            if status != DONE:
                self._refuse(self._heaps(int(at[0]), shape, line), shape, order is not None)
            self._compare(range(start, end), shape, line, table)
            if time.perf_counter() - began < 0.3:
                step *= 2
            start = end
        return table.reshape(shape).data

    def _compiled(self, heaps: int, words: tuple[Any, ...]) -> Any:
        """Returns the loop that fills a table, compiled for arguments such as ``words``. Numba could not compile again
        if an exception struck it."""
        from .compiled_kernel import kernel_of

        rule = self.ruleset.function  # type: ignore[attr-defined]
        return apart(("rule", rule, heaps), lambda: kernel_of(rule, heaps, words))

    def _heaps(self, cell: int, shape: tuple[int, ...], line: NDArray[int64]) -> tuple[int, ...]:
        from sprague.system.arrays import np

        return tuple(int(n) for n in np.unravel_index(int(line[cell]) if len(line) else cell, shape))

    def _compare(self, cells: range, shape: tuple[int, ...], line: NDArray[int64], table: Any) -> None:
        """Values the last of ``cells`` and some others with the rule as plain Python, whose numbers are not cut to 64
        bits. Raises UnsolvedError if a value differs."""
        values, options_left = table.reshape(shape), COMPARED_OPTIONS
        for part in range(COMPARED, 0, -1):
            heaps = self._heaps(cells[len(cells) * part // COMPARED - 1], shape, line)
            options = run(self.ruleset, heaps)
            inside = all(n < side for option in options for n, side in zip(option, shape, strict=True))
            if not inside or values[heaps] != mex({int(values[option]) for option in options}):
                raise self._other_options(heaps)
            options_left -= len(options)
            if options_left < 0:
                return

    def _refuse_endless(self, size: int, heaps: tuple[int, ...]) -> None:
        run(self.ruleset, heaps)  # as plain Python, a faulty rule raises its error here
        if size > MOST_OPTIONS:
            raise TooLargeError(
                say(
                    "expected a rule to write at most {limit} options for {heaps}",
                    limit=MOST_OPTIONS,
                    heaps=str(heaps),
                )
            )

    def _refuse(self, heaps: tuple[int, ...], shape: tuple[int, ...], by_total: bool) -> None:
        """Raises _NotInOrder if the totals must decide the order, and UnsolvedError for a rule that no table can hold,
        or that is another one when it is compiled."""
        for option in run(self.ruleset, heaps):
            in_order = option < heaps and all(n < side for n, side in zip(option, shape, strict=True))
            if sum(option) < sum(heaps):
                if not in_order and not by_total:
                    raise _NotInOrder
            elif by_total or not in_order:
                raise UnsolvedError(
                    say(
                        "a table of {game} needs moves that lower the total, or lead to earlier heaps and let none "
                        "grow beyond the largest asked for; the move from {heaps} to {option} does neither",
                        game=self.ruleset.head,
                        heaps=str(heaps),
                        option=str(option),
                    )
                )
        raise self._other_options(heaps)

    def _other_options(self, heaps: tuple[int, ...]) -> UnsolvedError:
        return UnsolvedError(
            say(
                "the rule of {game} gives other options for {heaps} when it is compiled: its numbers must be whole "
                "and fit into 64 bits",
                game=self.ruleset.head,
                heaps=str(heaps if len(heaps) > 1 else heaps[0]),
            )
        )


class _NotInOrder(SpragueError):
    """A heap grows while the total falls, so the cells must be computed in the order of their totals."""

    def __init__(self) -> None:
        super().__init__(say("a heap grows while the total falls"))


def _buffers(heaps: int, size: int) -> tuple[Any, Any, Any]:
    from sprague.system.arrays import np

    # The first index runs fastest, so that the checks read each heap from contiguous memory.
    return (
        np.zeros((size, heaps), np.int64, order="F"),
        np.zeros(size, np.uint32),
        np.zeros(size + 2, np.int32),
    )
