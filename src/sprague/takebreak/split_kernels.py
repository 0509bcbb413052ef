"""The three kernels for codes that split into two heaps, as objects.

Each says what a heap costs with it, holds the arrays that it needs, and fills values. It is made of a :class:`Survey`,
and serves until it says in :class:`Filled` that it is spent. The mathematics is in ``native/heaps_dense.c``,
``heaps_scatter.c`` and ``heaps_sparse.c``.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from sprague.system import native
from sprague.system.ask import asked
from sprague.system.crew import Crew

from .codes import Code
from .sparse_space import SparseSpace, odd_table, rare_heaps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

_MOVES = ("const int64[]", "const uint8[]", "const int64[]", "int")

_fill_dense = native.Kernel(
    "heaps_dense_{bits}", "value[]", "int", "int", *_MOVES, "int", "value[]", "uint8[]", "int64[]"
)
_fill_scatter = native.Kernel(
    "heaps_scatter_{bits}",
    *("value[]", "int", "int", *_MOVES),
    *("const uint8[]", "int", "int", "const value[]"),
    *("int64[]", "value[]", "int64[]", "uint8[]"),
    *("int64[]", "int"),
)
_fill_sparse = native.Kernel(
    "heaps_sparse_{bits}",
    *("value[]", "int", "int", *_MOVES),
    *("const int64[]", "const int64[]", "const int64[]", "const int64[]"),
    *("const uint8[]", "int", "int", "int", "const value[]"),
    *("int", "room", "int64[]"),
    *("int64[]", "int"),
)

#: Heaps that go together, as in the C files: through the pairs, through the sources, and as bits of a row.
_DENSE_TOGETHER, _SCATTER_TOGETHER, _LANES = 8, 4, 512

#: New rare heaps that are kept apart before they become sources.
_MANY = 256

#: Fields in which the threads of a kernel share their work, beside one for each (``native/crew.h``).
_CREW_FIELDS = 6


def _together(kernel: native.Kernel, threads: int, *arguments: Any) -> int:
    """Calls a kernel in as many threads, and returns what it returns in this one."""
    fields = array("q", bytes(8 * (_CREW_FIELDS + threads)))
    return Crew().run(lambda place: kernel(*arguments, fields, place), list(range(threads)))[0]


class Moves(NamedTuple):
    """The code: takes that leave one heap, whether a heap of k may be taken whole, takes that split."""

    takes: NDArray[np.int64]
    ends: NDArray[np.uint8]
    splits: NDArray[np.int64]
    unequal: bool


class Sources(NamedTuple):
    """Rare heaps p (and some common ones) with their values, as offsets k + p.

    ``near`` are (offset, value) with offsets below _LANES, or twice as many if threads share the work. ``far`` are the
    other offsets, by value; ``classes`` has for each value (the value, where its offsets end). ``distant`` are the few
    so far away that they are better taken one by one.
    """

    far: NDArray[np.int64]
    classes: NDArray[np.int64]
    near: NDArray[np.int64]
    distant: NDArray[np.int64]


class Space(NamedTuple):
    """``odd[v]``: parity of v & mask; heap n of value v is common iff odd[v] ^ (n & parity) ^ flip = 1. ``head`` holds
    g(0), g(1), ... backwards."""

    odd: NDArray[np.uint8]
    parity: int
    flip: int
    head: Values


@dataclass
class Near:
    """How many pairs of a heap the dense kernel marks one by one: those with a small part below ``width``. It searches
    the others in vectors. The width adapts to how often a guess from the near pairs is wrong."""

    width: int = 512

    def adapt(self, wrong: int, heaps: int) -> None:
        # A pair marked costs about thirty times a pair searched in a vector.
        rate = wrong / max(heaps, 1)
        if rate > 20 and self.width < 1 << 14:
            self.width *= 2
        elif rate < 5 and self.width > 256:
            self.width //= 2


@dataclass(frozen=True)
class Survey:
    """Where a stretch begins: ``values[:known]`` are right, and all values are below ``limit``.

    ``space`` knows the rare heaps below ``counted``. Tables of the kernels that use it have room for values below
    ``width``; they keep values up to ``largest`` for whole blocks. Nobody reads ``values`` beyond ``review``, where the
    next survey is made.
    """

    code: Code
    values: Values
    known: int
    limit: int
    review: int
    near: Near
    space: SparseSpace
    counted: int = 0
    width: int = 32
    largest: int = 0


class Filled(NamedTuple):
    """What a kernel did: the values below ``known`` are right now.

    ``rares`` are the new rare heaps, None from a kernel that does not look for them. ``wide``: the next value does not
    fit. ``spent``: the kernel should be made anew from what is known now.
    """

    known: int
    rares: NDArray[np.int64] | None = None
    wide: bool = False
    spent: bool = False


class Kernel(Protocol):
    """What fills a stretch of values."""

    name: ClassVar[str]
    #: Values below it fit.
    width: int

    def __init__(self, survey: Survey) -> None: ...

    @staticmethod
    def cost(survey: Survey) -> float:
        """The expected time for a heap, in nanoseconds."""

    def fill(self, known: int, stop: int) -> Filled:
        """Go on from ``values[:known]`` towards ``values[:stop]``."""


class Dense:
    """All pairs, in vectors: quadratic, with a very small constant. It needs no sparse space."""

    name: ClassVar[str] = "dense"

    #: After so many heaps the number of near pairs adapts.
    piece = 8192

    def __init__(self, survey: Survey) -> None:
        from sprague.system.arrays import np

        self.values, self.width, self.near = survey.values[: survey.review], survey.limit, survey.near
        self.moves = _moves(survey.code)
        self.mirror = np.ascontiguousarray(self.values[::-1])
        self.seen = np.zeros(_DENSE_TOGETHER * self.width, np.uint8)
        self.wrong = np.zeros(1, np.int64)

    @staticmethod
    def cost(survey: Survey) -> float:
        """All pairs in vectors, more often for more values, and near ones one by one."""
        vectors = survey.known / 2 / (64 // survey.values.itemsize)
        marks = min(16 * survey.largest, survey.known / 2)
        return len(survey.code.takes(2)) * (vectors * (1 + survey.largest / 100) + marks)

    def fill(self, known: int, stop: int) -> Filled:
        stop = min(stop, known + self.piece)
        reached = _fill_dense(
            self.values, known, stop, *self.moves, self.near.width, self.mirror, self.seen, self.wrong
        )
        self.near.adapt(int(self.wrong[0]), reached - known)
        return Filled(reached, wide=reached < stop)


class Scatter:
    """Heap by heap: every source, a rare heap or one of some common ones, marks a value that the heap reaches."""

    name: ClassVar[str] = "scatter"

    def __init__(self, survey: Survey) -> None:
        from sprague.system.arrays import np

        # Common heaps from everywhere: pairs of near ones miss many values.
        spread = np.linspace(_SCATTER_TOGETHER, survey.known - 1, _spread(survey), dtype=np.int64)
        rares = survey.space.rares
        sources = np.union1d(spread, rares[rares >= _SCATTER_TOGETHER])
        self.values, self.width = survey.values, survey.width
        self.moves, self.space = _moves(survey.code), _kernel_space(survey)
        self.count = np.array([len(sources)])
        self.sources = np.concatenate((sources, np.zeros_like(sources)))  # with room for more
        self.classes = self.values[self.sources]
        self.threads = asked().threads
        self.seen = np.zeros(self.threads * _SCATTER_TOGETHER * self.width, np.uint8)

    @staticmethod
    def cost(survey: Survey) -> float:
        """Every source marks a value, and the rare values that nothing marks are searched in vectors."""
        marks = len(survey.code.takes(2)) * (len(survey.space.rares) + _spread(survey))
        return 0.3 * marks + 4.0 * survey.largest + 200

    def fill(self, known: int, stop: int) -> Filled:
        old = int(self.count[0])
        reached = _together(
            _fill_scatter,
            self.threads,
            self.values,
            known,
            stop,
            *self.moves,
            *self.space,
            self.sources,
            self.classes,
            self.count,
            self.seen,
        )
        count, short = int(self.count[0]), reached < stop
        full = count + _SCATTER_TOGETHER > len(self.sources)
        return Filled(reached, self.sources[old:count], wide=short and not full, spent=short and full)


class Sparse:
    """512 heaps at once, as rows of bits: a vector operation for each source and each value."""

    name: ClassVar[str] = "sparse"

    def __init__(self, survey: Survey) -> None:
        from sprague.system.arrays import np

        self.values, self.width = survey.values, survey.width
        self.moves, self.space = _moves(survey.code), _kernel_space(survey)
        self.sparse_space = survey.space
        rares = survey.space.rares[survey.space.rares > 0]
        heaps = np.union1d(rares, _common_sources(survey, self.space.odd))
        self.threads = asked().threads
        self.sources = _arranged(self.values, heaps, self.moves.splits, _LANES * min(self.threads, 2))
        self.cap = survey.largest + 1
        far, distant = (int(each.max(initial=0)) for each in (self.sources.far, self.sources.distant[:, 0]))
        self.row_words = (max(far, distant) + 1024 + max(32768, 2 * (max(far, distant) + 1024))) // 64
        window, sets = (far + _LANES + 63) // 64, (self.cap + 63) // 64
        words = (
            self.threads * (_LANES * sets + 8 * (window + 1)) + _LANES * sets + self.width * self.row_words
        )
        words += len(self.sources.far) + _MANY + _LANES + 5 * self.width // 4
        self.room = native.Room(8 * words)
        self.found = np.zeros(1, np.int64)

    @staticmethod
    def cost(survey: Survey) -> float:
        """The vector operations, shared by the heaps of a block, and what new rare heaps cost."""
        from sprague.system.arrays import np

        rares, takes = survey.space.rares, len(survey.code.takes(2))
        far = rares[rares >= 512]
        inhabited = len(np.unique(survey.values[max(survey.known - 65536, 0) : survey.known]))
        if not survey.space.parity:
            inhabited = inhabited // 2 + 1
        cut = _cut(rares)
        load = 0.5 if cut < 1 << 15 else 2.0  # the eight copies of a row fit the nearest cache, or not
        reach = inhabited * (load * takes * (len(far) + _extras(survey)) + 0.05 * cut) / 512
        cost = float(reach + takes * (len(rares) - len(far)) + 100)
        # New rare heaps are carried along one by one, and every few hundred all is arranged anew.
        recent = len(rares) - int(np.searchsorted(rares, survey.known - 16384))
        return cost + recent / 16384 * (20_000 + 30 * len(rares) + 0.3 * survey.known)

    def fill(self, known: int, stop: int) -> Filled:
        from sprague.system.arrays import np

        odd, parity, flip, head = self.space
        reached = _together(
            _fill_sparse,
            self.threads,
            self.values,
            known,
            stop,
            *self.moves,
            *self.sources,
            odd,
            parity,
            flip,
            self.cap,
            head,
            self.row_words,
            self.room,
            self.found,
        )
        if not self.found[0]:
            return Filled(reached, np.zeros(0, np.int64), wide=reached == known)
        space = self.sparse_space
        rares = rare_heaps(self.values, known, reached, odd, space.parity, space.flip)
        return Filled(reached, rares, spent=True)


def _moves(code: Code) -> Moves:
    """The code as the kernels read it."""
    from sprague.system.arrays import np

    return Moves(
        np.array(code.takes(1), np.int64),
        np.array([digit & 1 for digit in code.digits], np.uint8),
        np.array(code.takes(2), np.int64),
        code.split == "unequal",
    )


def _kernel_space(survey: Survey) -> Space:
    """The sparse space as the kernels read it."""
    from sprague.system.arrays import np

    space = survey.space
    length = min((survey.known - survey.code.last) // 2 - 64, 1 << 18)
    head = np.ascontiguousarray(survey.values[:length][::-1])
    odd = odd_table(space.mask, survey.width)
    return Space(odd, int(space.parity), int(space.flip), head)


def _spread(survey: Survey) -> int:
    """How many common heaps join the sources of :class:`Scatter`."""
    return min(survey.known // 24, 8 * survey.largest, 8192)


def _extras(survey: Survey) -> int:
    """How many common heaps join the sources of :class:`Sparse`, to settle rare values."""
    return min(max(256, 8 * survey.largest), 4096)


def _common_sources(survey: Survey, odd: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Common heaps beyond the near ones, of the values that occur most, so that there are few values."""
    from sprague.system.arrays import np

    wanted, begin = _extras(survey), 512
    early = survey.values[begin : min(begin + 12 * wanted, survey.known // 2)]
    counts = np.bincount(early)
    sources: list[NDArray[np.int64]] = []
    total = 0
    for value in np.argsort(-counts, kind="stable"):
        if total >= wanted:
            break
        if counts[value] and (survey.space.parity or odd[value]):
            sources.append(begin + np.flatnonzero(early == value)[: max(8, wanted // 12)])
            total += len(sources[-1])
    return np.concatenate(sources) if sources else np.zeros(0, np.int64)


def _arranged(values: Values, heaps: NDArray[np.int64], takes: NDArray[np.int64], reach: int) -> Sources:
    """The sources of those heaps for every splitting take, each offset and value once, by size of their class. Those
    with offsets below ``reach`` are near."""
    from sprague.system.arrays import np

    offsets = (heaps[:, None] + takes[None, :]).ravel()
    classes = np.repeat(values[heaps].astype(np.int64), len(takes))
    pairs = np.unique(np.stack((offsets, classes), axis=1), axis=0)
    offsets, classes = pairs[:, 0], pairs[:, 1]
    near = offsets < reach
    distant = ~near & (offsets > _cut(offsets))
    between = ~(near | distant)
    kinds, kind, counts = np.unique(classes[between], return_inverse=True, return_counts=True)
    # Classes of one size follow each other: the processor then foresees the ends of the short loops.
    order = np.argsort(counts, kind="stable")
    rank = np.empty(len(kinds), np.int64)
    rank[order] = np.arange(len(kinds))
    far = offsets[between][np.argsort(rank[kind], kind="stable")]
    ends = np.stack((kinds[order], np.cumsum(counts[order])), axis=1)
    return Sources(far, ends, pairs[near], pairs[distant])


def _cut(offsets: NDArray[np.int64]) -> int:
    """Where sources become distant: shifting a row up to the cut (per offset 0.05 ns) against 4 ns for each beyond."""
    from sprague.system.arrays import np

    if not len(offsets):
        return 0
    work = 0.05 * offsets + 4.0 * np.arange(len(offsets) - 1, -1, -1)
    return int(offsets[np.argmin(work)])
