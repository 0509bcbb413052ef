"""The engines that compute Grundy values of heaps, behind one protocol; :mod:`sprague.takebreak.run` chooses.

| engine | codes |
|---|---|
| take | moves that leave one heap, none, or equal heaps |
| sparse, scatter, dense | finite codes that split into two heaps, any or unequal |
| pairs | three and more heaps, or digits that repeat with splits |
| plain | every code, in plain Python |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from .codes import Code
from .split import DenseEngine, ForcedScatterEngine, ForcedSparseEngine, SparseEngine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]


class Engine(Protocol):
    """What computes: ``attach`` to an array, then ``fill`` it piece by piece."""

    name: str
    #: Why the last call of ``fill`` stopped early: "" (it did not), "wide" (a value >= limit), "rares" (gave up).
    stopped: str

    def attach(self, values: Values, known: int, limit: int) -> None:
        """Work on ``values``, whose first ``known`` entries are right and are kept; values are below ``limit``."""

    def fill(self, stop: int) -> int:
        """Fill up to ``values[:stop]``; returns how many entries are known then."""


class TakeEngine:
    """No search for pairs: the values that a heap reaches are few and looked up."""

    name = "take"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""
        equal = code.split == "equal"
        self.few = not code.infinite and not equal and len(code.takes(1)) <= 63

    @staticmethod
    def can(code: Code) -> bool:
        """Whether this engine knows the moves of ``code``."""
        return code.most_heaps <= 1 or (code.split == "equal" and not code.infinite)

    def attach(self, values: Values, known: int, limit: int) -> None:
        import numpy as np

        self.values, self.known = values, known
        code = self.code
        self.takes = np.array(code.takes(1)[::-1], np.int64)
        self.ends = np.array([digit & 1 for digit in code.digits], np.uint8)
        if self.few:
            return
        pairs = [(k, j) for j in range(2, code.most_heaps + 1) for k in code.takes(j)]
        self.equals = np.array(pairs, np.int64).reshape(-1, 2)
        self.block = np.array(code.repeat, np.uint8)
        self.ever = np.zeros((max(len(code.repeat), 1), limit), np.uint8)
        for r in range(len(code.repeat)):
            old = values[: max(known - len(code.digits), 0)]
            self.ever[r, old[r or len(code.repeat) :: len(code.repeat)]] = 1

    def fill(self, stop: int) -> int:
        from .kernels import take as heaps_take

        if self.few:
            reached = heaps_take.take_few(self.values, self.known, stop, self.takes, self.ends)
        else:
            reached = heaps_take.take_many(
                self.values, self.known, stop, self.takes, self.ends, self.equals, self.block, self.ever
            )
        self.known = int(reached)
        self.stopped = "" if self.known >= stop else "wide"
        return self.known


class PairsEngine:
    """Sets of pair sums: quadratic in time, and in memory by heaps times values."""

    name = "pairs"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""
        self.size = 0

    @staticmethod
    def can(code: Code) -> bool:
        """Whether this engine knows the moves of ``code``."""
        return code.most_heaps >= 2 and (
            code.split == "any" or (code.split == "unequal" and code.most_heaps == 2)
        )

    def attach(self, values: Values, known: int, limit: int) -> None:
        import numpy as np

        from sprague.system.limits import check_memory

        code, words = self.code, limit // 64
        ring = len(code.digits) + 1 if code.most_heaps == 2 else len(values)
        check_memory((code.most_heaps - 1) * ring * words * 8)
        rows = np.zeros((code.most_heaps - 1, ring, words), np.uint64)
        ever = np.zeros((code.most_heaps, max(len(code.repeat), 1), words), np.uint64)
        if known == self.known_rows:
            old = self.rows.shape
            if ring == old[1] or code.most_heaps > 2:
                rows[:, : old[1], : old[2]] = self.rows[:, :ring]
                ever[:, :, : old[2]] = self.ever
        else:
            known = 1  # the rows of an array that another run has left are computed again
        self.rows, self.ever = rows, ever
        self.values, self.known = values, known
        self.finite = np.array([(k, d) for k, d in enumerate(code.digits) if d], np.int64).reshape(-1, 2)
        self.block = np.array(code.repeat, np.int64)

    known_rows = -1
    rows: Any
    ever: Any

    def fill(self, stop: int) -> int:
        from .kernels import pairs as heaps_pairs

        reached = heaps_pairs.fill_by_rows(
            self.values,
            self.known,
            stop,
            self.finite,
            self.block,
            len(self.code.digits),
            self.code.split == "unequal",
            self.rows,
            self.ever,
        )
        self.known = self.known_rows = int(reached)
        self.stopped = "" if self.known >= stop else "wide"
        return self.known


class PlainEngine:
    """The plain sets of bits of :func:`sprague.takebreak.small.small_values`, for every code."""

    name = "plain"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""

    @staticmethod
    def can(code: Code) -> bool:
        """Every code."""
        return True

    def attach(self, values: Values, known: int, limit: int) -> None:
        self.values, self.known, self.limit = values, known, limit

    def fill(self, stop: int) -> int:
        from .small import small_values

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
    "take": TakeEngine,
    "sparse": ForcedSparseEngine,
    "scatter": ForcedScatterEngine,
    "dense": DenseEngine,
    "pairs": PairsEngine,
    "plain": PlainEngine,
}


def best_engine(code: Code) -> Engine:
    """The engine to use where none is forced; between sparse and dense it chooses as it goes."""
    if SparseEngine.can(code):
        return SparseEngine(code)
    chosen: Engine = next(kind for kind in ENGINES.values() if kind.can(code))(code)
    return chosen


def engines(code: Code) -> list[str]:
    """The names of the engines that know the moves of ``code``, the one that would be chosen first.

    >>> from sprague.takebreak.codes import parse_code
    >>> engines(parse_code("subtract{1,3,4}")), engines(parse_code("hex:0.8"))
    (['take', 'dense', 'plain'], ['pairs', 'plain'])
    """

    return [name for name, kind in ENGINES.items() if kind.can(code)]
