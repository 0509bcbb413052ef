"""Notakto: tic-tac-toe in which both put crosses; a board is dead as soon as it has three in a row."""

from __future__ import annotations

import functools
import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse as parse_integer
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.digits import shown
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

#: The most cells on a side of a board.
LARGEST = 8

#: This many crosses in a row make a board dead.
ROW = 3

_SIDES = re.compile(r"([0-9]+)\s*[xX]\s*([0-9]+)", re.ASCII)


class Board(NamedTuple):
    """A board: bit ``row * columns + column`` of ``crosses`` is set if that cell has a cross."""

    rows: int
    columns: int
    crosses: int


class Notakto(Ruleset):
    """Notakto. ``notakto 3x3`` is an empty board, ``notakto x../.x./...`` one with crosses; several boards are a sum.

    A move that makes three in a row kills the board: no move is possible there any more. By the usual rule the player
    who completes the last row loses, which is misère play.

    >>> import sprague as sg
    >>> sg.parse("misere notakto 3x3").outcome, sg.parse("misere notakto 3x3 + notakto 3x3").outcome
    ('N', 'P')
    """

    name = "notakto"
    title = say("Notakto")
    pictured = True
    rule = say("Put a cross on a free cell; a board with three crosses in a row is dead.")
    source = (
        "T. E. Plambeck, G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, "
        "arXiv 1301.1672 (2013)"
    )
    example = "notakto 3x3"

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        sides = _SIDES.fullmatch(text.strip())
        if sides:
            rows, columns = (parse_integer(side, where) for side in sides.groups())
            return [_checked(Board(rows, columns, 0), where)]
        lines = text.strip().lower().split("/")
        if not text.strip() or set("".join(lines)) - set("x."):
            raise expected(say("a board such as 3x3, or rows of x and . with / between them"), text, where)
        if len({len(line) for line in lines}) != 1:
            raise expected(say("rows of equal length"), text, where)
        flat = "".join(lines)
        crosses = int(flat[::-1].translate({ord("x"): "1", ord("."): "0"}) or "0", 2)
        return [_checked(Board(len(lines), len(lines[0]), crosses), where)]

    def write(self, states: Sequence[Board]) -> str:
        board = states[0]
        if not board.crosses:
            return f"{board.rows}x{board.columns}"
        marks = ["x" if board.crosses >> cell & 1 else "." for cell in range(board.rows * board.columns)]
        return "/".join(
            "".join(marks[row * board.columns : (row + 1) * board.columns]) for row in range(board.rows)
        )

    def states(self, *given: Any) -> tuple[Ruleset, list[Hashable]]:
        """Takes a board by its two sides, or else a board from each argument, as text."""
        if len(given) == 2 and all(hasattr(side, "__index__") for side in given):
            given = (f"{int(given[0])}x{int(given[1])}",)
        return super().states(*given)

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        if (
            not isinstance(state, tuple)
            or len(state) != 3
            or not all(isinstance(part, int) for part in state)
        ):
            raise RangeError(
                say("expected a board such as '3x3' or 'x../.../..x', got {state}", state=shown(state))
            )
        return _checked(Board(*state), self.head)

    def successors(self, state: Board) -> Iterator[Option]:
        if not is_dead(state):
            for cell in range(state.rows * state.columns):
                if not state.crosses >> cell & 1:
                    yield (Component(self, state._replace(crosses=state.crosses | 1 << cell)),)

    def option_count(self, state: Board) -> int:
        return 0 if is_dead(state) else state.rows * state.columns - state.crosses.bit_count()

    def pieces(self, state: Board) -> Option:
        if is_dead(state):
            return ()
        images = [
            Board(rows, columns, sum(1 << image[cell] for cell in _cells(state.crosses)))
            for rows, columns, image in _symmetries(state.rows, state.columns)
        ]
        return (Component(self, min(images)),)

    def begin(self, dice: Random) -> str:
        return "3x3"

    def describe(self, state: Board, option: Option) -> Message:
        cell = _placed(state, option)
        if cell is None:
            return super().describe(state, option)
        row, column = divmod(cell, state.columns)
        if is_dead(state._replace(crosses=state.crosses | 1 << cell)):
            return say("put a cross on row {r}, column {c}, which kills the board", r=row + 1, c=column + 1)
        return say("put a cross on row {r}, column {c}", r=row + 1, c=column + 1)

    def draw(self, state: Board) -> Drawing:
        dead = is_dead(state)
        shapes = []
        for row in range(state.rows):
            for column in range(state.columns):
                cross = state.crosses >> (row * state.columns + column) & 1
                name = f"r{row}c{column}"
                role = "blocked" if cross or dead else "cell"
                shapes.append(Shape("rect", column, row, 1, 1, role, "" if cross else name))
                if cross:
                    shapes.append(Shape("text", column + 0.5, row + 0.5, 1, 1, "label", "", "×"))
        return Drawing(state.columns, state.rows, tuple(shapes), self.term([state]))

    def marks(self, state: Board, option: Option) -> tuple[str, ...]:
        cell = _placed(state, option)
        return () if cell is None else ("r{}c{}".format(*divmod(cell, state.columns)),)


NOTAKTO = Notakto()


def is_dead(board: Board) -> bool:
    """Returns whether three crosses stand in a row, across, down or diagonally.

    >>> is_dead(Board(3, 3, 0b100_010_001)), is_dead(Board(3, 3, 0b011_011_000))
    (True, False)
    """
    return any(board.crosses & line == line for line in _lines(board.rows, board.columns))


@functools.lru_cache(maxsize=64)
def _lines(rows: int, columns: int) -> tuple[int, ...]:
    """Returns the rows of three, each as a set of cells."""
    found = []
    for row, column in product(range(rows), range(columns)):
        for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(row + i * down, column + i * across) for i in range(ROW)]
            if all(r < rows and 0 <= c < columns for r, c in cells):
                found.append(sum(1 << r * columns + c for r, c in cells))
    return tuple(found)


@functools.lru_cache(maxsize=64)
def _symmetries(rows: int, columns: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Returns the symmetries of a board: for each its new sides, and where each cell goes."""
    found = []
    for turned, up, left in product((False, True), repeat=3):
        image = []
        for row, column in product(range(rows), range(columns)):
            r, c = rows - 1 - row if up else row, columns - 1 - column if left else column
            image.append(c * rows + r if turned else r * columns + c)
        found.append((columns, rows, tuple(image)) if turned else (rows, columns, tuple(image)))
    return tuple(found)


def _cells(crosses: int) -> Iterator[int]:
    return (cell for cell in range(crosses.bit_length()) if crosses >> cell & 1)


def _placed(state: Board, option: Option) -> int | None:
    """Returns the cell on which the move to ``option`` puts a cross."""
    if len(option) != 1:
        return None
    left: Any = option[0].state
    new = left.crosses & ~state.crosses
    return int(new.bit_length() - 1) if new.bit_count() == 1 else None


def _checked(board: Board, where: str) -> Board:
    if not 1 <= board.rows <= LARGEST or not 1 <= board.columns <= LARGEST:
        raise expected(
            say("a board of 1 to {most} rows and columns", most=LARGEST),
            f"{board.rows}x{board.columns}",
            where,
        )
    if not 0 <= board.crosses < 1 << board.rows * board.columns:
        raise expected(say("crosses on the board"), str(board.crosses), where)
    return board
