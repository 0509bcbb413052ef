"""Users' own games on boards and rows of cells."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from sprague.games.own.faults import unfit
from sprague.model.grid_rulesets import CellRuleset, GridRuleset, RowRuleset
from sprague.words.messages import say

from .bases import UserGame


class _CellGame(UserGame, CellRuleset, base=True):
    """Base of users' own games on boards and rows."""

    engine = "own-states"

    def checked_option(self, option: Any, state: Any) -> tuple[Hashable, ...]:
        parts = tuple(option) if isinstance(option, list) else (option,)
        for part in parts:
            if not self.fits(part):
                raise unfit(self, state, say("boards such as {example}", example=self.example), part)
        return parts


class GridGame(_CellGame, GridRuleset, base=True):
    """Base of a user's own game on a board. Define ``options(self, board)``; each option is a board, or a list of
    boards for a sum. A board is a :class:`~sprague.model.grid.Grid`.

    ``letters`` maps each letter of the notation to the look of the cell ("" for nothing, "#" for a blocked cell); the
    letter of an empty cell comes first. :meth:`letter` returns the letter on a cell of a full board. A full board is
    written by its sides (``3x4``), and any other board by its rows. The base derives the pictures, the cells that a
    move touches, and the move in words.

    >>> import sprague as sg
    >>> class PairUp(sg.GridGame):
    ...     "Put crosses on two free cells that share a side."
    ...     letters = {".": "", "x": "×"}
    ...     def options(self, board):
    ...         for a, b in board.neighbours():
    ...             if a < b and board.cells[a] == board.cells[b] == ".":
    ...                 yield board.put({a: "x", b: "x"})
    >>> sg.parse("pair-up 2x3").winning_moves[0]
    <put x on row 1, column 1; put x on row 2, column 1 -> pair-up x../x..>
    >>> PairUp()(3, 3).outcome, sg.parse("misere pair-up xx./... + pair-up 1x4").outcome
    ('P', 'P')
    """

    sample = "3x4"


class RowGame(_CellGame, RowRuleset, base=True):
    """Base of a user's own game on a row of cells or coins. Define ``options(self, row)``; each option is a row, or a
    list of rows for a sum. A row is a text of letters.

    ``letters`` is as in :class:`GridGame`; "(T)" is a coin with T on it. ``name 7`` is a full row of seven cells.

    >>> import sprague as sg
    >>> class OneOrTwo(sg.RowGame):
    ...     "Turn a coin from heads to tails, and, if you like, one to the left of it either way."
    ...     letters = {"T": "(T)", "H": "(H)"}
    ...     def letter(self, place):
    ...         return "H"
    ...     def options(self, row):
    ...         turned = {"H": "T", "T": "H"}
    ...         for i, coin in enumerate(row):
    ...             if coin == "H":
    ...                 yield row[:i] + "T" + row[i + 1 :]
    ...                 for j in range(i):
    ...                     yield row[:j] + turned[row[j]] + row[j + 1 : i] + "T" + row[i + 1 :]
    >>> [OneOrTwo()("T" * n + "H").value for n in range(5)]
    [1, 2, 3, 4, 5]
    >>> sg.parse("one-or-two TTHTH").winning_moves[0]
    <turn H on place 3 to T; turn H on place 5 to T -> one-or-two TTTTT>
    """

    sample = "7"
