"""The engines of finite codes that split into two heaps: by the sparse space if that pays, otherwise by all pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .codes import Code
from .sparse_space import SparseSpace, odd_table, rare_heaps, vote

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sprague.takebreak.kernels.sparse import Sources

    Values = NDArray[np.unsignedinteger[Any]]


class DenseEngine:
    """Visits every pair of heaps in vectors: quadratic with a very small constant, for any two-heap code."""

    name = "dense"
    near = 512

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""

    @staticmethod
    def can(code: Code) -> bool:
        """Whether this engine knows the moves of ``code``."""
        return code.most_heaps <= 2 and not code.infinite and code.split != "equal"

    def attach(self, values: Values, known: int, limit: int) -> None:
        from sprague.system.arrays import np

        from .kernels import dense as heaps_dense

        self.values, self.known = values, known
        self.takes = np.array(self.code.takes(1), np.int64)
        self.ends = np.array([digit & 1 for digit in self.code.digits], np.uint8)
        self.splits = np.array(self.code.takes(2), np.int64)
        self.mirror = np.ascontiguousarray(values[::-1])
        self.seen = np.zeros((heaps_dense.BATCH, limit), np.uint8)

    def fill(self, stop: int) -> int:
        from .kernels import dense as heaps_dense

        begun = self.known
        reached, wrong = heaps_dense.fill_dense(
            self.values,
            begun,
            stop,
            self.takes,
            self.ends,
            self.splits,
            self.code.split == "unequal",
            self.near,
            self.mirror,
            self.seen,
        )
        self.known = int(reached)
        # A pair marked costs about thirty times a pair searched in a vector.
        rate = int(wrong) / max(self.known - begun, 1)
        if rate > 20 and self.near < 1 << 14:
            self.near *= 2
        elif rate < 5 and self.near > 256:
            self.near //= 2
        self.stopped = "" if self.known >= stop else "wide"
        return self.known


class SparseEngine:
    """Uses the sparse space. :class:`DenseEngine` computes the first heaps, and games without a sparse space.

    The newest values vote for a mask again and again as long as new rare heaps appear. The kernel that should be the
    fastest computes the next stretch: "dense", "scatter" or "sparse", unless one is ``forced``.
    """

    first = 8192
    forced = ""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""
        self.name = "dense"
        self.space: SparseSpace | None = None
        self.counted = 0
        self.width = 32
        self.review = max(self.first, 8 * (code.last + 128))
        self.dense: DenseEngine | None = None
        self.near = DenseEngine.near

    @staticmethod
    def can(code: Code) -> bool:
        """Whether this engine knows the moves of ``code``."""
        return code.most_heaps == 2 and not code.infinite and code.split != "equal"

    def attach(self, values: Values, known: int, limit: int) -> None:
        self.values, self.known, self.limit = values, known, limit
        self.dense = None
        self._prepare()

    def fill(self, stop: int) -> int:
        self.stopped = ""
        while self.known < stop and not self.stopped:
            if self.known >= self.review:
                self._choose()
            fill = {"dense": self._fill_dense, "scatter": self._fill_scatter, "sparse": self._fill_sparse}
            fill[self.name](min(stop, self.review))
        return self.known

    def _fill_dense(self, stop: int) -> None:
        if self.dense is None:
            # Only as far as the next review: the array may be much longer than memory.
            self.dense = DenseEngine(self.code)
            self.dense.near = self.near
            self.dense.attach(self.values[: self.review], self.known, self.limit)
        # In pieces, after each of which the number of near pairs adapts.
        self.known = self.dense.fill(min(stop, self.known + 8192))
        self.near, self.stopped = self.dense.near, self.dense.stopped

    def _choose(self) -> None:
        """Vote for a mask, count its rare heaps, and decide by the work expected how to go on."""
        from sprague.system.arrays import np

        code, values = self.code, self.values[: self.known]
        mask, parity, flip = vote(code, values)
        old = self.space
        largest = max(
            int(values[begin : begin + (1 << 22)].max()) for begin in range(0, len(values), 1 << 22)
        )
        # Wider than needed, so that it seldom grows; but values must fit the type of the array.
        while self.width <= 2 * largest and self.width < self.limit:
            self.width *= 2
        rares, begin = np.zeros(0, np.int64), 0
        if old is not None and (old.mask, old.parity, old.flip) == (mask, parity, flip):
            rares, begin = old.rares, self.counted
        more = rare_heaps(values, begin, self.known, odd_table(mask, self.width), parity, flip)
        self.space = SparseSpace(mask, parity, flip, np.concatenate((rares, more)))
        self.counted = self.known
        self.largest = largest
        costs = {"dense": self._dense_cost, "scatter": self._scatter_cost, "sparse": self._sparse_cost}
        self.name = self.forced or min(costs, key=lambda name: costs[name]())
        self.review = self.known + max(4096, self.known // 4)
        self.dense = None
        self._prepare()

    def _dense_cost(self) -> float:
        """Nanoseconds a heap: all pairs in vectors, more often for more values, and near ones one by one."""
        vectors = self.known / 2 / (64 // self.values.itemsize)
        marks = min(16 * self.largest, self.known / 2)
        return len(self.code.takes(2)) * (vectors * (1 + self.largest / 100) + marks)

    def _scatter_cost(self) -> float:
        """Nanoseconds a heap: every source marks a value, the rare values left are searched in vectors."""
        assert self.space is not None
        marks = len(self.code.takes(2)) * (len(self.space.rares) + self._spread())
        return 0.3 * marks + 4.0 * self.largest + 200

    def _spread(self) -> int:
        """How many common heaps join the sources of :meth:`_fill_scatter`."""
        return min(self.known // 24, 8 * self.largest, 8192)

    def _sparse_cost(self) -> float:
        """Nanoseconds a heap: a vector operation serves LANES heaps, for each source and value."""
        from sprague.system.arrays import np

        assert self.space is not None
        rares = self.space.rares
        takes = len(self.code.takes(2))
        far = rares[rares >= 512]
        inhabited = len(np.unique(self.values[max(self.known - 65536, 0) : self.known]))
        if not self.space.parity:
            inhabited = inhabited // 2 + 1
        cut = _cut(rares)
        load = 0.5 if cut < 1 << 15 else 2.0  # the eight copies of a row fit the nearest cache, or not
        reach = inhabited * (load * takes * (len(far) + self._extras()) + 0.05 * cut) / 512
        cost = float(reach + takes * (len(rares) - len(far)) + 100)
        # New rare heaps are carried along one by one, and every few hundred all is arranged anew.
        recent = len(rares) - int(np.searchsorted(rares, self.known - 16384))
        return cost + recent / 16384 * (20_000 + 30 * len(rares) + 0.3 * self.known)

    def _extras(self) -> int:
        """How many common heaps join the sources, to settle rare values."""
        return min(max(256, 8 * self.largest), 4096)

    def _prepare(self) -> None:
        """Arrays for the kernels of the sparse space, from it and its rare heaps."""
        from sprague.system.arrays import np

        from .kernels import sparse as heaps_sparse

        if self.name == "dense":
            return
        assert self.space is not None
        space, code = self.space, self.code
        self.moves = heaps_sparse.Moves(
            np.array(code.takes(1), np.int64),
            np.array([digit & 1 for digit in code.digits], np.uint8),
            np.array(code.takes(2), np.int64),
            code.split == "unequal",
        )
        odd = odd_table(space.mask, self.width)
        length = min((self.known - code.last) // 2 - 64, 1 << 18)
        head = np.ascontiguousarray(self.values[:length][::-1])
        self.kernel_space = heaps_sparse.Space(
            odd, int(space.parity), int(space.flip), self.largest + 1, head
        )
        if self.name == "sparse":
            self._find_sources()
        else:
            self._list_sources()

    def _list_sources(self) -> None:
        """The sources of :meth:`_fill_scatter`: some heaps and all rare ones, with room for more."""
        from sprague.system.arrays import np
        from sprague.takebreak.kernels.scatter import BATCH

        assert self.space is not None
        # Common heaps from everywhere: pairs of near ones miss many values.
        spread = np.linspace(BATCH, self.known - 1, self._spread(), dtype=np.int64)
        sources = np.union1d(spread, self.space.rares[self.space.rares >= BATCH])
        self.count = len(sources)
        self.listed = np.zeros(2 * self.count, np.int64)
        self.listed[: self.count] = sources
        self.classes = np.zeros(len(self.listed), self.values.dtype)
        self.classes[: self.count] = self.values[sources]
        self.seen = np.zeros((BATCH, self.width), np.uint8)

    def _find_sources(self) -> None:
        """The sources of :meth:`_fill_sparse`, arranged by their values."""
        from sprague.system.arrays import np

        assert self.space is not None
        rares = self.space.rares[self.space.rares > 0]
        heaps = np.union1d(rares, self._common_sources())
        takes = np.array(self.code.takes(2), np.int64)
        self.sources = _sources(self.values, heaps, takes)
        window = max(int(self.sources.far.max(initial=0)), int(self.sources.distant.max(initial=0))) + 1024
        stretch = max(32768, 2 * window)
        self.rows = np.empty((self.width, (window + stretch) // 64), np.uint64)

    def _common_sources(self) -> NDArray[np.int64]:
        """Common heaps beyond the near ones, of the values that occur most, so that there are few values."""
        from sprague.system.arrays import np

        assert self.space is not None
        wanted = self._extras()
        begin = 512
        early = self.values[begin : min(begin + 12 * wanted, self.known // 2)]
        counts = np.bincount(early)
        odd = self.kernel_space.odd
        found: list[NDArray[np.int64]] = []
        total = 0
        for value in np.argsort(-counts, kind="stable"):
            if total >= wanted:
                break
            if counts[value] and (self.space.parity or odd[value]):
                found.append(begin + np.flatnonzero(early == value)[: max(8, wanted // 12)])
                total += len(found[-1])
        return np.concatenate(found) if found else np.zeros(0, np.int64)

    def _fill_scatter(self, stop: int) -> None:
        from .kernels import scatter as heaps_scatter

        assert self.space is not None
        old = self.count
        reached, self.count = heaps_scatter.fill_scatter(
            self.values,
            self.known,
            stop,
            self.moves,
            self.kernel_space,
            self.listed,
            self.classes,
            old,
            self.seen,
        )
        self.known = self.counted = int(reached)
        self.space = self.space.with_rares(self.listed[old : self.count])
        if self.known < stop:
            if self.count + heaps_scatter.BATCH <= len(self.listed):
                self._widen()
            else:
                self._list_sources()

    def _fill_sparse(self, stop: int) -> None:
        from .kernels import sparse as heaps_sparse

        assert self.space is not None
        begun = self.known
        reached, new = heaps_sparse.fill_sparse(
            self.values, begun, stop, self.moves, self.sources, self.kernel_space, self.rows
        )
        self.known = int(reached)
        self.counted = self.known
        if new:
            self._add_rares(begun)
        elif self.known == begun:
            self._widen()

    def _widen(self) -> None:
        """Make room for the value of the next heap, which does not fit."""
        if self.width >= self.limit:
            self.stopped = "wide"
            return
        self.width *= 2
        self.largest = self.width // 2 - 1
        self._prepare()

    def _add_rares(self, begun: int) -> None:
        assert self.space is not None
        space = self.space
        more = rare_heaps(self.values, begun, self.known, self.kernel_space.odd, space.parity, space.flip)
        self.space = space.with_rares(more)
        if self.known < self.review:
            self._find_sources()


class ForcedSparseEngine(SparseEngine):
    """Uses the sparse kernel from the start, however many rare heaps there are."""

    first = 1024
    forced = "sparse"


class ForcedScatterEngine(ForcedSparseEngine):
    """Uses the scatter kernel from the start, however many rare heaps there are."""

    forced = "scatter"


def _sources(values: Values, heaps: NDArray[np.int64], takes: NDArray[np.int64]) -> Sources:
    """The sources of those heaps for every splitting take, each offset and value once, by size of their class."""
    from sprague.system.arrays import np
    from sprague.takebreak.kernels.sizes import LANES
    from sprague.takebreak.kernels.sparse import Sources

    offsets = (heaps[:, None] + takes[None, :]).ravel()
    classes = np.repeat(values[heaps].astype(np.int64), len(takes))
    pairs = np.unique(np.stack((offsets, classes), axis=1), axis=0)
    offsets, classes = pairs[:, 0], pairs[:, 1]
    cut = _cut(offsets)
    near, distant = offsets < LANES, offsets > cut
    between = ~(near | distant)
    kinds, kind, counts = np.unique(classes[between], return_inverse=True, return_counts=True)
    # Classes of one size follow each other: the processor then foresees the ends of the short loops.
    order = np.argsort(counts, kind="stable")
    rank = np.empty(len(kinds), np.int64)
    rank[order] = np.arange(len(kinds))
    far = offsets[between][np.argsort(rank[kind], kind="stable")]
    bound = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts[order]))).astype(np.int64)
    return Sources(far, kinds[order], bound, offsets[near], classes[near], offsets[distant], classes[distant])


def _cut(offsets: NDArray[np.int64]) -> int:
    """Where sources become distant: shifting a row up to the cut (per offset 0.05 ns) against 4 ns for each beyond."""
    from sprague.system.arrays import np

    if not len(offsets):
        return 0
    work = 0.05 * offsets + 4.0 * np.arange(len(offsets) - 1, -1, -1)
    return int(offsets[np.argmin(work)])
