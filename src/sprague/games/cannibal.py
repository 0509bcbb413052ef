"""Cannibal Clobber: a stone moves onto any neighbouring stone, so the colours do not matter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import ClassVar

from sprague.boards.grid_engine import GridEngine, Mirror, box, involutions
from sprague.boards.grid_search import StoneSearch
from sprague.boards.search import MAX_CELLS, MAX_WIDTHS, WORD_CELLS, GridSearch
from sprague.model.engine import MOMENT, Evidence, Question
from sprague.model.grid import Grid
from sprague.model.grid_rulesets import GridRuleset
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option
from sprague.system.ask import Effort
from sprague.takebreak.codes import parse_code
from sprague.takebreak.rules import TakeAndBreak
from sprague.words.messages import Message, say

#: A strip of n stones is a heap of n in this game: take one stone, but not all, and leave one heap or two.
OFFICERS = TakeAndBreak(parse_code("0.6"))

SHELVES = (tuple(f"1x{n}" for n in range(2, 9)), ("2x2", "2x3", "3x3"))
GUESSES = (
    Guess(say("the number of stones is even"), lambda boards: boards[0].cells.count("x") % 2 == 0),
    Guess(say("the number of stones is a multiple of 4"), lambda boards: boards[0].cells.count("x") % 4 == 0),
    Guess(say("it is wider than 4"), lambda boards: boards[0].columns > 4),
)


class CannibalClobber(GridRuleset):
    """Cannibal Clobber. ``cannibal-clobber 3x4`` is a full board; ``cannibal-clobber xx./.xx`` any other.

    >>> import sprague as sg
    >>> [sg.parse(f"cannibal-clobber 1x{n}").value for n in (7, 11, 12)]
    [3, 4, 0]
    >>> [sg.parse(f"0.6 {n}").value for n in (7, 11, 12)]
    [3, 4, 0]
    """

    name = "cannibal-clobber"
    title = say("Cannibal Clobber")
    rule = say("Move a stone onto a neighbouring one, of whatever colour, and take that one off the board.")
    source = "MCGS, a solver of sums of games, University of Alberta (2025): impartial Cannibal Clobber"
    example = "cannibal-clobber 3x3"
    letters: ClassVar = {".": "#", "x": "●"}
    falls_apart, engine = True, "cannibal-clobber"
    lesson = Lesson(
        "boards",
        ("1x5", "-2x2", "1x7", "-1x4", "3x3", "-2x4", "3x5"),
        skin="stones",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def letter(self, row: int, column: int) -> str:
        return "x"

    def options(self, board: Grid) -> Iterator[Grid]:
        for a, b in board.neighbours():
            if board.cells[a] == board.cells[b] == "x":
                yield board.put({a: "."})

    def describe(self, board: Grid, option: Option) -> Message:
        cells = self.changed(board, option)
        if len(cells) != 1:
            return super().describe(board, option)
        return say("move the stone from {start} onto a neighbour", start=self.place(board, cells[0]))


@lru_cache(maxsize=256)
def mirrored(board: Grid) -> bool:
    """Returns whether the second player wins by the mirror: the stones with a neighbour have a symmetry that is its own
    inverse, and no stone is its own image or stands beside it.

    If a stone can move onto a neighbour, its image can move onto the neighbour's image, which is another stone than the
    one that moved, and it still can after that move.
    """
    near = {
        divmod(a, board.columns) for a, b in board.neighbours() if board.cells[a] == board.cells[b] == "x"
    }
    for image_of in involutions(near):
        images = {cell: image_of(cell) for cell in near}
        if set(images.values()) == near and all(
            abs(r - u) + abs(c - v) > 1 for (r, c), (u, v) in images.items()
        ):
            return True
    return not near


class CannibalEngine(GridEngine):
    """Boards of Cannibal Clobber; a strip is Officers, the octal game 0.6."""

    steps = (
        (
            say(
                "The stones that can move have a symmetry that is its own inverse, and no stone is its own image or "
                "stands beside it. So the second player can answer every move by its image."
            ),
        ),
    )
    short = (say("the stones have a symmetry that leaves none in place: answer each move by its image"),)

    def mirror(self, board: Grid) -> Mirror | None:
        return Mirror("P") if mirrored(board) else None

    def effort(self, state: Grid, question: Question = "value") -> Effort:
        heaps = _heaps(state)
        if heaps is None:
            return super().effort(state, question)
        officers = self.engines(OFFICERS)
        return sum((officers.effort(heap, question) for heap in heaps), start=MOMENT)

    def _value(self, board: Grid) -> int:
        heaps = _heaps(board)
        if heaps is None:
            return super()._value(board)
        total = 0
        for heap in heaps:
            total ^= self.engines.value(Component(OFFICERS, heap))
        return total

    def _is(self, board: Grid, wanted: int) -> bool:
        return super()._is(board, wanted) if _heaps(board) is None else self.value(board) == wanted

    def placed(self, board: Grid) -> tuple[GridSearch, int] | None:
        stones = [divmod(cell, board.columns) for cell, letter in enumerate(board.cells) if letter == "x"]
        height, width, cells = box(stones) if stones else (1, 1, [])
        words = 1 if height * width <= WORD_CELLS else 2
        if height * width > MAX_CELLS or width > MAX_WIDTHS[words - 1]:
            return None
        search = self.pool.get(StoneSearch, "cannibal-clobber", width, words)
        return search, sum(1 << (r * width + c) for r, c in cells)

    def expected(self, board: Grid) -> int:
        return int(10 * 1.5 ** min(board.cells.count("x"), 100))

    def evidence(self, state: Grid, valued: bool) -> Evidence:
        heaps = _heaps(state)
        if heaps is None or mirrored(state):
            return super().evidence(state, valued)
        return self.engines(OFFICERS).evidence(max(heaps, default=0), valued)

    def reason(self, state: Grid, zero: bool, reply: Option | None) -> Message | None:
        usual = super().reason(state, zero, reply)
        if usual is None and _heaps(state) is not None:
            return say("a strip of {n} stones is a heap of {n} in 0.6, Officers", n=max(_heaps(state) or [0]))
        return usual


def _heaps(board: Grid) -> list[int] | None:
    """Returns the lengths of the strips on a board of one row or column, or None for another board."""
    if 1 not in (board.rows, board.columns):
        return None
    return [len(list(run)) for letter, run in groupby(board.cells) if letter == "x"]


CANNIBAL_CLOBBER = CannibalClobber()
