"""Node Kayles and Arc Kayles: small graphs in plain Python, by components and a table of the vertex sets met;
larger ones by the compiled search."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from heapq import merge

from sprague.boards.cram import bits
from sprague.boards.engine import MIRROR
from sprague.model.engine import MOMENT, Engine, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, Option
from sprague.numbers.sums import mex, nim_sum
from sprague.search.graph_search import MAX_VERTICES
from sprague.search.pool import SearchPool
from sprague.system.ask import LOADING, Effort, require, tick, tried
from sprague.system.locks import Turns, alone
from sprague.words.messages import join, say

from . import ask
from .components import mask_components
from .graph import Graph
from .kayles import ArcKayles, NodeKayles
from .lines import Parts, parts
from .mirror import mirror_move

#: Components of at most this many vertices are valued in a moment.
CHEAP_VERTICES = 14

#: Above so many vertices the search is compiled; in Arc Kayles also above so many edges, since a dense graph has
#: nearly as many positions as sets of vertices (complete:18 took 8 s).
PLAIN_VERTICES, PLAIN_EDGES = 20, 40

PATH_007 = Evidence("periodic", say("a path is the octal game 0.07, period 34 (Guy, Smith 1956)"))
PATH_0137 = Evidence("periodic", say("a path is the octal game 0.137, period 34 (Guy, Smith 1956)"))


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
        self.alone = Turns()
        self._known: dict[int, int] = {0: 0}

    @alone
    def value(self, mask: int) -> int:
        """The value of the game on the vertices in ``mask``: the nim-sum of its components."""
        return self._sum(mask)

    def renew(self) -> None:
        """Nothing to do: a value is known when it is found."""

    def _sum(self, mask: int) -> int:
        return nim_sum(map(self._part, mask_components(self.around, mask)))

    def _part(self, part: int) -> int:
        if part not in self._known:
            options = {self._sum(part & ~gone) for needs, gone in self.moves if needs & part == needs}
            self._known[part] = mex(options)
        return self._known[part]


class KaylesEngine(Engine):
    """Values by search over vertex sets."""

    arcs = False
    stored = True

    @property
    def pool(self) -> SearchPool:
        """The searches to ask."""
        pool: SearchPool = self.engines.searches
        return pool

    def effort(self, state: Graph, question: Question = "value") -> Effort:
        found = self._parts(state)
        if found.largest <= CHEAP_VERTICES:
            return MOMENT
        known = self._by_mirror(state)
        if known == -1 or (question == "outcome" and known is not None):
            return MOMENT
        return self._search_effort(found)

    def _search_effort(self, found: Parts) -> Effort:
        """What a search for values takes, where no mirror tells them."""
        if found.largest > MAX_VERTICES:
            beyond = say(
                "the search covers connected parts of up to {limit} vertices, got {count}",
                limit=MAX_VERTICES,
                count=found.largest,
            )
            return Effort(1 << 60, beyond=beyond)
        return search_effort(found.rest, found.largest, self.arcs, self._is_plain(found.rest))

    def value(self, state: Graph) -> int:
        found = self._parts(state)
        if self._by_mirror(state) == -1:
            return 0
        require(self.effort(state), Component(self.ruleset, state))
        return found.value ^ self._rest_value(found.rest)

    def _rest_value(self, rest: Graph) -> int:
        if self._is_plain(rest):
            search = _search(rest, self.arcs)
            return search.value(search.everything)
        # The estimate is a guess from the mean degree: graphs of the same degree may differ by far.
        what = Component(self.ruleset, rest)
        if len(rest.vertices) <= MAX_VERTICES:
            return int(tried(what, ask.search_of(rest.neighbours(), self.arcs, self.pool).value))
        return int(tried(what, ask.value, rest.neighbours(), self.arcs, self.pool))

    def is_zero(self, state: Graph) -> bool:
        known = self._by_mirror(state)
        return self.value(state) == 0 if known is None else known == -1

    def replies(self, state: Graph, target: int) -> Lazy[Option]:
        found = self._parts(state)
        game: NodeKayles | ArcKayles = self.ruleset  # type: ignore[assignment]
        if found.largest > CHEAP_VERTICES and not self._search_effort(found).affordable:
            known = self._by_mirror(state)
            if known is not None:  # of the others nothing is known
                move = [game.option(state, known)] if target == 0 and known >= 0 else []
                return Lazy.of(move).as_partial()
        own = self.value(state)  # refuses what is too large
        along = [number for number, change in found.line_moves if own ^ change == target]

        def numbers() -> Iterator[int]:
            near = state.neighbours()
            told = set()  # twins, and edges to a leaf, leave the same graph: that is one move to tell
            for number in merge(along, self._moves(found, target ^ found.value)):
                gone = game.gone(state, near, number)
                if gone not in told:
                    told.add(gone)
                    yield number

        replies = Lazy(numbers)
        return replies.map(lambda number: game.option(state, number))

    def _moves(self, found: Parts, wanted: int) -> Iterator[int]:
        """The moves in the rest that leave ``wanted`` of it."""
        rest = found.rest
        if not found.moves:
            return
        search, plain = _search(rest, self.arcs), self._is_plain(rest)
        for number, (_, gone) in zip(found.moves, search.moves, strict=True):
            tick()  # each may be a search of its own
            left = search.everything & ~gone
            if plain:
                value = search.value(left)
            elif len(rest.vertices) <= MAX_VERTICES:
                value = ask.search_of(rest.neighbours(), self.arcs, self.pool).value(bits(left))
            else:
                value = self.value(rest.without(bits(gone)))
            if value == wanted:
                yield number

    def evidence(self, state: Graph, valued: bool) -> Evidence:
        found = self._parts(state)
        along = PATH_007 if self.arcs else PATH_0137
        if found.line_moves and not found.moves:
            return along
        known = self._by_mirror(state)
        if known == -1 or (known is not None and not valued):
            return MIRROR
        searched = super().evidence(state, valued)
        if not found.line_moves:
            return searched
        return Evidence("computed", join([searched.sentence, along.sentence], say("; ")))

    def _parts(self, state: Graph) -> Parts:
        return parts(state, self.arcs)

    def _by_mirror(self, state: Graph) -> int | None:
        """See :func:`~sprague.graphs.mirror.mirror_move`; asked where a search would take longer."""
        largest = self._parts(state).largest
        if largest > MAX_VERTICES or (largest > PLAIN_VERTICES and len(state.vertices) <= MAX_VERTICES):
            return mirror_move(state, self.arcs)
        return None

    def _is_plain(self, rest: Graph) -> bool:
        largest = self._parts(rest).largest
        few = largest <= CHEAP_VERTICES or not self.arcs or len(rest.edges) <= PLAIN_EDGES
        return few and largest <= PLAIN_VERTICES


class ArcKaylesEngine(KaylesEngine):
    """The same on edges."""

    arcs = True


def search_effort(graph: Graph, largest: int, arcs: bool, plain: bool) -> Effort:
    """What the search of a graph takes whose largest part has so many vertices: the sets of vertices met grow by a
    factor for each vertex, which was measured on grids, trees and complete graphs by their mean degree."""
    mean = 2 * len(graph.edges) / max(1, len(graph.vertices))
    if not plain:
        # Beyond grids, where parts fall apart along short cuts, twice as fast (tori, cubes, random graphs).
        growth = 1.16 + 0.03 * min(mean, 4.0) if arcs else 1 + (0.69 if mean < 3.7 else 1.4) / (mean + 1)
        met = int(min(growth**largest, 1e18)) + 1
        return Effort(met, 60 * met, LOADING / 3 + met / 40_000)
    if arcs:
        growth = min(1.88, 1 + 0.17 * mean)
    else:
        growth = 1 + 0.133 * mean if mean < 3 else 1 + 0.4 * (3 / mean) ** 1.6
    met = int(growth**largest) + 1
    return Effort(met, 150 * met, 1e-6 * largest * met)


@functools.lru_cache(maxsize=16)
def _search(graph: Graph, arcs: bool) -> PlainKayles:
    return PlainKayles(graph, arcs)
