"""Graphs as states: reading, writing, drawing. The games on them are in ``graph_games.py``.

``edges:a-b,b-c,d`` lists edges (and single vertices); ``grid:3x12``, ``path:7``, ``cycle:6``, ``complete:5``
and ``petersen:7,2`` (generalised Petersen graph) are short for well-known graphs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from sprague.numbers.integers import parse as parse_integer
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.errors import NotationError, RangeError, TooLargeError, expected
from sprague.words.messages import say

#: A graph with more vertices is refused when it is read.
MAX_VERTICES = 20_000

_LABEL = re.compile(r"[A-Za-z0-9_.]+", re.ASCII)


class Graph(NamedTuple):
    """Vertices by name, in order, and edges as pairs of vertex numbers, in order. ``spelling`` is the short form
    it was read from, empty for a list of edges."""

    vertices: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    spelling: str = ""

    def without(self, gone: Iterable[int], *, keep_isolated: bool = True) -> Graph:
        """The graph that is left when the vertices numbered ``gone`` go, with all their edges."""
        lost = set(gone)
        edges = [(a, b) for a, b in self.edges if a not in lost and b not in lost]
        kept = {v for edge in edges for v in edge}
        stay = [v for v in range(len(self.vertices)) if v not in lost and (keep_isolated or v in kept)]
        number = {v: i for i, v in enumerate(stay)}
        return Graph(tuple(self.vertices[v] for v in stay), tuple((number[a], number[b]) for a, b in edges))

    def neighbours(self) -> list[set[int]]:
        """The neighbours of each vertex."""
        around: list[set[int]] = [set() for _ in self.vertices]
        for a, b in self.edges:
            around[a].add(b)
            around[b].add(a)
        return around


def read_graph(text: str, where: str) -> Graph:
    """A graph from its text; raises NotationError.

    >>> read_graph("edges:a-b,b-c", "").edges
    ((0, 1), (1, 2))
    >>> len(read_graph("petersen:5,2", "").edges)
    15
    """
    text = "".join(text.split())
    kind, colon, rest = text.partition(":")
    if not colon or kind not in (*_MAKERS, "edges", "file"):
        raise expected(
            say("a graph such as edges:a-b,b-c, grid:3x4, path:7, cycle:6, complete:5 or petersen:7,2"),
            text,
            where,
        )
    if kind == "file":
        raise NotationError(
            say(
                "expected edges: or a named graph; file: is read by the command line only (--graph FILE in a URL "
                "or a store has no meaning)"
            ),
            where=where,
        )
    if kind == "edges":
        return _read_edges(rest, where)
    numbers = [parse_integer(part, where) for part in re.split("[xX,]", rest)]
    return _MAKERS[kind](text, numbers, where)


def write_graph(graph: Graph) -> str:
    """The text of a graph; the inverse of :func:`read_graph`.

    >>> write_graph(read_graph("grid:2x2", "").without([0]))
    'edges:r1c2-r2c2,r2c1-r2c2'
    """
    if graph.spelling:
        return graph.spelling
    names = graph.vertices
    parts = []
    seen: set[int] = set()
    touched = {v for edge in graph.edges for v in edge}
    # Vertices are numbered in the order in which they are written: single ones stand where their number falls.
    singles = [v for v in range(len(names)) if v not in touched]
    for a, b in graph.edges:
        parts.append(f"{names[a]}-{names[b]}")
        seen |= {a, b}
    parts += [names[v] for v in singles]
    return "edges:" + ",".join(parts)


def canonical_order(graph: Graph) -> Graph:
    """The same graph with its vertices numbered in the order in which :func:`write_graph` names them, so that
    what is written reads back to an equal state."""
    order = list(dict.fromkeys(v for edge in graph.edges for v in edge))
    named = set(order)
    order += [v for v in range(len(graph.vertices)) if v not in named]
    number = {v: i for i, v in enumerate(order)}
    edges = tuple((number[a], number[b]) for a, b in graph.edges)
    return Graph(tuple(graph.vertices[v] for v in order), edges, graph.spelling)


def from_networkx(graph: Any) -> Graph:
    """A Graph from a networkx graph (or anything with ``nodes()`` and ``edges()``); names are made readable.

    Raises RangeError for a directed graph.
    """
    if hasattr(graph, "is_directed") and graph.is_directed():
        raise RangeError(say("expected one undirected graph"))
    names: dict[Any, str] = {}
    for node in graph.nodes():
        name = "_".join(_LABEL.findall(str(node))) or "v"
        while name in names.values():
            name += "_"
        names[node] = name
    number = {node: i for i, node in enumerate(names)}
    edges = tuple((number[edge[0]], number[edge[1]]) for edge in graph.edges())
    return canonical_order(Graph(tuple(names.values()), edges))


def refuse_multigraph(graph: Graph, loops: str, where: str) -> None:
    """Raise NotationError for a loop or a repeated edge; ``loops`` says what the rule makes of them."""
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


def draw_graph(graph: Graph, summary: str, marked: int | None = None) -> Drawing:
    """Vertices (named v0, v1, …) and edges (e0, e1, …); grids as grids, all else on a circle. ``marked`` is the
    number of a vertex that is drawn as the token's place."""
    places = _places(graph)
    shapes = []
    for i, (a, b) in enumerate(graph.edges):
        (x, y), (x2, y2) = places[a], places[b]
        shapes.append(Shape("line", x, y, x2 - x, y2 - y, "edge", f"e{i}"))
    for v, (x, y) in enumerate(places):
        role = "limit" if v == marked else "vertex"
        shapes.append(Shape("circle", x, y, 0.6, 0.6, role, f"v{v}"))
        shapes.append(Shape("text", x, y, 1, 0.4, "label", "", graph.vertices[v]))
    width = max((x for x, _ in places), default=0) + 1
    height = max((y for _, y in places), default=0) + 1
    return Drawing(width, height, tuple(shapes), summary)


