"""Proof files of boards and graphs: a strategy that a small independent program checks again (``proof_check.py``).

A proof claims the values of shapes, smallest first, and shows each by a strategy. For a shape of value v:

- to each u < v a move that leaves value u (so the value is not less), and
- to each move an answer: either the position that the move leaves is itself shown to have a value other than v, or a
  second move leads back to value v (so no move leaves v, and the value is not more).

A proof describes what a move leaves as a list of references to shapes shown elsewhere in the file, each with the
isomorphism that maps the shape onto the board. A reference always leads to a smaller shape, so there are no circles.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sprague.boards.cram import CRAM, Board, bits
from sprague.boards.plain import strided_components
from sprague.graphs.graph import Graph
from sprague.graphs.kayles import ARC_KAYLES, NODE_KAYLES
from sprague.model.ruleset import Component
from sprague.numbers.sums import nim_sum
from sprague.search.plain_graph import mask_components
from sprague.search.pool import SearchPool
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .proof_check import digest

FORMAT = "sprague-proof/1"

#: Boards with more cells (or vertices) are refused: their proofs would have millions of shapes.
MAX_POINTS = 40

Progress = Callable[[int, int], None]


def prove(
    component: Component, progress: Progress | None = None, searches: SearchPool | None = None
) -> dict[str, Any]:
    """Returns the proof of the value of ``component`` (Cram, Arc Kayles or Node Kayles) as a JSON-ready object.

    ``progress(shown, open)`` is called with the number of shapes shown and of those still to show. ``searches`` are
    those of a session, which may already know values. Raises RangeError for other games, and for boards of more than
    ``MAX_POINTS`` cells.

    >>> from sprague.boards.cram import CRAM, read_board
    >>> proof = prove(Component(CRAM, read_board("2x3", "")))
    >>> proof["value"], len(proof["shapes"])
    (1, 3)
    """
    arena = _arena(component, searches)
    everything = arena.everything
    if everything.bit_count() > MAX_POINTS:
        raise RangeError(
            say(
                "a proof covers at most {limit} cells or vertices, got {count}",
                limit=MAX_POINTS,
                count=everything.bit_count(),
            )
        )
    writer = _Writer(arena)
    root = writer.refer(everything, everything)
    while writer.waiting:
        shape = writer.waiting.pop()
        writer.shapes[writer.number[shape]] = writer.show(shape)
        if progress is not None:
            progress(len(writer.shapes) - len(writer.waiting), len(writer.waiting))
    proof = {
        "format": FORMAT,
        "game": component.ruleset.head,
        "position": str(component),
        "value": arena.value(everything),
        "board": arena.write(everything),
        "parts": root,
        "shapes": writer.shapes,
    }
    return {**proof, "digest": digest(proof)}


def board_of(component: Component) -> Any:
    """Returns the description of the board in a proof about ``component``, for comparison with a proof's claim."""
    arena = _arena(component)
    return arena.write(arena.everything)


def is_about(proof: dict[str, Any]) -> bool:
    """Returns whether the board in a proof is that of the position it names in its printed form; the checker does not
    know the notation."""
    head, _, board = str(proof.get("position")).partition(" ")
    for ruleset in (CRAM, ARC_KAYLES, NODE_KAYLES):
        if head == ruleset.head == proof["game"]:
            states = ruleset.read(board)
            component = Component(ruleset, states[0])
            printed = len(states) == 1 and str(component) == proof["position"]
            return printed and bool(board_of(component) == proof["board"])
    return False


