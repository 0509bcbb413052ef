"""The page in a browser: from a tap to the answer, and from the address to the first board.

Wall time, as a player feels it, in Debian's Chromium. The phone is Chromium with a processor four times slower and a
line of 1.6 Mbit/s with 150 ms of latency, as Lighthouse has it. Without Playwright or Chromium nothing is measured, and
without the archive of Pyodide (``SPRAGUE_PYODIDE``, or the one that ``sprague site`` keeps) no static copy.
"""

from __future__ import annotations

import gzip
import http.server
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

CHROMIUM = Path("/usr/bin/chromium")
SERVE = "from sprague.web.server import serve; serve(port=0, browser=False, announce=lambda a: print(a, flush=True))"

#: A phone, as Chrome's own protocol takes it.
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4

#: Milliseconds of the pauses in which a move can be looked at, where less motion is wanted (``web/src/play.ts``).
PAUSE = 60

#: From the tap until the other side's move is painted, without those pauses; and how far things moved.
WATCH = """(() => {
    window.taken = [];
    window.shifts = 0;
    const add = list => { for (const each of list.getEntries()) window.shifts += each.value; };
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    const wait = window.setTimeout.bind(window);
    window.setTimeout = (work, time, ...rest) => wait(work, time === PAUSE ? 0 : time, ...rest);
    let tapped = 0, answered = 0;
    addEventListener("click", () => (tapped = performance.now()), true);
    new MutationObserver(() => {
        const plies = document.querySelectorAll(".played ol button").length;
        if (plies <= answered || plies % 2) return;
        answered = plies;
        const begun = tapped;
        requestAnimationFrame(() => wait(() => window.taken.push(performance.now() - begun)));
    }).observe(document, { childList: true, subtree: true });
})()""".replace("PAUSE", str(PAUSE))

READY = """new MutationObserver(() => {
    if (document.querySelector(".table .target")) window.ready ??= performance.now();
}).observe(document, { childList: true, subtree: true, attributes: true })"""

#: Games with a move that is always there, and so many taps in each.
STARTS = ("wythoff 40,60", "nim 20,30,40", "kayles 40", "fibonacci 100", "dots 40")
TAPS = 4

#: What the engine in the browser is asked: path, parameters, and the work.
QUESTIONS = (
    ("/api/solve", {"text": "cram 5x7"}, "value and winning moves of cram 5x7"),
    ("/api/values", {"game": "0.6", "to": "1000000"}, "values of 0.6 to 10^6"),
)

#: Asks an engine of its own two questions, of which the first is small, and returns the seconds of the other.
ENGINE = """async ([path, parameters]) => {
    const engine = new Worker("./engine.js", { type: "module" });
    const said = () => new Promise((resolve) => (engine.onmessage = ({ data }) => resolve(data)));
    const ask = (path, parameters) => {
        engine.postMessage({ path, parameters: JSON.stringify(parameters) });
        return said();
    };
    await said();
    await ask("/api/values", { game: "kayles", to: "5" });
    const begun = performance.now();
    const { status, body } = await ask(path, parameters);
    engine.terminate();
    if (status !== 200) throw new Error(body);
    return (performance.now() - begun) / 1000;
}"""

#: The page's own code and style.
OWN = ("page.js", "page.css", "widget.js")

#: Seconds after which something hangs.
PATIENCE = 120


def rows(runs: int = 5) -> Iterator[tuple[str, float, str, str]]:
    """(work, figure, unit, best public) of each measurement."""
    static = resources.files("sprague.web") / "static"
    size = sum(len(gzip.compress((static / name).read_bytes(), 9)) for name in OWN)
    yield "the page's own code and style, with gzip", size / 1000, "kB", "none"
    if find_spec("playwright") is None or not CHROMIUM.exists():
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        with _server() as address:
            first_board(browser, address, False)  # the workers' first questions
            yield from _figures(browser, address, "/play?", "the server's page", runs)
        with _static_copy() as address:
            if address is not None:
                yield from _figures(browser, address, "/?view=play&", "a static copy", runs)
                for path, asked, work in QUESTIONS:
                    taken = engine_seconds(browser, address, path, asked)
                    yield f"{work}, a static copy, first", taken, "s", "none"
        browser.close()


