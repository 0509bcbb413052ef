"""Cram: place a domino on two free neighbouring cells of a board of any shape."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset, Touched, by_sides
from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.made import CELL, make
from sprague.pictures.shapes import Drawing, Shape
from sprague.search.masks import bits
from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

    from sprague.model.given import AnyBoard

#: The reader refuses a board of more cells.
MAX_CELLS = 1_000_000

#: A board of more cells is drawn as one rectangle.
MOST_DRAWN = 2500


class Board(NamedTuple):
    """A board: bit ``row * columns + column`` of ``cells`` is set if that cell is free."""

    rows: int
    columns: int
    cells: int

    @property
    def full(self) -> int:
        """The cells of the full rectangle, all free."""
        return (1 << (self.rows * self.columns)) - 1

    def lines(self) -> list[str]:
        """Returns the rows, with "." for each free cell.

        >>> Board(2, 3, 0b111_011).lines()
        ['..#', '...']
        """
        flat = f"{self.cells:0{self.rows * self.columns}b}"[::-1].replace("1", ".").replace("0", "#")
        return [flat[i : i + self.columns] for i in range(0, len(flat), self.columns)]


def _of_numbers(board: Any, free: object) -> Any:
    """Returns the text of a board that is given by rows of texts or of numbers, where ``free`` is a free cell. Returns
    anything else unchanged."""
    if isinstance(board, str | Board) or not isinstance(board, Iterable) or index_of(board) is not None:
        return board
    rows = list(board)
    if not rows or not all(isinstance(row, Iterable) for row in rows):
        return board
    return "/".join(
        row if isinstance(row, str) else "".join("." if cell == free else "#" for cell in row) for row in rows
    )


_RECTANGLE = re.compile(r"([0-9e^]+)\s*[xX]\s*([0-9e^]+)", re.ASCII)


#: Boards for pupils, by their rows, and guesses about them.
SHELVES = (
    tuple(f"1x{n}" for n in range(2, 10)),
    tuple(f"2x{n}" for n in range(2, 7)),
    ("3x3", "3x4", "3x5"),
    ("4x4", "4x5"),
)
GUESSES = (
    Guess(say("both sides are even"), lambda boards: boards[0].rows % 2 == boards[0].columns % 2 == 0),
    Guess(
        say("one side is even, and the other odd"),
        lambda boards: (boards[0].rows + boards[0].columns) % 2 == 1,
    ),
    Guess(say("both sides are odd"), lambda boards: boards[0].rows % 2 == boards[0].columns % 2 == 1),
    Guess(say("the number of squares is even"), lambda boards: boards[0].cells.bit_count() % 2 == 0),
    Guess(say("it is as wide as it is high"), lambda boards: boards[0].rows == boards[0].columns),
)


class Cram(Ruleset):
    """Cram on a board; ``cram 5x6`` is a full rectangle, ``cram ..#/...`` any shape (# is not a free cell)."""

    name = "cram"
    title = say("Cram")
    pictured = True
    rule = say("Place a domino on two free cells that share a side.")
    source = "M. Gardner, Mathematical Games, Scientific American 230 (1974); rules by G. Crook"
    example = "cram 4x5"
    engine = "cram"
    lesson = Lesson(
        "boards",
        ("2x3", "-2x2", "2x5", "-3x3", "-4x4", "3x5", "4x5", "-6x6"),
        skin="dominoes",
        workshop="mirror",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def read(self, text: str) -> list[Hashable]:
        return [read_board(text, f"{self.head} {text}")]

    def write(self, states: Sequence[Board]) -> str:
        return write_board(states[0])

    def states(self, *boards: AnyBoard, free: object = 0) -> tuple[Ruleset, list[Hashable]]:
        """Takes a rectangle by its two sides, or a board from each argument: a text, rows as texts, or an array of
        rows, in which a cell is free if its number is ``free``."""
        return super().states(*(_of_numbers(board, free) for board in by_sides(boards)))

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        state = _of_numbers(state, 0)
        if isinstance(state, str):
            return self.read(state)[0]
        if (
            not isinstance(state, tuple)
            or len(state) != 3
            or not all(isinstance(part, int) for part in state)
        ):
            raise RangeError(
                say("expected a board such as '5x6' or '..#/...', got {state}", state=shown(state))
            )
        return self.read(write_board(Board(*state)))[0]

    def successors(self, state: Board) -> Iterator[Option]:
        for a, b in dominoes(state):
            yield (Component(self, state._replace(cells=state.cells & ~(1 << a | 1 << b))),)

    def pieces(self, state: Board) -> Option:
        from .plain import shapes

        return tuple(Component(self, Board(*shape)) for shape in shapes(*state))

    def option_count(self, state: Board) -> int:
        across = state.cells & (state.cells >> 1) & ~_last_column(state)
        return across.bit_count() + (state.cells & (state.cells >> state.columns)).bit_count()

    def allows(self, state: Board, option: Option) -> bool:
        after: Any = option[0].state if option else state._replace(cells=0)
        if (option and option[0].ruleset != self) or len(option) > 1 or after[:2] != state[:2]:
            return False
        return (after.cells | state.cells) == state.cells and _taken(state, after) is not None

    def fault(self, state: Board, option: Option) -> Message | None:
        after: Any = option[0].state if option else state._replace(cells=0)
        if len(option) > 1 or (option and option[0].ruleset != self):
            return None
        if after[:2] != state[:2]:
            return say(
                "the board stays one of {rows} x {columns} cells", rows=state.rows, columns=state.columns
            )
        if after.cells & ~state.cells:
            row, column = divmod(next(bits(after.cells & ~state.cells)), state.columns)
            return say("row {r}, column {c} is taken already", r=row + 1, c=column + 1)
        return say("a move takes two free cells side by side")

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(3, 5)}x{dice.randint(3, 5)}"

    def describe(self, state: Board, option: Option) -> Message:
        after: Any = option[0].state if option else state._replace(cells=0)
        domino = _taken(state, after)
        if domino is None:
            return super().describe(state, option)
        (row, column), (row2, column2) = (divmod(cell, state.columns) for cell in domino)
        if row == row2:
            return say("put a domino on row {r}, columns {c} and {d}", r=row + 1, c=column + 1, d=column2 + 1)
        return say("put a domino on column {c}, rows {r} and {s}", c=column + 1, r=row + 1, s=row2 + 1)

    def is_empty(self, state: Board) -> bool:
        return state.cells == 0

    def regions(self, state: Board) -> tuple[tuple[tuple[str, ...], Component], ...]:
        from .plain import connected_parts

        return tuple(
            (
                tuple("r{}c{}".format(*divmod(cell, state.columns)) for cell in bits(part)),
                Component(self, state._replace(cells=part)),
            )
            for part in connected_parts(*state)
        )

    def draw(self, state: Board) -> Drawing:
        return draw_board(state, self.term([state]))

    def marks(self, state: Board, option: Option) -> tuple[str, ...]:
        after: Any = option[0].state if option else state._replace(cells=0)
        domino = None if _is_large(state) else _taken(state, after)
        return (
            () if domino is None else tuple("r{}c{}".format(*divmod(cell, state.columns)) for cell in domino)
        )

    def touched(self, state: Board, option: Option) -> Touched:
        after: Any = option[0].state if option else state._replace(cells=0)
        cells = tuple(divmod(cell, state.columns) for cell in _taken(state, after) or ())
        return Touched(cells, cells)

    def stays(self, state: Board, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        return ({} if _is_large(state) else None,) * len(option)


CRAM = Cram()


def dominoes(board: Board) -> Iterator[tuple[int, int]]:
    """Yields every domino that fits, as its two cells (bit numbers), in the order of the first cell, across before
    down.

    >>> list(dominoes(Board(2, 2, 0b0111)))
    [(0, 1), (0, 2)]
    """
    across = board.cells & (board.cells >> 1) & ~_last_column(board)
    down = board.cells & (board.cells >> board.columns)
    for cell in bits(across | down):
        if across >> cell & 1:
            yield cell, cell + 1
        if down >> cell & 1:
            yield cell, cell + board.columns


def _last_column(board: Board) -> int:
    """Returns the cells of the last column, one bit at the end of every row."""
    return int(("1" + "0" * (board.columns - 1)) * board.rows, 2)


def _taken(state: Board, after: Board) -> tuple[int, int] | None:
    """Returns the two neighbouring cells in which the boards differ, or None if they differ otherwise."""
    covered = state.cells & ~after.cells
    if covered.bit_count() != 2:
        return None
    a, b = (covered & -covered).bit_length() - 1, covered.bit_length() - 1
    neighbours = b - a == state.columns or (b - a == 1 and b % state.columns != 0)
    return (a, b) if neighbours else None


def read_board(text: str, where: str) -> Board:
    """Returns a board from ``5x6`` or from rows of ``.`` and ``#`` with ``/`` between them."""
    text = text.strip()
    match = _RECTANGLE.fullmatch(text)
    if match:
        rows, columns = (parse_integer(side, where) for side in match.groups())
        if rows == 0 or columns == 0:
            raise expected(say("at least one row and one column"), text, where)
        _refuse_large(rows * columns, where)
        make(rows * columns, CELL, where)
        return Board(rows, columns, (1 << (rows * columns)) - 1)
    if not text or set(text) - set(".#/"):
        raise expected(say("a board such as 5x6, or rows of . and # with / between them"), text, where)
    _refuse_large(len(text), where)
    lines = text.split("/")
    for number, line in enumerate(lines, 1):
        if len(line) != len(lines[0]) or not line:
            raise expected(
                say("rows of equal length ({length} cells, as the first)", length=len(lines[0])),
                say("{count} cells in row {number}", count=len(line), number=number),
                where,
            )
    flat = "".join(lines)
    return Board(len(lines), len(lines[0]), int(flat.replace(".", "1").replace("#", "0")[::-1], 2))


def write_board(board: Board) -> str:
    """Returns the text of a board; the inverse of :func:`read_board`.

    >>> write_board(read_board("..#/...", "")), write_board(read_board("../..", ""))
    ('..#/...', '2x2')
    """
    if board.cells == board.full:
        return f"{board.rows}x{board.columns}"
    return "/".join(board.lines())


def draw_board(board: Board, summary: str) -> Drawing:
    """Returns the picture of a board: its cells as squares named r0c0, r0c1, …, or one rectangle for more than
    ``MOST_DRAWN`` cells."""
    if _is_large(board):
        shape = Shape("rect", 0, 0, 20, 20 * min(1.0, board.rows / board.columns), "blocked")
        label = Shape("text", 10, 1, 20, 1, "label", "", summary if len(summary) < 30 else summary[:29] + "…")
        return Drawing(20, 20, (shape, label), summary)
    shapes = []
    for row in range(board.rows):
        for column in range(board.columns):
            free = board.cells >> (row * board.columns + column) & 1
            name = f"r{row}c{column}"
            shapes.append(
                Shape("rect", column, row, 1, 1, "cell" if free else "blocked", name if free else "")
            )
    return Drawing(board.columns, board.rows, tuple(shapes), summary)


def _is_large(board: Board) -> bool:
    return board.rows * board.columns > MOST_DRAWN


def _refuse_large(cells: int, where: str) -> None:
    if cells > MAX_CELLS:
        raise TooLargeError(
            say("expected a board of at most {limit} cells, got {count}", limit=MAX_CELLS, count=cells),
            where=where,
        )
