"""Games on the real page: sums, other kinds of play, draws, levels, and the keyboard alone."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, Route, expect
from table import (
    expect_turn,
    more,
    move,
    over,
    plies,
    position,
    settle,
    sit_down,
    touch,
    type_move,
    wait_for_ply,
)


def test_a_sum_and_a_second_person(page: Page) -> None:
    chance = Random(1)
    sit_down(page, "wythoff 1,2 + cram 2x2 + dots 3", against="person")
    while not over(page):
        expect_turn(page, f"It is the {'first' if len(plies(page)) % 2 == 0 else 'second'} player's turn.")
        move(page, chance)
    expect_turn(page, f"The {'first' if len(plies(page)) % 2 else 'second'} player wins.")


def test_misere_nim_is_lost_by_the_last_move(page: Page) -> None:
    chance = Random(2)
    sit_down(page, "misere nim 1,1,1", against="person")
    for _ in range(3):
        move(page, chance)
    expect_turn(page, "The second player wins.")


def test_a_position_that_comes_back_a_third_time_is_a_draw(page: Page) -> None:
    chance = Random(3)
    sit_down(page, "loopy edges:a>b,b>a@a", against="person")
    for _ in range(4):
        assert not over(page)
        move(page, chance)
    expect_turn(page, "A draw: the position came back a third time.")
    assert over(page) and page.locator(".table .target").count() == 0
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    sit_down(page, "loopy edges:a>b,b>a@a")
    while not over(page):
        move(page, chance)
    assert len(plies(page)) == 4
    expect_turn(page, "A draw: the position came back a third time.")


def test_a_draw_is_offered_and_agreed_to(page: Page) -> None:
    sit_down(page, "loopy edges:a>b,b>a@a")
    more(page)
    page.get_by_role("button", name="Offer a draw").click()
    expect_turn(page, "A draw, as both agreed.")
    expect(page.locator(".news")).to_contain_text("The computer agrees")
    sit_down(page, "loopy edges:a>b,b>a,b>c@a")
    more(page)
    page.get_by_role("button", name="Offer a draw").click()
    expect(page.locator(".news")).to_contain_text("The computer plays on: it can force the end.")
    expect_turn(page, "It is your turn.")
    sit_down(page, "loopy edges:a>b,b>a@a", against="person")
    more(page)
    page.get_by_role("button", name="Agree on a draw").click()
    expect_turn(page, "A draw, as both agreed.")
    sit_down(page, "nim 1,2")
    expect(page.get_by_role("button", name="Offer a draw")).to_have_count(0)


def test_by_keyboard_alone(page: Page) -> None:
    sit_down(page, "wythoff 3,5", level="random")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('target')"):
            break
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    for _ in range(20):
        before = len(plies(page))
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        wait_for_ply(page, before)
        if over(page):
            break
        assert page.evaluate("document.activeElement.classList.contains('target')")
    assert over(page)


def test_moves_are_told_to_a_screen_reader(page: Page) -> None:
    sit_down(page, "nim 2,2")
    status = page.get_by_role("status").filter(has_text="turn")
    page.get_by_role("button", name="take 1 from the heap of 2").first.click()
    page.get_by_role("button", name="Play: take 1 from the heap of 2").click()
    expect(status).to_contain_text("The computer: take 1 from the heap of 2.")


def test_the_perfect_level_wins_and_keeps_the_reason_to_itself(page: Page) -> None:
    sit_down(page, "nim 1,3", first="computer")
    assert position(page) == "nim 1,1"
    sit_down(page, "nim 4,4", first="computer")
    expect(page.locator(".news p")).to_have_count(1)
    expect(page.locator(".news em")).to_have_count(0)


def test_the_teacher_says_whether_the_win_was_kept(page: Page) -> None:
    sit_down(page, "nim 1,3", level="teacher")
    type_move(page, "nim 1,2")
    expect(page.locator(".played ol button")).to_have_count(2)
    expect(page.locator(".news")).to_contain_text("lets the win go")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".place")).to_have_text("nim 1,3")
    type_move(page, "take 2 from the heap of 3")
    expect(page.locator(".news")).to_be_visible()
    expect(page.locator(".played ol button")).to_have_count(2)


def test_words_typed_while_the_page_waits_are_kept(page: Page) -> None:
    sit_down(page, "nim 1,3")
    field = page.get_by_label("A move in words")
    type_move(page, "nim 1,2")
    expect(page.locator(".played ol button")).to_have_count(2)
    expect_turn(page, "It is your turn.")
    expect(field).to_have_value("")

    def late(route: Route) -> None:
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/api/position*", late)
    page.get_by_role("button", name="Start", exact=True).click()
    field.fill("take 2 from the heap of 3")
    expect(page.locator(".place")).to_have_text("nim 1,3")
    expect(field).to_have_value("take 2 from the heap of 3")
    expect(field).to_be_focused()
    field.press("Enter")
    expect(page.locator(".played ol button")).to_have_count(2)


def test_hints_lead_to_a_win(page: Page) -> None:
    sit_down(page, "wythoff 4,9")
    for _ in range(20):
        for steps in range(1, 8):
            page.get_by_role("button", name="Hint" if steps == 1 else "More of the hint", exact=True).click()
            expect(page.locator(".hint li")).to_have_count(steps)
            if page.get_by_role("button", name="More of the hint").is_disabled():
                break
        words = page.locator(".hint li.move").inner_text()
        before = len(plies(page))
        type_move(page, words)
        wait_for_ply(page, before)
        if over(page):
            break
    expect_turn(page, "You win!")


def test_a_stone_is_moved_by_touching_it_and_then_where_it_goes(page: Page) -> None:
    """Clobber: either of two neighbours may take the other, and the order of the touches tells which does."""
    sit_down(page, "clobber 1x3")
    assert [page.locator(f".table .stone.{shade}").count() for shade in ("dark", "light")] == [2, 1]
    for place in ("r0c1", "r0c0"):
        touch(page.locator(f".table [data-place={place}]"))
    settle(page)
    assert plies(page)[0].endswith("move ○ from row 1, column 2 onto ● at row 1, column 1")
    assert [page.locator(f".table .stone.{shade}").count() for shade in ("dark", "light")] == [1, 1]
    assert over(page)
