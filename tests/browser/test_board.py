"""The board: every move can be reached, does what was touched, and nothing is told before it is asked for."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from table import (
    expect_turn,
    more,
    nearness,
    over,
    plies,
    position,
    settle,
    settle_choice,
    sit_down,
    touch,
    type_move,
    wait_for_ply,
)

from sprague.playing.ladders import LADDERS
from sprague.workbench.position import parse

HEAPS = {"First": [0], "Second": [1], "Both": [0, 1]}


def amount(page: Page, heaps: str, count: int) -> None:
    """Choose so many from these jars, in the bar below the board."""
    page.locator(".choice").get_by_role("button", name=heaps, exact=True).click()
    page.locator(".choice input.count").fill(str(count))


def test_every_move_of_500_1000_is_in_reach_and_691_wins(page: Page) -> None:
    sit_down(page, "wythoff 500,1000")
    touch(page.locator(".table .target").nth(1))
    field, button = page.locator(".choice input.count"), page.locator(".choice .primary")
    most = {}
    for name in HEAPS:
        amount(page, name, 1)
        most[name] = int(field.get_attribute("max") or 0)
        assert page.locator(".choice input[type=range]").get_attribute("max") == str(most[name])
        for count in (1, 137, most[name]):
            field.fill(str(count))
            expect(button).to_contain_text(f"take {count} from")
    # From a in one jar and b in the other there are a + b + min(a, b) moves.
    assert most == {"First": 500, "Second": 1000, "Both": 500} and sum(most.values()) == 2000
    bars = page.locator(".table .bar")
    heights = [float(bars.nth(i).get_attribute("height") or 0) for i in range(2)]
    assert heights[1] == pytest.approx(2 * heights[0])
    amount(page, "Second", 691)
    button.click()
    wait_for_ply(page, 0)
    assert plies(page)[0].startswith("You: take 691 from the second jar")
    assert parse("wythoff 500,309").outcome == "P"


def test_a_large_move_by_keyboard_alone(page: Page) -> None:
    sit_down(page, "wythoff 500,1000")
    page.locator(".table .target").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.type("691")
    page.keyboard.press("Enter")
    wait_for_ply(page, 0)
    assert plies(page)[0].startswith("You: take 691 from the second jar")


def test_a_large_move_by_touch(browser: Browser, browser_context_args, base_url: str) -> None:
    context = browser.new_context(
        **{**browser_context_args, "base_url": base_url},
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    page.set_default_timeout(120_000)
    sit_down(page, "wythoff 500,1000")
    touch(page.locator(".table .target").nth(1), finger=True)
    page.locator(".choice input.count").fill("691")
    page.locator(".choice .primary").tap()
    wait_for_ply(page, 0)
    assert plies(page)[0].startswith("You: take 691 from the second jar")
    context.close()


#: Each place, and what touching it alone means: its number in the words of the move, where those name it.
PLACES = {
    "circle 19": ([f"d{i}" for i in range(1, 20)], ""),
    "dots 7": ([f"d{i}" for i in range(1, 8)], "dot {}"),
    "kayles 12": ([f"t{i}" for i in range(1, 13)], ""),
    "grundy 8": ([f"s{i}" for i in (1, 2, 3, 5, 6, 7)], ""),
    "node-kayles grid:2x2": ([f"v{i}" for i in range(4)], ""),
    "arc-kayles cycle:3": ([f"e{i}" for i in range(3)], ""),
    "chomp 2x3": ([f"r{r}c{c}" for r in range(2) for c in range(3) if r + c], ""),
}


@pytest.mark.parametrize("text", PLACES)
def test_every_place_reacts_and_does_what_was_touched(page: Page, text: str) -> None:
    places, words = PLACES[text]
    sit_down(page, text, against="person")
    for number, name in enumerate(places, 1):
        place = page.locator(f"[data-place={name}]")
        expect(place).to_have_class(re.compile("target"))
        touch(place)
        assert "picked" in (place.get_attribute("class") or "")
        if words:
            expect(page.locator(".choice .primary")).to_contain_text(words.format(number))
        page.locator(".choice .clear").click()
    place = page.locator(f"[data-place={places[-1]}]")
    touch(place)
    page.locator(".choice .primary").click()
    expect(page.locator(".played ol button")).to_have_count(1)
    expect(place).to_have_class(re.compile("gone"))


WHERE = """e => [e.dataset.place ?? "", ...[e.querySelector(".ring").getBoundingClientRect()]
    .map(b => [Math.round(b.x + scrollX), Math.round(b.y + scrollY)])].join()"""


@pytest.mark.parametrize(
    "text",
    [
        "dots 7",
        "grundy 9",
        "wythoff 5,8",
        "fibonacci 21",
        "geography grid:3x3@r1c1",
        "hackenbush edges:ground-a,a-b,a-c",
    ],
)
def test_what_a_move_leaves_stands_where_it_stood(page: Page, text: str) -> None:
    """After a move nothing else on the board has moved: the board is the one of the start."""
    sit_down(page, text, against="person")
    pieces = f"all => all.map({WHERE})"
    before = page.locator(".table .piece").evaluate_all(pieces)
    page.locator(".moves summary").click()
    page.locator(".moves li button").nth(1).click()
    expect(page.locator(".played ol button")).to_have_count(1)
    after = page.locator(".table .piece:not(.gone)").evaluate_all(pieces)
    assert after and len(after) < len(before) and set(after) <= set(before)


@pytest.mark.parametrize("text", ["wythoff 500,1000", "node-kayles grid:3x4", "cram 6x6"])
def test_the_mark_of_the_focus_is_thin(page: Page, text: str) -> None:
    """A few pixels on the screen, whatever the scale of the picture."""
    sit_down(page, text)
    page.locator(".table .target").first.focus()
    page.keyboard.press("ArrowRight")
    ring = page.locator(".target:focus .ring")
    look = ring.evaluate(
        "e => { const s = getComputedStyle(e); return [s.strokeWidth, s.vectorEffect, s.outlineStyle, "
        "getComputedStyle(e.parentElement).outlineStyle]; }"
    )
    assert look == ["4px", "non-scaling-stroke", "none", "none"]


def test_after_the_end_nobody_changes_sides(page: Page) -> None:
    sit_down(page, "nim 1", first="computer")
    expect_turn(page, "The computer wins.")
    expect(page.get_by_role("button", name="Swap sides")).to_have_count(0)
    page.get_by_role("button", name="Play again").click()
    expect_turn(page, "The computer wins.")


@pytest.mark.parametrize("text", ["cram 6x6", "chomp 8x8", "node-kayles grid:8x8", "arc-kayles grid:7x7"])
def test_the_computer_answers_on_large_boards(page: Page, text: str) -> None:
    sit_down(page, text)
    page.locator(".moves summary").click()
    page.locator(".moves li button").nth(7).click()
    wait_for_ply(page, 1)
    assert len(plies(page)) == 2
    expect(page.get_by_role("alert")).to_be_empty()
    after = parse(position(page))
    if text in ("cram 6x6", "chomp 8x8") or "best guess" not in page.locator(".news").inner_text():
        assert after.outcome == "P"


def test_a_refusal_is_in_sight_and_the_game_goes_on(page: Page) -> None:
    sit_down(page, "cram 4x4")

    def refuse(route: Route) -> None:
        route.fulfill(status=422, json={"error": {"message": "this took too long", "where": None}})

    page.route("**/api/turn", refuse)
    page.mouse.wheel(0, 4000)
    type_move(page, "row 1, columns 1 and 2")
    expect(page.get_by_role("alert")).to_contain_text("this took too long")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect_turn(page, "It is your turn.")


def test_misere_play_is_said_and_explained(page: Page) -> None:
    sit_down(page, "misere nim 2,1")
    expect(page.locator(".rule")).to_contain_text("whoever makes the last move loses")
    page.get_by_role("tab", name="Why?").click()
    page.get_by_text("Show the whole answer").click()
    panel = page.locator("[role=tabpanel]:visible")
    expect(panel.locator(".verdict")).to_be_visible()
    expect(panel).to_contain_text("whoever makes the last move loses")
    expect(panel.locator(".nimbers")).to_have_count(0)
    wins = panel.locator(".wins button").all_inner_texts()
    assert wins == [str(move.sentence) for move in parse("misere nim 2,1").winning_moves]


@pytest.mark.parametrize("text", ["fibonacci 21", "kayles 12"])
def test_no_line_where_none_means_anything(page: Page, text: str) -> None:
    sit_down(page, text)
    page.get_by_role("tab", name="My rule").click()
    page.get_by_role("button", name="Open the workshop now").click()
    expect(page.locator(".panel:visible h2").first).to_be_visible()
    expect(page.locator(".chart")).to_have_count(0)
    expect(page.locator("table:visible tbody:empty")).to_have_count(0)


def test_fibonacci_nim_does_not_show_its_solution(page: Page) -> None:
    sit_down(page, "fibonacci 100")
    texts = page.locator(".table text").all_text_contents()
    assert texts == ["100"]
    labels = page.locator(".table svg").get_attribute("aria-label")
    assert "+" not in (labels or "")


def test_a_coin_counts_from_where_coins_are_taken(page: Page) -> None:
    """The fifth coin from the top takes five, also of a heap of 100."""
    sit_down(page, "fibonacci 100")
    coins = page.locator(".table .target")
    expect(coins).to_have_count(99)
    touch(coins.nth(99 - 5))
    expect(page.locator(".choice .primary")).to_contain_text("take 5 ")


def test_whoever_begins_can_win(page: Page) -> None:
    """Behind every card of the Lab, and of the home, the player has the winning side."""
    for address in ("/", "/lab"):
        page.goto(address)
        chapters = page.locator(".chapters details")
        if address == "/lab":
            expect(chapters.first).to_be_visible()
            chapters.evaluate_all("all => all.forEach(each => each.open = true)")
        expect(page.locator(".cards .card").first).to_be_visible()
        links = page.locator(".cards a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
        assert len(links) >= len(LADDERS)
        for link in links:
            query = parse_qs(urlsplit(link).query)
            start = parse(query["position"][0])
            if query.get("first") == ["computer"]:
                assert start.outcome == "P", link
            elif start.components[0].ruleset.head not in ("token",):
                assert start.outcome == "N", link


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Last Biscuit 5,8", "wythoff 5,8"),
        ("斐波那契拈 21", "fibonacci 21"),
        ("wythoff 5，8", "wythoff 5,8"),
    ],
)
def test_names_for_people_are_read(page: Page, typed: str, meant: str) -> None:
    page.goto("/lab")
    page.get_by_label("Any position, in the notation").fill(typed)
    page.get_by_role("button", name="Play this position").click()
    settle(page)
    assert parse(meant).text in (position(page), page.evaluate("history.state.start"))


def test_a_state_alone_on_the_page_of_its_game(page: Page) -> None:
    sit_down(page, "wythoff 3,4")
    more(page)
    page.get_by_label("Another start of this game").fill("5,8")
    page.get_by_role("button", name="Begin there").click()
    expect(page.locator(".place")).to_have_text("wythoff 5,8")
    page.goto("/play?position=wythoff+500,1000")
    settle(page)
    type_move(page, "500,309")
    wait_for_ply(page, 0)
    assert plies(page)[0].startswith("You: take 691 from the second jar")


def test_the_link_carries_the_whole_game(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sit_down(page, "dots 7", level="random")
    touch(page.locator("[data-place=d6]"))
    page.locator(".choice .primary").click()
    wait_for_ply(page, 0)
    for _ in range(6):
        if over(page):
            break
        before = len(plies(page))
        touch(page.locator(".table .target").first)
        settle_choice(page, before)
        wait_for_ply(page, before)
    told, now = plies(page), position(page)
    gone = page.locator(".piece.gone").evaluate_all("all => all.map(e => e.dataset.place)")
    more(page)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".place")).to_have_text(now)
    expect(page.locator(".played ol button")).to_have_count(len(told))
    assert plies(page) == told
    assert page.locator(".piece.gone").evaluate_all("all => all.map(e => e.dataset.place)") == gone


@pytest.mark.parametrize(
    "text", ["node-kayles grid:8x8", "geography grid:3x3@r1c1", "node-kayles edges:alphabetical-b"]
)
def test_labels_stay_inside_their_places(page: Page, text: str) -> None:
    sit_down(page, text)
    outside = page.evaluate("""() => {
        const discs = [...document.querySelectorAll(".table circle.ring")].map(e => e.getBoundingClientRect());
        return [...document.querySelectorAll(".table text.label")].map(e => [e.textContent, e.getBoundingClientRect()])
            .filter(([, t]) => !discs.some(d => t.left >= d.left - 1 && t.right <= d.right + 1))
            .map(([words]) => words);
    }""")
    assert outside == []


def test_nothing_is_told_that_was_not_asked_for(page: Page) -> None:
    sit_down(page, "nim 3,4,5")
    assert page.locator(".table").inner_text().split() == ["3", "4", "5"]
    type_move(page, "nim 1,4,5")
    wait_for_ply(page, 1)
    assert not re.search("loses|wins|moves? to the end", page.locator(".status").inner_text())


@pytest.mark.parametrize("text", ["wythoff 4,9", "kayles 12"])
def test_nothing_shifts_after_a_move(page: Page, text: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, text, level="random")
    page.evaluate("""() => {
        window.shifts = [];
        new PerformanceObserver(list => list.getEntries().forEach(e => window.shifts.push(e.value)))
            .observe({ type: "layout-shift", buffered: false });
    }""")
    for _ in range(2):
        before = len(plies(page))
        touch(page.locator(".table .target").last)
        settle_choice(page, before)
        wait_for_ply(page, before)
    assert sum(page.evaluate("window.shifts")) < 0.01


@pytest.mark.parametrize(
    "text", ["wythoff 11,18", "dots 20,21", "circle 19", "chomp 8x8", "node-kayles grid:8x8"]
)
def test_places_are_large_enough_for_a_finger(page: Page, text: str) -> None:
    """No place is nearer to another than 24 pixels; the table alone scrolls sideways."""
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, text)
    assert nearness(page) >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    ("text", "rows"),
    [("kayles 9", 1), ("treblecross 14", 1), ("dots 7,9,10", 3), ("lasker 7,8,9", 3)],
)
def test_a_row_never_breaks(page: Page, text: str, rows: int) -> None:
    """It shrinks on a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, text)
    assert heights(page) == rows
    assert page.locator(".table").evaluate("e => e.scrollWidth - e.clientWidth") == 0
    touch(page.locator(".table .target").last)
    assert "picked" in (page.locator(".table .target").last.get_attribute("class") or "")


