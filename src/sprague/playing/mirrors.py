"""Mirrors of a board: which move is the partner of which, and whether the partner can still be made after it.

This module uses only the picture and the rules. A mirror turns or flips the picture onto itself. The partner of a move
touches the images of the places that the move touches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot
from typing import NamedTuple

from sprague.pictures.shapes import Drawing, Shape, Way
from sprague.words.errors import TooLargeError
from sprague.words.messages import Message, say
from sprague.workbench.position import Move, Position

from .player import one_thought
from .touch import touched, ways

#: A board with more ways to move is too large to look at by hand.
MOST_MOVES = 60

#: Points of a picture that are nearer to each other are the same.
NEAR = 0.05

Point = tuple[float, float]


class Pair(NamedTuple):
    """A move, its partner, and whether the partner can be made after it."""

    way: Way
    partner: Way
    clear: bool


class Mirror(NamedTuple):
    """A mirror of a board, in words, with the partner of every move."""

    words: Message
    pairs: list[Pair]


#: What a mirror does with a point, measured from the middle of the board.
KINDS: tuple[tuple[Message, Callable[[float, float], Point]], ...] = (
    (say("Half turn"), lambda x, y: (-x, -y)),
    (say("Left and right"), lambda x, y: (-x, y)),
    (say("Top and bottom"), lambda x, y: (x, -y)),
    (say("Across the diagonal"), lambda x, y: (y, x)),
)


@one_thought
def mirrors(position: Position) -> list[Mirror]:
    """Returns the mirrors of a board. Raises TooLargeError if there are too many moves.

    >>> from sprague.workbench.position import parse
    >>> [(str(each.words), sum(pair.clear for pair in each.pairs)) for each in mirrors(parse("cram 2x3"))]
    [('Half turn', 6), ('Left and right', 2), ('Top and bottom', 4)]
    """
    if len(position.components) != 1:
        return []
    moves = list(_moves(position))
    drawing = position.components[0].ruleset.draw(position.components[0].state)
    after = [_standing(move, number) for move, number, _ in moves]
    by_places = {_key(way): way for _, _, way in moves}
    images = []
    for words, image in KINDS:
        names = _images(drawing, image)
        if names is None:
            continue
        partners = [by_places.get(_key(_mirrored(way, names))) for _, _, way in moves]
        if None not in partners:
            pairs = [
                Pair(way, partner, _key(partner) in positions_after)
                for (_, _, way), partner, positions_after in zip(moves, partners, after, strict=True)
                if partner is not None
            ]
            images.append(Mirror(words, pairs))
    return images


def _moves(position: Position) -> Iterator[tuple[Move, int, Way]]:
    count = 0
    for move in position.moves():
        for number, way in enumerate(ways(move)):
            count += 1
            if count > MOST_MOVES:
                raise TooLargeError(say("expected a board with at most {limit} moves", limit=MOST_MOVES))
            yield move, number, way


def _key(way: Way) -> object:
    """Returns what distinguishes a move on the picture: the place that stands for it, or else all places that it
    touches."""
    return way.at or frozenset(way.marks)


def _mirrored(way: Way, names: dict[str, str]) -> Way:
    return Way(tuple(names.get(name, "") for name in way.marks), names.get(way.at, ""))


def _standing(move: Move, number: int) -> set[object]:
    """Returns the moves that are possible after ``move``, by their keys on the picture before it."""
    before = touched(move, number).stays
    standing: set[object] = set()
    for later in move.to.moves():
        names = before[later.index] if later.index < len(before) else {}
        for way in ways(later):
            marks = [name if names is None else names.get(name, "") for name in way.marks]
            at = way.at if names is None else names.get(way.at, "")
            standing.add(at or frozenset(marks))
    return standing


def _images(drawing: Drawing, image: Callable[[float, float], Point]) -> dict[str, str] | None:
    """Returns the name of the image of each shape, or None if the picture is not its own image."""
    named = [shape for shape in drawing.shapes if shape.name]
    corners = [point for shape in named for point in _ends(shape)]
    if not corners:
        return None
    x, y = ((min(line) + max(line)) / 2 for line in zip(*corners, strict=True))

    places = [(shape, [(a - x, b - y) for a, b in _ends(shape)]) for shape in named]
    twins: dict[str, str] = {}
    for shape, ends in places:
        turned = [image(a, b) for a, b in ends]
        twin = next(
            (
                other.name
                for other, place in places
                if (other.kind, other.role) == (shape.kind, shape.role) and _meet(turned, place)
            ),
            None,
        )
        if twin is None:
            return None
        twins[shape.name] = twin
    return twins


def _meet(ends: list[Point], others: list[Point]) -> bool:
    """Returns whether both lists contain the same points, in one order or the other."""
    return any(
        all(hypot(a - c, b - d) < NEAR for (a, b), (c, d) in zip(ends, order, strict=True))
        for order in (others, others[::-1])
    )


def _ends(shape: Shape) -> list[Point]:
    """Returns the points that locate a shape: the ends of a line, the middle of any other shape."""
    if shape.kind == "line":
        return [(shape.x, shape.y), (shape.x + shape.w, shape.y + shape.h)]
    if shape.kind == "rect":
        return [(shape.x + shape.w / 2, shape.y + shape.h / 2)]
    return [(shape.x, shape.y)]
