"""Reads graphs given from Python: a text, a Graph, a networkx graph, a dict of neighbours, or a list of edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError
from sprague.words.messages import Message, say

from .graph import Graph, canonical_order, refuse_large
from .notation import LABEL, read_graph


def graph_of(given: Any, where: str) -> Graph:
    """Returns the Graph that ``given`` stands for.

    ``given`` is a text in the notation; a Graph; a networkx graph (or any object with ``nodes()`` and ``edges()``); a
    dict from each vertex to its neighbours, in which an edge may appear at one end or at both; or pairs of vertices,
    which may be the rows of an array. Vertices may be any hashable objects. Their names are their ``str`` without the
    characters that the notation does not allow. Raises RangeError for anything else, and for directed graphs.

    >>> graph_of([("a", "b"), ("b", "c")], "").edges == graph_of({"a": ["b"], "b": ["c"]}, "").edges
    True
    >>> graph_of([(0, 0), (0, 1)], "").vertices
    ('0', '1')
    """
    return with_names(given, where)[0]


def with_names(given: Any, where: str) -> tuple[Graph, dict[Hashable, str]]:
    """Returns the result of :func:`graph_of`, and the name of each given vertex."""
    if isinstance(given, str):
        graph = read_graph(given, where)
    elif isinstance(given, Graph):
        # A short name is as good as the graph, and numbers its vertices in its own order.
        graph = read_graph(given.spelling, where) if given.spelling else canonical_order(given)
    else:
        return _graph(*_parts(given, where), where)
    return graph, {name: name for name in graph.vertices}


def own_vertices(given: Any, where: str) -> dict[str, Hashable]:
    """Returns the vertices of ``given``, by the names that :func:`with_names` gives them, if they are no names."""
    if isinstance(given, str | Graph):
        return {}
    names = name_all(*_parts(given, where), where)
    return {name: vertex for vertex, name in names.items() if vertex != name}


def with_token(graph: Any, at: Hashable, start: Hashable, where: str) -> Any:
    """Returns a graph with the vertex of a token, which may be given under either name, as a pair; without one, the
    graph alone."""
    if at is not ... and start is not ...:
        raise RangeError(say("expected the token's vertex once, got at= and start="), where=where)
    token = start if at is ... else at
    return graph if token is ... else (graph, token)


def is_vertex(vertex: Any, names: Mapping[Hashable, str]) -> bool:
    """Returns whether ``vertex`` is one of these. An object without a hash is not."""
    try:
        return vertex in names
    except TypeError:
        return False


def arrows_of(given: Any, where: str) -> tuple[list[Any], list[Any]]:
    """Returns the vertices and the arrows of a directed graph: networkx, a dict from each vertex to those that arrows
    lead to, or pairs."""
    if hasattr(given, "nodes") and hasattr(given, "edges") and not given.is_directed():
        raise RangeError(say("expected a directed graph: write graph.to_directed()"), where=where)
    return _parts(given, where, directed=True)


def _parts(given: Any, where: str, directed: bool = False) -> tuple[list[Any], list[Any]]:
    """Returns the vertices, and the edges as pairs of them."""
    if hasattr(given, "nodes") and hasattr(given, "edges"):
        if not directed and hasattr(given, "is_directed") and given.is_directed():
            raise RangeError(say("expected one undirected graph"), where=where)
        return list(given.nodes()), [tuple(edge[:2]) for edge in given.edges()]
    if isinstance(given, Mapping):
        return _from_neighbours(given, where, directed)
    if not isinstance(given, Iterable) or isinstance(given, bytes) or index_of(given) is not None:
        raise _wanted(say("{part}", part=shown(given)[:60]), where)
    edges = []
    for item in given:
        pair = tuple(item) if isinstance(item, Iterable) and not isinstance(item, str | bytes) else None
        if pair is None or len(pair) != 2:
            raise _wanted(say("{item} among the edges", item=shown(item)[:60]), where)
        edges.append(pair)
    return [], edges


def _from_neighbours(given: Mapping[Any, Any], where: str, directed: bool) -> tuple[list[Any], list[Any]]:
    """Reads a dict of neighbours. An edge that both ends name counts once; a neighbour named twice gives two edges."""
    counts: Counter[tuple[Any, Any]] = Counter()
    order: dict[frozenset[Any], tuple[Any, Any]] = {}
    for vertex, neighbours in given.items():
        if not isinstance(neighbours, Iterable) or isinstance(neighbours, str | bytes):
            raise _wanted(
                say(
                    "{given} as the neighbours of {vertex}",
                    given=shown(neighbours)[:60],
                    vertex=shown(vertex)[:60],
                ),
                where,
            )
        for other in neighbours:
            counts[vertex, other] += 1
            order.setdefault(frozenset((vertex, other)), (vertex, other))
    if directed:
        return list(given), list(counts)
    edges = []
    for a, b in order.values():
        edges += [(a, b)] * max(counts[a, b], counts[b, a])
    return list(given), edges


def name_all(vertices: list[Any], edges: list[Any], where: str) -> dict[Hashable, str]:
    """Returns a name for each vertex, as the notation allows it."""
    names: dict[Hashable, str] = {}
    taken: set[str] = set()
    again: Counter[str] = Counter()
    for vertex in [*vertices, *(end for edge in edges for end in edge)]:
        try:
            is_named = vertex in names
        except TypeError:
            raise _wanted(say("{vertex} as a vertex", vertex=shown(vertex)[:60]), where) from None
        if is_named:
            continue
        name = plain = "_".join(LABEL.findall(str(vertex))) or "v"
        while name in taken:
            again[plain] += 1
            name = f"{plain}_" if again[plain] == 1 else f"{plain}_{again[plain]}"
        names[vertex] = name
        taken.add(name)
    return names


def _graph(vertices: list[Any], edges: list[Any], where: str) -> tuple[Graph, dict[Hashable, str]]:
    names = name_all(vertices, edges, where)
    refuse_large(len(names), where)
    number = {vertex: i for i, vertex in enumerate(names)}
    pairs = tuple((number[a], number[b]) for a, b in edges)
    return canonical_order(Graph(tuple(names.values()), pairs)), names


def _wanted(got: Message, where: str) -> RangeError:
    return RangeError(
        say(
            "expected a graph: text such as 'grid:3x4', pairs of vertices, a dict from vertices to neighbours, or a "
            "networkx graph; got {got}",
            got=got,
        ),
        where=where,
    )
