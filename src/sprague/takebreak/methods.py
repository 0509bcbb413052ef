"""The engines that compute Grundy values of heaps, behind one protocol. :mod:`sprague.takebreak.run` chooses one.

| engine | codes |
|---|---|
| set | subtraction sets with an infinite part: primes, squares, ... |
| take | moves that leave one heap, none, or equal heaps |
| sparse, scatter, dense | finite codes that split into two heaps, any or unequal |
| pairs | three and more heaps, or digits that repeat with splits |
| plain | every code, by the sets of :mod:`.small` |
"""

from __future__ import annotations

from array import array
from typing import Any, Protocol

from sprague.system.ask import Effort, require
from sprague.system.native import Kernel, zeros
from sprague.words.messages import say

from .codes import Code
from .small import fill_pairs, small_values
from .split import DenseEngine, ForcedScatterEngine, ForcedSparseEngine, SparseEngine

_TAKES = ("value[]", "int", "int", "const int64[]", "const uint8[]")

take_few = Kernel("heaps_take_few_{bits}", *_TAKES)
_take_many = Kernel(
    "heaps_take_many_{bits}", *_TAKES, "const int64[]", "const uint8[]", "uint8[]", "int64[]", "uint8[]"
)
_take_set = Kernel("heaps_take_set_{bits}", "value[]", "int", "int", "int", "const uint64[]", "uint64[]")


class Engine(Protocol):
    """A heap engine: ``attach`` it to an array, then ``fill`` the array piece by piece."""

    #: Why the last call of ``fill`` stopped early: "" (it did not) or "wide" (a value >= limit).
    stopped: str

    @property
    def name(self) -> str:
        """The name in :data:`ENGINES`. An engine that chooses among kernels has the name of the kernel at work."""

    def attach(self, values: memoryview, known: int, limit: int) -> None:
        """Attaches the engine to ``values``, whose first ``known`` entries are correct. Values are below ``limit``."""

    def fill(self, stop: int) -> int:
        """Fills ``values[:stop]`` as far as it can, and returns how many entries are then known."""


class TakeEngine:
    """The engine of codes without splits: it looks up the few values that a heap reaches."""

    name = "take"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""
        equal = code.split == "equal"
        self.few = not code.infinite and not equal and len(code.takes(1)) <= 63

    @staticmethod
    def can(code: Code) -> bool:
        """Returns whether this engine knows the moves of ``code``."""
        return not code.families and (code.most_heaps <= 1 or (code.split == "equal" and not code.infinite))

    def attach(self, values: memoryview, known: int, limit: int) -> None:
        self.values, self.known = values, known
        code = self.code
        self.takes = array("q", code.takes(1)[:: -1 if self.few else 1])
        self.ends = array("B", [digit & 1 for digit in code.digits])
        if self.few:
            return
        pairs = [(k, j) for j in range(2, code.most_heaps + 1) for k in code.takes(j)]
        self.equals = array("q", [number for pair in pairs for number in pair])
        self.block = array("B", code.repeat)
        rows = max(len(code.repeat), 1)
        self.ever, self.low, self.seen = zeros("B", rows * limit), zeros("q", rows), zeros("B", limit)
        for r in range(len(code.repeat)):
            old = values[: max(known - len(code.digits), 0)]
            for value in set(old[r or len(code.repeat) :: len(code.repeat)]):
                self.ever[r * limit + value] = 1

    def fill(self, stop: int) -> int:
        arguments = self.values, self.known, stop, self.takes, self.ends
        if self.few:
            self.known = take_few(*arguments)
        else:
            self.known = _take_many(*arguments, self.equals, self.block, self.ever, self.low, self.seen)
        self.stopped = "" if self.known >= stop else "wide"
        return self.known


class SetEngine:
    """The engine of subtraction sets with an infinite part. It keeps the numbers up to the end of the array, as a list
    or as bits."""

    name = "set"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""
        self.room = self._bits = 0

    @staticmethod
    def can(code: Code) -> bool:
        """Returns whether this engine knows the moves of ``code``."""
        return bool(code.families)

    def attach(self, values: memoryview, known: int, limit: int) -> None:
        from sprague.system.arrays import np

        self.values, self.known, self.limit = values, known, limit
        if len(values) <= self.room:
            return
        # An array that has grown once may grow again, so leave room for more.
        self.room = max(len(values), 2 * self.room)
        self.numbers = np.array([k for k in self.code.listed(self.room - 1) if k], np.int64)
        self.listed = len(self.numbers) <= 64 or 512 * len(self.numbers) <= self.room
        self.ends = np.zeros(self.room, np.uint8)
        self.ends[self.numbers] = 1
        if not self.listed:
            rows, largest = 64, max(values[:known])
            while rows <= largest:
                rows *= 2
            self._spread(rows)

    def _spread(self, rows: int) -> None:
        """Makes bits for that many values, and computes the known ones again."""
        from sprague.system.arrays import np

        words = self.room // 64 + 2
        require(
            Effort(bytes=(rows + 64) * words * 8, sure=True),
            say("a table of {count} values", count=self.room),
        )
        self.shifted, self.reach = np.zeros((64, words), np.uint64), np.zeros((rows, words), np.uint64)
        bits = np.zeros(64 * words, np.uint8)
        bits[self.numbers] = 1
        self.shifted[0] = np.packbits(bits, bitorder="little").view(np.uint64)
        for b in range(1, 64):
            self.shifted[b] = self.shifted[0] << np.uint64(b)
            self.shifted[b, 1:] |= self.shifted[0, :-1] >> np.uint64(64 - b)
        self._bits = 0

    def fill(self, stop: int) -> int:
        from sprague.system.arrays import np

        if self.listed:
            none, nothing, low = np.zeros(0, np.int64), np.zeros(0, np.uint8), np.zeros(1, np.int64)
            ever, seen = np.zeros((2, self.limit), np.uint8)
            arguments = self.values, self.known, stop, self.numbers, self.ends
            self.known = _take_many(*arguments, none, nothing, ever, low, seen)
        else:
            while True:
                self.known = _take_set(self.values, self._bits, self.known, stop, self.shifted, self.reach)
                self._bits = self.known
                if self._bits >= stop or 2 * len(self.reach) > self.limit:
                    break
                self._spread(2 * len(self.reach))
        self.stopped = "" if self.known >= stop else "wide"
        return self.known


