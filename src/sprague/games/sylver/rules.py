"""Sylver Coinage: players name numbers that are not sums of those named before, and whoever names 1 loses."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse as parse_integer
from sprague.words.digits import index_of, shown, to_text
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

from .semigroup import Semigroup

if TYPE_CHECKING:
    from random import Random

    from sprague.pictures.shapes import Drawing

#: The generators of a position: numbers none of which is a sum of the others, in ascending order.
Numbers = tuple[int, ...]

#: With three numbers and more, the smallest is at most this: sums are known by remainders modulo it.
MOST_SMALLEST = 100_000

#: A picture shows the numbers up to this one at most.
MOST_DRAWN = 60

#: So many numbers stand side by side in it.
ACROSS = 8

SHELVES = (("3,4", "3,5", "4,5", "5,6"), ("3,4,5", "4,5,6", "4,5,7", "4,5,11", "5,6,7", "4,5,6,7", "4,6,7,9"))
GUESSES = (
    Guess(say("all but two numbers are sums"), lambda states: Semigroup(states[0]).genus == 2),
    Guess(
        say("as many numbers are no sums as the smallest number"), lambda states: _genus_is_least(states[0])
    ),
    Guess(
        say("the largest number that is no sum is even"), lambda states: Semigroup(states[0]).last % 2 == 0
    ),
)


def _genus_is_least(numbers: Numbers) -> bool:
    return Semigroup(numbers).genus == numbers[0]


class Sylver(Ruleset):
    """Sylver Coinage. ``sylver 4,6,9`` is the position after these numbers, and ``sylver`` alone is the start. A state
    is the tuple of the numbers that are not sums of the others.

    >>> import sprague as sg
    >>> sg.parse("sylver 4,5,6,10").text, sg.parse("sylver 4,5,11").outcome, sg.parse("sylver 8,12").text
    ('sylver 4,5,6', 'P', 'sylver 8,12')
    """

    name = "sylver"
    title = say("Sylver Coinage")
    rule = say(
        "Name a number, at least 2, that is no sum of numbers named before, each as often as you like. (Whoever must "
        "name 1 loses.)"
    )
    source = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 18"
    example = "sylver 4,5"
    engine = "sylver"
    notation = say("the numbers named so far")
    lesson = Lesson(
        "rows",
        ("4,5,6", "-4,5,6,7", "4,5", "-4,5,11", "4,7,9", "-5,7,8", "5,6"),
        skin="strip",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.name} {text}"
        if not text.strip():
            return [()]
        return [self._numbers([parse_integer(part, where) for part in text.split(",")], where)]

    def _numbers(self, numbers: list[int], where: str) -> Numbers:
        wrong = next((n for n in numbers if n < 2), None)
        if wrong is not None:
            raise expected(say("numbers of at least 2, as whoever names 1 loses"), to_text(wrong), where)
        if len(set(numbers)) > 2 and min(numbers) > MOST_SMALLEST:
            raise TooLargeError(
                say(
                    "expected a smallest number of at most {limit} among three and more, got {got}",
                    limit=MOST_SMALLEST,
                    got=to_text(min(numbers)),
                ),
                where=where,
            )
        return Semigroup(numbers).generators

    def write(self, states: Sequence[Numbers]) -> str:
        return ",".join(map(to_text, states[0]))

    def term(self, states: Sequence[Any]) -> str:
        return f"{self.name} {self.write(states)}".rstrip()

    def states(self, *numbers: int) -> tuple[Ruleset, list[Hashable]]:
        return self, [self.check(numbers)]

    def check(self, state: Any) -> Hashable:
        if not isinstance(state, Sequence) or any(index_of(n) is None for n in state):
            raise RangeError(
                say("expected numbers of at least 2, got {got}", got=shown(state)[:80]), where=self.name
            )
        return self._numbers([int(n) for n in state], self.name) if state else ()

    def successors(self, state: Numbers) -> Iterator[Option]:
        semigroup = Semigroup(state)
        for n in semigroup.missing():
            if n > 1:
                yield (Component(self, semigroup.named(n).generators),)

    def option_count(self, state: Numbers) -> int | None:
        semigroup = Semigroup(state)
        return semigroup.genus - 1 if semigroup.common == 1 else None

    def allows(self, state: Numbers, option: Option) -> bool:
        if len(option) != 1 or option[0].ruleset != self:
            return False
        after = option[0].state
        new = set(after) - set(state)
        return len(new) == 1 and min(new) > 1 and Semigroup(state).named(min(new)).generators == after

    def describe(self, state: Numbers, option: Option) -> Message:
        return say("name {n}", n=self._number_named(state, option))

    def _number_named(self, state: Numbers, option: Option) -> int:
        after = option[0].state
        return int(next(n for n in after if n not in state))

    def draw(self, state: Numbers) -> Drawing:
        from sprague.pictures.shapes import Drawing, Shape

        semigroup = Semigroup(state)
        drawn = min(MOST_DRAWN, semigroup.last if semigroup.common == 1 else 24)
        shapes = []
        for n in range(1, drawn + 1):
            look = "blocked" if n in semigroup or n == 1 else "cell"
            y, x = divmod(n - 1, ACROSS)
            shapes += [
                Shape("rect", x, y, 1, 1, look, f"n{n}"),
                Shape("text", x + 0.5, y + 0.5, 1, 1, "label", "", str(n)),
            ]
        return Drawing(min(ACROSS, drawn), -(-drawn // ACROSS), tuple(shapes), self.term([state]))

    def marks(self, state: Numbers, option: Option) -> tuple[str, ...]:
        n = self._number_named(state, option)
        return (f"n{n}",) if n <= MOST_DRAWN else ()

    def begin(self, dice: Random) -> str:
        first = dice.randint(4, 7)
        return f"{first},{first + 1}"


SYLVER = Sylver()
