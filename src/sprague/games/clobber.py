"""Impartial Clobber: move a stone onto a neighbouring one of the other colour, which is taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sprague.model.grid_rulesets import Grid, GridRuleset
from sprague.model.lesson import Guess, Lesson
from sprague.words.messages import say

SHELVES = (tuple(f"1x{n}" for n in range(2, 9)), ("2x2", "2x3"))
GUESSES = (
    Guess(say("the number of stones is even"), lambda boards: _stones(boards[0]) % 2 == 0),
    Guess(say("the number of stones is odd"), lambda boards: _stones(boards[0]) % 2 == 1),
    Guess(say("it is wider than 4"), lambda boards: boards[0].columns > 4),
)


def _stones(board: Grid) -> int:
    return sum(letter != "." for letter in board.cells)


class Clobber(GridRuleset):
    """Impartial Clobber. ``clobber 3x4`` is a full board, coloured as a chessboard; ``clobber xo./.ox`` any other."""

    name = "clobber"
    title = say("Clobber")
    rule = say("Move a stone onto a neighbouring one of the other colour, and take that one off the board.")
    source = "M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber, Integers 5 (2005)"
    example = "clobber 3x3"
    letters: ClassVar = {".": "#", "x": "●", "o": "○"}
    falls_apart, engine = True, "pieces"
    lesson = Lesson(
        "boards",
        ("1x8", "-2x2", "3x3", "-2x4", "1x9", "-2x5"),
        skin="stones",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def letter(self, row: int, column: int) -> str:
        return "xo"[(row + column) % 2]

    def options(self, board: Grid) -> Iterator[Grid]:
        for a, b in board.neighbours():
            if {board.cells[a], board.cells[b]} == {"x", "o"}:
                yield board.put({a: ".", b: board.cells[a]})


CLOBBER = Clobber()