class _Writer:
    """The shapes shown so far, and those that wait for it, by their normal form (a set of points as bits)."""

    def __init__(self, arena: _Arena) -> None:
        self.arena = arena
        self.shapes: list[dict[str, Any]] = []
        self.number: dict[int, int] = {}
        self.waiting: list[int] = []

    def refer(self, points: int, within: int) -> list[Any]:
        """References to the parts of ``points``, laid onto the board ``within``; unknown shapes are queued."""
        found = []
        for part in self.arena.parts(points):
            shape, way = self.arena.normal(part)
            if shape not in self.number:
                self.number[shape] = len(self.shapes)
                self.shapes.append({})
                self.waiting.append(shape)
            found.append([self.number[shape], self.arena.laid(part, way, within)])
        return found

    def show(self, shape: int) -> dict[str, Any]:
        """The entry of one shape: its value, a move to each smaller value, an answer to each move."""
        arena = self.arena
        value, moves = arena.value(shape), arena.moves(shape)
        left = [shape & ~gone for _, gone in moves]
        smaller = []
        for u in range(value):
            best = min(
                (i for i in range(len(moves)) if arena.value(left[i]) == u), key=lambda i: self.cost(left[i])
            )
            smaller.append([best, self.refer(left[best], shape)])
        answers = []
        for points in left:
            back = self._way_back(moves, points, value) if arena.value(points) > value else None
            if back is not None and self.cost(back[1]) <= self.cost(points):
                answers.append([1, back[0], self.refer(back[1], shape)])
            else:
                answers.append([0, self.refer(points, shape)])
        return {"board": arena.write(shape), "value": value, "smaller": smaller, "answers": answers}

    def cost(self, points: int) -> int:
        """About how much showing the parts of ``points`` adds to the proof."""
        arena = self.arena
        return sum(
            1 << part.bit_count() for part in arena.parts(points) if arena.normal(part)[0] not in self.number
        )

    def _way_back(self, moves: list[tuple[int, int]], points: int, value: int) -> tuple[int, int] | None:
        """A second move that leaves ``value``: of those that do, the cheapest to show."""
        seconds = [
            (i, points & ~gone)
            for i, (needs, gone) in enumerate(moves)
            if needs & points == needs and self.arena.value(points & ~gone) == value
        ]
        return min(seconds, key=lambda second: self.cost(second[1]), default=None)


class _Arena:
    """A game on sets of points, as bits: what the two kinds of board have in common."""

    def __init__(self) -> None:
        self._parts: dict[int, list[int]] = {0: []}
        self._values: dict[int, int] = {}

    everything: int

    def parts(self, points: int) -> list[int]:
        """The connected parts in which there is a move."""
        found = self._parts.get(points)
        if found is None:
            found = self._parts[points] = list(self._split(points))
        return found

    def value(self, points: int) -> int:
        """The nim-sum of the values of the parts."""
        shapes = [self.normal(part)[0] for part in self.parts(points)]
        for shape in shapes:
            if shape not in self._values:
                self._values[shape] = self._search(shape)
        return nim_sum(self._values[shape] for shape in shapes)

    def moves(self, shape: int) -> list[tuple[int, int]]:
        """Each move as the points that it needs and those that it removes, in the checker's order."""
        raise NotImplementedError

    def normal(self, part: int) -> tuple[int, Any]:
        """The normal form of a part, and the way from there to the part."""
        raise NotImplementedError

    def laid(self, part: int, way: Any, within: int) -> list[int]:
        """The isomorphism from the normal form to ``part``, as the checker reads it on the board ``within``."""
        raise NotImplementedError

    def write(self, shape: int) -> Any:
        """A shape as the checker reads it."""
        raise NotImplementedError

    def _split(self, points: int) -> Iterator[int]:
        raise NotImplementedError

    def _search(self, shape: int) -> int:
        raise NotImplementedError


