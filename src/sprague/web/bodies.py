"""What the API takes, as types: the OpenAPI document and the page's own types are made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from . import classes

#: A position in a request has at most so many characters; the body as a whole is limited in ``guard.py``.
MAX_TEXT = 16_000

#: The name of a game, which may hold its rule, has so many.
MAX_GAME = 500

GameName = Annotated[str, Field(max_length=MAX_GAME, description="a game, e.g. kayles")]
Text = Annotated[str, Field(max_length=MAX_TEXT, description="a position in the notation, e.g. wythoff 5,8")]
Language = Annotated[str | None, Field(max_length=100, description="a language tag, e.g. yue-Hant-HK")]
Level = Literal["perfect", "slips", "random", "teacher"]


class SolveBody(BaseModel):
    """A position to solve."""

    text: Text
    limit: Annotated[int, Field(ge=0, le=1000)] = 100
    lang: Language = None


class DiscoverBody(BaseModel):
    """A game in which patterns are looked for."""

    game: GameName
    lang: Language = None


class TheoremBody(BaseModel):
    """A position whose answer is to be proved."""

    text: Text
    lang: Language = None


class TakeBody(BaseModel):
    """The same number taken from each of some heaps of a component, counted from 0."""

    component: Annotated[int, Field(ge=0, le=MAX_TEXT)]
    heaps: Annotated[list[int], Field(max_length=100)]
    count: Annotated[str, Field(max_length=MAX_TEXT)]


WayNumber = Annotated[int, Field(ge=0, le=1000, description="which of the move's ways on the board it is")]


class MoveBody(BaseModel):
    """A move: a number to take, the position it leaves, or its words in any of the languages; or ``take``."""

    text: Text
    to: Annotated[str, Field(max_length=MAX_TEXT)] = ""
    way: WayNumber = 0
    take: TakeBody | None = None
    lang: Language = None


class TurnBody(BaseModel):
    """A turn against the computer from the position ``text``: the player's ``move``, as in ``/api/move``, then the
    computer's reply; without a move the computer's alone. The same ``seed`` gives the same reply."""

    text: Text
    move: Annotated[str | None, Field(max_length=MAX_TEXT)] = None
    way: WayNumber = 0
    take: TakeBody | None = None
    level: Level = "perfect"
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    lang: Language = None


class ReviewBody(BaseModel):
    """A game that is over: where it began, and its moves, each as in ``/api/move``."""

    text: Text
    moves: Annotated[list[Text], Field(max_length=400)]
    lang: Language = None


class DrawBody(BaseModel):
    """A player who is to move offers a draw, in a game with cycles."""

    text: Text
    lang: Language = None


class HintBody(BaseModel):
    """A player asks for help."""

    text: Text
    lang: Language = None


class SheetBody(BaseModel):
    """A worksheet of a game; the same ``seed`` gives the same sheet."""

    game: GameName
    count: Annotated[int, Field(ge=1, le=24)] = 8
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    lang: Language = None


class ClassBody(BaseModel):
    """A class opens a grid for the lost positions of a game, named by a position of it."""

    text: Text
    lang: Language = None


class ReachedBody(BaseModel):
    """How far a device has come in the class's game: a number that only this device knows, the rungs that it has won,
    and the last stop of the journey that it has opened (0 is the board)."""

    device: Annotated[int, Field(ge=0, lt=2**53)]
    rung: Annotated[int, Field(ge=0, le=classes.RUNGS)]
    stop: Annotated[int, Field(ge=0, lt=classes.STOPS)]


class FoundBody(BaseModel):
    """Lost positions that a device has found, for the grid of that code, and how far it has come."""

    code: Annotated[str, Field(max_length=20)]
    reached: ReachedBody | None = None
    positions: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=100)]
    lang: Language = None


class GuessBody(BaseModel):
    """A guess about the traps of a game, by its number in ``/api/shelves``: where it holds there is a ``trap``, or
    none; with ``exactly`` the opposite is true everywhere else."""

    game: GameName
    number: Annotated[int, Field(ge=0, le=100)]
    trap: bool = True
    exactly: bool = False
    lang: Language = None


PlaceName = Annotated[str, Field(max_length=100)]


class PartnerBody(BaseModel):
    """Places of a picture, by the names of their shapes, in pairs."""

    text: Text
    pairs: Annotated[
        list[Annotated[list[PlaceName], Field(min_length=2, max_length=2)]], Field(max_length=200)
    ]
    lang: Language = None


class TwigBody(BaseModel):
    """Two parts of a picture that are put together: twigs, by their first shapes, as one of this ``length``; or without
    a length two places. Without ``one`` nothing is put together."""

    text: Text
    one: PlaceName = ""
    other: PlaceName = ""
    length: Annotated[int | None, Field(ge=0, le=10_000)] = None
    lang: Language = None
