"""The page in a browser: from a tap to the answer, and from the address to the first board.

Wall time, as a player feels it, in Debian's Chromium. The phone is Chromium with a processor four times slower and a
line of 1.6 Mbit/s with 150 ms of latency, as Lighthouse has it. Without Playwright or Chromium nothing is measured.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

CHROMIUM = Path("/usr/bin/chromium")
SERVE = "from sprague.web.server import serve; serve(port=0, browser=False, announce=lambda a: print(a, flush=True))"

#: A phone, as Chrome's own protocol takes it.
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4

#: From the tap until the other side's answer stands in the news, without the pauses in which a move can be looked at.
WATCH = """() => {
    window.taken = [];
    window.shifts = 0;
    const add = list => { for (const each of list.getEntries()) window.shifts += each.value; };
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    const fetched = window.fetch;
    window.fetch = async (...asked) => {
        const begun = performance.now();
        const answer = await fetched(...asked);
        if (String(asked[0]).includes("/api/turn")) {
            await answer.clone().json();
            requestAnimationFrame(() => window.taken.push(performance.now() - begun));
        }
        return answer;
    };
}"""

#: Games with a move that is always there: what is typed, ten times.
STARTS = ("wythoff 40,60", "nim 20,30,40", "kayles 40", "fibonacci 100", "dots 40")


def rows(runs: int = 5) -> Iterator[tuple[str, float, str, str]]:
    """(work, figure, unit, best public) of each measurement."""
    if find_spec("playwright") is None or not CHROMIUM.exists():
        return
    from playwright.sync_api import sync_playwright

    process = subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().strip().rstrip("/")
    try:
        urllib.request.urlopen(f"{address}/healthz", timeout=120).close()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM)
            first_board(browser, address, False)  # the workers' first questions
            yield "first board to play on, loopback", _median(browser, address, False, runs), "s", "none"
            yield (
                "first board to play on, throttled phone",
                _median(browser, address, True, runs),
                "s",
                "none",
            )
            taken, shifts = _taps(browser, address)
            yield "tap to answer, median", statistics.median(taken), "ms", "none"
            yield "layout shift of five games (CLS)", shifts, "", "none"
            browser.close()
    finally:
        process.terminate()
        process.wait(10)


def _median(browser: Any, address: str, phone: bool, runs: int) -> float:
    return statistics.median(first_board(browser, address, phone) for _ in range(runs))


def first_board(browser: Any, address: str, phone: bool) -> float:
    """Seconds from the address of the home until its board can be played on, with nothing in the browser's cache."""
    context = browser.new_context(viewport={"width": 390, "height": 844} if phone else None)
    page = context.new_page()
    if phone:
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", LINE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(
        """new MutationObserver(() => {
            if (document.querySelector(".table .target")) window.ready ??= performance.now();
        }).observe(document, { childList: true, subtree: true, attributes: true });"""
    )
    page.goto(address)
    page.wait_for_function("window.ready !== undefined", timeout=120_000)
    taken = float(page.evaluate("window.ready")) / 1000
    context.close()
    return taken


def _taps(browser: Any, address: str) -> tuple[list[float], float]:
    """Milliseconds from each of some taps until the answer can be shown, and how far things moved."""
    taken: list[float] = []
    shifts = 0.0
    for start in STARTS:
        context = browser.new_context(reduced_motion="reduce", viewport={"width": 390, "height": 844})
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.add_init_script(f"({WATCH})()")
        page.goto(f"{address}/play?position={quote(start)}&level=perfect")
        page.locator(".table .target").first.wait_for()
        page.evaluate("window.shifts = 0")
        for number in range(4):
            page.locator(".table .target .reach").last.click()
            if page.locator(".choice .primary").count():
                page.locator(".choice .primary").click()
            page.wait_for_function(f"window.taken.length > {number}")
            page.wait_for_function("document.querySelectorAll('.played ol button').length % 2 === 0")
            page.locator(".table .target").first.wait_for()
        taken += page.evaluate("window.taken")
        shifts = max(shifts, float(page.evaluate("window.shifts")))
        context.close()
    return taken, shifts


if __name__ == "__main__":
    for work, figure, unit, _ in rows():
        print(f"{work:55} {figure:10.3f} {unit}")
