"""Cram on boards of up to 64 cells: the driver of the compiled search.

The value of a board is the nim-sum of its connected parts. For each part the search asks for the values 0,
1, 2, … in turn. What it learns stays in a table (values for good, and as far as there is room the sets of
values that a shape is known not to have), so that the options of a board that was valued are valued soon.

Sources: sums of components and their nimbers, Lemoine and Viennot 2012 (Nimbers are inevitable); a position
is asked for a wanted value, successors are looked up before any recursion, and every failure is kept,
Beling and Rogalski 2020 (On pruning search trees of impartial games).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..errors import RangeError, TooLargeError
from ..limits import bytes_text, memory_limit
from ..messages import say
from .board_plain import components, cram_value
from .searches import current

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Boards of more cells do not fit a machine word.
MAX_CELLS = 64

_FIRST_BITS = 14  # lines of the first table, as a power of two; a line is four entries, 64 bytes
_TINY_BITS = 20  # boards whose cells stand below this bit are valued by one table
_SLICE_SECONDS = 0.4


class Statistics(NamedTuple):
    """What a search has done: positions expanded, entries held (values; partial knowledge), bytes of the table."""

    positions: int
    exact: int
    partial: int
    table_bytes: int


Progress = Callable[[Statistics], None]


class BoardSearch:
    """Values of the boards with one short side, of up to 64 cells, with a table that they share.

    ``memory`` bounds the table, in bytes (by default half of the limit of :mod:`sprague.limits`). ``progress``
    is called about twice a second; an exception that it raises, or Ctrl-C, leaves the table as it is, so that
    the same question goes on where it was.

    >>> search = BoardSearch(4)
    >>> search.value((1 << 28) - 1), search.is_zero((1 << 24) - 1)
    (3, True)
    """

    def __init__(self, width: int, memory: int | None = None, progress: Progress | None = None) -> None:
        import numpy as np

        if not 1 <= width <= 8:
            raise RangeError(say("expected a short side of 1 to 8 cells, got {width}", width=width))
        self.width = width
        self.memory = memory_limit() // 2 if memory is None else memory
        if self.memory < 2 * 64 << _FIRST_BITS:
            raise RangeError(
                say(
                    "expected at least {needed} of memory for the table, got {got}",
                    needed=bytes_text(2 * 64 << _FIRST_BITS),
                    got=bytes_text(self.memory),
                )
            )
        self.progress = progress
        self._block = _block(width)
        self._bits = _FIRST_BITS
        self._table = lines(1 << self._bits)
        self._tiny = np.zeros(1, np.uint8)
        self._budget = 2000

    @property
    def statistics(self) -> Statistics:
        """Counts since the search was made (entries: now)."""
        from ..kernels.boards import NODES
        from ..kernels.boards_table import EXACTS, PARTIALS

        nodes, exacts, partials = (int(self._block[k]) for k in (NODES, EXACTS, PARTIALS))
        return Statistics(nodes, exacts, partials, int(self._table.nbytes))

    def value(self, cells: int) -> int:
        """The value of a board; bit r * width + c is the free cell in row r and column c.

        Raises RangeError when the cells do not fit a word, TooLargeError when the values met fill the table.
        """
        shapes, total = self.shapes(cells)
        for shape in shapes:
            value = 0
            while (found := self._ask(shape, value)) is None:
                value += 1
            total ^= found
        return total

    def is_zero(self, cells: int) -> bool:
        """Whether the value is 0; of the largest part no more is asked than that needs."""
        return self.is_value(cells, 0)

    def is_value(self, cells: int, wanted: int) -> bool:
        """Whether the value is ``wanted``; of the largest part no more is asked than that needs."""
        shapes, total = self.shapes(cells)
        total ^= wanted
        if not shapes:
            return total == 0
        *others, largest = shapes
        for shape in others:
            total ^= self.value(shape)
        return self._ask(largest, total) == total

    def exact_entries(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Every value known: shapes as 64-bit keys in ascending order, and their values."""
        import numpy as np

        from ..kernels.boards_table import exact_entries

        count = self.statistics.exact
        keys, values = np.zeros(count + 1, np.uint64), np.zeros(count + 1, np.uint64)
        found = int(exact_entries(address(self._table), self._table.size, address(keys), address(values)))
        signed = keys[:found].view(np.int64)
        order = np.argsort(signed)
        return signed[order], values[:found].astype(np.uint8)[order]

    def load(self, keys: NDArray[np.int64], values: NDArray[np.uint8]) -> None:
        """Take over values found before by a search of the same width (see :meth:`exact_entries`).

        Raises TooLargeError when they do not fit the memory.
        """
        import numpy as np

        from ..kernels.boards_table import load_exact

        if len(keys) != len(values):
            raise RangeError(
                say(
                    "expected as many values as keys, got {values} and {keys}",
                    values=len(values),
                    keys=len(keys),
                )
            )
        while self.statistics.exact + len(keys) > self._most():
            self._grow()
        words, data = np.ascontiguousarray(keys).view(np.uint64), values.astype(np.uint64)
        load_exact(address(words), address(data), len(words), address(self._block), *self._place(self._table))

    def ask(self, shape: int, wanted: int) -> int | None:
        """The value of a shape (see :meth:`shapes`) if that comes out on the way to tell whether it is ``wanted``."""
        self._prepare(shape)
        return self._ask(shape, wanted)

    def known(self, shapes: NDArray[np.int64]) -> NDArray[np.int16]:
        """The values of shapes (see :meth:`shapes`) that the table has, -1 for others.

        >>> import numpy as np
        >>> search = BoardSearch(4)
        >>> shape = np.array(search.shapes((1 << 28) - 1)[0])
        >>> search.known(shape).tolist(), search.value((1 << 28) - 1), search.known(shape).tolist()
        ([-1], 3, [3])
        """
        import numpy as np

        from ..kernels.boards_table import EXACT, VALUE, look_up_all

        keys = np.ascontiguousarray(shapes).view(np.uint64)
        data = np.zeros(len(keys), np.uint64)
        look_up_all(address(keys), address(data), len(keys), *self._place(self._table))
        return np.where(data & EXACT, (data & VALUE).astype(np.int16), np.int16(-1))

    def shapes(self, cells: int) -> tuple[list[int], int]:
        """The shapes of a board, the largest last, and the nim-sum of the parts that need no search.

        A shape is a connected board in the corner, reduced, and turned so that fewer are to be told apart. The value
        of the board is the nim-sum of all.
        """
        import numpy as np

        from ..kernels import boards as k

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
        import numpy as np

        from ..kernels import boards as k

        block, size = self._block, cells.bit_count()
        bits = min(_TINY_BITS, max(2 * self.width, size // 2)) // self.width * self.width
        if len(self._tiny) < 1 << bits:
            self._tiny = np.zeros(1 << bits, np.uint8)
            k.tiny_values(self._tiny, block[k.WIDTH], block[k.NOT_FIRST])
            block[k.TINY] = 1 << bits
        block[k.DEEP] = size * 4 // 5
        block[k.DEEPER] = size * 19 // 20 if size >= 40 else MAX_CELLS + 1  # small boards do not repay it

    def _ask(self, shape: int, value: int) -> int | None:
        """The value of a shape if the search finds it on the way to tell whether it is ``value``."""
        from ..kernels import boards as k

        block = self._block
        block[k.SP] = block[k.CHILDREN] = 0
        block[k.MODE], block[k.SHAPES] = k.CALL, k.SHAPE
        block[k.KEY], block[k.WANT] = shape, value
        while True:
            status = self._slice()
            if status == k.DONE:
                break
            if status == k.FULL:
                self._grow()
        result = int(block[k.RESULT])
        return None if result == k.NOT_IT else result

    def _slice(self) -> int:
        """One run of the kernel, of about half a second: between two of them Ctrl-C is heard."""
        import numpy as np

        from ..kernels import boards as k
        from ..kernels.boards_search import search

        tables = (*self._place(self._table), address(self._tiny))
        before, began = int(self._block[k.NODES]), time.perf_counter()
        status = search(address(self._block), tables, np.uint64(self._budget), np.uint64(self._most()))
        spent = time.perf_counter() - began
        if status == k.OUT_OF_BUDGET and spent > 0:
            done = int(self._block[k.NODES]) - before
            self._budget = max(1000, min(4 * self._budget, int(done * _SLICE_SECONDS / spent)))
            if self.progress is not None:
                self.progress(self.statistics)
        return int(status)

    def _most(self) -> int:
        """The exact entries that the table may hold: few while it can grow, as partial ones need room too."""
        capacity = self._table.size // 2
        return capacity // 4 if 3 * self._table.nbytes <= self.memory else capacity * 4 // 5

    def _grow(self) -> None:
        if 3 * self._table.nbytes > self.memory:
            raise TooLargeError(
                say(
                    "the values met so far ({count}) fill the table; a larger one needs {needed} of memory, "
                    "the limit is {limit}",
                    count=self.statistics.exact,
                    needed=bytes_text(3 * self._table.nbytes),
                    limit=bytes_text(self.memory),
                )
            )
        from ..kernels.boards_table import move_table

        old, table = self._table, lines(2 << self._bits)
        self._bits += 1
        move_table(address(old), old.size, address(self._block), *self._place(table))
        self._table = table

    def _place(self, table: NDArray[np.uint64]) -> tuple[np.uint64, np.uint64]:
        import numpy as np

        return address(table), np.uint64(self._bits)


def search_of_width(width: int) -> BoardSearch:
    """The search that is shared among all boards of a short side."""
    return current().board(width)


def value(rows: int, cols: int, cells: int) -> int:
    """The Grundy value of a Cram board of any shape, by search.

    ``cells``: bit r * cols + c is the free cell in row r and column c. A part whose bounding box has more than
    64 cells is searched as Arc Kayles on its graph, which is slower. Raises RangeError, and TooLargeError for a
    part of more than 128 cells.

    >>> value(4, 7, (1 << 28) - 1)
    3
    """
    total = 0
    for part in components(rows, cols, cells):
        if part.bit_count() < 14:
            total ^= cram_value(rows, cols, part)
        elif fits(rows, cols, part):
            search, board = _placed(cols, part)
            total ^= search.value(board)
        else:
            total ^= current().graph(_neighbours(cols, part), True).value()
    return total


def is_zero(rows: int, cols: int, cells: int) -> bool:
    """Whether a Cram board has value 0: for one connected board much sooner found than its value.

    >>> is_zero(5, 5, (1 << 25) - 1)
    True
    """
    return is_value(rows, cols, cells, 0)


def is_value(rows: int, cols: int, cells: int, wanted: int) -> bool:
    """Whether a Cram board has value ``wanted``; of its largest part no more is asked than that needs.

    >>> is_value(5, 5, (1 << 25) - 1, 1)
    False
    """
    *others, largest = sorted(components(rows, cols, cells), key=int.bit_count) or [0]
    for part in others:
        wanted ^= value(rows, cols, part)
    if largest.bit_count() < 14 or not fits(rows, cols, largest):
        return value(rows, cols, largest) == wanted
    search, board = _placed(cols, largest)
    return search.is_value(board, wanted)


def fits(rows: int, cols: int, cells: int) -> bool:
    """Whether every part of a board has a bounding box of at most 64 cells, which the search takes.

    >>> fits(8, 8, (1 << 64) - 1), fits(5, 13, (1 << 65) - 1)
    (True, False)
    """
    return all(
        height * width <= MAX_CELLS for height, width, _ in map(_box(cols), components(rows, cols, cells))
    )


def _placed(cols: int, part: int) -> tuple[BoardSearch, int]:
    """The search for a part, and the part in the corner with its short side across."""
    height, width, free = _box(cols)(part)
    if width > height:
        free, width = [(c, r) for r, c in free], height
    board = sum(1 << (r * width + c) for r, c in free)
    return search_of_width(width), board


def _box(cols: int) -> Callable[[int], tuple[int, int, list[tuple[int, int]]]]:
    def box(part: int) -> tuple[int, int, list[tuple[int, int]]]:
        free = [divmod(i, cols) for i in range(part.bit_length()) if part >> i & 1]
        top, left = min(r for r, _ in free), min(c for _, c in free)
        moved = [(r - top, c - left) for r, c in free]
        return max(r for r, _ in moved) + 1, max(c for _, c in moved) + 1, moved

    return box


def _neighbours(cols: int, part: int) -> list[set[int]]:
    free = _box(cols)(part)[2]
    number = {place: i for i, place in enumerate(free)}
    beside = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [{number[r + y, c + x] for y, x in beside if (r + y, c + x) in number} for r, c in free]


def lines(count: int) -> NDArray[np.uint64]:
    """An empty table of so many cache lines, on the boundary of one."""
    import numpy as np

    table = np.zeros(8 * count + 8, np.uint64)
    start = -table.ctypes.data // 8 % 8
    return table[start : start + 8 * count]


def address(array: NDArray[np.generic]) -> np.uint64:
    import numpy as np

    return np.uint64(array.ctypes.data)


def _block(width: int) -> NDArray[np.uint64]:
    """The block of a search (see the kernel) for boards of this width and up to 64 cells."""
    import numpy as np

    from ..kernels import boards as k

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
