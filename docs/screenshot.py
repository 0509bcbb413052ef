"""Make the picture of the page that the README shows: ``python docs/screenshot.py`` (or ``nox -s screenshot``).

It starts the server of the installed package, opens a game, and takes the window as it is. It needs
Playwright and Debian's Chromium, as the tests in a browser do.
"""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Page, sync_playwright

CHROMIUM = "/usr/bin/chromium"
PICTURE = Path(__file__).parent / "_static" / "page.png"

#: The position on the board, and the size of the window.
POSITION, WIDTH, HEIGHT = "wythoff 5,9", 1040, 760

#: Seconds after which something hangs.
PATIENCE = 120

#: The side that begins, and its moves, are drawn by chance; in the picture they are always the same.
CHANCE = "Math.random = () => 0.5"


def main() -> None:
    """Write the picture, and say where."""
    serve = [sys.executable, "-m", "sprague", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1].rstrip("/")
            urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE).close()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM)
                page = browser.new_page(
                    viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce", locale="en-GB"
                )
                page.add_init_script(CHANCE)
                take(page, address)
                browser.close()
        finally:
            server.terminate()
            server.wait(PATIENCE)
    print(f"{PICTURE} ({PICTURE.stat().st_size // 1000} kB)")


def take(page: Page, address: str) -> None:
    """Open the board and what there is to understand about it, and write the picture."""
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(f"{address}/play?position={quote(POSITION)}&level=teacher&lang=en")
    page.get_by_role("tab", name="Why?").click()
    page.locator(".answer summary").click()
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
