"""The fourth stop: what is put together by dragging, with a finger, a mouse or the keyboard, and tables to fill in."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from table import sit_down

import sprague as sg


def conjecture(page: Page, text: str, **settings: str) -> None:
    """Open the fourth stop of a position."""
    sit_down(page, text, **settings) if "lang" not in settings else page.goto(
        f"/play?position={text}&lang={settings['lang']}"
    )
    page.locator("[role=tab]").nth(3).click()
    expect(page.locator(".conjecture h2").first).to_be_visible()
    if (opens := page.locator(".conjecture p > .soft")).count():
        opens.click()


def middle(thing: Locator) -> tuple[float, float]:
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_by_mouse(page: Page, one: Locator, other: Locator) -> None:
    page.mouse.move(*middle(one))
    page.mouse.down()
    page.mouse.move(*middle(other), steps=4)
    page.mouse.up()


def drag_by_finger(page: Page, one: Locator, other: Locator) -> None:
    hand = page.context.new_cdp_session(page)
    (x, y), (u, v) = middle(one), middle(other)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for k in (1, 2, 3, 4):
        point = {"x": x + (u - x) * k / 4, "y": y + (v - y) * k / 4}
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    hand.detach()


def press_by_keyboard(page: Page, one: Locator, other: Locator) -> None:
    one.focus()
    page.keyboard.press("Enter")
    expect(one).to_have_attribute("aria-pressed", "true")
    other.focus()
    page.keyboard.press("Enter")


def press(_: Page, one: Locator, other: Locator) -> None:
    one.click()
    other.click()


HANDS = [drag_by_mouse, drag_by_finger, press_by_keyboard, press]


def mark(page: Page, worth: int, heap: int) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^{worth} in the heap of {heap}\b"))


@pytest.mark.parametrize("hand", HANDS)
def test_marks_are_paired_by_hand(page: Page, hand: Callable[[Page, Locator, Locator], None]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    conjecture(page, "nim 3,5,7")
    lead = page.locator(".conjecture .tools").filter(has=page.get_by_role("button", name="The other player"))
    expect(lead).to_be_hidden()
    hand(page, mark(page, 4, 5), mark(page, 4, 7))
    expect(page.locator(".mark.paired")).to_have_count(2)
    expect(page.locator(".mark.paired").first).to_have_accessible_name(
        "4 in the heap of 5, paired with 4 in the heap of 7"
    )
    hand(page, mark(page, 2, 3), mark(page, 1, 5))  # of two columns: no pair
    page.keyboard.press("Escape")
    expect(page.locator(".mark.paired")).to_have_count(2)
    hand(page, mark(page, 2, 3), mark(page, 2, 7))
    hand(page, mark(page, 1, 5), mark(page, 1, 3))
    # One mark of 1 has no partner: 3 xor 5 xor 7 = 1.
    expect(page.locator(".conjecture [role=status]").first).to_contain_text("1 mark has no partner")
    lead.get_by_role("button", name="The other player").click()
    expect(page.locator(".conjecture [role=status]").first).to_contain_text("No.")
    assert sg.solve("nim 3,5,7").outcome == "N"
    lead.get_by_role("button", name="Whoever is to move").click()
    expect(page.locator(".conjecture [role=status]").first).to_contain_text("Right.")
    # What is paired can be taken apart, and the others stay.
    mark(page, 4, 5).click()
    expect(page.locator(".mark.paired")).to_have_count(4)
    page.get_by_role("button", name="Other heaps").click()
    expect(page.locator(".mark.paired")).to_have_count(0)


def test_the_arrow_keys_go_from_mark_to_mark(page: Page) -> None:
    conjecture(page, "nim 3,5,7")
    mark(page, 1, 3).focus()
    for key, reached in (
        ("ArrowDown", (1, 5)),
        ("ArrowDown", (1, 7)),
        ("ArrowLeft", (2, 7)),
        ("ArrowUp", (2, 3)),
    ):
        page.keyboard.press(key)
        expect(mark(page, *reached)).to_be_focused()


def test_marks_are_paired_in_cantonese(page: Page) -> None:
    conjecture(page, "nim 2,2", lang="yue-Hant-HK")
    marks = page.locator(".mark")
    drag_by_mouse(page, marks.nth(0), marks.nth(1))
    expect(page.locator(".mark.paired")).to_have_count(2)
    expect(marks.first).to_have_accessible_name("2 個嗰堆入面嘅 2，同 2 個嗰堆入面嘅 2 配成一對")


def test_values_are_found_and_rows_put_together(page: Page) -> None:
    """The pupil computes the mex of what is shown, fills in the sums of two rows, and puts two cards together."""
    conjecture(page, "dots 7")
    values = [0]
    for n in range(1, 6):
        expect(page.get_by_label(f"Value of {n}", exact=True)).to_be_visible()
        options = set()
        for line in page.locator(".conjecture .chips li").all():
            parts = [int(each) for each in re.findall(r"\*(\d+)", line.inner_text())]
            total = 0
            for part in parts:
                total ^= part
            if len(parts) > 1:
                line.locator("input").fill(str(total))
            options.add(total)
        values.append(next(value for value in range(len(options) + 1) if value not in options))
        page.get_by_label(f"Value of {n}", exact=True).fill(str(values[-1] + 1))
        page.keyboard.press("Enter")
        expect(page.locator(".puzzle [role=status]")).to_contain_text("No:")
        page.get_by_label(f"Value of {n}", exact=True).fill(str(values[-1]))
        page.keyboard.press("Enter")
    assert values == [0, 1, 1, 2, 0, 3]  # Dawson's chess, Guy and Smith 1956
    cards = page.locator(".valued")
    expect(cards).to_have_count(5)
    drag_by_mouse(page, cards.nth(0), cards.nth(2))
    sum_of_both = page.locator(".together").get_by_label("*1 and *2 together")
    expect(sum_of_both).to_be_focused()
    for guess, said in (("2", "No."), ("3", "Right: that is not 0")):
        sum_of_both.fill(guess)
        page.keyboard.press("Enter")
        expect(page.locator(".together [role=status]")).to_contain_text(said)
    press_by_keyboard(page, cards.nth(0), cards.nth(1))
    page.locator(".together").get_by_label("*1 and *1 together").fill("0")
    page.keyboard.press("Enter")
    expect(page.locator(".together [role=status]")).to_contain_text("equal values cancel")


def test_a_workshop_opens_after_a_game_or_for_who_asks(page: Page) -> None:
    sit_down(page, "nim 1,2", against="person")
    page.get_by_role("tab", name="My rule").click()
    expect(page.get_by_role("button", name="Open the workshop now")).to_be_visible()
    expect(page.locator(".mark")).to_have_count(0)
    page.evaluate("""() => localStorage.setItem("sprague.notebook",
        JSON.stringify([{ left: "nim 1,1", won: true, game: 1, kind: "nim" }]))""")
    page.reload()
    page.get_by_role("tab", name="My rule").click()
    expect(page.locator(".mark")).to_have_count(2)


def test_lengths_that_help_are_told_to_who_asks(page: Page) -> None:
    conjecture(page, "fibonacci 12")
    page.get_by_label("Length of the new block").fill("4")
    page.get_by_role("button", name="Cut off a block").click()
    page.get_by_role("button", name="Try to take the smallest block").click()
    told = (
        page.locator(".conjecture [role=status]")
        .filter(has_text="Taking")
        .or_(page.get_by_text("From now on"))
    )
    assert not any(move.to.text == "fibonacci 8:8" for move in sg.parse("fibonacci 12").winning_moves)
    expect(told).to_contain_text("Taking 4 lets the win go.")
    expect(told).not_to_contain_text("1, 2, 3, 5, 8")
    page.get_by_role("button", name="Which lengths help?").click()
    expect(told).to_contain_text("1, 2, 3, 5, 8, 13")


def test_the_addition_table_is_filled_in(page: Page) -> None:
    conjecture(page, "nim 1,2")
    table = page.locator(".addition")
    expect(table.locator("input")).to_have_count(16)
    wrong = page.get_by_label("*1 and *2 together")
    wrong.fill("4")
    page.keyboard.press("Enter")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    for a in range(4):
        for b in range(a, 4):
            page.get_by_label(f"*{a} and *{b} together").first.fill(str(a ^ b))
            page.keyboard.press("Enter")
            expect(page.get_by_label(f"*{b} and *{a} together").first).to_have_attribute("readonly", "")
    expect(page.get_by_text("The table is full.")).to_be_visible()
    page.get_by_role("button", name="A larger table").click()
    expect(table.locator("input")).to_have_count(64)
    expect(table.locator("input[readonly]")).to_have_count(16)
    expect(table.locator("input:not([readonly])").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("*1 and *4 together").first).to_be_focused()
