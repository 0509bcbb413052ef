"""A whole game of every ruleset by clicks, on the real page."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from table import expect_drawn, expect_turn, move, over, plies, sit_down

from sprague.workbench.registry import builtin_rulesets

#: Instead of a ruleset's own example, a shorter game of it.
SHORTER = {
    "circle": "circle 11",
    "cram": "cram 3x4",
    "dots": "dots 3,5",
    "dots-and-boxes": "dots-and-boxes 1x2",
    "fibonacci": "fibonacci 21",
    "global-fibonacci": "global-fibonacci 5,6:4",
    "kayles": "kayles 8",
    "northcott": "northcott w..b",
    "poker-nim": "poker-nim 1,2:1,1",
    "princess-and-roses": "princess-and-roses 1,2,3",
    "slow[k=2]": "slow[k=2] 1,2,3",
}


@pytest.fixture(scope="module")
def page(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """One page for all games, as for who plays one after the other: to open it anew takes longer than a game."""
    context = browser.new_context(**browser_context_args)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("ruleset", builtin_rulesets(), ids=lambda ruleset: ruleset.head)
def test_a_whole_game_by_clicks(page: Page, ruleset) -> None:
    chance = Random(ruleset.head)
    sit_down(page, SHORTER.get(ruleset.head, ruleset.example), level="random")
    expect_drawn(page)
    for _ in range(60):
        if over(page):
            break
        move(page, chance)
        expect_drawn(page)
    assert over(page)
    if ruleset.kind == "loopy" and page.locator(".turn", has_text="A draw").count():
        return
    won = len(plies(page)) % 2 == 1
    expect_turn(page, "You win!" if won else "The computer wins.")
