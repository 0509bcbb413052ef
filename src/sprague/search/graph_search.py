"""Node Kayles and Arc Kayles on any graph of up to 128 vertices a part: the driver of the compiled search.

The design is that of the search for boards of Cram. Instead of the orientations of a shape, it compares sets of
vertices under symmetries of the whole graph. (Boards that fit no other search come here, too, as Arc Kayles.)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from sprague.system.locks import alone
from sprague.system.native import Room
from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import say

from .driver import Progress, TableSearch
from .symmetries import symmetries

#: Connected graphs of more vertices do not fit two machine words.
MAX_VERTICES = 128

_MOVES_AHEAD = 500

#: The bytes of the images of all sets under one symmetry, byte by byte.
_IMAGES = 16 * 256 * 16


class GraphSearch(TableSearch):
    """Searches the values of the sets of vertices of one graph, with a table of the results.

    ``neighbours[v]`` are the neighbours of vertex v; ``arcs``: Arc Kayles (a move takes two neighbours), else Node
    Kayles (a move takes a vertex and its neighbours). ``memory`` bounds the table, in bytes; ``progress`` is called
    about twice a second; ``threads`` is the number of threads that work on one question and share the table. Raises
    TooLargeError for more than 128 vertices.

    >>> path = [{v - 1, v + 1} & set(range(9)) for v in range(9)]
    >>> [GraphSearch(path, arcs).value() for arcs in (False, True)]  # 0.137 and 0.07 at 9
    [3, 0]
    """

    kept = 4

    #: Whether the search looks two moves deep at the first moves of a question. This pays for a single question, but
    #: not for thousands in succession.
    looks_ahead = True

    def __init__(
        self,
        neighbours: Sequence[Iterable[int]],
        arcs: bool,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        threads: int = 1,
    ) -> None:
        if len(neighbours) > MAX_VERTICES:
            raise TooLargeError(
                say(
                    "the search covers graphs of up to {limit} vertices, got {count}",
                    limit=MAX_VERTICES,
                    count=len(neighbours),
                )
            )
        near = [set(around) for around in neighbours]
        for v, around in enumerate(near):
            if v in around or not all(0 <= w < len(near) and v in near[w] for w in around):
                raise RangeError(
                    say("expected the neighbours of a simple graph, got those of vertex {v}", v=v)
                )
        order = _middle_first(near)
        self._number = {v: i for i, v in enumerate(order)}
        self._near = [{self._number[w] for w in near[v]} for v in order]
        self.arcs = arcs
        self._moves = sum(map(len, near)) // 2 if arcs else len(near)
        super().__init__(2, len(near), self._moves, memory, progress, threads)
        masks = (sum(1 << w for w in around) for around in self._near)
        words = array("Q", [word for mask in masks for word in self._key(mask)])
        images = symmetries(self._near)
        mapped = array("B", [v for image in images for v in image])
        self._known = Room(len(images) * _IMAGES)
        for search in self._searches:
            self._functions.graph(search, words, arcs, mapped, self._known)
        # Ctrl-C takes effect between slices, and a position of a dense graph has thousands of moves and takes long.
        self._budget = min(self._budget, max(1, 100_000 // (self._moves + 1)))

    @property
    def families(self) -> list[tuple[str, str]]:
        # The graph with the vertices numbered as in the keys. A search of this graph keeps the numbers.
        edges = [f"{v}-{w}" for v, around in enumerate(self._near) for w in sorted(around) if v < w]
        single = [str(v) for v, around in enumerate(self._near) if not around]
        return [("arc-kayles" if self.arcs else "node-kayles", "edges:" + ",".join(edges + single))]

    @alone
    def value(self, vertices: Iterable[int] | None = None) -> int:
        """Returns the value of the game on these vertices (all without an argument): the nim-sum of its parts.

        Raises TooLargeError if the values fill the table.
        """
        parts, total = self._parts(self._set_of(vertices))
        return self._sum_of(parts, total)

    @alone
    def is_zero(self, vertices: Iterable[int] | None = None) -> bool:
        """Returns whether the value is 0. The search of the largest part does no more than this needs."""
        return self._is_sum(*self._parts(self._set_of(vertices)))

    def _set_of(self, vertices: Iterable[int] | None) -> int:
        """Returns vertices as a set in the search's own numbering, or all of them without an argument."""
        chosen = range(len(self._near)) if vertices is None else [self._number[v] for v in vertices]
        return sum(1 << v for v in chosen)

    def _depths(self, part: int) -> tuple[int, int]:
        # A look ahead takes the square of the number of moves, and Ctrl-C cannot interrupt it.
        ahead = self.looks_ahead and self._moves <= _MOVES_AHEAD
        deep = max(10, part.bit_count() * 4 // 5) if ahead else MAX_VERTICES + 1
        return deep, MAX_VERTICES + 1


def _middle_first(near: list[set[int]]) -> list[int]:
    """Returns the vertices in the order of the sums of their distances to the others, as a move in the middle splits
    most."""

    def remoteness(v: int) -> int:
        seen, ring, distance, total = {v}, {v}, 0, 0
        while ring:
            total += distance * len(ring)
            distance += 1
            ring = set().union(*(near[w] for w in ring)) - seen
            seen |= ring
        return total

    return sorted(range(len(near)), key=remoteness)
