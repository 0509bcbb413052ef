"""Proof files of boards and graphs: a strategy that a small independent program checks again (``proof_check.py``).

A proof claims the values of shapes, smallest first, and shows each by a strategy. For a shape of value v:

- to each u < v a move that leaves value u (so the value is not less), and
- to each move an answer: either the position that the move leaves is itself shown to have a value other than v, or a
  second move leads back to value v (so no move leaves v, and the value is not more).

A proof describes the position after a move as a list of references to shapes shown elsewhere in the file, each with the
isomorphism that maps the shape onto the board. A reference always leads to a smaller shape, so there are no circles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sprague.model.engine import Engines
from sprague.model.ruleset import Component
from sprague.proofs.about import is_grid
from sprague.proofs.proof_check import digest
from sprague.search.pool import SearchPool
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .proof_arenas import Arena, Vertices
from .proof_grids import grid_of
from .registry import engine

FORMAT = "sprague-proof/1"

#: Boards with more cells (or vertices) are refused: their proofs would have millions of shapes.
MAX_POINTS = 40

Progress = Callable[[int, int], None]


def prove(
    component: Component, progress: Progress | None = None, engines: Engines = engine
) -> dict[str, Any]:
    """Returns the proof of the value of ``component`` (a game on a board or a graph) as a JSON-ready object.

    ``progress(shown, open)`` is called with the number of shapes shown and of those still to show. ``engines`` are
    those of a session, which may already know values. Raises RangeError for other games, and for boards of more than
    ``MAX_POINTS`` cells. Of some games, such as Sprouts, the proof has a form of its own.

    >>> from sprague.boards.cram import CRAM, read_board
    >>> proof = prove(Component(CRAM, read_board("2x3", "")))
    >>> proof["value"], len(proof["shapes"])
    (1, 3)
    """
    state: Any = component.state
    claims = engines(component.ruleset).claims(state, progress)
    if claims is not None:
        kind = {"format": f"sprague-{component.ruleset.head}/1", "position": str(component)}
        return {**kind, **claims, "digest": digest({**kind, **claims})}
    arena = _arena(component, engines.searches)
    everything = arena.everything
    if arena.size(everything) > MAX_POINTS:
        raise RangeError(
            say(
                "a proof covers at most {limit} cells or vertices, got {count}",
                limit=MAX_POINTS,
                count=arena.size(everything),
            )
        )
    writer = _Writer(arena)
    root = writer.refer(everything, everything)
    while writer.waiting:
        shape = writer.waiting.pop()
        writer.shapes[writer.number[shape]] = writer.show(shape)
        if progress is not None:
            progress(len(writer.shapes) - len(writer.waiting), len(writer.waiting))
    proof = {
        "format": FORMAT,
        "game": component.ruleset.head,
        "position": str(component),
        "value": arena.value(everything),
        "board": arena.write(everything),
        "parts": root,
        "shapes": writer.shapes,
    }
    return {**proof, "digest": digest(proof)}


class _Writer:
    """The shapes shown so far, and those still to show, by their normal form (a set of points as bits)."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.shapes: list[dict[str, Any]] = []
        self.number: dict[int, int] = {}
        self.waiting: list[int] = []

    def refer(self, points: int, within: int) -> list[Any]:
        """Returns references to the parts of ``points``, laid onto the board ``within``, and queues unknown shapes."""
        references = []
        for part in self.arena.parts(points):
            shape, way = self.arena.normal(part)
            if shape not in self.number:
                self.number[shape] = len(self.shapes)
                self.shapes.append({})
                self.waiting.append(shape)
            references.append([self.number[shape], self.arena.laid(part, way, within)])
        return references

    def show(self, shape: int) -> dict[str, Any]:
        """Returns the entry of one shape: its value, a move to each smaller value, and an answer to each move."""
        arena = self.arena
        value, options = arena.value(shape), arena.left(shape)
        smaller = []
        for u in range(value):
            best = min(
                (i for i in range(len(options)) if arena.value(options[i]) == u),
                key=lambda i: self.cost(options[i]),
            )
            smaller.append([best, self.refer(options[best], shape)])
        answers = []
        for points in options:
            back = self._way_back(shape, points, value) if arena.value(points) > value else None
            if back is not None and self.cost(back[1]) <= self.cost(points):
                answers.append([1, back[0], self.refer(back[1], shape)])
            else:
                answers.append([0, self.refer(points, shape)])
        return {"board": arena.write(shape), "value": value, "smaller": smaller, "answers": answers}

    def cost(self, points: int) -> int:
        """Estimates how much the parts of ``points`` add to the proof."""
        arena = self.arena
        return sum(
            1 << arena.size(part) for part in arena.parts(points) if arena.normal(part)[0] not in self.number
        )

    def _way_back(self, shape: int, points: int, value: int) -> tuple[int, int] | None:
        """Returns a second move that leaves ``value``: the one that is cheapest to show."""
        arena = self.arena
        seconds = [second for second in arena.seconds(shape, points) if arena.value(second[1]) == value]
        return min(seconds, key=lambda second: self.cost(second[1]), default=None)


def _arena(component: Component, searches: SearchPool) -> Arena:
    state = component.state
    if component.ruleset.head in ("arc-kayles", "node-kayles"):
        return Vertices(state, component.ruleset.head == "arc-kayles")
    if is_grid(component.ruleset.head):
        return grid_of(component, searches)
    raise RangeError(
        say(
            "a proof is written for cram, clobber, cannibal-clobber, place[…], arc-kayles, node-kayles, sprouts "
            "and nogo, not for {game}",
            game=component.ruleset.head,
        )
    )
