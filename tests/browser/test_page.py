"""Everything around a game: addresses, undo, files, panels, languages, accessibility."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from folders import ROOT
from playwright.sync_api import Page, Route, expect
from table import more, plies, position, settle, sit_down, touch, type_move, wait_for_ply

SOURCES = ROOT / "web" / "src"

#: The addresses that are looked at as a whole, and what is opened there.
VIEWS = {
    "home": ("/", ""),
    "lab": ("/lab", ""),
    "play": ("/play?position=wythoff+5,8", ""),
    "understand": ("/play?position=wythoff+10,15", "Why?"),
    "collect": ("/play?position=wythoff+5,8", "Collect"),
    "conjecture": ("/play?position=wythoff+5,8", "My rule"),
    "prove": ("/play?position=wythoff+5,8", "Prove"),
    "sum": ("/play?position=nim+3,4+%2B+dots+5+%2B+cram+..%23../.%23...", "Why?"),
}


def play(page: Page, words: str) -> None:
    before = len(plies(page))
    type_move(page, words)
    wait_for_ply(page, before)


#: Pairs that a pupil has seen to be lost.
SEEN = [f"wythoff {pair}" for pair in ("1,2", "3,5", "4,7", "6,10", "8,13", "9,15", "11,18")]


def visit(page: Page, view: str) -> None:
    address, tab = VIEWS[view]
    if view == "conjecture":
        page.add_init_script(f"localStorage.setItem('sprague.lost', JSON.stringify({json.dumps(SEEN)}))")
    page.goto(address)
    if tab:
        page.locator('[role="tab"]').nth(["Play", "Why?", "Collect", "My rule", "Prove"].index(tab)).click()
    if tab == "Why?":
        page.locator(".answer summary").click()
        expect(page.locator(".verdict")).to_be_visible()
    if tab == "My rule":
        page.locator(".panel:visible .rest > button").last.click()
        expect(page.locator(".chains li").first).to_be_visible()
    if tab == "Prove":
        expect(page.locator(".steps li").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)


def test_the_address_reads_back(page: Page) -> None:
    sit_down(page, "wythoff 5,8", level="slips")
    play(page, "wythoff 5,7")
    now = position(page)
    expect(page).to_have_url(f"/play?position={quote(now, safe='')}&level=slips")
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator(".place")).to_have_text(now)
    expect(page.get_by_label("Level")).to_have_value("slips")


def test_the_words_of_a_hint_are_played_in_cantonese(page: Page) -> None:
    page.goto("/play?position=wythoff+5,8&lang=yue-Hant-HK")
    hint = page.locator(".tools .soft")
    for steps in range(1, 8):
        if page.locator(".hint li.move").count():
            break
        hint.click()
        expect(page.locator(".hint li")).to_have_count(steps)
    words = page.locator(".hint li.move")
    expect(words).to_contain_text("罐")
    page.locator(".moves summary").click()
    page.locator(".moves form.given input").fill(words.inner_text())
    page.locator(".moves form.given button").click()
    expect(page.locator(".played ol button")).to_have_count(2)
    expect(page.locator(".played ol button").first).to_contain_text("喺第二個罐攞 5 塊")


def test_back_and_forward_go_through_the_game(page: Page) -> None:
    sit_down(page, "wythoff 5,8")
    play(page, "wythoff 5,7")
    after = position(page)
    expect(page).to_have_url(f"/play?position={quote(after, safe='')}&level=perfect")
    page.go_back()
    expect(page.locator(".place")).to_have_text("wythoff 5,8")
    page.go_forward()
    expect(page.locator(".place")).to_have_text(after)
    expect(page).to_have_url(f"/play?position={quote(after, safe='')}&level=perfect")
    page.reload()
    expect(page.locator(".played ol button")).to_have_count(2)


def test_undo_redo_restart_and_going_on_from_any_point(page: Page) -> None:
    sit_down(page, "wythoff 5,8")
    play(page, "wythoff 5,7")
    after = position(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".place")).to_have_text("wythoff 5,8")
    more(page)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".place")).to_have_text(after)
    page.locator(".played ol button").first.click()
    expect(page.locator(".place")).to_have_text("wythoff 5,7")
    page.get_by_role("button", name="Let the computer move").click()
    expect(page.locator(".played ol button")).to_have_count(2)
    settle(page)
    more(page)
    page.get_by_role("button", name="Restart").click()
    expect(page.locator(".played ol button")).to_have_count(0)
    more(page)
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator(".played ol button")).to_have_count(1)
    assert plies(page)[0].startswith("The computer:")


def test_a_game_is_saved_and_loaded(page: Page, tmp_path: Path) -> None:
    sit_down(page, "cram 2x3", level="random")
    play(page, "cram ##./...")
    told, now = plies(page), position(page)
    more(page)
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save the game").click()
    file = tmp_path / "game.txt"
    kept.value.save_as(file)
    assert file.read_text().startswith("sprague game\nstart: cram 2x3\nyou: first\n")
    page.goto("/play?position=nim+1")
    settle(page)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".place")).to_have_text(now)
    assert plies(page) == told
    file.write_text("sprague game\nstart: nim 3\n1. nim 5 ; take minus two\n")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator("body")).to_contain_text("A move of this game cannot be made: it is left out")
    expect(page.locator(".place")).to_have_text("*3")
    file.write_text("a letter")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("not a saved game")


def test_any_position_sums_and_errors(page: Page) -> None:
    page.goto("/lab")
    field = page.get_by_label("Any position, in the notation")
    field.fill("wytoff 3,4")
    page.get_by_role("button", name="Play this position").click()
    expect(page.locator(".told")).to_contain_text("did you mean wythoff")
    field.fill("")
    for word, example in (("nim", "nim 3,4,5"), ("wythoff", "wythoff 5,8")):
        page.get_by_label("Find a game").fill(word)
        page.get_by_role("button", name=f"Add {example} to a sum").click()
    expect(field).to_have_value("nim 3,4,5 + wythoff 5,8")
    page.get_by_role("button", name="Play this position").click()
    expect(page.locator(".place")).to_have_text("nim 3,4,5 + wythoff 5,8")


@pytest.mark.parametrize(
    ("kind", "position_text"),
    [
        ("code", "0.137 7,9,10"),
        ("subtract", "subtract{1,3,4} 20"),
        ("vectors", "vectors{(0,k),(k,0),(k,k)} 5,7"),
    ],
)
def test_rules_of_ones_own(page: Page, kind: str, position_text: str) -> None:
    page.goto("/lab")
    page.get_by_label("Kind of rule").select_option(kind)
    page.locator(".own").get_by_role("button", name="Play it").click()
    expect(page.locator(".place")).to_have_text(position_text)


def test_understanding_shows_values_and_winning_moves(page: Page) -> None:
    visit(page, "sum")
    panel = page.locator("[role=tabpanel]:visible")
    expect(panel.locator("tfoot")).to_contain_text("Sum by columns")
    expect(panel.locator(".wins button").first).to_be_enabled()
    page.get_by_label("Show them on the board").check()
    expect(page.locator(".piece.lit").first).to_be_attached()
    expect(page.locator(".piece.region-0").first).to_be_attached()
    expect(page.locator(".piece.region-1").first).to_be_attached()
    panel.locator(".wins button").first.click()
    wait_for_ply(page, 1)
    expect(page.locator(".played ol button")).to_have_count(2)


def test_three_lines_of_sight(page: Page) -> None:
    visit(page, "understand")
    chart = page.locator(".chart")
    expect(chart.locator(".sight")).to_have_count(3)
    expect(chart.locator(".hits")).to_have_count(3)
    expect(page.locator("[role=tabpanel]:visible")).to_contain_text("3 P-pairs are in sight")


def test_the_notebook_keeps_what_was_left(page: Page) -> None:
    sit_down(page, "nim 1,2")
    play(page, "nim 1,1")
    play(page, "*0")
    page.get_by_role("tab", name="Collect").click()
    rows = page.locator(".notes tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text("won")


def catalogue() -> dict[str, object]:
    """Every text of the page, as the translators' files are made, in brackets."""
    from babel.messages.extract import extract_from_file

    texts: dict[str, object] = {}
    for file in sorted(SOURCES.rglob("*.ts")):
        for _, keys, _, _ in extract_from_file("javascript", file, {"t": None, "tn": (1, 2)}):
            if isinstance(keys, tuple):
                texts[keys[0]] = [f"⟦{key}⟧" for key in keys]
            else:
                texts[keys] = f"⟦{keys}⟧"
    assert len(texts) > 100
    return texts


