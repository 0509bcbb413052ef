"""Questions about boards of any shape, asked of the search that fits them."""

from __future__ import annotations

from collections.abc import Callable

from sprague.search.pool import current

from .plain import cram_value, parts_to_value
from .search import MAX_CELLS, BoardSearch
from .wide import MAX_CELLS as MOST_CELLS
from .wide import WideSearch


def search_of_width(width: int) -> BoardSearch:
    """The search that is shared among all boards of a short side."""
    return current().board(width)


def value(rows: int, cols: int, cells: int) -> int:
    """The Grundy value of a Cram board of any shape, by search.

    ``cells``: bit r * cols + c is the free cell in row r and column c. A part whose bounding box has more than
    128 cells is searched as Arc Kayles on its graph, which is slower. Raises RangeError, and TooLargeError for a
    part of more than 128 cells after both reductions.

    >>> value(4, 7, (1 << 28) - 1)
    3
    """
    total = 0
    for part in parts_to_value(rows, cols, cells):
        if part.bit_count() < 14:
            total ^= cram_value(rows, cols, part)
        elif place := _placed(cols, part):
            search, board = place
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
    *others, largest = sorted(parts_to_value(rows, cols, cells), key=int.bit_count) or [0]
    for part in others:
        wanted ^= value(rows, cols, part)
    place = _placed(cols, largest) if largest.bit_count() >= 14 else None
    if place is None:
        return value(rows, cols, largest) == wanted
    search, board = place
    return search.is_value(board, wanted)


def _placed(cols: int, part: int) -> tuple[BoardSearch | WideSearch, int] | None:
    """The search for a part, and the part in the corner with its short side across; None for a wider box."""
    height, width, free = _box(cols)(part)
    if width > height:
        free, height, width = [(c, r) for r, c in free], width, height
    if height * width > MOST_CELLS:
        return None
    board = sum(1 << (r * width + c) for r, c in free)
    if height * width <= MAX_CELLS:
        return search_of_width(width), board
    return current().wide_board(width), board


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
