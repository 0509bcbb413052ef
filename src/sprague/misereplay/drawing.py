"""A misère quotient as a picture: its elements as squares, each row times the first generator the row beside it."""

from __future__ import annotations

import math
from typing import Any

from sprague.pictures.shapes import Drawing, Shape
from sprague.pictures.svg import render

#: A quotient of more elements is not drawn element by element.
MOST = 400


def picture(quotient: Any) -> str:
    """The SVG: pairs of elements x and a x (a: the first generator) side by side, the P-positions with a dot."""
    return render([drawing(quotient)], quotient.game)


def drawing(quotient: Any) -> Drawing:
    """The squares; two elements stand in one column when the first generator leads from one to the other and back."""
    names, lost, table = quotient.elements, quotient.monoid.lost, quotient.monoid.table
    if quotient.order > MOST or not quotient.generators:
        label = Shape("text", 2, 0.75, 4, 1, "label", "", repr(quotient)[1:60])
        return Drawing(4, 1.5, (label,), repr(quotient))
    first = quotient.values[next(iter(quotient.generators.values()))]
    width = 0.5 + 0.28 * max(map(len, names))
    columns: list[list[int]] = []
    placed: set[int] = set()
    for element in range(quotient.order):
        if element not in placed:
            other = int(table[element, first])
            pair = [element] if other in placed or other == element else [element, other]
            placed.update(pair)
            columns.append(pair)
    across = max(1, math.ceil(math.sqrt(2 * len(columns) / max(width, 1.0))))
    shapes: list[Shape] = []
    for number, pair in enumerate(columns):
        row, column = divmod(number, across)
        for step, element in enumerate(pair):
            x, y = column * (width + 0.3), row * 2.4 + step
            shapes.append(Shape("rect", x, y, width, 1, "cell"))
            if lost[element]:
                shapes.append(Shape("circle", x + 0.2, y + 0.2, 0.22, 0.22, "counter"))
            shapes.append(Shape("text", x + width / 2, y + 0.55, width, 0.5, "label", "", names[element]))
    rows = -(-len(columns) // across)
    return Drawing(min(across, len(columns)) * (width + 0.3), rows * 2.4 - 0.4, tuple(shapes), repr(quotient))