def _places(graph: Graph) -> list[tuple[float, float]]:
    cells = [re.fullmatch(r"r(\d+)c(\d+)", name) for name in graph.vertices]
    if cells and all(cells):
        return [(int(cell[2]) * 1.5, int(cell[1]) * 1.5) for cell in cells if cell]
    count = max(1, len(graph.vertices))
    radius = max(1.5, count * 1.3 / (2 * math.pi))
    turn = 2 * math.pi / count
    return [
        (
            round(radius + 1 - radius * math.sin(v * turn), 3),
            round(radius + 1 - radius * math.cos(v * turn), 3),
        )
        for v in range(len(graph.vertices))
    ]


def _read_edges(text: str, where: str) -> Graph:
    numbers: dict[str, int] = {}
    edges = []
    for item in text.split(",") if text else []:
        ends = item.split("-")
        if len(ends) > 2 or not all(_LABEL.fullmatch(end) for end in ends):
            raise expected(say("edges such as a-b,b-c (names of letters, digits, _ and .)"), item, where)
        for end in ends:
            numbers.setdefault(end, len(numbers))
        if len(ends) == 2:
            edges.append((numbers[ends[0]], numbers[ends[1]]))
    _refuse_large(len(numbers), where)
    return canonical_order(Graph(tuple(numbers), tuple(edges)))


def _grid(text: str, numbers: list[int], where: str) -> Graph:
    if len(numbers) != 2 or min(numbers) < 1:
        raise expected(say("grid:ROWSxCOLUMNS"), text, where)
    rows, columns = numbers
    _refuse_large(rows * columns, where)
    names = tuple(f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, columns + 1))
    edges = []
    for v in range(rows * columns):
        if (v + 1) % columns:
            edges.append((v, v + 1))
        if v + columns < rows * columns:
            edges.append((v, v + columns))
    return Graph(names, tuple(edges), f"grid:{rows}x{columns}")


def _numbered(text: str, numbers: list[int], where: str, least: int) -> tuple[int, tuple[str, ...]]:
    if len(numbers) != 1 or numbers[0] < least:
        raise expected(say("one number >= {least}", least=least), text, where)
    _refuse_large(numbers[0], where)
    return numbers[0], tuple(str(v) for v in range(1, numbers[0] + 1))


def _path(text: str, numbers: list[int], where: str) -> Graph:
    n, names = _numbered(text, numbers, where, 1)
    return Graph(names, tuple((v, v + 1) for v in range(n - 1)), f"path:{n}")


def _cycle(text: str, numbers: list[int], where: str) -> Graph:
    n, names = _numbered(text, numbers, where, 3)
    return Graph(names, tuple((v, (v + 1) % n) for v in range(n)), f"cycle:{n}")


def _complete(text: str, numbers: list[int], where: str) -> Graph:
    n, names = _numbered(text, numbers, where, 1)
    _refuse_large(n * n // 16, where)
    return Graph(names, tuple((a, b) for a in range(n) for b in range(a + 1, n)), f"complete:{n}")


def _petersen(text: str, numbers: list[int], where: str) -> Graph:
    if len(numbers) != 2 or numbers[0] < 3 or not 1 <= numbers[1] < numbers[0] / 2:
        raise expected(say("petersen:N,K with N >= 3 and 1 <= K < N/2"), text, where)
    n, k = numbers
    _refuse_large(2 * n, where)
    names = tuple(f"{ring}{v}" for ring in "uv" for v in range(n))
    outer = [(v, (v + 1) % n) for v in range(n)]
    spokes = [(v, n + v) for v in range(n)]
    inner = [(n + v, n + (v + k) % n) for v in range(n)]
    return Graph(names, tuple(outer + spokes + inner), f"petersen:{n},{k}")


_MAKERS = {"grid": _grid, "path": _path, "cycle": _cycle, "complete": _complete, "petersen": _petersen}


def _refuse_large(vertices: int, where: str) -> None:
    if vertices > MAX_VERTICES:
        raise TooLargeError(
            say(
                "expected a graph of at most {limit} vertices, got {count}",
                limit=MAX_VERTICES,
                count=vertices,
            ),
            where=where,
        )
