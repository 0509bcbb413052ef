"""Players, and matches between them.

A player is any function that takes a position and returns a move: a move of the position, the position that it leaves,
or its text. A function with a second parameter also gets a seed.

>>> def greedy(position):
...     return max(position.moves(), key=lambda move: sum(move.removed))
>>> record = match("nim 2,3", perfect, greedy)
>>> record.result, len(record)
('first', 3)
>>> print(tournament({"perfect": perfect, "greedy": greedy}, ["nim 2,3", "nim 1,2,4"]))
         perfect  greedy  won  of
perfect        -       4    4   4
greedy         0       -    0   4
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from sprague.system.ask import Step, tick
from sprague.words.digits import shown
from sprague.words.errors import MoveError, RangeError
from sprague.words.messages import say
from sprague.workbench.position import Move, Position

from . import player
from .record import RESULTS, Record

#: A function from a position to a move, or from a position and a seed.
Player: TypeAlias = Callable[..., Move | Position | str]


def perfect(position: Position, seed: int = 0) -> Move:
    """Plays at the level "perfect" of the page: it never gives a win away, and in a lost position it holds out
    longest."""
    return player.reply(position, "perfect", seed=seed).move


def slips(position: Position, seed: int = 0) -> Move:
    """Plays like :func:`perfect`, but gives away one winning position in four."""
    return player.reply(position, "slips", seed=seed).move


def random(position: Position, seed: int = 0) -> Move:
    """Plays any move. The same position and seed give the same one."""
    return player.reply(position, "random", seed=seed).move


def match(start: Position | str, first: Player, second: Player, *, seed: int = 0) -> Record:
    """Plays a game to its end and returns its record. The players are named by their functions.

    A player who returns an illegal move gives the game up, and a comment says why. Other exceptions of a player are
    passed on.

    >>> print(match("nim 2", lambda position: "*7", random))
    position: *2
    first: <lambda>
    second: random
    ; <lambda> gives up: no move leads from *2 to *7: a heap of 2 cannot become 7
    result: second
    """
    record = Record(start, players=(_name(first), _name(second)))
    choosers = [_with_seed(first), _with_seed(second)]
    while not record.over:
        tick(lambda: Step(say("moves"), len(record)))
        turn = record.turn
        chosen = choosers[turn](record.position, seed + len(record))
        try:
            record.push(chosen)
        except MoveError as error:
            record.comments[len(record)] = str(
                say("{player} gives up: {problem}", player=record.players[turn], problem=error.message)
            )
            record.give_up(RESULTS[1 - turn])
    return record


@dataclass(frozen=True)
class Tournament:
    """The result of a tournament: its ``records``, and the names of its ``players``."""

    players: tuple[str, ...]
    records: tuple[Record, ...]

    def won(self, name: str, against: str | None = None) -> int:
        """Returns how many games a player has won, in all or against another one."""
        return sum(
            record.result in RESULTS[:2]
            and record.players[RESULTS.index(record.result)] == name
            and (against is None or against in record.players)
            for record in self.records
        )

    def played(self, name: str) -> int:
        """Returns how many games a player has played."""
        return sum(name in record.players for record in self.records)

    def __str__(self) -> str:
        """Returns a table: how often the player of each row has won against that of each column."""
        head: list[object] = ["", *self.players, "won", "of"]
        rows: list[list[object]] = [
            [
                name,
                *("-" if name == other else self.won(name, other) for other in self.players),
                self.won(name),
                self.played(name),
            ]
            for name in self.players
        ]
        widths = [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]
        return "\n".join(
            "  ".join(
                f"{cell:{'>' if i else '<'}{width}}"
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in [head, *rows]
        )


def tournament(
    players: Mapping[str, Player], starts: Iterable[Position | str], *, seed: int = 0
) -> Tournament:
    """Lets each pair of players play every position twice, so that each player begins once. The same ``seed`` gives the
    same games. Raises RangeError for fewer than two players."""
    if len(players) < 2:
        raise RangeError(say("expected at least two players, got {count}", count=len(players)))
    records = []
    for number, start in enumerate(starts):
        for one, other in combinations(players, 2):
            for first, second in ((one, other), (other, one)):
                record = match(start, players[first], players[second], seed=seed + 1000 * number)
                record.players = (first, second)
                records.append(record)
    return Tournament(tuple(players), tuple(records))


def _name(player: Any) -> str:
    return str(getattr(player, "__name__", type(player).__name__))


def _with_seed(player: Player) -> Callable[[Position, int], Move | Position | str]:
    """Returns the player as a function of a position and a seed."""
    if not callable(player):
        raise RangeError(
            say("expected a player, a function from a position to a move, got {got}", got=shown(player)[:60])
        )
    try:
        inspect.signature(player).bind(None, 0)
    except TypeError:
        return lambda position, seed: player(position)
    return player
