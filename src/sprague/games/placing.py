"""Placing polyominoes on a board, any of a given set: Cram is ``place[I2]``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from sprague.boards.grid_engine import GridEngine, Mirror, box, involutions
from sprague.boards.grid_search import Image, PlacingSearch
from sprague.boards.search import MAX_CELLS, MAX_WIDTHS, WORD_CELLS, GridSearch
from sprague.model.grid import Grid
from sprague.model.grid_rulesets import GridRuleset
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Option, Ruleset
from sprague.words.errors import expected
from sprague.words.messages import Message, join, say

#: A polyomino as its cells (row, column).
Cells = frozenset[tuple[int, int]]

#: The longest straight piece.
LONGEST = 9

#: The polyominoes of three to five cells that are not straight, as rows of cells, by their usual letters.
SHAPES: dict[str, str] = {
    "L3": "x./xx",
    "L4": "x./x./xx",
    "O4": "xx/xx",
    "S4": ".xx/xx.",
    "T4": "xxx/.x.",
    "F5": ".xx/xx./.x.",
    "L5": "x./x./x./xx",
    "N5": ".x/.x/xx/x.",
    "P5": "xx/xx/x.",
    "T5": "xxx/.x./.x.",
    "U5": "x.x/xxx",
    "V5": "x../x../xxx",
    "W5": "x../xx./.xx",
    "X5": ".x./xxx/.x.",
    "Y5": ".x/xx/.x/.x",
    "Z5": "xx./.x./.xx",
}


#: The lesson is about both trominoes.
TAUGHT = ("I3", "L3")
SHELVES = (tuple(f"2x{n}" for n in range(2, 8)), ("3x3", "3x4", "3x5", "3x6"))
GUESSES = (
    Guess(say("the number of free cells is even"), lambda boards: boards[0].cells.count(".") % 2 == 0),
    Guess(
        say("the number of free cells is a multiple of 3"), lambda boards: boards[0].cells.count(".") % 3 == 0
    ),
    Guess(say("it is wider than 3"), lambda boards: boards[0].columns > 3),
)
LESSON = Lesson("boards", skin="dominoes")
TROMINOES = Lesson(
    "boards",
    ("3x3", "-2x4", "2x5", "-3x4", "2x6", "-4x5", "4x6"),
    skin="dominoes",
    shelves=SHELVES,
    guesses=GUESSES,
)


def orientations(piece: str) -> list[Cells]:
    """Returns all ways to turn and mirror a piece, each at the corner of the board.

    >>> [len(orientations(piece)) for piece in ("I1", "I2", "L3", "S4", "F5", "X5")]
    [1, 2, 4, 4, 8, 1]
    """
    shape = SHAPES.get(piece) or "x" * int(piece[1:])
    cells = {
        (r, c) for r, row in enumerate(shape.split("/")) for c, letter in enumerate(row) if letter == "x"
    }
    images = []
    for _ in range(4):
        cells = {(c, -r) for r, c in cells}
        images += [cells, {(r, -c) for r, c in cells}]
    return list(dict.fromkeys(_at_the_corner(image) for image in images))


def _at_the_corner(cells: set[tuple[int, int]]) -> Cells:
    first_row, first_column = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - first_row, c - first_column) for r, c in cells)


class Placing(GridRuleset):
    """Place a piece on free cells. ``place[I3,L3] 5x6`` is an empty board; ``#`` marks a cell that is covered.

    >>> import sprague as sg
    >>> [sg.parse(f"place[I2] 2x{n}").value for n in range(1, 8)] == [sg.cram(2, n).value for n in range(1, 8)]
    True
    """

    name = "place"
    title = say("Placing polyominoes")
    source = "S. W. Golomb, Polyominoes (1965); for dominoes M. Gardner, Scientific American 230 (1974)"
    example = "place[I3,L3] 4x4"
    letters: ClassVar = {"#": "#", ".": ""}
    falls_apart, engine = True, "placing"

    def __init__(self, pieces: tuple[str, ...]) -> None:
        self.polyominoes = pieces
        self.rule = say(
            "Place one of these pieces on free cells, turned or mirrored as you like: {pieces}. A piece has the form "
            "of its letter, and as many cells as its number says.",
            pieces=", ".join(pieces),
        )
        self.lesson = TROMINOES if pieces == TAUGHT else LESSON

    @property
    def head(self) -> str:
        return f"{self.name}[{','.join(self.polyominoes)}]"

    @cached_property
    def images(self) -> tuple[Image, ...]:
        """The orientations of the pieces."""
        return tuple(tuple(sorted(image)) for piece in self.polyominoes for image in orientations(piece))

    def letter(self, row: int, column: int) -> str:
        return "."

    def options(self, board: Grid) -> Iterator[Grid]:
        for covered in _places(board, self.images):
            yield board.put(dict.fromkeys(covered, "#"))

    def describe(self, board: Grid, option: Option) -> Message:
        cells = sorted(self.changed(board, option))
        if not cells:
            return super().describe(board, option)
        return say("cover {cells}", cells=join([self.place(board, cell) for cell in cells], say("; ")))


def _places(board: Grid, images: tuple[Image, ...]) -> Iterator[list[int]]:
    """Yields the cells that a piece may cover."""
    for image in images:
        rows, columns = max(r for r, _ in image) + 1, max(c for _, c in image) + 1
        cells = [r * board.columns + c for r, c in image]
        for row in range(board.rows - rows + 1):
            for column in range(board.columns - columns + 1):
                first = row * board.columns + column
                covered = [first + cell for cell in cells]
                if all(board.cells[cell] == "." for cell in covered):
                    yield covered


@lru_cache(maxsize=256)
def mirror(board: Grid, images: tuple[Image, ...]) -> Mirror | None:
    """Returns the result of the mirror strategy for a board, or None.

    It is P if the cells that a piece can cover have a symmetry that is its own inverse, and no piece that fits meets
    its own image. (No piece ever will, since the free cells become fewer.) It is N if some piece is its own image and
    meets all pieces that meet theirs: the first player places this piece. (Gardner 1974 for dominoes on rectangles.)

    >>> straight = tuple(tuple(sorted(image)) for image in orientations("I3"))
    >>> [mirror(Grid(n, "." * n * n), straight).outcome for n in (3, 4)]
    ['N', 'P']
    """
    places = [frozenset(covered) for covered in _places(board, images)]
    if not places:
        return Mirror("P")
    useful = {divmod(cell, board.columns) for place in places for cell in place}
    for image_of in involutions(useful):
        if {image_of(cell) for cell in useful} != useful:
            continue
        turned = {r * board.columns + c: image_of((r, c)) for r, c in useful}
        mapped = {cell: r * board.columns + c for cell, (r, c) in turned.items()}
        meeting = [place for place in places if any(mapped[cell] in place for cell in place)]
        if not meeting:
            return Mirror("P")
        for place in meeting:
            if all(mapped[cell] in place for cell in place) and all(place & other for other in meeting):
                return Mirror("N", board.put(dict.fromkeys(place, "#")))
    return None


class PlacingEngine(GridEngine):
    """Boards on which pieces are placed."""

    steps = (
        (
            say(
                "The cells that a piece can cover have a symmetry that is its own inverse, and no piece that fits "
                "meets its own image. So the second player can answer every piece by its image."
            ),
        ),
        (
            say(
                "The cells that a piece can cover have a symmetry that is its own inverse. The first player places a "
                "piece that is its own image. No piece that still fits meets its own image, so each can be answered by "
                "it."
            ),
        ),
    )
    short = (
        say("the board has a symmetry that moves every piece off itself: answer each piece by its image"),
        say("place the piece in the middle, then answer each piece by its image"),
    )

    @property
    def _images(self) -> tuple[Image, ...]:
        ruleset: Any = self.ruleset
        images: tuple[Image, ...] = ruleset.images
        return images

    def mirror(self, board: Grid) -> Mirror | None:
        return mirror(board, self._images)

    def placed(self, board: Grid) -> tuple[GridSearch, int] | None:
        free = [divmod(cell, board.columns) for cell, letter in enumerate(board.cells) if letter == "."]
        height, width, cells = box(free) if free else (1, 1, [])
        words = 1 if height * width <= WORD_CELLS else 2
        if height * width > MAX_CELLS or width > MAX_WIDTHS[words - 1]:
            return None
        search = self.pool.get(PlacingSearch, self.ruleset.head, self._images, width, words)
        return search, sum(1 << (r * width + c) for r, c in cells)

    def expected(self, board: Grid) -> int:
        moves = sum(1 for _ in _places(board, self._images))
        return int(10 * 1.12 ** min(moves, 500))


_PIECE = re.compile(rf"I[1-{LONGEST}]|" + "|".join(SHAPES))


def from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``place[…]``."""
    where = word + (parameters or "")
    wanted = say(
        "pieces such as [I2] or [I3,L3]: I1 to I{longest}, {shapes}",
        longest=LONGEST,
        shapes=", ".join(SHAPES),
    )
    inside = re.fullmatch(r"\[([^\[\]]*)\]", "".join((parameters or "").split()).upper())
    pieces = inside[1].split(",") if inside else []
    wrong = next((piece for piece in pieces if not _PIECE.fullmatch(piece)), None)
    if not pieces or wrong is not None:
        raise expected(wanted, (parameters or "") if wrong is None else wrong, where)
    return Placing(tuple(sorted(set(pieces), key=lambda piece: (int(piece[1:]), piece))))
