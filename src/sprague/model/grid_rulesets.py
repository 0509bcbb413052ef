"""Games on cells, each of which carries a letter: boards (:class:`GridRuleset`) and rows (:class:`RowRuleset`).

A game defines its letters and the boards that a move may leave. Reading, writing, drawing, the cells that a move
touches and the move in words follow from these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.made import CELL, make
from sprague.pictures.shapes import Drawing, Shape, Way
from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, join, say

from .grid import Grid
from .ruleset import Component, Option, Ruleset, Touched, by_sides

if TYPE_CHECKING:
    from random import Random

    from .given import AnyBoard, AnyRow

#: Boards and rows with more cells are refused.
MOST_CELLS = 2500

#: The characters that a cell may carry: those without a meaning in the notation.
LETTER = re.compile(r"[A-Za-z.#*_~=:@!^<>|?$%&-]", re.ASCII)

#: Stones, which are called in words as they are drawn.
STONES = ("●", "○")

_SIDES = re.compile(r"([0-9]+)\s*[xX]\s*([0-9]+)", re.ASCII)


class CellRuleset(Ruleset):
    """Base of boards and rows.

    ``letters`` maps each letter of the notation to its look: "" is a plain cell, "#" a blocked one, "(T)" a coin with
    T on it; any other text is written on the cell. If the first letter has the look "" or "#", it is the letter of an
    empty cell.
    """

    letters: ClassVar[Mapping[str, str]] = {".": "", "#": "#"}
    pictured = True

    @property
    def empty(self) -> str | None:
        """The letter of an empty cell, or None if something lies on every cell, such as a coin."""
        letter = next(iter(self.letters))
        return letter if self.letters[letter] in ("", "#") else None

    def options(self, state: Any) -> Iterable[Any]:
        """Returns what each move leaves: a board (or row), or a list of them for a sum."""
        raise NotImplementedError

    def board(self, state: Any) -> Grid:
        """Returns the state as a grid."""
        raise NotImplementedError

    def place(self, state: Any, cell: int) -> Message:
        """Returns the name of a cell in words."""
        raise NotImplementedError

    def successors(self, state: Any) -> Iterator[Option]:
        seen = set()
        for option in self.options(state):
            parts = tuple(option) if isinstance(option, list) else (option,)
            if parts not in seen:
                seen.add(parts)
                yield tuple(Component(self, part) for part in parts)

    def changed(self, state: Any, option: Option) -> list[int]:
        """Returns the cells that the move to ``option`` changes, beginning with those that it empties. Returns [] if
        the move does not leave a board of the same size."""
        if len(option) != 1 or option[0].ruleset != self:
            return []
        before, after = self.board(state), self.board(option[0].state)
        if (before.columns, len(before.cells)) != (after.columns, len(after.cells)):
            return []
        empty = self.empty
        cells = [i for i, (a, b) in enumerate(zip(before.cells, after.cells, strict=True)) if a != b]
        return sorted(cells, key=lambda cell: after.cells[cell] != empty)  # otherwise the order stays

    def describe(self, state: Any, option: Option) -> Message:
        cells = self.changed(state, option)
        if not cells:
            return super().describe(state, option)
        before, after = self.board(state).cells, self.board(option[0].state).cells
        empty = self.empty
        if len(cells) == 2 and after[cells[0]] == empty and after[cells[1]] == before[cells[0]]:
            letter, captured = before[cells[0]], before[cells[1]]
            start, end = (self.place(state, cell) for cell in cells)
            if captured == empty:
                return say(
                    "move {letter} from {start} to {end}", letter=self.look(letter), start=start, end=end
                )
            return say(
                "move {letter} from {start} onto {taken} at {end}",
                letter=self.look(letter),
                start=start,
                taken=self.look(captured),
                end=end,
            )
        return join([self._change(state, cell, before[cell], after[cell]) for cell in cells], say("; "))

    def _change(self, state: Any, cell: int, before: str, after: str) -> Message:
        place, empty = self.place(state, cell), self.empty
        if before == empty:
            return say("put {letter} on {place}", letter=self.look(after), place=place)
        if after == empty:
            return say("take {letter} off {place}", letter=self.look(before), place=place)
        return say(
            "turn {before} on {place} to {after}",
            before=self.look(before),
            place=place,
            after=self.look(after),
        )

    def look(self, letter: str) -> str:
        """Returns how a letter is called in the words of a move: a stone as it is drawn, else the letter."""
        drawn = self.letters[letter]
        return drawn if drawn in STONES else letter

    def marks(self, state: Any, option: Option) -> tuple[str, ...]:
        columns = self.board(state).columns
        return tuple("r{}c{}".format(*divmod(cell, columns)) for cell in self.changed(state, option))

    def touched(self, state: Any, option: Option) -> Touched:
        cells = self.changed(state, option)
        if not cells:
            return Touched()
        before, after = self.board(state).cells, self.board(option[0].state).cells
        gone = [cell for cell in cells if after[cell] == self.empty]
        if len(cells) == 2 and len(gone) == 1 and after[cells[1]] == before[cells[0]]:  # a stone moves
            gone = [cell for cell in cells[1:] if before[cell] != self.empty]
        spot = self.spot(state)
        return Touched(tuple(map(spot, cells)), tuple(map(spot, gone)))

    def spot(self, state: Any) -> Callable[[int], Any]:
        """Returns the function from a cell to its row and column, from 0."""
        columns = self.board(state).columns
        return lambda cell: divmod(cell, columns)

    def ways(self, state: Any, option: Option) -> tuple[Way, ...]:
        marks = self.marks(state, option)
        return (Way(marks, marks[0] if len(marks) == 1 else ""),)

    def shapes(self, state: Any) -> int:
        return 2 * len(self.board(state).cells)

    def draw(self, state: Any) -> Drawing:
        board = self.board(state)
        shapes: list[Shape] = []
        for cell, letter in enumerate(board.cells):
            row, column = divmod(cell, board.columns)
            shapes += self._cell(row, column, self.letters[letter])
        return Drawing(board.columns, max(1, board.rows), tuple(shapes), self.term([state]))

    def _cell(self, row: int, column: int, look: str) -> Iterator[Shape]:
        name, x, y = f"r{row}c{column}", column + 0.5, row + 0.5
        coin = look[:1] == "(" and look[-1:] == ")" and len(look) > 2
        if coin:
            yield Shape("circle", x, y, 0.9, 0.9, "counter", name)
        else:
            yield Shape("rect", column, row, 1, 1, "blocked" if look == "#" else "cell", name)
        if look not in ("", "#"):
            yield Shape("text", x, y, 1, 1, "label", "", look[1:-1] if coin else look)

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        if not self.fits(state):
            raise RangeError(
                say(
                    "expected a board such as {example}, got {got}",
                    example=self.example,
                    got=shown(state)[:80],
                ),
                where=self.head,
            )
        return state  # type: ignore[no-any-return]

    def fits(self, state: Any) -> bool:
        """Returns whether ``state`` is a board (or row) of this game."""
        raise NotImplementedError

    def _letters(self, text: str, where: str) -> str:
        """Returns ``text`` in letters of this game. Changes the case of the text if the game has its letters in the
        other case only."""
        for cells in (text, text.lower(), text.upper()):
            if not set(cells) - self.letters.keys():
                return cells
        wrong = next(letter for letter in text if letter not in self.letters)
        raise expected(say("the letters {letters}", letters=" ".join(self.letters)), shown(wrong), where)


class GridRuleset(CellRuleset):
    """A game on a board. A state is a :class:`Grid`; ``name 3x4`` is a full board, of the letters that :meth:`letter`
    gives, and ``name xo./.ox`` any other.

    ``falls_apart`` says that every move stays within a group of connected cells that are not empty, and that a board
    that is turned or mirrored is the same game. Then such groups form a sum, and with ``engine = "pieces"`` equal ones
    are valued once.
    """

    falls_apart: ClassVar[bool] = False

    def pieces(self, state: Grid) -> Option:
        if not self.falls_apart or self.empty is None:
            return super().pieces(state)
        regions = (min(region.images()) for region in state.regions(self.empty))
        return tuple(Component(self, region) for region in sorted(regions))

    def letter(self, row: int, column: int) -> str:
        """Returns the letter on a cell of a full board: by default the first of ``letters``."""
        return next(iter(self.letters))

    def full(self, rows: int, columns: int) -> Grid:
        """Returns the full board with these sides."""
        return Grid(columns, "".join(self.letter(r, c) for r in range(rows) for c in range(columns)))

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        sides = _SIDES.fullmatch(text.strip())
        if sides:
            rows, columns = (parse_integer(side, where) for side in sides.groups())
            if not rows * columns:
                raise expected(say("at least one row and one column"), text.strip(), where)
            _refuse_large(rows * columns, where)
            return [self.full(rows, columns)]
        _refuse_large(len(text), where)
        lines = "".join(text.split()).split("/")
        if len({len(line) for line in lines}) != 1 or not lines[0]:
            raise expected(
                say("sides such as 3x4, or rows of equal length with / between them"), text.strip(), where
            )
        return [Grid(len(lines[0]), self._letters("".join(lines), where))]

    def write(self, states: Sequence[Grid]) -> str:
        board = states[0]
        if board == self.full(board.rows, board.columns):
            return f"{board.rows}x{board.columns}"
        return "/".join(board.lines())

    def states(self, *boards: AnyBoard | Grid, free: object = 0) -> tuple[Ruleset, list[Hashable]]:
        """Takes the two sides of a full board, or boards: a text, a list of rows as texts or as numbers, or a Grid. The
        number ``free`` is a free cell, and any other number an occupied one. On a board with several kinds of pieces, 1
        is the first kind and 2 the second."""
        return super().states(*(self._of_numbers(board, free) for board in by_sides(boards)))

    def check(self, state: Any) -> Hashable:
        return super().check(self._of_numbers(state, 0))

    def _of_numbers(self, board: Any, free: object) -> Any:
        """Returns the text of a board that is given by its rows; returns anything else unchanged."""
        if isinstance(board, str | Grid) or not isinstance(board, Iterable) or index_of(board) is not None:
            return board
        rows = list(board)
        if not rows or not all(isinstance(row, Iterable) for row in rows):
            return board
        return "/".join(row if isinstance(row, str) else self._row_of_numbers(row, free) for row in rows)

    def _row_of_numbers(self, row: Iterable[Any], free: object) -> str:
        empty = "." if "." in self.letters else next(iter(self.letters))
        pieces = [letter for letter in self.letters if letter != empty]
        text = ""
        for cell in row:
            number = index_of(cell)
            if cell == free:
                text += empty
            elif len(pieces) == 1:
                text += pieces[0]
            elif number is not None and 0 < number <= len(pieces):
                text += pieces[number - 1]
            else:
                raise expected(
                    say("{free} for a free cell, or 1 to {most}", free=shown(free), most=len(pieces)),
                    shown(cell),
                    self.head,
                )
        return text

    def fits(self, state: Any) -> bool:
        return (
            isinstance(state, Grid)
            and isinstance(state.cells, str)
            and isinstance(state.columns, int)
            and state.columns > 0
            and 0 < len(state.cells) <= MOST_CELLS
            and not len(state.cells) % state.columns
            and not set(state.cells) - self.letters.keys()
        )

    def board(self, state: Grid) -> Grid:
        return state

    def place(self, state: Grid, cell: int) -> Message:
        row, column = divmod(cell, state.columns)
        return say("row {r}, column {c}", r=row + 1, c=column + 1)

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(2, 3)}x{dice.randint(3, 4)}"


class RowRuleset(CellRuleset):
    """A game on a row. A state is its letters as a text; ``name 7`` is a full row, of the letters that :meth:`letter`
    gives."""

    def letter(self, place: int) -> str:
        """Returns the letter at a place of a full row, counted from 0: by default the first of ``letters``."""
        return next(iter(self.letters))

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        text = "".join(text.split())
        if text.isascii() and text.isdigit():
            length = parse_integer(text, where)
            _refuse_large(length, where)
            return ["".join(map(self.letter, range(length)))]
        if not text:
            raise expected(say("the length of a row, or its letters"), "", where)
        _refuse_large(len(text), where)
        return [self._letters(text, where)]

    def write(self, states: Sequence[str]) -> str:
        return states[0] or "0"

    def states(self, *rows: AnyRow) -> tuple[Ruleset, list[Hashable]]:
        """Takes rows, each given by its letters or by its length."""
        return super().states(*(row if index_of(row) is None else str(int(row)) for row in rows))

    def check(self, state: Any) -> Hashable:
        return "" if state == "" else super().check(state)

    def fits(self, state: Any) -> bool:
        return isinstance(state, str) and len(state) <= MOST_CELLS and not set(state) - self.letters.keys()

    def board(self, state: str) -> Grid:
        return Grid(max(1, len(state)), state)

    def place(self, state: str, cell: int) -> Message:
        return say("place {n}", n=cell + 1)

    def spot(self, state: str) -> Callable[[int], Any]:
        return int

    def begin(self, dice: Random) -> str:
        return str(dice.randint(5, 9))


def _refuse_large(cells: int, where: str) -> None:
    if cells > MOST_CELLS:
        raise TooLargeError(
            say("expected a board of at most {limit} cells, got {count}", limit=MOST_CELLS, count=cells),
            where=where,
        )
    make(cells, CELL, where)