class _Cells(_Arena):
    """Cram: bit row * stride + column, an empty column after each row; shapes stand in the corner, in the least of
    their eight images."""

    def __init__(self, board: Board, searches: SearchPool | None) -> None:
        super().__init__()
        self.searches = searches or SearchPool()
        self.stride = max(board.rows, board.columns) + 1
        self.everything = self._mask(divmod(cell, board.columns) for cell in bits(board.cells))
        self._ways: dict[int, tuple[int, list[int]]] = {}

    def _mask(self, points: Iterable[tuple[int, int]]) -> int:
        return sum(1 << (r * self.stride + c) for r, c in points)

    def moves(self, shape: int) -> list[tuple[int, int]]:
        found = []
        for cell in bits(shape):
            for step in (1, self.stride):
                both = 1 << cell | 1 << (cell + step)
                if shape & both == both:
                    found.append((both, both))
        return found

    def normal(self, part: int) -> tuple[int, list[int]]:
        cells = [divmod(cell, self.stride) for cell in bits(part)]
        top, side = cells[0][0], min(c for _, c in cells)
        corner = part >> (top * self.stride + side)
        if corner not in self._ways:
            self._ways[corner] = self._least([(r - top, c - side) for r, c in cells])
        shape, (turn, row, column) = self._ways[corner]
        return shape, [turn, row + top, column + side]

    def _least(self, cells: list[tuple[int, int]]) -> tuple[int, list[int]]:
        """The least image of cells in the corner, and the turn and shift that lay it onto them."""
        least = min(self._mask(_cornered(_turned(cells, turn))) for turn in range(8))
        shape = [divmod(cell, self.stride) for cell in bits(least)]
        for turn in range(8):
            image = _turned(shape, turn)
            row, column = -min(r for r, _ in image), -min(c for _, c in image)
            if {(r + row, c + column) for r, c in image} == set(cells):
                return least, [turn, row, column]
        raise AssertionError("every turn of the square has an inverse")

    def laid(self, part: int, way: list[int], within: int) -> list[int]:
        return way

    def write(self, shape: int) -> str:
        cells = {divmod(cell, self.stride) for cell in bits(shape)}
        if not cells:
            return "#"
        rows, columns = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        return "/".join("".join(".#"[(r, c) not in cells] for c in range(columns)) for r in range(rows))

    def _split(self, points: int) -> Iterator[int]:
        return (part for part in strided_components(points, self.stride) if part & (part - 1))

    def _search(self, shape: int) -> int:
        from sprague.boards import ask

        cells = [divmod(cell, self.stride) for cell in bits(shape)]
        rows, columns = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        return ask.value(rows, columns, sum(1 << (r * columns + c) for r, c in cells), self.searches)


class _Vertices(_Arena):
    """Arc Kayles and Node Kayles on one graph: a shape is a set of its vertices."""

    def __init__(self, graph: Graph, arcs: bool) -> None:
        super().__init__()
        self.arcs = arcs
        self.near = graph.neighbours()
        self.around = [sum(1 << w for w in near) for near in self.near]
        self.everything = (1 << len(self.near)) - 1

    def moves(self, shape: int) -> list[tuple[int, int]]:
        if not self.arcs:
            return [(1 << v, 1 << v | self.around[v]) for v in bits(shape)]
        ends = [1 << v | 1 << w for v in bits(shape) for w in bits(self.around[v] & shape) if v < w]
        return [(both, both) for both in ends]

    def normal(self, part: int) -> tuple[int, Any]:
        return part, None

    def laid(self, part: int, way: Any, within: int) -> list[int]:
        number = {v: i for i, v in enumerate(bits(within))}
        return [number[v] for v in bits(part)]

    def write(self, shape: int) -> dict[str, Any]:
        number = {v: i for i, v in enumerate(bits(shape))}
        edges = [[number[v], number[w]] for v in number for w in bits(self.around[v] & shape) if v < w]
        return {"vertices": len(number), "edges": edges}

    def _split(self, points: int) -> Iterator[int]:
        found = mask_components(self.around, points)
        return (part for part in found if part & (part - 1) or not self.arcs)

    def _search(self, shape: int) -> int:
        return int(self._engine.value(bits(shape)))

    @functools.cached_property
    def _engine(self) -> Any:
        from sprague.search.graph_search import GraphSearch

        return GraphSearch(self.near, self.arcs)


def _arena(component: Component, searches: SearchPool | None = None) -> _Arena:
    state: Any = component.state
    if component.ruleset.head == "cram":
        return _Cells(state, searches)
    if component.ruleset.head in ("arc-kayles", "node-kayles"):
        return _Vertices(state, component.ruleset.head == "arc-kayles")
    raise RangeError(
        say(
            "a proof is written for cram, arc-kayles and node-kayles, not for {game}",
            game=component.ruleset.head,
        )
    )


def _turned(cells: Iterable[tuple[int, int]], turn: int) -> list[tuple[int, int]]:
    """Cells under symmetry 0-7 of the square: 4 exchanges row and column, then 1 and 2 mirror them."""
    moved = [(c, r) for r, c in cells] if turn & 4 else list(cells)
    return [(-r if turn & 1 else r, -c if turn & 2 else c) for r, c in moved]


def _cornered(cells: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    top, side = min(r for r, _ in cells), min(c for _, c in cells)
    return ((r - top, c - side) for r, c in cells)
