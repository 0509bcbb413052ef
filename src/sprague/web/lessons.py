"""The routes of a lesson: the analysis board, worksheets, class grids."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse, Response

from . import bodies, lesson_models, models
from .classes import Classes, FullError, NoClassError
from .lanes import refusal
from .routes import MAX_QUERY, Wanted, Work, fields, spoken

lessons = APIRouter(prefix="/api", tags=["lessons"])

MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": models.Refusal, "description": "no class grid of that code"}
}


async def _classes(request: Request) -> Classes:
    classes: Classes = request.app.state.classes
    return classes


Grids = Annotated[Classes, Depends(_classes)]


@lessons.post(
    "/analysis", response_model=lesson_models.Analysis, summary="What each move of a position is worth"
)
async def analysis(body: bodies.HintBody, work: Work, lang: Wanted) -> Response:
    """Who wins, the value, and every move as good or bad."""
    return await work.run("analysis", spoken(body.lang, lang), **fields(body))


@lessons.post(
    "/proof", response_model=lesson_models.Proof, summary="Why a position is won or lost, step by step"
)
async def proof(body: bodies.HintBody, work: Work, lang: Wanted) -> Response:
    """Each step holds for this very position. If nothing is shown, a step says so."""
    return await work.run("proof", spoken(body.lang, lang), **fields(body))


@lessons.post("/figures", response_model=lesson_models.Figures, summary="Pictures beside the answer")
async def figures(body: bodies.HintBody, work: Work, lang: Wanted) -> Response:
    """Lines of sight on two heaps, the parts of a board, the values of rows."""
    return await work.run("figures", spoken(body.lang, lang), **fields(body))


@lessons.get("/heat", response_model=lesson_models.Heat, summary="The values of two heaps")
async def heat(
    text: Annotated[str, Query(max_length=MAX_QUERY)],
    work: Work,
    lang: Wanted,
    to: Annotated[int, Query(ge=1, le=60)] = 30,
) -> Response:
    """The values of all positions on two heaps of at most ``to``, by the rules of ``text``."""
    return await work.run("heat", lang, text=text, to=to)


@lessons.post("/sheet", response_model=lesson_models.Sheet, summary="A worksheet with its answers")
async def sheet(body: bodies.SheetBody, work: Work, lang: Wanted) -> Response:
    """Positions of a game for paper; about half of them are won for the first player."""
    return await work.run("sheet", spoken(body.lang, lang), **fields(body))


@lessons.post("/class", response_model=lesson_models.ClassGrid, summary="Open a grid for a class")
async def open_class(body: bodies.ClassBody, work: Work, grids: Grids, lang: Wanted) -> Response:
    """Its code goes into the link that the class opens. The server keeps the grid only in memory, for some hours."""
    language = spoken(body.lang, lang)
    answer = await work.run("position", language, text=body.text)
    if answer.status_code != 200:
        return answer
    parts = json.loads(bytes(answer.body))["components"]
    try:
        code = grids.open(parts[0]["game"], body.text)
    except FullError as error:
        return refusal(503, error.message, language, {"Retry-After": "60"})
    return _grid(grids, code, 0, language)


@lessons.get(
    "/class", response_model=lesson_models.ClassGrid, responses=MISSING, summary="What a class has found"
)
async def class_grid(
    code: Annotated[str, Query(max_length=20)],
    grids: Grids,
    lang: Wanted,
    since: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Response:
    """All lost positions of the grid, except the first ``since``."""
    return _grid(grids, code, since, lang)


@lessons.post(
    "/found", response_model=lesson_models.ClassGrid, responses=MISSING, summary="Add to the grid of a class"
)
async def found(body: bodies.FoundBody, work: Work, grids: Grids, lang: Wanted) -> Response:
    """The grid accepts positions of its game that are lost for the player to move, and ignores others. Of mirror images
    it keeps the first one. ``reached`` says how far the device has come."""
    language = spoken(body.lang, lang)
    try:
        game, first = grids.game(body.code), grids.first(body.code)
        if body.reached is not None:
            grids.reach(body.code, body.reached.device, body.reached.rung, body.reached.stop)
    except NoClassError as error:
        return refusal(404, error.message, language)
    if not body.positions:
        return _grid(grids, body.code, 0, language)
    answer = await work.run("lost", language, game=game, first=first, positions=body.positions)
    if answer.status_code != 200:
        return answer
    try:
        grids.add(body.code, **json.loads(bytes(answer.body)))
    except NoClassError as error:
        return refusal(404, error.message, language)
    return _grid(grids, body.code, 0, language)


def _grid(grids: Classes, code: str, since: int, language: str) -> Response:
    try:
        game, total, positions = grids.found(code, since)
        devices = [{"rung": rung, "stop": stop} for rung, stop in grids.devices(code)]
    except NoClassError as error:
        return refusal(404, error.message, language)
    content = {
        "code": code.strip().lower(),
        "game": game,
        "total": total,
        "positions": positions,
        "devices": devices,
    }
    return JSONResponse(content, headers={"Content-Language": language})
