"""Graphs with two paths that grow from a core: spiders with two long legs, cycles with two tails …

A *kind* is what moves may leave of the core, hanging together, with the arms that it still has. It has two arms, or
one; without a core an arm is a path. So the pieces are T(b, c) with two arms, U(n) with one, and paths P(n).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from sprague.system.ask import tick
from sprague.words.errors import UnsolvedError, expected
from sprague.words.messages import say

from .square import Row, Square
from .strips import Strip
from .system import Kind, Shorter, Split, System

#: The most kinds with two arms.
MOST_JOINTS = 64

#: A vertex: its number in the core, or (arm, place), counted from 1 at the core.
Vertex = int | tuple[int, int]

Part = frozenset[int]


class Inner(NamedTuple):
    """A move at the core: the vertices that go from it, what it names, for each arm the least length that it needs, and
    for each arm that comes off how many vertices this loses."""

    gone: Part
    taken: tuple[Vertex, ...]
    least: tuple[int, int]
    lost: dict[int, int]


class Left(NamedTuple):
    """What a move at the core leaves: finite parts, kinds with both arms or one, and arms that came off with how many
    vertices these have lost."""

    parts: tuple[Part, ...]
    kinds: tuple[int, ...]
    lost: dict[int, int]


class Core:
    """The core of a strip with two rows, each a path that is tied by its first vertex to one vertex of the head. Kind
    0 is the whole core."""

    def __init__(self, strip: Strip, arcs: bool, where: str) -> None:
        tied = [
            [name for name, column, row in strip.head_ties if row == arm and not column] for arm in (0, 1)
        ]
        paths = sorted(strip.steps) == [(0, 0, 1), (1, 1, 1)]
        if not paths or strip.tail or len(strip.head_ties) != 2 or any(len(names) != 1 for names in tied):
            raise expected(
                say("two growing paths, each tied to one vertex of the head: a0-a1,b0-b1,<o-a0,<o-b0"),
                strip.edges,
                where,
            )
        self.arcs, self.names = arcs, strip.head
        self.ties = (tied[0][0], tied[1][0])
        near: list[set[int]] = [set() for _ in strip.head]
        for one, other in strip.head_edges:
            near[one].add(other)
            near[other].add(one)
        self.near = tuple(map(frozenset, near))
        #: How many vertices a move in an arm takes.
        self.gap = 2 if arcs else 3
        whole = self.components(frozenset(range(len(strip.head))))
        if len(whole) != 1:
            raise expected(say("a head that hangs together"), strip.edges, where)
        self.kinds: list[Part] = [whole[0]]
        self.number: dict[Part, int] = {whole[0]: 0}
        self._close()

    def _close(self) -> None:
        for part in self.kinds:  # grows while it is read
            tick()
            for move in self.inner(part):
                for component in self.components(part - move.gone):
                    if self.arms_of(component) and component not in self.number:
                        self.number[component] = len(self.kinds)
                        self.kinds.append(component)
        if sum(len(self.arms_of(part)) == 2 for part in self.kinds) > MOST_JOINTS:
            raise UnsolvedError(say("more than {most} kinds of pieces come up", most=MOST_JOINTS))

    def arms_of(self, part: Part) -> tuple[int, ...]:
        """Returns the arms that a part of the core has."""
        return tuple(arm for arm in (0, 1) if self.ties[arm] in part)

    def components(self, vertices: Part) -> list[Part]:
        """Returns the connected parts; in Arc Kayles without single vertices from which no arm grows."""
        unvisited, parts = set(vertices), []
        while unvisited:
            todo = [unvisited.pop()]
            part = set(todo)
            while todo:
                new = self.near[todo.pop()] & unvisited
                unvisited -= new
                part |= new
                todo += new
            if len(part) > 1 or not self.arcs or part & set(self.ties):
                parts.append(frozenset(part))
        return sorted(parts, key=min)

    def inner(self, part: Part) -> Iterator[Inner]:
        """Yields the moves at the core: those that take a vertex of it."""
        for vertex in sorted(part):
            if self.arcs:
                for other in sorted(self.near[vertex] & part):
                    if vertex < other:
                        yield self._inner(part, frozenset((vertex, other)), (vertex, other), {})
            else:
                first = {arm: 1 for arm in (0, 1) if self.ties[arm] == vertex}
                yield self._inner(part, (self.near[vertex] | {vertex}) & part, (vertex,), first)
        for arm in self.arms_of(part):
            tie = self.ties[arm]
            touched: tuple[Vertex, ...] = (tie, (arm, 1)) if self.arcs else ((arm, 1),)
            move = self._inner(part, frozenset((tie,)), touched, {arm: 1 if self.arcs else 2})
            yield move._replace(least=(int(arm == 0), int(arm == 1)))

    def _inner(self, part: Part, gone: Part, touched: tuple[Vertex, ...], losses: dict[int, int]) -> Inner:
        lost = {arm: losses.get(arm, 0) for arm in self.arms_of(part) if self.ties[arm] in gone}
        return Inner(gone, touched, (0, 0), lost)

    def left(self, part: Part, move: Inner) -> Left:
        """Returns what a move at the core leaves."""
        parts = self.components(part - move.gone)
        return Left(
            tuple(each for each in parts if not self.arms_of(each)),
            tuple(self.number[each] for each in parts if self.arms_of(each)),
            move.lost,
        )

    # Small graphs, by the definition

    def piece(self, part: Part, lengths: dict[int, int]) -> frozenset[Vertex]:
        """Returns the vertices of a part of the core with arms of these lengths."""
        arms = {(arm, place) for arm, length in lengths.items() for place in range(1, length + 1)}
        return frozenset(part) | frozenset(arms)

    def around(self, vertex: Vertex) -> frozenset[Vertex]:
        """Returns the neighbours of a vertex, if they are there."""
        if isinstance(vertex, int):
            return self.near[vertex] | {(arm, 1) for arm in (0, 1) if self.ties[arm] == vertex}
        arm, place = vertex
        return frozenset(((arm, place - 1) if place > 1 else self.ties[arm], (arm, place + 1)))

    def plain(self, vertices: frozenset[Vertex]) -> int:
        """Returns the value of a set of vertices by the definition."""
        values: dict[frozenset[Vertex], int] = {}

        def value(vertices: frozenset[Vertex]) -> int:
            unvisited, total = set(vertices), 0
            while unvisited:
                todo = [unvisited.pop()]
                part = set(todo)
                while todo:
                    new = self.around(todo.pop()) & unvisited
                    unvisited -= new
                    part |= new
                    todo += new
                total ^= one(frozenset(part))
            return total

        def one(part: frozenset[Vertex]) -> int:
            if part not in values:
                tick()
                seen = {value(part - gone) for gone in self.removals(part)}
                values[part] = next(value for value in range(len(seen) + 1) if value not in seen)
            return values[part]

        return value(vertices)

    def removals(self, part: frozenset[Vertex]) -> Iterator[frozenset[Vertex]]:
        """Yields the vertices that each move on a set of vertices takes."""
        for vertex in part:
            around = self.around(vertex) & part
            if self.arcs:
                yield from (frozenset((vertex, other)) for other in around)
            else:
                yield around | {vertex}

    # Pieces with one arm

    @functools.cached_property
    def joints(self) -> tuple[int, ...]:
        """The kinds with two arms; kind 0 is the first."""
        return tuple(kind for kind, part in enumerate(self.kinds) if len(self.arms_of(part)) == 2)

    @functools.cached_property
    def rays(self) -> tuple[int, ...]:
        """The kinds with one arm."""
        return tuple(kind for kind, part in enumerate(self.kinds) if len(self.arms_of(part)) == 1)

    def line_of(self, kind: int) -> int:
        """Returns the number of a kind with one arm in ``lines``; the path has number 0."""
        return 1 + self.rays.index(kind)

    @functools.cached_property
    def lines(self) -> System:
        """The values of paths, and of all kinds with one arm."""
        path = Kind((), (), (Split(0, 0, 0, 2, 0, 0),))
        if not self.arcs:
            path = Kind((0, 1), (Shorter(0, 0, 2),), (Split(0, 0, 0, 3, 0, 0),))
        kinds = [path]
        for number, kind in enumerate(self.rays, 1):
            part = self.kinds[kind]
            arm = self.arms_of(part)[0]
            shorter = [] if self.arcs else [Shorter(0, number, 2)]
            for move in self.inner(part):
                remains = self.left(part, move)
                worth = self.worth(remains.parts)
                if arm in remains.lost:
                    shorter.append(Shorter(worth, 0, remains.lost[arm]))
                else:
                    shorter.append(Shorter(worth, self.line_of(remains.kinds[0]), 0))
            # In Node Kayles the first two differ: a vertex at the end has one neighbour in the arm, or none.
            first = () if self.arcs else tuple(self.plain(self.piece(part, {arm: n})) for n in (0, 1))
            splits = (Split(0, number, 0, self.gap, 0, 0),)
            kinds.append(Kind(first, tuple(dict.fromkeys(shorter)), splits))
        sizes = [0, *(len(self.kinds[kind]) for kind in self.rays)]
        return System(tuple(kinds), tuple(sorted(range(len(kinds)), key=lambda number: sizes[number])))

    def worth(self, parts: tuple[Part, ...]) -> int:
        """Returns the value of finite parts of the core."""
        return self.plain(frozenset(vertex for part in parts for vertex in part))

    # Pieces with two arms

    @functools.cached_property
    def square(self) -> Square:
        """The values of all kinds with two arms."""
        moves = [self._rows(self.kinds[kind]) for kind in self.joints]
        order = sorted(range(len(moves)), key=lambda joint: len(self.kinds[self.joints[joint]]))
        return Square(moves, order, self.lines, self.gap)

    def _rows(self, part: Part) -> list[Row]:
        """Returns the moves at a part of the core with two arms."""
        table: list[Row] = []
        for move in self.inner(part):
            remains = self.left(part, move)
            worth = self.worth(remains.parts)
            joint = [kind for kind in remains.kinds if kind in self.joints]
            if joint:
                table.append((worth, -1, 0, self.joints.index(joint[0]), 0, *move.least))
                continue
            ray = {arm: kind for kind in remains.kinds for arm in self.arms_of(self.kinds[kind])}
            one, other = (
                (0, remains.lost[arm]) if arm in remains.lost else (self.line_of(ray[arm]), 0)
                for arm in (0, 1)
            )
            table.append((worth, *one, *other, *move.least))
        return list(dict.fromkeys(table))

    def value(self, kind: int, lengths: tuple[int, ...]) -> int:
        """Returns the value of a piece of any kind."""
        if len(lengths) == 1:
            return self.lines.value(self.line_of(kind), lengths[0])
        return self.square.value(self.joints.index(kind), (lengths[0], lengths[1]))
