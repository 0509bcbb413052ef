"""Boards of boxes: the places of dots, lines and boxes, their names, and the net of a board."""

from __future__ import annotations

import functools
from typing import NamedTuple

from .net import GROUND, Net


class Boxes(NamedTuple):
    """A board of boxes; ``left`` are the lines that are not drawn, as bits in the order of :func:`lines_of`."""

    rows: int
    columns: int
    left: int
    again: bool = False


def letter(column: int) -> str:
    """Returns the name of a column of dots and lines.

    >>> [letter(column) for column in (0, 25, 26)]
    ['a', 'z', 'aa']
    """
    return chr(97 + column) if column < 26 else letter(column // 26 - 1) + letter(column % 26)


@functools.lru_cache(maxsize=64)
def lines_of(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """Returns the places (row, column) of the lines of a board. Dots stand where both numbers are even, boxes where
    both are odd.

    >>> lines_of(1, 1)
    ((0, 1), (1, 0), (1, 2), (2, 1))
    """
    return tuple(
        (row, column)
        for row in range(2 * rows + 1)
        for column in range(2 * columns + 1)
        if (row + column) % 2
    )


@functools.lru_cache(maxsize=64)
def net_of(rows: int, columns: int) -> Net:
    """Returns the net of a board: boxes are coins, numbered row by row.

    >>> net_of(1, 1).ends
    ((255, 0), (255, 0), (0, 255), (0, 255))
    """

    def box(row: int, column: int) -> int:
        inside = 0 < row < 2 * rows and 0 < column < 2 * columns
        return row // 2 * columns + column // 2 if inside else GROUND

    lines = lines_of(rows, columns)
    number = {place: string for string, place in enumerate(lines)}
    ends = tuple(
        (box(row - 1, column), box(row + 1, column))
        if column % 2
        else (box(row, column - 1), box(row, column + 1))
        for row, column in lines
    )
    down, right = 2 * rows, 2 * columns
    images = [
        [number[down - row, column] for row, column in lines],
        [number[row, right - column] for row, column in lines],
        [number[down - row, right - column] for row, column in lines],
    ]
    if rows == columns:
        turned = [number[column, row] for row, column in lines]
        images += [turned, *([turned[place] for place in image] for image in images)]
    return Net(ends, tuple(map(tuple, images)))


def name_of(row: int, column: int) -> str:
    """Returns the name of a dot, a line or a box: the letter of its column and the number of its row.

    >>> name_of(0, 1), name_of(1, 0)
    ('b1', 'a2')
    """
    return f"{letter(column)}{row + 1}"
