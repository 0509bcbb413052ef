"""Placing polyominoes on a board, any of a given set: Cram is ``place[I2]``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from sprague.model.grid_rulesets import Grid, GridRuleset
from sprague.model.lesson import Lesson
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
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


class Placing(GridRuleset):
    """Place a piece on free cells. ``place[I3,L3] 5x6`` is an empty board; ``#`` marks a cell that is covered.

    >>> import sprague as sg
    >>> [sg.parse(f"place[I2] 2x{n}").value for n in range(1, 8)] == [sg.cram(2, n).value for n in range(1, 8)]
    True
    """

    name = "place"
    title = say("Placing polyominoes")
    rule = say("Place one of the given pieces on free cells, turned or mirrored as you like.")
    source = "S. W. Golomb, Polyominoes (1965); for dominoes M. Gardner, Scientific American 230 (1974)"
    example = "place[I3,L3] 4x4"
    letters: ClassVar = {"#": "#", ".": ""}
    falls_apart, engine = True, "pieces"
    lesson = Lesson("boards", skin="dominoes")

    def __init__(self, pieces: tuple[str, ...]) -> None:
        self.polyominoes = pieces

    @property
    def head(self) -> str:
        return f"{self.name}[{','.join(self.polyominoes)}]"

    @cached_property
    def _images(self) -> list[Cells]:
        return [image for piece in self.polyominoes for image in orientations(piece)]

    def letter(self, row: int, column: int) -> str:
        return "."

    def options(self, board: Grid) -> Iterator[Grid]:
        for image in self._images:
            rows, columns = max(r for r, _ in image) + 1, max(c for _, c in image) + 1
            cells = [r * board.columns + c for r, c in image]
            for top in range(board.rows - rows + 1):
                for left in range(board.columns - columns + 1):
                    first = top * board.columns + left
                    covered = [first + cell for cell in cells]
                    if all(board.cells[cell] == "." for cell in covered):
                        yield board.put(dict.fromkeys(covered, "#"))

    def describe(self, board: Grid, option: Option) -> Message:
        cells = sorted(self.changed(board, option))
        if not cells:
            return super().describe(board, option)
        return say("cover {cells}", cells=join([self.place(board, cell) for cell in cells], say("; ")))


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
