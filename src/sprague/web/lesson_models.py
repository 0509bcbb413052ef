"""What the routes of lessons and workshops answer, as types: analyses, proofs and figures, what pupils try, worksheets,
and the grids of classes."""

from __future__ import annotations

from typing import Literal

from .models import Component, Model, Move, Number, Outcome, Take


class Verdict(Move):
    """A move and what it is worth: the outcome of the position that it leaves ("P": it wins) and its Grundy value, null
    where they are not known. Where it takes from heaps: from which, counted from 0, and how many from each."""

    leaves: Outcome | None
    value: Number | None
    heaps: list[int]
    count: Number


class Analysis(Model):
    """What a moment's thought finds of a position; the fields are null where it is out of reach."""

    outcome: Outcome | None
    value: Number | None
    reason: str | None
    source: str | None
    verdicts: list[Verdict]


class Heat(Model):
    """Grundy values of two heaps: ``values[a][b]``."""

    values: list[list[int]]


class Proof(Model):
    """Why a position is won or lost: the steps, the theorem that stands behind them, and on what the answer rests; null
    where there is none, or where the answer is out of reach. ``reason``: only where whoever is to move has lost.
    ``trap``: a lost position with few moves, to be attacked by hand; null where none is near."""

    trap: str | None
    steps: list[str]
    behind: str | None
    outcome: Outcome | None
    reason: str | None
    kind: Literal["theorem", "computed", "periodic", "observed"] | None
    source: str | None


Pair = tuple[int, int]


class Sight(Model):
    """Two heaps: the end of the line along which each kind of move leads from ``here``, the lost pairs, and those in
    sight."""

    component: int
    here: Pair
    ends: list[Pair]
    lost: list[Pair]
    hits: list[Pair]


class Region(Model):
    """A part of a board: the names of its shapes, and its value, null where it is not known."""

    names: list[str]
    value: int | None


class Regions(Model):
    """The parts of a board, no move of which touches another."""

    component: int
    regions: list[Region]


class Row(Model):
    """The values of heaps from 0 on, and the heaps that stand on the table."""

    game: str
    values: list[int]
    here: list[int]


class Figures(Model):
    """The pictures beside the answer."""

    sights: list[Sight]
    boards: list[Regions]
    rows: list[Row]


class Board(Model):
    """A position as a picture."""

    position: str
    components: list[Component]
    takes: list[Take]


class Shelves(Model):
    """Small positions of a game, shelf by shelf, and words that end "It is a trap when …"."""

    shelves: list[list[Board]]
    guesses: list[str]


class Judged(Model):
    """Whether a guess is right, for each small position, shelf by shelf; null where it says nothing. ``broken``:
    whether the first one on which it is wrong is a trap; null where it is wrong on none."""

    right: list[bool | None]
    broken: bool | None


class MovePair(Model):
    """A move and its partner in a mirror, each by the shapes that it touches and the one that stands for it; ``clear``:
    whether the partner can be made after the move."""

    marks: list[str]
    at: str
    partner: list[str]
    partner_at: str
    clear: bool


class Mirror(Model):
    """A mirror of a board, in words, with every move and its partner."""

    words: str
    pairs: list[MovePair]


class Mirrors(Model):
    """The mirrors of a board; none where it has none."""

    mirrors: list[Mirror]


class Partner(Model):
    """Whether it wins to move always to the partner of one's place. ``first``: whether the rule is for the player to
    move. ``walk``: positions up to one where the rule says no move; none where it holds."""

    first: bool
    holds: bool
    walk: list[Board]


class Twigs(Board):
    """A picture and its twigs, by the names of their shapes. ``same``: whether it is worth what it was before; null
    where nothing was put together."""

    same: bool | None
    twigs: list[list[str]]


class Exercise(Model):
    """A position of a worksheet, and its answer: some of the winning moves, their number, the reason."""

    position: str
    components: list[Component]
    misere: bool
    outcome: Outcome
    wins: list[str]
    wins_total: Number | None
    reason: str


class Sheet(Model):
    """A worksheet with its answers."""

    game: str
    title: str | None
    rule: str
    exercises: list[Exercise]


class Reached(Model):
    """How far a device has come: the rungs that it has won, and the last stop of the journey that it has opened."""

    rung: int
    stop: int


class ClassGrid(Model):
    """The grid of a class: its code, its game, how many lost positions it holds, and those beyond the ones that were
    asked to be left out. Of mirror images there is one. ``devices`` says how far each has come, and not which it is."""

    code: str
    game: str
    total: int
    positions: list[str]
    devices: list[Reached]
