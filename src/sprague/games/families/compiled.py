"""The system of a family: its kinds of pieces, with their moves, and their first values by the definition."""

from __future__ import annotations

import functools
from typing import NamedTuple

from sprague.system.ask import tick
from sprague.words.errors import UnsolvedError
from sprague.words.messages import say

from .ends import Cut, End, Frame, cuts
from .strips import HEAD, Strip, Vertex
from .system import Kind, Shorter, Split, System

#: The most kinds of pieces.
MOST_KINDS = 2000


class Pair(NamedTuple):
    """A kind of pieces: the number of its left end, and that of its right end (in the mirrored strip)."""

    left: int
    right: int


class Family:
    """All pieces that come up in a family. Kind 0 is the family itself. Raises UnsolvedError if the kinds have no
    bound."""

    def __init__(self, strip: Strip, arcs: bool) -> None:
        self.strip, self.arcs = strip, arcs
        self.left, self.right = Frame(strip, arcs), Frame(strip.mirrored, arcs)
        whole = Pair(
            self.left.enter(End(frozenset(range(len(strip.head))), ())),
            self.right.enter(End(frozenset(range(len(strip.tail))), ())),
        )
        self.cuts: tuple[Cut, ...] = cuts(strip, arcs, self.left, self.right)
        self.left.close()
        self.right.close()
        self.kinds: list[Pair] = [whole]
        self.number: dict[Pair, int] = {whole: 0}
        for pair in self.kinds:  # grows while it is read
            for near in self.left.moves[pair.left]:
                self._enter(Pair(near.end, pair.right))
            for near in self.right.moves[pair.right]:
                self._enter(Pair(pair.left, near.end))
            for cut in self.cuts:
                self._enter(Pair(pair.left, cut.right))
                self._enter(Pair(cut.left, pair.right))
        self._values: dict[tuple[Pair | None, int, frozenset[Vertex]], int] = {}

    def _enter(self, pair: Pair) -> None:
        if pair not in self.number:
            if len(self.kinds) >= MOST_KINDS:
                raise UnsolvedError(say("more than {most} kinds of pieces come up", most=MOST_KINDS))
            self.number[pair] = len(self.kinds)
            self.kinds.append(pair)

    def long(self, kind: int) -> int:
        """Returns the number of full columns from which on the moves of a kind are those of its ends and of the
        middle."""
        pair = self.kinds[kind]
        zones = self.left.zone[pair.left] + self.right.zone[pair.right]
        return zones + 2 * self.left.clear + self.strip.span

    # Pieces as sets of vertices of one graph: columns, the head in column -1, the tail after the last column

    def piece(self, kind: int, full: int) -> tuple[frozenset[Vertex], int]:
        """Returns the vertices of a piece, and its number of columns. The tail is in the column of that number."""
        pair = self.kinds[kind]
        left_end, right_end = self.left.ends[pair.left], self.right.ends[pair.right]
        vertices = self.left.piece(left_end, full)
        size = len(left_end.columns) + full + len(right_end.columns)
        vertices |= {
            (size, name) if column == HEAD else (size - 1 - column, name)
            for column, name in self.right.piece(right_end, 0)
        }
        return frozenset(vertices), size

    def neighbours(self, vertex: Vertex, size: int) -> set[Vertex]:
        """Returns the neighbours of a vertex in the graph of ``size`` columns."""
        column, row = vertex
        strip = self.strip
        if column == size:
            near = {(size, b) for a, b in strip.tail_edges if a == row}
            near |= {(size, a) for a, b in strip.tail_edges if b == row}
            ties = {
                (size - 1 - tied, at) for name, tied, at in strip.tail_ties if name == row and tied < size
            }
            return near | ties
        near = {
            each for each in self.left.neighbours(vertex) if each[0] < size
        }  # the strip itself ends there
        if column != HEAD:
            near |= {(size, name) for name, tied, at in strip.tail_ties if (size - 1 - tied, at) == vertex}
        return near

    def removals(
        self, vertices: frozenset[Vertex], size: int
    ) -> list[tuple[tuple[Vertex, ...], frozenset[Vertex]]]:
        """Returns each move on a set of vertices: the vertices that it names, and those that it removes."""
        removals: list[tuple[tuple[Vertex, ...], frozenset[Vertex]]] = []
        for vertex in sorted(vertices):
            around = self.neighbours(vertex, size) & vertices
            if self.arcs:
                removals += [
                    ((vertex, other), frozenset((vertex, other)))
                    for other in sorted(around)
                    if vertex < other
                ]
            else:
                removals.append(((vertex,), frozenset(around | {vertex})))
        return removals

    def components(self, vertices: frozenset[Vertex], size: int) -> list[frozenset[Vertex]]:
        """Returns the connected parts that have a move."""
        unvisited, parts = set(vertices), []
        while unvisited:
            todo = [unvisited.pop()]
            part = set(todo)
            while todo:
                new = self.neighbours(todo.pop(), size) & unvisited
                unvisited -= new
                part |= new
                todo += new
            if len(part) > 1 or not self.arcs:
                parts.append(frozenset(part))
        return sorted(parts, key=min)

    def recognised(self, part: frozenset[Vertex], size: int) -> tuple[int, int] | None:
        """Returns the kind and the number of full columns of a connected part, or None if it is not a piece of a known
        kind.

        If several readings are possible, its longest run of full columns decides, and of equal ones the first.
        """
        rows: dict[int, set[int]] = {}
        for column, row in part:
            rows.setdefault(column, set()).add(row)
        head, tail = frozenset(rows.pop(HEAD, ())), frozenset(rows.pop(size, ()))
        first = 0 if head else min(rows, default=0)
        stop = size if tail else 1 + max(rows, default=-1)
        best, at, whole = 0, first, len(self.strip.rows)
        column = first
        while column < stop:
            run = column
            while run < stop and len(rows.get(run, ())) == whole:
                run += 1
            if run - column > best:
                best, at = run - column, column
            column = run + 1
        left_end = End(head, tuple(frozenset(rows.get(c, ())) for c in range(first, at)))
        right_end = End(tail, tuple(frozenset(rows.get(c, ())) for c in range(stop - 1, at + best - 1, -1)))
        if left_end not in self.left.number or right_end not in self.right.number:
            return None
        kind = self.number.get(Pair(self.left.number[left_end], self.right.number[right_end]))
        return None if kind is None else (kind, best)

    def value_of(self, vertices: frozenset[Vertex], size: int) -> int:
        """Returns the value of a set of vertices by the definition, part by part."""
        total = 0
        for part in self.components(vertices, size):
            total ^= self._one(part, size)
        return total

    def _one(self, part: frozenset[Vertex], size: int) -> int:
        """Returns the value of a connected part. Parts that differ only by their place are equal."""
        columns = [column for column, _ in part if column not in (HEAD, size)]
        by = 0 if any(column == HEAD for column, _ in part) else min(columns, default=0)
        end = size - by if any(column == size for column, _ in part) else -2
        key = (None, end, frozenset((column if column == HEAD else column - by, row) for column, row in part))
        least = self._values.get(key)
        if least is None:
            tick()
            seen = {self.value_of(part - gone, size) for _, gone in self.removals(part, size)}
            least = next(value for value in range(len(seen) + 1) if value not in seen)
            self._values[key] = least
        return least

    # The system

    @functools.cached_property
    def system(self) -> System:
        """The values of all kinds, as a system of sequences."""
        kinds = []
        for number, pair in enumerate(self.kinds):
            first = tuple(self.value_of(*self.piece(number, full)) for full in range(self.long(number)))
            shorter = [
                Shorter(self.worth(near.parts, self.left), self.number[Pair(near.end, pair.right)], near.loss)
                for near in self.left.moves[pair.left]
            ]
            shorter += [
                Shorter(self.worth(near.parts, self.right), self.number[Pair(pair.left, near.end)], near.loss)
                for near in self.right.moves[pair.right]
            ]
            splits = [self.split(pair, cut) for cut in self.cuts]
            kinds.append(Kind(first, tuple(dict.fromkeys(shorter)), tuple(dict.fromkeys(splits))))
        sizes = [self.left.ends[pair.left].size + self.right.ends[pair.right].size for pair in self.kinds]
        for number, kind in enumerate(kinds):
            assert all(each.loss or sizes[each.kind] < sizes[number] for each in kind.shorter)
        order = sorted(range(len(kinds)), key=lambda number: sizes[number])
        return System(tuple(kinds), tuple(order))

    def split(self, pair: Pair, cut: Cut) -> Split:
        """Returns the options of a kind by a move in the middle."""
        across = max(column for column, _ in cut.taken)
        return Split(
            self.worth(cut.parts, self.left),
            self.number[Pair(pair.left, cut.right)],
            self.number[Pair(cut.left, pair.right)],
            cut.before + cut.behind + 1,
            self.left.zone[pair.left] - cut.before,
            self.right.zone[pair.right] + across - cut.behind,
        )

    def worth(self, parts: tuple[frozenset[Vertex], ...], frame: Frame) -> int:
        """Returns the value of finite parts of a frame."""
        total = 0
        for part in parts:
            size = 2 + max(column for column, _ in part)
            if frame is self.right:
                part = frozenset((size if c == HEAD else size - 1 - c, row) for c, row in part)
            total ^= self._one(part, size)
        return total
