"""Peg duotaire: two players play peg solitaire together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from sprague.model.grid import Grid
from sprague.model.grid_rulesets import GridRuleset
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Component, Option
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random


class Duotaire(GridRuleset):
    """Peg duotaire with single jumps. ``duotaire 1x6`` is full but for the first hole; ``duotaire oo.o./.....`` any
    other board.

    >>> import sprague as sg
    >>> [sg.parse(f"duotaire 1x{n}").value for n in range(3, 10)]
    [1, 1, 0, 0, 1, 1, 0]
    """

    name = "duotaire"
    title = say("Peg duotaire")
    rule = say("Jump with a peg over a neighbouring one into the free hole behind it, and take that one off.")
    source = (
        "C. Moore, D. Eppstein, One-dimensional peg solitaire, and duotaire, More Games of No Chance (2002)"
    )
    example = "duotaire 1x7"
    lesson = Lesson(
        "boards", ("ooo.oo", "-oo./oo.", "o.oo.oo.", "-.oo.oo.", "oo.oo.oo", ".oo./oo.o"), skin="stones"
    )
    letters: ClassVar = {".": "", "o": "●"}
    engine = "pieces"

    def letter(self, row: int, column: int) -> str:
        return "o" if row or column else "."

    def options(self, board: Grid) -> Iterator[Grid]:
        for near, over, far in board.straight(3):
            if far - near in (2, 2 * board.columns) and board.cells[over] == "o":
                if board.cells[near] + board.cells[far] == "o.":
                    yield board.put({near: ".", over: ".", far: "o"})
                elif board.cells[near] + board.cells[far] == ".o":
                    yield board.put({near: "o", over: ".", far: "."})

    def pieces(self, state: Grid) -> Option:
        """Returns the least of the board's images."""
        return (Component(self, min(state.images())),)

    def describe(self, board: Grid, option: Option) -> Message:
        cells = self.changed(board, option)
        if len(cells) != 3:
            return super().describe(board, option)
        end = cells[2]
        start = max(cells[:2], key=lambda cell: abs(cell - end))
        return say("jump from {start} to {end}", start=self.place(board, start), end=self.place(board, end))

    def begin(self, dice: Random) -> str:
        return dice.choice(("1x6", "1x7", "1x8", "2x4", "3x3"))


DUOTAIRE = Duotaire()
