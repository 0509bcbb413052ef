"""Kotzig's Nim: counters on the places of a circle, each a given number of steps after the one before."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from sprague.graphs.layout import ROUND, places_of
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse, parse_all
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.digits import index_of, shown, to_text
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

#: The most places of a circle, and of one that is drawn.
MOST_PLACES, DRAWN = 2000, 60


class Circle(NamedTuple):
    """A circle of ``size`` places. The bits of ``occupied`` are the occupied ones, ``last`` was occupied last (None at
    the beginning)."""

    size: int
    occupied: int
    last: int | None


class Kotzig(Ruleset):
    """Kotzig's Nim: ``kotzig{1,3} 8`` is a circle of 8 places with steps of 1 and 3; in ``kotzig{1,3} 8:0,1,4`` the
    places 0, 1 and 4 are occupied, 4 last.

    >>> import sprague as sg
    >>> [n for n in range(1, 11) if sg.parse(f"kotzig{{1,2}} {n}").outcome == "N"]
    [1, 3, 7]
    """

    name = "kotzig"
    title = say("Kotzig's Nim")
    source = (
        "A. Kotzig, O k-posunutiach (On k-translations), Casopis pro pestovani matematiky a fysiky 71 (1946); "
        "X. L. Tan, M. D. Ward, On Kotzig's Nim, Integers 14 (2014)"
    )
    example = "kotzig{1,3} 9"
    engine = "pieces"
    pictured = True
    numbered = True
    notation: ClassVar[Message] = say(
        "the number of places, and behind a colon the occupied ones, the last one last, such as 8:0,1,4"
    )
    lesson = Lesson(
        "rows",
        ("7", "-6", "9", "-8", "9:0,1", "-12", "13"),
        shelves=(("4", "5", "6", "7", "8", "9"), ("10", "11", "12", "9:0,1", "9:0,3", "8:0,1")),
        guesses=(
            Guess(say("the number of places is even"), lambda states: states[0].size % 2 == 0),
            Guess(say("the number of places is a multiple of 3"), lambda states: states[0].size % 3 == 0),
            Guess(say("the number of places is a multiple of 4"), lambda states: states[0].size % 4 == 0),
        ),
    )

    def __init__(self, steps: tuple[int, ...]) -> None:
        self.steps_allowed = steps
        self.rule = say(
            "Put the first counter on any place of the circle. From the last counter go clockwise, and put the next "
            "one there if the place is free. So many steps are allowed: {steps}.",
            steps=", ".join(map(to_text, steps)),
        )

    @property
    def head(self) -> str:
        return f"{self.name}{{{','.join(map(to_text, self.steps_allowed))}}}"

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        size, colon, places = text.partition(":")
        return [self._checked(parse(size, where), parse_all(places, where) if colon else [], where)]

    def _checked(self, size: int, places: Sequence[int], where: str) -> Circle:
        if size > MOST_PLACES:
            raise TooLargeError(
                say(
                    "expected a circle of at most {limit} places, got {count}", limit=MOST_PLACES, count=size
                ),
                where=where,
            )
        if size == 0:
            raise RangeError(say("expected at least one place, got {count}", count=0), where=where)
        wrong = next((place for place in places if place >= size), None)
        if wrong is not None:
            raise RangeError(
                say("expected places from 0 to {most}, got {place}", most=size - 1, place=wrong), where=where
            )
        if len({*places}) < len(places):
            raise RangeError(say("expected one counter on a place"), where=where)
        return Circle(size, sum(1 << place for place in places), places[-1] if places else None)

    def write(self, states: Sequence[Circle]) -> str:
        size, occupied, last = states[0]
        if last is None:
            return to_text(size)
        places = [place for place in range(size) if occupied >> place & 1 and place != last]
        return f"{size}:{','.join(map(str, [*places, last]))}"

    def check(self, state: Any) -> Hashable:
        if isinstance(state, Circle):
            return state
        size = index_of(state)
        if size is not None and size > 0:
            return self._checked(size, [], self.head)
        if not isinstance(state, str):
            raise RangeError(
                say(
                    "expected a circle such as {example}, got {got}", example="8:0,1,4", got=shown(state)[:80]
                ),
                where=self.head,
            )
        return self.read(state)[0]

    def successors(self, state: Circle) -> Iterator[Option]:
        size, occupied, last = state
        places = range(size) if last is None else ((last + step) % size for step in self.steps_allowed)
        for place in dict.fromkeys(places):
            if not occupied >> place & 1:
                yield (Component(self, Circle(size, occupied | 1 << place, place)),)

    def pieces(self, state: Circle) -> Option:
        """Returns the circle turned so that the last counter lies on place 0. Whoever begins has only one move, up to
        turning the circle."""
        size, occupied, last = state
        turn = last or 0
        turned = (occupied >> turn | occupied << size - turn) & (1 << size) - 1
        return (Component(self, Circle(size, turned, None if last is None else 0)),)

    def describe(self, state: Circle, option: Option) -> Message:
        after = option[0].state
        if state.last is None:
            return say("put a counter on place {place}", place=after.last)
        return say(
            "go {steps} steps, to place {place}",
            steps=(after.last - state.last) % state.size or state.size,
            place=after.last,
        )

    def draw(self, state: Circle) -> Drawing:
        if state.size > DRAWN:
            return super().draw(state)
        shapes: list[Shape] = []
        places = places_of(state.size)
        for place, (x, y) in enumerate(places):
            role = "counter" if state.occupied >> place & 1 else "vertex"
            shapes.append(Shape("circle", x, y, ROUND, ROUND, role, f"v{place}"))
            if place == state.last:
                shapes.append(Shape("circle", x, y, 0.8, 0.8, "limit"))
            shapes.append(Shape("text", x, y, 1, 0.4, "label", "", str(place)))
        width, height = max(x for x, _ in places) + 1, max(y for _, y in places) + 1
        return Drawing(width, height, tuple(shapes), self.term([state]))

    def marks(self, state: Circle, option: Option) -> tuple[str, ...]:
        after = option[0].state
        return (f"v{after.last}",) if state.size <= DRAWN else ()


def from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``kotzig{…}``."""
    where = word + (parameters or "")
    match = re.fullmatch(r"\{([^{}]+)\}", parameters or "")
    if match is None:
        raise expected(say("steps such as {steps}", steps="{1,3}"), parameters or "", where)
    steps = sorted({*parse_all(match[1], where)})
    if steps[0] == 0 or steps[-1] > MOST_PLACES:
        raise RangeError(say("expected steps from 1 to {most}", most=MOST_PLACES), where=where)
    return Kotzig(tuple(steps))
