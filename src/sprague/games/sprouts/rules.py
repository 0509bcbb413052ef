"""Sprouts: a move draws a line between two spots, with a new spot on it. Lines do not cross, and a spot has at most
three."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset, alive
from sprague.pictures.shapes import Drawing, Way
from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError
from sprague.words.messages import Message, join, say

from .forms import Lands, Line, lands_of, lines, options
from .notation import (
    for_kernel,
    from_kernel,
    labels,
    lives,
    read_state,
    regions_of,
    write_state,
)

if TYPE_CHECKING:
    from random import Random

#: States with a longer text are named in a sentence by their lives.
READABLE = 40

SHELVES = (("1", "2", "3", "4", "5"), ("2.AB/AB", "0.AB/AB", "0.22", "0.12.", "AB/AB", "2A/0.A"))
GUESSES = (
    Guess(
        say("the number of spots is even"),
        lambda papers: sum(len(walk) for region in regions_of(papers[0]) for walk in region) % 2 == 0,
    ),
    Guess(
        say("the spots can take an even number of lines together"), lambda papers: lives(papers[0]) % 2 == 0
    ),
    Guess(
        say("the number of spots without a line is a multiple of 3"),
        lambda papers: papers[0].count("0") % 3 == 0,
    ),
)


class Sprouts(Ruleset):
    """Sprouts. ``sprouts 5`` is five spots on paper; ``sprouts 0.AB/AB`` lists the regions, each with its boundaries.

    A move leaves the regions in which more lines can be drawn. Connected regions form one component.

    >>> import sprague as sg
    >>> [move.to.text for move in sg.parse("sprouts 2").moves()]
    ['sprouts a1a1', 'sprouts AB/0.AB']
    """

    name = "sprouts"
    title = say("Sprouts")
    rule = say(
        "Draw a line from a spot to a spot, or back to itself, and put a new spot on it. Lines never cross, and no "
        "spot has more than three."
    )
    source = (
        "M. Gardner, Scientific American 217 (July 1967), on the game of J. H. Conway and M. S. Paterson; "
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays (1982), chapter 17"
    )
    example = "sprouts 3"
    notation = say(
        "a number of spots, or regions with / between them: boundaries with a point between them, each the spots on "
        "the way around it by their lines, and letters for spots that are met twice"
    )
    engine = "sprouts"
    pictured = True
    lesson = Lesson(
        "graphs",
        ("-2", "3", "-0.22", "4", "0.0.AB/AB", "-0.0.2.2"),
        teaches=(
            say("Two spots: see how many lines a game has."),
            say("Three spots: try a line that cuts the paper in two."),
            say("A line is drawn already. The dots below a spot say how many more lines it takes."),
            say("Four spots: which spots can no line reach any more?"),
            say(
                "Two spots stand on both sides of the lines: use them on one side, and they are used on both."
            ),
            say("Two new spots, and two that take only one line more."),
        ),
        part=say("look at the part that can take {n} lines"),
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def read(self, text: str) -> list[Hashable]:
        return [read_state(text, f"{self.head} {text}")]

    def write(self, states: Sequence[str]) -> str:
        return write_state(states[0])

    def states(self, *papers: int | str) -> tuple[Ruleset, list[Hashable]]:
        """Takes numbers of spots, or states in the notation."""
        return super().states(*papers)

    def check(self, state: Any) -> Hashable:
        spots = None if isinstance(state, str) else index_of(state)
        if spots is None and not isinstance(state, str):
            raise RangeError(
                say("expected a number of spots, or regions as text, got {state}", state=shown(state)[:60]),
                where=self.head,
            )
        return read_state(str(spots) if spots is not None else state, self.head)

    def successors(self, state: str) -> Iterator[Option]:
        for lands in options(for_kernel(state)):
            yield self.option(lands)

    def option(self, lands: Lands) -> Option:
        """Returns lands of the kernel as an option."""
        return tuple(Component(self, from_kernel(land)) for land in lands) or (Component(self, ""),)

    def is_empty(self, state: str) -> bool:
        return not state

    def nothing(self) -> Component | None:
        return Component(self, "")

    def pieces(self, state: str) -> Option:
        return tuple(Component(self, from_kernel(land)) for land in lands_of(state))

    def begin(self, dice: Random) -> str:
        return str(dice.randint(3, 6))

    def short_name(self, state: str) -> Message | None:
        if write_state(state).isdecimal():  # spots alone, whose notation is their number
            return None
        if len(state) > READABLE:
            return say("{game} of {n} lives", game=self.head, n=lives(state))
        return say("the part of {n} lives", n=lives(state))

    # Words and the picture

    def _lines(self, state: str, option: Option) -> Iterator[Line]:
        """Yields the lines that lead from ``state`` to ``option``."""
        wanted = tuple(part.state for part in alive(option))
        for line, lands in lines(state):
            if tuple(map(from_kernel, lands)) == wanted:
                yield line

    def describe(self, state: str, option: Option) -> Message:
        return self.describe_way(state, option, 0)

    def describe_way(self, state: str, option: Option, way: int) -> Message:
        drawn = next((line for number, line in enumerate(self._lines(state, option)) if number == way), None)
        return super().describe(state, option) if drawn is None else said(state, drawn)

    def ways(self, state: str, option: Option) -> tuple[Way, ...]:
        return tuple(Way(_ends(line)) for line in self._lines(state, option))

    def marks(self, state: str, option: Option) -> tuple[str, ...]:
        return next((_ends(line) for line in self._lines(state, option)), ())

    def shapes(self, state: str) -> int:
        return 4 * len(state)

    def draw(self, state: str) -> Drawing:
        from .drawing import draw_sprouts

        return draw_sprouts(state, self.term([state]))


SPROUTS = Sprouts()


def _ends(line: Line) -> tuple[str, ...]:
    return tuple(f"p{place}" for place in dict.fromkeys((line.one, line.other)))


def said(state: str, line: Line) -> Message:
    """Returns a move in words.

    >>> str(said("0.0.0", Line(0, 0, frozenset([1]))))
    'draw a line from 1 back to itself, with 2 on one side and 3 on the other'
    """
    names = labels(state)
    if line.one == line.other:
        drawn = say("draw a line from {one} back to itself", one=names[line.one])
    else:
        drawn = say("draw a line from {one} to {other}", one=names[line.one], other=names[line.other])
    sides = _sides(state, line)
    if sides is None or not all(sides):
        return drawn
    one, other = (join([say("{name}", name=names[place]) for place in side], ", ") for side in sides)
    return say("{line}, with {one} on one side and {other} on the other", line=drawn, one=one, other=other)


def _sides(state: str, line: Line) -> tuple[list[int], list[int]] | None:
    """Returns the places on either side of a line that divides a region, or None for another line."""
    place = number = 0
    for region in regions_of(state):
        end = place + sum(map(len, region))
        if place <= line.one < end:
            return _sides_in(region, number, place, line)
        place, number = end, number + len(region)
    return None


def _sides_in(
    region: tuple[tuple[str, ...], ...], number: int, place: int, line: Line
) -> tuple[list[int], list[int]] | None:
    sides: tuple[list[int], list[int]] = ([], [])
    for walk in region:
        places = range(place, place + len(walk))
        if line.one in places:
            if line.other not in places:
                return None
            for each in places:
                if each not in (line.one, line.other):
                    sides[not line.one < each < line.other].append(each)
        else:
            sides[number not in line.inside].extend(places)
        place, number = places.stop, number + 1
    return sides
