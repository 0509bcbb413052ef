"""What stands before every request: host and origin checks, the size of the body, headers of every answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sprague.words.messages import say

#: Bodies beyond this many bytes are refused.
MAX_BODY = 16 * 1024

#: URLs beyond this many bytes are refused.
MAX_URL = 32 * 1024

HEADERS: list[tuple[bytes, bytes]] = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


class Guard:
    """ASGI middleware; refuses with the same JSON body as every other error."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(pair for pair in HEADERS if pair[0] not in given),
                ]
            await send(message)

        problem = self._problem(scope)
        if problem is None:
            body = await _limited_body(scope, receive)
            if body is not None:
                await self.app(scope, body, with_headers)
                return
            problem = 413, say("expected a request of at most {limit} bytes", limit=MAX_BODY)
        status, words = problem
        response = JSONResponse({"error": {"message": str(words), "where": None}}, status)
        await response(scope, receive, with_headers)

    def _problem(self, scope: Scope) -> tuple[int, Any] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if len(scope.get("query_string", b"")) + len(scope.get("raw_path") or b"") > MAX_URL:
            return 414, say("expected a URL of at most {limit} bytes", limit=MAX_URL)
        host = headers.get(b"host", "")
        if _name(host) not in self.hosts:
            return 421, say(
                "expected a request to one of {hosts}, got one to '{host}'",
                hosts=", ".join(sorted(self.hosts)),
                host=host[:60],
            )
        origin = headers.get(b"origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return 403, say("expected a request from this page, got one from '{origin}'", origin=origin[:60])
        return None


def _name(host: str) -> str:
    """A Host header without its port."""
    if host.startswith("["):
        return host[: host.find("]") + 1].lower()
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()


async def _limited_body(scope: Scope, receive: Receive) -> Receive | None:
    """A receiver that hands over the whole body at once; None when it is too long."""
    if scope["method"] in ("GET", "HEAD"):
        return receive
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return receive
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY:
            return None
        if not message.get("more_body"):
            break
    body, sent = b"".join(parts), False

    async def whole() -> Message:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return whole
