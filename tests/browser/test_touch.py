"""What is touched is what is meant: several points of every piece, at the widths of a phone, a tablet, a laptop and a
wall."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table import expect_drawn, more, position, settle_choice, sit_down

from sprague.playing.ladders import LADDERS

HEIGHTS = {390: 844, 820: 1180, 1366: 768, 1920: 1080}
RUNGS = [rung.position for ladder in LADDERS for rung in ladder.rungs]

#: Every kind of picture, small: edges with a common end, vertices, cells, rows, discs beside cuts, heaps, jars, bars.
FEW = [
    "arc-kayles grid:3x3",
    "hackenbush edges:ground-a,a-b,a-c,b-c",
    "geography cycle:4@1",
    "chomp 2x2",
    "cram 2x2",
    "kayles 3",
    "lasker 1,3",
    "nim 2,2",
    "wythoff 1,2",
    "wythoff 500,1000",
]

#: Scrolls the place of a number into the middle, and says where points of it are on the screen: of an edge the middle,
#: two near the ends and two beside it, of other shapes the middle and four on the way to the corners.
POINTS = """number => {
    const ring = document.querySelectorAll(".table .target")[number].querySelector(".ring");
    ring.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { x, y, width, height } = ring.getBBox();
    let points = [[.5, .5], [.2, .2], [.8, .2], [.2, .8], [.8, .8]].map(([a, b]) => [x + a * width, y + b * height]);
    if (ring.tagName === "line") {
        const [left, top, right, low] = ["x1", "y1", "x2", "y2"].map(name => ring[name].baseVal.value);
        const on = (part, aside) => [left + part * (right - left) - aside * (low - top),
            top + part * (low - top) + aside * (right - left)];
        points = [on(.5, 0), on(.12, 0), on(.88, 0), on(.5, .1), on(.5, -.1)];
    }
    return points.map(([a, b]) => {
        const point = new DOMPoint(a, b).matrixTransform(ring.getScreenCTM());
        return [point.x, point.y];
    });
}"""

#: The number of the place that the picture shows to be touched: of a heap the lowest piece that goes. It lets go of it.
TOUCHED = """() => {
    const [found] = [".picked", ".going", ".aimed"].flatMap(name => [...document.querySelectorAll(`.table ${name}`)]);
    document.querySelector(".choice .clear")?.click();
    return [...document.querySelectorAll(".table .target")].indexOf(found);
}"""

#: Of each place the number of its picture, and its name in the drawing.
PLACES = """() => [...document.querySelectorAll(".table .target")].map(place =>
    [[...document.querySelectorAll(".table svg")].indexOf(place.ownerSVGElement), place.dataset.place])"""


def every_point_means_its_piece(page: Page, text: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    sit_down(page, text, against="person")
    for number in range(page.locator(".table .target").count()):
        for point in range(5):
            page.mouse.click(*page.evaluate(POINTS, number)[point])
            assert page.evaluate(TOUCHED) == number, (text, width, number, point)


def every_piece_moves_as_the_engine_says(page: Page, text: str) -> None:
    page.set_viewport_size({"width": 390, "height": HEIGHTS[390]})
    sit_down(page, text, against="person")
    start = page.request.get("/api/position", params={"text": text}).json()
    for number, (picture, name) in enumerate(page.evaluate(PLACES)):
        page.mouse.click(*page.evaluate(POINTS, number)[0])
        settle_choice(page, 0)
        expect(page.locator(".played ol button")).to_have_count(1)
        after = position(page).removesuffix("(nothing is left)").strip()
        if heap := re.fullmatch(r"h(\d+)(?:k(\d+))?", name):
            left = [[int(size) for size in part["sizes"]] for part in start["components"]]
            at, piece = int(heap[1]), heap[2]
            left[picture][at] = left[picture][at] - 1 if piece is None else int(piece)
            assert sizes(page, after) == sorted(size for part in left for size in part if size), (text, name)
        else:
            assert after in meant(start["moves"], picture, name), (text, name)
        expect_drawn(page)
        more(page)
        page.get_by_role("button", name="Restart").click()
        expect(page.locator(".played ol button")).to_have_count(0)


def meant(moves: list[dict[str, Any]], component: int, name: str) -> set[str]:
    """What is left by the moves that a place stands for, or else by those that touch it."""
    ways = [
        (move["to"], way)
        for move in moves
        if move["component"] == component
        for way in move["ways"] or [move]
    ]
    own = {to for to, way in ways if way["at"] == name}
    return own or {to for to, way in ways if name in way["marks"]}


def sizes(page: Page, text: str) -> list[int]:
    now = page.request.get("/api/position", params={"text": text}).json()
    return sorted(int(size) for part in now["components"] for size in part["sizes"] if int(size))


@pytest.mark.parametrize("width", HEIGHTS)
def test_every_point_means_its_piece(page: Page, width: int) -> None:
    for text in FEW if width in (390, 1366) else FEW[:3]:
        every_point_means_its_piece(page, text, width)


@pytest.mark.parametrize("text", FEW)
def test_every_piece_moves_as_the_engine_says(page: Page, text: str) -> None:
    every_piece_moves_as_the_engine_says(page, text)


@pytest.mark.deep
@pytest.mark.parametrize("width", HEIGHTS)
@pytest.mark.parametrize("text", RUNGS)
def test_every_point_of_every_rung_means_its_piece(page: Page, text: str, width: int) -> None:
    every_point_means_its_piece(page, text, width)


@pytest.mark.deep
@pytest.mark.parametrize("text", RUNGS)
def test_every_piece_of_every_rung_moves_as_the_engine_says(page: Page, text: str) -> None:
    every_piece_moves_as_the_engine_says(page, text)


#: The middle of a place, by its name, on the screen.
MIDDLE = """name => {
    const box = document.querySelector(`.table [data-place="${name}"] .ring`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


@pytest.mark.parametrize(
    "text, start, end, after",
    [
        ("kayles 5", "t2", "t3", "kayles 1,2"),
        ("nim 9", "h0k8", "h0k4", "*4"),
        ("wythoff 3,4", "h0k2", "h1k2", "wythoff 1,2"),
        ("cram 2x3", "r0c0", "r1c0", "cram #../#.."),
    ],
)
def test_what_a_pointer_slides_over_goes(page: Page, text: str, start: str, end: str, after: str) -> None:
    sit_down(page, text, against="person")
    page.mouse.move(*page.evaluate(MIDDLE, start))
    page.mouse.down()
    page.mouse.move(*page.evaluate(MIDDLE, end))
    page.mouse.up()
    expect(page.locator(".played ol button")).to_have_count(0)
    page.locator(".choice .primary").click()
    expect(page.locator(".place")).to_have_text(after)


def test_five_are_taken_by_two_touches(page: Page) -> None:
    sit_down(page, "nim 9", against="person")
    for _ in range(2):
        page.mouse.click(*page.evaluate(MIDDLE, "h0k4"))
    expect(page.locator(".place")).to_have_text("*4")


def test_a_locked_piece_says_why(page: Page) -> None:
    sit_down(page, "fibonacci 9:2", against="person")
    expect(page.locator(".locked")).to_have_count(7)
    page.mouse.click(*page.evaluate(MIDDLE, "h0k3"))
    expect(page.locator(".asked")).to_have_text(re.compile(r"^At most 2 may go now\. Take coins"))
    expect(page.locator(".choice button")).to_have_count(0)


def test_far_from_every_piece_nothing_is_meant(page: Page) -> None:
    sit_down(page, "kayles 2", against="person")
    box = page.locator(".table svg").bounding_box()
    assert box is not None
    for away, chosen in ((30, 1), (60, 0)):
        page.mouse.click(box["x"] + box["width"] + away, box["y"] + box["height"] / 2)
        expect(page.locator(".table .picked")).to_have_count(chosen)
        if chosen:
            page.locator(".choice .clear").click()
