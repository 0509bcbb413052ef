"""Coins on a strip of squares that move to the left: Welter's game, and silver dollar without the dollar.

A state holds the squares of the coins in ascending order. Squares are numbered from 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset, Touched
from sprague.numbers.integers import parse_all
from sprague.numbers.made import CELL, make
from sprague.numbers.sums import nim_sum
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.digits import index_of, shown, to_text
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

    from sprague.model.given import Sizes

#: The most coins on a strip, and the most squares of a strip that is written with letters.
MOST_COINS, MOST_SQUARES = 200, 2500

#: Longer strips are drawn as their text.
DRAWN = 40

Squares = tuple[int, ...]


#: Strips for pupils, and guesses about them.
TWO_OR_THREE = tuple(
    tuple(f"{a},{b}" for a, b in combinations(range(7), 2) if a == first and b > 1)
    + tuple(f"{a},{b},{c}" for a, b, c in combinations(range(6), 3) if a == first and c > 2)
    for first in range(3)
)
STRIP_GUESSES = (
    Guess(
        say("there are two coins, side by side"),
        lambda rows: len(rows[0]) == 2 and rows[0][1] == rows[0][0] + 1,
    ),
    Guess(
        say("there are two coins, side by side, and the left one is on an even number"),
        lambda rows: len(rows[0]) == 2 and rows[0][1] == rows[0][0] + 1 and rows[0][0] % 2 == 0,
    ),
    Guess(
        say("there are three coins, and the first is as far from the edge as the others are from each other"),
        lambda rows: len(rows[0]) == 3 and rows[0][0] == rows[0][2] - rows[0][1] - 1,
    ),
    Guess(say("the numbers of the squares together are even"), lambda rows: sum(rows[0]) % 2 == 0),
)


class Strip(Ruleset):
    """Base of games in which a move takes one coin to another square. Subclasses define :meth:`reach` and the values
    (see :class:`.formula.Formula`)."""

    engine = "formula-values"
    pictured = True
    numbered = True
    notation: ClassVar[Message] = say("the squares of the coins from 0 on, such as 2,5; or ..o..o")
    behind: ClassVar[Message]
    steps: ClassVar[tuple[Message, ...]]
    theorem: ClassVar[Message]

    def reach(self, state: Squares, coin: int) -> Iterator[int]:
        """Yields the squares to which the coin with this number may move, in ascending order."""
        raise NotImplementedError

    def may_move(self, state: Squares, coin: int, to: int) -> bool:
        """Returns whether the coin with this number may move to the square ``to``."""
        raise NotImplementedError

    def worth(self, state: Squares) -> int:
        """Returns the value."""
        raise NotImplementedError

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        letters = "".join(text.split()).lower()
        if letters and not set(letters) - {".", "o"}:
            if len(letters) > MOST_SQUARES:
                raise TooLargeError(
                    say(
                        "expected a strip of at most {limit} squares, got {count}",
                        limit=MOST_SQUARES,
                        count=len(letters),
                    ),
                    where=where,
                )
            make(len(letters), CELL, where)
            return [self._placed([i for i, letter in enumerate(letters) if letter == "o"], where)]
        if not text.strip()[:1].isdigit():
            raise expected(
                say("the squares of the coins such as 2,5, or a strip such as ..o..o"), text.strip(), where
            )
        return [self._placed(parse_all(text, where), where)]

    def write(self, states: Sequence[Squares]) -> str:
        return ",".join(map(to_text, states[0])) or "."

    def states(self, *coins: Sizes | str) -> tuple[Ruleset, list[Hashable]]:
        """Takes strips as texts, or the squares of the coins of one strip."""
        one_position = bool(coins) and all(index_of(square) is not None for square in coins)
        return super().states(*((coins,) if one_position else coins))

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        squares = [index_of(square) for square in state] if isinstance(state, (tuple, list)) else [None]
        if any(square is None or square < 0 for square in squares):
            raise RangeError(
                say(
                    "expected a strip such as {example}, or the squares of the coins, got {got}",
                    example=self.example,
                    got=shown(state)[:80],
                ),
                where=self.head,
            )
        return self._placed([int(square) for square in squares if square is not None], self.head)

    def _placed(self, squares: Sequence[int], where: str) -> Squares:
        if len(squares) > MOST_COINS:
            raise TooLargeError(
                say("expected at most {limit} coins, got {count}", limit=MOST_COINS, count=len(squares)),
                where=where,
            )
        state = tuple(sorted(squares))
        twice = next((a for a, b in pairwise(state) if a == b), None)
        if twice is not None:
            raise RangeError(
                say("expected one coin on a square, got two on {square}", square=twice), where=where
            )
        return state

    def successors(self, state: Squares) -> Iterator[Option]:
        for coin in range(len(state)):
            for to in self.reach(state, coin):
                yield (Component(self, moved(state, coin, to)),)

    def move(self, state: Squares, option: Option) -> tuple[int, int] | None:
        """Returns the square that the move to ``option`` leaves and the one that it reaches, or None if it does not
        move a single coin."""
        if len(option) != 1 or option[0].ruleset != self:
            return None
        after = option[0].state
        before_only, after_only = set(state) - set(after), set(after) - set(state)
        return (before_only.pop(), after_only.pop()) if len(before_only) == len(after_only) == 1 else None

    def allows(self, state: Squares, option: Option) -> bool:
        move = self.move(state, option)
        return move is not None and self.may_move(state, state.index(move[0]), move[1])

    def begin(self, dice: Random) -> str:
        return ",".join(map(str, sorted(dice.sample(range(1, 12), 3))))

    def describe(self, state: Squares, option: Option) -> Message:
        move = self.move(state, option)
        if move is None:
            return super().describe(state, option)
        return say("move the coin on square {start} to square {end}", start=move[0], end=move[1])

    def shapes(self, state: Squares) -> int:
        return 3 * DRAWN

    def draw(self, state: Squares) -> Drawing:
        squares = max(state, default=0) + 1
        if squares > DRAWN:
            return super().draw(state)
        shapes: list[Shape] = []
        for i in range(squares):
            shapes.append(Shape("rect", i, 0, 1, 1, "cell", f"s{i}"))
            if i in state:
                shapes.append(Shape("circle", i + 0.5, 0.5, 0.7, 0.7, "counter"))
            shapes.append(Shape("text", i + 0.5, 1.25, 1, 0.5, "label", "", str(i)))
        return Drawing(squares, 1.5, tuple(shapes), self.term([state]))

    def touched(self, state: Squares, option: Option) -> Touched:
        return Touched(self.move(state, option) or ())

    def marks(self, state: Squares, option: Option) -> tuple[str, ...]:
        move = self.move(state, option)
        drawn = max(state, default=0) < DRAWN
        return (f"s{move[0]}", f"s{move[1]}") if move is not None and drawn else ()


def moved(state: Squares, coin: int, to: int) -> Squares:
    """Returns the state after the coin with this number has moved.

    >>> moved((2, 5, 9), 2, 3)
    (2, 3, 5)
    """
    return tuple(sorted((*state[:coin], to, *state[coin + 1 :])))


class Welter(Strip):
    """Welter's game: a coin moves to any empty square on its left, and may pass other coins.

    >>> import sprague as sg
    >>> sg.welter(1, 2, 4, 7).value, sg.welter(3, 5).value
    (0, 5)
    """

    name = "welter"
    title = say("Welter's game")
    rule = say("Move a coin to any empty square on its left; it may pass other coins.")
    source = "C. P. Welter, The theory of a class of games on a sequence of squares, Indag. Math. 16 (1954)"
    example = "welter 3,5,9"
    lesson = Lesson(
        "rows",
        ("1,3,4", "-0,3,4", "2,3,5", "-2,4,5", "3,5,9", "-1,2,4,7"),
        skin="coins",
        shelves=TWO_OR_THREE,
        guesses=STRIP_GUESSES,
    )
    theorem = say("Welter 1954; Conway, On Numbers and Games (1976), ch. 13: Welter's function")
    steps = (
        say(
            "Add the squares of all coins like Nim heaps; and for every two coins also 2^(n+1) - 1, where 2^n is the "
            "largest power of 2 that divides their distance. This is Welter's function."
        ),
        say(
            "For fixed other coins it takes every value once as one coin runs over the empty squares, and moves to the "
            "left reach every smaller value: it is the value of the position."
        ),
    )
    behind = say("This rests on Welter's theorem (1954), in the form of Conway (1976).")

    def reach(self, state: Squares, coin: int) -> Iterator[int]:
        return (square for square in range(state[coin]) if square not in state)

    def may_move(self, state: Squares, coin: int, to: int) -> bool:
        return 0 <= to < state[coin] and to not in state

    def option_count(self, state: Squares) -> int:
        return sum(square - coin for coin, square in enumerate(state))

    def worth(self, state: Squares) -> int:
        return nim_sum(state) ^ nim_sum(_mate(a, b) for a, b in combinations(state, 2))

    def reaching(self, state: Squares, value: int) -> Iterator[Squares]:
        """Yields at most one square for each coin. It is found digit by digit from the lowest, since the digit 2^n of
        Welter's function depends only on the digits of the square up to 2^n."""
        for coin, start in enumerate(state):
            others = [*state[:coin], *state[coin + 1 :]]
            wanted = value ^ self.worth(tuple(others))
            near, square = others, 0
            for n in range(start.bit_length()):
                # Coins that agree with the square in all lower digits add a 1 here.
                square |= (wanted >> n & 1 ^ len(near) & 1) << n
                near = [other for other in near if (other ^ square) >> n & 1 == 0]
            if square < start and square not in state and self.worth(moved(state, coin, square)) == value:
                yield moved(state, coin, square)


