"""Cram on boards of up to 128 cells: the driver of the compiled search.

The value of a board is the nim-sum of the values of its connected parts. For each part the search tests the values 0,
1, 2, … in turn. It keeps its results in a table: values permanently, and, as long as there is room, the sets of values
that a shape is known not to have. So the options of a board with a known value are computed quickly.

Sources: for sums of components and their nimbers, Lemoine and Viennot 2012 (Nimbers are inevitable); for tests of a
wanted value, look-ups of successors before any recursion, and stored failures, Beling and Rogalski 2020 (On pruning
search trees of impartial games).
"""

from __future__ import annotations

from sprague.search.driver import Progress, TableSearch
from sprague.system.locks import alone
from sprague.system.native import Room
from sprague.words.errors import RangeError
from sprague.words.messages import say

#: A board of more cells does not fit a machine word. Boards of more than twice as many are not searched.
WORD_CELLS = 64
MAX_CELLS = 128

#: The longest short side of a board of this many cells: 8 in one word, 11 in two.
MAX_WIDTHS = (8, 11)


#: So many tiny boards are valued at a time.
_TINY_SLICE = 1 << 20


class GridSearch(TableSearch):
    """Searches the values of boards with the same short side. A subclass sets up the search of its game.

    A board is a number: a plane of cells, where bit r * width + c stands for row r and column c, or several planes.
    ``cells`` is the number of cells of a plane for which a key has room.
    """

    kept = 8

    def __init__(
        self,
        game: str,
        width: int,
        words: int,
        moves: int | tuple[int, int, int],
        cells: int,
        memory: int | None,
        progress: Progress | None,
        threads: int,
    ) -> None:
        most = MAX_WIDTHS[words - 1]
        if not 1 <= width <= most:
            raise RangeError(
                say("expected a short side of 1 to {most} cells, got {width}", most=most, width=width)
            )
        self.game, self.width, self.cells = game, width, cells
        super().__init__(words, cells, moves, memory, progress, threads)

    @property
    def families(self) -> list[tuple[str, str]]:
        return [(f"{self.game}-{64 * self.words}", str(self.width))]

    @alone
    def value(self, board: int) -> int:
        """Returns the value of a board. Raises TooLargeError if the values fill the table."""
        return self._sum_of(*self.shapes(board))

    @alone
    def is_value(self, board: int, wanted: int) -> bool:
        """Returns whether the value is ``wanted``. The search of the largest part does no more than this needs."""
        shapes, total = self.shapes(board)
        return self._is_sum(shapes, total ^ wanted)

    @alone
    def shapes(self, board: int) -> tuple[list[int], int]:
        """Returns the shapes of a board, the largest last, and the nim-sum of the parts that need no search.

        A shape is a connected board in the corner, reduced and turned, so that there are fewer different ones. The
        value of the board is the nim-sum of the values of the shapes and the rest.
        """
        self._prepare(board)
        return self._parts(board)

    def _prepare(self, board: int) -> None:
        """Fits the tables of the game to the size of a question. Raises RangeError if the board is too large."""

    def _depths(self, part: int) -> tuple[int, int]:
        size = part.bit_count()
        return size * 4 // 5, size * 19 // 20 if size >= 40 else MAX_CELLS + 1


class BoardSearch(GridSearch):
    """Searches the values of all boards with the same short side, which share a table.

    ``words``: with 1, boards of up to 64 cells take one word each in the table; with 2, the search accepts boards of up
    to 128 cells, and takes twice the memory. ``memory`` bounds the table, in bytes (by default half of the limit of
    :mod:`sprague.system.limits`). ``progress`` is called about twice a second; an exception that it raises, or Ctrl-C,
    leaves the table intact, so that the same question resumes where it stopped. ``threads`` is the number of threads
    that work on one question and share the table. Raises RangeError for a short side of more than 8 cells (11 in two
    words).

    >>> search = BoardSearch(4)
    >>> search.value((1 << 28) - 1), search.is_zero((1 << 24) - 1)
    (3, True)
    >>> BoardSearch(4, words=2).value((1 << 28) - 1)
    3
    """

    kept = 32  # all widths, in one word and in two

    def __init__(
        self,
        width: int,
        words: int = 1,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        threads: int = 1,
    ) -> None:
        cells = words * WORD_CELLS
        super().__init__("cram", width, words, 2 * cells, cells, memory, progress, threads)
        self.rows = cells // width
        for search in self._searches:
            self._functions.board(search, width)

    @property
    def families(self) -> list[tuple[str, str]]:
        return [("cram", str(self.width)), ("cram-128", str(self.width))][: self.words]

    def is_zero(self, cells: int) -> bool:
        """Returns whether the value is 0. The search of the largest part does no more than this needs."""
        return self.is_value(cells, 0)

    def _prepare(self, cells: int) -> None:
        """Fits the table of the values of tiny boards to the size of a question."""
        if cells < 0 or cells >> (self.rows * self.width):
            raise RangeError(
                say("expected a board of at most {rows} by {width} cells", rows=self.rows, width=self.width)
            )
        size = 1 << _tiny_bits(self.width, cells.bit_count())
        if self._known.size >= size:
            return
        tiny = Room(size)
        for start in range(0, size, _TINY_SLICE):
            self._functions.fill_tiny(tiny, self.width, start, min(start + _TINY_SLICE, size))
        self._known = tiny


def _tiny_bits(width: int, cells: int) -> int:
    """Returns the power of two below which boards are tiny, in a question about this many cells (measured:
    docs/theory/boards.md). A table of 2^20 boards takes a hundredth of a second."""
    if cells < 35:
        bits = min(20, max(2 * width, cells // 2))
    else:
        bits = 20 if cells < 42 or width not in (4, 5) else 22 if cells < 45 else 24
    return bits if width < 6 else bits // width * width
