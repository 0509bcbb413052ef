"""The checker of proofs about NoGo: plain code that needs only the standard library.

It reads boards and puts stones by itself, and shares no line with the program that writes the proofs. Boards are alike
if a symmetry of the rectangle and an exchange of the colours lead from one to the other.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

_FIELDS = {"format", "position", "value", "boards", "digest"}
_EMPTY = re.compile(r"nogo ([1-9][0-9]?)x([1-9][0-9]?)", re.ASCII)
_STONES = re.compile(r"nogo ([xo./]+)", re.ASCII)

#: Larger boards are refused.
_MOST_CELLS = 100

#: A board as its rows, with / between them.
Board = str


class Flaw(Exception):
    """The flaw of a proof."""


def seconds(proof: Any) -> float:
    """Estimates the seconds of a check, within a factor of ten. Raises Flaw for a proof that cannot be read."""
    return sum(1e-5 * len(entry[0]) ** 2 for entry in _boards(proof))


def room(proof: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a proof that cannot be read."""
    return sum(1000 + 10 * len(entry[0]) for entry in _boards(proof))


def cost(proof: Any) -> str:
    """Says in words what a check of this proof will cost. Raises Flaw for a proof that cannot be read."""
    boards = len(_boards(proof))
    return f"makes all moves of up to {boards} boards again, in plain Python; about {max(1, round(seconds(proof)))} s"


