"""The common driver of the compiled searches: it runs a question in slices, by threads that share a table.

A search has a room for each thread, and one table (``native/search.c``). It runs for about half a second at a time.
Between two slices the table grows, Ctrl-C takes effect and progress is reported.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sprague.system.ask import Step, asked, tick
from sprague.system.crew import Crew
from sprague.system.limits import bytes_text, checked_threads
from sprague.system.locks import Turns, alone, call_hook
from sprague.system.native import DONE, FULL, Kernel, Room
from sprague.words.errors import BudgetError, RangeError, TooLargeError
from sprague.words.messages import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SLICE_SECONDS = 0.4
_FIRST_BUDGET = 200  # positions; four times as many next while that takes less than a slice
_LINE = 64  # bytes: a line of cache, for each word of a key
_FIRST_LINES = 1 << 14
_MARKED_TENTHS = 6  # threads announce their shapes to each other, down to this part of the question
_MOST_TESTED = 62  # the largest value that a search tests
_NOT_IT = 255  # the result: the value is known to differ from the wanted one
_EXACT = 1 << 63  # in the data of an entry: its value is known


class Functions:
    """The functions of ``native/search*.c`` for keys of ``words`` words."""

    def __init__(self, words: int) -> None:
        def kernel(name: str, *kinds: str) -> Kernel:
            return Kernel(f"search_{name}_{64 * words}", *kinds)

        search, table, shared, known = ("room",) * 4
        self.size = kernel("size", "int", "int", "int", "int")
        self.board = kernel("board", search, "int")
        self.pieces = kernel("pieces", search, "int", "const uint8[]")
        self.stones = kernel("stones", search, "int", "int")
        self.graph = kernel("graph", search, "const uint64[]", "int", "const uint8[]", known)
        self.fill_tiny = kernel("fill_tiny", known, "int", "int", "int")
        self.fill_pieces = kernel("fill_pieces", search, known, "int", "int")
        self.split = kernel("split", search, known, "const uint64[]", "uint64[]")
        self.ask = kernel("ask", search, shared, "const uint64[]", "int", "int", "int", "int")
        self.run = kernel("run", search, table, shared, known, "int", "int")
        self.stop = kernel("stop", shared, "int")
        self.shared_size = kernel("shared_size")
        self.state = kernel("state", search, "uint64[]")
        self.count = kernel("count", search, "const uint64[]")
        self.move = kernel("move", table, table, "uint64[]")
        self.entries = kernel("entries", table, "uint64[]", "uint8[]")
        self.load = kernel("load", table, "const uint64[]", "const uint64[]", "uint64[]")


FUNCTIONS = {words: Functions(words) for words in (1, 2)}


class Statistics(NamedTuple):
    """What a search has done: positions expanded, entries held (values; partial knowledge), bytes of the table."""

    positions: int
    exact: int
    partial: int
    table_bytes: int


Progress = Callable[[Statistics], None]


class TableSearch:
    """The driver of a search with keys of one word or two: questions, threads, and the table with its bound.

    ``cells`` and ``moves`` are the numbers of cells (or vertices) and moves of the largest part that it may meet. By
    default each move takes at least two cells. Otherwise ``moves`` also says how many cells a move takes at least, and
    how many moves there are at most for each cell. ``memory`` bounds the table, in bytes (by default the limit of
    :mod:`sprague.system.limits` for the present question). ``progress`` is called about twice a second. An exception
    that it raises, or Ctrl-C, leaves the table intact, so that the same question resumes where it stopped. ``threads``
    is the number of threads that work on one question and share the table.
    """

    #: The number of searches of a kind whose tables a pool keeps.
    kept = 32

    def __init__(
        self,
        words: int,
        cells: int,
        moves: int | tuple[int, int, int],
        memory: int | None,
        progress: Progress | None,
        threads: int,
    ) -> None:
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
        self._functions = FUNCTIONS[words]
        self._table = Room(_FIRST_LINES * _LINE, huge=True)
        self._crew = Crew()
        size = self._functions.size(cells, *((moves, 2, 0) if isinstance(moves, int) else moves))
        #: For each thread the state of its search; what the threads share; what the game looks up.
        self._searches = [Room(size) for _ in range(self.threads)]
        self._shared = Room(self._functions.shared_size() if self.threads > 1 else 0)
        self._known = Room(0)
        self._budget = _FIRST_BUDGET
        self._rate = 1000.0 * _FIRST_BUDGET  # positions in a second, until it is measured

    @property
    def memory(self) -> int:
        """The bytes that the table may take. Each question has its own bound, as a search outlives the question that
        began it."""
        return asked().bytes if self._bound is None else self._bound

    def renew(self) -> None:
        """Waits for the threads that an exception has left running. The table stays, as no exception occurs within
        compiled code, and a question begins its search anew."""
        self._functions.stop(self._shared, 1)
        self._crew.wait()

    @property
    def families(self) -> list[tuple[str, str]]:
        """The families of the keys: a game, and whatever else the keys depend on. There are two if the search has keys
        of two words, and those that fit one word mean the same as in a search with keys of one word."""
        raise NotImplementedError

    @property
    def statistics(self) -> Statistics:
        """Returns the counts since the search was created. Those of entries are the present ones."""
        # A thread may have replaced more partial entries than it created, so the words are added modulo 2^64.
        positions, exact, partial = (sum(words) & (2**64 - 1) for words in zip(*self._states(), strict=True))
        return Statistics(positions, exact, partial, self._table.size)

    def _states(self) -> list[list[int]]:
        """Returns, for each thread, its positions, and what it has added to the numbers of exact and partial
        entries."""
        return [_state(self._functions, search)[1:] for search in self._searches]

    @alone
    def exact_entries(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Returns all known values: the keys in ascending order as 64-bit words (rows of two if a key has two), and
        their values."""
        from sprague.system.arrays import np

        count, words = self.statistics.exact, self.words
        keys, values = np.zeros((count, words), np.uint64), np.zeros(count, np.uint8)
        entries = self._functions.entries(self._table, keys, values)
        signed = keys[:entries].view(np.int64)
        order = np.lexsort(signed.T)
        signed, sorted_values = signed[order], values[:entries][order]
        # Two threads may have entered the same key.
        first = np.ones(entries, bool)
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
        words, packed = (
            np.ascontiguousarray(keys).view(np.uint64),
            values.astype(np.uint64) | np.uint64(_EXACT),
        )
        _, _, *counts = _state(self._functions, first := self._searches[0])
        self._functions.load(self._table, words, packed, added := array("Q", counts))
        self._functions.count(first, added)

    def _parts(self, cells: int) -> tuple[list[int], int]:
        """Returns the parts of a set of cells or vertices, the largest last, and the nim-sum of the parts that need no
        search."""
        words = self.words
        packed = array("Q", bytes(8 * (64 * words + 1)))
        count = self._functions.split(self._searches[0], self._known, self._key(cells), packed)
        parts = packed[: words * count].tolist()
        if words == 2:
            parts = [low | high << 64 for low, high in zip(parts[::2], parts[1::2], strict=True)]
        return sorted(parts, key=int.bit_count), packed[words * count]

    def _key(self, cells: int) -> array[int]:
        """Returns a set of cells or vertices as words, the lowest first."""
        return array("Q", [cells >> 64 * i & (2**64 - 1) for i in range(self.words)])

    def _depths(self, part: int) -> tuple[int, int]:
        """Returns the sizes of parts from which on a question about a part looks ahead, and looks further ahead."""
        raise NotImplementedError

    def _value_if(self, part: int, wanted: int) -> int | None:
        """Returns the value of a part if the search finds it while it tests whether it is ``wanted``, else None."""
        # A value is at most the number of moves that can follow, and each takes a cell.
        if wanted > part.bit_count():
            return None
        if wanted > _MOST_TESTED:
            return self._value_of(part)
        marked = part.bit_count() * _MARKED_TENTHS // 10
        for search in self._searches:
            self._functions.ask(search, self._shared, self._key(part), wanted, *self._depths(part), marked)
        while True:
            status = self._slice()
            if DONE in status:
                break
            if FULL in status and self.statistics.exact >= self._most() * 9 // 10:
                self._grow()
        value = _state(self._functions, self._searches[status.index(DONE)])[0]
        return None if value == _NOT_IT else value

    def _value_of(self, part: int) -> int:
        """Returns the value of a part by testing 0, 1, 2, … in turn."""
        wanted = 0
        try:
            while (value := self._value_if(part, wanted)) is None:
                wanted += 1
                if wanted > _MOST_TESTED:
                    raise TooLargeError(
                        say("a search tests values up to {limit}, and this one is larger", limit=_MOST_TESTED)
                    )
        except BudgetError as error:
            error.at_least = wanted
            raise
        return value

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
        return self._value_if(largest, needed := self._sum_of(others, wanted)) == needed

    def _slice(self) -> list[int]:
        """Runs each thread's search for a while, until the first of them stops."""
        before, began, seconds_left = self.statistics, time.perf_counter(), asked().left
        share = max(0, self._most() - before.exact) // self.threads
        # Half of the remaining time, so that the search ends in time.
        budget = (
            self._budget
            if seconds_left is None
            else max(1, int(min(self._budget, self._rate * seconds_left / 2)))
        )

        def run(search: Room) -> int:
            return self._functions.run(search, self._table, self._shared, self._known, budget, share)

        self._functions.stop(self._shared, 0)
        status = self._crew.run(run, self._searches)
        spent = time.perf_counter() - began
        if DONE not in status and FULL not in status and spent > 0:
            self._rate = (self.statistics.positions - before.positions) / self.threads / spent
            self._budget = max(1, min(4 * self._budget, int(self._rate * _SLICE_SECONDS)))
            if self.between_slices is not None:
                self.between_slices()
            if self.progress is not None:
                call_hook(self.progress, self.statistics)
            tick(lambda: self._step(self.statistics))
        return status

    @staticmethod
    def _step(statistics: Statistics) -> Step:
        return Step(
            say(
                "values ({positions} positions, {memory} of memory)",
                positions=statistics.positions,
                memory=bytes_text(statistics.table_bytes),
            ),
            statistics.exact,
            bytes=statistics.table_bytes,
        )

    def _most(self) -> int:
        """Returns the number of exact entries that the table may hold. It is small while the table can grow, as partial
        ones need room, too."""
        capacity = self._table.size // (16 * self.words)
        return capacity // 4 if self._may_grow() else capacity * 4 // 5

    def _may_grow(self) -> bool:
        return 3 * self._table.size <= self.memory

    def _grow(self) -> None:
        if not self._may_grow():
            raise BudgetError(
                say(
                    "the values met so far ({count}) fill the table; a larger one needs {needed} of memory, "
                    "the limit is {limit}",
                    count=self.statistics.exact,
                    needed=bytes_text(3 * self._table.size),
                    limit=bytes_text(self.memory),
                )
            )
        # In this order all entries are present and counted (some perhaps twice), wherever an exception occurs.
        larger, counts = Room(2 * self._table.size, huge=True), array("Q", [0, 0])
        self._functions.move(self._table, larger, counts)
        self._table = larger
        for search in self._searches:
            self._functions.count(search, counts)
            counts = array("Q", [0, 0])


def _state(functions: Functions, search: Room) -> list[int]:
    """Returns the result of a search, its positions, and what it has added to the numbers of exact and partial
    entries."""
    functions.state(search, state := array("Q", bytes(32)))
    return state.tolist()
