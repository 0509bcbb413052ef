"""The board alone, for the frame of another page, and who may frame it."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from serving import PATIENT, SERVE, serving
from table import move, over, sit_down, touch


def test_the_board_alone(page: Page) -> None:
    sit_down(page, "kayles 5", level="random", embed="1")
    for gone in (".head", "aside", ".rungs", '[role="tablist"]'):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator(".stage")).to_be_visible()
    chance = Random(5)
    while not over(page):
        move(page, chance)
    assert "embed=1" in page.url  # also after moves, and when it is loaded again
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Open in Sprague").click()
    whole = opened.value
    expect(whole.locator(".head")).to_be_visible()
    assert "embed" not in whole.url
    whole.close()


def test_the_first_board_alone(page: Page) -> None:
    page.goto("/?embed=1")
    expect(page.locator(".opening .target").first).to_be_visible()
    for gone in (".head", ".worlds", ".door", "h1"):
        expect(page.locator(gone).first).to_be_hidden()


@pytest.fixture
def outer() -> Iterator[tuple[str, list[str]]]:
    """A page of another site, which frames the first address of the list."""
    framed: list[str] = []

    class Outer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f'<iframe src="{framed[0]}" width="800" height="600"></iframe>'.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Outer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", framed
    server.shutdown()
    server.server_close()


def test_another_site_may_not_frame_it(context: BrowserContext, base_url: str, outer) -> None:
    origin, framed = outer
    framed.append(f"{base_url}/?embed=1")
    page = context.new_page()  # whose console says that it was refused
    page.goto(origin)
    expect(page.frame_locator("iframe").locator(".opening")).to_have_count(0)
    assert all(frame.url.startswith("chrome-error:") for frame in page.frames[1:])
    page.close()


@pytest.mark.deep
def test_a_site_that_was_named_may_frame_it(page: Page, outer) -> None:
    """In a server of its own: the short form is ``tests/web/test_frames.py``."""
    origin, framed = outer
    code = PATIENT + SERVE.replace("serve(port=0,", f"serve(frames=({origin!r},), port=0,")
    with serving(code) as (_, address):
        framed.append(f"{address}/?embed=1")
        page.goto(origin)
        inside = page.frame_locator("iframe")
        touch(inside.locator(".opening .target").first)
        inside.locator(".opening .choice .primary").click()
        expect(inside.locator(".turn")).to_contain_text("turn")
        page.goto("about:blank")
