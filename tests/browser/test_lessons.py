"""The analysis board, the board before a class, worksheets, and a class grid on several devices."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from table import (
    expect_turn,
    move,
    nearness,
    over,
    plies,
    position,
    settle,
    sit_down,
    touch,
    type_move,
    wait_for_ply,
)

import sprague as sg
from sprague.playing.ladders import BY_GAME, LADDERS
from sprague.workbench.registry import engine


def look(page: Page, text: str, show: str, **more: str) -> None:
    """Open a view of a position."""
    rest = "".join(f"&{name}={value}" for name, value in more.items())
    page.goto(f"/play?position={quote(text)}&show={show}{rest}")
    expect(page.locator("h1")).to_be_visible()


def judged(page: Page) -> None:
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)


def test_the_analysis_marks_good_and_bad_moves_and_carries_the_tree(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    look(page, "wythoff 5,8", "analysis")
    judged(page)
    wins = {move.to.text for move in sg.parse("wythoff 5,8").winning_moves}
    assert wins == {"wythoff 5,3", "wythoff 4,7"}
    # Of the second jar five go: the piece with three below it.
    marked = page.locator(".table .piece.is-good")
    expect(marked).to_have_count(1)
    assert marked.get_attribute("aria-label") == "take 5 from the second jar"
    assert marked.get_attribute("aria-description") == "wins"
    expect(page.locator(".table .piece.is-bad")).to_have_count(12)
    opacity = "e => getComputedStyle(e.querySelector('.shape')).opacity"
    assert float(page.locator(".table .piece.is-bad").first.evaluate(opacity)) < 0.5
    expect(page.locator(".heat g.zero")).to_have_count(9)  # 0,0 and four pairs up to 10, both ways
    values = engine(sg.parse("wythoff 5,8").components[0].ruleset)
    value = values.value(sg.parse("wythoff 5,8").components[0].state)
    expect(page.locator(".verdict .value")).to_have_text(f" *{value}")
    type_move(page, "4,7")
    expect(page.locator(".place")).to_have_text("wythoff 4,7")
    page.get_by_label("Note on this position").fill("die Brücke 橋")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".place")).to_have_text("wythoff 5,8")
    type_move(page, "5,3")
    expect(page.locator(".tree ol ol")).to_have_count(2)
    judged(page)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".tree ol ol")).to_have_count(2)
    expect(page.locator(".tree .note")).to_have_text("die Brücke 橋")
    page.locator(".tree button").nth(1).click()
    expect(page.locator(".place")).to_have_text("wythoff 4,7")


@pytest.mark.parametrize("show", ["", "analysis"])
def test_a_link_is_played_up_to_the_first_move_that_is_none(page: Page, show: str) -> None:
    look(page, "wythoff 5,8", show, moves="wythoff+5,7;wythoff+6,8;wythoff+5,5")
    expect(page.locator("body")).to_contain_text("A move of this game cannot be made: it is left out")
    expect(page.locator(".place")).to_have_text("wythoff 5,7")


def test_the_answers_are_hidden_until_they_are_pressed(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    look(page, "nim 2,3", "class")
    expect(page.locator(".turn")).to_have_text("Team A is to move.")
    expect(page.locator(".is-good, .present .told dd")).to_have_count(0)
    page.get_by_role("button", name="Which moves win?").click()
    expect(page.locator(".is-good")).to_have_count(1)
    touch(page.locator(".is-good"))
    page.locator(".choice .primary").click()
    expect(page.locator(".turn")).to_have_text("Team B is to move.")
    expect(page.locator(".is-good, .is-bad, .present .told dd")).to_have_count(0)
    page.get_by_label("Name of Team B").fill("Owls")
    for said in (re.compile(r"^Team A is to move\.$"), re.compile("wins!$")):
        touch(page.locator(".table .target").first)
        page.locator(".choice .primary").click()
        expect(page.locator(".turn")).to_have_text(said)
    assert sorted(page.locator(".team output").all_inner_texts()) == ["0", "1"]


def test_the_qr_code_is_that_of_the_link(page: Page) -> None:
    look(page, "wythoff 11,18", "class")
    link = page.locator(".invite a").get_attribute("href") or ""
    query = parse_qs(urlsplit(link).query)
    assert query["position"] == ["wythoff 11,18"] and query["first"] == ["computer"]
    expect(page.locator(".qr path")).to_be_visible()
    # As many modules as the version of a code has: 17 + 4 v, and four on each side.
    side = int((page.locator(".qr").get_attribute("viewBox") or "").split()[2])
    assert (side - 8 - 17) % 4 == 0
    page.goto(link)
    settle(page)
    expect(page.get_by_label("Who starts")).to_have_value("1")


def test_a_worksheet_keeps_its_answers_for_another_sheet_of_paper(page: Page) -> None:
    look(page, "nim 3,4,5", "sheet")
    expect(page.locator(".exercises > li")).to_have_count(8)
    expect(page.locator(".paper .answers")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(".paper .answers")).to_be_visible()
    assert page.locator(".paper .answers").evaluate("e => getComputedStyle(e).breakBefore") == "page"
    expect(page.get_by_role("button", name="Print")).to_be_hidden()


def test_a_worksheet_asks_further_and_fills_its_pages(page: Page) -> None:
    look(page, "wythoff 4,7", "sheet", exercises="12", sheet="3")
    expect(page.locator(".exercises > li")).to_have_count(12)
    expect(page.locator(".questions > ol > li")).to_have_count(5)
    expect(page.locator(".questions .pairs rect")).to_have_count(121)
    expect(page.locator(".questions .lost")).to_have_count(0)
    # (0, 0), and (1, 2), (3, 5), (4, 7), (6, 10) with their mirror images (Wythoff 1907).
    expect(page.locator(".answers .lost")).to_have_count(9)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})  # what the margins leave of A4, at 96 dots an inch
    heights = page.locator(".exercises > li").evaluate_all(
        "all => all.map((e) => [e.offsetHeight / 96 * 25.4, e.scrollHeight - e.clientHeight])"
    )
    assert all(4 * (height + 4) < 273 - 60 and over <= 1 for height, over in heights), heights
    # A game on a board has no pairs of numbers.
    look(page, "cram 4x4", "sheet")
    expect(page.locator(".questions > ol > li")).to_have_count(4)
    expect(page.locator(".pairs")).to_have_count(0)


def test_a_worksheet_is_the_same_in_another_language_and_leads_back_to_the_score(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    look(page, "nim 2", "class")
    touch(page.locator(".table .target").first)
    page.locator(".choice .primary").click()
    expect(page.locator(".turn")).to_have_text("Team A wins!")
    page.get_by_role("button", name="Make a worksheet").click()
    expect(page.locator(".exercises > li")).to_have_count(8)
    page.get_by_label("Number of the sheet").fill("41")
    page.get_by_label("Number of the sheet").press("Enter")
    expect(page.locator(".paper .which").first).to_have_text("Worksheet 41")
    page.get_by_label("Exercises").select_option("6")
    expect(page.locator(".exercises > li")).to_have_count(6)
    page.get_by_label("Show the answers").check()
    told = page.locator(".paper .answers code").all_inner_texts()
    assert len(told) == 6
    page.get_by_label("Language").select_option("yue-Hant-HK")
    expect(page.locator(".paper .which").first).to_have_text("工作紙 41")
    expect(page.locator(".paper .answers code")).to_have_text(told)
    page.reload()
    expect(page.locator(".paper .answers code")).to_have_text(told)
    page.get_by_role("button", name="返去展示").click()
    expect(page.locator(".team output")).to_have_text(["1", "0"])
    page.get_by_role("button", name="退一步").click()
    expect(page.locator(".team output")).to_have_text(["0", "0"])


def test_the_number_of_an_exercise_stands_before_it_and_its_answer(page: Page) -> None:
    look(page, "wythoff 5,8", "sheet", sheet="7", answers="1")
    expect(page.locator(".exercises > li")).to_have_count(8)
    numbers = page.locator(".exercises .number")
    assert numbers.all_inner_texts() == [f"{i}." for i in range(1, 9)]
    assert page.locator(".answers .number").all_inner_texts() == [f"{i}." for i in range(1, 9)]
    for i in range(8):
        exercise = page.locator(".exercises > li").nth(i)
        number, drawn = exercise.locator(".number").bounding_box(), exercise.locator("svg").bounding_box()
        assert number and drawn and number["x"] < drawn["x"] and number["y"] < drawn["y"] + 12
        heaps = exercise.locator("svg text").all_text_contents()
        expect(page.locator(".answers code").nth(i)).to_have_text(f"wythoff {','.join(heaps)}")


def test_the_head_of_the_page_fits_a_phone_in_every_language(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for lang in ("en", "yue-Hant-HK"):
        page.goto(f"/lab?lang={lang}")
        expect(page.locator("h1")).to_be_visible()
        for link in page.locator(".head nav a").all():
            assert link.evaluate("e => { const r = document.createRange(); r.selectNodeContents(e); return new Set("
                                 "[...r.getClientRects()].map(b => b.y)).size; }") == 1  # fmt: skip
        # What a list shows of its choice has no size of its own: the same words, in the same letters.
        shown, room = page.locator(".head select").evaluate(
            """e => { const s = getComputedStyle(e), c = document.createElement("canvas").getContext("2d");
            c.font = s.font; return [c.measureText(e.selectedOptions[0].text).width,
            e.clientWidth - parseFloat(s.paddingLeft) - parseFloat(s.paddingRight)]; }"""
        )
        assert 0 < shown <= room
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_every_answer_comes_into_sight(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    look(page, "wythoff 500,1000", "class")
    for i, name in enumerate(("Who can win?", "Which moves win?", "The value?", "Why?")):
        page.get_by_role("button", name=name).click()
        expect(page.locator(".told dd")).to_have_count(i + 1)
        expect(page.locator(".told dd").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".told dd").nth(1)).to_have_text(
        "1 move wins; it is marked on the board.1. take 691 from the second jar"
    )
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".told dd")).to_have_count(4)


def test_a_link_to_this_machine_says_what_to_do(page: Page) -> None:
    look(page, "nim 2,3", "class")
    expect(page.locator(".alone")).to_contain_text("sprague serve --host 0.0.0.0")
    page.get_by_role("button", name="Larger code").click()
    large = page.get_by_role("dialog")
    expect(large.locator(".qr")).to_be_in_viewport(ratio=1)
    box = large.locator(".qr").bounding_box()
    assert box and box["width"] >= 500
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)


@contextmanager
def devices(browser: Browser, arguments: dict, base_url: str, count: int) -> Iterator[list[Page]]:
    contexts = [browser.new_context(**{**arguments, "base_url": base_url}) for _ in range(count)]
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.set_default_timeout(120_000)
    yield pages
    for context in contexts:
        context.close()


def class_link(page: Page) -> str:
    """The link that opens a class of Last Biscuit, which this page has begun."""
    look(page, "wythoff 5,8", "class")
    page.get_by_role("button", name="Open a class grid").click()
    expect(page.locator(".invite a")).to_have_attribute("href", re.compile("class="))
    return page.locator(".invite a").get_attribute("href") or ""


def test_three_devices_fill_one_grid(
    page: Page, browser: Browser, browser_context_args, base_url: str
) -> None:
    link = class_link(page)
    with devices(browser, browser_context_args, base_url, 2) as pupils:
        for pupil, seen in zip(pupils, (["wythoff 1,2", "wythoff 5,5"], ["wythoff 3,5"]), strict=True):
            # What a pupil has seen before is sent with what is found now; what is not lost is left out.
            pupil.add_init_script(f"localStorage.setItem('sprague.lost', JSON.stringify({json.dumps(seen)}))")
            pupil.goto(link)
            settle(pupil)
            pupil.get_by_role("tab", name="Collect").click()
            expect(pupil.locator(".joined")).to_be_visible()
        expect(page.locator(".grid .shared")).to_have_count(4)
        expect(pupils[0].locator(".grid .shared")).to_have_count(2)
        expect(pupils[0].locator(".grid .lost:not(.shared)")).to_have_count(3)  # 5,5 was a mistake
        pupils[1].get_by_role("button", name="Leave it").click()
        expect(pupils[1].locator(".joined")).to_have_count(0)


def test_the_class_grid_is_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    look(page, "wythoff 500,1000", "class")
    page.get_by_role("tab", name="Collect").click()
    page.get_by_role("button", name="Open a class grid").click()
    expect(page.locator(".found .grid")).to_be_in_viewport(ratio=1)
    expect(page.locator(".found .legend")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("text", ["wythoff 4,7", "kayles 9", "arc-kayles grid:3x4", "fibonacci 20"])
def test_before_a_class_nothing_lies_below_the_fold(page: Page, text: str) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    look(page, text, "class")
    expect(page.locator(".table svg")).to_be_visible()
    expect(page.locator(".table .target").first).to_be_attached()  # an edge across has no height
    height = "document.documentElement.scrollHeight"
    for name in ("Who can win?", "Which moves win?", "The value?"):
        page.get_by_role("button", name=name).click()
        expect(page.locator(".told dt").last).to_have_text(name)
        assert page.evaluate(height) <= 1080, name
    for stop in ("Why?", "Collect", "My rule", "Prove", "Play"):
        page.get_by_role("tab", name=stop).click()
        expect(page.get_by_role("tabpanel")).to_be_visible()
        assert page.evaluate(height) <= 1080, stop


def test_the_wall_shows_how_far_devices_have_come(
    page: Page, browser: Browser, browser_context_args, base_url: str
) -> None:
    link = class_link(page)
    page.get_by_role("tab", name="Collect").click()
    with devices(browser, browser_context_args, base_url, 2) as pupils:
        rungs = [rung.position for rung in BY_GAME["wythoff"].rungs]
        pupils[1].add_init_script(
            f"localStorage.setItem('sprague.stars', JSON.stringify({json.dumps(rungs[:2])}))"
        )
        for pupil in pupils:
            pupil.goto(link)
            settle(pupil)
        pupils[1].get_by_role("tab", name="Prove").click()
        bars = page.locator(".come .bars")
        expect(page.locator(".come .devices b")).to_have_text("2")
        expect(bars.last.locator("b")).to_have_text(["1", "0", "0", "0", "1"])
        expect(bars.first.locator("b")).to_have_text(["1", "0", "1", *["0"] * (len(rungs) - 2)])
    # What the class has found is what its workshop begins with.
    page.get_by_role("tab", name="My rule").click()
    expect(page.get_by_role("tabpanel")).to_be_visible()


def test_a_pupil_is_told_of_the_class_and_finds_back(
    page: Page, browser: Browser, browser_context_args, base_url: str
) -> None:
    link = class_link(page)
    (code,) = parse_qs(urlsplit(link).query)["class"]
    with devices(
        browser, {**browser_context_args, "viewport": {"width": 390, "height": 844}}, base_url, 1
    ) as (pupil,):
        seen = json.dumps(["wythoff 1,2", "wythoff 3,5"])
        pupil.add_init_script(f"localStorage.setItem('sprague.lost', JSON.stringify({seen}))")
        pupil.goto(link)
        settle(pupil)
        bar = pupil.get_by_role("region", name="Your class")
        expect(bar).to_contain_text(f"Class {code}: Last Biscuit (Wythoff's game)")
        assert pupil.evaluate("document.documentElement.scrollWidth") <= 390
        before = bar.bounding_box()
        page.locator(".order summary").click()
        pupil.get_by_role("tab", name="Collect").click()
        expect(bar).to_contain_text("2 lost positions found")
        expect(page.locator(".grid .shared")).to_have_count(4)
        expect(page.locator(".order ol")).to_be_visible()  # what the class finds closes nothing
        after = bar.bounding_box()
        assert before and after and before["height"] == after["height"]  # what is found shifts nothing
        pupil.get_by_role("link", name="Lab").click()
        expect(pupil.locator("h1")).to_have_text("Lab")
        bar.get_by_role("link", name="To the class's game").click()
        expect(pupil.locator(".place")).to_have_text("wythoff 5,8")
        bar.get_by_role("button", name="Leave the class").click()
        expect(pupil.locator(".in-class")).to_be_hidden()


VIEWS = {"analysis": ".verdict", "class": ".qr", "sheet": ".exercises li"}


@pytest.mark.deep
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280, 1920])
@pytest.mark.parametrize("show", VIEWS)
def test_axe_finds_nothing_in_a_lesson(page: Page, show: str, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 900})
    for text in ("wythoff 5,8", "cram 2x3"):
        look(page, text, show)
        expect(page.locator(VIEWS[show]).first).to_be_visible()
        expect(page.locator("[aria-busy]")).to_have_count(0)
        if show == "class":
            page.get_by_role("button", name="Which moves win?").click()
            expect(page.locator(".present .told dd")).to_have_count(1)
        results = Axe().run(page)
        found = [
            (each["id"], [node["html"][:200] for node in each["nodes"]])
            for each in results.response["violations"]
        ]
        assert not found, json.dumps(found, indent=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.deep
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_class(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 900})
    look(page, "wythoff 5,8", "class")
    page.get_by_role("button", name="Open a class grid").click()
    page.get_by_role("tab", name="Collect").click()
    expect(page.locator(".found .grid")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("tab", name="Play").click()
    page.locator(".order summary").click()
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name="Larger code").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Leave the presentation").click()
    expect(page.locator(".in-class a")).to_be_visible()
    settle(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert Axe().run(page).response["violations"] == []
    sizes = page.locator(".in-class :is(a, button), .head select").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 44


def climb(page: Page, game: str, rungs: int) -> None:
    """A pupil who thinks hard: where a move is known to win, it is made, else one by chance."""
    chance = Random(game)
    for rung in BY_GAME[game].rungs[:rungs]:
        for tries in range(4):
            first = {"first": "computer"} if rung.second else {}
            sit_down(page, rung.position, level=rung.level, **first)
            for _ in range(200):
                if over(page):
                    break
                now = sg.parse(position(page))
                win = next(iter(now.winning_moves), None) if now.outcome == "N" else None
                if win is None:
                    move(page, chance)
                    continue
                before = len(plies(page))
                type_move(page, win.to.text)
                wait_for_ply(page, before)
            if page.locator(".turn").inner_text() == "You win!":
                break
            assert tries < 3, rung.position
        expect_turn(page, "You win!")
        expect(page.locator(".stars [aria-current]")).to_have_class("won")
        if rung is not BY_GAME[game].rungs[-1]:
            page.get_by_role("button", name="Next rung").click()
            settle(page)
    won = page.evaluate("JSON.parse(localStorage.getItem('sprague.stars'))")
    assert won == [rung.position for rung in BY_GAME[game].rungs[:rungs]]


def test_the_first_rungs_of_a_ladder_are_climbed(page: Page) -> None:
    climb(page, "nim", 2)


@pytest.mark.deep
@pytest.mark.parametrize("game", [ladder.game for ladder in LADDERS])
def test_a_whole_ladder_is_climbed(page: Page, game: str) -> None:
    climb(page, game, len(BY_GAME[game].rungs))


@pytest.mark.deep
@pytest.mark.parametrize("game", [ladder.game for ladder in LADDERS])
def test_every_rung_is_large_enough_for_a_finger(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for rung in BY_GAME[game].rungs:
        sit_down(page, rung.position, against="person")
        assert nearness(page) >= 24, rung.position
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.deep
@pytest.mark.parametrize("game", [ladder.game for ladder in LADDERS])
def test_every_ladder_by_keyboard_alone(page: Page, game: str) -> None:
    """A rung in the middle, to its end, without a pointer."""
    rungs = BY_GAME[game].rungs[:4]
    sit_down(page, rungs[-1].position, level="random", **({"first": "computer"} if rungs[-1].second else {}))
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('target')"):
            break
    for _ in range(60):
        if over(page):
            break
        before = len(plies(page))
        page.keyboard.press("Enter")
        for _ in range(4):
            if len(plies(page)) > before or page.locator(".turn").inner_text() != "It is your turn.":
                break
            if page.locator(".table .target.maybe:not(.picked)").count():
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            # Several moves touch the same places: asked in one look, as the game may end meanwhile.
            offered = page.locator(".choice").filter(has_text="Which move?").locator("button")
            if offered.count():
                offered.first.focus()
                page.keyboard.press("Enter")
        wait_for_ply(page, before)
    assert over(page)


def test_what_is_found_is_seen_as_boards_and_counts_from_the_start(
    page: Page, browser: Browser, browser_context_args, base_url: str
) -> None:
    """The wall shows how to come in, and then the skittles that are traps, not their notation. What a pupil found
    before counts, whatever stop is open."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    look(page, "kayles 9", "class")
    page.get_by_role("tab", name="Collect").click()
    page.get_by_role("button", name="Open a class grid").click()
    expect(page.locator(".wall .qr")).to_be_in_viewport(ratio=1)
    link = page.locator(".wall .invite a").get_attribute("href") or ""
    with devices(browser, browser_context_args, base_url, 1) as (pupil,):
        pupil.add_init_script(
            "localStorage.setItem('sprague.lost', JSON.stringify(['kayles 3,3', 'kayles 0']))"
        )
        pupil.goto(link)
        settle(pupil)
        expect(page.locator(".wall .seen-boards li")).to_have_count(2)
        expect(page.locator(".wall .seen-boards svg").first).to_be_in_viewport(ratio=1)
        expect(page.locator(".wall")).to_contain_text("(nothing is left)")
        assert "kayles" not in page.locator(".wall").inner_text()
        pupil.get_by_role("tab", name="Collect").click()
        expect(pupil.locator(".collect .seen-boards svg").first).to_be_visible()
    wall, found = (page.locator(each).bounding_box() for each in (".wall", ".found"))
    assert wall and found and wall["width"] > 0.55 * found["width"] and found["height"] > 850
