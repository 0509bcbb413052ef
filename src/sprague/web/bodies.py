"""The types of the requests of the API, from which the OpenAPI document and the types of the page are generated."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from . import classes

#: The most characters of a position in a request; ``guard.py`` limits the whole body.
MAX_TEXT = 16_000

#: The most characters of the name of a game, which may contain its rule.
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
    """A game in which to look for patterns."""

    game: GameName
    lang: Language = None


class TheoremBody(BaseModel):
    """A position for whose answer to write a theorem."""

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
    computer's reply. Without a move only the computer moves. The same ``seed`` gives the same reply."""

    text: Text
    move: Annotated[str | None, Field(max_length=MAX_TEXT)] = None
    way: WayNumber = 0
    take: TakeBody | None = None
    level: Level = "perfect"
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    lang: Language = None


class ReviewBody(BaseModel):
    """A finished game: its first position, and its moves, each as in ``/api/move``."""

    text: Text
    moves: Annotated[list[Text], Field(max_length=400)]
    lang: Language = None


class DrawBody(BaseModel):
    """The player to move offers a draw, in a game with cycles."""

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
    """A class opens a grid for the lost positions of a game. A position of the game names it."""

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
    """A guess about the traps of a game, by its number in ``/api/shelves``: every position for which it holds is a
    ``trap``, or none is. With ``exactly`` the opposite is true of all other positions."""

    game: GameName
    number: Annotated[int, Field(ge=0, le=100)]
    trap: bool = True
    exactly: bool = False
    lang: Language = None


PlaceName = Annotated[str, Field(max_length=100)]


class PartnerBody(BaseModel):
    """Pairs of places of a picture, by the names of their shapes."""

    text: Text
    pairs: Annotated[
        list[Annotated[list[PlaceName], Field(min_length=2, max_length=2)]], Field(max_length=200)
    ]
    lang: Language = None


class TwigBody(BaseModel):
    """Two parts of a picture to join: two twigs, by their first shapes, become one twig of this ``length``; without a
    length two places become one. Without ``one`` nothing is joined."""

    text: Text
    one: PlaceName = ""
    other: PlaceName = ""
    length: Annotated[int | None, Field(ge=0, le=10_000)] = None
    lang: Language = None
