"""Values of graphs with two growing arms, and the theorem by which they repeat.

T(b, c) is the piece of a kind with arms of b and c vertices; its moves are

- at the core: T'(b, c) of a smaller kind, or c0 ^ U(b - d) ^ U'(c - d'), d, d' <= 2, where U and U' are paths P or
  pieces with one arm,
- in an arm: T(a, c) ^ P(b - w - a), and T(b, a) ^ P(c - w - a), where a move takes w <= 3 vertices of the arm, or one
  less at its end (for which we set P(-1) = 0).

**Theorem.** Let P(n + p) = P(n) and U(n + p) = U(n) for n >= E, and let B, C >= E + 2. Suppose for all kinds

1. T(b, c + p) = T(b, c) for C <= c < C + E + p + w and all b < B + E + 2p + w,
2. T(b + p, c) = T(b, c) for B <= b < B + E + p + w and all c < C + p.

Then T(b + p, c) = T(b, c) for all b >= B and all c, and T(b, c + p) = T(b, c) for all c >= C and all b.

Proof. (i) Equation 1 holds for all c >= C, and b as in 1: by induction on c, on b and on the order of the kinds. Let c
be at least the bound. The moves at the core and in the first arm lead to equal values by induction, as c - 2 >= E. So
let (a, r) with a + r = c - w be an option T(b, a) ^ P(r). If r >= E, raise r by p. Otherwise a > c - w - E >= C + p, so
raise a by p. In both cases it is an option of (b, c + p) with the same value. Let (a, r) with a + r = c + p - w be an
option of (b, c + p). If r >= E + p, lower r by p. Otherwise a > c - w - E >= C + p, so lower a by p. The sets of values
are equal, and so is their mex. (ii) With (i), equation 2 holds for those b and all c. For larger b, the same induction
on b, on c and on the order of the kinds shows it for all b. (iii) For b >= B + E + 2p + w, (ii) leads equation 1 back
to smaller b.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple, Protocol

from sprague.system.ask import Effort, Step, require, tick
from sprague.system.locks import Turns, alone
from sprague.system.native import WIDE, Kernel
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .system import WIDTH, Repeats

_values = Kernel(
    "arms_values",
    *("uint16[]", "uint16[]", "int", "int", "const uint16[]", "int", "const int64[]", "const int64[]"),
    *("const int64[]", "int", "uint64[]", "int", "int"),
)

#: Options of a run of the kernel between two looks at the budget.
SLICE = 50_000_000

#: The sides of the squares in which a period is looked for.
SIDES = (256, 384, 576, 864, 1296, 1944, 2916, 4374)

#: How many values of paths and pieces with one arm may prove their period.
LINES = 4000

#: How many times the period of the lines a period may be.
TIMES = 6


class Twice(NamedTuple):
    """All kinds repeat after ``length``, from these lengths of both arms on: ``first`` and ``second``, of which
    ``start`` is the larger. Paths and pieces with one arm repeat from ``lines`` on. The rectangle of ``needed`` values
    proves it."""

    first: int
    second: int
    length: int
    lines: int
    needed: tuple[int, int]

    @property
    def start(self) -> int:
        """From which lengths on both arms repeat."""
        return max(self.first, self.second)


class Lines(Protocol):
    """The values of paths (number 0) and of pieces with one arm, as ``System`` has them."""

    def row(self, kind: int, count: int) -> array[int]: ...

    def prove(self, count: int) -> Repeats | None: ...


#: A move at the core: a constant, the number of a line and how many vertices it loses for either arm, and the least
#: lengths. A move that leaves both arms at a core has -1 for the first line, and a smaller kind for the second.
Row = tuple[int, int, int, int, int, int, int]


class Square:
    """The values of all kinds with two arms, in a rectangle that grows. ``moves`` are those at the core, for each kind,
    ``order`` lists smaller kinds first, and a move in an arm takes ``gap`` vertices."""

    def __init__(self, moves: Sequence[Sequence[Row]], order: Sequence[int], lines: Lines, gap: int) -> None:
        self.moves, self.order, self.lines, self.gap = moves, order, lines, gap
        self.kinds = len(moves)
        #: The values, kind by kind and row by row; the same by columns; rows and columns. One assignment publishes
        #: them.
        self._grown = array("H"), array("H"), 0, 0
        self.alone = Turns()
        self.repeats: Twice | None = None
        #: In which square a period was looked for.
        self.looked = 0

    def renew(self) -> None:
        """Does nothing: one assignment publishes the computed values."""

    def effort(self, rows: int, columns: int) -> Effort:
        """Returns the effort of a rectangle of values."""
        grown = self._grown[2:]
        if rows <= grown[0] and columns <= grown[1]:
            return Effort()
        kinds = self.kinds
        options = kinds * rows * columns * (rows + columns) // 2
        return Effort(kinds * rows * columns, 4 * kinds * rows * columns, 2e-9 * min(options, 10**40))

    @alone
    def grow(self, rows: int, columns: int) -> None:
        """Computes the values of all kinds whose arms are shorter."""
        _, _, high, wide = self._grown
        if rows <= high and columns <= wide:
            return
        rows, columns = max(rows, high, 16), max(columns, wide, 16)
        require(self.effort(rows, columns), say("values of {count} kinds of pieces", count=self.kinds))
        length = max(rows, columns) + 2
        lines = array("H")
        apart = [
            number for moves in self.moves for row in moves if row[1] >= 0 for number in (row[1], row[3])
        ]
        for number in range(1 + max(apart)):
            lines += array("H", (0, 0)) + array("H", self.lines.row(number, length - 2))
        inner = array("q", (entry for moves in self.moves for row in moves for entry in row))
        inner_to = array("q", accumulate(map(len, self.moves), initial=0))
        order, kinds = array("q", self.order), self.kinds
        values, turned = (array("H", bytes(2 * kinds * rows * columns)) for _ in range(2))
        seen, begin = array("Q", bytes(8 * WIDTH)), 0
        while begin < rows:
            stop = min(rows, begin + max(1, SLICE // (kinds * columns * (columns + begin))))
            status = _values(
                *(values, turned, rows, columns, lines, length),
                *(inner, inner_to, order, self.gap, seen, begin, stop),
            )
            if status == WIDE:
                raise TooLargeError(say("a value of a piece exceeds {most}", most=WIDTH // 2))
            begin = stop
            tick(lambda begin: Step(say("columns"), begin, rows), begin)
        self._grown = values, turned, rows, columns

    def value(self, kind: int, lengths: tuple[int, int]) -> int:
        """Returns the value of a piece of a kind."""
        b, c = self.folded(lengths)
        self.grow(b + 1, c + 1)
        values, _, rows, columns = self._grown
        return values[(kind * rows + b) * columns + c]

    def folded(self, lengths: tuple[int, int]) -> tuple[int, int]:
        """Returns the lengths that have the same values, as short as the proved period allows."""
        if self.repeats is None:
            return lengths
        length = self.repeats.length
        b, c = (
            n if n < start else start + (n - start) % length
            for n, start in zip(lengths, (self.repeats.first, self.repeats.second), strict=True)
        )
        return b, c

    @alone
    def prove(self, most: int) -> Twice | None:
        """Returns the period of all kinds, if arms shorter than ``most`` prove one."""
        for side in SIDES:
            if self.repeats is None and self.looked < side <= most:
                lines = self.lines.prove(LINES)
                if lines is None or not self.effort(side, side).affordable:
                    return None
                self.grow(side, side)
                self.repeats = self._proved(lines.start, lines.length)
                self.looked = side
        return self.repeats

    def _proved(self, lines: int, turn: int) -> Twice | None:
        values, turned, rows, columns = self._grown
        for length in range(turn, TIMES * turn + 1, turn):
            first = max(self._start(values, rows, columns, length), lines + 2)
            second = max(self._start(turned, columns, rows, length), lines + 2)
            further = lines + 2 * length + self.gap
            if first + further <= rows and second + further <= columns:
                return Twice(first, second, length, lines, (first + further, second + further))
        return None

    def _start(self, values: array[int], rows: int, columns: int, length: int) -> int:
        """Returns the row from which on all rows of all kinds are those ``length`` further, as far as they are
        known."""
        bits, start = memoryview(values).cast("B"), 0
        for joint in range(self.kinds):
            line = [
                bytes(bits[2 * columns * (joint * rows + row) : 2 * columns * (joint * rows + row + 1)])
                for row in range(rows)
            ]
            row = rows - length
            while row > 0 and line[row - 1] == line[row - 1 + length]:
                row -= 1
            start = max(start, row)
        return start

    def own(self, arm: int) -> tuple[int, int]:
        """Returns the least start and the least period of kind 0 in the length of an arm, by the proved period of all
        kinds."""
        assert self.repeats is not None
        starts, length = (self.repeats.first, self.repeats.second), self.repeats.length
        start, other = starts[arm], starts[1 - arm] + length
        table, wide = (self._grown[0], self._grown[3]) if arm == 0 else (self._grown[1], self._grown[2])
        line = [table[n * wide : n * wide + other] for n in range(start + 2 * length)]
        tail = line[start:]
        least = next(q for q in range(1, length + 1) if length % q == 0 and tail[q:] == tail[:-q])
        while start > 0 and line[start - 1] == line[start - 1 + least]:
            start -= 1
        return start, least
