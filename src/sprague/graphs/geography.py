"""Undirected vertex geography: move a token along an edge to a vertex not yet visited."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.model.engine import COMPUTED, MOMENT, Engine, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument, Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset, Touched, alive
from sprague.pictures.shapes import Drawing
from sprague.search import definition
from sprague.search.masks import bits
from sprague.system.ask import Effort, Trial
from sprague.words.digits import shown
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say

from .given import is_vertex, own_vertices, with_names, with_token
from .graph import Graph, canonical_order, carried, refuse_multigraph
from .graph_game import said_graph
from .layout import draw_graph
from .matching import FREE, matching
from .notation import read_graph, write_graph

if TYPE_CHECKING:
    from sprague.model.given import AnyGraph

_LOOPS = "the token cannot use a loop, and a repeated edge counts once: leave them out"

#: Up to this many vertices the value is searched without being asked for.
CHEAP_VERTICES = 12

MATCHING = Evidence(
    "theorem",
    say(
        "Fraenkel, Scheinerman, Ullman 1993: N exactly when every maximum matching covers the token's vertex"
    ),
)

PAIRED = say(
    "Pair places with neighbours, as many as can be. However that is done, the place of the token has a partner: move "
    "there, and always to the partner. Suppose the other side could reach a place without a partner. Then the pairs "
    "along the way could be shifted by one, and the place of the token would be left without: that cannot be."
)
FREE_PLACE = say(
    "Pair places with neighbours, as many as can be, so that the place of the token is left without a partner. "
    "Wherever "
    "the other side moves, that place has a partner, as another pair could be made otherwise: answer by moving to it, "
    "and so on to the end."
)
PAIRING = say(
    "This rests on a theorem of Fraenkel, Scheinerman and Ullman (1993): who wins is decided by pairing the places "
    "of the board, each with a neighbour."
)


class GeographyEngine(Engine):
    """Finds the winner by a maximum matching. A sum needs values, which need a search."""

    def effort(self, state: Place, question: Question = "value") -> Effort:
        vertices, edges = len(state.graph.vertices), len(state.graph.edges)
        if vertices <= CHEAP_VERTICES:
            return MOMENT
        if question != "value":
            # The initial matching leaves few vertices free: about the square root of their number.
            return Effort(
                vertices, 2000 * (vertices + edges), 1e-5 * (vertices + edges) * (1 + vertices**0.5 / 50)
            )
        return Effort(*_search_effort(vertices, edges), guessed=True)

    def value(self, state: Place) -> int:
        return Trial(Component(self.ruleset, state), self.effort(state)).run(_value, *state)

    def is_zero(self, state: Place) -> bool:
        return not covered_by_every_matching(state.graph, state.token)

    def replies(self, state: Place, target: int) -> Lazy[Option]:
        if target != 0:
            return super().replies(state, target)

        graph_after = canonical_order(state.graph.without([state.token]))
        names = state.graph.vertices
        return Lazy.of(
            (Component(self.ruleset, Place(graph_after, graph_after.vertices.index(names[v]))),)
            for v in _winning(state.graph, state.token)
        )

    def evidence(self, state: Place, valued: bool) -> Evidence:
        return COMPUTED if valued else MATCHING

    def argument(self, states: Sequence[Place], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        return Argument((PAIRED if self.is_zero(states[0]) is False else FREE_PLACE,), PAIRING)

    def reason(self, state: Place, zero: bool, reply: Option | None) -> Message | None:
        name = state.graph.vertices[state.token]
        if zero:
            return say(
                "some maximum matching leaves {name} free: along it every move has an answer", name=name
            )
        if reply is None:
            return None
        return say(
            "every maximum matching covers {name}: {move}, and keep to a matching",
            name=name,
            move=self.ruleset.describe(state, reply),
        )


def _search_effort(vertices: int, edges: int) -> tuple[int, int, float]:
    """Returns values met, bytes and seconds of a search, from the mean number of ways on (measured on grids
    and complete graphs)."""
    ways = max(1.0, 0.74 * (2 * edges / vertices - 1))
    steps = min(vertices, 60) - 1  # beyond this, the guess only says that the search may take long
    values = int(min(vertices * 2 ** (steps - 1), vertices * ways**steps / 4)) + vertices
    return values, 300 * values, 2e-6 * values


@functools.lru_cache(maxsize=8)
def _matched(graph: Graph) -> tuple[list[int], frozenset[int]]:
    """Returns a maximum matching, and the vertices that some maximum matching leaves free."""
    return matching(graph.neighbours())


def covered_by_every_matching(graph: Graph, vertex: int) -> bool:
    """Returns whether removing ``vertex`` reduces the matching number."""
    return vertex not in _matched(graph)[1]


def _winning(graph: Graph, token: int) -> list[int]:
    """Returns the neighbours of the token that some maximum matching of the graph without the token leaves free."""
    mate, free = _matched(graph)
    if token in free:
        return []
    near = [around - {token} for around in graph.neighbours()]
    known_mate = [FREE if other == token else other for other in mate]
    around, near[token], known_mate[token] = near[token], set(), FREE
    return sorted(around & matching(near, known_mate)[1])


def _value(graph: Graph, token: int) -> int:
    """Returns the value by the definition. A state consists of the remaining vertices and the token's vertex."""
    around = [sum(1 << w for w in near) for near in graph.neighbours()]

    def options(state: tuple[int, int]) -> Iterator[tuple[tuple[int, int], ...]]:
        alive, here = state
        alive_after = alive & ~(1 << here)
        for v in bits(around[here] & alive_after):
            yield ((alive_after, v),)

    return definition.value(((1 << len(around)) - 1, token), options, _known(graph))


