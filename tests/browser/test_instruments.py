"""The third and fourth stop as instruments: boards to sort, rules that are tested while they are made, mirrors, bites,
twigs and pairs. What the engine says there is tested in ``tests/playing/test_workshops.py``."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from table import sit_down
from test_conjecture import conjecture, press

import sprague as sg


def rule(page: Page, trap: str, when: str, guess: str) -> None:
    """Fill in the gaps of the rule."""
    for label, words in (("A trap or not", trap), ("In which cases", when), ("What is so", guess)):
        page.get_by_label(label, exact=True).select_option(words)


def test_a_rule_is_tested_and_its_first_counterexample_is_a_board(page: Page) -> None:
    conjecture(page, "kayles 5")
    told = page.locator(".my-rule [role=status]")
    expect(told).to_contain_text("32 boards")
    rule(page, "no trap", "when", "there are two, and they differ")
    # Rows of 1 and 4 are worth the same (Guy and Smith 1956: 0, 1, 2, 3, 1, …).
    assert sg.parse("kayles 1,4").outcome == "P"
    expect(told).to_contain_text("Right on 13 of 15 boards. Here it breaks:")
    expect(page.locator(".broken")).to_contain_text("This is a trap.")
    expect(page.locator(".broken svg")).to_have_count(2)
    rule(page, "a trap", "exactly when", "the values on its cards cancel")
    expect(told).to_contain_text("Right on all 32 boards, exactly.")
    rule(page, "a trap", "when", "there are two, and both numbers are even")
    page.locator(".broken").get_by_role("button", name="Play it").click()
    expect(page).to_have_url(re.compile(r"kayles(\+|%20)2(,|%2C)4"))


def test_boards_are_sorted(page: Page) -> None:
    sit_down(page, "cram 3x3")
    page.get_by_role("tab", name="Collect").click()
    judge = page.locator(".sorted")
    page.get_by_role("button", name=re.compile(r"^Board \d+: 2x2$")).click()
    judge.get_by_role("button", name="There is a way out").click()
    expect(judge).to_contain_text("No: every move from here can be answered.")
    judge.get_by_role("button", name="A trap").click()
    expect(judge).to_contain_text("Right.")
    page.get_by_role("button", name=re.compile(r"^Board \d+: 2x3$")).click()
    judge.get_by_role("button", name="There is a way out").click()
    expect(page.locator(".shelves .sign")).to_have_count(2)
    page.reload()
    page.get_by_role("tab", name="Collect").click()
    expect(page.locator(".shelves .sign")).to_have_count(2)
    expect(page.get_by_text("Sorted: 2 of 18 boards.")).to_be_visible()


def test_a_move_and_its_partner(page: Page) -> None:
    conjecture(page, "cram 2x3")
    told = page.locator(".conjecture [role=status]").first
    expect(told).to_contain_text("1 move has no partner.")
    svg = page.locator(".mirror svg.picture").last
    box = svg.bounding_box()
    assert box is not None
    svg.click(position={"x": box["width"] / 2, "y": box["height"] / 2})  # the domino in the middle
    expect(told).to_contain_text("Copying fails here.")
    expect(page.locator(".mark.clash")).to_have_count(2)
    svg.click(position={"x": box["width"] * 0.2, "y": box["height"] / 2})
    expect(told).to_contain_text("it can be copied")
    page.get_by_role("button", name="Left and right").click()
    expect(told).to_contain_text("5 moves have no partner.")


def test_the_stolen_bite(page: Page) -> None:
    conjecture(page, "chomp 2x2")
    told = page.locator(".conjecture [role=status]").first
    expect(told).to_contain_text("The same bar. Tried: 1 of 2 moves.")
    page.get_by_role("button", name="Next bite").click()
    expect(told).to_contain_text("could have begun with that bite")


def test_twigs_grow_together(page: Page) -> None:
    conjecture(page, "hackenbush edges:ground-a,a-b,a-c,ground-d")
    told = page.locator(".conjecture [role=status]").first

    def join(one: str, other: str, length: int) -> None:
        press(page, page.get_by_role("button", name=one), page.get_by_role("button", name=other))
        page.get_by_label("How long is the one twig?").fill(str(length))
        page.keyboard.press("Enter")

    ones = page.get_by_role("button", name=re.compile(r"Twig \d: 1 long"))
    expect(ones).to_have_count(3)
    press(page, ones.nth(1), ones.nth(2))
    page.get_by_label("How long is the one twig?").fill("2")
    page.keyboard.press("Enter")
    expect(told).to_contain_text("So they differ.")
    page.get_by_label("How long is the one twig?").fill("0")
    page.keyboard.press("Enter")
    expect(told).to_contain_text("worth the same as before")
    join("Twig 1: 1 long", "Twig 2: 1 long", 0)
    expect(page.locator(".twigs .valued")).to_have_count(0)


def test_places_are_paired(page: Page) -> None:
    conjecture(page, "geography path:4@1")
    told = page.locator(".conjecture [role=status]").first
    svg = page.locator(".touched svg")
    box = svg.bounding_box()
    assert box is not None

    def touch(*places: int) -> None:
        for place in places:
            svg.click(position={"x": box["width"] * (0.16 + 0.227 * (place - 1)), "y": box["height"] / 2})

    touch(1, 2)
    expect(told).to_contain_text("2 places have no partner.")
    page.get_by_role("button", name="Try it").click()
    expect(told).to_contain_text("Here the rule breaks:")
    expect(page.locator(".bench .film li")).to_have_count(3)
    touch(3, 4)
    page.get_by_role("button", name="Try it").click()
    expect(told).to_contain_text("It wins against every reply.")


def test_jars_are_filled_with_traps(page: Page) -> None:
    conjecture(page, "fibonacci 12")
    told = page.locator(".conjecture [role=status]").first
    for n in (1, 2, 3, 5, 8):
        page.get_by_label("The next trap").fill(str(n))
        page.keyboard.press("Enter")
        expect(told).to_contain_text(f"Right: {n} is the next trap.")
    page.get_by_label("The next trap").fill("21")
    page.keyboard.press("Enter")
    expect(told).to_contain_text("one before it is missing")
    page.get_by_role("button", name="Add two neighbours").click()
    expect(page.locator(".jar.hit")).to_have_count(3)  # 3, 5 and 8