def _figures(
    browser: Any, address: str, play: str, whose: str, runs: int
) -> Iterator[tuple[str, float, str, str]]:
    yield f"first board to play on, {whose}, loopback", _median(browser, address, False, runs), "s", "none"
    yield (
        f"first board to play on, {whose}, throttled phone",
        _median(browser, address, True, runs),
        "s",
        "none",
    )
    taken, shifts = _taps(browser, address + play)
    yield f"tap to answer, {whose}, median", statistics.median(taken), "ms", "none"
    yield f"layout shift of five games (CLS), {whose}", shifts, "", "none"


@contextmanager
def _server() -> Iterator[str]:
    """The address of a server, without a slash at its end."""
    with subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip().rstrip("/")
            urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE).close()
            yield address
        finally:
            process.terminate()
            process.wait(10)


class Files(http.server.SimpleHTTPRequestHandler):
    """A web host of plain files, which it sends with gzip."""

    def do_GET(self) -> None:
        path = self.translate_path(self.path)
        path = os.path.join(path, "index.html") if os.path.isdir(path) else path
        if not os.path.isfile(path):
            self.send_error(404)
            return
        body = _zipped(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with suppress(ConnectionError):  # a page that was left before it was there
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@cache
def _zipped(path: str) -> bytes:
    return gzip.compress(Path(path).read_bytes())


@contextmanager
def _static_copy() -> Iterator[str | None]:
    """The address of a static copy, or None where there is no Pyodide to build it with."""
    from sprague.site.build import build
    from sprague.words.errors import SpragueError

    with tempfile.TemporaryDirectory() as folder:
        try:
            build(folder, os.environ.get("SPRAGUE_PYODIDE") or None, force=True, announce=lambda _: None)
        except SpragueError as error:
            print(f"no static copy: {error}", file=sys.stderr)
            yield None
            return
        for file in Path(folder).rglob("*"):
            if file.is_file():
                _zipped(str(file))
        host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder))
        host.daemon_threads = True
        threading.Thread(target=host.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{host.server_port}"
        finally:
            host.shutdown()
            host.server_close()


def _until(page: Any, expression: str) -> Any:
    """The value of a JavaScript expression once it is true. Playwright's own way to wait has the page itself evaluate
    it, which the page's policy forbids."""
    end = time.monotonic() + PATIENCE
    while not (value := page.evaluate(expression)):
        if time.monotonic() > end:
            raise TimeoutError(f"not so after {PATIENCE} s: {expression}")
        page.wait_for_timeout(5)
    return value


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
    page.add_init_script(READY)
    page.goto(f"{address}/", wait_until="commit")
    taken = float(_until(page, "window.ready")) / 1000
    context.close()
    return taken


def engine_seconds(browser: Any, address: str, path: str, asked: dict[str, str]) -> float:
    """Seconds of a question to the engine in the browser, which has answered one before."""
    page = browser.new_page()
    page.goto(f"{address}/")
    taken = float(page.evaluate(ENGINE, [path, asked]))
    page.close()
    return taken


def _taps(browser: Any, play: str) -> tuple[list[float], float]:
    """Milliseconds from each of some taps until the answer can be seen, and how far things moved."""
    taken: list[float] = []
    shifts = 0.0
    context = browser.new_context(
        reduced_motion="reduce", viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.add_init_script(WATCH)
    for start in STARTS:
        page.goto(f"{play}position={quote(start)}&level=perfect")
        page.locator(".table .target").first.wait_for()
        _until(page, "document.querySelector('.engine')?.dataset.state !== 'loading'")
        page.evaluate("window.shifts = 0")
        for number in range(TAPS):
            # The board finds the place that a tap means, so the tap goes to the board; the button then makes the move.
            piece = page.locator(".table .target").last
            piece.scroll_into_view_if_needed()
            box = piece.bounding_box()
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.locator(".choice .primary").click()
            _until(page, f"window.taken.length > {number}")
            page.locator(".table .target").first.wait_for()
        taken += page.evaluate("window.taken")
        shifts = max(shifts, float(page.evaluate("window.shifts")))
    context.close()
    return taken, shifts


if __name__ == "__main__":
    for work, figure, unit, _ in rows():
        print(f"{work:60} {figure:10.3f} {unit}", flush=True)
