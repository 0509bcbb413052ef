"""Cram in plain Python: theorems of any size, and the parts of a board.

A board is ``rows``, ``cols`` and an integer ``cells`` whose bit ``r * cols + c`` is set where the cell in
row r and column c is free. A move puts a domino on two free neighbouring cells. A player who cannot move loses.
"""

from __future__ import annotations

import functools
from typing import Literal

from sprague.words.errors import RangeError
from sprague.words.messages import say


def digits(rows: int, cols: int, cells: int) -> bytes:
    """Returns a digit for each cell of a board in reading order: "1" for the cells in ``cells``.

    >>> digits(2, 2, 0b0111)
    b'1110'
    """
    return f"{cells:0{rows * cols}b}"[::-1].encode()


def parts_to_value(rows: int, cols: int, cells: int) -> list[int]:
    """Returns connected parts whose values add to that of the board, after two reductions.

    Of several leaves on one cell the first reduction keeps one: taking that cell with any of them leaves the same game.
    The second drops a cell each of whose neighbours has a leaf: taking a neighbour with this cell or with the leaf
    leaves the same game.

    >>> [bin(part) for part in parts_to_value(3, 3, 0b010_111_010)]  # a cross, whose leaves count as one
    ['0b10010']
    """
    pieces: list[int] = []
    waiting = [_widen(cells, cols, cols + 1)]
    while waiting:
        board = waiting.pop()
        for part in strided_components(_reduced(board, cols + 1), cols + 1):
            if part != board:
                waiting.append(part)
            elif part & (part - 1):
                pieces.append(_narrow(part, cols))
    return sorted(pieces)


def shapes(rows: int, cols: int, cells: int) -> list[tuple[int, int, int]]:
    """Returns the connected parts of a board after both reductions (see :func:`parts_to_value`), each as a separate
    board in a fixed orientation. They make the same game in misère play, too, because the reductions preserve every
    option.

    >>> shapes(3, 3, 0b010_111_010), shapes(1, 5, 0b11011)
    ([(1, 2, 3)], [(1, 2, 3), (1, 2, 3)])
    """
    boards = []
    stride = 1 + max(rows, cols)
    for part in parts_to_value(rows, cols, cells):
        image = min(_images(_widen(part, cols, stride), stride))
        lines = []
        while image:
            lines.append(image & ((1 << stride) - 1))
            image >>= stride
        width = max(lines).bit_length()
        packed = 0
        for line in reversed(lines):
            packed = packed << width | line
        boards.append((len(lines), width, packed))
    return sorted(boards)


def with_neighbours(rows: int, cols: int, cells: int) -> int:
    """Returns the free cells that have a free neighbour: those on which a domino can lie."""
    beside = cells & cells >> 1 & ~int(("1" + "0" * (cols - 1)) * rows, 2)
    below = cells & cells >> cols
    return beside | beside << 1 | below | below << cols


