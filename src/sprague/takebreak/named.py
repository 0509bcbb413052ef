"""Famous take-and-break games, as data: name, other names, code, rule in a sentence, source.

>>> str(NAMED["kayles"].code), find("grundys-game").name, find("couples") is None
('0.77', 'grundy', True)
"""

from __future__ import annotations

from dataclasses import dataclass

from sprague.model.guesses import ROW_GUESSES, rows
from sprague.model.lesson import ROW, Lesson
from sprague.words.messages import Message, say

from .codes import Code, parse_code

#: The lesson of a code without one of its own.
HEAPS = Lesson(workshop="values")


@dataclass(frozen=True)
class NamedGame:
    """A take-and-break game with a name. ``rule`` describes a move in one heap, or in its picture on the board;
    ``source`` says where the game comes from."""

    name: str
    title: Message
    code: Code
    rule: Message
    source: str
    aliases: tuple[str, ...] = ()
    lesson: Lesson = HEAPS


_WINNING_WAYS = "Berlekamp, Conway, Guy: Winning Ways (1982), chapter 4"

_GAMES = (
    NamedGame(
        "kayles",
        say("Kayles"),
        parse_code("0.77"),
        say("Knock down one skittle, or two that stand next to each other."),
        "Dudeney: The Canterbury Puzzles (1908), puzzle 73; period 12: Guy and Smith (1956)",
        lesson=Lesson(
            "rows",
            ("4", "5", "-3,3", "2,4", "9", "12", "7,12"),
            "skittles",
            "values",
            part=ROW,
            shelves=rows(1),
            guesses=ROW_GUESSES,
        ),
    ),
    NamedGame(
        "dawsons-kayles",
        say("Dawson's Kayles"),
        parse_code("0.07"),
        say("Knock down two skittles that stand next to each other."),
        "Guy and Smith: The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)",
        lesson=Lesson(
            "rows",
            ("6", "-5", "7", "-9", "12"),
            "skittles",
            "values",
            part=ROW,
            shelves=rows(2),
            guesses=ROW_GUESSES,
        ),
    ),
    NamedGame(
        "dawsons-chess",
        say("Dawson's chess"),
        parse_code("0.137"),
        say(
            "Take a token and its neighbours: 1 alone, 2 at an end of the row, or 3 with what is left on either side."
        ),
        "T. R. Dawson: Caissa's Wild Roses (1935); last player wins: Guy and Smith (1956)",
    ),
    NamedGame(
        "grundy",
        say("Grundy's game"),
        parse_code("unequal:4.0"),
        say("Split a heap into two heaps of different sizes."),
        "P. M. Grundy: Mathematics and games, Eureka 2 (1939)",
        ("grundys-game",),
        Lesson(
            ladder=("5", "6", "-7", "9", "-10", "4,6,8", "12"),
            workshop="values",
            shelves=rows(3),
            guesses=ROW_GUESSES,
        ),
    ),
    NamedGame(
        "officers",
        say("Officers"),
        parse_code("0.6"),
        say(
            "Take 1 and leave the rest, which may not be nothing, in one heap or two. "
            "Couples-are-Forever is the same with one token more in each heap."
        ),
        f"{_WINNING_WAYS}; OEIS A046695",
        lesson=Lesson(
            ladder=("5", "-4", "7", "-3,6", "11", "-12", "8,10"),
            workshop="values",
            shelves=rows(2),
            guesses=ROW_GUESSES,
        ),
    ),
    NamedGame(
        "lasker",
        say("Lasker's nim"),
        parse_code("4.(3)"),
        say("Take any number, or split a heap into two."),
        "Emanuel Lasker: Brettspiele der Völker (1931)",
        ("laskers-nim",),
        Lesson(
            ladder=("1,2", "-2,2", "1,3", "3,5", "-4,5,6", "5,6,7"),
            workshop="values",
            shelves=rows(1),
            guesses=ROW_GUESSES,
        ),
    ),
    NamedGame(
        "treblecross",
        say("Treblecross"),
        parse_code("0.007"),
        say("Put a cross on a free square between two free squares; these two are then dead."),
        f"{_WINNING_WAYS} (a strip of n squares there is one of n + 2 here); OEIS A071426",
        ("james-bond",),
        Lesson(
            "rows",
            ("9", "-8", "10", "12", "-14"),
            "strip",
            "values",
            part=say("look at the strip of {n}"),
            shelves=rows(3),
            guesses=ROW_GUESSES,
        ),
    ),
    NamedGame(
        "guiles",
        say("Guiles"),
        parse_code("0.15"),
        say("Take a heap of 1 or 2, or take 2 and leave the rest in two heaps."),
        f"{_WINNING_WAYS}",
        lesson=Lesson(
            ladder=("6", "10", "-13", "5,7", "-6,7", "9,11"),
            workshop="values",
            shelves=rows(4),
            guesses=ROW_GUESSES,
        ),
    ),
    NamedGame(
        "double-kayles",
        say("Double Kayles"),
        parse_code("0.7777"),
        say("Knock down one to four skittles that stand next to each other."),
        "OEIS A071074",
        lesson=Lesson(
            "rows",
            ("6", "5,6", "-3,8", "9", "7,10", "-4,15", "12"),
            "skittles",
            "values",
            part=ROW,
            shelves=rows(1),
            guesses=ROW_GUESSES,
        ),
    ),
)

#: Games whose heaps are rows of skittles.
SKITTLES = ("kayles", "dawsons-kayles", "double-kayles")

#: Games whose heaps are rows: a player names the places of a move.
ROWS = (*SKITTLES, "dawsons-chess", "treblecross")

#: Every named game by its name.
NAMED: dict[str, NamedGame] = {game.name: game for game in _GAMES}

_BY_ALIAS = {alias: game for game in _GAMES for alias in (game.name, *game.aliases)}


def find(name: str) -> NamedGame | None:
    """Returns the game with this name or alias, or None.

    >>> find("laskers-nim").name
    'lasker'
    """
    return _BY_ALIAS.get(name)
