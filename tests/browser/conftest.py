"""The real server in a process of its own, and Debian's Chromium, without which these tests fail: the shell without a
window, which takes half the processor time, or else the whole browser."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

SHELL, CHROMIUM = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")

#: Seconds after which something hangs, however slow and busy the machine is.
PATIENCE = 120
expect.set_options(timeout=1000 * PATIENCE)

#: The page draws the seed of a game; here every run has the same games.
CHANCE = "{ let drawn = 1; Math.random = () => (drawn = (drawn * 48271) % 2147483647) / 2147483647; }"

#: However slow and busy the machine is, a request is answered.
SERVE = """
if __name__ == "__main__":
    from sprague.web.budget import Budget
    from sprague.web.server import serve
    Budget.clock = lambda *_: 120.0
    Budget.__init__.__defaults__ = (30.0, *Budget.__init__.__defaults__[1:])  # its seconds
    serve(port=0, browser=False, workers=2, announce=lambda address: print(address, flush=True))
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    browser = SHELL if SHELL.exists() else CHROMIUM
    if not browser.exists():
        pytest.fail(f"expected {SHELL} or {CHROMIUM}: apt-get install {SHELL.name}", pytrace=False)
    return {**browser_type_launch_args, "executable_path": browser}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "reduced_motion": "reduce", "locale": "en-GB"}


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    with subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        # It is said when the server answers.
        address = process.stdout.readline().strip().rstrip("/")
        urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE).close()
        yield address
        process.terminate()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()


@pytest.fixture(autouse=True)
def quiet_console(page: Page) -> Iterator[None]:
    """No test may leave an error, or a warning, on the console. A refusal that a test asks for is none."""
    page.set_default_timeout(1000 * PATIENCE)
    page.add_init_script(CHANCE)
    said: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        refused = re.search(r"the server responded with a status of 4\d\d", message.text)
        if message.type in ("error", "warning") and not refused:
            said.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda problem: said.append(str(problem)))
    yield
    page.unroute_all(behavior="wait")  # an answer that a test still passes on would find the page closed
    assert said == []
