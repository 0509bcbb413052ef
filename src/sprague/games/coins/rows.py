"""Coins in a row, some of which a move turns: Turning Turtles, Mock Turtles, Ruler and their kin."""

from __future__ import annotations

import itertools
import re
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.model.engine import MOMENT, Engine, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument, Lesson
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse_all
from sprague.numbers.made import CELL, make
from sprague.numbers.sums import nim_sum
from sprague.pictures.shapes import Drawing, Shape
from sprague.system.ask import Effort
from sprague.words.digits import index_of, shown, to_text
from sprague.words.errors import NotationError, RangeError, TooLargeError, expected
from sprague.words.messages import Message, join, say

from .families import (
    Exactly,
    Family,
    FourFromTheEnd,
    Others,
    Patterns,
    Run,
    Spaced,
    Symmetric,
    UpTo,
)

if TYPE_CHECKING:
    from random import Random

#: The most coins of a row that is written with letters, and the most heads.
MOST_COINS = 2500

#: Longer rows are drawn as their text.
DRAWN = 60

CHAPTER = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982), ch. 14"

#: The places of the heads, in ascending order.
Heads = tuple[int, ...]


class CoinEngine(Engine):
    """Values a row as the nim-sum of its heads, each as if it were the only one."""

    ruleset: CoinRow

    def value(self, state: Heads) -> int:
        return nim_sum(self._one(place) for place in state)

    def _one(self, place: int) -> int:
        return self.ruleset.family.value(place - self.ruleset.first)

    def effort(self, state: Heads, question: Question = "value") -> Effort:
        family = self.ruleset.family
        if family.closed or not state:
            return MOMENT
        coins = state[-1] - self.ruleset.first + 1
        return Effort(coins, 100 * coins, family.seconds(coins))

    def replies(self, state: Heads, target: int) -> Lazy[Option]:
        ruleset, family, total = self.ruleset, self.ruleset.family, self.value(state)

        def wanted(place: int) -> int:
            return self._one(place) ^ total ^ target

        def options() -> Iterator[Option]:
            for place in reversed(state):
                for others in family.reaching(place - ruleset.first, wanted(place)):
                    yield ruleset.turned(state, place, others)

        counts = [family.reaching_count(place - ruleset.first, wanted(place)) for place in state]
        if None in counts:
            return Lazy(options)
        return Lazy(options, sum(count for count in counts if count is not None))

    def evidence(self, state: Heads, valued: bool) -> Evidence:
        if self.ruleset.family.closed:
            return Evidence("theorem", self.ruleset.theorem)
        return BY_MOCK_TURTLES if self.ruleset.family.by_mock_turtles else BY_SINGLE_HEADS

    def argument(self, states: Sequence[Heads], misere: bool) -> Argument | None:
        if misere or not self.ruleset.theorem_step.key:
            return None
        return Argument((SINGLE_HEADS, self.ruleset.theorem_step), self.ruleset.behind)

    def values(self, to: int) -> Any:
        """Returns the values of single heads: the head at place n for n = 0, …, ``to``, 0 where no coin lies."""
        return [self._one(n) if n >= self.ruleset.first else 0 for n in range(to + 1)]


BY_SINGLE_HEADS = Evidence(
    "computed",
    say("mex over all moves of each single head; heads are added like Nim heaps (Winning Ways, ch. 14)"),
)
BY_MOCK_TURTLES = Evidence(
    "computed",
    say(
        "mex over all moves of each single head with one coin fewer to turn, and the mock turtle theorem (Winning "
        "Ways, ch. 14)"
    ),
)
SINGLE_HEADS = say(
    "Every head counts as a part of its own: two heads on one place would cancel, so turning a coin from tails to "
    "heads adds such a part. The rightmost coin of a move goes from heads to tails, so play ends."
)


