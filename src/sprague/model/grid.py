"""A board of cells, each of which carries a letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Grid(NamedTuple):
    """A board: ``cells`` holds the letters of its rows, one row after the other. Cells are numbered in this order.

    >>> board = Grid(3, "xo..x.")
    >>> board.rows, board.lines(), board.put({0: ".", 1: "x"}).lines()
    (2, ['xo.', '.x.'], ['.x.', '.x.'])
    """

    columns: int
    cells: str

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.cells) // self.columns

    def lines(self) -> list[str]:
        """Returns the rows, each as its letters."""
        return [self.cells[i : i + self.columns] for i in range(0, len(self.cells), self.columns)]

    def put(self, letters: Mapping[int, str]) -> Grid:
        """Returns the board with other letters on some cells."""
        cells = [*self.cells]
        for cell, letter in letters.items():
            cells[cell] = letter
        return self._replace(cells="".join(cells))

    def neighbours(self) -> Iterator[tuple[int, int]]:
        """Yields every two cells that share a side, in both orders.

        >>> list(Grid(2, "....").neighbours())
        [(0, 1), (1, 0), (0, 2), (2, 0), (1, 3), (3, 1), (2, 3), (3, 2)]
        """
        for cell in range(len(self.cells)):
            if (cell + 1) % self.columns:
                yield from ((cell, cell + 1), (cell + 1, cell))
            if cell + self.columns < len(self.cells):
                yield from ((cell, cell + self.columns), (cell + self.columns, cell))

    def straight(self, length: int) -> Iterator[tuple[int, ...]]:
        """Yields all lines of this many cells: horizontal, vertical and diagonal.

        >>> list(Grid(3, "......").straight(2))[:4]
        [(0, 1), (0, 3), (0, 4), (1, 2)]
        """
        for cell in range(len(self.cells)):
            row, column = divmod(cell, self.columns)
            for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last, end = row + (length - 1) * down, column + (length - 1) * across
                if last < self.rows and 0 <= end < self.columns:
                    yield tuple(cell + i * (down * self.columns + across) for i in range(length))

    def images(self) -> Iterator[Grid]:
        """Yields the board turned and mirrored, in all eight ways.

        >>> [image.lines() for image in Grid(2, "xo").images()][::2]
        [['xo'], ['xo'], ['x', 'o'], ['o', 'x']]
        """
        lines = self.lines()
        for turned in (lines, ["".join(column) for column in zip(*lines, strict=True)]):
            for rows in (turned, turned[::-1]):
                yield Grid(len(rows[0]), "".join(rows))
                yield Grid(len(rows[0]), "".join(row[::-1] for row in rows))

    def regions(self, empty: str) -> Iterator[Grid]:
        """Yields the groups of cells that are not ``empty`` and are connected by their sides, each on a board of the
        same size.

        >>> [region.lines() for region in Grid(3, "xo.o.x").regions(".")]
        [['xo', 'o.'], ['x']]
        """
        near: dict[int, list[int]] = {cell: [] for cell, letter in enumerate(self.cells) if letter != empty}
        for a, b in self.neighbours():
            if a in near and b in near:
                near[a].append(b)
        while near:
            first = next(iter(near))
            region, waiting = {first}, [first]
            while waiting:
                for cell in near.pop(waiting.pop()):
                    if cell not in region:
                        region.add(cell)
                        waiting.append(cell)
            rows = sorted({cell // self.columns for cell in region})
            columns = sorted({cell % self.columns for cell in region})
            cells = (
                r * self.columns + c
                for r in range(rows[0], rows[-1] + 1)
                for c in range(columns[0], columns[-1] + 1)
            )
            letters = "".join(self.cells[cell] if cell in region else empty for cell in cells)
            yield Grid(columns[-1] - columns[0] + 1, letters)
