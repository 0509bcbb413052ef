"""Reviews a finished game: where it was decided.

>>> from sprague.workbench.position import parse
>>> seen = review(parse("nim 1,3"), ["nim 1,2", "nim 1,1", "*1", "*0"])
>>> seen.turning, str(seen.better)
(0, 'take 2 from the heap of 3 -> nim 1,1')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sprague.system.ask import asked
from sprague.words.errors import MoveError, TooLargeError, UnsolvedError
from sprague.words.messages import Message, say
from sprague.workbench.position import Move, Position, answer

from . import player
from .player import is_over, one_thought, winning_move
from .typed import read_move


@dataclass(frozen=True)
class Review:
    """The review of a finished game. ``outcomes[i]`` is the outcome of the position before move i ("N": the player to
    move can win; None if it is out of reach, or only observed); the last one belongs to the end. ``turning`` is the
    number of the loser's last move from a position that could be won, after which nothing helped, or None if there was
    none. ``better`` is a move that would have won there, and ``sentence`` a teacher's comment."""

    moves: tuple[Move, ...]
    outcomes: tuple[str | None, ...]
    turning: int | None
    better: Move | None
    sentence: Message


def review(start: Position, moves: Sequence[str]) -> Review:
    """Reviews the game of these moves from ``start`` to the end. Each move is written as for
    :func:`sprague.playing.typed.read_move`. Raises MoveError if a move is illegal or the game is not over."""
    moves_made: list[Move] = []
    now = start
    for text in moves:
        moves_made.append(read_move(now, text))
        now = moves_made[-1].to
    if not moves_made or not is_over(now):
        raise MoveError(say("a game can be reviewed only when it is over"))
    #: Who made the last move has won, in misère play lost; the moves of the loser are every second one.
    last = len(moves_made) - 1 if start.misere else len(moves_made) - 2
    outcomes = _outcomes([start, *(move.to for move in moves_made)])
    theirs = range(last % 2, len(moves_made), 2)
    could = [i for i in theirs if outcomes[i] == "N"]
    unknown = [i for i in theirs if outcomes[i] is None]
    if could and not (unknown and unknown[-1] > could[-1]):
        turning = could[-1]
        better = winning_move(moves_made[turning].position)
        return Review(
            tuple(moves_made), outcomes, turning, better, say("from here nobody could save the loser")
        )
    if unknown:
        words = say("who was winning is out of reach for some of these positions")
    else:
        words = say("the loser never had a chance: every position was lost from the start")
    return Review(tuple(moves_made), outcomes, None, None, words)


@one_thought
def _outcomes(positions: Sequence[Position]) -> tuple[str | None, ...]:
    """Returns the outcomes. It computes them from the end, where answers are easiest, to the start."""
    outcomes: list[str | None] = []
    for position in reversed(positions):
        with asked().part(player.KNOWING):
            try:
                each = answer(position, moves=False)
                outcomes.append(None if each.evidence.kind == "observed" else each.outcome)
            except (TooLargeError, UnsolvedError):
                outcomes.append(None)
    return tuple(reversed(outcomes))
