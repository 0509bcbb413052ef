"""Who may show the page in a frame: nobody, unless the server was told so."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from sprague.cli.app import application
from sprague.web.guard import Guard


def answered(frames: tuple[str, ...]) -> dict[bytes, bytes]:
    """The headers of an answer."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
    with pytest.raises(StopIteration):  # it waits for nothing, so it needs no loop
        Guard(app, ["localhost"], frames)(scope, receive, send).send(None)
    return dict(sent[0]["headers"])


def test_nobody_may(client) -> None:
    headers = client.get("/").headers
    assert headers["content-security-policy"].endswith("; frame-ancestors 'none'")
    assert headers["x-frame-options"] == "DENY"


def test_those_that_were_named_may() -> None:
    school, lab = "https://*.school.example", "http://localhost:8888"
    headers = answered((school, lab))
    assert headers[b"content-security-policy"].endswith(f"; frame-ancestors {school} {lab}".encode())
    assert b"x-frame-options" not in headers  # it would forbid them
    assert answered(())[b"x-frame-options"] == b"DENY"


@pytest.mark.parametrize(
    "origin",
    [
        "school.example",
        "https://a.example/path",
        "https://a.example; script-src *",
        "'self'",
        "*",
        "https://a b",
    ],
)
def test_what_is_no_origin_is_refused(origin: str) -> None:
    ran = CliRunner().invoke(
        application, ["serve", "--no-browser", "--port", "0", "--frame-ancestors", origin]
    )
    assert ran.exit_code == 2
    assert ran.stderr == (
        f"error: expected an origin such as https://school.example or http://localhost:8888, got '{origin}'\n"
    )
