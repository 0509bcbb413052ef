"""Pictures: valid XML, nothing from elsewhere, a shape for every name, and small however large the position is."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.model.ruleset import Ruleset
from sprague.pictures import svg
from sprague.pictures.shapes import Drawing, Shape
from sprague.workbench.registry import builtin_rulesets

SVG = "{http://www.w3.org/2000/svg}"


def names(root):
    return [element.get("data-name") for element in root.iter() if element.get("data-name")]


@pytest.mark.parametrize("ruleset", builtin_rulesets(), ids=lambda ruleset: ruleset.name)
def test_every_ruleset_is_drawn_one_shape_a_name(ruleset):
    position = sg.parse(f"{ruleset.example} + *3")
    root = ET.fromstring(position.svg())
    wanted = [
        f"{i}:{shape.name}"
        for i, part in enumerate(position.components)
        for shape in part.ruleset.draw(part.state).shapes
        if shape.name
    ]
    assert names(root) == wanted
    assert len(set(wanted)) == len(wanted)
    assert root.find(f"{SVG}title").text == position.text
    assert [group.get("data-component") for group in root.iter(f"{SVG}g")] == [
        str(i) for i in range(len(position.components))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "nim " + "9" * 5000,
        "nim " + ",".join(["24"] * 3000),
        "wythoff " + "7" * 5000 + ",3",
        "cram 900x900",
        "fibonacci " + "8" * 2000,
        " + ".join(["wythoff 20,24"] * 500),
    ],
)
def test_a_huge_position_has_a_small_picture(text):
    picture = sg.parse(text).svg()
    ET.fromstring(picture)
    assert len(picture) < 400_000


@pytest.mark.parametrize(
    "text", ["kayles 0,0", "circle 0,5", "cram # + dots 0 + nim 0", "fibonacci 0 + kayles 3"]
)
def test_a_component_of_which_nothing_is_left_is_seen_beside_its_plus(text):
    root = ET.fromstring(sg.parse(text).svg())
    groups = list(root.iter(f"{SVG}g"))
    assert len(groups) > 1 and all(len(group) > 1 for group in groups)  # a title, and what it names
    assert sum(element.text == "+" for element in root.iter(f"{SVG}text")) == len(groups) - 1


def test_nothing_comes_from_elsewhere_and_the_colour_is_that_of_the_text_around():
    picture = sg.parse("nim 3,40,0 + wythoff 5,8").svg()
    assert set(re.findall(r"https?://[^\"' ]+", picture)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"url\(|@import|<script|href|#[0-9a-f]{6}\"", picture)
    assert 'fill="currentColor"' in picture


@given(st.text(max_size=30), st.floats(0, 1e7), st.floats(0, 1e7))
@settings(max_examples=50)
def test_any_text_and_any_size_makes_valid_xml(text, width, height):
    class Odd(Ruleset):
        name = "odd"

        def write(self, states):
            return text

        def draw(self, state):
            return Drawing(
                width, height, (Shape("text", 0, 0, 1, 1, text, text, text), Shape("blob", 0, 0)), text
            )

    root = ET.fromstring(sg.Position((sg.parse("*1").components[0].__class__(Odd(), 0),)).svg())
    assert float(root.get("width")) <= (svg.WIDEST + 2) * svg.UNIT
    assert float(root.get("height")) <= (svg.HIGHEST + 2) * svg.UNIT


def boxes(picture):
    """The places of the components, as (left, top, width of the canvas, its height)."""
    root = ET.fromstring(picture)
    view = [float(number) for number in root.get("viewBox").split()]
    places = [
        [float(number) for number in re.match(r"translate\((\S+) (\S+)\)", group.get("transform")).groups()]
        for group in root.iter(f"{SVG}g")
    ]
    return view, places


def test_rows_are_broken_and_stay_on_the_canvas():
    view, places = boxes(sg.parse(" + ".join(["wythoff 5,8"] * 20)).svg())
    assert len({y for _, y in places}) > 1
    assert all(0 <= x < view[2] and 0 <= y < view[3] for x, y in places)


@pytest.mark.parametrize(
    ("text", "move", "marks"),
    [
        ("nim 3,5", "nim 3,2", {"c2", "c3", "c4"}),
        ("nim 300,5", "nim 7,5", {"bar"}),
        ("wythoff 3,5", "wythoff 2,4", {"h0c2", "h1c4"}),
        ("wythoff 3,500", "wythoff 3,1", {"h1bar"}),
        ("*3", "*0", {"c0", "c1", "c2"}),
        ("wythoff 2,2", "wythoff 0,0", {"h0c0", "h0c1", "h1c0", "h1c1"}),
    ],
)
def test_a_move_marks_the_counters_it_takes(text, move, marks):
    assert set(sg.parse(text).find_move(move).marks) == marks
