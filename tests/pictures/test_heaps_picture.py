"""Heaps in pictures: their heights are to one scale, in a component and among components, and their sizes are told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.pictures.heaps import draw_heaps, mark_heaps
from sprague.pictures.shapes import to_one_scale
from sprague.pictures.text import lines_of, plain


def height(drawing, heap):
    """The height of a heap in a drawing, in units."""
    shapes = [shape for shape in drawing.shapes if shape.name.startswith(f"h{heap}")]
    return sum(shape.h for shape in shapes)


@given(st.lists(st.integers(0, 3000), min_size=1, max_size=6), st.booleans(), st.integers(0, 5000))
def test_heights_are_as_the_heaps(heaps, jars, elsewhere):
    drawing = draw_heaps(heaps, "", jars, tallest=elsewhere)
    tallest = max(*heaps, elsewhere)
    scale = 12 / tallest if tallest > 24 else 0.9  # rows of counters are round: 0.9 wide, 1 apart
    for i, n in enumerate(heaps):
        assert height(drawing, i) == pytest.approx(n * scale, abs=0.07)
    assert [shape.text for shape in drawing.shapes if shape.kind == "text"] == [str(n) for n in heaps]
    for shape in drawing.shapes:
        assert shape.y >= 0
        assert shape.y + (shape.h if shape.kind != "text" else 0) <= drawing.height


@given(st.lists(st.integers(1, 400), min_size=2, max_size=5), st.integers(0, 10**6))
def test_what_a_move_takes_is_drawn_whatever_the_scale(heaps, elsewhere):
    drawn = {shape.name for shape in draw_heaps(heaps, "", tallest=elsewhere).shapes}
    for i, n in enumerate(heaps):
        for left in (0, n // 2):
            after = [*heaps[:i], left, *heaps[i + 1 :]]
            assert set(mark_heaps(heaps, after)) <= drawn


def test_components_are_drawn_to_one_scale():
    drawings = [draw_heaps([n], str(n)) for n in (100, 200, 3)]
    scaled = to_one_scale(drawings)
    assert [height(drawing, 0) for drawing in scaled] == [6, 12, pytest.approx(0.18)]
    assert to_one_scale(drawings[2:]) == drawings[2:]


@pytest.mark.parametrize("text", ["wythoff 500,1000", "nim 100,200"])
def test_the_smaller_of_two_large_heaps_is_seen_to_be_smaller(text):
    lines = [plain(line) for line in lines_of(sg.parse(text).drawings(), 80)]
    full = [line.count("█") for line in lines]
    assert full.count(2) == full.count(1) == 6
    assert lines[-1].split() == text.split(" ")[1].split(",")


def test_numbers_of_any_length_are_drawn():
    drawing = draw_heaps([10**5000, 10**4999 * 5, 0, 1], "")
    assert [height(drawing, i) for i in range(4)] == [12, 6, 0, pytest.approx(0.06)]
