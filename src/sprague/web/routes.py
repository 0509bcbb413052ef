"""The routes, by subject: playing, solving, tables, and the page itself."""

from __future__ import annotations

from importlib import resources
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from pydantic import BaseModel

from sprague import __version__
from sprague.words import languages

from . import bodies, models
from .lanes import Lanes

#: The most characters of a position in a URL, where each may take nine bytes; longer positions go into the body of
#: /api/solve.
MAX_QUERY = 3_000

STATIC = resources.files("sprague.web") / "static"

play = APIRouter(prefix="/api", tags=["playing"])
solving = APIRouter(prefix="/api", tags=["solving"])
tables = APIRouter(prefix="/api", tags=["tables"])
page = APIRouter(tags=["page"])


# Coroutines, because any other dependency runs in a separate thread, which costs more than the answer.
async def _lanes(request: Request) -> Lanes:
    lanes: Lanes = request.app.state.lanes
    return lanes


async def _wanted(
    lang: Annotated[str | None, Query(max_length=100)] = None,
    accept_language: Annotated[str | None, Header()] = None,
) -> str:
    """Returns the language of a request. A language that the request names must exist; of a browser's preferences the
    best one that exists is taken."""
    return languages.choose(accept_language) if lang is None else languages.named(lang)


Work = Annotated[Lanes, Depends(_lanes)]

#: The language that the query names, or the one that suits the browser.
Wanted = Annotated[str, Depends(_wanted)]


def spoken(tag: str | None, lang: str) -> str:
    """Returns the language that the body names, or that of the query."""
    return lang if tag is None else languages.named(tag)


def fields(body: BaseModel) -> dict[str, Any]:
    """Returns the parameters of a job: the fields of the body, except its language."""
    return body.model_dump(exclude={"lang"})


# Playing


@play.get(
    "/position",
    response_model=models.Shown,
    summary="A position to show: drawings, moves, the outcome where it is cheap",
)
async def position(
    text: Annotated[str, Query(max_length=MAX_QUERY)],
    work: Work,
    lang: Wanted,
    game: Annotated[str, Query(max_length=bodies.MAX_GAME)] = "",
) -> Response:
    """A position in the notation, in the form that the page shows. If the text names no game, ``game`` is meant."""
    return await work.run("position", lang, text=text, game=game)


@play.post("/move", response_model=models.Made, summary="The position after a move")
async def move(body: bodies.MoveBody, work: Work, lang: Wanted) -> Response:
    """A move by either of two people. The server only checks whether the rules allow it."""
    return await work.run("move", spoken(body.lang, lang), **fields(body))


@play.post(
    "/turn", response_model=models.Turn, summary="A move against the computer, with a comment and its reply"
)
async def turn(body: bodies.TurnBody, work: Work, lang: Wanted) -> Response:
    """One turn of play. The client keeps the state of the game."""
    return await work.run("turn", spoken(body.lang, lang), **fields(body))


@play.post("/draw", response_model=models.Draw, summary="The offer of a draw")
async def draw(body: bodies.DrawBody, work: Work, lang: Wanted) -> Response:
    """The computer agrees unless it wins. Only a game with cycles can end in a draw."""
    return await work.run("draw", spoken(body.lang, lang), **fields(body))


@play.post("/review", response_model=models.Review, summary="A game looked at after its end")
async def review(body: bodies.ReviewBody, work: Work, lang: Wanted) -> Response:
    """Who could win before each move, and where the game was decided."""
    return await work.run("review", spoken(body.lang, lang), **fields(body))


@play.post("/hint", response_model=models.Hint, summary="A hint in steps, each saying more")
async def hint(body: bodies.HintBody, work: Work, lang: Wanted) -> Response:
    """Who is winning, how many moves win, which component, the move, why."""
    return await work.run("hint", spoken(body.lang, lang), **fields(body))


# Solving


