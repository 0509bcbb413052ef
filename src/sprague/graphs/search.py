"""Node Kayles and Arc Kayles on any graph of up to 128 vertices a part: the driver of the compiled search.

The design is that of :mod:`sprague.boards.search`; instead of the orientations of a shape, sets of vertices
are compared under symmetries of the whole graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sprague.search.driver import Progress, TableSearch, address
from sprague.system.ask import checked_threads
from sprague.system.locks import alone
from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import say

from .symmetries import symmetries

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Connected graphs of more vertices do not fit two machine words.
MAX_VERTICES = 128

_MOVES_AHEAD = 500


class GraphSearch(TableSearch):
    """Values of the sets of vertices of one graph, with a table of what was found.

    ``neighbours[v]`` are the neighbours of vertex v; ``arcs``: Arc Kayles (a move takes two neighbours), else
    Node Kayles (a move takes a vertex and its neighbours). ``memory`` bounds the table, in bytes; ``progress`` is
    called about twice a second; ``threads`` that work on one question share the table. Raises TooLargeError for more
    than 128 vertices.

    >>> path = [{v - 1, v + 1} & set(range(9)) for v in range(9)]
    >>> [GraphSearch(path, arcs).value() for arcs in (False, True)]  # 0.137 and 0.07 at 9
    [3, 0]
    """

    def __init__(
        self,
        neighbours: Sequence[Iterable[int]],
        arcs: bool,
        memory: int | None = None,
        progress: Progress | None = None,
        threads: int = 1,
    ) -> None:
        from sprague.search import vertices as graphs
        from sprague.search.vertices_machine import search

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
        self._images = _image_tables(symmetries(self._near), len(near))
        self.arcs = arcs
        self._moves = sum(map(len, near)) // 2 if arcs else len(near)
        blocks = [self._new_block(arcs) for _ in range(checked_threads(threads))]
        super().__init__(graphs, search, 4, blocks, memory, progress)
        # Ctrl-C is heard between slices: a position of a dense graph has thousands of moves, and takes long.
        self._budget = min(self._budget, max(1, 100_000 // (self._moves + 1)))

    @property
    def neighbours(self) -> list[set[int]]:
        """The graph with its vertices numbered as in the keys of :meth:`exact_entries`. A search that is given this
        graph keeps the numbers."""
        return self._near

    @alone
    def value(self, vertices: Iterable[int] | None = None) -> int:
        """The value of the game on these vertices (all without an argument): the nim-sum of its parts.

        Raises TooLargeError when the values met fill the table.
        """
        parts, total = self._parts(vertices)
        for part in parts:
            total ^= self._value_of(part)
        return total

    @alone
    def is_zero(self, vertices: Iterable[int] | None = None) -> bool:
        """Whether the value is 0; of the largest part no more is asked than that needs."""
        return self._is_sum(*self._parts(vertices))

    def _new_block(self, arcs: bool) -> NDArray[np.uint64]:
        import numpy as np

        from sprague.search import vertices as k

        size = len(self._near)
        moves = self._moves
        depth = (size // 2 if arcs else size) + 3  # the looks ahead stand above the deepest position
        kept = 4 * (moves + 1) * depth
        # At most a third as many parts as vertices (smaller ones are not kept). Pages never touched cost nothing.
        parts = 2 * (size // 3 + 2) * (moves + 1) * depth
        start = int(k.STACKS)
        block = np.zeros(start + kept + parts, np.uint64)
        block[k.ARCS], block[k.SYMMETRIES] = arcs, len(self._images)
        block[k.CHILD] = start
        self._first_part = start + kept
        for v, around in enumerate(self._near):
            mask = sum(1 << w for w in around)
            block[int(k.NEAR) + 2 * v : int(k.NEAR) + 2 * v + 2] = _words(mask)
        block[k.IMAGES] = self._images.ctypes.data
        return block

    def _parts(self, vertices: Iterable[int] | None) -> tuple[list[int], int]:
        import numpy as np

        from sprague.search import vertices as k

        chosen = range(len(self._near)) if vertices is None else [self._number[v] for v in vertices]
        low, high = _words(sum(1 << v for v in chosen))
        block, first = self._block, self._first_part
        count, total = k.split(low, high, address(block), np.uint64(first))
        words = block[first : first + 2 * int(count)].tolist()
        parts = [a | b << 64 for a, b in zip(words[::2], words[1::2], strict=True)]
        return sorted(parts, key=int.bit_count), int(total)

    def _value_if(self, part: int, wanted: int) -> int | None:
        """The value of a part if the search finds it on the way to tell whether it is ``wanted``."""
        from sprague.search.vertices import DEEP, DEEPER, HIGH, LOW, PARTS, WANT

        # A look ahead takes the square of the moves, out of Ctrl-C's reach.
        deep = max(10, part.bit_count() * 4 // 5) if self._moves <= _MOVES_AHEAD else MAX_VERTICES + 1
        first = self._first_part

        def write(block: NDArray[np.uint64]) -> None:
            (block[LOW], block[HIGH]), block[WANT], block[PARTS] = _words(part), wanted, first
            block[DEEP], block[DEEPER] = deep, MAX_VERTICES + 1

        return self._ask(write, part.bit_count())


def _words(mask: int) -> tuple[np.uint64, np.uint64]:
    import numpy as np

    return np.uint64(mask & (2**64 - 1)), np.uint64(mask >> 64)


def _middle_first(near: list[set[int]]) -> list[int]:
    """The vertices by the sum of their distances to the others: a move in the middle splits most."""

    def remoteness(v: int) -> int:
        seen, ring, distance, total = {v}, {v}, 0, 0
        while ring:
            total += distance * len(ring)
            distance += 1
            ring = set().union(*(near[w] for w in ring)) - seen
            seen |= ring
        return total

    return sorted(range(len(near)), key=remoteness)


def _image_tables(symmetries: list[list[int]], size: int) -> NDArray[np.uint64]:
    """For each symmetry, byte of a set and value of that byte: the image, in two words."""
    import numpy as np

    tables = np.zeros((len(symmetries), 16, 256, 2), np.uint64)
    for table, image in zip(tables, symmetries, strict=True):
        for v in range(size):
            word, bit = divmod(image[v], 64)
            holds = np.arange(256) >> v % 8 & 1 == 1
            table[v // 8, holds, word] |= np.uint64(1 << bit)
    return tables
