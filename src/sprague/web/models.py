"""What the API takes and answers, as types: the OpenAPI document and the page's own types are made from them.

A worker answers with JSON that is sent on as it is (``jobs.py``); the tests hold it to these models.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

#: A position in a request has at most so many characters; the body as a whole is limited in ``guard.py``.
MAX_TEXT = 16_000

Text = Annotated[str, Field(max_length=MAX_TEXT, description="a position in the notation, e.g. wythoff 5,8")]
Language = Annotated[str | None, Field(max_length=100, description="a language tag, e.g. yue-Hant-HK")]
Level = Literal["perfect", "slips", "random", "teacher"]

#: Numbers that JavaScript would round come as text.
Number = int | str

#: D: a draw, in a game with cycles.
Outcome = Literal["N", "P", "D"]


# What is asked


class SolveBody(BaseModel):
    """A position to solve."""

    text: Text
    limit: Annotated[int, Field(ge=0, le=1000)] = 100
    lang: Language = None


class MoveBody(BaseModel):
    """A move: a number to take, the position it leaves, or its words in any of the languages."""

    text: Text
    to: Text
    lang: Language = None


class TurnBody(BaseModel):
    """A turn against the computer from the position ``text``: the player's ``move``, as in ``/api/move``, then the
    computer's reply; without a move the computer's alone. The same ``seed`` gives the same reply."""

    text: Text
    move: Annotated[str | None, Field(max_length=MAX_TEXT)] = None
    level: Level = "perfect"
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    lang: Language = None


class HintBody(BaseModel):
    """A player asks for help."""

    text: Text
    lang: Language = None


# What is answered


class Model(BaseModel):
    """An answer: exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class Problem(Model):
    """What went wrong, and where in the text."""

    message: str
    where: str | None


class Refusal(Model):
    """The body of every error."""

    error: Problem


class Shape(Model):
    """One shape of a drawing; a move names the shapes that it touches."""

    kind: Literal["circle", "rect", "line", "text"]
    x: float
    y: float
    w: float
    h: float
    role: str
    name: str
    text: str


class Drawing(Model):
    """A picture, in units of its own."""

    width: float
    height: float
    summary: str
    shapes: list[Shape]


class Component(Model):
    """One summand of a position; ``title`` is the game's name for people, null where its word is the only one."""

    position: str
    game: str
    title: str | None
    rule: str
    drawing: Drawing


class Move(Model):
    """A move: the position it leaves, the sentence, the component that is played in and the shapes of its drawing that
    are touched."""

    to: str
    move: str
    component: int
    marks: list[str]


class Shown(Model):
    """A position to show. ``moves_total`` is null for infinitely many, ``outcome`` where it would take more than a
    moment."""

    position: str
    components: list[Component]
    component_count: int
    moves: list[Move]
    moves_total: Number | None
    over: bool
    outcome: Outcome | None


class Made(Move):
    """A move that was made, and the position after it."""

    position: Shown


class Comment(Model):
    """What a teacher says of a move; ``kept`` is null where there was no win to keep, or nobody can say."""

    kept: bool | None
    sentence: str


class Reply(Made):
    """The computer's move; ``why`` is null where the reason is for the player to find out."""

    kind: Literal["wins", "slip", "random", "unknown", "longest", "complicated", "draws"]
    why: str | None


class Turn(Model):
    """What happened in a turn: the player's move, what a teacher says of it, the computer's reply. ``won``: whether
    the player has won, null while the game goes on, and where it is ``drawn``."""

    made: Made | None
    comment: Comment | None
    reply: Reply | None
    won: bool | None
    drawn: bool = False


class HintStep(Model):
    """One step of a hint; that of kind "move" has the move that is meant."""

    kind: Literal["verdict", "count", "where", "move", "reason", "over", "unknown"]
    sentence: str
    move: Move | None


class Hint(Model):
    """Hints in steps, each saying more."""

    steps: list[HintStep]


class Valued(Model):
    """A component with its Grundy value, null where it was not needed."""

    position: str
    value: Number | None


class WinningMove(Model):
    """A winning move in words, and the position that it leaves."""

    move: str
    to: str


class Evidence(Model):
    """How an answer is known."""

    kind: Literal["theorem", "computed", "periodic"]
    source: str


class Answer(Model):
    """The object of ``sprague solve --json``. Where the time of a request ended before the value was known,
    ``value_at_least`` bounds it and ``cut`` says so. In misère play there are ``genus`` and ``quotient_element`` where
    they are known; in games with cycles ``remoteness`` and ``drawing_moves``, and a value may be a text."""

    position: str
    outcome: Outcome
    value: Number | None
    components: list[Valued]
    winning_moves: list[WinningMove]
    winning_moves_total: Number | None
    reason: str
    evidence: Evidence
    value_at_least: int | None = None
    cut: str | None = None
    genus: str | None = None
    quotient_element: str | None = None
    remoteness: int | None = None
    drawing_moves: list[WinningMove] | None = None


class Game(Model):
    """A game: how it is written, what people call it, its rule and source, an example with its pictures."""

    name: str
    title: str | None
    aliases: list[str]
    rule: str
    source: str
    example: str
    drawings: list[Drawing]


class Games(Model):
    """Every game."""

    games: list[Game]


class Values(Model):
    """Grundy values of heaps ``start``, ``start`` + 1, …"""

    game: str
    start: int
    values: list[int]


class PPositions(Model):
    """P-positions of a game, by size."""

    game: str
    positions: list[list[Number]]


class Languages(Model):
    """The tags of the languages, and the one that suits who asks."""

    languages: list[str]
    chosen: str


class Texts(Model):
    """The sentences of a language: English -> translation, or its plural forms; ``plurals``: which form for each
    count."""

    language: str
    texts: dict[str, str | list[str]]
    plurals: list[int]


class Health(Model):
    """The server is up."""

    status: Literal["ok"]
    version: str
