"""The games on a row of coins that have a name, and ``coins{…}``, which turns coins in given ways."""

from __future__ import annotations

import re

from sprague.model.lesson import Lesson
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

from .families import Exactly, Family, UpTo
from .guesses import HEAD_GUESSES, ODD_PLACES, heads
from .patterns import FourFromTheEnd, Patterns, Run, Spaced, Symmetric
from .rows import CHAPTER, CoinRow


class TurningTurtles(CoinRow):
    """Turn one or two coins. A head at place n is a heap of n in Nim.

    >>> import sprague as sg
    >>> sg.turning_turtles("THTTH").value, sg.turning_turtles(2, 5, 7).outcome
    (7, 'P')
    """

    name = "turning-turtles"
    title = say("Turning Turtles")
    rule = say("Turn one or two coins; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "turning-turtles 2,5"
    family = UpTo(2)
    lesson = Lesson(
        "rows",
        ("1,2,4", "-1,2,3", "1,2,5", "3,4,5", "-2,5,7", "4,6,7,9"),
        skin="coins",
        shelves=heads(1, 2, 3),
        guesses=HEAD_GUESSES,
    )
    theorem = say("Winning Ways, ch. 14: a head at place n is a heap of n in Nim")
    theorem_step = say(
        "Turning the head at place n alone takes a whole heap of n. Turning the coin at place m with it leaves a heap "
        "of m, or cancels one. So the row is Nim, on heaps that are the places of the heads."
    )
    behind = say("This rests on Bouton's theorem (1901): Nim is lost exactly when all columns cancel.")


class MockTurtles(CoinRow):
    """Turn one, two or three coins. The value of a head is odious: it has an odd number of ones in binary.

    >>> import sprague as sg
    >>> sg.mock_turtles.values(to=8).tolist()
    [1, 2, 4, 7, 8, 11, 13, 14, 16]
    """

    name = "mock-turtles"
    title = say("Mock Turtles")
    rule = say("Turn one, two or three coins; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "mock-turtles 2,3,5"
    first = 0
    family = UpTo(3)
    lesson = Lesson(
        "rows",
        ("0,1,2,4", "-0,1,2,3", "0,1,3,5", "1,2,4,6", "0,2,3,5,6"),
        skin="coins",
        shelves=heads(0, 4, 3),
        guesses=HEAD_GUESSES,
    )
    theorem = say("Winning Ways, ch. 14: a head at place n is worth the odious one of 2n and 2n + 1")
    theorem_step = say(
        "The head at place n is worth that one of 2n and 2n + 1 with an odd number of ones in binary. The sum of one "
        "or two such numbers never is the worth of a place further right, and every smaller number is reached."
    )
    behind = say("This rests on the mock turtle theorem (Winning Ways, ch. 14).")


class Moebius(CoinRow):
    """Turn up to five coins."""

    name = "moebius"
    title = say("Moebius")
    rule = say("Turn up to five coins; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "moebius 3,6,9"
    first = 0
    family = UpTo(5)


class Mogul(CoinRow):
    """Turn up to seven coins. On 24 coins the lost rows are the words of the binary Golay code."""

    name = "mogul"
    title = say("Mogul")
    rule = say("Turn up to seven coins; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "mogul 3,6,9"
    first = 0
    family = UpTo(7)


class Moidores(CoinRow):
    """Turn up to nine coins."""

    name = "moidores"
    title = say("Moidores")
    rule = say("Turn up to nine coins; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "moidores 3,6,9"
    first = 0
    family = UpTo(9)


class Ruler(CoinRow):
    """Turn any number of coins side by side. The value of a head at place n is the largest power of 2 that divides n.

    >>> import sprague as sg
    >>> sg.ruler.values(to=8).tolist(), sg.ruler("THTH").winning_moves
    ([0, 1, 2, 1, 4, 1, 2, 1, 8], [<turn the coins at places 1, 2, 3, 4 -> ruler 1,3>])
    """

    name = "ruler"
    title = say("Ruler")
    rule = say("Turn any number of coins side by side; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "ruler 3,4,6"
    family = Run()
    lesson = Lesson(
        "rows",
        ("1,4", "-1,3", "2,5", "3,4,6", "-2,4,5,6,7,12", "5,8"),
        skin="coins",
        shelves=heads(1, 2, 3),
        guesses=(*HEAD_GUESSES, ODD_PLACES),
    )
    theorem = say("Winning Ways, ch. 14: a head at place n is worth the largest power of 2 that divides n")
    theorem_step = say(
        "The head at place n is worth the largest power of 2 that divides n. The coins before it, as far as the next "
        "place that a larger power divides, are worth every smaller number, run by run."
    )


class Twins(CoinRow):
    """Turn two coins. A head at place n, counted from 0, is a heap of n in Nim."""

    name = "twins"
    title = say("Twins")
    rule = say("Turn two coins; the one on the right goes from heads to tails.")
    source = CHAPTER
    example = "twins 2,5"
    first = 0
    family = Exactly(2)
    lesson = Lesson(
        "rows",
        ("1,2,4", "-1,2,3", "2,3,5", "3,4,6", "-3,5,6"),
        skin="coins",
        shelves=heads(0, 2, 3),
        guesses=HEAD_GUESSES,
    )
    theorem = say("Winning Ways, ch. 14: a head at place n, counted from 0, is a heap of n in Nim")
    theorem_step = say(
        "Count the places from 0. Turning the coins at n and at a smaller m leaves a heap of m in place of one of n; "
        "the coin at place 0 is a heap of nothing. So the row is Nim, on heaps that are the places of the heads."
    )
    behind = TurningTurtles.behind


class Triplets(CoinRow):
    """Turn three coins. A head at place n + 2, counted from 0, has the value of a head at place n in Mock Turtles."""

    name = "triplets"
    title = say("Triplets")
    rule = say("Turn three coins; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "triplets 2,3,5"
    first = 0
    family = Exactly(3)
    lesson = Lesson(
        "rows",
        ("2,3,4,7", "-2,3,4,5", "2,4,5,8", "-2,4,6,8", "1,2,4,7,8"),
        skin="coins",
        shelves=heads(2, 3, 4),
        guesses=HEAD_GUESSES,
    )
    theorem = say(
        "Winning Ways, ch. 14: a head at place n + 2, counted from 0, is worth what it is at place n in Mock Turtles"
    )
    theorem_step = say(
        "The first two coins are worth nothing: no move begins there. They stand in for coins that a move of Mock "
        "Turtles does not need. So the other places are worth what they are in Mock Turtles, two places on."
    )
    behind = MockTurtles.behind


class Ternups(CoinRow):
    """Turn three coins at equal distances."""

    name = "ternups"
    title = say("Ternups")
    rule = say("Turn three coins at equal distances; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "ternups 2,5,7"
    first = 0
    family = Spaced()
    lesson = Lesson("rows", ("2,4,7", "-1,3,4", "2,5,7", "1,4,5,7", "-1,3,6,7", "4,5,6,8"), skin="coins")


class Grunt(CoinRow):
    """Turn four coins that lie symmetrically, the leftmost one of the row among them: Grundy's game in disguise."""

    name = "grunt"
    title = say("Grunt")
    rule = say(
        "Turn four coins that lie symmetrically, the leftmost coin of the row among them; the rightmost of them goes "
        "from heads to tails."
    )
    source = CHAPTER
    example = "grunt 3,5,8"
    first = 0
    family = FourFromTheEnd()
    lesson = Lesson("rows", ("3,5,6", "-1,3,6", "3,6,8", "2,3,5,9", "-0,2,6,9", "2,6,8,9"), skin="coins")


class Sym(CoinRow):
    """Turn any coins that lie symmetrically."""

    name = "sym"
    title = say("Sym")
    rule = say("Turn any coins that lie symmetrically; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "sym 2,5,6"
    family = Symmetric()
    lesson = Lesson("rows", ("5,6,8", "-2,3,5", "2,5,9", "1,5,7,9", "-3,4,6", "6,7,9"), skin="coins")


class Coins(CoinRow):
    """Turn coins of a row in one of the given ways.

    >>> from_head("coins", "{xx,x.x}").head, from_head("coins", "{<=3}").family.value(3)
    ('coins{xx,x.x}', 7)
    """

    name = "coins"
    title = say("Turning coins")
    rule = say("Turn coins in one of the given ways; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "coins{xx,x.x} 3,5"
    theorem = say("Winning Ways, ch. 14: values of coins of which a move turns a given number")

    def __init__(self, ways: str, family: Family) -> None:
        self.written, self.family = ways, family

    @property
    def head(self) -> str:
        return f"{self.name}{{{self.written}}}"


TURNING_TURTLES, MOCK_TURTLES, MOEBIUS, MOGUL, MOIDORES = (
    TurningTurtles(),
    MockTurtles(),
    Moebius(),
    Mogul(),
    Moidores(),
)
RULER, TWINS, TRIPLETS, TERNUPS, GRUNT, SYM = Ruler(), Twins(), Triplets(), Ternups(), Grunt(), Sym()

ROWS: dict[str, CoinRow] = {
    game.name: game
    for game in (
        *(TURNING_TURTLES, MOCK_TURTLES, MOEBIUS, MOGUL, MOIDORES),
        *(RULER, TWINS, TRIPLETS, TERNUPS, GRUNT, SYM),
    )
}


def row_named(name: str, wanted: Message, where: str) -> CoinRow:
    """Returns the game on a row of coins with this name, which may be ``coins{…}``. Raises NotationError, which says
    what was expected, if there is none."""
    word, brace, inside = name.partition("{")
    game = from_head(word, brace + inside) if word == Coins.name else ROWS.get(name)
    if game is None:
        raise expected(wanted, name, where)
    return game


#: The most coins that a move of ``coins{…}`` may turn, and the most patterns with the most places of one.
MOST_TURNED, MOST_PATTERNS, LONGEST_PATTERN = 12, 50, 100

_NUMBER = re.compile(r"(<=|=)([0-9]{1,3})", re.ASCII)
_PATTERN = re.compile(r"x(?:[x.]*x)?", re.ASCII)


def from_head(word: str, parameters: str | None) -> CoinRow:
    """Returns the ruleset of ``coins{…}``."""
    wanted = say(
        "{most} for at most three coins, {exactly} for two, or patterns such as {patterns}",
        most="{<=3}",
        exactly="{=2}",
        patterns="{xx,x.x}",
    )
    inner = "".join((parameters or "").split())
    if not re.fullmatch(r"\{[^{}]+\}", inner):
        raise expected(wanted, parameters or "", word + (parameters or ""))
    inner = inner[1:-1].lower()
    number = _NUMBER.fullmatch(inner)
    if number is not None:
        sign, count = number[1], int(number[2])
        if not 1 <= count <= MOST_TURNED:
            raise RangeError(
                say("expected 1 to {limit} coins, got {count}", limit=MOST_TURNED, count=count),
                where=f"{word}{parameters}",
            )
        return Coins(f"{sign}{count}", UpTo(count) if sign == "<=" else Exactly(count))
    patterns = sorted(set(inner.split(",")), key=lambda each: (len(each), each))
    if not all(_PATTERN.fullmatch(each) for each in patterns):
        raise expected(wanted, parameters or "", word + (parameters or ""))
    if len(patterns) > MOST_PATTERNS or len(patterns[-1]) > LONGEST_PATTERN:
        raise TooLargeError(
            say(
                "expected at most {limit} patterns of at most {length} places",
                limit=MOST_PATTERNS,
                length=LONGEST_PATTERN,
            ),
            where=f"{word}{parameters}",
        )
    distances = [
        tuple(len(each) - 1 - i for i, letter in enumerate(each[:-1]) if letter == "x") for each in patterns
    ]
    return Coins(",".join(patterns), Patterns(distances))
