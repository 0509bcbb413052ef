"""Notakto: tic-tac-toe in which both players put crosses. A board is dead as soon as it has three in a row."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from sprague.model.grid import Grid
from sprague.model.grid_rulesets import GridRuleset
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Component, Option
from sprague.pictures.shapes import Drawing
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

#: This many crosses in a row make a board dead.
ROW = 3


class Notakto(GridRuleset):
    """Notakto. ``notakto 3x3`` is an empty board, and ``notakto x../.x./...`` one with crosses. Several boards are a
    sum.

    A move that makes three in a row kills the board: no move is possible there any more. By the usual rule the player
    who completes the last row loses, which is misère play.

    >>> import sprague as sg
    >>> sg.parse("misere notakto 3x3").outcome, sg.parse("misere notakto 3x3 + notakto 3x3").outcome
    ('N', 'P')
    """

    name = "notakto"
    title = say("Notakto")
    rule = say("Put a cross on a free cell; a board with three crosses in a row is dead.")
    source = (
        "T. E. Plambeck, G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, "
        "arXiv 1301.1672 (2013)"
    )
    example = "notakto 3x3"
    letters: ClassVar = {".": "", "x": "×"}
    lesson = Lesson("boards", ("x../..x/...", "-..x/x../.x.", ".x./..x/...", "-x../.../...", "3x3", "-3x4"))

    def options(self, board: Grid) -> Iterator[Grid]:
        if not is_dead(board):
            for cell, letter in enumerate(board.cells):
                if letter == ".":
                    yield board.put({cell: "x"})

    def option_count(self, board: Grid) -> int:
        return 0 if is_dead(board) else board.cells.count(".")

    def pieces(self, board: Grid) -> Option:
        return () if is_dead(board) else (Component(self, min(board.images())),)

    def begin(self, dice: Random) -> str:
        return "3x3"

    def describe(self, board: Grid, option: Option) -> Message:
        cells = self.changed(board, option)
        if len(cells) != 1:
            return super().describe(board, option)
        row, column = divmod(cells[0], board.columns)
        if is_dead(board.put({cells[0]: "x"})):
            return say("put a cross on row {r}, column {c}, which kills the board", r=row + 1, c=column + 1)
        return say("put a cross on row {r}, column {c}", r=row + 1, c=column + 1)

    def draw(self, board: Grid) -> Drawing:
        drawing = super().draw(board)
        if not is_dead(board):
            return drawing
        shapes = (
            replace(shape, role="blocked") if shape.role == "cell" else shape for shape in drawing.shapes
        )
        return replace(drawing, shapes=tuple(shapes))


NOTAKTO = Notakto()


def is_dead(board: Grid) -> bool:
    """Returns whether three crosses stand in a row, across, down or diagonally.

    >>> is_dead(Grid(3, "x...x...x")), is_dead(Grid(3, "...xx.xx."))
    (True, False)
    """
    crosses = {cell for cell, letter in enumerate(board.cells) if letter == "x"}
    return any(line <= crosses for line in _lines(board.columns, len(board.cells)))


@functools.lru_cache(maxsize=64)
def _lines(columns: int, cells: int) -> tuple[frozenset[int], ...]:
    """Returns the rows of three cells."""
    return tuple(map(frozenset, Grid(columns, "." * cells).straight(ROW)))
