"""Whether a proof is about the position that it names: the checker (``proof_check.py``) does not know the notation."""

from __future__ import annotations

import re
from typing import Any

from sprague.graphs.graph import refuse_multigraph
from sprague.graphs.notation import read_graph, write_graph

#: The letters of the points of a board, in its notation; a proof writes "." for those of one kind.
_LETTERS = {"cram": ".", "clobber": "xo", "cannibal-clobber": "x"}

_SIDES = re.compile(r"([1-9][0-9]*)x([1-9][0-9]*)", re.ASCII)

#: Full boards of more cells are in no proof.
_MOST_CELLS = 128

#: A point: its row and column, and which of the letters it has.
Point = tuple[int, int, int]


def is_about(proof: dict[str, Any]) -> bool:
    """Returns whether the board in a proof is that of the position it names in its printed form."""
    head, _, board = str(proof.get("position")).partition(" ")
    if head != proof["game"]:
        return False
    if is_grid(head):
        return is_named(head, board, proof["board"])
    if head not in ("arc-kayles", "node-kayles"):
        return False
    graph = read_graph(board, "")
    refuse_multigraph(graph, "", "")
    edges = sorted(sorted(edge) for edge in graph.edges)
    return write_graph(graph) == board and proof["board"] == {"vertices": len(graph.vertices), "edges": edges}


def is_grid(head: str) -> bool:
    """Returns whether a game is played on boards of cells, and has proofs of this kind."""
    return head in _LETTERS or head.startswith("place[")


def is_named(head: str, board: str, written: Any) -> bool:
    """Returns whether ``written``, the board in a proof, is the one with this notation.

    >>> is_named("clobber", "2x3", "xox/oxo"), is_named("clobber", "02x3", "xox/oxo")
    (True, False)
    """
    letters = _LETTERS.get(head, ".")
    sides = _SIDES.fullmatch(board)
    if sides is not None:
        rows, columns = int(sides[1]), int(sides[2])
        if rows * columns > _MOST_CELLS:
            return False
        lines = ["".join(letters[(r + c) % len(letters)] for c in range(columns)) for r in range(rows)]
    else:
        lines = board.split("/")
        empty = "#" if letters == "." else "."
        full = all(
            mark == letters[(r + c) % len(letters)]
            for r, line in enumerate(lines)
            for c, mark in enumerate(line)
        )
        if full or len({len(line) for line in lines}) > 1 or set(board) - {*letters, empty, "/"}:
            return False
    points = {(r, c): letters.find(mark) for r, line in enumerate(lines) for c, mark in enumerate(line)}
    return bool(text({(r, c, mark) for (r, c), mark in points.items() if mark >= 0}, letters) == written)


def text(points: set[Point], letters: str) -> str:
    """Returns a board in the form that the checker reads: the box around its points, in the corner of the board."""
    marks = {(r, c): letters[mark] if len(letters) > 1 else "." for r, c, mark in points}
    if not marks:
        return "#"
    rows, columns = max(r for r, _ in marks) + 1, max(c for _, c in marks) + 1
    return "/".join("".join(marks.get((r, c), "#") for c in range(columns)) for r in range(rows))
