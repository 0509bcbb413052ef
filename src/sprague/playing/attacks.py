"""Finds a trap for a reader to attack: a lost position with few moves, near a given one or on the ladder of its
game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from sprague.words.errors import BudgetError, SpragueError
from sprague.workbench.position import Position, is_moment, parse

from .ladders import BY_GAME
from .player import is_over, known_answer, one_thought

#: The least and the most different moves that are good to try by hand, and those for positions without such a number.
HANDY = ((2, 12), (1, 24))

#: The most winning moves of a position that are examined, and the most lost positions in all.
WAYS, LOOKED = 12, 60


@one_thought
def trap_near(position: Position) -> Position | None:
    """Returns a lost position with few different moves, each of which has an answer: the position itself, one that a
    winning move leaves, or else one on the ladder of its game. Returns None if there is none, or if play may go on for
    ever.

    >>> trap_near(parse("wythoff 4,6")).text, trap_near(parse("cram 4x4")).text
    ('wythoff 3,5', 'cram 3x3')
    >>> trap_near(parse("token")) is None
    True
    """
    with_counts: list[tuple[Position, int]] = []
    with suppress(BudgetError):  # a trap among those so far will do
        for each in islice(_lost(position), LOOKED):
            with_counts.append((each, attacks(each)))
    return next((each for low, high in HANDY for each, count in with_counts if low <= count <= high), None)


def attacks(position: Position) -> int:
    """Returns how many different positions the first moves leave, or 0 if one of them is the end, which needs no
    answer."""
    positions = {move.to.text: move.to for move in position.touchable().first(2 * HANDY[-1][1])}
    return 0 if any(map(is_over, positions.values())) else len(positions)


def _lost(position: Position) -> Iterator[Position]:
    """Yields lost positions that take only a moment: first near ``position``, then down the ladder."""
    for each in (position, *_rungs(position)):
        answer = known_answer(each) if is_moment(each) else None
        if answer is None or answer.outcome == "D" or answer.remoteness is not None:
            continue
        if answer.outcome == "P":
            yield each
        else:
            yield from (move.to for move in answer.winning_moves.first(WAYS))


def _rungs(position: Position) -> Iterator[Position]:
    """Yields the starting positions on the ladder of the one game of ``position``, the hardest first."""
    games = {part.ruleset.head for part in position.components}
    ladder = BY_GAME.get(games.pop()) if len(games) == 1 else None
    for rung in reversed(ladder.rungs if ladder else ()):
        try:
            yield parse(f"misere {rung.position}" if position.misere else rung.position)
        except SpragueError:  # a game without such positions
            continue
