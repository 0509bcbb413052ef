"""The common part of all environments: a game in progress, with its legal moves and the labels."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sprague.playing import player
from sprague.words.errors import RangeError
from sprague.words.messages import say
from sprague.workbench.position import Move, Position, parse

#: A player: a function of the position and a source of chance.
Player = Callable[[Position, Random], Move]

#: The moves that an environment offers at most, unless it is told.
MOST_MOVES = 1000


def player_of(level: str | Player) -> Player:
    """Returns the player of a level ("perfect", "slips", "random"); returns a function unchanged."""
    if callable(level):
        return level
    player.check_level(level)
    return lambda position, chance: player.reply(position, level, seed=chance.getrandbits(32)).move


def start_of(start: str | Position) -> Position:
    """Returns a position, given as an object or as a text. Raises RangeError if it has no move."""
    position = start if isinstance(start, Position) else parse(start)
    if player.is_over(position):
        raise RangeError(say("expected a position with a move, got {position}", position=position))
    return position


class Play:
    """The current position of a game. ``moves`` are its legal moves, in the order of the rules; an action is an index
    into them."""

    def __init__(self, position: Position, most_moves: int) -> None:
        self.position = position
        self.moves = position.moves().first(most_moves + 1)
        if len(self.moves) > most_moves:
            raise RangeError(
                say(
                    "{position} has more than {most} moves: give a larger most_moves",
                    position=position,
                    most=most_moves,
                )
            )

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return not self.moves

    def mask(self, rows: int) -> Any:
        """One for each legal action, zero up to ``rows``."""
        from sprague.system.arrays import np

        mask = np.zeros(rows, np.int8)
        mask[: len(self.moves)] = 1
        return mask

    def winning(self, rows: int) -> Any:
        """Returns the labels: 1 for each action that wins, by the solver."""
        from sprague.system.arrays import np

        wins = {move.to for move in self.position.winning_moves}
        mask = np.zeros(rows, np.int8)
        for number, move in enumerate(self.moves):
            mask[number] = move.to in wins
        return mask

    def after(self, action: int, most_moves: int) -> Play:
        """Returns the game after a legal action."""
        return Play(self.moves[action].to, most_moves)


def most_moves_of(position: Position) -> int:
    """Returns the number of actions of an environment that begins with ``position``: the number of its moves. In most
    games no later position has more."""
    total = position.moves().total
    if total is None or total > MOST_MOVES:
        raise RangeError(
            say(
                "{position} has more than {most} moves: give most_moves to offer that many",
                position=position,
                most=MOST_MOVES,
            )
        )
    return total
