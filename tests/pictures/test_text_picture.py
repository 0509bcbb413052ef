"""Drawings as text: what the shapes say, side by side, and never wider than the terminal."""

from __future__ import annotations

import pytest

import sprague as sg
from sprague.pictures import text as text_picture
from sprague.pictures.shapes import Drawing, Shape
from sprague.workbench.registry import builtin_rulesets


def plain(lines: list[text_picture.Line]) -> list[str]:
    return [text_picture.plain(line) for line in lines]


def drawing_lines(drawing: Drawing, marked: list[str] | None = None) -> list[text_picture.Line]:
    return text_picture.drawing_lines(drawing, 80, marked or ())


def test_circles_are_signs_and_marked_ones_are_others():
    dots = tuple(Shape("circle", k + 0.5, 0.5, 0.9, 0.9, "dot", f"d{k}") for k in range(4))
    assert plain(drawing_lines(Drawing(4, 1, dots))) == [" ● ● ● ●"]
    assert plain(drawing_lines(Drawing(4, 1, dots), ["d1", "d2"])) == [" ● ○ ○ ●"]


def test_a_bar_is_as_long_as_its_rectangle():
    bars = (Shape("rect", 0, 0, 8, 1, "bar", "p0"), Shape("rect", 8, 0, 2, 1, "bar", "p1"))
    assert plain(drawing_lines(Drawing(10, 1, bars), ["p1"])) == ["█" * 15 + " " + "▒▒▒"]


def test_lines_and_jars_lie_below_counters_and_labels():
    shapes = (
        Shape("circle", 1, 0.5, 0.9, 0.9, "counter"),
        Shape("line", 0, 0.5, 2, 0, "edge"),
        Shape("rect", 4, 0, 1.5, 1, "jar"),
    )
    assert plain(drawing_lines(Drawing(6, 1, shapes))) == ["··●··   │ │"]


def test_labels_of_a_line_stay_apart():
    labels = tuple(Shape("text", 1 + 2 * k, 0.5, 1, 1, "label", "", "vertex") for k in range(3))
    assert plain(drawing_lines(Drawing(6, 1, labels)))[0].split() == ["vertex"] * 3


def test_what_does_not_fit_is_said_in_words():
    wide = Drawing(500, 1, (Shape("rect", 0, 0, 500, 1, "bar"),), "a bar of 500")
    assert plain(drawing_lines(wide)) == ["a bar of 500"]


def test_components_stand_side_by_side_on_one_ground():
    lines = plain(text_picture.lines_of(sg.parse("cram 2x2 + cram 1x3").drawings(), 80))
    assert [line.rstrip() for line in lines] == ["□ □", "□ □   □ □ □"]


def test_the_command_line_colours_what_a_move_touches():
    import click

    from sprague.cli.picture import position_lines

    move = sg.parse("cram 1x3").moves()[0]
    (line,) = position_lines(move.position, move)
    assert click.unstyle(line) != line
    assert click.unstyle(line) == "■ ■ □"


@pytest.mark.parametrize("ruleset", builtin_rulesets(), ids=lambda ruleset: ruleset.head)
def test_every_ruleset_draws_and_marks_only_what_it_draws(ruleset):
    position = sg.parse(ruleset.example)
    component = position.components[0]
    names = {shape.name for shape in component.ruleset.draw(component.state).shapes if shape.name}
    for move in position.moves().first(20):
        if move.index == 0:
            assert set(move.marks) <= names
        lines = plain(text_picture.lines_of(position.drawings(), 80, (move.index, move.marks)))
        assert lines
        assert all(len(line) <= 80 for line in lines)
