"""Node Kayles and Arc Kayles: small graphs in plain Python, by components and a table of the vertex sets met;
larger ones by the compiled search."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import islice

from ..errors import TooLargeError
from ..lazy import Lazy
from ..messages import say
from ..rulesets.base import Option
from ..rulesets.cram import bits
from ..rulesets.graphs import Graph
from .cram import MIRROR
from .engine import Engine, Evidence
from .graph_mirror import mirror_move
from .graph_search import MAX_VERTICES
from .graph_search import value as graph_value
from .searches import current

#: Components of at most this many vertices are valued in a moment.
CHEAP_VERTICES = 14

#: Above so many vertices the search is compiled; in Arc Kayles also above so many edges, since a dense graph has
#: nearly as many positions as sets of vertices (complete:18 took 8 s).
PLAIN_VERTICES, PLAIN_EDGES = 20, 40


class PlainKayles:
    """Values of the vertex subsets of one graph, as bit masks.

    ``moves`` are the sets of vertices that a move may remove: closed neighbourhoods in Node Kayles, the two
    ends of an edge in Arc Kayles; a move is possible while its ``needs`` are all there.
    """

    def __init__(self, graph: Graph, arcs: bool) -> None:
        self.around = [sum(1 << w for w in near) for near in graph.neighbours()]
        self.everything = (1 << len(self.around)) - 1
        if arcs:
            self.moves = [(1 << a | 1 << b, 1 << a | 1 << b) for a, b in graph.edges]
        else:
            self.moves = [(1 << v, 1 << v | near) for v, near in enumerate(self.around)]
        self._known: dict[int, int] = {0: 0}

    def value(self, mask: int) -> int:
        """The value of the game on the vertices in ``mask``: the nim-sum of its components."""
        total = 0
        for part in self.components(mask):
            total ^= self._part(part)
        return total

    def components(self, mask: int) -> Iterator[int]:
        """The connected parts of ``mask``."""
        while mask:
            part = grown = mask & -mask
            while grown:
                v = grown.bit_length() - 1
                grown &= ~(1 << v)
                new = self.around[v] & mask & ~part
                part |= new
                grown |= new
            yield part
            mask &= ~part

    def _part(self, part: int) -> int:
        if part not in self._known:
            seen = {self.value(part & ~gone) for needs, gone in self.moves if needs & part == needs}
            result = 0
            while result in seen:
                result += 1
            self._known[part] = result
        return self._known[part]


class KaylesEngine(Engine):
    """Values by search over vertex sets."""

    arcs = False
    search_vertices = 128  # the grid 3x27 takes seconds; dense or larger graphs may take for ever

    def is_cheap(self, state: Graph) -> bool:
        return _largest(state) <= CHEAP_VERTICES

    def value(self, state: Graph) -> int:
        largest = _largest(state)
        if self._by_mirror(state) == -1:
            return 0
        most = self._most()
        if most < largest <= MAX_VERTICES:
            raise TooLargeError(
                say(
                    "connected parts of up to {limit} vertices are searched unasked, got {count}; --progress on the "
                    "command line (sg.Solver in Python) searches up to 128 vertices",
                    limit=most,
                    count=largest,
                )
            )
        if largest > MAX_VERTICES:
            raise TooLargeError(
                say(
                    "the search covers connected parts of up to {limit} vertices, got {count}",
                    limit=MAX_VERTICES,
                    count=largest,
                )
            )
        if self._is_plain(state):
            search = _search(state, self.arcs)
            return search.value(search.everything)
        if len(state.vertices) <= MAX_VERTICES:
            return current().graph(state.neighbours(), self.arcs).value()
        return graph_value(state.neighbours(), self.arcs)

    def is_zero(self, state: Graph) -> bool:
        known = self._by_mirror(state)
        return self.value(state) == 0 if known is None else known == -1

    def replies(self, state: Graph, target: int) -> Lazy[Option]:
        if _largest(state) > self._most():
            known = self._by_mirror(state)
            if known is not None:  # of the others nothing is known
                move = known if target == 0 and known >= 0 else None
                options = self.ruleset.successors(state)
                return Lazy.of([] if move is None else islice(options, move, move + 1)).as_partial()
        self.value(state)  # refuses what is too large
        plain = self._is_plain(state)
        if not plain and len(state.vertices) > MAX_VERTICES:
            return super().replies(state, target)

        def found() -> Iterator[Option]:
            search = _search(state, self.arcs)
            found_before = set()  # twins, and edges to a leaf, leave the same graph: that is one move to tell
            for (_, gone), option in zip(search.moves, self.ruleset.successors(state), strict=True):
                left = search.everything & ~gone
                if plain:
                    value = search.value(left)
                else:
                    value = current().graph(state.neighbours(), self.arcs).value(bits(left))
                if value == target and option not in found_before:
                    found_before.add(option)
                    yield option

        return Lazy(found)

    def evidence(self, state: Graph, valued: bool) -> Evidence:
        known = self._by_mirror(state)
        return (
            MIRROR if known == -1 or (known is not None and not valued) else super().evidence(state, valued)
        )

    def _by_mirror(self, state: Graph) -> int | None:
        """See :func:`~sprague.engines.graph_mirror.mirror_move`; asked where a search would take longer."""
        largest = _largest(state)
        if largest > self._most() or (largest > PLAIN_VERTICES and len(state.vertices) <= MAX_VERTICES):
            return mirror_move(state, self.arcs)
        return None

    def _most(self) -> int:
        return self.search_vertices if current().limited else MAX_VERTICES

    def _is_plain(self, state: Graph) -> bool:
        few = self.is_cheap(state) or not self.arcs or len(state.edges) <= PLAIN_EDGES
        return few and _largest(state) <= PLAIN_VERTICES


class ArcKaylesEngine(KaylesEngine):
    """The same on edges."""

    arcs = True
    search_vertices = 40


@functools.lru_cache(maxsize=16)
def _search(graph: Graph, arcs: bool) -> PlainKayles:
    return PlainKayles(graph, arcs)


@functools.lru_cache(maxsize=64)
def _largest(graph: Graph) -> int:
    around = graph.neighbours()
    unseen, largest = set(range(len(around))), 0
    while unseen:
        part, frontier = 0, [unseen.pop()]
        while frontier:
            part += 1
            near = around[frontier.pop()] & unseen
            unseen -= near
            frontier += near
        largest = max(largest, part)
    return largest
