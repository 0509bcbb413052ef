"""Euclid's game, in both versions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sprague.model.guesses import pairs
from sprague.model.heap_rulesets import Heaps, HeapTuple
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Option, Ruleset
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random


#: Positions for pupils, and guesses about them.
NUMBERS = pairs(8)
RATIOS = (
    Guess(say("both numbers are equal"), lambda pair: pair[0][0] == pair[0][1]),
    Guess(
        say("the larger number is less than twice the smaller"), lambda pair: max(pair[0]) < 2 * min(pair[0])
    ),
    Guess(
        say("the numbers differ, and the larger is less than 1.6 times the smaller"),
        lambda pair: min(pair[0]) < max(pair[0]) and 10 * max(pair[0]) < 16 * min(pair[0]),
    ),
    Guess(
        say("the numbers differ, and the larger is less than 1.618 times the smaller"),
        lambda pair: min(pair[0]) < max(pair[0]) and 1000 * max(pair[0]) < 1618 * min(pair[0]),
    ),
)


class Euclid(HeapTuple):
    """Euclid's game: subtract a positive multiple of the smaller number from the larger one. In ``euclid`` play ends
    when one number is 0 (Cole, Davie 1969), in ``euclid[positive]`` both stay positive (Grossman 1997; there the value
    is the integer part of a/b - b/a for a > b, Nivasch 2006).

    >>> import sprague as sg
    >>> sg.euclid(8, 5).outcome, sg.euclid(34, 13).value, sg.parse("euclid[positive] 34,13").value
    ('P', 2, 2)
    """

    name = "euclid"
    title = say("Euclid's game")
    source = "A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm, The Mathematical Gazette 53 (1969)"
    example = "euclid 34,13"
    engine = "formula-values"
    heaps = most = 2
    symmetric = True
    lesson = Lesson(ladder=("5,2", "-3,2", "7,3", "-8,5", "13,5", "34,13"), shelves=NUMBERS, guesses=RATIOS)
    theorem = say("Cole, Davie 1969: the quotients of Euclid's algorithm decide")
    steps = (
        say(
            "The larger number passes the values that leave it between once and twice the smaller one only step by "
            "step: there the move is forced. With a quotient of 2 or more the player to move chooses who must go into "
            "the next stretch of Euclid's algorithm."
        ),
        say(
            "So the values follow from the quotients: behind a position of value v, the stretch of multiples has the "
            "values 0, 1, 2, … without v."
        ),
    )
    behind = say("This rests on the theorem of Cole and Davie (1969).")

    def __init__(self, positive: bool = False) -> None:
        self.positive = positive
        if positive:  # one ladder for both versions
            self.example = f"{self.head} 34,13"
            self.lesson = Lesson()
        self.rule = (
            say(
                "Subtract a positive multiple of the smaller number from the larger one; both must stay positive."
            )
            if positive
            else say(
                "Subtract a positive multiple of the smaller number from the larger one; nothing falls below 0."
            )
        )

    @property
    def head(self) -> str:
        return "euclid[positive]" if self.positive else "euclid"

    def check(self, state: Any) -> Any:
        heaps = super().check(state)
        return self._played(heaps, self.head)

    def read(self, text: str) -> list[Any]:
        return [self._played(state, f"{self.head} {text}") for state in super().read(text)]

    def _played(self, state: Any, where: str) -> Any:
        if self.positive and min(state) == 0:
            raise RangeError(say("expected positive numbers, got {n}", n=0), where=where)
        return state

    def is_empty(self, state: Heaps) -> bool:
        return not any(state)

    def _placed(self, heaps: Heaps, large: int) -> Heaps:
        return (large, heaps[1]) if heaps[0] >= heaps[1] else (heaps[0], large)

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        small, large = sorted(heaps)
        if small:
            least = large % small + (small if self.positive and large % small == 0 else 0)
            for rest in range(least, large, small):
                yield self._placed(heaps, rest)

    def option_count(self, state: Heaps) -> int:
        small, large = sorted(state)
        return large // small - (self.positive and large % small == 0) if small else 0

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        small, large = sorted(state)
        place = 0 if state[0] >= state[1] else 1
        k = amounts[place]
        return (
            small > 0
            and not amounts[1 - place]
            and k > 0
            and k % small == 0
            and k <= large
            and (k < large or not self.positive)
        )

    def worth(self, state: Heaps) -> int:
        small, large = sorted(state)
        quotients = []
        while small:
            quotients.append((large // small, large % small))
            small, large = large % small, small
        value = 0
        for quotient, rest in reversed(quotients):
            # The stretch begins with the remainder, which does not count if it is 0 and numbers stay positive.
            if rest == 0 and self.positive:
                value = quotient - 1
            else:
                value = quotient - 1 if quotient <= value else quotient
        return value

    def reaching(self, state: Heaps, value: int) -> Iterator[Heaps]:
        small, large = sorted(state)
        if not small:
            return
        quotient, rest = divmod(large, small)
        if rest == 0 and self.positive:
            steps = [value + 1]
        else:
            first = self.worth((rest, small))
            steps = [0] if value == first else [value + 1 if value < first else value]
        for step in steps:
            if step < quotient:
                yield self._placed(state, rest + step * small)

    def describe(self, state: Heaps, option: Option) -> Message:
        after = self.left(state, option)
        if after is None or sum(n != m for n, m in zip(state, after, strict=True)) != 1:
            return super().describe(state, option)
        start, end = next((n, m) for n, m in zip(state, after, strict=True) if n != m)
        times = (start - end) // min(state)
        return say("subtract {times} times {n} from {large}", times=times, n=min(state), large=start)

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(15, 60)},{dice.randint(4, 30)}"


def euclid_from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``euclid`` or ``euclid[positive]``."""
    if parameters not in (None, "[positive]"):
        raise expected(say("[positive]"), parameters or "", word + (parameters or ""))
    return Euclid(parameters is not None)
