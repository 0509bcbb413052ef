"""Cram on boards of up to 64 cells: the driver of the compiled search.

The value of a board is the nim-sum of its connected parts. For each part the search asks for the values 0,
1, 2, … in turn. What it learns stays in a table (values for good, and as far as there is room the sets of
values that a shape is known not to have), so that the options of a board that was valued are valued soon.

Sources: sums of components and their nimbers, Lemoine and Viennot 2012 (Nimbers are inevitable); a position
is asked for a wanted value, successors are looked up before any recursion, and every failure is kept,
Beling and Rogalski 2020 (On pruning search trees of impartial games).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sprague.search.driver import Progress, TableSearch, address
from sprague.system.ask import checked_threads
from sprague.system.locks import alone
from sprague.words.errors import RangeError
from sprague.words.messages import say

from . import endgame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Boards of more cells do not fit a machine word.
MAX_CELLS = 64


class BoardSearch(TableSearch):
    """Values of the boards with one short side, of up to 64 cells, with a table that they share.

    ``memory`` bounds the table, in bytes (by default half of the limit of :mod:`sprague.system.limits`). ``progress``
    is called about twice a second; an exception that it raises, or Ctrl-C, leaves the table as it is, so that
    the same question goes on where it was. ``threads`` that work on one question share the table.

    >>> search = BoardSearch(4)
    >>> search.value((1 << 28) - 1), search.is_zero((1 << 24) - 1)
    (3, True)
    """

    def __init__(
        self, width: int, memory: int | None = None, progress: Progress | None = None, threads: int = 1
    ) -> None:
        import numpy as np

        from sprague.search import cram as boards
        from sprague.search.cram_machine import search

        if not 1 <= width <= 8:
            raise RangeError(say("expected a short side of 1 to 8 cells, got {width}", width=width))
        self.width = width
        blocks = [_block(width) for _ in range(checked_threads(threads))]
        super().__init__(boards, search, 2, blocks, memory, progress)
        self._tiny = np.zeros(1, np.uint8)

    @alone
    def value(self, cells: int) -> int:
        """The value of a board; bit r * width + c is the free cell in row r and column c.

        Raises RangeError when the cells do not fit a word, TooLargeError when the values met fill the table.
        """
        shapes, total = self.shapes(cells)
        for shape in shapes:
            total ^= self._value_of(shape)
        return total

    def is_zero(self, cells: int) -> bool:
        """Whether the value is 0; of the largest part no more is asked than that needs."""
        return self.is_value(cells, 0)

    @alone
    def is_value(self, cells: int, wanted: int) -> bool:
        """Whether the value is ``wanted``; of the largest part no more is asked than that needs."""
        shapes, total = self.shapes(cells)
        return self._is_sum(shapes, total ^ wanted)

    @alone
    def ask(self, shape: int, wanted: int) -> int | None:
        """The value of a shape (see :meth:`shapes`) if that comes out on the way to tell whether it is ``wanted``."""
        self._prepare(shape)
        return self._value_if(shape, wanted)

    @alone
    def known(self, shapes: NDArray[np.int64]) -> NDArray[np.int16]:
        """The values of shapes (see :meth:`shapes`) that the table has, -1 for others.

        >>> import numpy as np
        >>> search = BoardSearch(4)
        >>> shape = np.array(search.shapes((1 << 28) - 1)[0])
        >>> search.known(shape).tolist(), search.value((1 << 28) - 1), search.known(shape).tolist()
        ([-1], 3, [3])
        """
        import numpy as np

        from sprague.search.table import EXACT, VALUE, look_up_all

        keys = np.ascontiguousarray(shapes).view(np.uint64)
        data = np.zeros(len(keys), np.uint64)
        look_up_all(address(keys), address(data), len(keys), *self._place())
        return np.where(data & EXACT, (data & VALUE).astype(np.int16), np.int16(-1))

    @alone
    def shapes(self, cells: int) -> tuple[list[int], int]:
        """The shapes of a board, the largest last, and the nim-sum of the parts that need no search.

        A shape is a connected board in the corner, reduced, and turned so that fewer are to be told apart. The value
        of the board is the nim-sum of all.
        """
        import numpy as np

        from sprague.search import cram as k

        block = self._block
        rows = MAX_CELLS // self.width
        if cells < 0 or cells >> (rows * self.width):
            raise RangeError(
                say("expected a board of at most {rows} by {width} cells", rows=rows, width=self.width)
            )
        if cells == 0:
            return [], 0
        self._prepare(cells)
        count, total = k.split(np.uint64(cells), address(block), address(self._tiny), k.SHAPE)
        first = int(k.SHAPE)
        shapes = [int(shape) for shape in block[first : first + int(count)]]
        return sorted(shapes, key=int.bit_count), int(total)

    def _prepare(self, cells: int) -> None:
        """Suit the table of tiny boards and the depth of the looks ahead to the size of the question."""
        from sprague.search import cram as k

        size = cells.bit_count()
        self._tiny = endgame.suited(self._tiny, self.width, size)
        for block in self._blocks:
            block[k.TINY] = len(self._tiny)
            block[k.DEEP] = size * 4 // 5
            block[k.DEEPER] = size * 19 // 20 if size >= 40 else MAX_CELLS + 1  # small boards do not repay it

    def _value_if(self, shape: int, wanted: int) -> int | None:
        """The value of a shape if the search finds it on the way to tell whether it is ``wanted``."""
        from sprague.search.cram import KEY, SHAPE, SHAPES, WANT

        def write(block: NDArray[np.uint64]) -> None:
            block[KEY], block[WANT], block[SHAPES] = shape, wanted, SHAPE

        return self._ask(write, shape.bit_count())

    def _tables(self) -> tuple[np.uint64, ...]:
        return (*self._place(), address(self._tiny))


def _block(width: int) -> NDArray[np.uint64]:
    """The block of a search (see the kernel) for boards of this width and up to 64 cells."""
    import numpy as np

    from sprague.search import cram as k

    rows = MAX_CELLS // width
    column = sum(1 << (width * r) for r in range(rows))
    full = (1 << (width * rows)) - 1
    block = np.zeros(int(k.BLOCK), np.uint64)
    block[k.WIDTH], block[k.ROW], block[k.COLUMN] = width, (1 << width) - 1, column
    block[k.NOT_FIRST], block[k.NOT_LAST] = full & ~column, full & ~(column << (width - 1))
    start = int(k.ROW_START)
    block[start : start + 64] = [i // width * width for i in range(64)]
    start = int(k.TURNED)
    block[start : start + (1 << width)] = [
        sum(1 << (c * width) for c in range(width) if row >> c & 1) & (2**64 - 1) for row in range(1 << width)
    ]
    start = int(k.COST)
    block[start : start + 65] = [16 * size * size for size in range(65)]
    return block
