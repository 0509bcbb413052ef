"""Charts of reports, and pictures of quotients: what they show is what the tables say."""

from __future__ import annotations

import re
from typing import Any

import sprague as sg
from sprague.discovery.charting import chart
from sprague.misereplay import drawing
from sprague.misereplay.drawing import squares


def points(found: Any) -> list[dict]:
    return found.to_dict()["data"]["values"]


def test_charts_hold_the_table() -> None:
    pairs = [(1, 2), (3, 5), (4, 7)]
    shown = points(chart("wythoff", "pairs", pairs))
    assert [(row["heap"], row["of"]) for row in shown if row["n"] == 1] == [(3, "smaller"), (5, "larger")]
    cells = [[x ^ y for y in range(4)] for x in range(3)]
    assert {(row["x"], row["y"]): row["value"] for row in points(chart("nim", "cells", cells))} == {
        (x, y): x ^ y for x in range(3) for y in range(4)
    }
    cubes = [[[0]], cells]  # of three heaps, the layer in which the first is 1
    assert points(chart("nim", "cubes", cubes)) == points(chart("nim", "cells", cells))
    assert [row["value"] for row in points(chart("kayles", "values", [0, 1, 2, 3, 1]))] == [0, 1, 2, 3, 1]
    assert points(sg.discover("wythoff").chart())


def test_the_picture_of_a_quotient_has_each_element_once_and_p_positions_dark(monkeypatch) -> None:
    """0.123 (Plambeck 2005): 20 elements, of which {x^2, …} are P."""
    quotient = sg.misere.quotient("0.123")
    placed = [x for square in squares(quotient) for row in square for x in row]
    assert sorted(placed) == list(range(quotient.order)) and quotient.order == 20
    found = drawing.drawing(quotient)
    dark = [shape for shape in found.shapes if shape.kind == "rect" and shape.role == "bar"]
    names = [shape for shape in found.shapes if shape.kind == "text"]
    assert len(dark) == len(quotient.p_portion) and len(names) == 20
    assert {shape.text for shape in names} == {drawing.raised(name) for name in quotient.elements}
    at = {(shape.x, shape.y) for shape in dark}
    rects = [shape for shape in found.shapes if shape.kind == "rect"]
    lost = {name.text for name, rect in zip(names, rects, strict=True) if (rect.x, rect.y) in at}
    assert lost == {drawing.raised(name) for name in quotient.p_portion}
    assert len(re.findall("<rect", quotient.svg())) >= 20
    monkeypatch.setattr(drawing, "MOST", 19)
    assert [shape.kind for shape in drawing.drawing(quotient).shapes] == ["text"]
