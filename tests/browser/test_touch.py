"""What is touched is what is meant: several points of every piece, at the widths of a phone, a tablet, a laptop and a
wall."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table import drawn, expect_seen, nearness, position, settle_choice, sit_down

from sprague.playing.ladders import LADDERS, Ladder

HEIGHTS = {390: 844, 820: 1180, 1366: 768, 1920: 1080}

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

#: What every script below uses: the places that may be touched; the middle and four other points of one of them, after
#: it was scrolled into sight; the place that the picture shows to be touched, which it lets go of.
HELP = """
const places = () => [...document.querySelectorAll(".table .target")];
const point = (place, number) => {
    const ring = place.querySelector(".ring");
    ring.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { x, y, width, height } = ring.getBBox();
    let [right, down] = [[.5, .5], [.2, .2], [.8, .2], [.2, .8], [.8, .8]][number];
    let at = new DOMPoint(x + right * width, y + down * height);
    if (ring.tagName === "line") {
        const [left, top, end, low] = ["x1", "y1", "x2", "y2"].map(name => ring[name].baseVal.value);
        const [part, aside] = [[.5, 0], [.12, 0], [.88, 0], [.5, .1], [.5, -.1]][number];
        at = new DOMPoint(left + part * (end - left) - aside * (low - top),
            top + part * (low - top) + aside * (end - left));
    }
    at = at.matrixTransform(ring.getScreenCTM());
    return [at.x, at.y];
};
const touched = () => {
    const [found] = [".picked", ".going", ".aimed"].flatMap(name => [...document.querySelectorAll(`.table ${name}`)]);
    document.querySelector(".choice .clear")?.click();
    return found;
};
"""

#: Where the middle of the place of a number is on the screen, and the number of the place that was touched.
MIDDLE_OF = f"number => {{ {HELP} return point(places()[number], 0); }}"
TOUCHED = f"() => {{ {HELP} return places().indexOf(touched()); }}"

#: Touches each point of each place, as the browser finds what lies there; returns how many, those that went
#: wrong, and names that two places have. A click that a script sends is heard like one of a pointer.
TOUCH_ALL = f"""() => {{
    {HELP}
    const wrong = [];
    const all = places();
    for (const [number, place] of all.entries()) for (let which = 0; which < 5; which++) {{
        const [clientX, clientY] = point(place, which);
        const there = document.elementFromPoint(clientX, clientY);
        if (!there?.closest(".table")) {{
            wrong.push([number, which, `under ${{there?.outerHTML.slice(0, 80)}}`]);
            continue;
        }}
        there.dispatchEvent(new MouseEvent("click", {{ bubbles: true, detail: 1, clientX, clientY }}));
        const found = touched();
        if (found !== place) wrong.push([number, which, all.indexOf(found)]);
    }}
    const names = all.map(place => place.getAttribute("aria-label"));
    return [5 * all.length, wrong, names.filter((name, i) => names.indexOf(name) !== i)];
}}"""

#: Waits until the pictures have the width of the window.
DRAWN = (
    "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
)

#: Of each place the number of its picture, and its name in the drawing.
PLACES = """() => [...document.querySelectorAll(".table .target")].map(place =>
    [[...document.querySelectorAll(".table svg")].indexOf(place.ownerSVGElement), place.dataset.place])"""

#: Begins the game anew, from the sheet.
RESTART = """() =>
    [...document.querySelectorAll("dialog button")].find(each => each.textContent === "Restart").click()"""


def widen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    page.evaluate(DRAWN)


def every_point_means_its_piece(page: Page, text: str) -> int:
    """Returns how many points were touched: all by a script, the middles of the first and the last place by a click."""
    touched, wrong, alike = page.evaluate(TOUCH_ALL)
    assert (wrong, alike) == ([], []), (text, page.viewport_size)
    assert nearness(page) >= 24, (text, page.viewport_size)
    for number in {0, touched // 5 - 1} if touched else ():
        page.mouse.click(*page.evaluate(MIDDLE_OF, number))
        assert page.evaluate(TOUCHED) == number, (text, page.viewport_size)
    return int(touched)


def every_piece_moves_as_the_engine_says(page: Page, text: str, widths: Sequence[int]) -> int:
    """Makes a move by each piece, and compares the picture with the drawing at each of the widths. Returns how many."""
    start = page.request.get("/api/position", params={"text": text}).json()
    for number, (picture, name) in enumerate(places := page.evaluate(PLACES)):
        page.mouse.click(*page.evaluate(MIDDLE_OF, number))
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
        now = drawn(page)
        # There and back, so that half the moves are made at either end.
        for width in widths if number % 2 == 0 else reversed(widths):
            if page.viewport_size != {"width": width, "height": HEIGHTS[width]}:
                widen(page, width)
            expect_seen(page, now)
        page.evaluate(RESTART)
        expect(page.locator(".played ol button")).to_have_count(0)
    return len(places)


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
    widen(page, width)
    for text in FEW if width in (390, 1366) else FEW[:3]:
        sit_down(page, text, against="person")
        every_point_means_its_piece(page, text)


@pytest.mark.parametrize("text", FEW)
def test_every_piece_moves_as_the_engine_says(page: Page, text: str) -> None:
    widen(page, 390)
    sit_down(page, text, against="person")
    every_piece_moves_as_the_engine_says(page, text, [390])


@pytest.mark.deep
@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.game)
def test_every_point_and_piece_of_every_rung(
    page: Page, ladder: Ladder, record_property: Callable[[str, object], None]
) -> None:
    """Each of about 50 pages plays a ladder whole; what was touched and moved is told in the report of JUnit."""
    points = moves = 0
    for rung in ladder.rungs:
        sit_down(page, rung.position, against="person")
        for width in HEIGHTS:
            widen(page, width)
            points += every_point_means_its_piece(page, rung.position)
        widen(page, 390)
        moves += every_piece_moves_as_the_engine_says(page, rung.position, tuple(HEIGHTS))
    record_property("points", points)
    record_property("moves", moves)


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


def test_a_cut_can_be_touched_again_after_the_window_was_turned(page: Page) -> None:
    sit_down(page, "lasker 2", against="person")
    page.mouse.click(*page.evaluate(MIDDLE, "s1"))
    page.locator(".choice .primary").click()
    expect(page.locator(".place")).to_have_text("lasker 1,1")
    widen(page, 820)
    page.evaluate(RESTART)
    expect(page.locator(".table .target")).to_have_count(3)