class PairsEngine:
    """The engine that keeps sets of pair sums. Its time is quadratic, and its memory is heaps times values."""

    name = "pairs"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""
        self.size = 0

    @staticmethod
    def can(code: Code) -> bool:
        """Returns whether this engine knows the moves of ``code``."""
        return code.most_heaps >= 2 and (
            code.split == "any" or (code.split == "unequal" and code.most_heaps == 2)
        )

    def attach(self, values: memoryview, known: int, limit: int) -> None:
        from sprague.system.arrays import np

        code, words = self.code, limit // 64
        ring = len(code.digits) + 1 if code.most_heaps == 2 else len(values)
        require(
            Effort(bytes=(code.most_heaps - 1) * ring * words * 8, sure=True),
            say("a table of {count} values", count=len(values)),
        )
        rows = np.zeros((code.most_heaps - 1, ring, words), np.uint64)
        ever = np.zeros((code.most_heaps, max(len(code.repeat), 1), words), np.uint64)
        if known == self.known_rows:
            old = self.rows.shape
            if ring == old[1] or code.most_heaps > 2:
                rows[:, : old[1], : old[2]] = self.rows[:, :ring]
                ever[:, :, : old[2]] = self.ever
        else:
            known = 1  # computes the rows again for an array that another run has left
        self.rows, self.ever = rows, ever
        self.values, self.known = values, known
        self.finite = np.array([(k, d) for k, d in enumerate(code.digits) if d], np.int64).reshape(-1, 2)
        self.block = np.array(code.repeat, np.int64)
        self.scratch = np.zeros(73 * words, np.uint64)

    known_rows = -1
    rows: Any
    ever: Any

    def fill(self, stop: int) -> int:
        heaps, ring, words = self.rows.shape
        self.known = self.known_rows = fill_pairs(
            self.values,
            self.known,
            stop,
            self.finite,
            self.block,
            len(self.code.digits),
            self.code.split == "unequal",
            heaps + 1,
            ring,
            words,
            self.rows,
            self.ever,
            self.scratch,
        )
        self.stopped = "" if self.known >= stop else "wide"
        return self.known


class PlainEngine:
    """The engine for every code: the sets of :func:`sprague.takebreak.small.small_values`."""

    name = "plain"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""

    @staticmethod
    def can(code: Code) -> bool:
        """Returns True for every code."""
        return True

    def attach(self, values: memoryview, known: int, limit: int) -> None:
        self.values, self.known, self.limit = values, known, limit

    def fill(self, stop: int) -> int:
        new = small_values(self.code, stop - 1)[self.known :]
        for value in new:
            if value >= self.limit:
                self.stopped = "wide"
                return self.known
            self.values[self.known] = value
            self.known += 1
        self.stopped = ""
        return self.known


#: The engines by name, the best first.
ENGINES: dict[str, Any] = {
    "set": SetEngine,
    "take": TakeEngine,
    "sparse": ForcedSparseEngine,
    "scatter": ForcedScatterEngine,
    "dense": DenseEngine,
    "pairs": PairsEngine,
    "plain": PlainEngine,
}


def best_engine(code: Code) -> Engine:
    """Returns the engine to use unless one is forced. It chooses between sparse and dense during the run."""
    if SparseEngine.can(code):
        return SparseEngine(code)
    chosen: Engine = next(kind for kind in ENGINES.values() if kind.can(code))(code)
    return chosen


def engines(code: Code) -> list[str]:
    """Returns the names of the engines that support ``code``, beginning with the one that would be chosen.

    >>> from sprague.takebreak.codes import parse_code
    >>> engines(parse_code("subtract{1,3,4}")), engines(parse_code("hex:0.8"))
    (['take', 'dense', 'plain'], ['pairs', 'plain'])
    """

    return [name for name, kind in ENGINES.items() if kind.can(code)]
