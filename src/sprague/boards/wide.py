"""Cram on boards of 65 to 128 cells: the search of :mod:`sprague.boards.search` in two machine words."""

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

#: Boards of more cells do not fit two machine words.
MAX_CELLS = 128

#: The longest short side of a board of so many cells.
MAX_WIDTH = 11


class WideSearch(TableSearch):
    """Values of the boards with one short side, of up to 128 cells, with a table that they share.

    ``memory`` bounds the table, in bytes; an entry takes twice the room of one of a board of up to 64 cells.
    ``progress`` is called about twice a second; ``threads`` that work on one question share the table.

    >>> WideSearch(4).value((1 << 28) - 1)
    3
    """

    def __init__(
        self, width: int, memory: int | None = None, progress: Progress | None = None, threads: int = 1
    ) -> None:
        import numpy as np

        from sprague.search import vertices as graphs
        from sprague.search.vertices_machine import search

        if not 1 <= width <= MAX_WIDTH:
            raise RangeError(
                say("expected a short side of 1 to {most} cells, got {width}", most=MAX_WIDTH, width=width)
            )
        self.width = width
        masks = _masks(width)
        self._tiny = np.zeros(1, np.uint8)
        self._turned = _turned(width)
        self._first_shape, blocks = 0, []
        for _ in range(checked_threads(threads)):
            blocks.append(self._new_block(masks))
        super().__init__(graphs, search, 4, blocks, memory, progress)

    @alone
    def value(self, cells: int) -> int:
        """The value of a board; bit r * width + c is the free cell in row r and column c.

        Raises RangeError when the cells do not fit two words, TooLargeError when the values met fill the table.
        """
        shapes, total = self.shapes(cells)
        for shape in shapes:
            total ^= self._value_of(shape)
        return total

    @alone
    def is_value(self, cells: int, wanted: int) -> bool:
        """Whether the value is ``wanted``; of the largest part no more is asked than that needs."""
        shapes, total = self.shapes(cells)
        return self._is_sum(shapes, total ^ wanted)

    @alone
    def shapes(self, cells: int) -> tuple[list[int], int]:
        """The shapes of a board, the largest last, and the nim-sum of the parts that need no search."""
        import numpy as np

        from sprague.search.cram_wide import TINY, TINY_VALUES, split_board

        rows = MAX_CELLS // self.width
        if cells < 0 or cells >> (rows * self.width):
            raise RangeError(
                say("expected a board of at most {rows} by {width} cells", rows=rows, width=self.width)
            )
        if cells == 0:
            return [], 0
        self._tiny = endgame.suited(self._tiny, self.width, cells.bit_count())
        for block in self._blocks:
            block[TINY], block[TINY_VALUES] = len(self._tiny), address(self._tiny)
        block, first = self._block, self._first_shape
        low, high = np.uint64(cells & (2**64 - 1)), np.uint64(cells >> 64)
        count, total = split_board(low, high, address(block), np.uint64(first))
        words = block[first : first + 2 * int(count)].tolist()
        shapes = [a | b << 64 for a, b in zip(words[::2], words[1::2], strict=True)]
        return sorted(shapes, key=int.bit_count), int(total)

    def _value_if(self, shape: int, wanted: int) -> int | None:
        from sprague.search.vertices import DEEP, DEEPER, HIGH, LOW, PARTS, WANT

        size = shape.bit_count()

        def write(block: NDArray[np.uint64]) -> None:
            block[LOW], block[HIGH] = shape & (2**64 - 1), shape >> 64
            block[WANT], block[PARTS] = wanted, self._first_shape
            block[DEEP] = size * 4 // 5
            block[DEEPER] = size * 19 // 20 if size >= 40 else MAX_CELLS + 1  # small boards do not repay it

        return self._ask(write, size)

    def _new_block(self, masks: dict[str, int]) -> NDArray[np.uint64]:
        import numpy as np

        from sprague.search import cram_wide as k
        from sprague.search.vertices import ARCS, BOARD, CHILD, STACKS

        rows = MAX_CELLS // self.width
        moves = 2 * rows * self.width
        depth = rows * self.width // 2 + 3  # the looks ahead stand above the deepest position
        start = int(STACKS)
        self._first_shape = start + 4 * moves * depth
        # A move leaves at most four shapes more than there were cells to hold them; untouched pages cost nothing.
        block = np.zeros(self._first_shape + 2 * (MAX_CELLS // 4) * moves * depth, np.uint64)
        block[ARCS], block[CHILD] = BOARD, start
        block[k.WIDTH], block[k.ROW] = self.width, (1 << self.width) - 1
        for name, mask in masks.items():
            place = int(getattr(k, name))
            block[place], block[place + 1] = mask & (2**64 - 1), mask >> 64
        block[k.TURNED] = address(self._turned)
        first = int(k.ROW_START)
        block[first : first + 128] = [i // self.width * self.width for i in range(128)]
        return block


def _masks(width: int) -> dict[str, int]:
    """The first column, and the cells not in the first and not in the last, on as many rows as there is room for."""
    rows = MAX_CELLS // width
    column = sum(1 << (width * r) for r in range(rows))
    full = (1 << (width * rows)) - 1
    return {"COLUMN": column, "NOT_FIRST": full & ~column, "NOT_LAST": full & ~(column << (width - 1))}


def _turned(width: int) -> NDArray[np.uint64]:
    """For every row of cells the column that it turns into, two words each."""
    import numpy as np

    columns = [sum(1 << (c * width) for c in range(width) if row >> c & 1) for row in range(1 << width)]
    return np.array([[column & (2**64 - 1), column >> 64] for column in columns], np.uint64)