def check_nogo(proof: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of moves that were made again. Raises Flaw, with the reason, for a file that proves nothing.

    An entry is a board, its value (or null), and moves to some values. The value v of a board holds if there is a move
    to each smaller value, and no move leaves v. A board has not the value u if a move leaves u, or if it has another
    value. A move leaves a free cell less, so that no claim rests on itself.
    """
    if not isinstance(proof, dict) or proof.get("format") != "sprague-nogo/1":
        raise Flaw("expected a proof of format sprague-nogo/1")
    if set(proof) != _FIELDS:
        wrong = ", ".join(sorted(map(str, set(proof) ^ _FIELDS)))
        raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}; wrong are {wrong}")
    if proof["digest"] != digest(proof):
        raise Flaw("the digest does not fit: the file was altered")
    values: dict[Board, int] = {}
    others: dict[Board, set[int]] = {}
    for board, value, moves in _boards(proof):
        tick()
        _checked(board)
        form = _form(board)
        if value is not None:
            values[form] = value
        others.setdefault(form, set()).update(move[0] for move in moves)
    count = 0
    for number, (board, value, moves) in enumerate(proof["boards"]):
        try:
            count += _check_board(values, others, board, value, moves, tick)
        except Flaw as flaw:
            raise Flaw(f"board {number}: {flaw}") from None
    if _value(values, _board_of(proof["position"])) != _whole(proof["value"]):
        raise Flaw("the value claimed is another")
    return count


def _check_board(
    values: dict[Board, int],
    others: dict[Board, set[int]],
    board: Board,
    value: int | None,
    moves: list[Any],
    tick: Callable[[], None],
) -> int:
    for target, cell, colour in moves:
        tick()
        if _value(values, put(board, cell, colour)) != target:
            raise Flaw(f"the move to *{target} leaves another value")
    if value is None:
        return len(moves)
    missing = set(range(value)) - {move[0] for move in moves}
    if missing:
        raise Flaw(f"expected a move to each of the {value} smaller values, none leads to *{min(missing)}")
    count = len(moves)
    for option in all_moves(board):
        tick()
        count += 1
        form = _form(option)
        if values.get(form, value) == value and (form in values or value not in others.get(form, ())):
            raise Flaw(f"nothing shows that each move leaves another value than {value}")
    return count


def _value(values: dict[Board, int], board: Board) -> int:
    form = _form(board)
    if form not in values:
        raise Flaw("a move leaves a board whose value is not claimed")
    return values.get(form, 0)


def digest(proof: dict[str, Any]) -> str:
    """Returns the SHA-256 of a proof without its digest, as compact JSON with sorted keys. It reveals accidents."""
    content = {key: value for key, value in proof.items() if key != "digest"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _whole(number: Any) -> int:
    if type(number) is not int or not 0 <= number <= _MOST_CELLS:
        raise Flaw(f"expected a whole number from 0 to {_MOST_CELLS}")
    return number


def _boards(proof: Any) -> list[Any]:
    """Returns the entries, each of the form that it should have."""
    entries = proof.get("boards") if isinstance(proof, dict) else None
    if not isinstance(entries, list):
        raise Flaw("expected a list of boards")
    for entry in entries:
        if not (isinstance(entry, list) and len(entry) == 3 and isinstance(entry[2], list)):
            raise Flaw("a board: expected its rows, its value or null, and a list of moves")
        if not isinstance(entry[0], str) or len(entry[0]) > 2 * _MOST_CELLS:
            raise Flaw("a board: expected its rows as text")
        if entry[1] is not None:
            _whole(entry[1])
        for move in entry[2]:
            if not (isinstance(move, list) and len(move) == 3 and move[2] in ("x", "o")):
                raise Flaw("a move: expected a value, a cell, and x or o")
            _whole(move[0]), _whole(move[1])
    return entries


def _checked(board: Any) -> Board:
    """Refuses what is no board: rows of x, o and ., of one length, on which each block has a free neighbour."""
    rows = board.split("/") if isinstance(board, str) else [""]
    if not rows[0] or len({len(row) for row in rows}) > 1 or set("".join(rows)) - set("xo."):
        raise Flaw("expected rows of x, o and ., of one length")
    if len(rows) * len(rows[0]) > _MOST_CELLS:
        raise Flaw(f"expected at most {_MOST_CELLS} cells")
    cells = _cells(board)
    if not all(_is_free(cells, cell) for cell in cells):
        raise Flaw("expected a free cell beside each block")
    return str(board)


def _board_of(position: Any) -> Board:
    """Returns the board that a position names, in its printed form."""
    empty = _EMPTY.fullmatch(position) if isinstance(position, str) else None
    stones = _STONES.fullmatch(position) if isinstance(position, str) else None
    if empty is not None and int(empty[1]) * int(empty[2]) <= _MOST_CELLS:
        return "/".join(["." * int(empty[2])] * int(empty[1]))
    if stones is None or not set(stones[1]) & set("xo"):
        raise Flaw("position: expected nogo and a board")
    return _checked(stones[1])


# Moves

Cell = tuple[int, int]


def _cells(board: Board) -> dict[Cell, str]:
    return {(r, c): mark for r, row in enumerate(board.split("/")) for c, mark in enumerate(row)}


def _beside(r: int, c: int) -> tuple[Cell, Cell, Cell, Cell]:
    return (r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)


def _is_free(cells: dict[Cell, str], cell: Cell) -> bool:
    """Returns whether the block of a cell has a free neighbour, or the cell is free itself."""
    block, waiting = {cell}, [cell]
    while waiting:
        r, c = waiting.pop()
        if cells[r, c] == ".":
            return True
        for near in _beside(r, c):
            if near not in block and cells.get(near) in (".", cells[cell]):
                block.add(near)
                waiting.append(near)
    return False


def put(board: Board, number: int, colour: str) -> Board:
    """Returns the board with one more stone. The cells are counted row by row."""
    rows = [list(row) for row in board.split("/")]
    r, c = divmod(number, len(rows[0]))
    if r >= len(rows) or rows[r][c] != ".":
        raise Flaw("a stone goes on a free cell")
    rows[r][c] = colour
    after = "/".join(map("".join, rows))
    cells = _cells(after)
    if not all(
        _is_free(cells, cell)
        for cell in ((r, c), (r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c))
        if cell in cells
    ):
        raise Flaw("each block needs a free cell beside it")
    return after


def all_moves(board: Board) -> Iterator[Board]:
    """Yields what every possible move leaves."""
    for number, mark in enumerate(board.replace("/", "")):
        for colour in "xo" if mark == "." else "":
            try:
                yield put(board, number, colour)
            except Flaw:
                continue


def _form(board: Board) -> Board:
    """Returns the least of the images of a board under the symmetries of the rectangle, in both colours."""
    images = set()
    rows = board.split("/")
    for turned in (rows, list(map("".join, zip(*rows, strict=True)))):
        for flipped in (turned, turned[::-1]):
            for image in (flipped, [row[::-1] for row in flipped]):
                text = "/".join(image)
                images |= {text, text.translate({ord("x"): "o", ord("o"): "x"})}
    return min(images)