@functools.lru_cache(maxsize=256)
def mirror_outcome(rows: int, cols: int, cells: int) -> Literal["P", "N"] | None:
    """Returns the outcome of a board of any size by the mirror strategy, or None if the strategy does not apply.

    P if some symmetry of the free cells that is its own inverse moves no domino onto a domino it meets,
    that is, no cell with a free neighbour is its own image or its image's neighbour: the second player
    answers every domino by its image. N if the board has a point symmetry and the domino in its centre is
    free: the first player takes it, and is then the second player of such a board.

    Isolated cells take no part. (Gardner 1974 for rectangles; the argument needs the symmetry only.)

    >>> mirror_outcome(30, 30, (1 << 900) - 1), mirror_outcome(30, 31, (1 << 930) - 1)
    ('P', 'N')
    >>> mirror_outcome(1, 3, 0b111) is None
    True
    """
    _check(rows, cols, cells)
    cells = with_neighbours(rows, cols, cells)
    if not cells:
        return "P"
    flat = digits(rows, cols, cells)
    lines = [flat[r * cols : (r + 1) * cols] for r in range(rows)]
    lines = lines[flat.find(b"1") // cols : flat.rfind(b"1") // cols + 1]
    left = min(line.find(b"1") for line in lines if b"1" in line)
    right = max(line.rfind(b"1") for line in lines)
    lines = [line[left : right + 1] for line in lines]
    height, width = len(lines), len(lines[0])
    # A cell that meets its image lies on the axis of the symmetry or beside it: in the middle, or on a diagonal.
    rows_in_middle = slice((height - 1) // 2, height // 2 + 1)
    columns_in_middle = slice((width - 1) // 2, width // 2 + 1)
    back = [line[::-1] for line in lines]
    if lines[::-1] == back:
        centre = b"".join(line[columns_in_middle] for line in lines[rows_in_middle])
        if len(centre) == 4 or b"1" not in centre:
            return "P"
        if len(centre) == 2:
            return "N"
    if lines[::-1] == lines and b"1" not in b"".join(lines[rows_in_middle]):
        return "P"
    if back == lines and b"1" not in b"".join(line[columns_in_middle] for line in lines):
        return "P"
    for images in (lines, lines[::-1]) if height == width else ():
        diagonal = bytes(line[i] for i, line in enumerate(images))
        if b"1" not in diagonal and [bytes(column) for column in zip(*images, strict=True)] == images:
            return "P"
    return None


def connected_parts(rows: int, cols: int, cells: int) -> list[int]:
    """Returns the connected parts of a board.

    >>> [bin(part) for part in connected_parts(2, 3, 0b101_101)]
    ['0b1001', '0b100100']
    """
    parts = strided_components(_widen(cells, cols, cols + 1), cols + 1)
    return [_narrow(part, cols) for part in parts]


def strided_components(board: int, stride: int) -> list[int]:
    """Returns the connected parts of a board whose rows begin every ``stride`` bits, with an empty column between them.

    >>> strided_components(0b011_001, 3)
    [25]
    """
    pieces = []
    while board:
        part = board & -board
        while True:
            grown = (part | part << 1 | part >> 1 | part << stride | part >> stride) & board
            if grown == part:
                break
            part = grown
        pieces.append(part)
        board ^= part
    return pieces


def _reduced(board: int, stride: int) -> int:
    """Returns a board of the same value: leaves beside another leaf, and cells among leaf holders only, removed."""
    up, down, left, right = board << stride, board >> stride, board << 1, board >> 1
    one = (up ^ down) & ~(left | right) | (left ^ right) & ~(up | down)
    leaves = board & one
    if not leaves:
        return board
    holders, reduced = board & (leaves << stride), board
    for step in (1, -1, -stride):
        here = board & (leaves << step if step > 0 else leaves >> -step)
        twice = holders & here
        if twice:
            reduced &= ~(twice >> step if step > 0 else twice << -step)
        holders |= here
    rest = board & ~(leaves | holders)
    beside_rest = rest << 1 | rest >> 1 | rest << stride | rest >> stride
    return reduced & ~(rest & ~beside_rest)


def _images(part: int, stride: int) -> set[int]:
    """Returns the shape under the eight symmetries of the square, each in the top left corner."""
    rows = []
    while part:
        rows.append(part & ((1 << stride) - 1))
        part >>= stride
    width = max(rows).bit_length()
    columns = [sum((row >> c & 1) << r for r, row in enumerate(rows)) for c in range(width)]
    images = set()
    for lines, length in ((rows, width), (columns, len(rows))):
        back = [int(f"{line:0{length}b}"[::-1], 2) for line in lines]
        for image in (lines, lines[::-1], back, back[::-1]):
            packed = 0
            for line in reversed(image):
                packed = packed << stride | line
            images.add(packed)
    return images


def _widen(cells: int, cols: int, stride: int) -> int:
    row = (1 << cols) - 1
    board, shift = 0, 0
    while cells:
        board |= (cells & row) << shift
        cells >>= cols
        shift += stride
    return board


def _narrow(board: int, cols: int) -> int:
    row, stride = (1 << cols) - 1, cols + 1
    cells, shift = 0, 0
    while board:
        cells |= (board & row) << shift
        board >>= stride
        shift += cols
    return cells


def _check(rows: int, cols: int, cells: int) -> None:
    if rows < 1 or cols < 1:
        raise RangeError(
            say("expected at least one row and one column, got {rows} by {cols}", rows=rows, cols=cols)
        )
    if cells < 0 or cells >> (rows * cols):
        raise RangeError(
            say("expected cells within a board of {rows} by {cols}", rows=rows, cols=cols), where=hex(cells)
        )
