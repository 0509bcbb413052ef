"""The notebook's board in a real browser, with the game behind it in Python, as anywidget joins the two."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import sprague as sg
from sprague.notebook import SCRIPT, Game
from sprague.words import languages

#: A page with a button of its own, and a model that passes messages on.
NOTEBOOK = """
<!doctype html><html lang="en"><title>notebook</title>
<button id="own" style="all: revert">the notebook's own</button><p class="last-board">the last board</p>
<div id="cell"></div>
<script>
  const listeners = [];
  window.start = (esm, state, words) => {
    const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
    const values = { state, words, hidden: "last-board" };
    const model = {
      get: (name) => values[name],
      on: (_, listener) => listeners.push(listener),
      off: () => undefined,
      send: async (message) => {
        values.state = await window.receive(message);
        for (const listener of listeners) listener();
      },
    };
    const el = document.getElementById("cell");
    return import(address).then(({ default: widget }) => void widget.render({ model, el }));
  };
</script>
"""


@pytest.fixture
def game() -> Game:
    return Game("wythoff 5,8", seed=1)


@pytest.fixture
def cell(page: Page, game: Game) -> Page:
    def receive(message: dict[str, Any]) -> dict[str, Any]:
        game.receive(message)
        return game.state()

    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.expose_function("receive", receive)
    page.set_content(NOTEBOOK)
    words = {"language": "en", "texts": {}, "plurals": languages.plurals("en")}
    page.evaluate(
        "([esm, state, words]) => start(esm, state, words)", [SCRIPT.read_text("utf-8"), game.state(), words]
    )
    assert not faults
    return page


def test_the_board_hides_the_picture_for_notebooks_without_it(cell: Page) -> None:
    expect(cell.locator(".last-board")).to_have_count(1)
    expect(cell.locator(".last-board")).to_be_hidden()


def test_a_chart_needs_no_network(page: Page) -> None:
    page.context.set_offline(True)
    shown = sg.charts.plot("kayles", 20)._repr_mimebundle_()["text/html"]
    page.set_content(
        f"<!doctype html><title>notebook</title>{shown}{sg.charts.plot('nim', 5)._repr_mimebundle_()['text/html']}"
    )
    expect(page.locator("svg .mark-symbol.role-mark path")).to_have_count(21 + 6)


def test_a_game_is_won_by_clicks(cell: Page, game: Game) -> None:
    for _ in range(10):
        if game.state()["shown"]["over"]:
            break
        win = game.match.now.winning_moves[0]
        if cell.locator(".moves").get_attribute("open") is None:
            cell.locator(".moves summary").click()
        cell.locator(".moves li").get_by_role("button", name=str(win.sentence), exact=True).click()
        expect(cell.locator("p code").first).not_to_have_text(win.position.text)
    expect(cell.get_by_text("No move is left: you win.")).to_be_visible()


def test_a_move_is_made_on_the_board_and_taken_back(cell: Page, game: Game) -> None:
    cell.locator("svg .target").first.click()
    cell.get_by_role("button", name="Play: ").click()
    expect(cell.get_by_text("computer: ")).to_be_visible()
    assert game.match.at == 2
    cell.get_by_role("button", name="Undo").click()
    expect(cell.locator("p code").first).to_have_text("wythoff 5,8")


def test_a_hint_lights_up_the_move(cell: Page) -> None:
    for _ in range(5):
        cell.get_by_role("button", name="Hint").click()
    expect(cell.locator(".lit")).to_have_count(5)


def test_the_style_stays_inside(cell: Page) -> None:
    look = "element => getComputedStyle(element).borderRadius"
    assert cell.locator("#own").evaluate(look) != cell.get_by_role("button", name="Hint").evaluate(look)
    assert (
        cell.locator(".shape").first.evaluate("element => getComputedStyle(element).fill") != "rgb(0, 0, 0)"
    )
