"""What the games on graphs share."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from sprague.model.ruleset import Component, Option, Ruleset
from sprague.pictures.shapes import Drawing
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .graph import (
    Graph,
    canonical_order,
    draw_graph,
    from_networkx,
    read_graph,
    refuse_multigraph,
    write_graph,
)


def _edges_text(edges: Any) -> str:
    """A graph in Python, as pairs of vertices (or single ones without an edge) or as a dict of neighbours, written
    out."""
    if isinstance(edges, Mapping):
        given = list(edges)
        pairs = list(dict.fromkeys(tuple(sorted((str(v), str(w)))) for v in given for w in edges[v]))
        met = {name for pair in pairs for name in pair}
        return "edges:" + ",".join(
            ["-".join(pair) for pair in pairs] + [str(v) for v in given if str(v) not in met]
        )
    return "edges:" + ",".join(
        edge
        if isinstance(edge, str)
        else "-".join(map(str, edge))
        if isinstance(edge, Iterable)
        else str(edge)
        for edge in edges
    )


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
        elif isinstance(state, Iterable):
            return self.read(_edges_text(state))[0]
        else:
            raise RangeError(say("expected a graph (text or networkx), got {state}", state=repr(state)[:60]))
        self.refuse(graph, self.head)
        return graph

    def draw(self, state: Graph) -> Drawing:
        return draw_graph(state, self.term([state]))

    def _one(self, graph: Graph) -> Option:
        return (Component(self, canonical_order(graph)),)