def heights(page: Page) -> int:
    """At how many heights places may be touched."""
    places = page.locator(".table .target .ring:is(circle, rect)")
    return len(set(places.evaluate_all("all => all.map(e => Math.round(e.getBoundingClientRect().y))")))


@pytest.mark.parametrize(("text", "rows", "apart"), [("dots 20,21", 6, 44), ("grundy 12", 2, 36)])
def test_a_row_that_is_too_long_turns(page: Page, text: str, rows: int, apart: float) -> None:
    """Where its pieces would have less than 24 pixels it goes to and fro, and a drawn way leads along all of them."""
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, text, against="person")
    assert nearness(page) >= apart
    assert page.locator(".table").evaluate("e => e.scrollWidth - e.clientWidth") == 0
    assert page.locator(".lane").count() == len(text.split(","))
    on_the_way = """ways => ways.map(way => {
        const all = [...way.ownerSVGElement.querySelectorAll("circle.ring")];
        const middle = ({ cx, cy }) => new DOMPoint(cx.baseVal.value, cy.baseVal.value);
        return all.length > 0 && all.every(ring => way.isPointInStroke(middle(ring)));
    })"""
    assert page.locator(".lane").evaluate_all(on_the_way) == [True] * len(text.split(","))


def test_nothing_lies_over_the_board_until_a_move_is_chosen(page: Page) -> None:
    """On a small phone what is asked stays below the board; the bar with the move comes into reach of the thumb."""
    page.set_viewport_size({"width": 390, "height": 664})
    sit_down(page, "wythoff 11,18")
    page.evaluate("scrollTo(0, 0)")
    covered = """() => [...document.querySelectorAll(".table .target")].filter(each => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const above = document.elementFromPoint(x + width / 2, y + height / 2);
        return y + height / 2 < innerHeight && above && !each.contains(above);
    }).length"""
    assert page.evaluate(covered) == 0
    touch(page.locator(".table .target").first)
    expect(page.locator(".choice .primary")).to_be_in_viewport()
    page.locator(".choice .clear").click()
    assert page.evaluate(covered) == 0


