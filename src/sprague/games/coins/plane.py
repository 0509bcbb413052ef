"""Coins in the plane: the base of these games, and Acrostic Twins."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.model.engine import Engine, Evidence
from sprague.model.lazy import Lazy
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Option, Touched
from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.sums import nim_sum
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.digits import index_of, to_text
from sprague.words.errors import expected
from sprague.words.messages import Message, say

from .heads import HeadsRuleset
from .rows import CHAPTER

if TYPE_CHECKING:
    from random import Random

#: Larger boards are drawn as their text.
DRAWN = 20

#: A place: how far it lies to the right, and how far up.
Place = tuple[int, int]
Heads = tuple[Place, ...]

_PLACE = re.compile(r"\(([^(),]+),([^(),]+)\)", re.ASCII)


class Plane(HeadsRuleset):
    """Base of games on coins in the plane. A state holds the places of the heads in ascending order. Places begin at
    ``first`` in both directions. Of the coins that a move turns, the one furthest to the right and furthest up goes
    from heads to tails."""

    notation: ClassVar[Message] = say("the places of the heads, each as (right,up)")
    first: Place = (0, 0)

    def patterns(self, place: Place) -> Iterator[tuple[Place, ...]]:
        """Yields the other coins of each move whose outermost coin is the head at ``place``."""
        raise NotImplementedError

    def fits(self, turning: Heads) -> bool:
        """Returns whether a move may turn these coins together."""
        raise NotImplementedError

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        inner = "".join(text.split())
        if inner == "T":
            return [()]
        if not re.fullmatch(r"\([^()]*\)(,\([^()]*\))*", inner) or len(_PLACE.findall(inner)) != inner.count(
            "("
        ):
            raise expected(say("places of heads such as (2,3),(4,1)"), text.strip()[:80], where)
        heads = [(parse_integer(x, where), parse_integer(y, where)) for x, y in _PLACE.findall(inner)]
        return [self.heads(heads, where)]

    def write(self, states: Sequence[Heads]) -> str:
        return ",".join(f"({to_text(x)},{to_text(y)})" for x, y in states[0]) or "T"

    def place(self, argument: Any) -> Place | None:
        if not isinstance(argument, (tuple, list)) or len(argument) != 2:
            return None
        x, y = map(index_of, argument)
        return None if x is None or y is None else (x, y)

    def place_words(self, place: Place) -> Message:
        return say("({x},{y})", x=place[0], y=place[1])

    def is_outside(self, place: Place) -> bool:
        return place[0] < self.first[0] or place[1] < self.first[1]

    def outside(self, place: Place) -> Message:
        return say(
            "expected places from {first} on, got {place}",
            first=self.place_words(self.first),
            place=self.place_words(place),
        )

    def expected(self, got: str) -> Message:
        return say("expected places of heads such as (2,3),(4,1), got {got}", got=got)

    # Moves

    def successors(self, state: Heads) -> Iterator[Option]:
        for place in reversed(state):
            for others in self.patterns(place):
                yield self.after(state, (place, *others))

    def allows(self, state: Heads, option: Option) -> bool:
        turning = self.turns(state, option)
        return bool(turning) and max(turning or ((0, 0),)) in state and self.fits(turning or ())

    def begin(self, dice: Random) -> str:
        x, y = self.first
        heads = {(x + dice.randint(1, 4), y + dice.randint(1, 4)) for _ in range(3)}
        return ",".join(f"({a},{b})" for a, b in sorted(heads))

    # Words and picture

    def turning_words(self, places: Message, count: int) -> Message:
        if count == 1:
            return say("turn the coin at {place}", place=places)
        return say("turn the coins at {places}", places=places)

    def shapes(self, state: Heads) -> int:
        return 2 * DRAWN * DRAWN

    def _sides(self, state: Heads) -> Place:
        return tuple(  # type: ignore[return-value]
            max((place[i] for place in state), default=self.first[i]) - self.first[i] + 1 for i in (0, 1)
        )

    def draw(self, state: Heads) -> Drawing:
        columns, rows = self._sides(state)
        if max(columns, rows) > DRAWN:
            return super().draw(state)
        shapes: list[Shape] = []
        heads = set(state)
        for j in reversed(range(rows)):
            for i in range(columns):
                place = self.first[0] + i, self.first[1] + j
                x, y, head = i + 0.5, rows - j - 0.5, place in heads
                side = "counter" if head else "tails"
                shapes.append(Shape("circle", x, y, 0.9, 0.9, side, "c{}r{}".format(*place)))
                shapes.append(Shape("text", x, y, 1, 1, "label", "", "H" if head else "T"))
        return Drawing(columns, rows, tuple(shapes), self.term([state]))

    def touched(self, state: Heads, option: Option) -> Touched:
        return Touched(self.turns(state, option) or ())

    def marks(self, state: Heads, option: Option) -> tuple[str, ...]:
        turning = self.turns(state, option)
        if not turning or max(self._sides(state)) > DRAWN:
            return ()
        return tuple("c{}r{}".format(*place) for place in turning)


class AcrosticTwins(Plane):
    """Turn two coins of one row or of one column. The value of a head at (x, y) is the nim-sum of x and y.

    >>> import sprague as sg
    >>> sg.acrostic_twins((5, 3)).value, sg.acrostic_twins((5, 3), (4, 2)).outcome
    (6, 'P')
    """

    name = "acrostic-twins"
    title = say("Acrostic Twins")
    rule = say(
        "Turn two coins of one row or of one column; the one further to the right or further up goes from heads to "
        "tails."
    )
    source = CHAPTER
    example = "acrostic-twins (2,3),(4,1)"
    engine = "acrostic-twins"
    lesson = Lesson(
        "boards",
        (
            "(1,3),(2,4)",
            "-(1,3),(3,1)",
            "(1,4),(4,2)",
            "(2,1),(2,3),(3,4)",
            "-(3,4),(4,3)",
            "(2,2),(3,2),(4,4)",
        ),
        skin="coins",
    )

    def patterns(self, place: Place) -> Iterator[tuple[Place, ...]]:
        x, y = place
        for i in range(x):
            yield ((i, y),)
        for j in range(y):
            yield ((x, j),)

    def option_count(self, state: Heads) -> int:
        return sum(x + y for x, y in state)

    def fits(self, turning: Heads) -> bool:
        return len(turning) == 2 and (turning[0][0] == turning[1][0] or turning[0][1] == turning[1][1])


class AcrosticTwinsEngine(Engine):
    """Values Acrostic Twins: a head is the sum of two heaps of Nim, its coordinates."""

    ruleset: AcrosticTwins

    def value(self, state: Heads) -> int:
        return nim_sum(x ^ y for x, y in state)

    def replies(self, state: Heads, target: int) -> Lazy[Option]:
        change = self.value(state) ^ target
        moves = [
            self.ruleset.after(state, [(x, y), other])
            for x, y in reversed(state)
            if change
            for other, smaller in (((x ^ change, y), x ^ change < x), ((x, y ^ change), y ^ change < y))
            if smaller
        ]
        return Lazy.of(moves)

    def evidence(self, state: Heads, valued: bool) -> Evidence:
        return Evidence(
            "theorem", say("Winning Ways, ch. 14: a head at (x, y) is worth the nim-sum of x and y")
        )


ACROSTIC_TWINS = AcrosticTwins()
