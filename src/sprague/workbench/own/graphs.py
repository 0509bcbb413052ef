"""Users' own games on graphs."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from sprague.games.own.faults import unfit
from sprague.graphs.graph import Graph, canonical_order, carried
from sprague.graphs.graph_game import GraphRuleset
from sprague.model.ruleset import Option, Touched
from sprague.words.messages import Message, join, say

from .bases import UserGame


class GraphGame(UserGame, GraphRuleset, base=True):
    """Base of a user's own game on a graph. Define ``options(self, graph)``; each option is a graph, or a list of
    graphs for a sum. A graph is a :class:`~sprague.graphs.graph.Graph`: ``graph.neighbours()`` are the neighbours of
    each vertex, ``graph.without(numbers)`` is the graph without some vertices, ``graph.edges`` the pairs of numbers.

    Write graphs as in the built-in games. The base derives the picture, the vertices and edges that a move takes, and
    the move in words.

    >>> import sprague as sg
    >>> class Leaves(sg.GraphGame):
    ...     "Take a vertex with at most one neighbour."
    ...     def options(self, graph):
    ...         for v, near in enumerate(graph.neighbours()):
    ...             if len(near) < 2:
    ...                 yield graph.without([v])
    >>> sg.parse("leaves path:4").outcome, sg.parse("misere leaves star:3 + leaves path:2").outcome
    ('P', 'N')
    >>> print(Leaves()([("a", "b"), ("b", "c")]).moves()[0])
    take the vertex a -> leaves edges:b-c
    """

    engine = "own-states"
    sample = "path:5"
    loops = "a loop and a repeated edge have no place here"

    def checked_option(self, option: Any, state: Any) -> tuple[Hashable, ...]:
        parts = option if type(option) is list else [option]
        for part in parts:
            if not isinstance(part, Graph):
                raise unfit(self, state, say("graphs such as {example}", example=self.example), part)
        return tuple(map(canonical_order, parts))

    def marks(self, state: Graph, option: Option) -> tuple[str, ...]:
        vertices, edges = _taken(state, option)
        return (*(f"v{v}" for v in vertices), *(f"e{e}" for e in edges))

    def touched(self, state: Graph, option: Option) -> Touched:
        vertices, edges = _taken(state, option)
        names = state.vertices
        gone = (
            *(names[v] for v in vertices),
            *((names[a], names[b]) for a, b in (state.edges[e] for e in edges)),
        )
        return Touched(gone[:1] if len(gone) == 1 else (), gone)

    def describe(self, state: Graph, option: Option) -> Message:
        vertices, edges = _taken(state, option)
        names = state.vertices
        gone = join([say("{name}", name=names[v]) for v in vertices])
        if len(vertices) == 1:
            return say("take the vertex {name}", name=gone)
        if vertices:
            return say("take the vertices {names}", names=gone)
        lines = [say("{a}-{b}", a=names[a], b=names[b]) for a, b in (state.edges[e] for e in edges)]
        if len(lines) == 1:
            return say("take the edge {edge}", edge=lines[0])
        if lines:
            return say("take the edges {edges}", edges=join(lines))
        return super().describe(state, option)

    def stays(self, state: Graph, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        return tuple(carried(state, part.state) for part in option)


def _taken(state: Graph, option: Option) -> tuple[list[int], list[int]]:
    """Returns the vertices that a move takes, and the edges between others."""
    graphs: list[Any] = [part.state for part in option]
    stay = {name for graph in graphs for name in graph.vertices}
    lines = {frozenset((graph.vertices[a], graph.vertices[b])) for graph in graphs for a, b in graph.edges}
    vertices = [v for v, name in enumerate(state.vertices) if name not in stay]
    edges = [
        e
        for e, (a, b) in enumerate(state.edges)
        if not {a, b} & {*vertices} and frozenset((state.vertices[a], state.vertices[b])) not in lines
    ]
    return vertices, edges
