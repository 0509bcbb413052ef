"""The routes of the workshops, in which pupils look for the rule of a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from . import bodies, lesson_models
from .routes import Wanted, Work, fields, spoken

workshops = APIRouter(prefix="/api", tags=["workshops"])


@workshops.get(
    "/shelves", response_model=lesson_models.Shelves, summary="Small positions of a game, and guesses"
)
async def shelves(
    game: Annotated[str, Query(max_length=bodies.MAX_GAME)], work: Work, lang: Wanted
) -> Response:
    """The small positions on which guesses about the traps of a game are tested."""
    return await work.run("shelves", lang, game=game)


@workshops.post(
    "/guess", response_model=lesson_models.Judged, summary="On which small positions a guess is right"
)
async def guess(body: bodies.GuessBody, work: Work, lang: Wanted) -> Response:
    """Compares the guess with the engine on each position of ``/api/shelves``."""
    return await work.run("guess", spoken(body.lang, lang), **fields(body))


@workshops.post("/mirrors", response_model=lesson_models.Mirrors, summary="The mirrors of a board")
async def mirrors(body: bodies.HintBody, work: Work, lang: Wanted) -> Response:
    """The partner of each move, and whether it can be made after the move."""
    return await work.run("mirrors", spoken(body.lang, lang), **fields(body))


@workshops.post(
    "/partner", response_model=lesson_models.Partner, summary="Whether moving to the partner wins"
)
async def partner(body: bodies.PartnerBody, work: Work, lang: Wanted) -> Response:
    """Tests the rule "always move to the partner of your place" against every reply."""
    return await work.run("partner", spoken(body.lang, lang), **fields(body))


@workshops.post("/twig", response_model=lesson_models.Twigs, summary="Twigs, put together")
async def twig(body: bodies.TwigBody, work: Work, lang: Wanted) -> Response:
    """Two twigs become one, or two places become one: does the value of the picture stay the same?"""
    return await work.run("twig", spoken(body.lang, lang), **fields(body))
