"""The static copy of the page in Chromium: before its engine is there, with it, and without a network."""

from __future__ import annotations

import functools
import http.server
import json
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from table import expect_turn, move, over, plies, settle, touch

from sprague.playing.ladders import LADDERS
from sprague.site.build import build

KEPT = "Kept on this device: it works without a network."

#: The engine takes three seconds of processor time to load: on a machine that many share, as many minutes.
LOADING = 400_000


class Files(http.server.SimpleHTTPRequestHandler):
    """The folder, in a folder of its web host; Pyodide only while it may come."""

    may_come = threading.Event()

    def do_GET(self) -> None:
        if self.path.endswith(".wasm"):
            self.may_come.wait()
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A static copy; SPRAGUE_PYODIDE names the archive of npm, else it is fetched."""
    home = tmp_path_factory.mktemp("host")
    build(home / "games", os.environ.get("SPRAGUE_PYODIDE") or None)
    return home


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Files, directory=str(folder))
    )
    server.daemon_threads = True
    Files.may_come.set()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/games/"
    Files.may_come.set()
    server.shutdown()
    server.server_close()


def sit_down(page: Page, site: str, position: str, **settings: str) -> None:
    """Open a position, which loads the engine anew."""
    more = "".join(f"&{name}={value}" for name, value in settings.items())
    page.goto(f"{site}?view=play&position={quote(position)}{more}")
    expect(page.locator(".engine")).to_have_attribute("data-state", re.compile("ready|kept"), timeout=LOADING)
    settle(page)


def play(page: Page, chance: Random) -> None:
    for _ in range(60):
        if over(page):
            break
        move(page, chance)
    assert over(page)
    misere = page.locator(".rule .misere").count() == 1
    expect_turn(page, "You win!" if (len(plies(page)) % 2 == 1) != misere else "The computer wins.")


def keep_all(page: Page, context: BrowserContext, site: str) -> None:
    """Visit the site once, and take the network away."""
    page.goto(site)
    expect(page.locator(".engine")).to_have_text(KEPT, timeout=LOADING)
    context.set_offline(True)


def test_games_before_the_engine_and_without_a_network(
    page: Page, context: BrowserContext, site: str
) -> None:
    # The first board answers before the engine is there: it cannot be, it is held back.
    Files.may_come.clear()
    page.goto(site)
    touch(page.locator(".opening .target").first)
    page.locator(".opening .choice .primary").click()
    expect(page.locator(".played ol button")).to_have_count(2)
    play(page, Random(1))
    expect(page.locator(".engine")).to_have_attribute("data-state", "loading")
    # Then it comes, and everything is kept.
    Files.may_come.set()
    expect(page.locator(".engine")).to_have_text(KEPT, timeout=LOADING)
    context.set_offline(True)
    # A rule of one's own in Python, to which every visit gives the engine again.
    page.get_by_role("link", name="Lab").click()
    rule = page.locator(".python")
    rule.get_by_label("The rule, in Python").fill("def up_to_two(n)\n    return range(max(0, n - 2), n)")
    rule.get_by_role("button", name="Look for a pattern").click()
    expect(rule.locator(".told")).to_have_text("line 1: Python cannot read it (expected ':')")
    rule.get_by_label("The rule, in Python").fill("def up_to_two(n):\n    return range(max(0, n - 2), n)")
    rule.get_by_role("button", name="Look for a pattern").click()
    expect(page.locator(".report .found li").first).to_contain_text("period 3: 0, 1, 2")
    rule.get_by_label("Position to begin with").fill("4")
    rule.get_by_role("button", name="Play it").click()
    expect_turn(page, "It is your turn.")
    # One more visit: each loads the engine again, which is most of the time that this takes.
    sit_down(page, site, "kayles 2,4 + up-to-two 2", level="slips")
    play(page, Random(2))
    page.get_by_role("tab", name="Why?").click()
    expect(page.locator("aside")).to_contain_text(re.compile(r"\bw[io]n"))  # as the game went
    page.get_by_label("Language").select_option("yue-Hant-HK")
    expect(page.locator(".turn.end")).to_contain_text("贏")


@pytest.mark.deep
def test_whole_games_without_a_network(page: Page, context: BrowserContext, site: str) -> None:
    keep_all(page, context, site)
    sit_down(page, site, "cram 3x4", level="random", lang="en")
    play(page, Random(3))
    sit_down(page, site, "misere kayles 5", level="perfect")
    play(page, Random(5))
    sit_down(page, site, "wythoff 5,8", level="perfect")
    page.get_by_role("button", name="Hint").click()
    play(page, Random(4))
    page.goto(f"{site}?lang=yue-Hant-HK")
    expect(page.locator(".card h3").first).to_contain_text("餅")


def test_it_says_how_to_serve_it_where_it_is_opened_as_a_file(folder: Path, context: BrowserContext) -> None:
    page = context.new_page()  # whose console says that the browser runs no modules from files
    page.goto((folder / "games" / "index.html").as_uri())
    expect(page.locator("body")).to_contain_text("In the folder of this file run: python -m http.server")
    page.close()


PLAY_ALL = """async ([ladders]) => {
  const worker = new Worker("engine.js", { type: "module" });
  let told;
  worker.onmessage = ({ data }) => told(data);
  const reply = (question) => new Promise((resolve) => { told = resolve; if (question) worker.postMessage(question); });
  const ask = async (path, parameters) => {
    const begun = performance.now();
    const { status, body } = await reply({ path, parameters: JSON.stringify({ lang: "en", ...parameters }) });
    times.push(performance.now() - begun);
    if (status !== 200) throw new Error(`${path} ${JSON.stringify(parameters)}: ${status} ${body}`);
    return JSON.parse(body);
  };
  const times = [], lost = [];
  await reply(null);
  for (const { rungs } of ladders) for (const { position, second, level } of rungs) {
    let text = position, moves = 0, now = await ask("/api/position", { text }), turn = null;
    let next = second ? { move: null } : null;
    for (;;) {
      // Another place in the list each time, so that games differ from rung to rung.
      next ??= { move: now.moves[(7 * ++moves) % now.moves.length].to };
      turn = await ask("/api/turn", { text, level, seed: moves, ...next });
      if (turn.won !== null) break;
      now = turn.reply.position, text = now.position, next = null;
    }
  }
  return times.sort((a, b) => a - b);
}"""


@pytest.mark.deep
def test_every_rung_of_every_ladder(page: Page, site: str) -> None:
    page.goto(site)
    ladders = [{"rungs": [rung._asdict() for rung in ladder.rungs]} for ladder in LADDERS]
    times = page.evaluate(PLAY_ALL, [json.loads(json.dumps(ladders))])
    print(f"{len(times)} answers; median {times[len(times) // 2]:.0f} ms, longest {times[-1]:.0f} ms")
    assert times[len(times) // 2] < 300
