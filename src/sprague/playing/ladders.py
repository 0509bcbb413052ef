"""Ladders: of each game some positions to begin with, from the easiest to the boss, for a player to climb."""

from __future__ import annotations

from typing import Literal, NamedTuple

World = Literal["heaps", "rows", "boards", "graphs"]


class Rung(NamedTuple):
    """A position to begin with, the computer's level there, and whether the computer begins: the player always has
    the winning side."""

    position: str
    level: str
    second: bool


class Ladder(NamedTuple):
    """The rungs of a game (the word of its notation), and the world that it belongs to."""

    game: str
    world: World
    rungs: tuple[Rung, ...]


def _ladder(world: World, game: str, *starts: str) -> Ladder:
    """A start with "-" before it is lost for whoever begins: there the computer does. It plays at random on the first
    two rungs, slips on the next two, and is perfect from then on."""
    levels = ("random", "random", "slips", "slips")
    rungs = tuple(
        Rung(f"{game} {start.lstrip('-')}", (levels[i : i + 1] or ("perfect",))[0], start.startswith("-"))
        for i, start in enumerate(starts)
    )
    return Ladder(game, world, rungs)


LADDERS = (
    _ladder("heaps", "wythoff", "-1,2", "-3,5", "4,9", "10,10", "-11,18", "25,40", "60,100", "500,1000"),
    _ladder("heaps", "nim", "1,3", "-2,2", "2,3,4", "-1,4,5", "3,4,5", "1,4,6,7", "9,14,23"),
    _ladder("heaps", "fibonacci", "4", "6", "7", "12", "-13", "20", "33", "100"),
    _ladder("heaps", "grundy", "3", "5", "6", "9", "-10", "4,6,8", "12"),
    _ladder("heaps", "lasker", "2", "1,3", "-2,2", "3,5", "-4,5,6", "7,8,9"),
    _ladder("rows", "kayles", "2", "3", "5", "2,4", "-3,3", "9", "12", "7,12"),
    _ladder("rows", "dots", "1", "3", "-4", "6", "7", "-8", "7,9,10", "20,21"),
    _ladder("rows", "circle", "2", "-4", "-5", "-6", "11", "-19"),
    _ladder("rows", "treblecross", "4", "5", "7", "9", "12", "-14"),
    _ladder("rows", "dawsons-kayles", "2", "4", "-5", "7", "-9", "12"),
    _ladder("boards", "cram", "1x2", "-2x2", "2x3", "-3x3", "-4x4", "3x5", "4x5", "-6x6"),
    _ladder("boards", "chomp", "1x3", "2x2", "2x3", "3x3", "3x4", "4x4", "4x5", "8x8"),
    _ladder(
        "graphs",
        "node-kayles",
        "path:2",
        "path:3",
        "-cycle:5",
        "grid:2x3",
        "grid:3x3",
        "grid:3x5",
        "-grid:8x8",
    ),
    _ladder("graphs", "arc-kayles", "path:2", "path:3", "-cycle:5", "path:6", "-grid:3x3", "grid:3x4"),
    _ladder(
        "graphs",
        "hackenbush",
        "edges:ground-a,a-b",
        "edges:ground-a,a-b,ground-c",
        "edges:ground-a,a-b,a-c,b-c",
        "edges:ground-a,a-b,a-c,ground-d,d-e,e-f",
        "edges:ground-a,a-b,b-c,a-d,d-e,e-f,ground-g",
    ),
    _ladder("graphs", "geography", "path:2@1", "path:4@1", "cycle:4@1", "grid:3x3@r1c2", "grid:3x4@r1c1"),
)

#: Every ladder by the word of its game.
BY_GAME = {ladder.game: ladder for ladder in LADDERS}