@solving.post(
    "/solve",
    response_model=models.Answer,
    response_model_exclude_unset=True,
    summary="Winner, value, winning moves and the reason",
)
async def solve(body: bodies.SolveBody, work: Work, lang: Wanted) -> Response:
    """The object of ``sprague solve --json``, with at most ``limit`` winning moves."""
    return await work.run("solve", spoken(body.lang, lang), **fields(body))


@solving.post("/theorem", response_model=models.Theorem, summary="A proof of the answer, for Coq")
async def theorem(body: bodies.TheoremBody, work: Work, lang: Wanted) -> Response:
    """The file of ``sprague theorem``, if there is a theorem for the position."""
    return await work.run("theorem", spoken(body.lang, lang), **fields(body))


@solving.post("/discover", response_model=models.Discovery, summary="Patterns in a game, and proofs of them")
async def discover(body: bodies.DiscoverBody, work: Work, lang: Wanted) -> Response:
    """The report of ``sprague discover``, as far as it gets in the time of a request."""
    return await work.run("discover", spoken(body.lang, lang), **fields(body))


# Tables


@tables.get(
    "/games",
    response_model=models.Games,
    summary="Every game: notation, rule, source, an example with its picture",
)
async def games(work: Work, lang: Wanted) -> Response:
    """One row for each family and each named game."""
    return await work.run("games", lang)


@tables.get("/values", response_model=models.Values, summary="Grundy values of heaps 0..to")
async def values(
    game: Annotated[str, Query(max_length=bodies.MAX_GAME)],
    work: Work,
    lang: Wanted,
    to: Annotated[str, Query(max_length=20)] = "100",
) -> Response:
    """The Grundy values of a game on one heap."""
    return await work.run("values", lang, game=game, to=to)


@tables.get("/p-positions", response_model=models.PPositions, summary="The first P-positions of a game")
async def p_positions(
    game: Annotated[str, Query(max_length=bodies.MAX_GAME)],
    work: Work,
    lang: Wanted,
    count: Annotated[int, Query(ge=1, le=10_000)] = 31,
) -> Response:
    """The first P-positions by size, except the empty one."""
    return await work.run("p_positions", lang, game=game, count=count)


# The page


@page.get("/api/languages", response_model=models.Languages, summary="The languages, and the one that suits")
async def language_list(lang: Wanted) -> dict[str, Any]:
    """The tags of all languages, and the one that suits this browser."""
    return {"languages": list(languages.available()), "chosen": lang}


@page.get("/api/texts", response_model=models.Texts, summary="The translated sentences of a language")
async def texts(lang: Wanted) -> dict[str, Any]:
    """The translations of a language. They are empty for English, whose sentences are the keys."""
    return {"language": lang, "texts": languages.texts(lang), "plurals": languages.plurals(lang)}


@page.get("/healthz", response_model=models.Health, summary="Whether the server is up")
async def healthz() -> dict[str, str]:
    """Answers without the workers."""
    return {"status": "ok", "version": __version__}


@page.get("/openapi.json", include_in_schema=False)  # where clients look first
async def openapi(request: Request) -> JSONResponse:
    """The document of the API, which is also at /api/openapi.json."""
    return JSONResponse(request.app.openapi())


@page.get("/", include_in_schema=False)
@page.get("/play", include_in_schema=False)
@page.get("/lab", include_in_schema=False)
async def shell(request: Request) -> Response:
    """The page itself. Its address says what it shows."""
    root, carries = request.app.state.root, request.app.state.carries
    if not root and not carries:
        return FileResponse(str(STATIC / "index.html"))
    html = (STATIC / "index.html").read_text("utf-8")
    attributes = f' data-root="{root}"' * bool(root) + " data-engine" * carries
    rooted = html.replace('<html lang="en">', f'<html lang="en"{attributes}>')
    return HTMLResponse(rooted.replace('"/static/', f'"{root}/static/'))
