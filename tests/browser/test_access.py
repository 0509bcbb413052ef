"""The page for every hand and ear: nothing jumps, names differ, targets are large, and the focus stays."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect
from table import over, plies, sit_down, wait_for_ply

#: Counts how far what is seen moves without having been touched.
SHIFTS = """window.shifts = 0;
    new PerformanceObserver(list => list.getEntries().forEach(entry => window.shifts += entry.value))
        .observe({ type: "layout-shift", buffered: true });"""

#: The controls that are in sight and smaller than a finger wants; a link that covers its card is as large as the card.
SMALL = """() => [...document.querySelectorAll("a, button, select, input, summary")]
    .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".skip, .check, svg"))
    .filter(each => { const box = (each.closest(".card") ?? each).getBoundingClientRect();
        return Math.min(box.width, box.height) < 43.5; })
    .map(each => each.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("width, height", [(390, 844), (1366, 768)])
def test_nothing_jumps_while_a_page_loads(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(SHIFTS)
    for path in ("/", "/play?position=kayles+9"):
        page.goto(path)
        expect(page.locator("main > :not([aria-busy])")).to_have_count(1)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("shifts") < 0.01, (path, width)


def test_the_home_of_a_phone_is_at_most_three_screens(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    expect(page.locator("main > :not([aria-busy])")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * 844
    assert page.locator("a:visible").count() < 40
    worlds = page.locator(".world").evaluate_all("""all => all.map(each => each.getBoundingClientRect())
        .map(({ top, bottom }) => [top, bottom])""")
    assert all(above[1] <= below[0] for above, below in pairwise(worlds))
    for world in page.locator(".world").all():
        assert world.evaluate("""world => [...world.querySelectorAll(".card")].every(card =>
            card.getBoundingClientRect().bottom <= world.getBoundingClientRect().bottom)""")


def test_controls_are_as_large_as_a_finger(browser: Browser, base_url: str) -> None:
    context = browser.new_context(
        base_url=base_url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    for path in ("/", "/lab", "/play?position=kayles+9"):
        page.goto(path)
        expect(page.locator("main > :not([aria-busy])")).to_have_count(1)
        assert page.evaluate(SMALL) == [], path
    context.close()


@pytest.mark.parametrize("text", ["cram 2x3", "lasker 2,2", "nim 2,2"])
def test_pieces_have_names_that_differ(page: Page, text: str) -> None:
    sit_down(page, text)
    names = page.locator(".table .target").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-label'))"
    )
    assert names
    assert all(names)
    assert len(set(names)) == len(names)


def test_the_name_of_the_picture_and_the_focus_follow_the_game(page: Page) -> None:
    sit_down(page, "kayles 3", against="person")
    picture = page.locator(".table svg")
    expect(picture).to_have_attribute("aria-label", "kayles 3")
    page.locator(".table .target").nth(1).focus()
    for left in ("kayles 1 + kayles 1", "kayles 1"):
        for _ in range(2):
            page.keyboard.press("Enter")
        expect(picture).to_have_attribute("aria-label", left)
        expect(page.locator(".table .target").first).to_be_focused()
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()


@pytest.mark.parametrize("text", ["cram 2x2", "clobber 2x3", "nogo 1x4"])
def test_a_game_whose_moves_are_pairs_is_played_by_keys(page: Page, text: str) -> None:
    """Enter begins a move, an arrow goes to where it may go on, Enter ends it; what no place tells is asked by name."""
    sit_down(page, text, against="person")
    page.locator(".table .target").first.focus()
    told = page.get_by_role("button", name=re.compile("^Play: "))
    here = page.locator(".table .target.maybe:not(.picked):focus, .choice button:focus")
    made = 0
    while not over(page):
        page.keyboard.press("Enter")
        for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            if not told.count() and not here.count():
                page.keyboard.press(arrow)
        page.keyboard.press("Enter")
        if told.count():
            page.keyboard.press("Enter")
        wait_for_ply(page, made)
        made = len(plies(page))
        assert page.evaluate("() => document.activeElement.closest('.board') !== null")


def test_a_move_takes_less_than_a_third_of_a_second(page: Page) -> None:
    """Nothing moves for who wants less motion."""
    sit_down(page, "kayles 3", against="person")
    lasts = """() => getComputedStyle(document.querySelector(".table .piece")).transitionDuration.split(",")
        .map(parseFloat)"""
    assert max(page.evaluate(lasts)) == 0
    page.emulate_media(reduced_motion="no-preference")
    assert 0 < max(page.evaluate(lasts)) < 0.3
