"""Impartial NoGo: put a stone of either colour so that every block of stones keeps a free neighbour."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.boards.grid_engine import GridEngine, Mirror
from sprague.boards.grid_search import StoneSearch
from sprague.boards.search import WORD_CELLS, GridSearch
from sprague.model.grid import Grid
from sprague.model.grid_rulesets import GridRuleset
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option
from sprague.words.errors import TooLargeError, expected
from sprague.words.messages import say

if TYPE_CHECKING:
    from random import Random

SHELVES = (tuple(f"1x{n}" for n in range(2, 9)), ("2x2", "2x3", "2x4"))
GUESSES = (
    Guess(say("the number of free cells is even"), lambda boards: boards[0].cells.count(".") % 2 == 0),
    Guess(
        say("the number of free cells is a multiple of 3"), lambda boards: boards[0].cells.count(".") % 3 == 0
    ),
    Guess(say("it is wider than 4"), lambda boards: boards[0].columns > 4),
)

_OTHER_COLOURS = str.maketrans("xo", "ox")


class NoGo(GridRuleset):
    """Impartial NoGo. ``nogo 2x4`` is an empty board; ``nogo x.o/...`` any other.

    >>> import sprague as sg
    >>> [sg.parse(f"nogo 1x{n}").value for n in range(1, 8)]
    [0, 1, 0, 1, 2, 0, 1]
    """

    name = "nogo"
    title = say("NoGo")
    rule = say(
        "Put a stone of either colour on a free cell. Each block of one colour must still have a free cell beside it."
    )
    source = "MCGS, a solver of sums of games, University of Alberta (2025): impartial NoGo"
    example = "nogo 2x3"
    letters: ClassVar = {".": "", "x": "●", "o": "○"}
    engine = "nogo"
    lesson = Lesson(
        "boards",
        ("1x4", "-1x3", "1x5", "-1x6", "2x2", "-2x4", "2x3"),
        skin="stones",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def read(self, text: str) -> list[Hashable]:
        (board,) = super().read(text)
        if not self.fits(board):
            raise expected(
                say("a free cell beside each block of stones"), text.strip(), f"{self.head} {text}"
            )
        return [board]

    def fits(self, state: Any) -> bool:
        return super().fits(state) and _is_legal(state)

    def options(self, board: Grid) -> Iterator[Grid]:
        near = _near(board)
        for cell, letter in enumerate(board.cells):
            if letter == ".":
                for colour in "xo":
                    after = board.put({cell: colour})
                    if all(_has_liberty(after, place, near) for place in (cell, *near[cell])):
                        yield after

    def begin(self, dice: Random) -> str:
        return dice.choice(("1x5", "1x6", "1x7", "1x8", "2x2", "2x3", "2x4"))

    def pieces(self, state: Grid) -> Option:
        """Returns the least image of the board under the symmetries of the board and of the colours."""
        images = list(state.images())
        swapped = (image._replace(cells=image.cells.translate(_OTHER_COLOURS)) for image in images)
        return (Component(self, min(*images, *swapped)),)


class NoGoEngine(GridEngine):
    """Boards of NoGo: the compiled search, on up to 42 cells."""

    def mirror(self, board: Grid) -> Mirror | None:
        return None

    def placed(self, board: Grid) -> tuple[GridSearch, int] | None:
        height, width = max(board.rows, board.columns), min(board.rows, board.columns)
        words = 1 if max(height, width) * width <= WORD_CELLS // 3 else 2
        if height * width > words * WORD_CELLS // 3 or width * width > words * WORD_CELLS // 3:
            return None
        planes = dict.fromkeys(".xo", 0)
        for cell, letter in enumerate(board.cells):
            row, column = divmod(cell, board.columns)
            planes[letter] |= 1 << (row * width + column if board.columns == width else column * width + row)
        search = self.pool.get(StoneSearch, "nogo", width, words)
        third = words * WORD_CELLS // 3
        return search, planes["."] | planes["x"] << third | planes["o"] << 2 * third

    def expected(self, board: Grid) -> int:
        """Estimates from measured growth: 200 000 values in 1x21, 500 000 in 3x6."""
        free = board.cells.count(".")
        if 1 in (board.rows, board.columns):
            return max(10, int(200_000 * 1.7 ** max(-60, min(free - 21, 60))))
        return max(10, int(500_000 * 2.2 ** max(-60, min(free - 18, 60))))

    def claims(self, state: Grid, progress: Callable[[int, int], None] | None) -> dict[str, Any]:
        from .nogo_proof import claims_of

        ruleset: Any = self.ruleset
        values: dict[Grid, int] = {}

        def value_of(board: Grid) -> int:
            if board not in values:
                place = self.placed(board)
                if place is None:
                    raise TooLargeError(say("the search for a proof has room for {limit} cells", limit=42))
                values[board] = place[0].value(place[1])
            return values[board]

        def form_of(board: Grid) -> Grid:
            form: Grid = ruleset.pieces(board)[0].state
            return form

        return claims_of(state, form_of, lambda board: list(ruleset.options(board)), value_of, progress)


def _near(board: Grid) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in board.cells]
    for a, b in board.neighbours():
        near[a].append(b)
    return near


def _is_legal(board: Grid) -> bool:
    """Returns whether every block has a free neighbour, so that play can lead to the board."""
    near = _near(board)
    alive = {cell for cell, letter in enumerate(board.cells) if letter == "."}
    waiting = list(alive)
    while waiting:
        cell = waiting.pop()
        for beside in near[cell]:
            if beside not in alive and board.cells[cell] in (".", board.cells[beside]):
                alive.add(beside)
                waiting.append(beside)
    return len(alive) == len(board.cells)


def _has_liberty(board: Grid, cell: int, near: list[list[int]]) -> bool:
    """Returns whether the block of a cell has a free neighbour. For a free cell the answer is yes."""
    colour = board.cells[cell]
    if colour == ".":
        return True
    block, waiting = {cell}, [cell]
    while waiting:
        for beside in near[waiting.pop()]:
            letter = board.cells[beside]
            if letter == ".":
                return True
            if letter == colour and beside not in block:
                block.add(beside)
                waiting.append(beside)
    return False


NOGO = NoGo()
