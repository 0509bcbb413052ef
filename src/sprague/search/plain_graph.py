"""Node Kayles and Arc Kayles in plain Python, on graphs of any size: the definition, by components and a table of the
sets of vertices met. Parts of medium size go to the compiled search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import xor

from sprague.system.ask import asked
from sprague.system.limits import bytes_text
from sprague.system.locks import Turns, alone
from sprague.words.errors import BudgetError
from sprague.words.messages import say

from . import definition
from .graph_search import MAX_VERTICES, GraphSearch
from .masks import mask_components
from .pool import SearchPool

#: The definition values parts of at most this many vertices.
PLAIN_VERTICES = 20


class PlainKayles:
    """Computes the values of the vertex subsets of one graph, as bit masks.

    ``moves`` are the sets of vertices that a move may remove: closed neighbourhoods in Node Kayles, the two ends of an
    edge in Arc Kayles; a move is possible as long as all its ``needs`` are present.

    With a ``pool``, parts of more than ``PLAIN_VERTICES`` vertices are searched by compiled code as soon as they have
    at most 128, so that the definition unfolds only the first moves of a larger graph.

    >>> PlainKayles([{1}, {0, 2}, {1}], True).value()
    1
    """

    def __init__(
        self, neighbours: Sequence[Iterable[int]], arcs: bool, pool: SearchPool | None = None
    ) -> None:
        self.around = [sum(1 << w for w in set(near)) for near in neighbours]
        self.everything = (1 << len(self.around)) - 1
        if arcs:
            ends = [(v, w) for v, near in enumerate(neighbours) for w in sorted(set(near)) if v < w]
            self.moves = [(1 << v | 1 << w, 1 << v | 1 << w) for v, w in ends]
        else:
            self.moves = [(1 << v, 1 << v | near) for v, near in enumerate(self.around)]
        self.arcs = arcs
        self.pool = pool
        self.alone = Turns()
        self._known: dict[int, int] = {0: 0}
        #: For each compiled search, its vertices in its own numbering, and the search.
        self._searches: list[tuple[int, list[int], GraphSearch]] = []

    @alone
    def value(self, vertices: Iterable[int] | None = None) -> int:
        """Returns the value of the game on these vertices (all without an argument): the nim-sum of its components."""
        mask = self.everything if vertices is None else sum(1 << v for v in vertices)
        try:
            return reduce(xor, map(self._part, self._parts(mask)), 0)
        except BudgetError as error:
            error.at_least = 0  # a bound for one part is none for the whole
            raise

    def renew(self) -> None:
        """Does nothing: a value is stored only when it is complete."""

    def _part(self, part: int) -> int:
        return definition.value(part, self._options, self._known)

    def _options(self, part: int) -> Iterator[tuple[int, ...]]:
        for needs, gone in self.moves:
            if needs & part == needs:
                yield self._parts(part & ~gone)

    def _parts(self, mask: int) -> tuple[int, ...]:
        """Returns the components of a set of vertices, and stores the values of those that the compiled search
        values."""
        parts = tuple(mask_components(self.around, mask))
        if self.pool is not None:
            for part in parts:
                if PLAIN_VERTICES < part.bit_count() <= MAX_VERTICES and part not in self._known:
                    self._known[part] = self._searched(part, self.pool)
        return parts

    def _searched(self, part: int, pool: SearchPool) -> int:
        for within, order, search in self._searches:
            if part & ~within == 0:
                return search.value(i for i, v in enumerate(order) if part >> v & 1)
        within = self._grown(part)
        order = [v for v in range(len(self.around)) if within >> v & 1]
        near = [frozenset(i for i, w in enumerate(order) if self.around[v] >> w & 1) for v in order]
        search = pool.get(GraphSearch, tuple(near), self.arcs)
        search.looks_ahead = False
        table_bytes = sum(each.statistics.table_bytes for _, _, each in self._searches)
        if table_bytes > asked().bytes:
            raise BudgetError(
                say(
                    "the tables of {count} parts of this graph fill {limit} of memory, and it has more",
                    count=len(self._searches),
                    limit=bytes_text(asked().bytes),
                )
            )
        self._searches.append((within, order, search))
        return self._searched(part, pool)

    def _grown(self, part: int) -> int:
        """Returns a part with as many vertices around it as a search holds, so that the search serves other parts as
        well."""
        while True:
            ring = 0
            for v, near in enumerate(self.around):
                if part >> v & 1:
                    ring |= near
            ring &= ~part
            room = MAX_VERTICES - part.bit_count()
            if not ring or not room:
                return part
            for _ in range(min(room, ring.bit_count())):
                part |= ring & -ring
                ring &= ring - 1
