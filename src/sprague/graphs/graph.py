"""Graphs as states of games: vertices by name, edges in order. Their text is in ``notation.py``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sprague.words.errors import TooLargeError, expected
from sprague.words.messages import say

#: A graph with more vertices is refused when it is read.
MAX_VERTICES = 20_000


class Graph(NamedTuple):
    """Vertices by name, in order, and edges as pairs of vertex numbers, in order. ``spelling`` is the short form
    it was read from, empty for a list of edges."""

    vertices: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    spelling: str = ""

    def without(self, removed: Iterable[int], *, keep_isolated: bool = True) -> Graph:
        """Returns the graph without the vertices numbered ``removed`` and all their edges."""
        lost = set(removed)
        edges = [(a, b) for a, b in self.edges if a not in lost and b not in lost]
        linked = {v for edge in edges for v in edge}
        stay = [v for v in range(len(self.vertices)) if v not in lost and (keep_isolated or v in linked)]
        number = {v: i for i, v in enumerate(stay)}
        return Graph(tuple(self.vertices[v] for v in stay), tuple((number[a], number[b]) for a, b in edges))

    def neighbours(self) -> list[set[int]]:
        """Returns the neighbours of each vertex."""
        around: list[set[int]] = [set() for _ in self.vertices]
        for a, b in self.edges:
            around[a].add(b)
            around[b].add(a)
        return around


def canonical_order(graph: Graph) -> Graph:
    """Returns the graph with its vertices numbered in the order in which :func:`.notation.write_graph` names them, so
    that reading the text gives an equal state."""
    order = list(dict.fromkeys(v for edge in graph.edges for v in edge))
    named = set(order)
    order += [v for v in range(len(graph.vertices)) if v not in named]
    if order == list(range(len(order))):
        return graph
    number = {v: i for i, v in enumerate(order)}
    edges = tuple((number[a], number[b]) for a, b in graph.edges)
    return Graph(tuple(graph.vertices[v] for v in order), edges, graph.spelling)


def carried(before: Graph, after: Graph, cut: int = -1) -> dict[str, str]:
    """Maps the vertices (v0, v1, …) and edges (e0, e1, …) of the graph after a move to those of ``before``, by the
    names of the vertices. Several edges with the same ends are matched in order, without the one numbered ``cut``."""
    number = {name: v for v, name in enumerate(before.vertices)}
    edges: dict[frozenset[str], list[int]] = {}
    for e, (a, b) in enumerate(before.edges):
        if e != cut:
            edges.setdefault(frozenset((before.vertices[a], before.vertices[b])), []).append(e)
    places = {f"v{v}": f"v{number[name]}" for v, name in enumerate(after.vertices) if name in number}
    for e, (a, b) in enumerate(after.edges):
        same = edges.get(frozenset((after.vertices[a], after.vertices[b])))
        if same:
            places[f"e{e}"] = f"e{same.pop(0)}"
    return places


def refuse_multigraph(graph: Graph, loops: str, where: str) -> None:
    """Raises NotationError for a loop or a repeated edge; ``loops`` says what they mean in the game."""
    if graph.spelling:  # graphs with a short name are simple
        return
    seen = set()
    for a, b in graph.edges:
        edge = (min(a, b), max(a, b))
        if a == b or edge in seen:
            kind = (
                say("a loop at {name}", name=graph.vertices[a])
                if a == b
                else say("the edge {a}-{b} twice", a=graph.vertices[a], b=graph.vertices[b])
            )
            raise expected(say("a simple graph ({loops})", loops=loops), kind, where)
        seen.add(edge)


def refuse_large(vertices: int, where: str, limit: int = MAX_VERTICES, told: str = "") -> None:
    """Raises TooLargeError for a graph of too many vertices. ``told`` is their number for people to read."""
    if vertices > limit:
        raise TooLargeError(
            say(
                "expected a graph of at most {limit} vertices, got {count}",
                limit=limit,
                count=told or vertices,
            ),
            where=where,
        )
