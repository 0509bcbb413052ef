"""The three kernels for codes that split into two heaps, as objects.

Each kernel estimates the cost of a heap, holds the arrays that it needs, and fills values. It is made from a
:class:`Survey`, and serves until it says in :class:`Filled` that it is spent. The mathematics is in
``native/heaps_dense.c``, ``heaps_scatter.c`` and ``heaps_sparse.c``.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from operator import sub
from typing import Any, ClassVar, NamedTuple, Protocol

from sprague.system import native
from sprague.system.ask import asked
from sprague.system.crew import Crew

from .codes import Code
from .sparse_space import SparseSpace, odd_table, rare_heaps

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
    *("const int64[]", "const int64[]"),
    *("const uint8[]", "int", "int", "int", "const value[]"),
    *("int", "room", "int64[]"),
    *("int64[]", "int"),
)

_write_backwards = native.Kernel("heaps_backwards_{bits}", "const value[]", "value[]")
_arrange = native.Kernel(
    "heaps_sources_{bits}",
    *("const value[]", "const int64[]", "const int64[]", "int", "int"),
    *("int64[]", "int64[]", "int64[]", "int64[]", "int64[]"),
)

#: Heaps that go together, as in the C files: through the pairs, through the sources, and as bits of a row.
_DENSE_TOGETHER, _SCATTER_TOGETHER, _LANES = 8, 64, 512

#: The least source of the scatter kernel.
_SCATTER_LEAST = 128

#: New rare heaps that are kept apart before they become sources.
_MANY = 256

#: Fields in which the threads of a kernel share their work, beside one for each (``native/crew.h``).
_CREW_FIELDS = 7


def _together(kernel: native.Kernel, threads: int, *arguments: Any) -> int:
    """Calls a kernel in ``threads`` threads, and returns its result in this thread."""
    fields = array("q", bytes(8 * (_CREW_FIELDS + threads)))
    return Crew().run(lambda place: kernel(*arguments, fields, place), list(range(threads)))[0]


class Moves(NamedTuple):
    """The moves of the code: takes that leave one heap, whether a heap of k may be taken whole, and takes that
    split."""

    takes: array[int]
    ends: array[int]
    splits: array[int]
    unequal: bool


class Sources(NamedTuple):
    """Rare heaps p (and some common ones) with their values, as offsets k + p.

    ``near`` are pairs (offset, value) with offsets below _LANES. ``far`` are the other offsets, sorted by value;
    ``classes`` has for each value the pair (value, end of its offsets). If threads share the work, ``middle`` and
    ``middle_classes`` are the same for offsets below twice _LANES, and ``far`` only the offsets beyond. ``distant`` are
    the few that are so far away that it is better to treat them separately.
    """

    far: memoryview
    classes: memoryview
    middle: memoryview
    middle_classes: memoryview
    near: memoryview
    distant: memoryview


class Space(NamedTuple):
    """``odd[v]``: parity of v & mask; heap n of value v is common iff odd[v] ^ (n & parity) ^ flip = 1. ``head`` holds
    g(0), g(1), ... backwards."""

    odd: array[int]
    parity: int
    flip: int
    head: memoryview


@dataclass
class Near:
    """The pairs of a heap that the dense kernel marks singly: those whose smaller part is below ``width``. It searches
    the others in vectors. The width adapts to how often a guess from the near pairs is wrong."""

    width: int = 512

    def adapt(self, wrong: int, heaps: int) -> None:
        # Marking a pair costs about thirty times as much as searching a pair in a vector.
        rate = wrong / max(heaps, 1)
        if rate > 20 and self.width < 1 << 14:
            self.width *= 2
        elif rate < 5 and self.width > 256:
            self.width //= 2


@dataclass(frozen=True)
class Survey:
    """The state at the beginning of a stretch: ``values[:known]`` are right, and all values are below ``limit``.

    ``space`` knows the rare heaps below ``counted``. Tables of the kernels that use it have room for values below
    ``width``; they keep values up to ``largest`` for whole blocks, and ``inhabited`` values occur among the newest
    heaps. No kernel reads ``values`` beyond ``review``, where the next survey takes place.
    """

    code: Code
    values: memoryview
    known: int
    limit: int
    review: int
    near: Near
    space: SparseSpace
    counted: int = 0
    width: int = 32
    largest: int = 0
    inhabited: int = 0


class Filled(NamedTuple):
    """The result of a kernel's work: the values below ``known`` are now right.

    ``rares`` are the new rare heaps, or None from a kernel that does not look for them. ``wide`` says that the next
    value does not fit, and ``spent`` that the kernel should be made anew from the current values.
    """

    known: int
    rares: array[int] | None = None
    wide: bool = False
    spent: bool = False


class Kernel(Protocol):
    """The protocol of a kernel, which fills a stretch of values."""

    name: ClassVar[str]
    #: Values below it fit.
    width: int

    def __init__(self, survey: Survey) -> None: ...

    @staticmethod
    def cost(survey: Survey) -> float:
        """Returns the expected time for a heap, in nanoseconds."""

    def fill(self, known: int, stop: int) -> Filled:
        """Continues from ``values[:known]`` towards ``values[:stop]``."""


class Dense:
    """Searches all pairs in vectors. Its time is quadratic, with a very small constant. It needs no sparse space."""

    name: ClassVar[str] = "dense"

    #: The number of heaps after which the number of near pairs adapts.
    piece = 8192

    def __init__(self, survey: Survey) -> None:
        self.values, self.width, self.near = survey.values[: survey.review], survey.limit, survey.near
        self.moves = _moves(survey.code)
        self.mirror = _backwards(self.values)
        self.seen = native.zeros("B", _DENSE_TOGETHER * self.width)
        self.wrong = array("q", [0])

    @staticmethod
    def cost(survey: Survey) -> float:
        """Estimates the time for all pairs in vectors, which grows with the number of values, and for the near ones
        singly."""
        vectors = survey.known / 2 / (64 // survey.values.itemsize)
        marks = min(16 * survey.largest, survey.known / 2)
        return len(survey.code.takes(2)) * (vectors * (1 + survey.largest / 100) + marks)

    def fill(self, known: int, stop: int) -> Filled:
        stop = min(stop, known + self.piece)
        filled_to = _fill_dense(
            self.values, known, stop, *self.moves, self.near.width, self.mirror, self.seen, self.wrong
        )
        self.near.adapt(self.wrong[0], filled_to - known)
        return Filled(filled_to, wide=filled_to < stop)


class Scatter:
    """Works heap by heap. Every source (a rare heap, or one of some common heaps) marks a value that the heap
    reaches."""

    name: ClassVar[str] = "scatter"

    def __init__(self, survey: Survey) -> None:
        # Common heaps from the whole range, since pairs of near ones miss many values.
        first, most = _SCATTER_LEAST, max(_spread(survey), 1)
        spread = [first + (survey.known - first) * i // most for i in range(most)]
        sources = array("q", sorted([*spread, *_from(survey.space.rares, first)]))
        self.values, self.width = survey.values[: survey.review], survey.width
        self.moves, self.space = _moves(survey.code), _kernel_space(survey)
        self.count = array("q", [len(sources)])
        self.sources = sources + array("q", bytes(8 * max(len(sources), 1024)))  # with room for more
        self.classes = array(self.values.format, map(self.values.__getitem__, self.sources))
        self.threads = asked().threads
        self.seen = native.zeros("B", 2 * _SCATTER_TOGETHER * self.width)

    @staticmethod
    def cost(survey: Survey) -> float:
        """Estimates the time for marking a value with every source, and for searching unmarked rare values in
        vectors."""
        marks = len(survey.code.takes(2)) * (len(survey.space.rares) + _spread(survey))
        return 0.3 * marks + 4.0 * survey.largest + 200

    def fill(self, known: int, stop: int) -> Filled:
        old = self.count[0]
        filled_to = _together(
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
        count, short = self.count[0], filled_to < stop
        full = count + _SCATTER_TOGETHER > len(self.sources)
        return Filled(filled_to, self.sources[old:count], wide=short and not full, spent=short and full)


class Sparse:
    """Works on 512 heaps at once, as rows of bits, with a vector operation for each source and each value."""

    name: ClassVar[str] = "sparse"

    def __init__(self, survey: Survey) -> None:
        self.values, self.width = survey.values[: survey.review], survey.width
        self.moves, self.space = _moves(survey.code), _kernel_space(survey)
        self.sparse_space = survey.space
        rares = _from(survey.space.rares, 1)
        heaps = array("q", sorted(set(rares).union(_common_sources(survey, self.space.odd))))
        self.threads = asked().threads
        self.sources = _sources(survey, heaps, self.moves.splits, self.threads > 1)
        self.cap = survey.largest + 1
        far = max(self.sources.far, default=0)
        longest = max(0, far, *self.sources.distant[-2::2])
        self.row_words = (longest + 1024 + max(32768, 2 * (longest + 1024))) // 64
        window, sets = max((far + _LANES + 63) // 64, 3 * _LANES // 64), (self.cap + 63) // 64
        words = (
            self.threads * (_LANES * sets + 8 * (window + 1)) + _LANES * sets + self.width * self.row_words
        )
        words += len(self.sources.far) + len(self.sources.middle) + _MANY + _LANES + 5 * self.width // 4
        self.room = native.Room(8 * words)
        self.found = array("q", [0])

    @staticmethod
    def cost(survey: Survey) -> float:
        """Estimates the time for the vector operations, which the heaps of a block share, and for new rare heaps."""
        rares, takes = survey.space.rares, len(survey.code.takes(2))
        far, inhabited = len(_from(rares, _LANES)), survey.inhabited
        if not survey.space.parity:
            inhabited = inhabited // 2 + 1
        cut = _cut(rares, 1)
        load = 0.5 if cut < 1 << 15 else 2.0  # the eight copies of a row fit the nearest cache, or not
        reach = inhabited * (load * takes * (far + _extras(survey)) + 0.05 * cut) / _LANES
        cost = reach + takes * (len(rares) - far) + 100
        # New rare heaps are added singly, and after every few hundred all sources are arranged anew.
        recent = len(_from(rares, survey.known - 16384))
        return cost + recent / 16384 * (20_000 + 30 * len(rares) + 0.3 * survey.known)

    def fill(self, known: int, stop: int) -> Filled:
        odd, parity, flip, head = self.space
        filled_to = _together(
            _fill_sparse,
            self.threads,
            self.values,
            known,
            stop,
            *self.moves,
            self.sources.far,
            self.sources.classes,
            self.sources.middle,
            self.sources.middle_classes,
            self.sources.near,
            self.sources.distant,
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
            return Filled(filled_to, array("q"), wide=filled_to == known)
        space = self.sparse_space
        rares = rare_heaps(self.values, known, filled_to, odd, space.parity, space.flip)
        return Filled(filled_to, rares, spent=True)


def _moves(code: Code) -> Moves:
    """Returns the code in the form that the kernels read."""
    ends = array("B", [digit & 1 for digit in code.digits])
    return Moves(array("q", code.takes(1)), ends, array("q", code.takes(2)), code.split == "unequal")


def _kernel_space(survey: Survey) -> Space:
    """Returns the sparse space in the form that the kernels read."""
    space = survey.space
    length = min((survey.known - survey.code.last) // 2 - 64, 1 << 18)
    odd = odd_table(space.mask, survey.width)
    return Space(odd, int(space.parity), int(space.flip), _backwards(survey.values[:length]))


def _backwards(values: memoryview) -> memoryview:
    """Returns the values in a new row, the last one first."""
    row = native.zeros(values.format, len(values))
    _write_backwards(values, row)
    return row


def _from(heaps: array[int], first: int) -> array[int]:
    """Returns the heaps from ``first`` on, of an ascending list."""
    return heaps[bisect_left(heaps, first) :]


def _spread(survey: Survey) -> int:
    """Returns how many common heaps join the sources of :class:`Scatter`."""
    return min(survey.known // 24, 8 * survey.largest, 8192)


def _extras(survey: Survey) -> int:
    """Returns how many common heaps join the sources of :class:`Sparse`, to settle rare values."""
    return min(max(256, 8 * survey.largest), 4096)


def _common_sources(survey: Survey, odd: array[int]) -> list[int]:
    """Returns common heaps beyond the near ones. They have the most frequent values, so that there are few different
    values."""
    wanted, begin = _extras(survey), _LANES
    most = max(8, wanted // 12)
    window = survey.values[begin : min(begin + 12 * wanted, survey.known // 2)]
    counts = Counter(window)
    remaining: dict[int, int] = {}  # for each value how many of its heaps become sources
    for value in sorted(counts, key=lambda value: (-counts[value], value)):
        if sum(remaining.values()) >= wanted:
            break
        if survey.space.parity or odd[value]:
            remaining[value] = min(counts[value], most)
    sources: list[int] = []
    for heap, value in enumerate(window, begin):
        if remaining.get(value):
            remaining[value] -= 1
            sources.append(heap)
    return sources


class _Arranged(NamedTuple):
    """Sources by their offsets: near ones, far ones by class, and distant ones, as in :class:`Sources`."""

    near: memoryview
    far: memoryview
    classes: memoryview
    distant: memoryview


def _sources(survey: Survey, heaps: array[int], takes: array[int], shared: bool) -> Sources:
    """Returns the sources of those heaps for every splitting take, for one thread or for several that share the
    work."""
    cut = _cut(heaps, len(takes)) + takes[-1]
    all_far = _arranged(survey, heaps, takes, 2 * _LANES if shared else _LANES, cut)
    close = heaps[: bisect_left(heaps, 2 * _LANES)] if shared else array("q")
    middle = _arranged(survey, close, takes, _LANES, 2 * _LANES - 1)
    near = middle.near if shared else all_far.near
    return Sources(all_far.far, all_far.classes, middle.far, middle.classes, near, all_far.distant)


def _arranged(survey: Survey, heaps: array[int], takes: array[int], reach: int, cut: int) -> _Arranged:
    """Returns the sources with offsets below ``reach``, those up to ``cut``, and those beyond."""
    most, width = len(heaps) * len(takes), survey.width
    pairs, far, classes, bounds = (array("q", bytes(8 * count)) for count in (4 * most, most, 2 * width, 4))
    _arrange(
        survey.values, heaps, takes, reach, cut, pairs, array("q", bytes(8 * width)), far, classes, bounds
    )
    near, middle, end, count = bounds
    view = memoryview(pairs)
    return _Arranged(
        view[: 2 * near],
        memoryview(far)[: middle - near],
        memoryview(classes)[: 2 * count],
        view[2 * middle : 2 * end],
    )


def _cut(heaps: array[int], takes: int) -> int:
    """Returns the offset at which sources become distant. It weighs shifting a row up to the cut (0.05 ns for each
    heap) against 4 ns for each source beyond."""
    if not heaps:
        return 0
    step = 80 * takes
    work = array("q", map(sub, heaps, range(0, step * len(heaps), step)))
    return heaps[work.index(min(work))]
