"""Tests the rule "always move to the partner of your place" on paired neighbouring places, against every reply.

This module uses only the picture and the rules, so it serves every game in which a token moves from place to place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sprague.pictures.shapes import Shape
from sprague.system.ask import tick
from sprague.words.errors import MoveError
from sprague.words.messages import say
from sprague.workbench.position import Move, Position

from .player import one_thought
from .touch import touched, ways


class Kept(NamedTuple):
    """Whether the rule wins for the player who uses it. With ``first`` this is the player to move, whose place has a
    partner; otherwise it is the other player. ``walk`` leads to a position in which the rule gives no move; it is empty
    if there is none."""

    first: bool
    holds: bool
    walk: list[Position]


#: Where each shape of a picture stood in the first one.
Names = Mapping[str, str]


@one_thought
def keeps(position: Position, pairs: list[tuple[str, str]]) -> Kept:
    """Tests the rule "move to the partner of your place" on a picture with these pairs of places. Raises MoveError if a
    place is in two pairs, or for a sum or misère play, where whoever always has a move need not win.

    >>> from sprague.workbench.position import parse
    >>> keeps(parse("geography path:3@1"), [("v1", "v2")]).holds
    True
    >>> keeps(parse("geography path:4@1"), [("v0", "v1")]).walk[-1].text
    'geography edges:3-4@3'
    """
    if len(position.components) != 1 or position.misere:
        raise MoveError(say("expected one component in normal play"))
    partner: dict[str, str] = {}
    for a, b in pairs:
        if a == b or a in partner or b in partner:
            raise MoveError(say("expected each place in one pair at most"))
        partner.update({a: b, b: a})
    start = _token(position)
    names = {shape.name: shape.name for shape in _shapes(position) if shape.name}
    first = start in partner
    walk = _stuck(position, names, start, partner, first)
    return Kept(first, walk is None, walk or [])


def _shapes(position: Position) -> tuple[Shape, ...]:
    part = position.components[0]
    return part.ruleset.draw(part.state).shapes


def _token(position: Position) -> str:
    """Returns the place of the token: the shape below the ring."""
    shapes = _shapes(position)
    ring = next((shape for shape in shapes if shape.role == "limit" and not shape.name), None)
    return next(
        (s.name for s in shapes if s.name and ring is not None and (s.x, s.y) == (ring.x, ring.y)), ""
    )


def _stuck(
    position: Position, names: Names, here: str, partner: Mapping[str, str], mine: bool
) -> list[Position] | None:
    """Returns a walk from ``position`` to a position in which the rule gives no move, or None if the rule always gives
    one. ``mine`` says whether the player who uses the rule is to move."""
    tick()
    moves = list(_moves(position, names))
    if mine:
        wanted = partner.get(here)
        moves = [each for each in moves if each[1] == wanted]
        if not moves:
            return [position]
    for move, place, after in moves:
        walk = _stuck(move.to, after, place, partner, not mine)
        if walk is not None:
            return [position, *walk]
    return None


def _moves(position: Position, names: Names) -> list[tuple[Move, str, Names]]:
    """Returns each move with the place that it reaches and the original names of the shapes after it."""
    moves = []
    for move in position.moves():
        for number, way in enumerate(ways(move)):
            stays = touched(move, number).stays
            after = stays[0] if stays else {}
            names_after = names if after is None else {new: names.get(old, "") for new, old in after.items()}
            moves.append((move, names.get(way.at or next(iter(way.marks), ""), ""), names_after))
    return moves
