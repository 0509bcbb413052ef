"""Coins on a strip that leave it at its left end: Nimble, and silver dollar with the dollar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse
from sprague.numbers.sums import nim_sum
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.digits import shown, to_text
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

from .guessing import COINS_EVEN, ON_ONE_SQUARE, TWO_ON_ONE, TWO_OR_THREE
from .strips import DRAWN, MOST_COINS, Squares, Strip, moved

if TYPE_CHECKING:
    from random import Random

#: Higher stacks of coins are drawn as their text.
HIGHEST = 12


class Nimble(Strip):
    """Nimble: coins on a strip move to the left, and a square holds any number of them. Each coin is a heap of Nim.

    >>> import sprague as sg
    >>> sg.nimble(1, 3, 3, 5).value, sg.nimble(1, 3, 5).winning_moves
    (4, [<move the coin on square 5 to square 2 -> nimble 1,2,3>])
    """

    name = "nimble"
    title = say("Nimble")
    rule = say("Move a coin to any square on its left; a square holds any number of coins.")
    source = "T. S. Ferguson, Game Theory, part I (lecture notes, University of California, Los Angeles)"
    example = "nimble 1,3,5"
    lesson = Lesson(
        "rows",
        ("1,2", "-3,3", "2,4", "-1,2,3", "1,3,5", "2,3,3,6"),
        shelves=TWO_OR_THREE,
        guesses=(COINS_EVEN, ON_ONE_SQUARE, TWO_ON_ONE),
    )
    disguise = say("Nimble is Nim on the numbers of the squares")
    theorem = say("Bouton 1901: each coin is a heap of Nim, as large as the number of its square")
    steps = (
        say(
            "No coin is in the way of another. A coin on square n may go to any square from 0 to n - 1, as a heap of n "
            "may shrink to any smaller one: each coin is a heap of Nim."
        ),
    )
    behind = say("This rests on Bouton's theorem (1901) on the numbers of the squares.")

    def _placed(self, squares: Sequence[int], where: str) -> Squares:
        if len(squares) > MOST_COINS:
            raise TooLargeError(
                say("expected at most {limit} coins, got {count}", limit=MOST_COINS, count=len(squares)),
                where=where,
            )
        return tuple(sorted(squares))

    def reach(self, state: Squares, coin: int) -> Iterator[int]:
        # Of several coins on a square only the first one moves.
        return iter(range(0 if coin and state[coin - 1] == state[coin] else state[coin]))

    def may_move(self, state: Squares, coin: int, to: int) -> bool:
        return 0 <= to < state[coin]

    def move(self, state: Squares, option: Option) -> tuple[int, int] | None:
        if len(option) != 1 or option[0].ruleset != self:
            return None
        after = option[0].state
        before_only, after_only = (
            list((Counter(state) - Counter(after)).elements()),
            list((Counter(after) - Counter(state)).elements()),
        )
        return (before_only[0], after_only[0]) if len(before_only) == len(after_only) == 1 else None

    def option_count(self, state: Squares) -> int:
        return sum({*state})

    def nim_heaps(self, state: Squares) -> Sequence[int]:
        """Returns the heaps of Nim that the state stands for: the numbers of the squares."""
        return state

    def worth(self, state: Squares) -> int:
        return nim_sum(state)

    def reaching(self, state: Squares, value: int) -> Iterator[Squares]:
        change = nim_sum(state) ^ value
        for coin, square in enumerate(state):
            if (coin == 0 or state[coin - 1] < square) and square ^ change < square:
                yield moved(state, coin, square ^ change)

    def draw(self, state: Squares) -> Drawing:
        squares, stacks = max(state, default=0) + 1, Counter(state)
        high = max(stacks.values(), default=1)
        if squares > DRAWN or high > HIGHEST:
            return Ruleset.draw(self, state)
        shapes: list[Shape] = []
        for i in range(squares):
            shapes.append(Shape("rect", i, high - 1, 1, 1, "cell", f"s{i}"))
            for j in range(stacks[i]):
                shapes.append(Shape("circle", i + 0.5, high - 0.5 - 0.8 * j, 0.7, 0.7, "counter"))
            shapes.append(Shape("text", i + 0.5, high + 0.25, 1, 0.5, "label", "", str(i)))
        return Drawing(squares, high + 0.5, tuple(shapes), self.term([state]))


class Coins(NamedTuple):
    """Coins on the squares of a strip, in ascending order. The one with the number ``dollar`` is the silver dollar.
    Square 0 is the bag, of which only the dollar is mentioned."""

    squares: tuple[int, ...]
    dollar: int


#: The bag is taken, and the game is over.
TAKEN = Coins((), -1)


class SilverDollarInBag(Ruleset):
    """The silver dollar game with the dollar: square 0 is a bag for any number of coins, one coin is the silver dollar
    (d), and whoever takes the bag with the dollar in it wins. It is silver dollar without the dollar, with a bag that
    counts as full or empty.

    >>> import sprague as sg
    >>> sg.parse("dollar-bag 1d").outcome, sg.parse("dollar-bag 2,5d,9").outcome
    ('P', 'N')
    """

    name = "dollar-bag"
    title = say("Silver dollar with the dollar")
    rule = say(
        "Move a coin to the left over empty squares; the bag, square 0, takes any number of coins. Once the silver "
        "dollar (d) is in the bag, the only move left is to take the bag."
    )
    source = (
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982), ch. 15"
    )
    example = "dollar-bag 2,5d,9"
    engine = "outcome-theorem"
    pictured = True
    numbered = True
    notation = say(
        "the squares of the coins from 1 on, d behind that of the dollar, such as 2,5d,9; or .o..d...o"
    )
    lesson = Lesson(
        "rows",
        ("2d,4", "-3,4d", "1,3,4d", "-1,2,4d", "2,5d,9", "1d,4,8"),
        skin="coins",
        shelves=(
            ("1d,2", "2d,3", "1d,3", "1,2d", "2,3d", "1,3d", "3,4d"),
            ("1,2,3d", "1,2,4d", "1,3,4d", "2,3,4d", "1,2d,3", "1,2d,4"),
        ),
        guesses=(
            Guess(say("the dollar is the coin nearest to the bag"), lambda states: states[0].dollar == 0),
            Guess(
                say("there are two coins, side by side"),
                lambda states: (
                    len(states[0].squares) == 2 and states[0].squares[1] == states[0].squares[0] + 1
                ),
            ),
            Guess(
                say("the numbers of the squares together are even"),
                lambda states: sum(states[0].squares) % 2 == 0,
            ),
        ),
    )
    disguise = say(
        "silver dollar is Nim on every second gap, from the right, and the bag is full for the dollar, empty for others"
    )
    theorem = say(
        "Winning Ways, ch. 15: the bag counts as full if the dollar is the coin nearest to it, otherwise as empty"
    )
    steps = (
        say(
            "Whoever puts the dollar into the bag loses at once, as the other player takes the bag. So nobody does it "
            "if there is another move: for the dollar the bag is full, for any other coin it is an empty square."
        ),
        say(
            "Take the coins in pairs, from the right; an odd one is paired with the bag. The free squares between the "
            "two of a pair are a heap of Nim. The bag is a free square, too, if it counts as empty."
        ),
        say(
            "From heaps that cancel every move changes just one of them. If they do not cancel, the right one of a "
            "pair goes to the square that makes them cancel."
        ),
    )
    behind = say("This rests on Bouton's theorem (1901), on every second gap.")

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        small = "".join(text.split()).lower()
        if small == "-":
            return [TAKEN]
        if small and not set(small) - {".", "o", "d"}:
            coins = [(i, letter == "d") for i, letter in enumerate(small, 1) if letter != "."]
        else:
            coins = [
                (parse(entry.removesuffix("d"), where), entry.endswith("d")) for entry in small.split(",")
            ]
        return [self._placed(coins, where)]

    def _placed(self, coins: Sequence[tuple[int, bool]], where: str) -> Coins:
        coins = sorted(coins)
        if len(coins) > MOST_COINS:
            raise TooLargeError(
                say("expected at most {limit} coins, got {count}", limit=MOST_COINS, count=len(coins)),
                where=where,
            )
        twice = next((a for (a, _), (b, _) in pairwise(coins) if a == b), None)
        if twice is not None:
            raise RangeError(
                say("expected one coin on a square, got two on {square}", square=twice), where=where
            )
        dollars = [number for number, (_, dollar) in enumerate(coins) if dollar]
        if len(dollars) != 1:
            raise expected(
                say("one silver dollar, with d behind its square"),
                say("{count} of them", count=len(dollars)),
                where,
            )
        if coins[0] == (0, False):
            raise RangeError(
                say("expected no coins in the bag but the dollar, as they do not matter"), where=where
            )
        return Coins(tuple(square for square, _ in coins), dollars[0])

    def write(self, states: Sequence[Coins]) -> str:
        squares, dollar = states[0]
        return ",".join(to_text(n) + "d" * (i == dollar) for i, n in enumerate(squares)) or "-"

    def check(self, state: Any) -> Hashable:
        if isinstance(state, Coins):
            return state
        if not isinstance(state, str):
            raise RangeError(
                say(
                    "expected a strip such as {example}, got {got}",
                    example=self.example,
                    got=shown(state)[:80],
                ),
                where=self.head,
            )
        return self.read(state)[0]

    def successors(self, state: Coins) -> Iterator[Option]:
        for after in self._leaves(state):
            yield (Component(self, after),)

    def _leaves(self, state: Coins) -> Iterator[Coins]:
        if _over(state):
            if state.squares:
                yield TAKEN
            return
        for coin, square in enumerate(state.squares):
            for to in range(state.squares[coin - 1] + 1 if coin else 0, square):
                yield _moved(state, coin, to)

    def option_count(self, state: Coins) -> int:
        if _over(state):
            return len(state.squares[:1])
        return state.squares[-1] + 1 - len(state.squares)

    def allows(self, state: Coins, option: Option) -> bool:
        if _over(state):
            return bool(state.squares) and option in ((), (self.nothing(),))
        move = self._move(state, option)
        if move is None:
            return False
        coin, to = move
        return (state.squares[coin - 1] if coin else -1) < to < state.squares[coin]

    def _move(self, state: Coins, option: Option) -> tuple[int, int] | None:
        """Returns the coin that a move to ``option`` moves, and the square that it reaches (0 is the bag). Returns None
        if more than one coin differs."""
        after: Any = option[0].state if len(option) == 1 and option[0].ruleset == self else TAKEN
        if after == _moved(state, 0, 0):
            return 0, 0
        if len(after.squares) != len(state.squares):
            return None
        changed = [i for i, (a, b) in enumerate(zip(state.squares, after.squares, strict=True)) if a != b]
        if len(changed) != 1 or after != _moved(state, changed[0], after.squares[changed[0]]):
            return None
        return changed[0], after.squares[changed[0]]

    def is_empty(self, state: Coins) -> bool:
        return state == TAKEN

    def nothing(self) -> Component:
        return Component(self, TAKEN)

    def _heaps(self, state: Coins) -> list[int]:
        """Returns the gap on the left of each coin, including the bag if it counts as empty."""
        gaps = [square - before - 1 for before, square in pairwise((0, *state.squares))]
        return [gap + (i == 0 < state.dollar) for i, gap in enumerate(gaps)]

    def nim_heaps(self, state: Coins) -> Sequence[int]:
        """Returns the heaps of Nim that the state stands for, or none if the dollar is in the bag."""
        return () if _over(state) else self._heaps(state)[::-1][::2]

    def lost(self, state: Coins) -> bool:
        if _over(state):
            return not state.squares
        return nim_sum(self.nim_heaps(state)) == 0

    def leaving_lost(self, state: Coins) -> Iterator[Coins]:
        if _over(state):
            yield TAKEN
            return
        heaps = self._heaps(state)
        total = nim_sum(heaps[::-1][::2])
        for coin, gap in enumerate(heaps):
            if (len(heaps) - coin) % 2:  # the right one of a pair: its gap shrinks
                steps = [gap - (gap ^ total)]
            else:  # the left one: the gap on its right grows, by one more if it goes into the bag
                growth = (heaps[coin + 1] ^ total) - heaps[coin + 1]
                steps = [growth, growth - 1] if coin == 0 else [growth]
            for step in steps:
                if 0 < step <= gap and self.lost(after := _moved(state, coin, state.squares[coin] - step)):
                    yield after

    def describe(self, state: Coins, option: Option) -> Message:
        if _over(state):
            return say("take the bag")
        move = self._move(state, option)
        if move is None:
            return super().describe(state, option)
        start, end = state.squares[move[0]], move[1]
        if end == 0:
            coin = say("the silver dollar") if move[0] == state.dollar else say("the coin")
            return say("put {coin} on square {start} into the bag", coin=coin, start=start)
        return say("move the coin on square {start} to square {end}", start=start, end=end)

    def begin(self, dice: Random) -> str:
        squares = sorted(dice.sample(range(1, 12), 3))
        dollar = dice.randrange(3)
        return ",".join(str(square) + "d" * (i == dollar) for i, square in enumerate(squares))

    def shapes(self, state: Coins) -> int:
        return 3 * DRAWN

    def draw(self, state: Coins) -> Drawing:
        squares = max(state.squares, default=0) + 1
        if squares > DRAWN:
            return super().draw(state)
        shapes: list[Shape] = []
        for i in range(squares):
            shapes.append(Shape("rect", i, 0, 1, 1, "cell" if i else "poison", f"s{i}"))
            if i in state.squares:
                shapes.append(Shape("circle", i + 0.5, 0.5, 0.7, 0.7, "counter"))
                if state.squares.index(i) == state.dollar:
                    shapes.append(Shape("text", i + 0.5, 0.5, 0.7, 0.5, "label", "", "d"))
            shapes.append(Shape("text", i + 0.5, 1.25, 1, 0.5, "label", "", str(i)))
        return Drawing(squares, 1.5, tuple(shapes), self.term([state]))

    def marks(self, state: Coins, option: Option) -> tuple[str, ...]:
        if max(state.squares, default=0) >= DRAWN:
            return ()
        if _over(state):
            return ("s0",)
        move = self._move(state, option)
        return () if move is None else (f"s{state.squares[move[0]]}", f"s{move[1]}")


def _over(state: Coins) -> bool:
    """Returns whether the dollar is in the bag, or the bag is taken."""
    return not state.squares or state.squares[state.dollar] == 0


def _moved(state: Coins, coin: int, to: int) -> Coins:
    """Returns the coins after one has moved. A coin that goes into the bag disappears, unless it is the dollar.

    >>> _moved(Coins((2, 5, 9), 1), 0, 0), _moved(Coins((2, 5), 1), 1, 3)
    (Coins(squares=(5, 9), dollar=0), Coins(squares=(2, 3), dollar=1))
    """
    if to == 0 and coin != state.dollar:
        return Coins(state.squares[1:], state.dollar - 1)
    return Coins((*state.squares[:coin], to, *state.squares[coin + 1 :]), state.dollar)


NIMBLE, DOLLAR_BAG = Nimble(), SilverDollarInBag()
