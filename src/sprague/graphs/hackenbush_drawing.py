"""The picture of green Hackenbush: the ground is a line at the bottom, and the edges grow up from it."""

from __future__ import annotations

import math
from collections import Counter

from sprague.pictures.shapes import Drawing, Shape

from .graph import Graph
from .growth import grow

#: Units from one height to the next, and across for each tip.
STEP = 1.5

#: Units between edges with the same ends, and the length of a loop, which is drawn as a twig (it is worth the same).
ASIDE, TWIG = 0.4, 0.6


def draw_hackenbush(graph: Graph, summary: str, ground: str) -> Drawing:
    """Draws edges (named e0, e1, …) between vertices (v0, v1, …). The height of a vertex is its distance from the
    ``ground``."""
    if not graph.vertices:
        return _with_ground([], STEP, 0.5, summary)
    root = graph.vertices.index(ground)
    height, tops, tips = grow(graph.neighbours(), root)
    across = [round(x * STEP, 3) for x in tops]
    top = max(height)
    floor = 0.6 + top * STEP

    def place(v: int) -> tuple[float, float]:
        return across[v], floor - height[v] * STEP

    shapes: list[Shape] = []
    alike = Counter((min(edge), max(edge)) for edge in graph.edges)
    seen: Counter[tuple[int, int]] = Counter()
    for i, (a, b) in enumerate(graph.edges):
        ends = min(a, b), max(a, b)
        seen[ends] += 1
        place_among = seen[ends] - (alike[ends] + 1) / 2
        if a == b:
            (x, y), angle = place(a), math.radians(25 * seen[ends])
            way = 1 if seen[ends] % 2 else -1
            w, h = way * TWIG * math.cos(angle), -TWIG * math.sin(angle)
        elif root in ends:
            # Such an edge stands upright, since the ground is everywhere.
            x, y = place(b if a == root else a)
            x, w, h = x + ASIDE * place_among, 0.0, floor - y
        else:
            (x, y), (right, down) = place(a), place(b)
            w, h = right - x, down - y
            aside = ASIDE * place_among / math.hypot(w, h)
            x, y = x - h * aside, y + w * aside
        shapes.append(Shape("line", round(x, 3), round(y, 3), round(w, 3), round(h, 3), "edge", f"e{i}"))
    for v, name in enumerate(graph.vertices):
        if v != root:
            x, y = place(v)
            shapes.append(Shape("circle", x, y, 0.6, 0.6, "vertex", f"v{v}"))
            shapes.append(Shape("text", x, y, 0.54, 0.4, "label", "", name))
    return _with_ground(shapes, tips * STEP, floor, summary)


def _with_ground(shapes: list[Shape], width: float, floor: float, summary: str) -> Drawing:
    line = Shape("line", 0, floor, width, 0, "ground")
    return Drawing(width, floor + 0.4, (line, *shapes), summary)
