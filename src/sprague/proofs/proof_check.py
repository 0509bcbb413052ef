"""The checker of proof files (``proof.py``): plain code that needs only the standard library.

It knows the rules of the games and how to separate the parts of a board. It searches nothing, and it shares no
line with the program that writes the proofs.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

#: An estimate counts larger numbers as this.
_HUGE = 10**30

#: Beside these, place[…] with any of the pieces below.
GAMES = ("cram", "arc-kayles", "node-kayles", "clobber", "cannibal-clobber")

#: The pieces that are not straight, by their cells: the digits of each number are a row and a column.
PIECES = {
    "L3": (0, 10, 11), "L4": (0, 10, 20, 21), "O4": (0, 1, 10, 11), "S4": (1, 2, 10, 11), "T4": (0, 1, 2, 11),
    "F5": (1, 2, 10, 11, 21), "L5": (0, 10, 20, 30, 31), "N5": (1, 11, 20, 21, 30), "P5": (0, 1, 10, 11, 20),
    "T5": (0, 1, 2, 11, 21), "U5": (0, 2, 10, 11, 12), "V5": (0, 10, 20, 21, 22), "W5": (0, 10, 11, 21, 22),
    "X5": (1, 10, 11, 12, 21), "Y5": (1, 10, 11, 21, 31), "Z5": (0, 1, 11, 21, 22),
}  # fmt: skip

_FIELDS = {"format", "game", "position", "value", "board", "parts", "shapes", "digest"}
_SHAPE = {"board", "value", "smaller", "answers"}
_GRAPH = {"vertices", "edges"}


class Flaw(Exception):
    """The flaw of a proof."""


def seconds(proof: Any) -> float:
    """Estimates the seconds of a check, within a factor of ten. Raises Flaw for a proof that cannot be read."""
    return sum(points * moves for points, moves in _sizes(proof)) * 1e-6


def room(proof: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a proof that cannot be read."""
    return sum(400 * points + 200 * moves for points, moves in _sizes(proof))


def cost(proof: Any) -> str:
    """Says in words what a check of this proof will cost. Raises Flaw for a proof that cannot be read."""
    sizes = _sizes(proof)
    moves = sum(moves for _, moves in sizes)
    return (
        f"computes the answers to up to {moves} moves of {len(sizes) - 1} shapes again, in plain Python; "
        f"about {max(1, round(seconds(proof)))} s"
    )


def _sizes(proof: Any) -> list[tuple[int, int]]:
    """Returns the number of points, and a bound of the number of moves, of each shape and of the whole board. Nothing
    is built yet."""
    shapes = _list(proof.get("shapes") if isinstance(proof, dict) else None, "shapes")
    sizes, game = [], str(proof.get("game"))[:200]
    ways = 2 if game == "cram" else 4 if game in GAMES else 8 * (1 + game.count(","))
    for entry in [*shapes, proof]:
        board = entry.get("board") if isinstance(entry, dict) else None
        if isinstance(board, str):
            points = sum(map(board.count, ".xo"))
            sizes.append((points, ways * points))
        elif isinstance(board, dict) and isinstance(board.get("edges"), list):
            vertices = board.get("vertices")
            if type(vertices) is not int or vertices < 0:
                raise Flaw("vertices: expected a whole number")
            points = min(vertices, _HUGE)
            sizes.append((points, max(points, len(board["edges"]))))
        else:
            raise Flaw("expected a board")
    return sizes


