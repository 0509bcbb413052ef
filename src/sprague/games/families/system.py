"""Systems of sequences: heaps of several kinds, whose moves shorten a heap or split it into two.

**Theorem** (R. K. Guy, C. A. B. Smith 1956, for one kind). Let n >= n0 of each kind have the options c ^ G_j(n - d) for
finitely many (c, j, d), d >= 0, where j comes before the kind in a fixed order if d = 0, and c ^ G_i(a) ^ G_j(b) for
finitely many (c, i, j, w, a0, b0) and all a >= a0, b >= b0 with a + b = n - w. Let D be the largest d, W the largest w,
and e at least every a0 and b0. If G_k(n + p) = G_k(n) for all kinds k and e <= n < max(2e + p + W, e + D, n0), then for
all n >= e.

Proof, by induction on n and the order of the kinds. Let n be at least the bound. An option c ^ G_j(n - d) of n and the
option c ^ G_j(n + p - d) of n + p have equal values, as n - d >= e. Of an option (a, b) of n, one part is at least e,
as a + b >= 2e + p: raised by p it makes an option of n + p of the same value. Of an option (a, b) of n + p, one part is
at least e + p, as a + b >= 2e + 2p: lowered by p, it is still at least e, so it makes an option of n of the same value.
The two sets of values are equal, and so is their mex. The first values are arbitrary.
"""

from __future__ import annotations

import functools
from array import array
from typing import NamedTuple

from sprague.system.ask import Effort, Step, require, tick
from sprague.system.locks import Turns, alone
from sprague.system.native import WIDE, Kernel
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

_values = Kernel(
    "kinds_values_{bits}",
    *(
        "value[]",
        "value[]",
        "int",
        "const int64[]",
        "const int64[]",
        "const int64[]",
        "const int64[]",
        "const int64[]",
    ),
    *("const int64[]", "uint8[]", "int64[]", "int64[]", "uint32[]", "uint64[]", "uint64[]", "int", "int"),
)

#: Values are below half of this.
WIDTH = 1 << 16

#: The same as long as bytes hold the values.
_NARROW = 1 << 9

#: Options of a run of the kernel between two looks at the budget.
SLICE = 50_000_000

#: Beyond ``_FAR`` heaps, so many of them are decided together (``native/kinds.c``: LANES, in LANE_WORDS words), unless
#: the kinds are too many.
_FAR, _LANES, _LANE_WORDS, _MANY = 6000, 504, 8, 64

#: Numbers that the kernel keeps: for the system, for each kind, and for each value of it.
_NUMBERS, _VALUES, _CLASS = 5, 2048, 8

#: The most lanes, and words of rows.
_MOST_LANES, _ROW_WORDS = 4096, 1 << 22


class Shorter(NamedTuple):
    """The options ``constant`` ^ G_kind(n - loss)."""

    constant: int
    kind: int
    loss: int


class Split(NamedTuple):
    """The options ``constant`` ^ G_left(a) ^ G_right(b), a >= least_left, b >= least_right, a + b = n - gap."""

    constant: int
    left: int
    right: int
    gap: int
    least_left: int
    least_right: int


class Kind(NamedTuple):
    """A sequence: its ``first`` values, and the options of all later heaps."""

    first: tuple[int, ...]
    shorter: tuple[Shorter, ...]
    splits: tuple[Split, ...]


