"""The common part of the games on graphs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from sprague.model.ruleset import Component, Option, Ruleset
from sprague.pictures.shapes import Drawing
from sprague.words.messages import Message, say, say_plural

from .given import graph_of, own_vertices
from .graph import Graph, canonical_order, refuse_multigraph
from .layout import draw_graph
from .notation import read_graph, write_graph

if TYPE_CHECKING:
    from sprague.model.given import AnyGraph

#: A graph whose text is longer is named in a sentence by the number of its vertices and edges.
READABLE = 40


def said_graph(head: str, graph: Graph) -> Message | None:
    """Names a graph by the number of its vertices and edges, or returns None if its text is short enough to read."""
    if len(write_graph(graph)) <= READABLE:
        return None
    return say(
        "{game} on {vertices}, {edges}",
        game=head,
        vertices=say_plural("{count} vertex", "{count} vertices", len(graph.vertices)),
        edges=say_plural("{count} edge", "{count} edges", len(graph.edges)),
    )


class GraphRuleset(Ruleset):
    """Base of the games on graphs, whose state is a Graph."""

    loops = ""

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        graph = read_graph(text, where)
        self.refuse(graph, where)
        return [graph]

    def refuse(self, graph: Graph, where: str) -> None:
        """Raises NotationError for a graph on which the game is not played."""
        refuse_multigraph(graph, self.loops, where)

    def write(self, states: Sequence[Graph]) -> str:
        return write_graph(states[0])

    def states(self, *graphs: AnyGraph) -> tuple[Ruleset, list[Hashable]]:
        return super().states(*graphs)

    def vertices(self, *graphs: Any, **named: Any) -> dict[str, Hashable]:
        return {name: vertex for graph in graphs for name, vertex in own_vertices(graph, self.head).items()}

    def check(self, state: Any) -> Hashable:
        graph = graph_of(state, self.head)
        self.refuse(graph, self.head)
        return graph

    def short_name(self, state: Graph) -> Message | None:
        return said_graph(self.head, state)

    def shapes(self, state: Graph) -> int:
        return 2 * len(state.vertices) + len(state.edges)

    def draw(self, state: Graph) -> Drawing:
        return draw_graph(state, self.term([state]))

    def _one(self, graph: Graph) -> Option:
        return (Component(self, canonical_order(graph)),)
