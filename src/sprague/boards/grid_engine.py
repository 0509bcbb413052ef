"""The common engine of boards other than Cram: the mirror strategy at any size, and otherwise the compiled search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from sprague.model.engine import COMPUTED, MOMENT, Evidence, Question
from sprague.model.grid import Grid
from sprague.model.lazy import Lazy
from sprague.model.lesson import MIRROR as MIRROR_BEHIND
from sprague.model.lesson import Argument
from sprague.model.naive import PiecesEngine
from sprague.model.ruleset import Component, Option
from sprague.search.pool import SearchPool
from sprague.system.ask import Effort, Trial, asked
from sprague.words.errors import BudgetError
from sprague.words.messages import Message, say

from .search import GridSearch

#: A cell: its row and column.
Cell = tuple[int, int]

#: If a theorem gives the outcome, an additional search for values ends after this many seconds.
TRIED = 1.0

#: Bytes of memory in which one value surely has room, and values met in a second of search.
BYTES_A_VALUE, VALUES_A_SECOND = 120, 100_000

MIRROR = Evidence(
    "theorem", say("mirror strategy: each move is answered by its image (Gardner 1974 for Cram)")
)


class Mirror(NamedTuple):
    """The result of the mirror strategy for a board: who wins, and if it is the first player, the board that the first
    move leaves."""

    outcome: Literal["P", "N"]
    first: Grid | None = None


class GridEngine(PiecesEngine):
    """Finds outcomes by the mirror strategy if it applies, and values by the compiled search. A subclass says for which
    boards the strategy applies, and which search has room for a board. For other boards the engine uses the
    definition."""

    stored = True

    #: The steps of the proof by the mirror strategy, for P and for N, and its short forms.
    steps: tuple[tuple[Message, ...], ...]
    short: tuple[Message, ...]

    @property
    def pool(self) -> SearchPool:
        """The searches of the session."""
        pool: SearchPool = self.engines.searches
        return pool

    def mirror(self, board: Grid) -> Mirror | None:
        """Returns the result of the mirror strategy for a board of any size, or None."""
        raise NotImplementedError

    def placed(self, board: Grid) -> tuple[GridSearch, int] | None:
        """Returns the search that has room for a board, and the board as its number."""
        raise NotImplementedError

    def expected(self, board: Grid) -> int:
        """Returns about how many values a search for this board meets."""
        raise NotImplementedError

    def effort(self, state: Grid, question: Question = "value") -> Effort:
        mirror = self.mirror(state)
        if mirror and (mirror.outcome == "P" or question == "outcome"):
            return MOMENT
        if self.placed(state) is None:
            return super().effort(state, question)
        count = min(self.expected(state), 1 << 80)
        return Effort(count, count * BYTES_A_VALUE, count / VALUES_A_SECOND, guessed=True)

    def value(self, state: Grid) -> int:
        mirror = self.mirror(state)
        if mirror and mirror.outcome == "P":
            return 0
        return Trial(Component(self.ruleset, state), self.effort(state)).run(self._value, state)

    def _value(self, board: Grid) -> int:
        if place := self.placed(board):
            search, number = place
            return search.value(number)
        total = 0
        for piece, count in Counter(self.ruleset.pieces(board)).items():  # equal pieces cancel
            if count % 2:
                part = piece.state
                smaller = len(part.cells) < len(board.cells)
                total ^= self.value(part) if smaller else super().value(part)
        return total

    def is_zero(self, state: Grid) -> bool:
        mirror = self.mirror(state)
        return self._is(state, 0) if mirror is None else mirror.outcome == "P"

    def _is(self, board: Grid, wanted: int) -> bool:
        mirror = self.mirror(board)
        if mirror and (mirror.outcome == "P" or not wanted):
            return (mirror.outcome == "P") == (not wanted)
        if place := self.placed(board):
            search, number = place
            trial = Trial(Component(self.ruleset, board), self.effort(board))
            return trial.run(search.is_value, number, wanted)
        return self.value(board) == wanted

    def replies(self, state: Grid, target: int) -> Lazy[Option]:
        mirror = self.mirror(state)
        if mirror and mirror.outcome == "P" and target == 0:
            return Lazy[Option].of([])
        if mirror and self._is_out_of_reach(state):
            by_mirror = [(Component(self.ruleset, mirror.first),)] if mirror.first and target == 0 else []
            return Lazy[Option].of(by_mirror).as_partial()

        def wanted() -> Iterator[Option]:
            first = mirror.first if mirror and target == 0 else None
            if first is not None:  # the move that a person finds
                yield (Component(self.ruleset, first),)
            for option in self.ruleset.successors(state):
                after = option[0].state
                if after != first and self._is(after, target):
                    yield option

        return Lazy(wanted)

    def _is_out_of_reach(self, board: Grid) -> bool:
        """Returns whether the answer names only those options that the mirror strategy gives."""
        if self.placed(board) is None:
            return True
        try:
            asked().part(1 / 2, TRIED).run(self._value, board)
        except BudgetError:
            return True
        return False

    def evidence(self, state: Grid, valued: bool) -> Evidence:
        mirror = self.mirror(state)
        return MIRROR if mirror and (mirror.outcome == "P" or not valued) else COMPUTED

    def argument(self, states: Iterable[Grid], misere: bool) -> Argument | None:
        first, *others = states
        mirror = None if misere or others else self.mirror(first)
        return Argument(self.steps[mirror.outcome == "N"], MIRROR_BEHIND) if mirror else None

    def reason(self, state: Grid, zero: bool, reply: Option | None) -> Message | None:
        mirror = self.mirror(state)
        if mirror is None or not any(self.ruleset.successors(state)):
            return None
        if mirror.outcome == "P":
            return self.short[0]
        return self.short[1] if reply and reply[0].state == mirror.first else None


def involutions(cells: Iterable[Cell]) -> list[Callable[[Cell], Cell]]:
    """Returns the symmetries of the square that map the box of these cells to itself and are their own inverses.

    >>> [mapped((0, 1)) for mapped in involutions([(0, 0), (0, 1), (1, 0), (1, 1)])]
    [(1, 0), (1, 1), (0, 0), (1, 0), (0, 1)]
    """
    rows, columns = {r for r, _ in cells}, {c for _, c in cells}
    if not rows:
        return []
    down, across = min(rows) + max(rows), min(columns) + max(columns)
    first_row, first_column = min(rows), min(columns)
    maps: list[Callable[[Cell], Cell]] = [
        lambda cell: (down - cell[0], across - cell[1]),
        lambda cell: (down - cell[0], cell[1]),
        lambda cell: (cell[0], across - cell[1]),
    ]
    if down - 2 * first_row == across - 2 * first_column:
        maps += [
            lambda cell: (first_row + cell[1] - first_column, first_column + cell[0] - first_row),
            lambda cell: (
                first_row + across - first_column - cell[1],
                first_column + down - first_row - cell[0],
            ),
        ]
    return maps


def box(cells: Iterable[Cell]) -> tuple[int, int, list[Cell]]:
    """Returns the height and width of the box of some cells, the short side across, and the cells within it.

    >>> box([(2, 3), (2, 4), (2, 5)])
    (3, 1, [(0, 0), (1, 0), (2, 0)])
    """
    corner_cells = list(cells)
    first_row, first_column = min(r for r, _ in corner_cells), min(c for _, c in corner_cells)
    moved = [(r - first_row, c - first_column) for r, c in corner_cells]
    height, width = max(r for r, _ in moved) + 1, max(c for _, c in moved) + 1
    if width > height:
        return width, height, [(c, r) for r, c in moved]
    return height, width, moved