def bracket(route: Route) -> None:
    """The server's answer with every sentence in brackets; names in the notation stay."""

    def inside(value: object, name: str = "") -> object:
        if isinstance(value, dict):
            return {key: inside(each, key) for key, each in value.items()}
        if isinstance(value, list):
            return [inside(each, name) for each in value]
        sentences = ("rule", "title", "chapter", "move", "reason", "why", "sentence", "message")
        sentences += ("steps", "behind")
        return f"⟦{value}⟧" if isinstance(value, str) and name in sentences else value

    response = route.fetch()
    route.fulfill(response=response, json=inside(response.json()))


def pseudo(page: Page) -> None:
    page.route("**/api/**", bracket)
    page.route(
        "**/api/languages*",
        lambda route: route.fulfill(json={"languages": ["en", "en-XA"], "chosen": "en-XA"}),
    )
    page.route(
        "**/api/texts*",
        lambda route: route.fulfill(
            json={"language": "en-XA", "texts": catalogue(), "plurals": []}
            if "en-XA" in route.request.url
            else {"language": "en", "texts": {}, "plurals": []}
        ),
    )


UNWRAPPED = """() => {
    const found = [];
    const look = (text, element) => {
        if (element.closest("[translate]")?.getAttribute("translate") === "no") return;
        if (element.closest("noscript, script, style, option[lang]")) return;
        let rest = text, before;
        do { before = rest; rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ""); } while (rest !== before);
        if (/\\p{L}{2}/u.test(rest)) found.push(text);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) look(node.data, node.parentElement);
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
        const names = ["aria-label", "title", "placeholder", "alt"];
        for (const name of names) look(element.getAttribute(name) ?? "", element);
    }
    look(document.title, document.head);
    return found;
}"""


