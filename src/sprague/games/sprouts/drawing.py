"""The picture of Sprouts: each region is a frame, and in it each boundary is a ring of its spots.

A spot that two regions share stands in both, under one letter. Below a spot stand as many points as it takes lines.
"""

from __future__ import annotations

import math

from sprague.pictures.shapes import Drawing, Shape

from .notation import LIVES, Boundary, labels, regions_of

#: Units between neighbours of a ring, around a ring, and between two frames; the diameter of a spot.
STEP, AROUND, GAP, SPOT = 1.5, 0.5, 0.6, 0.8


def draw_sprouts(state: str, summary: str) -> Drawing:
    """Spots (named p0, p1, … in the order of the notation) in frames."""
    names = labels(state)
    shapes: list[Shape] = []
    x, height, place = 0.0, 1.0, 0
    for region in regions_of(state):
        x, begun = x + (GAP if x else 0.0), x + (GAP if x else 0.0)
        frame, columns = len(shapes), math.ceil(math.sqrt(len(region)))
        y, row, tallest = AROUND, x + AROUND, 0.0
        for number, walk in enumerate(region):
            if number and number % columns == 0:
                y, row, tallest = y + tallest, begun + AROUND, 0.0
            size = _size(walk)
            shapes += _ring(walk, row + size / 2, y + size / 2, place, names)
            row, tallest, place = row + size, max(tallest, size), place + len(walk)
            x = max(x, row + AROUND)
        shapes.insert(
            frame, Shape("rect", begun, 0, round(x - begun, 3), round(y + tallest + AROUND, 3), "limit")
        )
        height = max(height, y + tallest + AROUND)
    return Drawing(round(max(x, 1.0), 3), round(height, 3), tuple(shapes), summary)


def _size(walk: Boundary) -> float:
    """Returns the side of the square in which a ring stands."""
    return STEP + 0.5 + (2 * _radius(walk) if len(walk) > 1 else 0.0)


def _radius(walk: Boundary) -> float:
    return STEP / 2 / math.sin(math.pi / len(walk)) if len(walk) > 1 else 0.0


def _ring(walk: Boundary, x: float, y: float, place: int, names: list[str]) -> list[Shape]:
    at = []
    for number in range(len(walk)):
        angle = 2 * math.pi * number / len(walk) - math.pi / (
            1 if len(walk) == 2 else 2
        )  # two stand side by side
        radius = _radius(walk)
        at.append((round(x + radius * math.cos(angle), 3), round(y + radius * math.sin(angle), 3)))
    shapes = []
    for number, (a, b) in enumerate(at):
        if len(walk) > 2 or (len(walk) == 2 and number == 0):
            c, d = at[(number + 1) % len(walk)]
            shapes.append(Shape("line", a, b, round(c - a, 3), round(d - b, 3), "edge"))
    for number, (vertex, (a, b)) in enumerate(zip(walk, at, strict=True)):
        shapes.append(Shape("circle", a, b, SPOT, SPOT, "vertex", f"p{place + number}"))
        shapes.append(Shape("text", a, b, SPOT, 0.5, "label", "", names[place + number]))
        shapes.append(Shape("text", a, round(b + 0.8, 3), SPOT, 0.4, "label", "", "·" * LIVES.get(vertex, 1)))
    return shapes
