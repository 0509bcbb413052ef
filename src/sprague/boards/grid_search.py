"""Games on boards other than Cram: the drivers of the compiled search for placing pieces, and for stones.

The design is that of the search for Cram: connected parts, reduced to the least of their images, whose values are
tested one by one. Only what falls apart, what a move leaves, and which boards are alike differ from game to game.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from sprague.search.driver import Progress
from sprague.system.native import Room

from .search import WORD_CELLS, GridSearch

#: An orientation of a piece: its cells (row, column) in the corner of the board.
Image = tuple[tuple[int, int], ...]

_TINY_SLICE = 1 << 18


class PlacingSearch(GridSearch):
    """Boards on which pieces are placed, in any of these orientations. ``game`` names the pieces.

    >>> straight = ((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0))
    >>> [PlacingSearch("place[I3]", straight, 3).value((1 << 3 * n) - 1) for n in range(3, 7)]
    [1, 0, 1, 0]
    """

    def __init__(
        self,
        game: str,
        images: Sequence[Image],
        width: int,
        words: int = 1,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        threads: int = 1,
    ) -> None:
        cells, fitting = words * WORD_CELLS, [image for image in images if _fits(image, width, words)]
        least, count = min(map(len, fitting), default=9), max(1, len(fitting))
        moves = count * cells, least, count
        super().__init__(game, width, words, moves, cells, memory, progress, threads)
        numbers = array("B")
        for image in images:
            numbers.extend([len(image), *(number for cell in image for number in cell)])
        for search in self._searches:
            self._functions.pieces(search, width, numbers)

    def _prepare(self, board: int) -> None:
        """Fits the table of the values of tiny boards to the size of a question."""
        bits = 2 * self.width if board.bit_count() < 20 else max(2 * self.width, 16)
        size = 1 << bits
        if self._known.size >= size:
            return
        tiny = Room(size)
        for start in range(0, size, _TINY_SLICE):
            self._functions.fill_pieces(self._searches[0], tiny, start, min(start + _TINY_SLICE, size))
        self._known = tiny


def _fits(image: Image, width: int, words: int) -> bool:
    return max(c for _, c in image) < width and max(r for r, _ in image) < words * WORD_CELLS // width


#: Games with stones: into how many planes the bits of a key are divided, from the lowest on, and how many moves there
#: are at most to a cell. In Clobber the planes are the stones of each colour, in Cannibal Clobber all stones, and in
#: NoGo the free cells and the stones of each colour.
STONES = {"clobber": (2, 4), "cannibal-clobber": (1, 4), "nogo": (3, 2)}


class StoneSearch(GridSearch):
    """Boards with stones, in a game of ``STONES``.

    >>> [StoneSearch("clobber", 1).value(sum(1 << i + i % 2 * 32 for i in range(n))) for n in range(1, 9)]
    [0, 1, 1, 3, 0, 0, 2, 2]
    >>> [StoneSearch("cannibal-clobber", 1).value((1 << n) - 1) for n in range(1, 9)]
    [0, 1, 2, 0, 1, 2, 3, 1]
    >>> [StoneSearch("nogo", 1).value((1 << n) - 1) for n in range(1, 9)]
    [0, 1, 0, 1, 2, 0, 1, 0]
    """

    kept = 24  # three games, in up to eight widths

    def __init__(
        self,
        game: str,
        width: int,
        words: int = 1,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        threads: int = 1,
    ) -> None:
        planes, moves = STONES[game]
        cells = words * WORD_CELLS // planes
        super().__init__(game, width, words, (moves * cells, 1, moves), cells, memory, progress, threads)
        for search in self._searches:
            self._functions.stones(search, width, planes)