def _lanes(kinds: int, size: int) -> tuple[array[int], tuple[array[int], ...]]:
    """Returns what the kernel keeps from run to run: numbers; and lists of heaps, rows, lanes, or nothing."""
    if size <= _FAR or kinds > _MANY:
        return array("q", bytes(8 * _NUMBERS)), ()
    row = size // 64 + _LANE_WORDS + 2
    return array("q", bytes(8 * (_NUMBERS + kinds * (1 + _VALUES * _CLASS)))), (
        array("I", bytes(4 * kinds * size)),
        array("Q", bytes(8 * row * min(kinds * _VALUES, _ROW_WORDS // row))),
        array("Q", bytes(8 * _LANE_WORDS * _MOST_LANES)),
    )


class Repeats(NamedTuple):
    """From heap ``start`` on, all sequences repeat after ``length``. ``needed`` values prove it."""

    start: int
    length: int
    needed: int


class System:
    """The sequences of some kinds, and the ``order`` in which the heaps of one size are computed."""

    def __init__(self, kinds: tuple[Kind, ...], order: tuple[int, ...]) -> None:
        self.kinds, self.order = kinds, order
        #: The rows of all kinds one behind another (of bytes, while no value exceeds them), and their length: put there
        #: by one assignment.
        self._grown = array("B"), 0
        self.alone = Turns()
        self.repeats: Repeats | None = None
        self._looked = 0

    def renew(self) -> None:
        """Does nothing: one assignment publishes the computed values."""

    @property
    def known(self) -> int:
        """The number of computed values of each kind."""
        return self._grown[1]

    def value(self, kind: int, n: int) -> int:
        """Returns G_kind(n), by the proved period if there is one."""
        if self.repeats is not None and n >= self.repeats.start + self.repeats.length:
            n = self.repeats.start + (n - self.repeats.start) % self.repeats.length
        self.grow(n + 1)
        rows, size = self._grown
        return rows[kind * size + n]

    def row(self, kind: int, count: int) -> array[int]:
        """Returns the first values of a kind, as many as ``count``."""
        self.grow(count)
        rows, size = self._grown
        return rows[kind * size : kind * size + count]

    def effort(self, count: int) -> Effort:
        """Estimates the effort of computing the first ``count`` values of all kinds."""
        if count <= self.known:
            return Effort()
        splits = sum(len(kind.splits) for kind in self.kinds)
        takes = sum(len(kind.shorter) for kind in self.kinds)
        far = min(count, 10**100)
        seconds = 3e-10 * splits * (far**2 - self.known**2) / 2 + 1e-9 * takes * (far - self.known)
        rows = 8 * _ROW_WORDS if count > _FAR else 0
        return Effort(count * len(self.kinds), 8 * count * len(self.kinds) + rows, seconds)

    @functools.cached_property
    def _fits_bytes(self) -> bool:
        """Whether bytes hold all that is given: first values and constants."""
        numbers = (
            n
            for kind in self.kinds
            for n in (*kind.first, *(move[0] for move in (*kind.shorter, *kind.splits)))
        )
        return max(numbers, default=0) < 256

    @alone
    def grow(self, count: int) -> None:
        """Computes the first ``count`` values of every kind."""
        if count <= self.known:
            return
        require(self.effort(count), say("values of {count} kinds of pieces", count=len(self.kinds)))
        kinds, (before, computed) = len(self.kinds), self._grown
        size = max(count, 256)
        code = before.typecode if self._fits_bytes else "H"
        rows = array(code, [0]) * (kinds * size)
        mirror = array(code, rows)
        for number, kind in enumerate(self.kinds):
            old = array(code, before[number * computed : number * computed + computed])
            head = array(code, kind.first[:size])
            rows[number * size : number * size + len(head)] = head
            rows[number * size : number * size + len(old)] = old
            mirror[number * size : number * size + size] = rows[number * size : number * size + size][::-1]
        first = array("q", (len(kind.first) for kind in self.kinds))
        shorter = array("q", (entry for kind in self.kinds for each in kind.shorter for entry in each))
        splits = array("q", (entry for kind in self.kinds for each in kind.splits for entry in each))
        shorter_to, splits_to = array("q", [0]), array("q", [0])
        for kind in self.kinds:
            shorter_to.append(shorter_to[-1] + len(kind.shorter))
            splits_to.append(splits_to[-1] + len(kind.splits))
        seen = array("B", bytes(_NARROW if code == "B" else WIDTH))
        near = array("q", [0]) * kinds
        state, lanes, no_lanes = *_lanes(kinds, size), (array("I"), array("Q"), array("Q"))
        begin, cost = computed, max(1, len(splits) // 6)
        while begin < size:
            together = bool(lanes) and begin >= _FAR
            columns = _LANES if together else max(1, SLICE // (cost * (begin + 4000)))
            stop = min(size, begin + columns)
            status = _values(
                rows,
                mirror,
                size,
                first,
                array("q", self.order),
                shorter,
                shorter_to,
                splits,
                splits_to,
                seen,
                near,
                state,
                *(lanes if together else no_lanes),
                begin,
                stop,
            )
            if status == WIDE and rows.typecode == "B":
                rows, mirror = array("H", rows), array("H", mirror)
                seen = array("B", bytes(WIDTH))
                continue
            if status == WIDE:
                raise TooLargeError(say("a value of a piece exceeds {most}", most=WIDTH // 2))
            begin = stop
            tick(lambda begin: Step(say("columns"), begin, size), begin)
        self._grown = rows, size

    @alone
    def prove(self, count: int) -> Repeats | None:
        """Returns the period of all kinds together if the first ``count`` values prove one."""
        if self.repeats is None and count > self._looked:
            size = 256
            while self.repeats is None and size < 2 * count:
                self.grow(min(size, count))
                self.repeats = self._proved(min(size, count))
                size *= 2
            self._looked = count
        return self.repeats

    def _proved(self, count: int) -> Repeats | None:
        rows = [self.row(number, count) for number in range(len(self.kinds))]
        ids: dict[tuple[int, ...], int] = {}
        joint = [ids.setdefault(values, len(ids)) for values in zip(*rows, strict=True)]
        deep = max((each.loss for kind in self.kinds for each in kind.shorter), default=0)
        wide = max((each.gap for kind in self.kinds for each in kind.splits), default=0)
        least = max(
            (
                part
                for kind in self.kinds
                for each in kind.splits
                for part in (each.least_left, each.least_right)
            ),
            default=0,
        )
        first_values = max(len(kind.first) for kind in self.kinds)
        for length in range(1, count // 3):
            if joint[-length:] != joint[-2 * length : -length]:
                continue
            start = count - length
            while start > 0 and joint[start - 1] == joint[start - 1 + length]:
                start -= 1
            start = max(start, least)
            needed = max(2 * start + length + wide, start + deep, first_values) + length
            if needed <= count:
                return Repeats(start, length, needed)
        return None