class CoinRow(Ruleset):
    """Base of games on a row of coins. A state holds the places of the heads in ascending order. Subclasses (or
    instances) set ``family``, the moves, and ``first``, the number of the leftmost place."""

    family: Family
    first: int = 1
    engine = "coins"
    pictured = True
    numbered = True
    by_place = True
    notation: ClassVar[Message] = say("T for tails and H for heads; or the places of the heads, such as 2,5")
    #: The theorem behind a formula for the values, as evidence, as a step of the argument and by its name.
    theorem: ClassVar[Message] = say("")
    theorem_step: ClassVar[Message] = say("")
    behind: ClassVar[Message | None] = None

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        letters = "".join(text.split())
        if letters and not set(letters.upper()) - {"H", "T"}:
            if len(letters) > MOST_COINS:
                raise TooLargeError(
                    say(
                        "expected a row of at most {limit} coins, got {count}",
                        limit=MOST_COINS,
                        count=len(letters),
                    ),
                    where=where,
                )
            make(len(letters), CELL, where)
            return [tuple(i for i, letter in enumerate(letters.upper(), self.first) if letter == "H")]
        if not re.match(r"\s*[0-9]", text, re.ASCII):
            raise expected(
                say("coins such as THTTH, or the places of the heads such as 2,5"), text.strip(), where
            )
        return [self._heads(parse_all(text, where), where)]

    def write(self, states: Sequence[Heads]) -> str:
        return ",".join(map(to_text, states[0])) or "T"

    def states(self, *given: Any) -> tuple[Ruleset, list[Hashable]]:
        """Takes rows as texts, or the places of the heads of one row."""
        alone = bool(given) and all(index_of(place) is not None for place in given)
        return super().states(*((given,) if alone else given))

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        places = [index_of(place) for place in state] if isinstance(state, (tuple, list)) else [None]
        if any(place is None for place in places):
            raise RangeError(
                say(
                    "expected coins such as {example}, or the places of the heads, got {got}",
                    example=self.example,
                    got=shown(state)[:80],
                ),
                where=self.head,
            )
        return self._heads([int(place) for place in places if place is not None], self.head)

    def _heads(self, places: Sequence[int], where: str) -> Heads:
        heads = tuple(sorted(places))
        if len(heads) > MOST_COINS:
            raise TooLargeError(
                say("expected at most {limit} heads, got {count}", limit=MOST_COINS, count=len(heads)),
                where=where,
            )
        if heads and heads[0] < self.first:
            raise RangeError(
                say("expected places from {first} on, got {place}", first=self.first, place=heads[0]),
                where=where,
            )
        twice = next((a for a, b in itertools.pairwise(heads) if a == b), None)
        if twice is not None:
            raise NotationError(say("expected every place once, got {place} twice", place=twice), where=where)
        return heads

    # Moves

    def turned(self, state: Heads, place: int, others: Others) -> Option:
        """Returns what is left when the head at ``place`` and the coins with these indices are turned."""
        turning = {place, *(self.first + i for i in others)}
        return (Component(self, tuple(sorted(turning.symmetric_difference(state)))),)

    def successors(self, state: Heads) -> Iterator[Option]:
        for place in reversed(state):
            for others in self.family.others(place - self.first):
                yield self.turned(state, place, others)

    def option_count(self, state: Heads) -> int:
        return sum(self.family.count(place - self.first) for place in state)

    def turns(self, state: Heads, option: Option) -> tuple[int, ...] | None:
        """Returns the places of the coins that the move to ``option`` turns, or None if it is no row of this game."""
        if not option:
            return state
        after: Any = option[0].state
        if len(option) > 1 or option[0].ruleset != self or not isinstance(after, tuple):
            return None
        return tuple(sorted(set(state).symmetric_difference(after)))

    def allows(self, state: Heads, option: Option) -> bool:
        turning = self.turns(state, option)
        if not turning or turning[-1] not in state:
            return False
        last = turning[-1] - self.first
        return self.family.allows(tuple(place - self.first for place in turning[:-1]), last)

    def fault(self, state: Heads, option: Option) -> Message | None:
        turning = self.turns(state, option)
        if turning == ():
            return say("a move must change something")
        if turning and turning[-1] not in state:
            return say(
                "the rightmost coin that a move turns must show heads, and place {n} shows tails",
                n=turning[-1],
            )
        return None

    def is_empty(self, state: Heads) -> bool:
        return not state

    def nothing(self) -> Component | None:
        return Component(self, ())

    def begin(self, dice: Random) -> str:
        return ",".join(map(str, sorted(dice.sample(range(self.first, 10), dice.randint(2, 4)))))

    # Words and picture

    def describe(self, state: Heads, option: Option) -> Message:
        turning = self.turns(state, option)
        if not turning:
            return super().describe(state, option)
        if len(turning) == 1:
            return say("turn the coin at place {n}", n=turning[0])
        return say(
            "turn the coins at places {places}", places=join([say("{i}", i=place) for place in turning])
        )

    def shapes(self, state: Heads) -> int:
        return 2 * DRAWN

    def draw(self, state: Heads) -> Drawing:
        coins = (state[-1] if state else self.first) - self.first + 1
        if coins > DRAWN:
            return super().draw(state)
        shapes: list[Shape] = []
        for i in range(coins):
            head = self.first + i in state
            shapes += [
                Shape("circle", i + 0.5, 0.5, 0.9, 0.9, "counter", f"c{self.first + i}"),
                Shape("text", i + 0.5, 0.5, 1, 1, "label", "", "H" if head else "T"),
                Shape("text", i + 0.5, 1.25, 1, 0.5, "label", "", str(self.first + i)),
            ]
        return Drawing(max(1, coins), 1.5, tuple(shapes), self.term([state]))

    def marks(self, state: Heads, option: Option) -> tuple[str, ...]:
        turning = self.turns(state, option)
        drawn = not state or state[-1] - self.first < DRAWN
        return tuple(f"c{place}" for place in turning) if turning and drawn else ()


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
    lesson = Lesson("rows", ("1,2", "-1,2,3", "2,5", "3,4,5", "-2,5,7", "4,6,7,9"), skin="coins")
    theorem = say("Winning Ways, ch. 14: a head at place n is a heap of n in Nim")
    theorem_step = say(
        "Turning the head at place n alone takes a whole heap of n. Turning the coin at place m with it leaves a heap "
        "of m, or cancels one. So the row is Nim, on heaps that are the places of the heads."
    )
    behind = say("Behind it stands Bouton's theorem (1901): Nim is lost exactly when all columns cancel.")


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
    lesson = Lesson("rows", ("0,1", "-0,1,2,3", "2,4", "2,3,5", "0,4,6"), skin="coins")
    theorem = say("Winning Ways, ch. 14: a head at place n is worth the odious one of 2n and 2n + 1")
    theorem_step = say(
        "The head at place n is worth that one of 2n and 2n + 1 with an odd number of ones in binary. The sum of one "
        "or two such numbers never is the worth of a place further right, and every smaller number is reached."
    )
    behind = say("Behind it stands the mock turtle theorem (Winning Ways, ch. 14).")


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
    """Turn any number of coins side by side. A head at place n is worth the largest power of 2 that divides n.

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
    lesson = Lesson("rows", ("1,2", "-1,3", "3,4", "3,4,6", "-2,4,5,6,7,12", "5,8"), skin="coins")
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
    lesson = Lesson("rows", ("1,2", "-1,2,3", "2,5", "3,4,6", "-3,5,6"), skin="coins")
    theorem = say("Winning Ways, ch. 14: a head at place n, counted from 0, is a heap of n in Nim")
    theorem_step = say(
        "Count the places from 0. Turning the coins at n and at a smaller m leaves a heap of m in place of one of n; "
        "the coin at place 0 is a heap of nothing. So the row is Nim, on heaps that are the places of the heads."
    )
    behind = TurningTurtles.behind


class Triplets(CoinRow):
    """Turn three coins. A head at place n + 2, counted from 0, is worth what it is at place n in Mock Turtles."""

    name = "triplets"
    title = say("Triplets")
    rule = say("Turn three coins; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "triplets 2,3,5"
    first = 0
    family = Exactly(3)
    theorem = say(
        "Winning Ways, ch. 14: a head at place n + 2, counted from 0, is worth what it is at place n in Mock Turtles"
    )
    theorem_step = say(
        "The first two coins are worth nothing: no move begins there. They stand in for coins that a move of Mock "
        "Turtles does not need, so the other places are worth what they are in Mock Turtles, two places on."
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


class Sym(CoinRow):
    """Turn any coins that lie symmetrically."""

    name = "sym"
    title = say("Sym")
    rule = say("Turn any coins that lie symmetrically; the rightmost of them goes from heads to tails.")
    source = CHAPTER
    example = "sym 2,5,6"
    family = Symmetric()


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
    """Returns the game on a row of coins with this name, ``coins{…}`` among them. Raises NotationError, with what was
    wanted, if there is none."""
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
