"""The checks before every request: host and origin, the size of the body. Also sets the headers of every answer.

The browser says which page a request comes from: by `Origin` if the request sends data, by `Sec-Fetch-Site` if the
address is this machine or is encrypted, and otherwise by `Referer`, if the other page allows it. Programs send none of
these.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sprague.words import messages
from sprague.words.messages import join, say

logger = logging.getLogger("sprague.web")

#: Larger bodies, in bytes, are refused.
MAX_BODY = 16 * 1024

#: Longer URLs, in bytes, are refused.
MAX_URL = 32 * 1024

#: A Host header: a name, or an address in brackets, and perhaps a port.
_HOST = re.compile(r"(\[[^\]]*\]|[^:]*)(?::[0-9]*)?")


def headers(frames: Sequence[str] = ()) -> list[tuple[bytes, bytes]]:
    """Returns the headers of every answer; ``frames`` are the origins whose pages may show this one in a frame.

    >>> dict(headers(["https://school.example"]))[b"content-security-policy"].rpartition(b"; ")[2]
    b'frame-ancestors https://school.example'
    """
    ancestors = " ".join(frames) or "'none'"
    return [
        (
            b"content-security-policy",
            b"default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
            b"connect-src 'self'; "
            b"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
            + ancestors.encode(),
        ),
        (b"x-content-type-options", b"nosniff"),
        # This header cannot name origins, and would forbid what the policy above allows.
        *([] if frames else [(b"x-frame-options", b"DENY")]),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    ]


class Guard:
    """ASGI middleware that refuses requests with the same JSON body as every other error."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str], frames: Sequence[str] = ()) -> None:
        self.app = app
        self.headers = headers(frames)
        self.hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                present = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(pair for pair in self.headers if pair[0] not in present),
                ]
            await send(message)

        problem = self._problem(scope)
        try:
            # Also the body of a refused request. Otherwise the server would have to close the connection while the body
            # is on its way, and the client would assume that it may use the connection again.
            body = await _limited_body(scope, receive)
            if body is None:
                return  # the client is gone
            if problem is None:
                await self.app(scope, body, with_headers)
                return
        except _TooLongError:
            problem = problem or (413, say("expected a request of at most {limit} bytes", limit=MAX_BODY))
        except Exception:
            logger.exception("a fault in Sprague itself: %s", scope["path"])
            if started:
                raise
            problem = 500, say("a fault in Sprague itself; the log of the server says more")
        status, words = problem
        response = JSONResponse({"error": {"message": words.render("en"), "where": None}}, status)
        await response(scope, receive, with_headers)

    def _problem(self, scope: Scope) -> tuple[int, Any] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if len(scope.get("query_string", b"")) + len(scope.get("raw_path") or b"") > MAX_URL:
            return 414, say("expected a URL of at most {limit} bytes", limit=MAX_URL)
        host = headers.get(b"host", "")
        # The client has reached this server by this address. It is not a name that could have been redirected here.
        if _name(host) not in self.hosts and _name(host).strip("[]") != (scope.get("server") or ("",))[0]:
            return 421, say(
                "expected a request to one of {hosts}, got one to '{host}'",
                hosts=join(sorted(self.hosts)),
                host=host[:60],
            )
        # If the header occurs twice, each must be right: a proxy may use a different one from the server.
        origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
        for origin in origins:
            if _authority(origin) != host.lower():
                return 403, _foreign(origin)
        if scope["path"].startswith("/api"):
            # No link, image or script of another site may make this machine compute.
            site, referer = headers.get(b"sec-fetch-site"), headers.get(b"referer")
            if site in ("cross-site", "same-site"):
                return 403, _foreign(referer or site)
            if not origins and site is None and referer is not None and _authority(referer) != host.lower():
                return 403, _foreign(referer)
        return None


def _foreign(origin: str) -> messages.Message:
    return say("expected a request from this page, got one from '{origin}'", origin=origin[:60])


def _authority(address: str) -> str | None:
    """Returns the host and port of an address, or None if it has none."""
    try:
        return urlsplit(address).netloc.lower() or None
    except ValueError:
        return None


def _name(host: str) -> str:
    """Returns a Host header without its port, or all of it if what follows the name is no port."""
    parts = _HOST.fullmatch(host)
    return (parts[1] if parts else host).lower()


class _TooLongError(Exception):
    """The body of a request has more than MAX_BODY bytes."""


async def _limited_body(scope: Scope, receive: Receive) -> Receive | None:
    """Returns a receiver that passes on the whole body at once, or None if the client leaves before the body has
    arrived."""
    if scope["method"] in ("GET", "HEAD"):
        return receive
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY:
            raise _TooLongError
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