def _mate(a: int, b: int) -> int:
    """Returns 2^(n+1) - 1, where 2^n is the largest power of 2 that divides the distance of two squares."""
    return (a - b) ^ (a - b - 1) if a > b else (b - a) ^ (b - a - 1)


class SilverDollar(Strip):
    """The game of the silver dollar without its dollar: a coin moves to the left and may not pass another one. It is
    Nim on every second gap, from the right.

    >>> import sprague as sg
    >>> sg.silver_dollar("..o..o.o").value, sg.silver_dollar(3, 5, 8).outcome
    (3, 'N')
    """

    name = "silver-dollar"
    title = say("Silver dollar (without the dollar)")
    rule = say("Move a coin to the left over any number of empty squares; it may not pass another coin.")
    source = (
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982), ch. 15"
    )
    example = "silver-dollar 2,5,9"
    lesson = Lesson(
        "rows",
        ("1,4", "-0,1,4,5", "2,5", "2,5,9", "1,3,6,10"),
        skin="coins",
        shelves=TWO_OR_THREE,
        guesses=STRIP_GUESSES,
    )
    disguise = say("silver dollar is Nim on every second gap, from the right")
    theorem = say("Winning Ways, ch. 15: silver dollar is Nim on every second gap, from the right")
    steps = (
        say(
            "Take the coins in pairs, from the right; an odd one is paired with the left end. The empty squares "
            "between the two of a pair are a heap of Nim."
        ),
        say(
            "The right one of a pair moves: its heap becomes smaller, as in Nim. The left one moves: its heap grows, "
            "and the right one can follow by as much. So the gaps are worth as much as heaps of Nim."
        ),
    )
    behind = say("This rests on Bouton's theorem (1901): Nim is lost exactly when all columns cancel.")

    def reach(self, state: Squares, coin: int) -> Iterator[int]:
        return iter(range(state[coin - 1] + 1 if coin else 0, state[coin]))

    def may_move(self, state: Squares, coin: int, to: int) -> bool:
        return (state[coin - 1] if coin else -1) < to < state[coin]

    def option_count(self, state: Squares) -> int:
        return max(state, default=-1) + 1 - len(state)

    def gaps(self, state: Squares) -> list[int]:
        """Returns the empty squares on the left of each coin, up to the next one or to the end."""
        return [right - left - 1 for left, right in pairwise((-1, *state))]

    def nim_heaps(self, state: Squares) -> list[int]:
        """Returns the heaps of Nim that the state stands for: every second gap, from the right."""
        return self.gaps(state)[::-1][::2]

    def worth(self, state: Squares) -> int:
        return nim_sum(self.nim_heaps(state))

    def reaching(self, state: Squares, value: int) -> Iterator[Squares]:
        change, gaps = self.worth(state) ^ value, self.gaps(state)
        if not change:
            return
        for coin, gap in enumerate(gaps):
            if (len(state) - coin) % 2:  # the right one of a pair: its gap shrinks
                steps = gap - (gap ^ change)
            else:  # the left one: the gap on its right grows
                steps = (gaps[coin + 1] ^ change) - gaps[coin + 1]
            if 0 < steps <= gap:
                yield moved(state, coin, state[coin] - steps)


WELTER, SILVER_DOLLAR = Welter(), SilverDollar()
