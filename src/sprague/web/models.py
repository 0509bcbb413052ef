"""What the API answers, as types: the OpenAPI document and the page's own types are made from them.

A worker answers with JSON that is sent on as it is (``jobs.py``); the tests hold it to these models.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from sprague.model.lesson import Skin, World

from .bodies import Level

#: Numbers that JavaScript would round come as text.
Number = int | str

#: D: a draw, in a game with cycles.
Outcome = Literal["N", "P", "D"]


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
    """One summand of a position; ``title`` is the game's name for people, null where its word is the only one; ``skin``
    is how the game is drawn."""

    position: str
    game: str
    title: str | None
    rule: str
    skin: Skin
    drawing: Drawing
    sizes: list[Number]


class Way(Model):
    """One way to make a move on the board: the shapes that go, the one that stands for it alone when it is touched (""
    where it takes more touches to say), and the sentence."""

    marks: list[str]
    at: str
    move: str


class Move(Model):
    """A move: the position it leaves, the sentence, the component that is played in and the shapes of its drawing that
    go. ``at`` is the shape that stands for the move when it alone is touched, "" where there is none; ``ways`` are all
    ways to make it on the board, this one first, where there are several."""

    to: str
    move: str
    component: int
    marks: list[str]
    at: str
    ways: list[Way]


class Take(Model):
    """Moves that take the same number, any from 1 to ``most``, from each of these heaps of a component, counted from
    0."""

    component: int
    heaps: list[int]
    most: Number


class Shown(Model):
    """A position to show. ``moves_total`` is null for infinitely many, ``outcome`` where it would take more than a
    moment. ``takes`` says all moves of a component as numbers taken from its heaps, where that can be said;
    ``drawable`` that play may go on for ever, ``workshop`` how pupils may look for the rule."""

    position: str
    components: list[Component]
    component_count: int
    misere: bool
    drawable: bool
    workshop: Literal["", "pairs", "values", "columns", "blocks", "mirror", "bites", "twigs", "partners"]
    takes: list[Take]
    moves: list[Move]
    moves_total: Number | None
    over: bool
    outcome: Outcome | None


class Made(Move):
    """A move that was made, and the position after it. ``stays``: for each component that it leaves in place of the one
    that was played in, the name of each shape -> its name in the picture before; null where all keep their names."""

    stays: list[dict[str, str] | None]
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
    the player has won, null while the game goes on. That a position comes back a third time is for the one to see who
    keeps the game."""

    made: Made | None
    comment: Comment | None
    reply: Reply | None
    won: bool | None


class Draw(Model):
    """Whether the computer agrees to a draw, and what it says."""

    agreed: bool
    sentence: str


class HintStep(Model):
    """One step of a hint; that of kind "move" has the move that is meant, that of kind "smaller" the position."""

    kind: Literal["verdict", "count", "smaller", "where", "move", "reason", "over", "unknown"]
    sentence: str
    move: Move | None
    position: str | None


class Theorem(Model):
    """A file for Coq: a name for it, and its text."""

    file: str
    text: str


class Stated(Model):
    """A statement about a game, which was decided."""

    text: str
    holds: bool


class Discovery(Model):
    """What was found in a game. ``rows`` begin its table: of ``kind`` values one row, of pairs the P-positions, of
    cells and cubes a square of values. ``certificate`` is a file for ``sprague check``, ``code`` a function in Python
    for the first pattern."""

    game: str
    title: str | None
    rule: str
    status: Literal["proved", "observed", "refuted", "none"]
    kind: Literal["values", "pairs", "cells", "cubes"]
    rows: list[list[Number]]
    found: list[str]
    statements: list[Stated]
    certificate: str | None
    code: str | None


class Hint(Model):
    """Hints in steps, each saying more."""

    steps: list[HintStep]


class Review(Model):
    """A game looked at after its end: the outcome before each move and at the end (null where nobody can say), the
    loser's last move from a position that could be won (``turning``), a move that would have won there, a sentence."""

    outcomes: list[Outcome | None]
    turning: int | None
    better: Move | None
    sentence: str


class Valued(Model):
    """A component with its Grundy value, null where it was not needed."""

    position: str
    value: Number | None


class WinningMove(Model):
    """A winning move in words, and the position that it leaves."""

    move: str
    to: str


class Evidence(Model):
    """How an answer is known: ``source`` in English, ``sentence`` in the language of the request."""

    kind: Literal["theorem", "computed", "periodic", "observed"]
    source: str
    sentence: str


class Answer(Model):
    """The object of ``sprague solve --json``, and the evidence as a sentence. A request always asks for the winning
    moves, so here they are never null. Where the time of a request ended before the value was known, ``value_at_least``
    bounds it and ``cut`` says so. In misère play there are ``genus`` and ``quotient_element`` where they are known; in
    games with cycles ``remoteness`` and ``drawing_moves``, and a value may be a text."""

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
    """A game: how it is written, what people call it, its chapter, its rule and source, an example with its pictures;
    ``second``: whoever begins there has lost, so that a player lets the computer begin."""

    name: str
    chapter: str
    title: str | None
    aliases: list[str]
    rule: str
    source: str
    example: str
    second: bool
    drawings: list[Drawing]


class Rung(Model):
    """A position to begin with, the computer's level there, whether the computer begins, and what to look for."""

    position: str
    level: Level
    second: bool
    teaches: str | None


class Ladder(Model):
    """A game as it is learnt: its world, the positions to begin with, from the easiest, and the picture of one of
    them."""

    game: str
    world: World
    title: str | None
    rule: str
    rungs: list[Rung]
    components: list[Component]
    takes: list[Take]


class Games(Model):
    """Every game, the ladders of those that are learnt step by step, what the home begins with, and a sum to show how
    one is written."""

    opening: Rung
    sum: str
    games: list[Game]
    ladders: list[Ladder]


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
