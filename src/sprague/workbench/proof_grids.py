"""Boards of cells, for proofs: Cram, Clobber, Cannibal Clobber, and placing polyominoes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sprague.boards import ask
from sprague.boards.grid_search import PlacingSearch, StoneSearch
from sprague.boards.plain import strided_components
from sprague.boards.search import MAX_CELLS, WORD_CELLS, GridSearch
from sprague.model.ruleset import Component
from sprague.proofs.about import Point, text
from sprague.search.masks import bits
from sprague.search.pool import SearchPool
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .proof_arenas import Arena


def grid_of(component: Component, searches: SearchPool) -> Grids:
    """Returns the arena of a board."""
    state = component.state
    kinds = {"cram": Cram, "clobber": Clobber, "cannibal-clobber": Cannibal}
    kind = kinds.get(component.ruleset.head, Placing)
    return kind(component.ruleset, state.lines(), searches)


class Grids(Arena):
    """A board: a plane of bits for each letter, of which the cell in row r and column c is bit r * stride + c."""

    letters = "."

    def __init__(self, ruleset: Any, lines: list[str], searches: SearchPool) -> None:
        super().__init__()
        self.ruleset, self.searches = ruleset, searches
        self.stride = max(len(lines), *map(len, lines)) + 1
        self.shift = self.stride * self.stride
        self.plane = (1 << self.shift) - 1
        self.everything = self._mask(
            (r, c, self.letters.index(mark))
            for r, line in enumerate(lines)
            for c, mark in enumerate(line)
            if mark in self.letters
        )
        self._images_of: dict[tuple[int, int], list[dict[int, int]]] = {}
        self._normal: dict[int, tuple[int, list[int]]] = {}
        self._ways: dict[int, tuple[int, list[int]]] = {}
        self._found_moves: dict[int, list[tuple[int, int]]] = {}

    def _mask(self, points: Any) -> int:
        return sum(1 << (r * self.stride + c + mark * self.shift) for r, c, mark in points)

    def _points(self, board: int) -> list[Point]:
        stride, shift = self.stride, self.shift
        return [(bit % shift // stride, bit % shift % stride, bit // shift) for bit in bits(board)]

    def cells(self, board: int) -> int:
        """Returns the occupied cells of all planes."""
        return (board | board >> self.shift) & self.plane

    def _split(self, points: int) -> Iterator[int]:
        for part in strided_components(self.cells(points), self.stride):
            whole = (part | part << self.shift) & points
            if self.has_move(whole):
                yield whole

    def has_move(self, part: int) -> bool:
        """Returns whether a connected part has a move."""
        return bool(self.moves(part))

    def normal(self, part: int) -> tuple[int, list[int]]:
        form = self._normal.get(part)
        if form is None:
            form = self._normal[part] = self._normal_of(part)
        return form

    def _normal_of(self, part: int) -> tuple[int, list[int]]:
        top, side, height, width = self._sides(part)
        corner = part >> (top * self.stride + side)
        if corner not in self._ways:
            self._ways[corner] = self._least(corner, height, width)
        shape, (turn, row, column) = self._ways[corner]
        return shape, [turn, row + top, column + side]

    def _sides(self, part: int) -> tuple[int, int, int, int]:
        """Returns the first row and column of a part, and the height and width of its box."""
        cells = [divmod(cell, self.stride) for cell in bits(self.cells(part))]
        top, side = cells[0][0], min(c for _, c in cells)
        return top, side, cells[-1][0] - top + 1, max(c for _, c in cells) - side + 1

    def _least(self, corner: int, height: int, width: int) -> tuple[int, list[int]]:
        """Returns the least image of a board in the corner, and the turn and shift that map it back."""
        least, back = corner, 0
        points = list(bits(corner))
        for turn, image_of in enumerate(self._images(height, width)):
            image = 0
            for point in points:
                image |= image_of[point]
            if image < least:
                least, back = image, turn
            if len(self.letters) > 1:
                image = image >> self.shift | (image & self.plane) << self.shift
                if image < least:
                    least, back = image, turn | 8
        return least, [back, (height - 1) * (back & 1), (width - 1) * (back >> 1 & 1)]

    def _images(self, height: int, width: int) -> list[dict[int, int]]:
        """Returns, for each symmetry 0-7 of the square, the place of each point of a box in the corner from which the
        symmetry leads back to the point."""
        images = self._images_of.get((height, width))
        if images is None:
            cells = [(r, c) for r in range(height) for c in range(width)]
            images = self._images_of[height, width] = [
                {
                    r * self.stride + c + mark * self.shift: 1
                    << (row * self.stride + column + mark * self.shift)
                    for (r, c), (row, column) in zip(cells, cornered(turned(cells, inverse)), strict=True)
                    for mark in range(len(self.letters))
                }
                for inverse in _INVERSES
            ]
        return images

    def laid(self, part: int, way: list[int], within: int) -> list[int]:
        return way

    def write(self, shape: int) -> str:
        return text(set(self._points(shape)), self.letters)

    def _search(self, shape: int) -> int:
        points = self._points(shape)
        height, width = max(r for r, _, _ in points) + 1, max(c for _, c, _ in points) + 1
        if width > height:
            height, width, points = width, height, [(c, r, mark) for r, c, mark in points]
        room = height * width * len(self.letters)
        if room > MAX_CELLS:
            raise TooLargeError(say("the search for a proof has room for {limit} cells", limit=MAX_CELLS))
        words = 1 if room <= WORD_CELLS else 2
        plane = words * WORD_CELLS // 2
        board = sum(
            1 << (r * width + c + (1 - mark) * plane * (len(self.letters) - 1)) for r, c, mark in points
        )
        return self.search(width, words).value(board)

    def search(self, width: int, words: int) -> GridSearch:
        raise NotImplementedError

    def _has_neighbour(self, cell: int, cells: int) -> bool:
        """Returns whether one of the neighbours of a cell is occupied. The last column of a row never is."""
        near = 1 << cell
        return bool(cells & (near << 1 | near >> 1 | near << self.stride | near >> self.stride))


class Cram(Grids):
    """Dominoes on free cells: the checker counts them cell by cell, to the right and then downwards."""

    def has_move(self, part: int) -> bool:
        return bool(part & (part - 1))

    def moves(self, shape: int) -> list[tuple[int, int]]:
        dominoes = (1 << cell | 1 << cell + step for cell in bits(shape) for step in (1, self.stride))
        return [(domino, domino) for domino in dominoes if shape & domino == domino]

    def _search(self, shape: int) -> int:
        rows, columns = self._sides(shape)[2:]
        return ask.value(
            rows, columns, sum(1 << (r * columns + c) for r, c, _ in self._points(shape)), self.searches
        )


class Placing(Grids):
    """Pieces on free cells."""

    def moves(self, shape: int) -> list[tuple[int, int]]:
        pairs = self._found_moves.get(shape)
        if pairs is None:
            places = {
                tuple((r + x, c + y) for r, c in image)
                for image in self.ruleset.images
                for x, y, _ in self._points(self._box(shape))
            }
            masks = {
                tuple(sorted(cells)): self._mask((r, c, 0) for r, c in cells)
                for cells in places
                if max(c for _, c in cells) < self.stride
            }
            pairs = [(mask, mask) for _, mask in sorted(masks.items()) if shape & mask == mask]
            self._found_moves[shape] = pairs
        return pairs

    def _box(self, shape: int) -> int:
        """Returns all cells that may be the corner of a piece within ``shape``."""
        points = self._points(shape)
        rows, columns = max(r for r, _, _ in points) + 1, max(c for _, c, _ in points) + 1
        return self._mask((r, c, 0) for r in range(rows) for c in range(columns))

    def search(self, width: int, words: int) -> GridSearch:
        return self.searches.get(PlacingSearch, self.ruleset.head, self.ruleset.images, width, words)


class Cannibal(Grids):
    """A stone goes onto a neighbouring one. This leaves the board without the cell from which it came."""

    letters = "x"

    def has_move(self, part: int) -> bool:
        return part.bit_count() > 1

    def moves(self, shape: int) -> list[tuple[int, int]]:
        return [(1 << cell, 1 << cell) for cell in bits(shape) if self._has_neighbour(cell, shape)]

    def seconds(self, shape: int, points: int) -> list[tuple[int, int]]:
        replies = super().seconds(shape, points)
        return [
            (i, after)
            for i, after in replies
            if self._has_neighbour((points ^ after).bit_length() - 1, points)
        ]

    def search(self, width: int, words: int) -> GridSearch:
        return self.searches.get(StoneSearch, "cannibal-clobber", width, words)


class Clobber(Grids):
    """A stone goes onto a neighbouring one of the other colour. The second move of an answer is a move of the board
    that the first one leaves."""

    letters = "xo"

    def has_move(self, part: int) -> bool:
        one, other = part & self.plane, part >> self.shift
        return bool((one << 1 | one >> 1 | one << self.stride | one >> self.stride) & other)

    def left(self, shape: int) -> list[int]:
        stride, options = self.stride, []
        one, other = shape & self.plane, shape >> self.shift
        for cell in bits(one | other):
            others, plane = (other, 0) if one >> cell & 1 else (one, self.shift)
            for near in (cell - stride, cell - 1, cell + 1, cell + stride):
                if near >= 0 and others >> near & 1:
                    captured = 1 << near + self.shift - plane
                    options.append(shape & ~(1 << cell + plane | captured) | 1 << near + plane)
        return options

    def seconds(self, shape: int, points: int) -> list[tuple[int, int]]:
        return list(enumerate(self.left(points)))

    def search(self, width: int, words: int) -> GridSearch:
        return self.searches.get(StoneSearch, "clobber", width, words)


#: The inverse of each symmetry of the square, by its number: only the two quarter turns exchange places.
_INVERSES = (0, 1, 2, 3, 4, 6, 5, 7)


def turned(cells: Iterable[tuple[int, int]], turn: int) -> list[tuple[int, int]]:
    """Cells under symmetry 0-7 of the square: 4 exchanges row and column, then 1 and 2 mirror them."""
    moved = [(c, r) for r, c in cells] if turn & 4 else list(cells)
    return [(-r if turn & 1 else r, -c if turn & 2 else c) for r, c in moved]


def cornered(cells: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    top, side = min(r for r, _ in cells), min(c for _, c in cells)
    return ((r - top, c - side) for r, c in cells)