@functools.lru_cache(maxsize=4)
def _known(graph: Graph) -> dict[tuple[int, int], int]:
    """Returns the known values of the places on a graph."""
    return {}


class Place(NamedTuple):
    """A graph and the number of the vertex on which the token stands."""

    graph: Graph
    token: int


#: Ponds for pupils, and guesses about them.
SHELVES = (
    tuple(f"path:{n}@{token}" for n in range(2, 6) for token in range(1, (n + 3) // 2)),
    tuple(f"cycle:{n}@1" for n in range(3, 8)),
    ("grid:2x2@r1c1", "grid:2x3@r1c2", "grid:3x3@r1c1", "grid:3x3@r1c2", "grid:3x3@r2c2", "grid:2x4@r1c1"),
)


def _all_paired(graph: Graph) -> bool:
    return FREE not in _matched(graph)[0]


GUESSES = (
    Guess(say("all places can be paired, each with a neighbour"), lambda ponds: _all_paired(ponds[0].graph)),
    Guess(
        say("all other places can be paired, each with a neighbour"),
        lambda ponds: _all_paired(ponds[0].graph.without([ponds[0].token])),
    ),
    Guess(say("the number of places is even"), lambda ponds: len(ponds[0].graph.vertices) % 2 == 0),
    Guess(
        say("only one way leads from the place of the token"),
        lambda ponds: len(ponds[0].graph.neighbours()[ponds[0].token]) == 1,
    ),
)


class Geography(Ruleset):
    """Undirected vertex geography: the token moves along an edge, and the vertex that it leaves disappears."""

    name = "geography"
    title = say("Geography")
    rule = say("Move the token along a line to another place; the place that it leaves goes.")
    source = "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, TCS 112 (1993)"
    example = "geography grid:3x3@r1c1"
    engine = "geography"
    lesson = Lesson(
        "graphs",
        ("grid:2x3@r1c1", "-grid:3x3@r1c1", "cycle:6@1", "grid:3x3@r1c2", "grid:3x4@r1c1"),
        skin="pads",
        workshop="partners",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def read(self, text: str) -> list[Hashable]:
        graph_text, at, name = text.rpartition("@")
        where = f"{self.head} {text}"
        if not at:
            raise expected(say("a graph and the token's vertex, as in edges:a-b,b-c@a"), text, where)
        graph = read_graph(graph_text, where)
        refuse_multigraph(graph, _LOOPS, where)
        if name.strip() not in graph.vertices:
            raise expected(say("the token on a vertex of the graph"), name.strip(), where)
        return [Place(graph, graph.vertices.index(name.strip()))]

    def states(
        self, graph: AnyGraph, at: Hashable = ..., *, start: Hashable = ...
    ) -> tuple[Ruleset, list[Hashable]]:
        """Takes a graph and the token's vertex ``at`` (or ``start``); or a whole position: text, or a pair of both."""
        return super().states(with_token(graph, at, start, self.head))

    def vertices(self, graph: Any, *arguments: Any, **named: Any) -> dict[str, Hashable]:
        return own_vertices(
            graph[0] if not arguments and not named and isinstance(graph, tuple) else graph, self.head
        )

    def check(self, state: Any) -> Hashable:
        """Returns the checked position ``state``: text, or a pair of a graph (see :func:`.given.graph_of`) and the
        token's vertex.

        >>> GEOGRAPHY.write([GEOGRAPHY.check(([("a", "b"), ("b", "c")], "b"))])
        'edges:a-b,b-c@b'
        """
        if isinstance(state, str):
            return self.read(state)[0]
        if isinstance(state, Place):
            state = (state.graph, state.graph.vertices[state.token])
        if not isinstance(state, tuple) or len(state) != 2:
            raise RangeError(
                say(
                    "expected a pair of a graph and the token's vertex, got {state}", state=shown(state)[:60]
                ),
                where=self.head,
            )
        graph, names = with_names(state[0], self.head)
        refuse_multigraph(graph, _LOOPS, self.head)
        if not is_vertex(state[1], names):
            raise RangeError(
                say("expected the token on a vertex of the graph, got {vertex}", vertex=shown(state[1])[:60]),
                where=self.head,
            )
        return Place(graph, graph.vertices.index(names[state[1]]))

    def short_name(self, state: Place) -> Message | None:
        graph = said_graph(self.head, state.graph)
        if graph is None:
            return None
        return say("{graph}, the token at {name}", graph=graph, name=state.graph.vertices[state.token])

    def write(self, states: Sequence[Place]) -> str:
        graph, token = states[0]
        return f"{write_graph(graph)}@{graph.vertices[token]}"

    def successors(self, state: Place) -> Iterator[Option]:
        graph, token = state
        graph_after = canonical_order(graph.without([token]))
        for v in sorted(graph.neighbours()[token]):
            yield (Component(self, Place(graph_after, graph_after.vertices.index(graph.vertices[v]))),)

    def describe(self, state: Place, option: Option) -> Message:
        to = option[0].state
        return say("move the token to {name}", name=to.graph.vertices[to.token])

    def marks(self, state: Place, option: Option) -> tuple[str, ...]:
        to = option[0].state
        return (f"v{state.graph.vertices.index(to.graph.vertices[to.token])}",)

    def touched(self, state: Place, option: Option) -> Touched:
        to = option[0].state
        return Touched((to.graph.vertices[to.token],), (state.graph.vertices[state.token],))

    def stays(self, state: Place, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        return tuple(carried(state.graph, part.state.graph) for part in alive(option))

    def shapes(self, state: Place) -> int:
        return 2 * len(state.graph.vertices) + len(state.graph.edges)

    def draw(self, state: Place) -> Drawing:
        return draw_graph(state.graph, self.term([state]), marked=state.token)


GEOGRAPHY = Geography()
