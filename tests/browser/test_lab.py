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


def test_what_is_wrong_with_a_rule_is_said(page: Page) -> None:
    page.goto("/lab")
    form = page.locator(".own")
    form.get_by_label("Kind of rule").select_option("formula")
    form.get_by_label("From x and y to u and v, where").fill("u > x")
    form.get_by_role("button", name="Look for a pattern").click()
    expect(page.locator(".report .told")).to_contain_text("play may have no end")
