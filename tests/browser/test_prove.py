"""The fifth stop: claims that the reader tries to break, and attacks that the reader answers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from table import sit_down, touch

import sprague as sg


def prove(page: Page, text: str) -> tuple[Locator, Locator]:
    """Open the fifth stop: where a claim is to be broken, and where replies are to be found."""
    sit_down(page, text)
    page.get_by_role("tab", name="Prove").click()
    expect(page.locator(".claim")).to_have_count(2)
    return page.locator(".claim").first, page.locator(".claim").last


def play(claim: Locator, place: int) -> None:
    """Touch a place of a board, and play what it means."""
    target = claim.locator(".table .target").nth(place)
    target.scroll_into_view_if_needed()
    touch(target)
    claim.locator(".choice .primary").click()


@pytest.mark.parametrize("width", [390, 1366])
def test_no_move_breaks_the_first_claim(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    breaking, _ = prove(page, "kayles 2,2")
    said = breaking.locator(".verdict")
    attacks = len({move.to.text for move in sg.parse("kayles 2,2").touchable()})
    for place, count in ((0, 1), (1, 1), (3, 2)):  # both skittles of a row leave the same
        play(breaking, place)
        expect(said).to_contain_text("No trap: there is a way out of it.")
        expect(said).to_contain_text(f"Tried: {count} of {attacks} moves.")
        expect(breaking.locator(".film li")).to_have_count(2)
        breaking.get_by_role("button", name="Try another move").click()
        expect(breaking.locator(".film li")).to_have_count(0)


def test_each_attack_has_a_reply(page: Page) -> None:
    """From 2 and 2 counters: the reply makes both heaps equal again, and any other move is answered."""
    _, replying = prove(page, "nim 2,2")
    attacks = replying.locator(".attacks button")
    expect(attacks).to_have_count(len({move.to.text for move in sg.parse("nim 2,2").touchable()}))
    said, seal = replying.locator(".verdict"), replying.locator(".seal")
    for number in range(attacks.count()):
        attacks.nth(number).click()
        expect(said).to_contain_text("Find the way out.")
        expect(seal).to_be_hidden()
        stand = [int(n) for n in re.findall(r"\d+", replying.locator(".table").inner_text())]
        assert len(stand) == 2 and max(stand) == 2
        # Touch the lowest counter that goes.
        play(replying, min(stand) if stand[0] == max(stand) else sum(stand[:1]) + min(stand))
        expect(said).to_contain_text("Right: you left a trap.")
        expect(attacks.nth(number)).to_have_accessible_description("answered")
    expect(seal).to_have_text("Every attack has a reply, and each reply leaves a trap. So this is a trap.")


def test_a_wrong_reply_is_answered(page: Page) -> None:
    _, replying = prove(page, "kayles 3,3")
    attack = replying.locator(".attacks button").first
    attack.click()
    expect(replying.locator(".verdict")).to_contain_text("Find the way out.")
    # Knock the single ones down until the answer says that it was no trap.
    for place in range(5):
        play(replying, place)
        expect(replying.locator(".verdict")).to_have_text(re.compile("^(Right|That is no trap)"))
        if replying.locator(".verdict").inner_text().startswith("That"):
            break
        attack.click()
        expect(replying.locator(".verdict")).to_contain_text("Find the way out.")
    expect(replying.locator(".verdict")).to_contain_text("the computer has a way out")
    replying.get_by_role("button", name="Try another reply").click()
    expect(replying.locator(".verdict")).to_contain_text("Find the way out.")


def test_where_nothing_can_be_attacked_the_steps_stand_alone(page: Page) -> None:
    sit_down(page, "token")
    page.get_by_role("tab", name="Prove").click()
    expect(page.locator(".steps li").first).to_be_visible()
    expect(page.locator(".claim")).to_have_count(0)
