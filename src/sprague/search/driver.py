"""What the compiled searches have in common: a question, put in slices to kernels that share a table.

A search has a block of words for each thread and one table (see :mod:`sprague.search.cram`). It runs for about
half a second at a time: between two slices the table grows, Ctrl-C is heard and progress is told.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.system.ask import Step, tick
from sprague.system.limits import bytes_text, memory_limit
from sprague.system.locks import alone
from sprague.words.errors import BudgetError, RangeError
from sprague.words.messages import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SLICE_SECONDS = 0.4
_FIRST_BUDGET = 200  # positions; four times as many next while that takes less than a slice
_LINE = 64  # bytes: a line of cache, four slots of two words or two of four
_FIRST_LINES = 1 << 14
_MARKED_TENTHS = 6  # threads tell each other at which shapes they are, down to this part of the question


class Statistics(NamedTuple):
    """What a search has done: positions expanded, entries held (values; partial knowledge), bytes of the table."""

    positions: int
    exact: int
    partial: int
    table_bytes: int


Progress = Callable[[Statistics], None]


class TableSearch:
    """The driver of a kernel: questions, threads, and the table with its bound.

    ``kernel`` names the places in the blocks and holds the table's functions, ``run`` is its search, ``slot`` the
    words of an entry. A subclass writes a question into each block and asks.
    """

    def __init__(
        self,
        kernel: ModuleType,
        run: Callable[..., int],
        slot: int,
        blocks: list[NDArray[np.uint64]],
        memory: int | None,
        progress: Progress | None,
    ) -> None:
        import numpy as np

        self.memory = memory_limit() if memory is None else memory
        if self.memory < 2 * _FIRST_LINES * _LINE:
            raise RangeError(
                say(
                    "expected at least {needed} of memory for the table, got {got}",
                    needed=bytes_text(2 * _FIRST_LINES * _LINE),
                    got=bytes_text(self.memory),
                )
            )
        self.progress = progress
        #: Held by methods marked :func:`.alone.alone`: one question at a time.
        self.alone: AbstractContextManager[Any] = threading.RLock()
        self.threads = len(blocks)
        self._kernel: Any = kernel
        self._run = run
        self._slot = slot
        self._bits = (_FIRST_LINES * 2 // slot).bit_length() - 1
        self._table = lines(_FIRST_LINES)
        self._blocks = blocks
        self._block = blocks[0]
        self._budget = _FIRST_BUDGET
        from .cram import MARK_BITS, MARKS

        self._shared = np.zeros(int(MARKS) + (1 << int(MARK_BITS)), np.uint64)
        if self.threads > 1:
            for block in blocks:
                block[kernel.SHARED] = address(self._shared)

    @property
    def words(self) -> int:
        """64-bit words of a key."""
        return self._slot // 2

    @property
    def statistics(self) -> Statistics:
        """Counts since the search was made (entries: now)."""
        k = self._kernel
        # A thread may have replaced more partial entries than it made: sums of words, modulo 2^64.
        nodes, exacts, partials = (
            sum(int(block[place]) for block in self._blocks) & (2**64 - 1)
            for place in (k.NODES, k.EXACTS, k.PARTIALS)
        )
        return Statistics(nodes, exacts, partials, int(self._table.nbytes))

    @alone
    def exact_entries(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Every value known: keys as 64-bit words (a row of two for a graph) in ascending order, and their values."""
        import numpy as np

        count, words = self.statistics.exact, self.words
        keys, values = np.zeros((count + 1, words), np.uint64), np.zeros(count + 1, np.uint64)
        found = int(
            self._kernel.exact_entries(address(self._table), self._table.size, address(keys), address(values))
        )
        signed = keys[:found].view(np.int64)
        order = np.lexsort(signed.T)
        signed, sorted_values = signed[order], values[:found].astype(np.uint8)[order]
        # Threads may have entered a key twice.
        first = np.ones(found, bool)
        first[1:] = np.any(signed[1:] != signed[:-1], axis=1)
        signed = signed[first]
        return signed[:, 0] if words == 1 else signed, sorted_values[first]

    @alone
    def load(self, keys: NDArray[np.int64], values: NDArray[np.uint8]) -> None:
        """Take over values found before by a search of the same kind (see :meth:`exact_entries`).

        Raises TooLargeError when they do not fit the memory.
        """
        import numpy as np

        if len(keys) != len(values):
            raise RangeError(
                say(
                    "expected as many values as keys, got {values} and {keys}",
                    values=len(values),
                    keys=len(keys),
                )
            )
        while self.statistics.exact + len(keys) > self._most():
            self._grow()
        words, data = np.ascontiguousarray(keys).view(np.uint64), values.astype(np.uint64)
        self._kernel.load_exact(
            address(words), address(data), len(words), address(self._block), *self._place()
        )

    def _value_if(self, key: int, wanted: int) -> int | None:
        """The value of a shape if the search finds it on the way to tell whether it is ``wanted``."""
        raise NotImplementedError

    def _value_of(self, key: int) -> int:
        """The value of a shape: 0, 1, 2, … are asked for in turn."""
        wanted = 0
        try:
            while (found := self._value_if(key, wanted)) is None:
                wanted += 1
        except BudgetError as error:
            error.at_least = wanted
            raise
        return found

    def _is_sum(self, keys: list[int], wanted: int) -> bool:
        """Whether the nim-sum of the shapes' values is ``wanted``; the last, hardest, is asked no more than that."""
        if not keys:
            return wanted == 0
        *others, largest = keys
        for key in others:
            wanted ^= self._value_of(key)
        return self._value_if(largest, wanted) == wanted

    def _ask(self, write: Callable[[NDArray[np.uint64]], None], size: int) -> int | None:
        """The answer to the question that ``write`` puts into a block, about so many cells: the value if the
        search finds it, None once it is known not to be the wanted one."""
        k = self._kernel
        self._shared[:] = 0
        for block in self._blocks:
            block[k.SP] = block[k.CHILDREN] = 0
            block[k.MODE], block[k.MARKED] = k.CALL, size * _MARKED_TENTHS // 10
            write(block)
        while True:
            status = self._slice()
            if k.DONE in status:
                break
            if k.FULL in status and self.statistics.exact >= self._most() * 9 // 10:
                self._grow()
        result = int(self._blocks[status.index(k.DONE)][k.RESULT])
        return None if result == k.NOT_IT else result

    def _slice(self) -> list[int]:
        """One run of the kernel in each thread, until the first of them stops."""
        import numpy as np

        from .cram import STOP

        k = self._kernel
        before, began = self.statistics, time.perf_counter()
        share = max(0, self._most() - before.exact) // self.threads
        tables, budget = self._tables(), np.uint64(self._budget)

        def run(block: NDArray[np.uint64]) -> int:
            return int(self._run(address(block), tables, budget, np.uint64(int(block[k.EXACTS]) + share)))

        self._shared[STOP] = 0
        status = in_threads(run, self._blocks)
        spent = time.perf_counter() - began
        if k.DONE not in status and k.FULL not in status and spent > 0:
            done = (self.statistics.positions - before.positions) // self.threads
            self._budget = max(1, min(4 * self._budget, int(done * _SLICE_SECONDS / spent)))
            if self.progress is not None:
                self.progress(self.statistics)
            tick(lambda: self._step(self.statistics))
        return status

    @staticmethod
    def _step(found: Statistics) -> Step:
        return Step(
            say(
                "{positions} positions, {values} values, {memory} of memory",
                positions=found.positions,
                values=found.exact,
                memory=bytes_text(found.table_bytes),
            ),
            found.exact,
        )

    def _most(self) -> int:
        """The exact entries that the table may hold: few while it can grow, as partial ones need room too."""
        capacity = self._table.size // self._slot
        return capacity // 4 if 3 * self._table.nbytes <= self.memory else capacity * 4 // 5

    def _grow(self) -> None:
        k = self._kernel
        if 3 * self._table.nbytes > self.memory:
            raise BudgetError(
                say(
                    "the values met so far ({count}) fill the table; a larger one needs {needed} of memory, "
                    "the limit is {limit}",
                    count=self.statistics.exact,
                    needed=bytes_text(3 * self._table.nbytes),
                    limit=bytes_text(self.memory),
                )
            )
        import numpy as np

        # In this order the entries are all there, and counted, wherever Ctrl-C comes.
        counted, larger, bits = self._block.copy(), lines(2 * self._table.nbytes // _LINE), self._bits + 1
        k.move_table(
            address(self._table), self._table.size, address(counted), address(larger), np.uint64(bits)
        )
        self._table, self._bits = larger, bits
        self._block[k.EXACTS], self._block[k.PARTIALS] = counted[k.EXACTS], counted[k.PARTIALS]
        for block in self._blocks[1:]:
            block[k.EXACTS] = block[k.PARTIALS] = 0

    def _place(self) -> tuple[np.uint64, np.uint64]:
        import numpy as np

        return address(self._table), np.uint64(self._bits)

    def _tables(self) -> tuple[np.uint64, ...]:
        return self._place()


def in_threads(run: Callable[[NDArray[np.uint64]], int], blocks: list[NDArray[np.uint64]]) -> list[int]:
    """What ``run`` returns for each block, each in a thread of its own; the first in this one. None of them runs any
    more when this returns or is interrupted."""
    if len(blocks) == 1:
        return [run(blocks[0])]
    change = threading.Condition()
    running, over = 0, False

    def other(block: NDArray[np.uint64]) -> int:
        nonlocal running
        with change:
            if over:
                return 0
            running += 1
        try:
            return run(block)
        finally:
            with change:
                running -= 1
                change.notify_all()

    try:
        with ThreadPoolExecutor(len(blocks) - 1) as pool:
            others = [pool.submit(other, block) for block in blocks[1:]]
            return [run(blocks[0]), *(found.result() for found in others)]
    finally:
        # Ctrl-C may come while a thread is being started: the pool does not know it then, nor wait for it.
        with change:
            over = True
            change.wait_for(lambda: not running)


def lines(count: int) -> NDArray[np.uint64]:
    """An empty table of so many cache lines, on the boundary of one."""
    import numpy as np

    table = np.zeros(8 * count + 8, np.uint64)
    start = -table.ctypes.data // 8 % 8
    return table[start : start + 8 * count]


def address(array: NDArray[np.generic]) -> np.uint64:
    """Where an array lies in memory; whoever passes it on keeps the array alive."""
    import numpy as np

    return np.uint64(array.ctypes.data)
