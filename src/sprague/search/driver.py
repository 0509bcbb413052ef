"""The common driver of the compiled searches: it runs a question in slices, by kernels that share a table.

A search has a block of words for each thread (:mod:`sprague.search.block`) and one table (:mod:`sprague.search.table`).
It runs for about half a second at a time. Between two slices the table grows, Ctrl-C takes effect and progress is
reported.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.system.ask import Step, asked, tick
from sprague.system.limits import bytes_text, checked_threads
from sprague.system.locks import Turns, alone, call_hook
from sprague.words.errors import BudgetError, RangeError
from sprague.words.messages import say

from .crew import Crew

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SLICE_SECONDS = 0.4
_FIRST_BUDGET = 200  # positions; four times as many next while that takes less than a slice
_LINE = 64  # bytes: a line of cache, four slots of two words or two of four
_FIRST_LINES = 1 << 14
_WEIGHT = 16  # times the square of its size: the cost of a part of which nothing is known
_AHEAD = 3  # the looks ahead stand above the deepest position
_MARKED_TENTHS = 6  # threads tell each other at which shapes they are, down to this part of the question


class Statistics(NamedTuple):
    """What a search has done: positions expanded, entries held (values; partial knowledge), bytes of the table."""

    positions: int
    exact: int
    partial: int
    table_bytes: int


Progress = Callable[[Statistics], None]


class Sizes(NamedTuple):
    """The largest numbers of moves of a position, of moves of a game, and of parts that a move leaves."""

    moves: int
    depth: int
    parts: int


class TableSearch:
    """The driver of a search with keys of one word or two: questions, threads, and the table with its bound.

    ``head`` is the beginning of the block of a thread, up to its stacks, and ``sizes`` says how much these must hold.
    ``memory`` bounds the table, in bytes (by default the limit of :mod:`sprague.system.limits` for the present
    question). ``progress`` is called about twice a second. An exception that it raises, or Ctrl-C, leaves the table
    intact, so that the same question resumes where it stopped. ``threads`` is the number of threads that work on one
    question and share the table.
    """

    #: The number of searches of a kind whose tables a pool keeps.
    kept = 32

    def __init__(
        self,
        words: int,
        head: NDArray[np.uint64],
        sizes: Sizes,
        memory: int | None,
        progress: Progress | None,
        threads: int,
    ) -> None:
        from sprague.system.arrays import np

        self._bound = memory
        if self.memory < 2 * _FIRST_LINES * _LINE:
            raise RangeError(
                say(
                    "expected at least {needed} of memory for the table, got {got}",
                    needed=bytes_text(2 * _FIRST_LINES * _LINE),
                    got=bytes_text(self.memory),
                )
            )
        self.progress = progress
        #: A hook for the owner of this search, which is called as often as ``progress`` but belongs to no user's
        #: question.
        self.between_slices: Callable[[], object] | None = None
        #: Held by methods marked :func:`.alone.alone`, which allow one question at a time.
        self.alone = Turns()
        self.threads = checked_threads(threads)
        #: The number of 64-bit words of a key.
        self.words = words
        from . import block, children, machine, table

        self._places: Any = block
        self._run: Callable[..., int] = machine.search_one if words == 1 else machine.search_two
        self._split: Callable[..., Any] = children.split_one if words == 1 else children.split_two
        self._functions: Any = table
        self._table = lines(_FIRST_LINES)
        self._crew = Crew()
        options = sizes.moves * (sizes.depth + _AHEAD)
        self._first_part = int(block.CHILD) + int(block.C_SIZE) * options
        self._blocks = []
        for _ in range(self.threads):
            # Pages that are never touched cost nothing.
            each = np.zeros(self._first_part + words * sizes.parts * options, np.uint64)
            each[: len(head)] = head
            each[block.WEIGHT] = _WEIGHT
            self._blocks.append(each)
        self._block = self._blocks[0]
        self._budget = _FIRST_BUDGET
        self._shared = np.zeros(int(block.MARKS) + (1 << int(block.MARK_BITS)), np.uint64)
        if self.threads > 1:
            for each in self._blocks:
                each[block.SHARED] = address(self._shared)

    @property
    def memory(self) -> int:
        """The bytes that the table may take. Each question has its own bound, as a search outlives the question that
        began it."""
        return asked().bytes if self._bound is None else self._bound

    def renew(self) -> None:
        """Waits for the threads that an exception has left running. The table stays, as no exception occurs within
        compiled code, and a question begins its block anew. If the kernels are plain functions, the table begins anew,
        too."""
        from sprague.system import jit

        self._shared[self._places.STOP] = 1
        self._crew.wait()
        if jit.disabled():
            for block in self._blocks:
                block[self._places.EXACTS] = block[self._places.PARTIALS] = 0
            self._table = lines(_FIRST_LINES)

    @property
    def families(self) -> list[tuple[str, str]]:
        """The families of the keys: a game, and whatever else the keys depend on. There are two if the search has keys
        of two words, and those that fit one word mean the same as in a search with keys of one word."""
        raise NotImplementedError

    @property
    def statistics(self) -> Statistics:
        """Returns the counts since the search was created. Those of entries are the present ones."""
        k = self._places
        # A thread may have replaced more partial entries than it created, so the words are added modulo 2^64.
        nodes, exacts, partials = (
            sum(int(block[place]) for block in self._blocks) & (2**64 - 1)
            for place in (k.NODES, k.EXACTS, k.PARTIALS)
        )
        return Statistics(nodes, exacts, partials, int(self._table.nbytes))

    @alone
    def exact_entries(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Returns all known values: the keys in ascending order as 64-bit words (rows of two if a key has two), and
        their values."""
        from sprague.system.arrays import np

        count, words = self.statistics.exact, self.words
        keys, values = np.zeros((count + 1, words), np.uint64), np.zeros(count + 1, np.uint64)
        table = address(self._table), np.uint64(self._table.size), np.uint64(words)
        found = int(self._functions.exact_entries(*table, address(keys), address(values)))
        signed = keys[:found].view(np.int64)
        order = np.lexsort(signed.T)
        signed, sorted_values = signed[order], values[:found].astype(np.uint8)[order]
        # Two threads may have entered the same key.
        first = np.ones(found, bool)
        first[1:] = np.any(signed[1:] != signed[:-1], axis=1)
        signed = signed[first]
        return signed[:, 0] if words == 1 else signed, sorted_values[first]

    @alone
    def load(self, keys: NDArray[np.int64], values: NDArray[np.uint8]) -> None:
        """Adds values from an earlier search of the same kind (see :meth:`exact_entries`).

        Raises TooLargeError if they do not fit in the memory.
        """
        from sprague.system.arrays import np

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
        entries = address(words), address(data), np.uint64(len(words)), np.uint64(self.words)
        self._functions.load_exact(*entries, address(self._block), *self._place())

    def _parts(self, cells: int) -> tuple[list[int], int]:
        """Returns the parts of a set of cells or vertices, the largest last, and the nim-sum of the parts that need no
        search."""
        from sprague.system.arrays import np

        if cells == 0:
            return [], 0
        block, first, words = self._block, self._first_part, self.words
        self._put(block, cells)
        count, total = self._split(address(block), np.uint64(first))
        found = block[first : first + words * int(count)].tolist()
        parts = found if words == 1 else [a | b << 64 for a, b in zip(found[::2], found[1::2], strict=True)]
        return sorted(parts, key=int.bit_count), int(total)

    def _put(self, block: NDArray[np.uint64], key: int) -> None:
        """Writes the key of a question into a block."""
        k = self._places
        block[k.KEY] = key & (2**64 - 1)
        if self.words == 2:
            block[int(k.KEY) + 1] = key >> 64

    def _depths(self, part: int) -> tuple[int, int]:
        """Returns the sizes of parts from which on a question about a part looks ahead, and looks further ahead."""
        raise NotImplementedError

    def _value_if(self, part: int, wanted: int) -> int | None:
        """Returns the value of a part if the search finds it while it tests whether it is ``wanted``, else None."""
        k = self._places
        self._shared[:] = 0
        size = part.bit_count()
        for block in self._blocks:
            block[k.DEPTH] = 0
            block[k.CHILDREN], block[k.PARTS] = k.CHILD, self._first_part
            block[k.MODE], block[k.MARKED] = k.CALL, size * _MARKED_TENTHS // 10
            block[k.DEEP], block[k.DEEPER] = self._depths(part)
            block[k.WANT] = wanted
            self._put(block, part)
        while True:
            status = self._slice()
            if k.DONE in status:
                break
            if k.FULL in status and self.statistics.exact >= self._most() * 9 // 10:
                self._grow()
        result = int(self._blocks[status.index(k.DONE)][k.RESULT])
        return None if result == k.NOT_IT else result

    def _value_of(self, part: int) -> int:
        """Returns the value of a part by testing 0, 1, 2, … in turn."""
        wanted = 0
        try:
            while (found := self._value_if(part, wanted)) is None:
                wanted += 1
        except BudgetError as error:
            error.at_least = wanted
            raise
        return found

    def _sum_of(self, parts: list[int], rest: int) -> int:
        """Returns the nim-sum of ``rest`` and the parts' values."""
        if len(parts) == 1 and rest == 0:
            return self._value_of(parts[0])
        try:
            for part in parts:
                rest ^= self._value_of(part)
            return rest
        except BudgetError as error:
            error.at_least = 0  # a bound for one part is none for the sum
            raise

    def _is_sum(self, parts: list[int], wanted: int) -> bool:
        """Returns whether the nim-sum of the parts' values is ``wanted``. The search of the last part, the hardest,
        does no more than this needs."""
        if not parts:
            return wanted == 0
        *others, largest = parts
        return self._value_if(largest, left := self._sum_of(others, wanted)) == left

    def _slice(self) -> list[int]:
        """Runs the kernel once in each thread, until the first of them stops."""
        from sprague.system.arrays import np

        k = self._places
        before, began = self.statistics, time.perf_counter()
        share = max(0, self._most() - before.exact) // self.threads
        table, budget = self._place(), np.uint64(self._budget)

        def run(block: NDArray[np.uint64]) -> int:
            return int(self._run(address(block), *table, budget, np.uint64(int(block[k.EXACTS]) + share)))

        self._shared[k.STOP] = 0
        status = self._crew.run(run, self._blocks)
        spent = time.perf_counter() - began
        if k.DONE not in status and k.FULL not in status and spent > 0:
            done = (self.statistics.positions - before.positions) // self.threads
            self._budget = max(1, min(4 * self._budget, int(done * _SLICE_SECONDS / spent)))
            if self.between_slices is not None:
                self.between_slices()
            if self.progress is not None:
                call_hook(self.progress, self.statistics)
            tick(lambda: self._step(self.statistics))
        return status

    @staticmethod
    def _step(found: Statistics) -> Step:
        return Step(
            say(
                "values ({positions} positions, {memory} of memory)",
                positions=found.positions,
                memory=bytes_text(found.table_bytes),
            ),
            found.exact,
            bytes=found.table_bytes,
        )

    def _most(self) -> int:
        """Returns the number of exact entries that the table may hold. It is small while the table can grow, as partial
        ones need room, too."""
        capacity = self._table.size // (2 * self.words)
        return capacity // 4 if 3 * self._table.nbytes <= self.memory else capacity * 4 // 5

    def _grow(self) -> None:
        k = self._places
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
        from sprague.system.arrays import np

        # In this order all entries are present and counted (some perhaps twice), wherever an exception occurs.
        counted, larger = self._block[: int(k.OWN)].copy(), lines(2 * self._table.size // 8)
        old = address(self._table), np.uint64(self._table.size), np.uint64(self.words)
        self._functions.move_table(*old, address(counted), *self._place(larger))
        self._table = larger
        self._block[k.EXACTS], self._block[k.PARTIALS] = counted[k.EXACTS], counted[k.PARTIALS]
        for block in self._blocks[1:]:
            block[k.EXACTS] = block[k.PARTIALS] = 0

    def _place(self, table: NDArray[np.uint64] | None = None) -> tuple[np.uint64, np.uint64]:
        """Returns the address of a table (by default the one in use), and the logarithm of the number of its lines."""
        from sprague.system.arrays import np

        table = self._table if table is None else table
        return address(table), np.uint64((table.size // (8 * self.words)).bit_length() - 1)


def lines(count: int) -> NDArray[np.uint64]:
    """Returns an empty table of ``count`` cache lines, aligned to a cache line."""
    from sprague.system.arrays import np

    table = np.zeros(8 * count + 8, np.uint64)
    start = -table.ctypes.data // 8 % 8
    return table[start : start + 8 * count]


def address(array: NDArray[np.generic]) -> np.uint64:
    """Returns the address of an array in memory. The caller must keep the array alive."""
    from sprague.system.arrays import np

    return np.uint64(array.ctypes.data)
