"""Impartial Amazons: any amazon moves as a queen of chess does, and burns a cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.model.grid import Grid
from sprague.model.grid_rulesets import GridRuleset
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Component, Option
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

DIRECTIONS = tuple((down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across)


class Amazons(GridRuleset):
    """Impartial Amazons. ``amazons 2x3`` has amazons in two opposite corners; ``amazons a../.#a`` is any other board.

    >>> import sprague as sg
    >>> [sg.parse(f"amazons a{'.' * n}").value for n in range(8)]
    [0, 1, 2, 3, 4, 5, 6, 7]
    """

    name = "amazons"
    title = say("Amazons")
    rule = say(
        "Move an amazon any number of free cells in a straight line, also diagonally. From there it burns a cell to "
        "which it could go."
    )
    source = "W. Zamkauskas, El juego de las amazonas (1988), in which each player has amazons; here any may be moved"
    example = "amazons 2x3"
    letters: ClassVar = {".": "", "a": "♛", "#": "#"}
    engine = "pieces"
    lesson = Lesson("boards", ("a.#..a", "-..aa..", "..a#/.##a", "-a.#/.a#", "a#.#/..#a", "-2x3"))

    def letter(self, row: int, column: int) -> str:
        return "."

    def full(self, rows: int, columns: int) -> Grid:
        board = super().full(rows, columns)
        return board.put({0: "a", len(board.cells) - 1: "a"})

    def options(self, board: Grid) -> Iterator[Grid]:
        for start, letter in enumerate(board.cells):
            if letter == "a":
                gone = board.put({start: "."})
                for end in _reach(gone, start):
                    moved = gone.put({end: "a"})
                    for burned in _reach(moved, end):
                        yield moved.put({burned: "#"})

    def pieces(self, state: Grid) -> Option:
        """Returns the regions of free cells and amazons that touch by a side or a corner and hold an amazon, each in
        the least of its images."""
        regions = (min(region.images()) for region in _regions(state))
        return tuple(Component(self, region) for region in sorted(regions))

    def describe(self, board: Grid, option: Option) -> Message:
        cells = self.changed(board, option)
        after: Any = option[0].state if cells else board
        letters = after.cells
        burned = [cell for cell in cells if letters[cell] == "#"]
        if len(burned) != 1:
            return super().describe(board, option)
        start = next(cell for cell in cells if board.cells[cell] == "a")
        end = next(cell for cell in cells if letters[cell] == "a")
        return say(
            "move the amazon from {start} to {end}, and burn {cell}",
            start=self.place(board, start),
            end=self.place(board, end),
            cell=self.place(board, burned[0]),
        )

    def begin(self, dice: Random) -> str:
        return dice.choice(("2x2", "2x3", "1x6", "a....", "a.../...."))


def _reach(board: Grid, cell: int) -> Iterator[int]:
    """Yields the free cells that a queen on ``cell`` can go to."""
    row, column = divmod(cell, board.columns)
    for down, across in DIRECTIONS:
        r, c = row + down, column + across
        while 0 <= r < board.rows and 0 <= c < board.columns and board.cells[r * board.columns + c] == ".":
            yield r * board.columns + c
            r, c = r + down, c + across


def _regions(board: Grid) -> Iterator[Grid]:
    unvisited = {cell for cell, letter in enumerate(board.cells) if letter != "#"}
    while unvisited:
        region, waiting = set[int](), [unvisited.pop()]
        while waiting:
            cell = waiting.pop()
            region.add(cell)
            row, column = divmod(cell, board.columns)
            for down, across in DIRECTIONS:
                near = (row + down) * board.columns + column + across
                if near in unvisited and 0 <= column + across < board.columns:
                    unvisited.remove(near)
                    waiting.append(near)
        if any(board.cells[cell] == "a" for cell in region):
            rows, columns = (
                {cell // board.columns for cell in region},
                {cell % board.columns for cell in region},
            )
            yield Grid(
                max(columns) - min(columns) + 1,
                "".join(
                    board.cells[cell] if cell in region else "#"
                    for row in range(min(rows), max(rows) + 1)
                    for cell in range(
                        row * board.columns + min(columns), row * board.columns + max(columns) + 1
                    )
                ),
            )


AMAZONS = Amazons()