@pytest.mark.parametrize("view", VIEWS)
def test_every_text_can_be_translated(page: Page, view: str) -> None:
    pseudo(page)
    visit(page, view)
    expect(page.locator("h1")).to_contain_text("⟦")
    assert page.evaluate(UNWRAPPED) == []
    assert page.locator("html").get_attribute("lang") == "en-XA"


def test_texts_of_a_game_in_play_can_be_translated(page: Page) -> None:
    pseudo(page)
    page.goto("/play?position=wythoff+5,8&level=teacher&lang=en-XA")
    touch(page.locator(".target").last)
    assert page.evaluate(UNWRAPPED) == []
    page.locator(".choice .primary").click()
    expect(page.locator(".played ol button")).to_have_count(2)
    expect(page.locator(".tools button").first).to_be_enabled()
    page.locator(".tools .soft").click()
    expect(page.locator(".hint li")).to_have_count(1)
    assert page.evaluate(UNWRAPPED) == []


def test_the_language_is_switched_in_mid_game(page: Page) -> None:
    pseudo(page)
    page.goto("/play?position=wythoff+5,8&lang=en")
    expect(page.locator(".moves summary")).to_be_visible()
    page.get_by_label("Language").select_option("en-XA")
    expect(page.locator(".turn")).to_have_text("⟦It is your turn.⟧")
    expect(page).to_have_url(re.compile("lang=en-XA"))
    page.get_by_label("Language").select_option("en")
    expect(page.locator(".turn")).to_have_text("It is your turn.")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(page: Page, view: str, width: int) -> None:
    """In light and in dark colours, which the style alone makes: the page stays as it is."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 900})
    visit(page, view)
    if view == "play":
        touch(page.locator(".target").first)
        page.locator(".moves summary").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        results = Axe().run(page)
        found = [
            (each["id"], [node["html"][:200] for node in each["nodes"]])
            for each in results.response["violations"]
        ]
        assert not found, f"{scheme}: {json.dumps(found, indent=1)}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_comes_from_elsewhere(page: Page, base_url: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit(page, "understand")
    assert asked and all(url.startswith(base_url) for url in asked)


def test_a_wrong_position_in_the_address_says_so(page: Page) -> None:
    page.goto("/play?position=cram+9x")
    expect(page.locator(".told")).to_contain_text("expected a board")


def test_a_misspelt_position_in_the_address_can_be_mended(page: Page) -> None:
    page.goto("/play?position=wythof+3&lang=en")
    field = page.get_by_label("Any position, in the notation")
    expect(field).to_have_value("wythof 3")
    expect(field).to_be_focused()
    expect(page.locator(".told")).to_contain_text("did you mean wythoff")
    expect(page.locator(".play")).to_have_count(0)
    page.get_by_role("combobox", name="Language").select_option("yue-Hant-HK")
    expect(page.locator(".told")).to_contain_text("係咪")
    expect(page.locator("#position")).to_have_value("wythof 3")
    page.locator("#position").fill("wythoff 3,5")
    page.locator("#position").press("Enter")
    expect(page.locator(".place")).to_have_text("wythoff 3,5")
    page.go_back()
    expect(page.locator("#position")).to_have_value("wythof 3")


def test_the_file_for_coq_is_downloaded(page: Page) -> None:
    visit(page, "understand")
    with page.expect_download() as begun:
        page.get_by_role("button", name="Download a proof for a proof checker (Coq)").click()
    assert begun.value.suggested_filename == "wythoff_10_15.v"
    assert "Theorem wythoff_10_15_won : won (wythoff 1) (10, 15)." in begun.value.path().read_text("utf-8")
    page.goto("/play?position=chomp+3x4")
    page.locator('[role="tab"]').nth(1).click()
    page.locator(".answer summary").click()
    page.get_by_role("button", name="Download a proof for a proof checker (Coq)").click()
    expect(page.locator(".proof")).to_have_text("no theorem is written for chomp yet")
