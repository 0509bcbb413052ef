"""Cram on boards of up to 128 cells: the driver of the compiled search.

The value of a board is the nim-sum of the values of its connected parts. For each part the search tests the values 0,
1, 2, … in turn. It keeps its results in a table: values for good, and, as far as there is room, the sets of values that
a shape is known not to have. So the options of a valued board are valued quickly.

Sources: for sums of components and their nimbers, Lemoine and Viennot 2012 (Nimbers are inevitable); for tests of a
wanted value, look-ups of successors before any recursion, and stored failures, Beling and Rogalski 2020 (On pruning
search trees of impartial games).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sprague.search.driver import Progress, Sizes, TableSearch, address
from sprague.system.locks import alone
from sprague.words.errors import RangeError
from sprague.words.messages import say

from . import endgame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: A board of more cells does not fit a machine word. Boards of more than twice as many are not searched.
WORD_CELLS = 64
MAX_CELLS = 128

#: The longest short side of a board of this many cells: 8 in one word, 11 in two.
MAX_WIDTHS = (8, 11)


class BoardSearch(TableSearch):
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

    def __init__(
        self,
        width: int,
        words: int = 1,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        threads: int = 1,
    ) -> None:
        from sprague.system.arrays import np

        most = MAX_WIDTHS[words - 1]
        if not 1 <= width <= most:
            raise RangeError(
                say("expected a short side of 1 to {most} cells, got {width}", most=most, width=width)
            )
        self.width = width
        self.rows = words * WORD_CELLS // width
        self._tiny = np.zeros(1, np.uint8)
        self._turned = _turned(width, words)
        cells = self.rows * width
        head = _head(width, self.rows)
        # A move leaves at most four shapes more than there were cells to hold them.
        super().__init__(
            words, head, Sizes(2 * cells, cells // 2, words * WORD_CELLS // 4), memory, progress, threads
        )

    @property
    def families(self) -> list[tuple[str, str]]:
        return [("cram", str(self.width)), ("cram-128", str(self.width))][: self.words]

    @alone
    def value(self, cells: int) -> int:
        """Returns the value of a board. Bit r * width + c of ``cells`` is the free cell in row r and column c.

        Raises RangeError if the cells do not fit the words, and TooLargeError if the values fill the table.
        """
        shapes, total = self.shapes(cells)
        return self._sum_of(shapes, total)

    def is_zero(self, cells: int) -> bool:
        """Returns whether the value is 0. The search of the largest part does no more than this needs."""
        return self.is_value(cells, 0)

    @alone
    def is_value(self, cells: int, wanted: int) -> bool:
        """Returns whether the value is ``wanted``. The search of the largest part does no more than this needs."""
        shapes, total = self.shapes(cells)
        return self._is_sum(shapes, total ^ wanted)

    @alone
    def shapes(self, cells: int) -> tuple[list[int], int]:
        """Returns the shapes of a board, the largest last, and the nim-sum of the parts that need no search.

        A shape is a connected board in the corner, reduced, and turned so that fewer have to be distinguished. The
        value of the board is the nim-sum of the values of the shapes and the rest.
        """
        if cells < 0 or cells >> (self.rows * self.width):
            raise RangeError(
                say("expected a board of at most {rows} by {width} cells", rows=self.rows, width=self.width)
            )
        self._prepare(cells)
        return self._parts(cells)

    def _prepare(self, cells: int) -> None:
        """Fits the table of tiny boards to the size of a question."""
        from sprague.search.cram import TINY, TINY_VALUES, TURNED

        self._tiny = endgame.suited(self._tiny, self.width, cells.bit_count())
        for block in self._blocks:
            block[TINY], block[TINY_VALUES] = len(self._tiny), address(self._tiny)
            block[TURNED] = address(self._turned)

    def _depths(self, part: int) -> tuple[int, int]:
        size = part.bit_count()
        return size * 4 // 5, size * 19 // 20 if size >= 40 else MAX_CELLS + 1  # of no use on small boards


def _head(width: int, rows: int) -> NDArray[np.uint64]:
    """Returns the head of the block of a search, for boards of this many columns and rows."""
    from sprague.search import block, cram
    from sprague.system.arrays import np

    column = sum(1 << (width * r) for r in range(rows))
    full = (1 << (width * rows)) - 1
    head = np.zeros(int(block.FRAME), np.uint64)
    head[block.GAME] = block.BOARD
    head[cram.WIDTH], head[cram.ROW] = width, (1 << width) - 1
    for place, mask in (
        (cram.NOT_FIRST, full & ~column),
        (cram.NOT_LAST, full & ~(column << (width - 1))),
        (cram.COLUMN, column),
    ):
        head[int(place) : int(place) + 2] = [mask & (2**64 - 1), mask >> 64]
    first = int(cram.ROW_START)
    head[first : first + MAX_CELLS] = [i // width * width for i in range(MAX_CELLS)]
    return head


def _turned(width: int, words: int) -> NDArray[np.uint64]:
    """Returns, for every row of cells, the column into which it turns, with this many words each."""
    from sprague.system.arrays import np

    columns = [sum(1 << (c * width) for c in range(width) if row >> c & 1) for row in range(1 << width)]
    return np.array([[column >> 64 * i & (2**64 - 1) for i in range(words)] for column in columns], np.uint64)
