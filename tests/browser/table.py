"""What a player does at the page: look, pick, wait for the reply."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

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
    return page.locator(".played ol button").all_text_contents()


def position(page: Page) -> str:
    return page.locator(".place").inner_text()


def wait_for_ply(page: Page, before: int) -> None:
    """Wait until more than ``before`` moves were made and it is a person's turn again."""
    expect(page.locator(".played ol button").nth(before)).to_be_attached()
    settle(page)


def more(page: Page) -> None:
    """Open the sheet with all that is not needed for the next move."""
    page.get_by_role("button", name="More", exact=True).click()


def type_move(page: Page, words: str) -> None:
    """Say a move in words, in the list of all moves."""
    moves = page.locator(".moves")
    if moves.get_attribute("open") is None:
        moves.locator("summary").click()
    page.get_by_label("A move in words").fill(words)
    moves.get_by_role("button", name="Play it").click()


#: The middle of a place, from the corner of its picture.
MIDDLE = """place => {
    const ring = place.querySelector(".ring").getBoundingClientRect();
    const board = place.ownerSVGElement.getBoundingClientRect();
    return { x: ring.x + ring.width / 2 - board.x, y: ring.y + ring.height / 2 - board.y };
}"""


def touch(place: Locator, finger: bool = False) -> None:
    """Touch the picture where this place has its middle: the board finds the place that is meant."""
    board = place.locator("xpath=ancestor::*[local-name()='svg']")
    (board.tap if finger else board.click)(position=place.evaluate(MIDDLE))


#: The least distance between the middles of two places of one kind that may be touched.
NEARNESS = """() => {
    const all = [...document.querySelectorAll(".table .target .ring")].map(ring => {
        const box = ring.getBoundingClientRect();
        return { kind: ring.tagName, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    return Math.min(1000, ...all.flatMap((a, i) => all.slice(i + 1).filter(b => a.kind === b.kind)
        .map(b => Math.hypot(a.x - b.x, a.y - b.y))));
}"""


def nearness(page: Page) -> float:
    return round(page.evaluate(NEARNESS), 1)


#: The button that plays the move; a place that may be touched next; the first of several moves that are offered.
PRIMARY = ".choice .primary"
MAYBE = ".table .target.maybe:not(.picked)"
OFFER = ".choice button:has(~ button)"

#: The first selector that shows something; "" for none, or when the move is made. It is one look at the page: the same
#: bar offers another game as soon as this one is over.
OFFERED = """([before, selectors]) => document.querySelectorAll(".played ol button").length > before ? "" :
    selectors.find(selector => document.querySelector(selector)) ?? ''"""


def settle_choice(page: Page, before: int) -> None:
    """After a click on a place: go on until the move is clear and made, ``before`` being the number of moves so far."""
    for touches in range(
        6
    ):  # of a piece of three cells each may have to be touched; then one of the moves is named
        wanted = [PRIMARY, MAYBE, OFFER] if touches < 3 else [PRIMARY, OFFER, MAYBE]
        if selector := page.evaluate(OFFERED, [before, wanted]):
            found = page.locator(selector).first
            if selector == MAYBE:
                touch(found)
            else:
                found.click()


def move(page: Page, chance: Random) -> None:
    """Make a move by clicks alone: on a shape, again or on another until the move is clear; from the list where
    nothing can be clicked."""
    before = len(plies(page))
    targets = page.locator(".table .target")
    if targets.count():
        touch(targets.nth(chance.randrange(targets.count())))
        settle_choice(page, before)
    else:
        page.locator(".moves li button").first.click()
    wait_for_ply(page, before)


def expect_turn(page: Page, words: str) -> None:
    expect(page.locator(".turn")).to_have_text(words)


#: What the board shows: how many pieces stand, and every text that is seen.
SEEN = """() => {
  const all = (selector) => [...document.querySelectorAll(`.table ${selector}`)];
  return {
    pieces: all(".piece:not(.gone)").length,
    barred: all(".bar").length > 0,
    texts: all("svg:not(.cleared) text:not(.gone, .number), .table .size").map((label) => label.textContent),
    dominoes: all(".domino").length,
    stones: all(".stone").length,
  };
}"""


def expect_drawn(page: Page) -> None:
    """The board shows what is drawn of its position."""
    expect_seen(page, drawn(page))


def drawn(page: Page) -> list[dict[str, Any]]:
    """The components of the position on the board, with their drawings."""
    text = position(page).removesuffix("(nothing is left)")
    now = page.request.get("/api/position", params={"text": text}).json()
    return [] if now["position"] == "*0" else now["components"]


def expect_seen(page: Page, parts: list[dict[str, Any]]) -> None:
    """The board shows what is drawn of these components."""
    shapes = [shape for part in parts for shape in part["drawing"]["shapes"]]
    seen = page.evaluate(SEEN)
    named = [shape["name"] for shape in shapes if shape["name"] and not shape["name"].startswith("part")]
    standing = len(named)
    if any(name.endswith("bar") for name in named):  # on a large screen more heaps are drawn piece by piece
        standing = sum(int(size) for part in parts for size in part["sizes"])
    assert seen["barred"] or seen["pieces"] == standing, (seen, named)
    # Under an empty heap stands 0, which other games leave out.
    texts_drawn = [shape["text"] for shape in shapes if shape["kind"] == "text"]
    texts = [text for text in seen["texts"] if text != "0"]
    if "fibonacci" in page.url:  # the Zeckendorf diagram would give the winning move away
        texts_drawn = [str(size) for part in parts for size in part["sizes"]]
    if any(name in page.url for name in ("clobber", "nogo", "northcott", "duotaire")):  # no texts
        assert seen["stones"] == len(texts_drawn)
    else:
        # The posts of a net in rows have no names of their own: the numbers of rows and columns stand beside them.
        wanted = sorted(text for text in texts_drawn if text != "0" and not re.fullmatch(r"r\d+c\d+", text))
        assert sorted(texts) == wanted, (texts, wanted)
    if "cram" in page.url:
        assert 2 * seen["dominoes"] == sum(shape["role"] == "blocked" for shape in shapes)
