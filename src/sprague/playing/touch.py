"""Moves as a player makes them on the board: the places touched, the move in words, and where the other shapes
stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sprague.model.reasons import in_words
from sprague.model.ruleset import Option, alive
from sprague.numbers.integers import parse as parse_integer
from sprague.pictures.shapes import Take, Way
from sprague.words.errors import MoveError
from sprague.words.messages import Message, say
from sprague.workbench.position import Move, Position

#: The most mirror images of a move that are distinguished.
MOST_WAYS = 400


@dataclass(frozen=True)
class Touched:
    """A move made in one of its ways. ``marks`` are the shapes that it removes or changes. ``stays`` has, for each
    component that the move leaves, a dict from the names of its shapes to their names in the picture before (None: all
    keep their names)."""

    move: Move
    way: Way
    sentence: Message
    stays: tuple[dict[str, str] | None, ...]


def ways(move: Move) -> tuple[Way, ...]:
    """Returns every way to make ``move`` on the board.

    >>> from sprague.workbench.position import parse
    >>> [way.at for way in ways(parse("dots 7").find_move("dots 5"))]
    ['d1', 'd7']
    """
    ruleset, state = move.position.components[move.index]
    return ruleset.ways(state, move.option)[:MOST_WAYS]


def said(move: Move, way: int) -> Message:
    """Returns ``move`` in words, made in the way with this number."""
    ruleset, state = move.position.components[move.index]
    return in_words(
        move.position.components, move.index, move.option, ruleset.describe_way(state, move.option, way)
    )


def touched(move: Move, way: int = 0) -> Touched:
    """Returns ``move`` made in the way with this number. Raises MoveError if there is no such way.

    >>> from sprague.workbench.position import parse
    >>> made = touched(parse("dots 4").find_move("dots 2"))
    >>> str(made.sentence), made.stays
    ('cross out dot 1 with its neighbour, leaving a row of 2', ({'d1': 'd3', 'd2': 'd4'},))
    """
    all_ways = ways(move)
    if not 0 <= way < len(all_ways):
        raise MoveError(say("expected one of the {count} ways to make this move", count=len(all_ways)))
    ruleset, state = move.position.components[move.index]
    standing = alive(move.option)
    if not standing and len(move.position.components) == 1:
        standing = move.option[:1]  # After the very last move the position is an empty component.
    stays = ruleset.stays(state, standing, way) if standing else ()
    return Touched(move, all_ways[way], said(move, way), stays)


def taken(position: Position, component: int, heaps: Sequence[int], count: int | str) -> Move:
    """Returns the move that takes ``count``, which may be a text, from each of these heaps of a component, counted from
    0. Raises MoveError.

    >>> from sprague.workbench.position import parse
    >>> print(taken(parse("wythoff 500,1000"), 0, [1], 691))
    take 691 from the second jar -> wythoff 500,309
    """
    if isinstance(count, str):
        count = parse_integer(count, "count")
    if not 0 <= component < len(position.components):
        raise MoveError(say("there is no part number {n} here", n=component + 1))
    part = position.components[component]
    most = next((take.most for take in part.ruleset.takes(part.state) if take.heaps == tuple(heaps)), None)
    if most is None:
        raise MoveError(part.ruleset.rule)
    if not 1 <= count <= most:
        raise MoveError(
            say("a move takes at least one") if count < 1 else say("at most {most} now", most=most)
        )
    sizes = part.ruleset.sizes(part.state)
    wanted = tuple(n - count if i in heaps else n for i, n in enumerate(sizes))
    for option in part.ruleset.taking(part.state, count):
        if _sizes(option) == (wanted if any(wanted) else _sizes(option)) and _emptied(option) == (
            not any(wanted)
        ):
            return Move(position, component, option)
    raise MoveError(part.ruleset.rule)


def takes(position: Position) -> list[tuple[int, Take]]:
    """Returns the index and the takes of each component whose moves all take numbers from heaps."""
    return [
        (index, take)
        for index, part in enumerate(position.components)
        for take in part.ruleset.takes(part.state)
    ]


def _sizes(option: Option) -> tuple[int, ...]:
    return option[0].ruleset.sizes(option[0].state) if option else ()


def _emptied(option: Option) -> bool:
    return not alive(option)
