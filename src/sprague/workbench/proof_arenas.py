"""What a proof needs of a game on sets of points, as bits: parts, normal forms, moves and values."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from operator import xor
from typing import Any

from sprague.graphs.graph import Graph
from sprague.search.masks import bits, mask_components


class Arena:
    """A game on sets of points, as bits: what the two kinds of board have in common."""

    def __init__(self) -> None:
        self._parts: dict[int, list[int]] = {0: []}
        self._values: dict[int, int] = {}

    everything: int

    def parts(self, points: int) -> list[int]:
        """Returns the connected parts in which there is a move."""
        components = self._parts.get(points)
        if components is None:
            components = self._parts[points] = list(self._split(points))
        return components

    def value(self, points: int) -> int:
        """Returns the nim-sum of the values of the parts."""
        shapes = [self.normal(part)[0] for part in self.parts(points)]
        for shape in shapes:
            if shape not in self._values:
                self._values[shape] = self._search(shape)
        return functools.reduce(xor, (self._values[shape] for shape in shapes), 0)

    def moves(self, shape: int) -> list[tuple[int, int]]:
        """Each move as the points that it needs and those that it removes, in the checker's order."""
        raise NotImplementedError

    def left(self, shape: int) -> list[int]:
        """What each move leaves, in the checker's order."""
        return [shape & ~gone for _, gone in self.moves(shape)]

    def seconds(self, shape: int, points: int) -> list[tuple[int, int]]:
        """Returns the moves after one in ``shape`` that left ``points``: their numbers, as the checker counts them, and
        what they leave."""
        moves = self.moves(shape)
        return [(i, points & ~gone) for i, (needs, gone) in enumerate(moves) if needs & points == needs]

    def size(self, points: int) -> int:
        """Returns the number of points."""
        return points.bit_count()

    def normal(self, part: int) -> tuple[int, Any]:
        """Returns the normal form of a part, and the way from there to the part."""
        raise NotImplementedError

    def laid(self, part: int, way: Any, within: int) -> list[int]:
        """Returns the isomorphism from the normal form to ``part``, as the checker reads it on the board ``within``."""
        raise NotImplementedError

    def write(self, shape: int) -> Any:
        """Returns a shape as the checker reads it."""
        raise NotImplementedError

    def _split(self, points: int) -> Iterator[int]:
        raise NotImplementedError

    def _search(self, shape: int) -> int:
        raise NotImplementedError


class Vertices(Arena):
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
        components = mask_components(self.around, points)
        return (part for part in components if part & (part - 1) or not self.arcs)

    def _search(self, shape: int) -> int:
        return int(self._engine.value(bits(shape)))

    @functools.cached_property
    def _engine(self) -> Any:
        from sprague.search.graph_search import GraphSearch

        return GraphSearch(self.near, self.arcs)
