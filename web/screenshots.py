"""Pictures of every stop of the page, to be looked at: ``python web/screenshots.py`` (or ``nox -s screenshots``).

It starts the server of the installed package and writes to web/screenshots/, which git ignores: home, Lab, the five
stops of games, their end, the analysis board, the board before a class and worksheets, at the widths of a phone, a
laptop and a projector, in every language. ``--only TEXT`` takes those whose name contains TEXT, ``--all`` every stop of
every game.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect, sync_playwright

from sprague.playing.ladders import LADDERS
from sprague.words import languages

CHROMIUM = "/usr/bin/chromium"
FOLDER = Path(__file__).parent / "screenshots"

#: Width and height of the windows.
SIZES = {390: 844, 1280: 800, 1920: 1080}

#: Seconds after which something hangs.
PATIENCE = 120
expect.set_options(timeout=1000 * PATIENCE)

STOPS = ("play", "why", "collect", "conjecture", "prove")

#: Games that are shown with all their stops.
WHOLE = ("wythoff", "nim", "fibonacci", "dots", "cram", "hackenbush")

#: Positions that a pupil has seen to be lost.
SEEN = '["wythoff 1,2","wythoff 3,5","wythoff 4,7","wythoff 6,10","wythoff 8,13","wythoff 9,15"]'

CHANCE = f"Math.random = () => 0.5; localStorage.setItem('sprague.lost', '{SEEN}')"


def main() -> None:
    """Write the pictures, and say where."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--width", type=int, action="append", choices=list(SIZES))
    parser.add_argument("--lang", action="append", choices=list(languages.available()))
    wanted = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    serve = [sys.executable, "-m", "sprague", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1].rstrip("/")
            urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE).close()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM)
                for tag in wanted.lang or languages.available():
                    for width in wanted.width or SIZES:
                        take(browser, address, tag, width, wanted.only, WHOLE if not wanted.all else None)
                browser.close()
        finally:
            server.terminate()
            server.wait(PATIENCE)
    print(f"{FOLDER} ({len(list(FOLDER.glob('*.png')))} pictures)")


def take(
    browser: Browser, address: str, tag: str, width: int, only: str, whole: tuple[str, ...] | None
) -> None:
    """All pictures of one language and one width."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": SIZES[width]},
        reduced_motion="reduce",
        has_touch=width < 600,
    )
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.add_init_script(CHANCE)
    for name, where, act in views(whole):
        if only not in name:
            continue
        page.goto(f"{where}{'&' if '?' in where else '?'}lang={tag}")
        act(page)
        expect(page.locator("[aria-busy]")).to_have_count(0)
        page.wait_for_load_state("networkidle")
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        page.screenshot(path=FOLDER / f"{name}.{width}.{tag}.png", full_page=True)
        print(f"{name} {width} {tag}", flush=True)
    context.close()


Act = Callable[[Page], None]


def views(whole: tuple[str, ...] | None) -> list[tuple[str, str, Act]]:
    """Name, address, and what is done there before the picture is taken."""
    found: list[tuple[str, str, Act]] = [("home", "/", settled), ("lab", "/lab", settled)]
    for ladder in LADDERS:
        rung = ladder.rungs[len(ladder.rungs) // 2]
        first = "&first=computer" if rung.second else ""
        where = f"/play?position={quote(rung.position)}&level={rung.level}{first}"
        for number, stop in enumerate(STOPS):
            if number == 0 or whole is None or ladder.game in whole:
                found.append((f"{ladder.game}-{number}-{stop}", where, tab(number)))
        if whole is None or ladder.game in whole:
            where = f"/play?position={quote(rung.position)}"
            found.append((f"{ladder.game}-6-analysis", f"{where}&show=analysis", analysed))
            found.append((f"{ladder.game}-7-class", f"{where}&show=class", presented))
            found.append((f"{ladder.game}-8-sheet", f"{where}&show=sheet", sheet))
    found.append(
        (
            "wythoff-5-end",
            f"/play?position={quote('wythoff 1,3')}&moves={quote('wythoff 1,2;wythoff 1,1;wythoff 0,0')}",
            ended,
        )
    )
    return found


def settled(page: Page) -> None:
    """Wait until everything stands."""
    expect(page.locator("h1")).to_be_visible()


def tab(number: int) -> Act:
    """Open a stop."""

    def act(page: Page) -> None:
        expect(page.locator(".turn")).not_to_be_empty()
        page.locator(".tools button").first.wait_for()
        page.locator("[role=tab]").nth(number).click()
        if number == 1:
            page.locator(".answer summary").click()
            expect(page.locator(".verdict")).to_be_visible()
        if number == 3 and page.locator(".rest > button").count():
            page.locator(".rest > button").last.click()

    return act


def ended(page: Page) -> None:
    """The review of a game that is over."""
    expect(page.locator(".turn.end")).to_be_visible()
    page.locator("[role=tab]").nth(1).click()
    expect(page.locator(".review li").first).to_be_visible()


def analysed(page: Page) -> None:
    """The analysis board, when every move is judged."""
    expect(page.locator(".verdict")).to_be_visible()


def presented(page: Page) -> None:
    """The board before a class, with two answers shown."""
    expect(page.locator(".qr")).to_be_visible()
    for number in (0, 1):
        page.locator(".present .answers button").nth(number).click()
        expect(page.locator(".present .told dd")).to_have_count(number + 1)


def sheet(page: Page) -> None:
    """A worksheet with its answers."""
    expect(page.locator(".exercises li").first).to_be_visible()
    page.locator(".sheet input[type=checkbox]").check()


if __name__ == "__main__":
    main()