def check_proof(proof: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of moves whose answers were recomputed. Raises Flaw, with the reason, for a file that proves
    nothing."""
    if not isinstance(proof, dict) or proof.get("format") != "sprague-proof/1":
        raise Flaw("expected a proof of format sprague-proof/1")
    if proof.get("digest") != digest(proof):
        raise Flaw("the digest does not fit: the file was altered")
    game = proof.get("game")
    if not isinstance(game, str) or (game not in GAMES and not _pieces(game)):
        raise Flaw(f"expected one of the games {', '.join(GAMES)} and place[…], got {game!r}")
    _exactly(proof, _FIELDS, "the proof")
    shapes = _list(proof.get("shapes"), "shapes")
    values = [_value(shape) for shape in shapes]
    for i, shape in enumerate(shapes):
        _exactly(shape, _SHAPE, f"shape {i}")
    boards = [_board(game, shape.get("board"), f"shape {i}") for i, shape in enumerate(shapes)]
    checked = 0
    for i, shape in enumerate(shapes):
        tick()
        try:
            checked += _check_shape(game, shape, boards, values, boards[i])
        except Flaw as flaw:
            raise Flaw(f"shape {i}: {flaw}") from None
        except (TypeError, ValueError, IndexError, KeyError):
            raise Flaw(f"shape {i}: an entry is not of the expected form") from None
    root = _board(game, proof.get("board"), "the board")
    try:
        total = _sum(game, proof.get("parts"), root, set(root), boards, values)
    except (TypeError, ValueError, IndexError, KeyError):
        raise Flaw("the parts of the board are not of the expected form") from None
    if total != _value(proof):
        raise Flaw("the values of the parts do not add up to the value claimed")
    return checked


def digest(proof: dict[str, Any]) -> str:
    """Returns the SHA-256 of a proof without its digest, as compact JSON with sorted keys. The digest reveals
    accidental errors; the rest of the check reveals false claims."""
    content = {key: value for key, value in proof.items() if key != "digest"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _check_shape(game: str, shape: dict[str, Any], boards: list[Any], values: list[int], board: Any) -> int:
    value, moves = _value(shape), _moves(game, board, set(board))
    smaller, answers = _list(shape.get("smaller"), "smaller"), _list(shape.get("answers"), "answers")
    if len(smaller) != value:
        raise Flaw(f"expected a move to each of the {value} smaller values, got {len(smaller)}")
    for u, (move, parts) in enumerate(smaller):
        option = _points_after(game, board, set(board), moves[_index(move, moves)])
        if _sum(game, parts, board, option, boards, values) != u:
            raise Flaw(f"the move to *{u} leaves another value")
    if len(answers) != len(moves):
        raise Flaw(f"expected an answer to each of the {len(moves)} moves, got {len(answers)}")
    for move, answer in zip(moves, answers, strict=True):
        option = _points_after(game, board, set(board), move)
        if answer[0] == 0 and len(answer) == 2:
            if _sum(game, answer[1], board, option, boards, values) == value:
                raise Flaw(f"move {move} leaves the value claimed")
        elif answer[0] == 1 and len(answer) == 3:
            replies = _moves(game, board, option) if game == "clobber" else moves
            second = replies[_index(answer[1], replies)]
            if not _is_possible(game, board, option, second):
                raise Flaw(f"the answer {second} to move {move} is not possible")
            if (
                _sum(game, answer[2], board, _points_after(game, board, option, second), boards, values)
                != value
            ):
                raise Flaw(f"the answer to move {move} does not lead back to *{value}")
        else:
            raise Flaw(f"the answer to move {move} is not of the expected form")
    return len(moves) + len(smaller)


def _board(game: str, text: Any, name: str) -> dict[Any, set[Any]]:
    """Returns the points of a board, each with its neighbours."""
    try:
        if not game.endswith("-kayles"):
            marks = "xo" if game == "clobber" else "."
            rows = text.split("/")
            if set(text) - {*marks, "#", "/"}:
                raise Flaw(f"{name}: expected rows of {' and '.join(marks)} and #")
            points = {
                (r, c, mark) if game == "clobber" else (r, c)
                for r, row in enumerate(rows)
                for c, mark in enumerate(row)
                if mark != "#"
            }
            return {point: _beside(point, points) for point in points}
        _exactly(text, _GRAPH, name)
        if type(text["vertices"]) is not int:
            raise Flaw(f"{name}: expected a whole number of vertices")
        around: dict[Any, set[Any]] = {v: set() for v in range(text["vertices"])}
        for a, b in text["edges"]:
            if a == b or b in around[a]:
                raise Flaw(f"{name}: expected a simple graph")
            around[a].add(b)
            around[b].add(a)
        return around
    except (AttributeError, TypeError, ValueError, KeyError):
        raise Flaw(f"{name}: expected a board") from None


def _beside(point: tuple[Any, ...], points: set[Any]) -> set[Any]:
    """Returns the points of a grid that share a side with a point. In Clobber they have a colour, too."""
    r, c, *colour = point
    cells = ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c))
    if not colour:
        return points.intersection(cells)
    return points.intersection((*cell, mark) for cell in cells for mark in "xo")


def _near(game: str, board: dict[Any, set[Any]], point: Any, points: set[Any]) -> set[Any]:
    """Returns the neighbours of a point among ``points``. A stone of Clobber may stand on the place of a former one."""
    return _beside(point, points) if game == "clobber" else board[point] & points


def _moves(game: str, board: dict[Any, set[Any]], points: set[Any]) -> list[Any]:
    """Returns all moves in a fixed order: edges by their lower end, vertices, stones with those that they take, or
    pieces by their cells."""
    if game == "node-kayles":
        return sorted(points)
    if game == "cannibal-clobber":
        return sorted(point for point in points if board[point] & points)
    if game == "clobber":
        return sorted((a, b) for a in points for b in _beside(a, points) if a[2] != b[2])
    if game in GAMES:
        return [(a, b) for a in sorted(points) for b in sorted(board[a] & points) if a < b]
    return sorted({piece for point in points for piece in _placed(game, point, points)})


def _placed(game: str, point: tuple[int, int], points: set[Any]) -> list[Any]:
    """Returns the ways to place a piece on ``points`` so that it covers a point."""
    r, c = point
    places = (tuple((r + x - u, c + y - v) for x, y in cells) for cells in _pieces(game) for u, v in cells)
    return [place for place in places if points.issuperset(place)]


@cache
def _pieces(game: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Returns all images of the pieces of place[…], each with its cells in order, or () for another game, or if the
    pieces are not in their printed order, each once."""
    match = re.fullmatch(r"place\[([A-Z][1-9](?:,[A-Z][1-9])*)\]", game)
    names = match[1].split(",") if match else []
    if names != sorted(set(names), key=lambda name: (name[1], name)):
        return ()
    images = set()
    for name in names:
        if name[0] != "I" and name not in PIECES:
            return ()
        cells = (
            [(n, 0) for n in range(int(name[1]))] if name[0] == "I" else [divmod(n, 10) for n in PIECES[name]]
        )
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            for image in (cells, [(r, -c) for r, c in cells]):
                top, left = min(r for r, _ in image), min(c for _, c in image)
                images.add(tuple(sorted((r - top, c - left) for r, c in image)))
    return tuple(images)


def _is_possible(game: str, board: dict[Any, set[Any]], points: set[Any], move: Any) -> bool:
    """Returns whether a move of the whole board is still possible on ``points``."""
    if game == "clobber":
        return True  # it was counted among the possible moves
    if game == "cannibal-clobber":
        return move in points and bool(board[move] & points)
    return points.issuperset(move if game != "node-kayles" else (move,))


def _points_after(game: str, board: dict[Any, set[Any]], points: set[Any], move: Any) -> set[Any]:
    if game == "clobber":
        (_, _, colour), (r, c, _) = move
        return points - set(move) | {(r, c, colour)}
    if game == "cannibal-clobber":
        return points - {move}
    return points - {move} - board[move] if game == "node-kayles" else points - set(move)


def _has_move(game: str, board: dict[Any, set[Any]], point: Any, points: set[Any]) -> bool:
    """Returns whether some move on ``points`` needs this point."""
    if game == "node-kayles":
        return True
    if game == "clobber":
        return any(other[2] != point[2] for other in _beside(point, points))
    return bool(board[point] & points if game in GAMES else _placed(game, point, points))


def _sum(
    game: str, parts: Any, board: dict[Any, set[Any]], points: set[Any], boards: list[Any], values: list[int]
) -> int:
    """Returns the nim-sum of the shapes that ``parts`` lays onto ``points``. Each must cover one connected part, edges
    on edges, and together they must cover every point that has a move."""
    total = 0
    covered: set[Any] = set()
    for number, laid in _list(parts, "parts"):
        shape = boards[_index(number, boards)]
        image = _lay(game, shape, laid)
        placed = set(image.values())
        if len(placed) != len(shape) or not placed <= points or placed & covered:
            raise Flaw(f"shape {number} does not lie where it is said to")
        for point, target in image.items():
            if {image[other] for other in shape[point]} != _near(game, board, target, points):
                raise Flaw(f"shape {number} does not fit where it is laid")
        covered |= placed
        total ^= values[number]
    for point in points - covered:
        if _has_move(game, board, point, points):
            raise Flaw(f"{point} has a move and is covered by no part")
    return total


def _lay(game: str, shape: dict[Any, set[Any]], laid: Any) -> dict[Any, Any]:
    """Returns where each point of a shape lies after a symmetry of the square (8 exchanges the colours, too) and a
    shift, or vertex by vertex."""
    if game.endswith("-kayles"):
        if len(laid) != len(shape):
            raise Flaw("an isomorphism names another number of vertices")
        return {v: laid[v] for v in shape}
    turn, row, column = laid
    image = {}
    for r, c, *colour in shape:
        r2, c2 = (c, r) if turn & 4 else (r, c)
        cell = (row + (-r2 if turn & 1 else r2), column + (-c2 if turn & 2 else c2))
        image[r, c, *colour] = (*cell, *("ox"[mark == "o"] if turn & 8 else mark for mark in colour))
    return image


def _exactly(entry: dict[str, Any], fields: set[str], name: str) -> None:
    """Refuses a field that the checker does not read, since it would be an unchecked claim."""
    if set(entry) != fields:
        wrong = ", ".join(sorted(map(str, set(entry) ^ fields)))
        raise Flaw(f"{name}: expected the fields {', '.join(sorted(fields))}; wrong are {wrong}")


def _value(entry: Any) -> int:
    value = entry.get("value") if isinstance(entry, dict) else None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Flaw("expected a value >= 0")
    return value


def _index(number: Any, entries: list[Any]) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(entries):
        raise Flaw(f"expected a number from 0 to {len(entries) - 1}, got {number!r}")
    return number


def _list(entries: Any, name: str) -> list[Any]:
    if not isinstance(entries, list):
        raise Flaw(f"expected a list of {name}")
    return entries