def test_the_board_of_an_analysis_comes_first_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/play?position=wythoff+5,8&show=analysis")
    expect(page.locator(".verdict")).to_be_visible()
    tops = [
        page.locator(each).first.evaluate("e => e.getBoundingClientRect().top")
        for each in (".table", ".verdict")
    ]
    assert tops[0] < tops[1]


def test_sentences_begin_and_end_as_their_language_wants(page: Page) -> None:
    sit_down(page, "nim 1,3", level="teacher")
    type_move(page, "nim 1,2")
    expect(page.locator(".news em")).to_have_text(re.compile(r"^That lets the win go: .*\.$"))
    page.goto("/play?position=wythoff+3,5&lang=yue-Hant-HK")
    expect(page.locator(".rule")).to_have_text(re.compile(r"。\S.*。$"))
    assert "。 " not in page.locator(".rule").inner_text()


def test_a_forced_pass_is_made_by_itself(page: Page) -> None:
    sit_down(page, "nimstring edges:a-b,b-c,c-ground,c-ground", against="person")
    touch(page.locator(".table [data-place=e0]"))
    page.locator(".choice .primary").click()
    expect(page.locator(".played ol button")).to_have_count(2)
    expect_turn(page, "It is the first player's turn.")
    assert position(page) == "nimstring edges:b-c,c-ground,c-ground"
