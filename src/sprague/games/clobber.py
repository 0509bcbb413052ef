"""Impartial Clobber: move a stone onto a neighbouring one of the other colour, which is taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from sprague.boards.grid_engine import Cell, GridEngine, Mirror, box, involutions
from sprague.boards.grid_search import StoneSearch
from sprague.boards.search import MAX_CELLS, WORD_CELLS, GridSearch
from sprague.model.grid import Grid
from sprague.model.grid_rulesets import GridRuleset
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
    falls_apart, engine = True, "clobber"
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


def _alive(board: Grid) -> dict[Cell, str]:
    """Returns the stones that are connected to one of the other colour."""
    near: dict[int, list[int]] = {cell: [] for cell, letter in enumerate(board.cells) if letter != "."}
    for a, b in board.neighbours():
        if a in near and b in near:
            near[a].append(b)
    waiting = [a for a in near if any(board.cells[a] != board.cells[b] for b in near[a])]
    connected = set(waiting)
    while waiting:
        for cell in near[waiting.pop()]:
            if cell not in connected:
                connected.add(cell)
                waiting.append(cell)
    return {divmod(cell, board.columns): board.cells[cell] for cell in sorted(connected)}


@lru_cache(maxsize=256)
def mirrored(board: Grid) -> bool:
    """Returns whether the second player wins by the mirror: the stones have a symmetry that is its own inverse and
    keeps all colours or exchanges all of them, no stone is its own image, and if colours are exchanged, no stone stands
    beside its image.

    The stone that moves, the stone that it takes, and the images of both are four different stones: a stone could take
    its own image only if the image stood beside it and had the other colour. So the image of a move is possible after
    the move, and restores the symmetry.

    >>> [mirrored(CLOBBER.full(2, n)) for n in (3, 4)], mirrored(Grid(4, "xoox"))
    ([False, True], True)
    """
    stones = _alive(board)
    if not stones:
        return True
    for image_of in involutions(stones):
        images = {cell: image_of(cell) for cell in stones}
        pairs = {(letter, stones.get(images[cell])) for cell, letter in stones.items()}
        if any(cell == image for cell, image in images.items()):
            continue
        if pairs <= {("x", "x"), ("o", "o")}:
            return True
        beside = any(abs(r - u) + abs(c - v) == 1 for (r, c), (u, v) in images.items())
        if pairs <= {("x", "o"), ("o", "x")} and not beside:
            return True
    return False


class ClobberEngine(GridEngine):
    """Boards of Clobber."""

    steps = (
        (
            say(
                "The stones have a symmetry that is its own inverse, and that keeps all colours or exchanges all of "
                "them. No stone is its own image, and none can ever take its image. So the second player can answer "
                "every move by its image."
            ),
        ),
    )
    short = (say("the stones have a symmetry that leaves none in place: answer each move by its image"),)

    def mirror(self, board: Grid) -> Mirror | None:
        return Mirror("P") if mirrored(board) else None

    def placed(self, board: Grid) -> tuple[GridSearch, int] | None:
        stones = [
            (divmod(cell, board.columns), letter) for cell, letter in enumerate(board.cells) if letter != "."
        ]
        height, width, cells = box(cell for cell, _ in stones) if stones else (1, 1, [])
        words = 1 if 2 * height * width <= WORD_CELLS else 2
        if 2 * height * width > MAX_CELLS:
            return None
        planes = {"o": 0, "x": 0}
        for (r, c), (_, letter) in zip(cells, stones, strict=True):
            planes[letter] |= 1 << (r * width + c)
        search = self.pool.get(StoneSearch, "clobber", width, words)
        return search, planes["o"] | planes["x"] << words * WORD_CELLS // 2

    def expected(self, board: Grid) -> int:
        """Estimates from measured growth: 75 000 values in 2x15, 480 000 in 3x9, a million in 5x5."""
        width, stones = min(board.rows, board.columns), _stones(board)
        measured, values, factor = ((30, 75_000, 1.7), (27, 480_000, 2.0), (25, 1_000_000, 2.1))[
            min(max(width, 2), 4) - 2
        ]
        return max(10, int(values * factor ** max(-60, min(stones - measured, 60))))


CLOBBER = Clobber()
