"""The way of a pupil from stop to stop, on a phone and by touch: what is said is what happened, and in sight."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote, unquote_plus

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from table import expect_turn, over, plies, position, settle, sit_down, touch, type_move, wait_for_ply

import sprague as sg
from sprague.playing.ladders import BY_GAME, LADDERS

STOPS = ["Play", "Why?", "Collect", "My rule", "Prove"]
PAIRS = ["1,2", "3,5", "4,7", "6,10", "8,13", "9,15"]


@contextmanager
def phone(browser: Browser, arguments: dict, base_url: str, height: int = 844) -> Iterator[Page]:
    more = {"viewport": {"width": 390, "height": height}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(**{**arguments, **more, "base_url": base_url})
    page = context.new_page()
    page.set_default_timeout(120_000)
    yield page
    context.close()


def remember(page: Page, name: str, what: object) -> None:
    page.add_init_script(f"localStorage.setItem({json.dumps(name)}, {json.dumps(json.dumps(what))})")


def stop(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def win(page: Page) -> None:
    """Make winning moves to the end."""
    for _ in range(60):
        if over(page):
            return
        before = len(plies(page))
        type_move(page, sg.parse(position(page)).winning_moves.first(1)[0].to.text)
        wait_for_ply(page, before)


def test_the_line_counts_every_pair_and_is_kept(page: Page) -> None:
    remember(page, "sprague.lost", [f"wythoff {pair}" for pair in PAIRS[:5]])
    sit_down(page, "wythoff 5,8")
    stop(page, "My rule")
    verdict = page.locator(".panel:visible .verdict")
    expect(verdict).to_have_text(re.compile("of your 5 pairs"))
    for name, number in zip(("Smaller number", "Larger number"), PAIRS[5].split(","), strict=True):
        page.get_by_role("spinbutton", name=name).fill(number)
    page.get_by_role("button", name="Check").click()
    expect(verdict).to_have_text(re.compile("of your 6 pairs"))
    page.get_by_role("button", name="Larger number").click()
    page.get_by_role("spinbutton", name="Slope a").fill("2.618")
    page.get_by_role("spinbutton", name="Start b").fill("0.001")
    page.get_by_label("Round down").check()
    expect(verdict).to_have_text("6 of your 6 pairs are hit.")
    for other in ("Prove", "My rule"):
        stop(page, other)
    expect(page.get_by_role("button", name="Larger number")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("spinbutton", name="Slope a")).to_have_value("2.618")
    expect(page.get_by_role("spinbutton", name="Start b")).to_have_value("0.001")
    expect(page.get_by_label("Round down")).to_be_checked()
    expect(verdict).to_have_text("6 of your 6 pairs are hit.")


def test_pairs_behind_a_gap_are_said_to_be_left_out(page: Page) -> None:
    remember(page, "sprague.lost", [f"wythoff {pair}" for pair in (*PAIRS[:4], PAIRS[5])])
    sit_down(page, "wythoff 5,8")
    stop(page, "My rule")
    expect(page.locator(".panel:visible .verdict")).to_have_text(re.compile("of your 4 .* first 4 only"))


#: How far the lower edge of the board lies below the upper edge of the bar.
COVERED = """() => document.querySelector(".table").getBoundingClientRect().bottom
    - document.querySelector(".choice").getBoundingClientRect().top"""


@pytest.mark.parametrize(
    ("height", "texts"),
    [(844, ("wythoff 500,1000", "cram 6x6")), (664, ("wythoff 500,1000", "wythoff 60,100"))],
)
def test_the_bar_covers_nothing_of_the_board(
    browser: Browser, browser_context_args, base_url: str, height: int, texts: tuple[str, ...]
) -> None:
    with phone(browser, browser_context_args, base_url, height) as page:
        for text in texts:
            sit_down(page, text)
            touch(page.locator(".table .target").nth(1), finger=True)
            expect(page.locator(".choice button").first).to_be_in_viewport()
            assert page.evaluate(COVERED) <= 0, text


def test_a_piece_stays_below_the_finger(browser: Browser, browser_context_args, base_url: str) -> None:
    """The board is too high for the phone, and what was touched is touched again."""
    with phone(browser, browser_context_args, base_url) as page:
        sit_down(page, "wythoff 25,40")
        piece = page.locator(".table .target").nth(24)
        piece.scroll_into_view_if_needed()
        before = page.evaluate("scrollY")
        for _ in range(2):
            assert page.evaluate("scrollY") == before
            touch(piece, finger=True)
        wait_for_ply(page, 0)
        assert plies(page)[0] == "You: take 1 from the first jar"


def test_a_domino_is_two_touches(browser: Browser, browser_context_args, base_url: str) -> None:
    with phone(browser, browser_context_args, base_url) as page:
        sit_down(page, "cram 4x4")
        expect(page.locator(".asked")).to_have_text("Tap a square for your domino, then a square beside it.")
        touch(page.locator("[data-place=r2c2]"), finger=True)
        expect(page.locator(".choice")).to_contain_text("Now the second square")
        expect(page.locator(".choice button")).to_have_count(1)  # the one that lets go
        second = page.locator(".table .maybe:not(.picked)")
        assert {each.get_attribute("data-place") for each in second.all()} == {"r1c2", "r2c1", "r2c3", "r3c2"}
        dash = "e => getComputedStyle(e.querySelector('.ring')).strokeDasharray"
        assert second.first.evaluate(dash) != "none"
        touch(page.locator("[data-place=r3c2]"), finger=True)
        wait_for_ply(page, 0)
        assert plies(page)[0] == "You: put a domino on column 3, rows 3 and 4"


def test_each_stop_leads_to_the_next(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, "cram 3x5")
    stop(page, STOPS[1])
    for name in STOPS[2:]:
        page.locator(".onward button:visible").click()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tab", name=name)).to_be_in_viewport()
    page.locator(".onward button:visible").click()
    expect(page.locator(".worlds .card").first).to_be_visible()


def test_after_a_weak_computer_comes_a_perfect_one(page: Page) -> None:
    page.goto("/")
    expect(page.locator("h1")).not_to_contain_text("ose")
    sit_down(page, "nim 1,2", level="random")
    win(page)
    expect_turn(page, "You win!")
    page.get_by_role("button", name="Now against a perfect computer").click()
    expect_turn(page, "It is your turn.")
    expect(page.get_by_label("Level")).to_have_value("perfect")
    win(page)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.get_by_role("button", name="Now against a perfect computer")).to_have_count(0)


def test_the_boss_is_celebrated(page: Page) -> None:
    boss = BY_GAME["hackenbush"].rungs[-1]
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, boss.position, level=boss.level)
    win(page)
    glory = page.get_by_role("dialog", name="You have beaten the boss!")
    expect(glory).to_contain_text("colon principle")
    expect(glory).to_contain_text(f"1 of its {len(BY_GAME['hackenbush'].rungs)} stars")
    found = [each["id"] for each in Axe().run(page).response["violations"]]
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    glory.get_by_role("button", name="Next: Prove").click()
    expect(glory).to_have_count(0)
    expect(page.get_by_role("tab", name="Prove")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".beaten")).to_contain_text("colon principle")


REVIEWS = {
    # The pupil, who begins, gives the win away with the first move.
    "nim 1,2;*2;*0": (
        "Before the marked move you could still win.",
        "There is a winning move here: find it.",
    ),
    # The start is lost; the computer gives it back.
    "nim 2,2;nim 1,2;*2;*0": (
        "The computer gave it away: until the marked move it could have won.",
        "Here the computer could have won. Do you see how?",
    ),
    "nim 1,2;nim 1,1;*1;*0": ("You never let go: the computer could not have won at any time.", ""),
    "nim 1,1;*1;*0": ("Nothing could have saved you here", ""),
}


@pytest.mark.parametrize("game", REVIEWS)
def test_the_review_says_who_gave_it_away(page: Page, game: str) -> None:
    start, *moves = game.split(";")
    words, there = REVIEWS[game]
    page.goto(sg.Record(start, moves).link())
    settle(page)
    stop(page, "Why?")
    expect(page.locator(".review > p").first).to_contain_text(words)
    again = page.locator(".review .primary")
    page.locator(".review summary").click()  # every move
    if not there:
        expect(again).to_have_count(0)
        expect(page.locator(".turning")).to_have_count(0)
        return
    again.click()
    expect(page.locator(".news")).to_have_text(there)
    # The position is the one in which the loser could still win.
    assert sg.parse(position(page)).outcome == "N"


def test_a_loss_is_a_strip_of_small_boards(page: Page) -> None:
    """The position that could still be won, the move that lost it, the reply, and a smaller case: never the way out."""
    page.goto(f"/play?position={quote('kayles 5')}&moves={quote('kayles 1,3;kayles 1,1;kayles 1;kayles 0')}")
    settle(page)
    stop(page, "Why?")
    frames = page.locator(".film .frame")
    expect(frames).to_have_count(3)
    pins = [frame.locator(".pin").count() for frame in frames.all()]
    assert pins == [5, 4, 2]
    assert sg.parse("kayles 5").outcome == "N"
    assert sg.parse("kayles 1,1").outcome == "P"
    for number, frame in enumerate(frames.all()):
        frame.click()
        expect(page.locator(".film-board .pin")).to_have_count(pins[number])
    expect(page.locator(".film-strip [role=status]")).to_have_text(re.compile("^Knock down"))
    page.locator(".film-smaller button").click()
    expect(page.locator(".place")).to_have_text("kayles 3")
    assert sg.parse("kayles 3").outcome == "N"


def test_the_notebook_shows_one_game(page: Page) -> None:
    remember(page, "sprague.notebook", [
        {"left": "cram 2x2", "won": False, "game": 1}, {"left": "nim 1,1", "won": True, "game": 2},
        {"left": "*0", "won": True, "game": 2, "kind": "nim"}, {"left": "misere nim 2,2", "won": True, "game": 3},
    ])  # fmt: skip
    sit_down(page, "nim 3,4")
    stop(page, "Collect")
    expect(page.locator(".notes thead")).to_contain_text("You then …")
    expect(page.locator(".notes tbody tr")).to_have_text(["0won", "11won"])
    expect(page.locator(".notes tbody tr").last.locator(".thing")).to_have_count(
        2
    )  # as they lay on the table


def test_lost_boards_are_drawn(page: Page) -> None:
    remember(page, "sprague.lost", ["cram 2x2", "cram .#/#."])
    sit_down(page, "cram 3x3")
    stop(page, "Collect")
    expect(page.locator(".seen-boards svg")).to_have_count(2)
    expect(page.locator(".seen-boards svg").first.locator(".cell")).to_have_count(4)


def test_a_smaller_case_is_one_touch_away(page: Page) -> None:
    sit_down(page, "wythoff 10,16")
    for name in ("Hint", *["More of the hint"] * 3):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".hint li.where")).to_have_text("Look at the jar of 16.")
    smaller = page.locator(".hint li.smaller a")
    expect(smaller).to_have_text("Try the same idea where it is smaller")
    words = re.search(r"wythoff \d+,\d+", unquote_plus(smaller.get_attribute("href") or ""))
    assert words is not None
    smaller.click()
    expect(page.locator(".place")).to_have_text(words[0])
    expect_turn(page, "It is your turn.")


def test_stars_say_what_they_stand_for(page: Page) -> None:
    remember(page, "sprague.stars", ["wythoff 4,6", "wythoff 3,5"])
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, "wythoff 500,1000")
    expect(page.locator(".title .earned")).to_have_text("2 of 8 stars")
    starts = [rung.position.partition(" ")[2] for rung in BY_GAME["wythoff"].rungs]
    expect(page.locator(".title .start")).to_have_text(starts)
    expect(page.locator(".title [aria-current]")).to_be_in_viewport()
    # What is taken from stands in jars, also for who hears the page.
    expect(page.locator(".table .target").first).to_have_attribute("aria-label", "take from the jar of 500")
    page.goto("/")
    expect(page.locator(".card .earned").first).to_have_text("2 of 8 stars")
    expect(page.locator(".world .card")).to_have_count(len(LADDERS))
    expect(page.locator(".next-star b")).to_have_text("Last Biscuit (Wythoff's game) 4,9")


def test_the_class_sees_one_winning_move_at_a_time(page: Page) -> None:
    page.goto("/play?position=wythoff+10,10&show=class")
    page.get_by_role("button", name="Which moves win?").click()
    rows = page.locator(".wins-shown button")
    wins = [move.sentence for move in sg.parse("wythoff 10,10").winning_moves]
    expect(rows).to_have_text([f"{i}. {words}" for i, words in enumerate(wins, 1)])
    for row in rows.all():
        row.click()
        taken = sum(int(number) for number in re.findall(r"take (\d+)", row.inner_text()))
        both = 2 if "both" in row.inner_text() else 1
        expect(page.locator(".table .lit")).to_have_count(taken * both)
    page.get_by_role("button", name="The value?").click()
    value = sg.solve("wythoff 10,10").value
    expect(page.locator(".told")).to_contain_text(
        f"*{value}: this position is worth as much as a single Nim heap of {value}."
    )


@pytest.mark.deep
@pytest.mark.parametrize("game", [ladder.game for ladder in LADDERS])
@pytest.mark.parametrize("lang", ["en", "yue-Hant-HK"])
def test_every_stop_of_every_game_leads_on(page: Page, game: str, lang: str) -> None:
    """At the width of a phone nothing is cut, and in Cantonese no sentence has half-width marks."""
    page.set_viewport_size({"width": 390, "height": 844})
    rung = BY_GAME[game].rungs[1]
    page.goto(f"/play?position={quote(rung.position)}&lang={lang}&against=person")
    expect(page.locator(".turn")).not_to_be_empty()
    for number in range(5):
        expect(page.locator("[role=tab]").nth(number)).to_have_attribute("aria-selected", "true")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        if lang != "en":
            for words in page.locator("[role=tabpanel]:visible p").all_inner_texts():
                assert not re.search(r"[\u4e00-\u9fff][,.;:?!]", words), words
        page.locator(".onward button:visible").click()
    expect(page.locator(".worlds .card").first).to_be_visible()
