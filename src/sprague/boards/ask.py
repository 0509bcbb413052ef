"""Answers questions about boards of any shape with the search that fits them."""

from __future__ import annotations

from sprague.numbers.sums import nim_sum
from sprague.search.graph_search import MAX_VERTICES, GraphSearch
from sprague.search.masks import bits
from sprague.search.plain_graph import PlainKayles
from sprague.search.pool import SearchPool

from .plain import parts_to_value
from .search import MAX_CELLS, WORD_CELLS, BoardSearch


def value(rows: int, cols: int, cells: int, pool: SearchPool) -> int:
    """Returns the Grundy value of a Cram board of any shape, by the searches of ``pool``.

    ``cells``: bit r * cols + c is the free cell in row r and column c. A part whose bounding box has more than 128
    cells is searched as Arc Kayles on its graph, which is slower. A part with more than 128 cells after both reductions
    begins with the definition. Raises RangeError.

    >>> value(4, 7, (1 << 28) - 1, SearchPool())
    3
    """

    def part_value(part: int) -> int:
        if place := _placed(cols, part, pool):
            search, board = place
            return search.value(board)
        neighbours = tuple(map(frozenset, _neighbours(cols, part)))
        if len(neighbours) > MAX_VERTICES:
            return PlainKayles(neighbours, True, pool).value()
        return pool.get(GraphSearch, neighbours, True).value()

    return nim_sum(map(part_value, parts_to_value(rows, cols, cells)))


def is_zero(rows: int, cols: int, cells: int, pool: SearchPool) -> bool:
    """Returns whether a Cram board has value 0. For a connected board this is much faster than computing the value.

    >>> is_zero(5, 5, (1 << 25) - 1, SearchPool())
    True
    """
    return is_value(rows, cols, cells, 0, pool)


def is_value(rows: int, cols: int, cells: int, wanted: int, pool: SearchPool) -> bool:
    """Returns whether a Cram board has value ``wanted``. The search of the largest part does no more than this needs.

    >>> is_value(5, 5, (1 << 25) - 1, 1, SearchPool())
    False
    """
    parts = sorted(parts_to_value(rows, cols, cells), key=int.bit_count)
    if not parts:
        return wanted == 0
    *others, largest = parts
    wanted ^= nim_sum(value(rows, cols, part, pool) for part in others)
    place = _placed(cols, largest, pool)
    if place is None:
        return value(rows, cols, largest, pool) == wanted
    search, board = place
    return search.is_value(board, wanted)


def _placed(cols: int, part: int, pool: SearchPool) -> tuple[BoardSearch, int] | None:
    """Returns the search for a part, and the part in the corner with its short side across; None for a wider box."""
    height, width, free = _box(cols, part)
    if width > height:
        free, height, width = [(c, r) for r, c in free], width, height
    if height * width > MAX_CELLS:
        return None
    board = sum(1 << (r * width + c) for r, c in free)
    key = (width,) if height * width <= WORD_CELLS else (width, 2)
    return pool.get(BoardSearch, *key), board


def _box(cols: int, part: int) -> tuple[int, int, list[tuple[int, int]]]:
    """Returns the height and width of the box of a part, and its cells as (row, column) within the box."""
    free = [divmod(cell, cols) for cell in bits(part)]
    first_row, first_column = min(r for r, _ in free), min(c for _, c in free)
    moved = [(r - first_row, c - first_column) for r, c in free]
    return max(r for r, _ in moved) + 1, max(c for _, c in moved) + 1, moved


def _neighbours(cols: int, part: int) -> list[set[int]]:
    """Returns the neighbours of each cell of a part, numbered in reading order."""
    free = _box(cols, part)[2]
    number = {place: i for i, place in enumerate(free)}
    beside = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [{number[r + y, c + x] for y, x in beside if (r + y, c + x) in number} for r, c in free]
