"""What a player does at the page: look, pick, wait for the reply."""

from __future__ import annotations

import re
from random import Random
from urllib.parse import quote

from playwright.sync_api import Page, expect

YOURS = "It is your turn."


def sit_down(page: Page, position: str, **settings: str) -> None:
    """Open a position and wait until it is the player's turn, or the game is over."""
    more = "".join(f"&{name}={value}" for name, value in settings.items())
    page.goto(f"/play?position={quote(position)}{more}")
    settle(page)


def settle(page: Page) -> None:
    """Wait until a person is to move or the game is over."""
    expect(page.locator(".turn")).to_have_text(re.compile(r"(turn\.|wins?[.!]|^A draw.*)$"))


def over(page: Page) -> bool:
    return page.locator(".turn.end").count() == 1


def plies(page: Page) -> list[str]:
    return page.locator(".played ol button").all_inner_texts()


def position(page: Page) -> str:
    return page.locator(".place").inner_text()


def wait_for_ply(page: Page, before: int) -> None:
    """Wait until more than ``before`` moves were made and it is a person's turn again."""
    expect(page.locator(".played ol button").nth(before)).to_be_attached()
    settle(page)


def move(page: Page, chance: Random) -> None:
    """Make a move by clicks alone: on a shape, again or on another until the move is clear; from the list where
    nothing can be clicked."""
    before = len(plies(page))
    targets = page.locator(".table .target")
    if targets.count():
        targets.nth(chance.randrange(targets.count())).locator(".reach").click()
        primary = page.locator(".choice .primary")
        if not primary.count():
            others = page.locator(".table .target.maybe:not(.picked)")
            if others.count():
                others.first.locator(".reach").click()
        if len(plies(page)) == before and primary.count():
            primary.click()
        elif len(plies(page)) == before and page.locator(".choice button").count() > 1:
            page.locator(".choice button").first.click()
    else:
        page.locator(".moves li button").first.click()
    wait_for_ply(page, before)


def expect_turn(page: Page, words: str) -> None:
    expect(page.locator(".turn")).to_have_text(words)


#: What the board shows: the sizes under its heaps, how many pieces stand, and every text that is seen.
SEEN = """() => {
  const all = (selector) => [...document.querySelectorAll(`.table ${selector}`)];
  const heaps = all("svg").filter((svg) => svg.querySelector(".size"));
  return {
    sizes: all(".size").map((label) => label.textContent),
    counters: heaps.map((svg) => svg.querySelectorAll(".piece:not(.gone) .counter, .piece:not(.gone) .biscuit").length),
    barred: heaps.some((svg) => svg.querySelector(".bar")),
    pieces: all(".piece[data-place]:not(.gone)").length,
    texts: all("text:not(.size):not(.gone)").map((label) => label.textContent),
    dominoes: all(".domino").length,
  };
}"""


def expect_drawn(page: Page) -> None:
    """The board shows what is drawn of its position."""
    now = page.request.get("/api/position", params={"text": position(page).removesuffix("(nothing is left)")}).json()
    seen = page.evaluate(SEEN)
    heaps = {take["component"] for take in now["takes"]}
    plain = [part for i, part in enumerate(now["components"]) if i not in heaps]
    shapes = [shape for part in plain for shape in part["drawing"]["shapes"]]
    if now["position"] == "*0":  # nothing is left
        shapes, sizes = [], []
    assert seen["pieces"] == sum(bool(shape["name"]) for shape in shapes)
    game = now["components"][0]["game"]
    # The skin of a bush shows leaves in place of names.
    assert game == "hackenbush" or sorted(seen["texts"]) == sorted(shape["text"] for shape in shapes if shape["kind"] == "text")
    sizes = [n for i in sorted(heaps) for n in now["components"][i]["sizes"]]
    assert [n for n in map(int, seen["sizes"]) if n] == [n for n in sizes if n]
    assert seen["barred"] or sum(seen["counters"]) == sum(sizes)
    if game == "cram":
        blocked = sum(shape["role"] == "blocked" for shape in shapes)
        assert 2 * seen["dominoes"] == blocked
