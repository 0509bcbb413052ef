"""Games on graphs: Node Kayles, Arc Kayles, green Hackenbush, undirected vertex geography."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from ..drawing import Drawing
from ..errors import NotationError, RangeError, expected
from ..messages import Message, say
from .base import Component, Option, Ruleset
from .graphs import (
    Graph,
    canonical_order,
    draw_graph,
    from_networkx,
    read_graph,
    refuse_multigraph,
    write_graph,
)

#: The vertex of Hackenbush that stands for the ground.
GROUND = "ground"


class GraphGame(Ruleset):
    """What the games on graphs share: the state is a Graph."""

    loops = ""

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        graph = read_graph(text, where)
        self.refuse(graph, where)
        return [graph]

    def refuse(self, graph: Graph, where: str) -> None:
        """Raise NotationError for a graph on which the game is not played."""
        refuse_multigraph(graph, self.loops, where)

    def write(self, states: Sequence[Graph]) -> str:
        return write_graph(states[0])

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        if isinstance(state, Graph):
            graph = canonical_order(state)
        elif hasattr(state, "nodes") and hasattr(state, "edges"):
            graph = from_networkx(state)
        else:
            raise RangeError(say("expected a graph (text or networkx), got {state}", state=repr(state)[:60]))
        self.refuse(graph, self.head)
        return graph

    def draw(self, state: Graph) -> Drawing:
        return draw_graph(state, self.term([state]))

    def _one(self, graph: Graph) -> Option:
        return (Component(self, canonical_order(graph)),)


class NodeKayles(GraphGame):
    """Node Kayles: a vertex goes, and its neighbours with it (Schaefer 1978)."""

    name = "node-kayles"
    rule = say("Take a vertex; it goes with all its neighbours.")
    source = "T. J. Schaefer, On the complexity of some two-person perfect-information games, JCSS 16 (1978)"
    example = "node-kayles grid:3x4"
    engine = "node-kayles"
    loops = "in Node Kayles a loop changes nothing and a repeated edge counts once: leave them out"

    def successors(self, state: Graph) -> Iterator[Option]:
        for v, around in enumerate(state.neighbours()):
            yield self._one(state.without({v} | around))

    def option(self, state: Graph, v: int) -> Option:
        """What is left when vertex ``v`` is taken."""
        return self._one(state.without(self.gone(state, state.neighbours(), v)))

    def gone(self, state: Graph, near: list[set[int]], v: int) -> frozenset[int]:
        """The vertices that go when ``v`` is taken; ``near``: the neighbours of each vertex."""
        return frozenset(near[v] | {v})

    def option_count(self, state: Graph) -> int:
        return len(state.vertices)

    def describe(self, state: Graph, option: Option) -> Message:
        v = _moved(self, state, option)
        return say("take vertex {name} and its neighbours", name=state.vertices[v])

    def marks(self, state: Graph, option: Option) -> tuple[str, ...]:
        v = _moved(self, state, option)
        return (f"v{v}", *(f"v{w}" for w in sorted(state.neighbours()[v])))

    def is_empty(self, state: Graph) -> bool:
        return not state.vertices


class ArcKayles(GraphGame):
    """Arc Kayles: an edge goes, with all edges that touch it (Schaefer 1978). Cram is Arc Kayles on a grid."""

    name = "arc-kayles"
    rule = say("Take an edge; both its ends go, with every edge there.")
    source = "T. J. Schaefer, On the complexity of some two-person perfect-information games, JCSS 16 (1978)"
    example = "arc-kayles cycle:7"
    engine = "arc-kayles"
    loops = "in Arc Kayles a repeated edge counts once and a loop has only one end to take: leave them out"

    def successors(self, state: Graph) -> Iterator[Option]:
        for edge in state.edges:
            yield self._one(state.without(edge, keep_isolated=False))

    def option(self, state: Graph, number: int) -> Option:
        """What is left when the edge of that number is taken."""
        return self._one(state.without(state.edges[number], keep_isolated=False))

    def gone(self, state: Graph, near: list[set[int]], number: int) -> frozenset[int]:
        """The vertices that go, or lose their last edge, when an edge is taken; ``near``: the neighbours of each."""
        edge = set(state.edges[number])
        return frozenset(edge | {w for v in edge for w in near[v] if near[w] <= edge})

    def option_count(self, state: Graph) -> int:
        return len(state.edges)

    def describe(self, state: Graph, option: Option) -> Message:
        a, b = state.edges[_moved(self, state, option)]
        return say("take the edge {a}-{b} and all that touch it", a=state.vertices[a], b=state.vertices[b])

    def marks(self, state: Graph, option: Option) -> tuple[str, ...]:
        return (f"e{_moved(self, state, option)}",)

    def is_empty(self, state: Graph) -> bool:
        return not state.edges


class Hackenbush(GraphGame):
    """Green Hackenbush: an edge is cut, and all that no longer hangs on the ground falls."""

    name = "hackenbush"
    rule = say("Cut an edge; all that is no longer connected to the ground falls away.")
    source = (
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays (1982), chapter 7"
    )
    example = "hackenbush edges:ground-a,a-b,a-c,b-c"
    engine = "hackenbush"

    def refuse(self, graph: Graph, where: str) -> None:
        if graph.vertices and GROUND not in graph.vertices:
            raise expected(say("a vertex named ground"), say("none"), where)
        standing = _standing(graph)
        if len(standing.vertices) != len(graph.vertices):
            name = next(name for name in graph.vertices if name not in standing.vertices)
            raise expected(say("every vertex connected to the ground"), name, where)

    def successors(self, state: Graph) -> Iterator[Option]:
        seen = set()
        for i in range(len(state.edges)):
            left = canonical_order(_standing(Graph(state.vertices, state.edges[:i] + state.edges[i + 1 :])))
            if left not in seen:
                seen.add(left)
                yield (Component(self, left),)

    def describe(self, state: Graph, option: Option) -> Message:
        a, b = state.edges[_cut(state, option)]
        return say("cut the edge {a}-{b}", a=state.vertices[a], b=state.vertices[b])

    def draw(self, state: Graph) -> Drawing:
        from .hackenbush_drawing import draw_hackenbush

        return draw_hackenbush(state, self.term([state]), GROUND)

    def marks(self, state: Graph, option: Option) -> tuple[str, ...]:
        return (f"e{_cut(state, option)}",)

    def is_empty(self, state: Graph) -> bool:
        return not state.edges


class Place(NamedTuple):
    """A graph and the number of the vertex on which the token stands."""

    graph: Graph
    token: int


class Geography(Ruleset):
    """Undirected vertex geography: the token moves along an edge, and the vertex it leaves goes."""

    name = "geography"
    rule = say("Move the token along an edge; the vertex it leaves goes.")
    source = "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography, TCS 112 (1993)"
    example = "geography grid:3x3@r1c1"
    engine = "geography"

    def read(self, text: str) -> list[Hashable]:
        graph_text, at, name = text.rpartition("@")
        where = f"{self.head} {text}"
        if not at:
            raise expected(say("a graph and the token's vertex, as in edges:a-b,b-c@a"), text, where)
        graph = read_graph(graph_text, where)
        refuse_multigraph(
            graph, "the token cannot use a loop, and a repeated edge counts once: leave them out", where
        )
        if name.strip() not in graph.vertices:
            raise expected(say("the token on a vertex of the graph"), name.strip(), where)
        return [Place(graph, graph.vertices.index(name.strip()))]

    def write(self, states: Sequence[Place]) -> str:
        graph, token = states[0]
        return f"{write_graph(graph)}@{graph.vertices[token]}"

    def successors(self, state: Place) -> Iterator[Option]:
        graph, token = state
        left = canonical_order(graph.without([token]))
        for v in sorted(graph.neighbours()[token]):
            yield (Component(self, Place(left, left.vertices.index(graph.vertices[v]))),)

    def describe(self, state: Place, option: Option) -> Message:
        to: Any = option[0].state
        return say("move the token to {name}", name=to.graph.vertices[to.token])

    def marks(self, state: Place, option: Option) -> tuple[str, ...]:
        to: Any = option[0].state
        return (f"v{state.graph.vertices.index(to.graph.vertices[to.token])}",)

    def draw(self, state: Place) -> Drawing:
        return draw_graph(state.graph, self.term([state]), marked=state.token)


NODE_KAYLES, ARC_KAYLES, HACKENBUSH, GEOGRAPHY = NodeKayles(), ArcKayles(), Hackenbush(), Geography()


def _moved(ruleset: NodeKayles | ArcKayles, state: Graph, option: Option) -> int:
    """The number of the first move that leads to ``option``."""
    wanted: Any = option or (Component(ruleset, Graph((), ())),)
    stay = set(wanted[0].state.vertices)
    taken: Any = state.edges if isinstance(ruleset, ArcKayles) else [(v,) for v in range(len(state.vertices))]
    for i, vertices in enumerate(taken):
        # Whether what is taken is still there is sooner seen than what the move leaves.
        if stay.isdisjoint(state.vertices[v] for v in vertices) and ruleset.option(state, i) == wanted:
            return i
    raise NotationError(say("no move leads to {option}", option=str(wanted[0])))


def _cut(state: Graph, option: Option) -> int:
    left: Any = option[0].state if option else Graph((), ())
    for i in range(len(state.edges)):
        if canonical_order(_standing(Graph(state.vertices, state.edges[:i] + state.edges[i + 1 :]))) == left:
            return i
    raise NotationError(say("no move leads to {option}", option=write_graph(left)))


def _standing(graph: Graph) -> Graph:
    """What is connected to the ground; a ground without edges is left out too."""
    if GROUND not in graph.vertices:
        return Graph((), ())
    reached, frontier = set(), [graph.vertices.index(GROUND)]
    around = graph.neighbours()
    while frontier:
        v = frontier.pop()
        if v not in reached:
            reached.add(v)
            frontier += around[v]
    return graph.without(set(range(len(graph.vertices))) - reached, keep_isolated=len(graph.vertices) == 1)
