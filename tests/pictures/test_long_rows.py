"""Rows that are too long to be drawn token by token, and circles of dots: what a picture names is what a move takes."""

from __future__ import annotations

from itertools import pairwise

import pytest

import sprague as sg


@pytest.mark.parametrize(
    "text", ["kayles 121", "dots 121", "circle 121", "dawsons-kayles 400", "0.137 1000000"]
)
def test_a_long_row_is_a_bar_with_its_name(text: str) -> None:
    position = sg.parse(text)
    (part,) = position.components
    drawing = part.ruleset.draw(part.state)
    assert {shape.kind for shape in drawing.shapes} == {"rect", "text"}
    (label,) = (shape.text for shape in drawing.shapes if shape.kind == "text")
    assert text.split()[1] in drawing.summary and label[:20] in drawing.summary
    move = next(iter(position.moves()))
    option = tuple(move.to.components)
    (way,) = part.ruleset.ways(part.state, option)[:1]
    assert set(way.marks) <= {shape.name for shape in drawing.shapes}


@pytest.mark.parametrize("n", range(1, 10))
def test_a_dot_of_a_circle_goes_with_its_neighbours(n: int) -> None:
    position = sg.parse(f"circle {n}")
    (part,) = position.components
    ruleset, option = part.ruleset, next(iter(part.ruleset.successors(part.state)))
    ways = ruleset.ways(part.state, option)
    assert [way.at for way in ways] == [f"d{i}" for i in range(1, n + 1)]
    for i, way in enumerate(ways):
        assert set(way.marks) == {f"d{j % n + 1}" for j in (i - 1, i, i + 1)}
        (stays,) = ruleset.stays(part.state, option, i)
        left = {f"d{j + 1}" for j in range(n)} - set(way.marks)
        assert set(stays.values()) == left and len(stays) == max(0, n - 3)
        # Neighbours in the row were neighbours in the circle.
        places = [int(stays[f"d{j}"][1:]) for j in range(1, len(stays) + 1)]
        assert all((b - a) % n == 1 for a, b in pairwise(places))
