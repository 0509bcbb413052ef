"""Twigs of a Hackenbush picture. Two stalks that grow from one fork can be joined, and two forks can be fused."""

from __future__ import annotations

from itertools import pairwise

from sprague.words.errors import MoveError
from sprague.words.messages import say

from .graph import Graph

#: The name of the vertex that stands for the ground is never the end of a twig.
GROUND = "ground"

#: A twig: the vertex that it grows from, and its edges from there on.
Twig = tuple[int, tuple[int, ...]]


def twigs(graph: Graph) -> list[Twig]:
    """Returns the stalks without forks that end in the air, each from the vertex that it grows from.

    >>> from sprague.graphs.notation import read_graph
    >>> twigs(read_graph("edges:ground-a,a-b,b-c,a-d", ""))
    [(1, (1, 2)), (1, (3,))]
    """
    at: list[list[tuple[int, int]]] = [[] for _ in graph.vertices]
    for number, (a, b) in enumerate(graph.edges):
        at[a].append((number, b))
        at[b].append((number, a))
    at_forks = []
    for tip, name in enumerate(graph.vertices):
        if name == GROUND or len(at[tip]) != 1:
            continue
        edges, vertex = [], tip
        while True:
            number, below = next((e, w) for e, w in at[vertex] if e not in edges)
            edges.append(number)
            vertex = below
            if graph.vertices[vertex] == GROUND or len(at[vertex]) != 2:
                break
        at_forks.append((vertex, tuple(reversed(edges))))
    return sorted(at_forks)


def put_together(graph: Graph, one: int, other: int, length: int) -> Graph:
    """Returns the picture in which the twigs that begin with the edges ``one`` and ``other`` become one twig of this
    length. Raises MoveError if they do not grow from one fork, or the length is more than both together.

    >>> from sprague.graphs.notation import read_graph, write_graph
    >>> write_graph(put_together(read_graph("edges:ground-a,a-b,b-c,a-d", ""), 1, 3, 3))
    'edges:ground-a,a-b,b-c,c-d'
    """
    by_first = {edges[0]: (fork, edges) for fork, edges in twigs(graph)}
    if one == other or one not in by_first or other not in by_first or by_first[one][0] != by_first[other][0]:
        raise MoveError(say("expected two twigs that grow from one fork"))
    fork, gone = by_first[one][0], {*by_first[one][1], *by_first[other][1]}
    if not 0 <= length <= len(gone):
        raise MoveError(say("expected a length from 0 to {most}, got {n}", most=len(gone), n=length))
    away = {v for e in gone for v in graph.edges[e]} - {fork}
    names = [graph.vertices[v] for v in sorted(away)]
    stalk = [graph.vertices[fork], *names[:length]]
    edges_kept = [
        (graph.vertices[a], graph.vertices[b]) for e, (a, b) in enumerate(graph.edges) if e not in gone
    ]
    return _graph([*edges_kept, *pairwise(stalk)])


def fused(graph: Graph, one: int, other: int) -> Graph:
    """Returns the picture in which two vertices are fused. Raises MoveError for a vertex that does not exist.

    >>> from sprague.graphs.notation import read_graph, write_graph
    >>> write_graph(fused(read_graph("edges:ground-a,a-b,a-c,b-c", ""), 2, 3))
    'edges:ground-a,a-b,a-b,b-b'
    """
    size = len(graph.vertices)
    if one == other or not (0 <= one < size and 0 <= other < size):
        raise MoveError(say("expected two forks"))
    keep, gone = (other, one) if graph.vertices[other] == GROUND else (one, other)
    name = [graph.vertices[keep if v == gone else v] for v in range(size)]
    return _graph([(name[a], name[b]) for a, b in graph.edges])


def _graph(edges: list[tuple[str, str]]) -> Graph:
    vertices = tuple(dict.fromkeys(name for edge in edges for name in edge))
    number = {name: v for v, name in enumerate(vertices)}
    return Graph(vertices, tuple((number[a], number[b]) for a, b in edges))
