"""What a game speaks of is seen on its board: coins, the sizes of heaps, a token, the pieces that may be placed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from table import sit_down, type_move, wait_for_ply

#: The middles of the pieces of money that the board shows, and the numbers below the heaps, from left to right.
COINS = """() => [...document.querySelectorAll('.table .thing')]
    .map(thing => Math.round(thing.getBoundingClientRect().x)).sort((a, b) => a - b)"""
SIZES = """() => {
    const table = document.querySelector('.table').getBoundingClientRect();
    return [...document.querySelectorAll('.table text.label')]
        .map(text => [text.getBoundingClientRect(), text.textContent])
        .filter(([box]) => box.bottom <= table.bottom).sort(([a], [b]) => a.x - b.x).map(([, words]) => words);
}"""

#: How far the middle of the token is from that of the top left square, in pixels.
TOKEN = """() => {
    const [token, corner] = [".table .here .thing", "[data-place=r0c0]"]
        .map(each => document.querySelector(each).getBoundingClientRect());
    return Math.hypot(
        token.x + token.width / 2 - corner.x - corner.width / 2,
        token.y + token.height / 2 - corner.y - corner.height / 2
    );
}"""


@pytest.mark.parametrize("text", ["welter 2,3,5", "silver-dollar 2,5,9", "dollar-bag 2d,4,6"])
def test_coins_lie_on_their_squares(page: Page, text: str) -> None:
    sit_down(page, text)
    expect(page.locator(".table .thing")).to_have_count(3)
    squares = [int(square.rstrip("d")) for square in text.split()[1].split(",")]
    near, middle, far = page.evaluate(COINS)
    assert abs((far - near) * (squares[1] - squares[0]) - (middle - near) * (squares[2] - squares[0])) < 20


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("antonim 2,4,6", ["2", "4", "6"]),
        ("euclid 34,13", ["34", "13"]),
        ("poker-nim 1,3:2,0", ["1", "3", "2", "0"]),
        ("kinds{a:a-1,a+b-2;b:b-1,-3} 5,2@b", ["5 a", "2 b"]),
    ],
)
def test_the_sizes_of_heaps_stand_below_them(page: Page, text: str, sizes: list[str]) -> None:
    """They are in sight, on a phone, too."""
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, text)
    assert page.evaluate(SIZES) == sizes
    assert page.evaluate("document.querySelector('.table').getBoundingClientRect().bottom") < 844


@pytest.mark.parametrize(("text", "sizes"), [("nim 9,14,23", ["9", "14", "23"]), ("fibonacci 100", ["100"])])
def test_the_sizes_of_high_heaps_stand_on_top(page: Page, text: str, sizes: list[str]) -> None:
    """A phone shows them before it scrolls."""
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, text)
    numbers = page.locator(".table text.size")
    expect(numbers).to_have_text(sizes)
    for number in numbers.all():
        expect(number).to_be_in_viewport(ratio=1)


def test_a_walk_shows_where_its_token_is(page: Page) -> None:
    sit_down(page, "downright 4,3,1", against="person")
    assert page.evaluate(TOKEN) < 2
    type_move(page, "down")
    wait_for_ply(page, 0)
    assert page.evaluate(TOKEN) < 2


def test_pieces_of_three_squares_are_asked_for(page: Page) -> None:
    sit_down(page, "place[I3,L3] 3x3")
    expect(page.locator(".rule").first).to_contain_text("I3, L3")
    expect(page.locator(".asked")).to_contain_text("the squares of your piece, one after the other")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("cram 2x3", ["1", "2", "1", "2", "3"]),
        ("dots-and-boxes 1x1", ["1", "2", "3", "a", "b", "c"]),
        ("turning-corners (1,2),(3,1)", ["0", "1", "2", "0", "1", "2", "3"]),
        ("downright 4,3", []),
    ],
)
def test_rows_and_columns_are_named_at_the_edge(page: Page, text: str, numbers: list[str]) -> None:
    """Where the moves speak of them."""
    sit_down(page, text)
    assert sorted(page.locator(".table .number").all_text_contents()) == sorted(numbers)


def test_a_rung_that_no_number_tells_says_what_it_teaches(page: Page) -> None:
    sit_down(page, "sprouts 3")
    expect(page.locator(".teaches")).to_contain_text("a line that cuts the paper in two")
    assert page.locator(".stars .start").all_text_contents() == ["1", "2", "3", "4", "5", "6"]
