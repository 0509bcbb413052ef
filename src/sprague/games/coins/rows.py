"""Coins in a row, some of which a move turns: Turning Turtles, Mock Turtles, Ruler and their kin."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.model.engine import MOMENT, Engine, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.ruleset import Option, Touched
from sprague.numbers.integers import parse_all
from sprague.numbers.made import CELL, make
from sprague.numbers.sums import nim_sum
from sprague.pictures.shapes import Drawing, Shape
from sprague.system.ask import Effort
from sprague.words.digits import index_of, to_text
from sprague.words.errors import TooLargeError, expected
from sprague.words.messages import Message, say

from .families import Family, Others
from .heads import MOST_COINS, HeadsRuleset

if TYPE_CHECKING:
    from random import Random

#: Longer rows are drawn as their text.
DRAWN = 60

CHAPTER = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982), ch. 14"

#: The places of the heads, in ascending order.
Heads = tuple[int, ...]


class CoinEngine(Engine):
    """Values a row as the nim-sum of the values of its heads, each alone in a row."""

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


class CoinRow(HeadsRuleset):
    """Base of games on a row of coins. A state holds the places of the heads in ascending order. Subclasses (or
    instances) set ``family``, the moves, and ``first``, the number of the leftmost place."""

    family: Family
    first: int = 1
    engine = "coins"
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
        return [self.heads(parse_all(text, where), where)]

    def write(self, states: Sequence[Heads]) -> str:
        return ",".join(map(to_text, states[0])) or "T"

    def place(self, argument: Any) -> int | None:
        return index_of(argument)

    def place_words(self, place: int) -> Message:
        return say("{i}", i=place)

    def is_outside(self, place: int) -> bool:
        return place < self.first

    def outside(self, place: int) -> Message:
        return say("expected places from {first} on, got {place}", first=self.first, place=place)

    def expected(self, got: str) -> Message:
        return say(
            "expected coins such as {example}, or the places of the heads, got {got}",
            example=self.example,
            got=got,
        )

    # Moves

    def turned(self, state: Heads, place: int, others: Others) -> Option:
        """Returns the state after the head at ``place`` and the coins with these indices are turned."""
        return self.after(state, (place, *(self.first + i for i in others)))

    def successors(self, state: Heads) -> Iterator[Option]:
        for place in reversed(state):
            for others in self.family.others(place - self.first):
                yield self.turned(state, place, others)

    def option_count(self, state: Heads) -> int:
        return sum(self.family.count(place - self.first) for place in state)

    def allows(self, state: Heads, option: Option) -> bool:
        turning = self.turns(state, option)
        if not turning or turning[-1] not in state:
            return False
        last = turning[-1] - self.first
        return self.family.allows(tuple(place - self.first for place in turning[:-1]), last)

    def fault(self, state: Heads, option: Option) -> Message | None:
        turning = self.turns(state, option)
        if turning and turning[-1] not in state:
            return say(
                "the rightmost coin that a move turns must show heads, and place {n} shows tails",
                n=turning[-1],
            )
        return super().fault(state, option)

    def begin(self, dice: Random) -> str:
        return ",".join(map(str, sorted(dice.sample(range(self.first, 10), dice.randint(2, 4)))))

    # Words and picture

    def turning_words(self, places: Message, count: int) -> Message:
        if count == 1:
            return say("turn the coin at place {n}", n=places)
        return say("turn the coins at places {places}", places=places)

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
                Shape("circle", i + 0.5, 0.5, 0.9, 0.9, "counter" if head else "tails", f"c{self.first + i}"),
                Shape("text", i + 0.5, 0.5, 1, 1, "label", "", "H" if head else "T"),
                Shape("text", i + 0.5, 1.25, 1, 0.5, "label", "", str(self.first + i)),
            ]
        return Drawing(max(1, coins), 1.5, tuple(shapes), self.term([state]))

    def touched(self, state: Heads, option: Option) -> Touched:
        return Touched(self.turns(state, option) or ())

    def marks(self, state: Heads, option: Option) -> tuple[str, ...]:
        turning = self.turns(state, option)
        drawn = not state or state[-1] - self.first < DRAWN
        return tuple(f"c{place}" for place in turning) if turning and drawn else ()
