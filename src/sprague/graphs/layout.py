"""The places of the vertices of a graph in a picture, and the picture."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from sprague.pictures.shapes import Drawing, Shape

from .graph import Graph
from .growth import grow

#: Units between neighbours on a grid.
STEP = 1.5

#: The diameter of a vertex.
ROUND = 0.6

#: A path of more vertices is drawn on a circle.
LONGEST_ROW = 20

#: The directions of the digits of a corner's name, from the last one on, in a picture of a hypercube.
AXES = ((2.0, 0.0), (0.0, 2.0), (0.9, 0.7), (5.4, 0.5), (0.4, 5.0))

Place = tuple[float, float]


def draw_graph(graph: Graph, summary: str, marked: int | None = None) -> Drawing:
    """Returns the picture: vertices (named v0, v1, …) and edges (e0, e1, …). ``marked`` is the number of the vertex
    with the token, which has a ring around it. In text, which cannot show crossing lines, a list of neighbours replaces
    the picture."""
    places = placed(graph)
    shapes = [
        Shape("line", *_between(places[a], places[b]), "edge", f"e{i}")
        for i, (a, b) in enumerate(graph.edges)
    ]
    for v, (x, y) in enumerate(places):
        shapes.append(Shape("circle", x, y, ROUND, ROUND, "vertex", f"v{v}"))
        if v == marked:
            shapes.append(Shape("circle", x, y, 0.8, 0.8, "limit"))
        shapes.append(Shape("text", x, y, 0.9 * ROUND, 0.4, "label", "", graph.vertices[v]))
    width = max((x for x, _ in places), default=0) + 1
    height = max((y for _, y in places), default=0) + 1
    return Drawing(width, height, tuple(shapes), summary, tuple(_listing(graph, marked)))


def placed(graph: Graph) -> list[Place]:
    """Returns the places of the vertices. The least of each coordinate is 1."""
    return _shifted(_places(graph))


def places_of(count: int) -> list[Place]:
    """Returns the places of ``count`` vertices on a circle. The least of each coordinate is 1."""
    return _shifted(_circle(count))


def _between(start: Place, end: Place) -> tuple[float, float, float, float]:
    """Returns the line from the rim of one vertex to that of another: its start, and its extent across and down."""
    (x, y), (right, down) = start, (end[0] - start[0], end[1] - start[1])
    rim = ROUND / 2 / math.hypot(right, down) if right or down else 0.0
    part = 1 - 2 * rim
    return round(x + rim * right, 3), round(y + rim * down, 3), round(part * right, 3), round(part * down, 3)


def _listing(graph: Graph, marked: int | None) -> list[tuple[tuple[str, str], ...]]:
    """Returns a line for each vertex: its name, and its neighbours, each with the name of the edge's shape."""
    around: list[list[tuple[int, int]]] = [[] for _ in graph.vertices]
    for i, (a, b) in enumerate(graph.edges):
        around[a].append((i, b))
        around[b].append((i, a))
    names = [f"[{name}]" if v == marked else name for v, name in enumerate(graph.vertices)]
    lines = []
    for v, near in enumerate(around):
        line = [(names[v], f"v{v}"), (": " if near else "", "")]
        for i, w in near:
            line += [(names[w], f"e{i}"), (" ", "")]
        lines.append(tuple(line[: 2 + max(0, 2 * len(near) - 1)]))
    return lines


def _places(graph: Graph) -> list[Place]:
    """Places the vertices by their names (a grid, a torus, two rings, a cube), by the form (a row, a tree), or else on
    a circle."""
    names = graph.vertices
    cells = [re.fullmatch(r"r(\d{1,6})c(\d{1,6})", name) for name in names]
    if cells and all(cells):
        return _grid(graph, [(int(cell[1]), int(cell[2])) for cell in cells if cell])
    rings = [re.fullmatch(r"([uv])(\d{1,6})", name) for name in names]
    if rings and all(rings):
        return _rings([(ring[1] == "u", int(ring[2])) for ring in rings if ring])
    if names and all(re.fullmatch(r"[01]{3,5}", name) and len(name) == len(names[0]) for name in names):
        return [_corner(name) for name in names]
    if names and len(graph.edges) == len(names) - 1:
        near = graph.neighbours()
        ends = [v for v, around in enumerate(near) if len(around) == 1]
        line = len(names) <= LONGEST_ROW and max(map(len, near)) <= 2
        height, across, _ = grow(near, ends[0] if line and ends else 0)
        if min(height) >= 0:
            return [
                (h * STEP, 0.0) if line else (x * STEP, h * STEP) for h, x in zip(height, across, strict=True)
            ]
    return _circle(len(names))


def _grid(graph: Graph, cells: Sequence[tuple[int, int]]) -> list[Place]:
    """Places the vertices in rows and columns. A row or column is bent if an edge runs back from its end, so that this
    edge can be seen beside the others."""
    rows, columns = max(r for r, _ in cells), max(c for _, c in cells)
    back = [
        (cells[a], cells[b])
        for a, b in graph.edges
        if abs(cells[a][0] - cells[b][0]) + abs(cells[a][1] - cells[b][1]) > 1
    ]
    if not back or max(rows, columns) < 3:
        return [(c * STEP, r * STEP) for r, c in cells]
    down, right = 0.6 / max(rows - 2, 1), 0.6 / max(columns - 2, 1)
    return [
        (c * STEP + down * (r - (rows + 1) / 2) ** 2, r * STEP + right * (c - (columns + 1) / 2) ** 2)
        for r, c in cells
    ]


def _rings(ends: Sequence[tuple[bool, int]]) -> list[Place]:
    count = 1 + max(number for _, number in ends)
    outer = max(2.6, count * 1.3 / (2 * math.pi))
    return [_around(number / count, outer if out else outer * 0.55) for out, number in ends]


def _corner(name: str) -> Place:
    ones = [axis for axis, digit in zip(AXES, reversed(name), strict=False) if digit == "1"]
    return sum(x for x, _ in ones), -sum(y for _, y in ones)


def _circle(count: int) -> list[Place]:
    radius = max(1.5, count * 1.3 / (2 * math.pi))
    return [_around(v / max(1, count), radius) for v in range(count)]


def _around(turn: float, radius: float) -> Place:
    return radius * math.sin(2 * math.pi * turn), -radius * math.cos(2 * math.pi * turn)


def _shifted(places: list[Place]) -> list[Place]:
    """Returns the places shifted so that the least of each coordinate is 1."""
    left = min((x for x, _ in places), default=0.0)
    top = min((y for _, y in places), default=0.0)
    return [(round(x - left + 1, 3), round(y - top + 1, 3)) for x, y in places]
