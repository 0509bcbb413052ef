"""The engine for the browser, if the server offers it. A rule that a user types in Python runs there, never on the
server."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

#: Makes the files of the engine: name -> content, compressed with gzip. The first request waits for it.
Carry = Callable[[], Mapping[str, bytes]]

#: What the worker with the engine may do: run its own files, and ask this server.
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

TYPES = {
    "js": "text/javascript",
    "mjs": "text/javascript",
    "wasm": "application/wasm",
    "json": "application/json",
}


def router(carry: Carry) -> APIRouter:
    """Returns the routes of the engine's files."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/engine/{name:path}")
    def file(name: str, request: Request) -> Response:  # not async: it may wait, in a separate thread
        content = carry().get(name)
        if content is None:
            raise HTTPException(404)
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        head = {"ETag": tag, "Cache-Control": "no-cache", "Content-Security-Policy": POLICY}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=head)
        kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        return Response(content, headers={**head, "Content-Encoding": "gzip"}, media_type=kind)

    return routes
