"""On a phone: the largest rung of the first ladder is won by a finger alone, and a finger finds every place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect
from table import expect_turn, nearness, over, plies, position, sit_down, wait_for_ply

import sprague as sg

#: Half the width of the knob of a slider, in pixels.
KNOB = 8

#: A finger needs at most so many steps after it has drawn the slider.
STEPS = 12


@pytest.fixture
def page(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A phone with a touch screen."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(**{**browser_context_args, **phone})
    yield context.new_page()
    context.close()


def middle(place: Locator) -> tuple[float, float]:
    expect(place).to_be_in_viewport()
    box = place.bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= 43.5, box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def draw(finger: CDPSession, slider: Locator, share: float) -> None:
    """Draw the knob of a slider from where it is to this share of its way."""
    _, y = middle(slider)
    box = slider.bounding_box()
    assert box is not None
    first = slider.evaluate("({ value, min, max }) => (value - min) / Math.max(1, max - min)")
    begin, end = (box["x"] + KNOB + part * (box["width"] - 2 * KNOB) for part in (first, share))
    for kind, x in ("touchStart", begin), ("touchMove", (begin + end) / 2), ("touchMove", end):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def take(page: Page, finger: CDPSession, heaps: list[int], count: int) -> None:
    for heap in heaps:
        page.touchscreen.tap(*middle(page.locator(f".table [data-place=h{heap}] .ring")))
    number, slider = page.locator(".choice .count"), page.locator(".choice input[type=range]")
    most = int(slider.get_attribute("max") or 1)
    draw(finger, slider, (count - 1) / max(1, most - 1))
    for _ in range(STEPS):
        left = count - int(number.input_value())
        if left == 0:
            break
        page.touchscreen.tap(*middle(page.get_by_role("button", name="One more" if left > 0 else "One less")))
    play = page.locator(".choice .primary")
    expect(play).to_contain_text(f"take {count} ")
    page.touchscreen.tap(*middle(play))


def test_the_boss_of_the_jars_is_won_by_a_finger(page: Page) -> None:
    finger = page.context.new_cdp_session(page)
    sit_down(page, "wythoff 500,1000", level="perfect")
    while not over(page):
        before = len(plies(page))
        here = sg.parse(position(page))
        now = here.components[0].state
        after = here.winning_moves[0].to.components
        left = after[0].state if after else (0, 0)
        # What is left may stand the other way round.
        ways = [[n - m for n, m in zip(now, each, strict=True)] for each in (left, left[::-1])]
        taken = next(way for way in ways if min(way) == 0 < max(way) or way[0] == way[1])
        take(page, finger, [heap for heap, count in enumerate(taken) if count], max(taken))
        wait_for_ply(page, before)
    expect_turn(page, "You win!")


@pytest.mark.parametrize("text", ["chomp 8x8", "dots 20,21", "sylver 5,6"])
def test_a_finger_finds_every_place(page: Page, text: str) -> None:
    sit_down(page, text, against="person")
    assert nearness(page) >= 43.9
