"""The HTTP face: routes (``routes.py``) behind limits and headers (``guard.py``), with errors as sentences. Every
answer comes from a worker (``lanes.py``, ``pool.py``, ``jobs.py``)."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from sprague import __version__
from sprague.words import languages
from sprague.words.errors import RangeError
from sprague.words.messages import say

from . import carried, lessons, routes, workshops
from .classes import Classes
from .guard import Guard
from .lanes import Lanes, Settings, refusal
from .models import Refusal

#: The beginnings of the paths that every visit fetches before there is a board.
FIRST = ("/static/", "/api/games", "/api/texts")


class Zipped:
    """ASGI middleware that compresses the files of the page with gzip, to a sixth of their bytes. It does not compress
    answers to questions: they are short, or so long that compression would make others wait."""

    def __init__(self, app: ASGIApp) -> None:
        self.plain, self.zipped = app, GZipMiddleware(app, minimum_size=1000, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        first = scope.get("path", "").startswith(FIRST)
        # A range request counts the bytes of the file, not those of its compressed form.
        part = any(name == b"range" for name, _ in scope.get("headers", ()))
        app = self.zipped if first and not part else self.plain
        await app(scope, receive, send)


class Rooted:
    """ASGI middleware that drops the path under which a proxy offers the server, if the proxy did not."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app, self.root = app, root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if self.root and (path == self.root or path.startswith(f"{self.root}/")):
            raw = scope.get("raw_path") or path.encode()
            scope = {
                **scope,
                "path": path[len(self.root) :] or "/",
                "raw_path": raw[len(self.root) :] or b"/",
            }
        await self.app(scope, receive, send)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Returns the application; ``settings`` change budgets, hosts or numbers of workers."""
    chosen = settings or Settings()
    lanes = Lanes(chosen)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with lanes.open():
            yield

    app = FastAPI(
        title="Sprague",
        version=__version__,
        summary="Impartial games: winner, Grundy value, winning moves and the reason.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={
            400: {"model": Refusal, "description": "not a position, not a move, not a game"},
            403: {"model": Refusal, "description": "from a page of another site"},
            413: {"model": Refusal, "description": "the request is too long"},
            422: {"model": Refusal, "description": "not the expected form, or too much for one request"},
            503: {"model": Refusal, "description": "busy; try again after Retry-After seconds"},
        },
        exception_handlers={
            RequestValidationError: _invalid,
            StarletteHTTPException: _refused,
            RangeError: _not_there,
        },
    )
    app.state.lanes = lanes
    app.state.classes = Classes()
    app.state.root = chosen.root
    app.state.carries = chosen.carry is not None
    app.add_middleware(Zipped)
    app.add_middleware(Guard, hosts=chosen.hosts, frames=chosen.frames)
    app.add_middleware(Rooted, root=chosen.root)
    for router in (
        routes.play,
        routes.solving,
        routes.tables,
        lessons.lessons,
        workshops.workshops,
        routes.page,
    ):
        app.include_router(router)
    if chosen.carry is not None:
        app.include_router(carried.router(chosen.carry))
    app.mount("/static", StaticFiles(directory=str(routes.STATIC)), name="static")
    return app


async def _invalid(request: Request, error: Any) -> JSONResponse:
    """Answers a request that does not have the expected form."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    field = str(first["loc"][-1])
    if first["type"] == "missing":
        problem = say("expected a value for {field}, got none", field=field)
    elif first["type"] == "json_invalid":
        problem = say("expected JSON in the body of the request, got something else")
    else:
        problem = say("expected another value for {field}: {problem}", field=field, problem=first["msg"])
    return refusal(422, problem, _language(request, error.body), where=where)


async def _not_there(request: Request, error: Any) -> JSONResponse:
    """Answers a request in a language that does not exist here."""
    return refusal(400, error.message, languages.choose(request.headers.get("accept-language")), where="lang")


async def _refused(_: Request, error: Any) -> JSONResponse:
    """Answers a request with an unknown path or method."""
    return refusal(error.status_code, say("{what}", what=error.detail), "en", dict(error.headers or {}))


def _language(request: Request, body: Any) -> str:
    """Returns the language for the answer to a request that does not have the expected form."""
    from_body = body.get("lang") if isinstance(body, dict) else None
    tag = from_body if isinstance(from_body, str) else request.query_params.get("lang")
    return languages.choose(tag or request.headers.get("accept-language"))
