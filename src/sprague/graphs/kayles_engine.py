"""Solves Node Kayles and Arc Kayles by the compiled search for sets of vertices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import MIRROR as MIRROR_BEHIND
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.search.graph_search import MAX_VERTICES, GraphSearch
from sprague.search.plain_graph import PlainKayles
from sprague.search.pool import SearchPool
from sprague.system.ask import Effort, Trial, asked, tick
from sprague.words.errors import BudgetError
from sprague.words.messages import join, say

from .graph import Graph
from .kayles import ArcKayles, NodeKayles
from .lines import Parts, parts
from .mirror import mirror_move

#: Components of at most this many vertices are valued in a moment.
CHEAP_VERTICES = 14

#: A symmetry of the whole graph is looked for if a component has more vertices, as the search takes longer then.
MIRRORED_VERTICES = 20

#: If a theorem gives the outcome and one winning move, an additional search ends after this many seconds.
TRIED = 1.0

MIRROR = Evidence("theorem", say("Gardner 1974: mirror strategy"))
PATH_007 = Evidence("periodic", say("a path is the octal game 0.07, period 34 (Guy, Smith 1956)"))
PATH_0137 = Evidence("periodic", say("a path is the octal game 0.137, period 34 (Guy, Smith 1956)"))
CYCLE = say("every move in a cycle leaves a path")
LEAVES = say("of several leaves on one vertex only one counts, as taking any of them leaves the same")

MIRRORED = (
    say(
        "This graph has a symmetry that is its own inverse, and no move touches its own image. So the second player "
        "can answer every move by its image."
    ),
)
MIDDLE = (
    say(
        "This graph has a symmetry that is its own inverse, and one move takes all that could touch its own image: the "
        "first player makes it, and then answers every move by its image."
    ),
)


class KaylesEngine(Engine):
    """Computes values by a search over vertex sets."""

    arcs = False
    stored = True
    ruleset: NodeKayles | ArcKayles

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        #: The last graph of more vertices than one search holds, and its known values.
        self._large: tuple[Graph, PlainKayles] | None = None

    @property
    def pool(self) -> SearchPool:
        """The searches of the session."""
        pool: SearchPool = self.engines.searches
        return pool

    def effort(self, state: Graph, question: Question = "value") -> Effort:
        parts = self._parts(state)
        if parts.largest <= CHEAP_VERTICES:
            return MOMENT
        mirrored = self._by_mirror(state)
        if mirrored == -1 or (question == "outcome" and mirrored is not None):
            return MOMENT
        return self._search_effort(parts)

    def _search_effort(self, parts: Parts) -> Effort:
        """Estimates the effort of a search for values, if no mirror gives them."""
        return search_effort(parts.rest, parts.largest, self.arcs)

    def value(self, state: Graph) -> int:
        parts = self._parts(state)
        if self._by_mirror(state) == -1:
            return 0
        search = self._search(parts.rest)
        return parts.value ^ Trial(Component(self.ruleset, state), self.effort(state)).run(search.value)

    def _search(self, rest: Graph) -> GraphSearch | PlainKayles:
        """Returns the search for the sets of vertices of a graph."""
        if len(rest.vertices) <= MAX_VERTICES:
            return self.pool.get(GraphSearch, tuple(map(frozenset, rest.neighbours())), self.arcs)
        large = self._large
        if large is None or large[0] != rest:
            self._large = large = rest, PlainKayles(rest.neighbours(), self.arcs, self.pool)
        return large[1]

    def is_zero(self, state: Graph) -> bool:
        mirrored = self._by_mirror(state)
        return self.value(state) == 0 if mirrored is None else mirrored == -1

    def replies(self, state: Graph, target: int) -> Lazy[Option]:
        parts = self._parts(state)
        game = self.ruleset
        if parts.largest > CHEAP_VERTICES:
            mirrored = self._by_mirror(state)
            # Nothing is known about the other moves.
            if mirrored is not None and self._within_reach(parts.rest) is None:
                move = [game.option(state, mirrored)] if target == 0 and mirrored >= 0 else []
                return Lazy.of(move).as_partial()
        own = self.value(state)  # refuses what is too large
        along = [number for number, change in parts.line_moves if own ^ change == target]

        def numbers() -> Iterator[int]:
            near = state.neighbours()
            graphs_left = set()  # twins, and edges to a leaf, leave the same graph: list one move for them
            for number in merge(along, self._moves(parts, target ^ parts.value)):
                gone = game.gone(state, near, number)
                if gone not in graphs_left:
                    graphs_left.add(gone)
                    yield number

        replies = Lazy(numbers)
        return replies.map(lambda number: game.option(state, number))

    def _within_reach(self, rest: Graph) -> int | None:
        """Returns the value by the search, unless it takes long, for an answer that a theorem has given already."""
        try:
            return asked().part(1 / 2, TRIED).run(self._search(rest).value)
        except BudgetError:
            return None

    def _moves(self, parts: Parts, wanted: int) -> Iterator[int]:
        """Yields the moves in the rest that leave it with the value ``wanted``."""
        rest = parts.rest
        if not parts.moves:
            return
        near = rest.neighbours()
        every = set(range(len(near)))
        vertex_sets = (
            [set(edge) for edge in rest.edges] if self.arcs else [{v} | near[v] for v in range(len(near))]
        )
        for number, gone in zip(parts.moves, vertex_sets, strict=True):
            tick()  # each may need a separate search
            if self._search(rest).value(every - gone) == wanted:
                yield number

    def evidence(self, state: Graph, valued: bool) -> Evidence:
        parts = self._parts(state)
        along = PATH_007 if self.arcs else PATH_0137
        steps = [*([LEAVES] if parts.leaves else []), *([CYCLE] if parts.cycles else [])]
        if steps:
            along = Evidence(along.kind, join([*steps, along.sentence], say("; ")))
        if parts.line_moves and not parts.moves:
            return along
        mirrored = self._by_mirror(state)
        if mirrored == -1 or (mirrored is not None and not valued):
            return MIRROR
        searched = super().evidence(state, valued)
        if not parts.line_moves:
            return searched
        return Evidence("computed", join([searched.sentence, along.sentence], say("; ")))

    def argument(self, states: Sequence[Graph], misere: bool) -> Argument | None:
        if misere or len(states) > 1 or len(states[0].vertices) > MAX_VERTICES:
            return None
        move = mirror_move(states[0], self.arcs)
        if move is None:
            return None
        return Argument(MIRRORED if move < 0 else MIDDLE, MIRROR_BEHIND)

    def _parts(self, state: Graph) -> Parts:
        return parts(state, self.arcs)

    def _by_mirror(self, state: Graph) -> int | None:
        """Applies :func:`~sprague.graphs.mirror.mirror_move`, if a search would take longer."""
        largest = self._parts(state).largest
        if largest > MAX_VERTICES or (largest > MIRRORED_VERTICES and len(state.vertices) <= MAX_VERTICES):
            return mirror_move(state, self.arcs)
        return None


class ArcKaylesEngine(KaylesEngine):
    """The engine of Arc Kayles, which searches edges instead of vertices."""

    arcs = True


def search_effort(graph: Graph, largest: int, arcs: bool) -> Effort:
    """Returns an estimate of the effort of searching a graph whose largest part has ``largest`` vertices. The number of
    vertex sets met grows by a factor for each vertex, which was measured on grids, trees and complete graphs by their
    mean degree. Graphs of the same degree differ widely, so this is a guess."""
    mean = 2 * len(graph.edges) / max(1, len(graph.vertices))
    # On graphs other than grids (tori, cubes, random graphs) it grows twice as fast, because grids fall apart along
    # short cuts.
    growth = 1.16 + 0.03 * min(mean, 4.0) if arcs else 1 + (0.69 if mean < 3.7 else 1.4) / (mean + 1)
    vertex_sets = int(min(growth ** min(largest, 1000), 1e18)) + 1
    return Effort(vertex_sets, 60 * vertex_sets, vertex_sets / 40_000, guessed=True)
