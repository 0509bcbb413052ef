"""The P-positions of a rule on two heaps, computed from the definition as far as they are requested."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.ask import Step, asked, tick
from sprague.system.native import Kernel
from sprague.words.messages import say

from .automata.decide import automaton
from .automata.dfa import Automaton, both, projected, reordered, zeros
from .automata.formula import Linear, Or
from .automata.numeration import system as numeration
from .blocking import p_positions
from .far import SHOWN, Far, far
from .rule import AFTER, BEFORE, MEASURES, Rule

#: The sizes of the largest tables: both heaps for a rule by vectors, the first heap for a rule by a formula.
MOST_BY_VECTORS, MOST_BY_FORMULA = 1 << 15, 1 << 9

#: The size of the largest table by vectors if options may be forbidden.
MOST_BY_BLOCKING = 1 << 12

#: The size of the largest table by vectors, made only if a proof fails at a cell beyond the usual ones.
FARTHEST = 1 << 17

#: The rows that the kernel fills in one call.
_SLICE = 2048

#: The cells of a rule by a formula that the kernel examines in one call.
_SLICE_CELLS = 1 << 14


_fill_rows = Kernel(
    "two_heaps_rows",
    "uint64[]",
    "uint64[]",
    "const int64[]",
    "int",
    "int",
    "uint64[]",
    "int64[]",
    "int",
    "int",
)


_fill_by_moves = Kernel(
    "two_heaps_by_moves", "const int32[]", "const uint8[]", "int", "const int64[]", "int", "const uint8[]",
    "uint8[]", "int", "uint8[]", "int64[]",
)  # fmt: skip


class Table:
    """The P-positions (x, y) with x below ``rows`` and y below ``columns``."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.rows = self.columns = 0
        #: Bit y of row x is set for a P-position.
        self.bits: NDArray[np.uint64] = np.zeros((0, 0), np.uint64)
        #: The same for cells whose outcome the table cannot tell; without rows if there are no such cells.
        self.unknown: NDArray[np.uint64] = np.zeros((0, 0), np.uint64)
        self._moves: Automaton | None = None
        self._weights = (1, 1)
        #: The table holds first heaps below n with second heaps below n times this.
        self.wide = 1
        #: The P-positions beyond the table, if lines are followed (see :meth:`follow`).
        self.far: Far | None = None

    @property
    def most(self) -> int:
        """The largest first heap that can be tabulated, or followed."""
        return self._within(MOST_BY_VECTORS) if self.far is None else self.far.size

    @property
    def farthest(self) -> int:
        """The largest first heap that can be tabulated when a proof asks for it."""
        return self._within(FARTHEST)

    def _within(self, most: int) -> int:
        if self.rule.formula is not None:
            return MOST_BY_FORMULA
        bits = 16 if self.rule.forbidden else 1  # for each position
        most = min(most, MOST_BY_BLOCKING) if self.rule.forbidden else most
        while most > 256 and most * most * bits // 8 > asked().bytes // 2:
            most //= 2
        return most

    def follow(self, size: int) -> bool:
        """Follows the lines of the P-positions to heaps below ``size`` instead of growing. Returns False if there are
        no lines. The outcomes of cells beyond the table are then guesses."""
        if not self.rule.symmetric or self.rule.forbidden:
            return False
        self.grow(SHOWN)
        self.far = far(self.rule, self.square(SHOWN), size) if self.rows >= SHOWN else None
        return self.far is not None

    def reach(self, x: int, y: int) -> bool:
        """Grows the table to hold (x, y), if that is within its bounds, and returns whether it does."""
        if x < self.rows and y < self.columns:
            return True
        if self.far is not None:
            return max(x, y) < self.far.size
        size = max(self.rows, 64)
        while size < self.farthest and (x >= size or y >= size * self.wide):
            size *= 2
        if x >= size or y >= size * self.wide or size == self.rows:
            return False
        self.grow(size)
        return x < self.rows and y < self.columns

    def grow(self, size: int) -> None:
        """Grows the table to hold all first heaps below ``size``."""
        if self.far is not None:
            return
        size = min(max(64, -(-size // 64) * 64), self.farthest)
        if size <= self.rows:
            return
        if self.rule.forbidden:
            self.bits = _packed(p_positions(self.rule, size))
            self.rows = self.columns = size
        elif self.rule.formula is None:
            self._by_vectors(size)
        else:
            self._by_moves(size)

    def _by_vectors(self, size: int) -> None:
        families = np.array(self.rule.families, np.int64)
        ring = int(families[:, 0].max() + families[:, 1].max()) + 1
        words = size // 64
        bits = np.zeros((size, words), np.uint64)
        reach = np.zeros((len(families), ring, words), np.uint64)
        blocked, lowest = np.zeros(words, np.uint64), np.zeros((len(families), int(families.max())), np.int64)
        for start in range(0, size, _SLICE):
            tick(lambda row: Step(say("rows of a table"), row, size), start)
            stop = min(start + _SLICE, size)
            _fill_rows(bits, reach, families, ring, words, blocked, lowest, start, stop)
        self.bits = bits
        self.rows = self.columns = size

    def _by_moves(self, size: int) -> None:
        """Computes rows by the moves as an automaton in base 2. If a heap may grow, the table is wider than high."""
        from .theorem import measure_of

        binary = numeration("2")
        if self._moves is None:
            self._moves = self.rule.moves(binary)[0].automaton
            self._weights = measure_of(self.rule, binary) or MEASURES[0]
            self.wide = 4 if 0 in self._weights else 1
        width = size * self.wide
        p, q = self._weights
        xs, ys = np.indices((size, width))
        order = np.argsort((p * xs + q * ys).ravel(), kind="stable").astype(np.int64)
        marks = np.zeros((size, width), np.uint8)
        bits = max(size, width).bit_length()
        moves = self._moves
        outside = self._leaving(moves, size, width)
        alive, stack = zeros("B", (bits + 1) * len(moves.accept)), zeros("q", 4 * (3 * bits + 1))
        for start in range(0, len(order), _SLICE_CELLS):
            tick(lambda place: Step(say("positions of a table"), place, len(order)), start)
            part_of = order[start : start + _SLICE_CELLS]
            _fill_by_moves(
                moves.delta, moves.accept, moves.start, part_of, width, outside, marks, bits, alive, stack
            )
        cells, unknown = _packed(marks == 4), _packed((marks & 5 == 0) & (marks & 2 != 0))
        # In this order the table stays correct up to its size if an interruption comes in between.
        self.bits = cells
        self.unknown = unknown if unknown.any() else np.zeros((0, 0), np.uint64)
        self.rows, self.columns = size, width

    def _leaving(self, moves: Automaton, size: int, width: int) -> NDArray[np.uint8]:
        """Returns the cells from which a move leaves a table of this size."""
        over = Or((Linear(("u",), (1,), -size, False), Linear(("v",), (1,), -width, False)))
        leaving = reordered(projected(both(moves, automaton(over, moves.system)), *AFTER), BEFORE)
        bits = max(size, width).bit_length()
        xs, ys = np.indices((size, width))
        states, matrix = np.full((size, width), leaving.start, np.int32), leaving.matrix()
        for bit in range(bits - 1, -1, -1):
            states = matrix[states, (xs >> bit & 1) * 2 + (ys >> bit & 1)]
        return np.frombuffer(leaving.accept, np.uint8)[states]

    def outcome(self, xs: NDArray[np.int64], ys: NDArray[np.int64]) -> NDArray[np.int8]:
        """Returns 1 for P, 0 for N, and 2 if the outcome is not known."""
        inside = (xs < self.rows) & (ys < self.columns)
        if inside.all():
            return self._inside(xs, ys)
        outcomes = np.full(len(xs), 2, np.int8)
        outcomes[inside] = self._inside(xs[inside], ys[inside])
        if self.far is not None:
            followed = ~inside & (np.maximum(xs, ys) < self.far.size)
            outcomes[followed] = self.far.outcome(xs[followed], ys[followed])
        return outcomes

    def _inside(self, xs: NDArray[np.int64], ys: NDArray[np.int64]) -> NDArray[np.int8]:
        places = (xs, ys >> 6)
        shift = (ys & 63).astype(np.uint64)
        outcomes: NDArray[np.int8] = (self.bits[places] >> shift & np.uint64(1)).astype(np.int8)
        if len(self.unknown):
            outcomes[(self.unknown[places] >> shift & np.uint64(1)) != 0] = 2
        return outcomes

    def square(self, size: int) -> NDArray[np.bool_]:
        """Returns the P-positions with both heaps below ``size``, as an array of truth values."""
        self.grow(size)
        packed = self.bits[:size]
        bits = np.unpackbits(packed.view(np.uint8), axis=1, bitorder="little")
        return bits[:, :size].astype(bool)


def _packed(cells: NDArray[Any]) -> NDArray[np.uint64]:
    return np.ascontiguousarray(np.packbits(cells, axis=1, bitorder="little")).view(np.uint64)
