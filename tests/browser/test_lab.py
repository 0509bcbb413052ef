"""The Lab: a rule of one's own is looked at, proved, and played."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_a_formula_is_proved_and_played(page: Page) -> None:
    page.goto("/lab")
    form = page.locator(".own")
    form.get_by_label("Kind of rule").select_option("formula")
    form.get_by_role("button", name="Look for a pattern").click()
    report = page.locator(".report")
    expect(report.locator("h2")).to_have_text("Proved")
    expect(report.locator(".pair").nth(1)).to_have_text("1, 2")
    expect(report.locator(".preview svg")).to_have_count(1)
    with page.expect_download() as kept:
        report.get_by_role("button", name="Save the certificate").click()
    assert kept.value.suggested_filename == "certificate.json"
    form.get_by_role("button", name="Play it").click()
    expect(page.locator(".place")).to_contain_text('formula{"x,y -> u,v where')
    expect(page.locator(".turn")).to_have_text("It is your turn.")


def test_a_game_is_found_by_a_word_and_added_to_a_sum(page: Page) -> None:
    page.goto("/lab")
    chapters = page.locator(".chapters details")
    expect(chapters.first).to_be_visible()
    expect(page.locator(".card:visible")).to_have_count(0)  # the list is short until a chapter is opened
    chapters.filter(has_text="Boards").locator("summary").click()
    expect(page.locator(".card:visible").filter(has_text="Cram").first).to_be_visible()
    page.get_by_label("Find a game").fill("biscuit jar")
    expect(page.locator(".card:visible")).to_have_count(1)
    page.get_by_role("button", name="Add wythoff").click()
    expect(page.get_by_label("Any position, in the notation")).to_have_value("wythoff 5,8")
    page.get_by_label("Find a game").fill("no such game")
    expect(page.get_by_text("No game is like that.")).to_be_visible()


def test_what_is_wrong_with_a_rule_is_said(page: Page) -> None:
    page.goto("/lab")
    form = page.locator(".own")
    form.get_by_label("Kind of rule").select_option("formula")
    form.get_by_label("From x and y to u and v, where").fill("u > x")
    form.get_by_role("button", name="Look for a pattern").click()
    expect(page.locator(".report .told")).to_contain_text("play may have no end")
