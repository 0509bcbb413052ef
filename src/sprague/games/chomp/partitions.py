"""Games on partitions: a move takes the left column or the top row of a diagram (LCTR), or walks on it (Downright)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sprague.model.engine import MOMENT, Engine, Engines, Question
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset, Touched
from sprague.pictures.shapes import Drawing, Shape
from sprague.system.ask import Effort, tick
from sprague.words.messages import Message, say

from .lattice import Rows
from .rules import MOST_DRAWN, Chomp

if TYPE_CHECKING:
    from random import Random

#: The seconds of one square, measured and rounded up.
SECONDS_A_CELL = 3e-7


SHELVES = (
    ("2x2", "3x2", "2x3", "3x3", "3,1", "2,2,1"),
    ("3,2", "2,1", "3,2,1", "3,1,1", "4,2,1", "4,1", "3,3,1"),
)
GUESSES = (
    Guess(say("the number of squares is even"), lambda boards: sum(boards[0]) % 2 == 0),
    Guess(say("all rows are equally long"), lambda boards: len({*boards[0]}) == 1),
    Guess(say("there are as many rows as columns"), lambda boards: len(boards[0]) == boards[0][0]),
)


def _rows_after(option: Option) -> Rows:
    """Returns the rows that a move leaves. In a sum an empty board may be left out of the option."""
    return option[0].state if option else ()


class Lctr(Chomp):
    """Left column, top row. ``lctr 5,2,2,1`` are rows of 5, 2, 2 and 1 squares.

    >>> import sprague as sg
    >>> [sg.lctr(rows).value for rows in ("1", "2,1", "3,1", "5,2,2,1")]
    [1, 0, 0, 2]
    """

    name = "lctr"
    title = say("Left column, top row")
    rule = say("Take the whole left column of the board, or the whole top row.")
    source = "E. Gottlieb, J. Ilić, M. Krnc, Some results on LCTR, Involve 16:3 (2023)"
    example = "lctr 5,2,2,1"
    engine = "rows-and-columns"
    lesson = Lesson(
        "boards",
        ("2,2,1", "-3,1", "3x2", "-2x2", "4,2,1", "5,2,2,1", "6,4,4,2,1"),
        skin="chocolate",
        shelves=SHELVES,
        guesses=GUESSES,
    )
    #: Whether the last square stays.
    stops_before_the_last = False

    def successors(self, state: Rows) -> Iterator[Option]:
        for rows in dict.fromkeys((without_column(state), state[1:]) if state else ()):
            if rows or not self.stops_before_the_last:
                yield (Component(self, rows),)

    def option_count(self, state: Rows) -> int:
        return len([*self.successors(state)])

    def allows(self, state: Rows, option: Option) -> bool:
        return Ruleset.allows(self, state, option)

    def fault(self, state: Rows, option: Option) -> Message | None:
        return Ruleset.fault(self, state, option)

    def begin(self, dice: Random) -> str:
        rows = sorted((dice.randint(1, 6) for _ in range(dice.randint(3, 5))), reverse=True)
        return ",".join(map(str, rows))

    def describe(self, state: Rows, option: Option) -> Message:
        return (
            say("take the left column")
            if _rows_after(option) == without_column(state)
            else say("take the top row")
        )

    def _gone(self, state: Rows, option: Option) -> list[tuple[int, int]]:
        if _rows_after(option) == without_column(state):
            return [(row, 0) for row in range(len(state))]
        return [(0, column) for column in range(state[0])]

    def marks(self, state: Rows, option: Option) -> tuple[str, ...]:
        if sum(state) > MOST_DRAWN:
            return ()
        return tuple(f"r{row}c{column}" for row, column in self._gone(state, option))

    def touched(self, state: Rows, option: Option) -> Touched:
        gone = tuple(self._gone(state, option))
        return Touched(gone[-1:], gone)

    def draw(self, state: Rows) -> Drawing:
        drawing = super().draw(state)
        plain = (replace(shape, role="cell") if shape.role == "poison" else shape for shape in drawing.shapes)
        return replace(drawing, shapes=tuple(plain))


class Downright(Lctr):
    """A walk down and to the right. ``downright 5,2,2,1`` is a walk on rows of 5, 2, 2 and 1 squares, from the corner.

    >>> import sprague as sg
    >>> [sg.downright(rows).value for rows in ("1", "2,1", "3,1", "5,2,2,1")]
    [0, 1, 2, 1]
    """

    name = "downright"
    title = say("Downright")
    rule = say("The token stands on the top left square. Move it down or to the right by one square.")
    source = (
        "E. Gottlieb, M. Krnc, P. Muršič, Sprague-Grundy values and complexity for LCTR, "
        "Discrete Applied Mathematics 346 (2024)"
    )
    example = "downright 5,2,2,1"
    stops_before_the_last = True
    lesson = Lesson(
        "boards",
        ("4,3", "4,3,1", "-3x3", "5,2,2,1", "-4,2,1", "6,5,4,3,1"),
        skin="chocolate",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def describe(self, state: Rows, option: Option) -> Message:
        return say("right") if _rows_after(option) == without_column(state) else say("down")

    def draw(self, state: Rows) -> Drawing:
        drawing = super().draw(state)
        if not any(shape.name == "r0c0" for shape in drawing.shapes):
            return drawing
        return replace(drawing, shapes=(*drawing.shapes, Shape("circle", 0.5, 0.5, 0.7, 0.7, "limit")))


LCTR, DOWNRIGHT = Lctr(), Downright()


def without_column(rows: Rows) -> Rows:
    """Returns the rows without their first squares.

    >>> without_column((5, 2, 1))
    (4, 1)
    """
    return tuple(length - 1 for length in rows if length > 1)


class RowsAndColumnsEngine(Engine):
    """Applies the definition row by row. A position is the square at its corner, and its options are the next
    squares."""

    def __init__(self, ruleset: Lctr, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self.game = ruleset

    def effort(self, state: Any, question: Question = "value") -> Effort:
        cells = sum(state)
        return (
            Effort(cells, 32 * (state[0] if state else 0), SECONDS_A_CELL * min(cells, 10**100))
            if cells > 10_000
            else MOMENT
        )

    def value(self, state: Any) -> int:
        stop = 3 if self.game.stops_before_the_last else 0  # 3 stands for a missing option
        below: list[int] = []
        for length in reversed(state):
            tick()
            under = below + [stop] * (length - len(below))
            right, row = stop, []
            for down in reversed(under):
                right = 0 if right and down else 1 if right != 1 and down != 1 else 2
                row.append(right)
            below = row[::-1]
        return below[0] if below else 0
