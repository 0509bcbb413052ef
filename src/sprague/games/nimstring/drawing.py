"""The pictures of Nimstring: boards of dots and lines, and coins on strings."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

from sprague.graphs.graph import Graph
from sprague.graphs.layout import placed
from sprague.pictures.shapes import Drawing, Shape

from .board import Boxes, lines_of, name_of, net_of
from .net import Net

#: Units across a line, a dot and a coin.
THICK, DOT, COIN = 0.5, 0.7, 0.7

#: Units between strings with the same ends.
ASIDE = 0.4


def draw_boxes(state: Boxes, summary: str) -> Drawing:
    """Draws dots, lines and boxes, each in its own cell. Undrawn lines are named line-b1, line-a2, …, drawn
    ones drawn-b1; drawn lines and complete boxes are dark."""
    lines = lines_of(state.rows, state.columns)
    open_boxes = Net.degrees(net_of(state.rows, state.columns), state.left)
    margin = (1 - THICK) / 2
    shapes = []
    for string, (row, column) in enumerate(lines):
        x, y, w, h = (0.0, margin, 1.0, THICK) if column % 2 else (margin, 0.0, THICK, 1.0)
        undrawn = state.left >> string & 1
        role, word = ("cell", "line") if undrawn else ("blocked", "drawn")
        name = f"{word}-{name_of(row, column)}"
        shapes.append(Shape("rect", column + x, row + y, w, h, role, name))
    for box in range(state.rows * state.columns):
        if box not in open_boxes:
            row, column = 2 * (box // state.columns) + 1, 2 * (box % state.columns) + 1
            shapes.append(Shape("rect", column, row, 1, 1, "bar"))
    for row in range(0, 2 * state.rows + 1, 2):
        for column in range(0, 2 * state.columns + 1, 2):
            shapes.append(Shape("circle", column + 0.5, row + 0.5, DOT, DOT, "dot"))
    return _drawn(2 * state.columns + 1, 2 * state.rows + 1, shapes, summary, state.again)


def _drawn(width: float, height: float, shapes: list[Shape], summary: str, again: bool) -> Drawing:
    """Returns the picture. If the other player must go on, it has a field below, which the player touches."""
    if again:
        shapes = [*shapes, Shape("rect", 0, height + 0.2, width, 1, "pass", "again")]
        shapes.append(Shape("text", width / 2, height + 0.7, width, 0.7, "label", "", "↻"))
        height += 1.3
    return Drawing(width, height, tuple(shapes), summary)


def draw_tied(graph: Graph, summary: str, ground: str, again: bool) -> Drawing:
    """Draws strings (e0, e1, …) between coins (v0, v1, …). Each string to the ground ends on a separate ground."""
    names, edges = list(graph.vertices), []
    for a, b in graph.edges:
        ends = [a, b]
        for place, v in enumerate(ends):
            if graph.vertices[v] == ground:
                ends[place] = len(names)
                names.append(ground)
        edges.append((ends[0], ends[1]))
    drawn = Graph(tuple(names), tuple(edges)).without(
        [v for v, name in enumerate(graph.vertices) if name == ground]
    )
    places = placed(drawn)
    shapes = []
    alike = Counter((min(edge), max(edge)) for edge in drawn.edges)
    counts: Counter[tuple[int, int]] = Counter()
    for string, (a, b) in enumerate(drawn.edges):
        counts[min(a, b), max(a, b)] += 1
        aside = ASIDE * (counts[min(a, b), max(a, b)] - (alike[min(a, b), max(a, b)] + 1) / 2)
        (x, y), (right, down) = places[min(a, b)], places[max(a, b)]
        w, h = right - x, down - y
        far = math.hypot(w, h) or 1.0
        x, y = x - h * aside / far, y + w * aside / far
        shapes.append(Shape("line", round(x, 3), round(y, 3), round(w, 3), round(h, 3), "edge", f"e{string}"))
    coins = 0
    for (x, y), name in zip(places, drawn.vertices, strict=True):
        if name == ground:
            shapes.append(Shape("line", round(x - 0.35, 3), y, 0.7, 0, "ground"))
            continue
        shapes.append(Shape("circle", x, y, COIN, COIN, "vertex", f"v{coins}"))
        shapes.append(Shape("text", x, y, 0.9 * COIN, 0.4, "label", "", name))
        coins += 1
    width = max((x for x, _ in places), default=0.0) + 1
    height = max((y for _, y in places), default=0.0) + 1
    listing = tuple(
        ((f"{graph.vertices[a]}-{graph.vertices[b]}", f"e{string}"),)
        for string, (a, b) in enumerate(graph.edges)
    )
    return replace(_drawn(width, height, shapes, summary, again), listing=listing)
