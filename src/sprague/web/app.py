"""The HTTP face: routes, limits and headers. Every answer comes from a worker (``pool.py``, ``jobs.py``)."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from importlib import resources
from typing import Annotated, Any

from fastapi import FastAPI, Header, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException as StarletteHTTPException

from sprague import __version__
from sprague.words import languages
from sprague.words.messages import Message, say

from .guard import Guard
from .pool import Budget, BudgetError, BusyError, Pool

#: A position in a request has at most so many characters; the body as a whole is limited in ``guard.py``.
MAX_TEXT = 16_000

#: In a URL, where a character may take nine bytes, so many; longer ones go into the body of /api/solve.
MAX_QUERY = 3_000


@dataclass(frozen=True)
class Settings:
    """How the server runs. ``hosts`` are the names it answers to."""

    workers: int = 2
    budget: Budget = field(default_factory=Budget)
    quick_budget: Budget = field(default_factory=lambda: Budget(0.3, grace=6))
    waiting: int = 16
    quick_waiting: int = 256
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")


class Problem(BaseModel):
    """What went wrong, and where in the text."""

    message: str
    where: str | None = None


class Refusal(BaseModel):
    """The body of every error."""

    error: Problem


Text = Annotated[str, Field(max_length=MAX_TEXT, description="a position in the notation, e.g. wythoff 5,8")]
Language = Annotated[str | None, Field(max_length=100, description="a language tag, e.g. yue-Hant-HK")]


class SolveBody(BaseModel):
    """A position to solve."""

    text: Text
    limit: Annotated[int, Field(ge=0, le=1000)] = 100
    lang: Language = None


class MoveBody(BaseModel):
    """A move: the position it leaves, or its words in any of the languages."""

    text: Text
    to: Text
    teach: bool = False
    lang: Language = None


class ReplyBody(BaseModel):
    """The computer is to move."""

    text: Text
    level: Annotated[str, Field(max_length=20)] = "perfect"
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    lang: Language = None


class HintBody(BaseModel):
    """A player asks for help."""

    text: Text
    lang: Language = None


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; ``settings`` for other budgets, hosts or numbers of workers."""
    chosen = settings or Settings()
    heavy = max(1, chosen.workers)
    quick = Pool(
        max(2, chosen.workers // 2), chosen.quick_waiting, chosen.quick_budget, name="quick", compiles=False
    )
    slow = Pool(heavy, chosen.waiting, chosen.budget, name="slow", compiles=True)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        import asyncio

        await quick.start()
        await slow.start()
        warming = asyncio.create_task(slow.warm())
        yield
        warming.cancel()
        await quick.close()
        await slow.close()

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
            413: {"model": Refusal, "description": "the request is too long"},
            422: {"model": Refusal, "description": "not the expected form, or too much for one request"},
            503: {"model": Refusal, "description": "busy; try again after Retry-After seconds"},
        },
    )
    app.add_middleware(Guard, hosts=chosen.hosts)

    async def run(job: str, lang: str, **parameters: Any) -> JSONResponse:
        parameters["language"] = lang
        try:
            result = await _in_lanes(quick, slow, job, parameters)
        except BusyError:
            return refusal(503, say("the server is busy; try again in a moment"), lang, {"Retry-After": "2"})
        except BudgetError as error:
            return refusal(422, _over_budget(error, chosen.budget), lang)
        if "error" in result:
            return JSONResponse({"error": result["error"]}, result["status"])
        return JSONResponse(result["ok"], headers={"Content-Language": lang})

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
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

    @app.exception_handler(StarletteHTTPException)
    async def refused(_: Request, error: StarletteHTTPException) -> JSONResponse:
        return refusal(error.status_code, say("{what}", what=error.detail), "en", dict(error.headers or {}))

    @app.get("/openapi.json", include_in_schema=False)  # where clients look first
    async def openapi() -> dict[str, Any]:
        return app.openapi()

    @app.get("/healthz", summary="Whether the server is up")
    async def healthz() -> dict[str, str]:
        return {"status": "ok", "version": __version__}

    @app.get("/api/languages", summary="The languages there are, and the one that suits this browser")
    async def language_list(accept_language: Annotated[str | None, Header()] = None) -> dict[str, Any]:
        return {"languages": list(languages.available()), "chosen": languages.choose(accept_language)}

    @app.get("/api/texts", summary="The translated sentences of a language")
    async def texts(lang: _Query = None, accept_language: _Accept = None) -> dict[str, Any]:
        chosen_language = languages.choose(lang or accept_language)
        return {
            "language": chosen_language,
            "texts": languages.texts(chosen_language),
            "plurals": languages.plurals(chosen_language),
        }

    @app.get("/api/games", summary="Every game: notation, rule, source, an example with its picture")
    async def games(lang: _Query = None, accept_language: _Accept = None) -> JSONResponse:
        return await run("games", languages.choose(lang or accept_language))

    @app.get("/api/position", summary="A position to show: drawings, moves, the outcome where it is cheap")
    async def position(
        text: Annotated[str, Query(max_length=MAX_QUERY)],
        lang: _Query = None,
        accept_language: _Accept = None,
    ) -> JSONResponse:
        return await run("position", languages.choose(lang or accept_language), text=text)

    @app.post("/api/solve", summary="Winner, value, winning moves and the reason")
    async def solve(body: SolveBody, lang: _Query = None, accept_language: _Accept = None) -> JSONResponse:
        return await run(
            "solve", languages.choose(body.lang or lang or accept_language), text=body.text, limit=body.limit
        )

    @app.post("/api/move", summary="The position after a move")
    async def move(body: MoveBody, lang: _Query = None, accept_language: _Accept = None) -> JSONResponse:
        return await run(
            "move",
            languages.choose(body.lang or lang or accept_language),
            text=body.text,
            to=body.to,
            teach=body.teach,
        )

    @app.post("/api/reply", summary="The computer's move")
    async def reply(body: ReplyBody, lang: _Query = None, accept_language: _Accept = None) -> JSONResponse:
        return await run(
            "reply",
            languages.choose(body.lang or lang or accept_language),
            text=body.text,
            level=body.level,
            seed=body.seed,
        )

    @app.post("/api/hint", summary="A hint in steps: who is winning, which component, the move, why")
    async def hint(body: HintBody, lang: _Query = None, accept_language: _Accept = None) -> JSONResponse:
        return await run("hint", languages.choose(body.lang or lang or accept_language), text=body.text)

    @app.get("/api/values", summary="Grundy values of heaps 0..to")
    async def values(
        game: Annotated[str, Query(max_length=200)],
        to: Annotated[str, Query(max_length=20)] = "100",
        lang: _Query = None,
        accept_language: _Accept = None,
    ) -> JSONResponse:
        return await run("values", languages.choose(lang or accept_language), game=game, to=to)

    @app.get("/api/p-positions", summary="The first P-positions of a game")
    async def p_positions(
        game: Annotated[str, Query(max_length=200)],
        count: Annotated[int, Query(ge=1, le=1000)] = 31,
        lang: _Query = None,
        accept_language: _Accept = None,
    ) -> JSONResponse:
        return await run("p_positions", languages.choose(lang or accept_language), game=game, count=count)

    static = resources.files("sprague.web") / "static"

    @app.get("/", include_in_schema=False)
    @app.get("/play", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(str(static / "index.html"))

    app.mount("/static", StaticFiles(directory=str(static)), name="static")
    return app


_Query = Annotated[str | None, Query(max_length=100)]
_Accept = Annotated[str | None, Header()]


def _language(request: Request, body: Any) -> str:
    """The language for the answer to a request that is not of the expected form."""
    said = body.get("lang") if isinstance(body, dict) else None
    asked = said if isinstance(said, str) else request.query_params.get("lang")
    return languages.choose(asked or request.headers.get("accept-language"))


def refusal(
    status: int,
    message: Message,
    language: str,
    headers: dict[str, str] | None = None,
    where: str | None = None,
) -> JSONResponse:
    """An error as every face of Sprague gives it."""
    return JSONResponse({"error": {"message": message.render(language), "where": where}}, status, headers)


async def _in_lanes(quick: Pool, slow: Pool, job: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """First the lane for moments; what says it takes longer, or does, goes to the other lane."""
    with contextlib.suppress(BudgetError):
        result = await quick.run(job, {**parameters, "quick": True})
        if "later" not in result:
            return result
    return await slow.run(job, {**parameters, "quick": False})


def _over_budget(error: BudgetError, budget: Budget) -> Message:
    if error.kind == "time":
        return say(
            "this took longer than the {seconds} seconds of one request; a smaller position, or the command "
            "line (sprague solve), has no such limit",
            seconds=budget.seconds,
        )
    if error.kind == "memory":
        return say(
            "this needs more than the {megabytes} MB of one request; a smaller position, or the command line "
            "(sprague solve), has no such limit",
            megabytes=budget.bytes // 2**20,
        )
    return say("the worker was lost while it answered; try again")
