"""A game under way: the positions so far, who is to move at each, and going back and forth. Every face that plays
holds one."""

from __future__ import annotations

from dataclasses import dataclass, field

from sprague.model.position import Move, Position, parse
from sprague.words.errors import MoveError, SpragueError
from sprague.words.messages import Message, say

from . import player


@dataclass
class Table:
    """The positions so far, where we stand in them, and who is to move."""

    game: str
    level: str
    seed: int
    positions: list[Position]
    #: ``yours[i]``: whether the human is to move at ``positions[i]``.
    yours: list[bool]
    at: int = 0
    hints: list[Message] = field(default_factory=list)
    told: bool = False
    done: bool = False

    @property
    def now(self) -> Position:
        """The position on the table."""
        return self.positions[self.at]

    @property
    def your_move(self) -> bool:
        """Whether the human is to move (where no move is left: would be)."""
        return self.yours[self.at]

    def advance(self, after: Position) -> None:
        """Put ``after`` behind the position that is on the table; what was taken back is forgotten."""
        human = self.yours[self.at]
        del self.positions[self.at + 1 :], self.yours[self.at + 1 :]
        self.positions.append(after)
        self.yours.append(not human)
        self.at += 1
        self.hints, self.told = [], False

    def travel(self, step: int) -> bool:
        """Go to the last (step -1) or next (+1) position at which the human is to move; False when there is none."""
        at = self.at + step
        while 0 <= at < len(self.positions):
            over = player.is_over(self.positions[at])
            if (self.yours[at] and not over) or (over and step > 0):
                self.at, self.hints, self.told = at, [], False
                return True
            at += step
        return False

    def reply(self) -> player.Reply:
        """The computer's move here, at the table's level; it is not yet made."""
        return player.reply(self.now, self.level, seed=self.seed + self.at)

    def hint(self) -> Message | None:
        """One hint more about this position; None when all have been given."""
        steps = player.hints(self.now)
        if len(self.hints) == len(steps):
            return None
        self.hints.append(steps[len(self.hints)])
        return self.hints[-1]

    def set_level(self, level: str) -> None:
        """Play on at another level. Raises SpragueError for a word that is none."""
        if level not in player.LEVELS:
            raise SpragueError(
                say(
                    "expected a level among {levels}, got '{level}'",
                    levels=", ".join(player.LEVELS),
                    level=level,
                )
            )
        self.level = level

    def renew(self) -> None:
        """Another game of the same kind: as it was begun, or by the next seed where it was begun by name."""
        fresh = begin(self.game, self.level, self.seed + 1, not self.yours[0])
        self.positions, self.yours, self.at, self.seed = fresh.positions, fresh.yours, 0, fresh.seed
        self.hints, self.told = [], False

    def result(self) -> Message:
        """Who has won, where no move is left: whoever is to move has lost; in misère play they have won."""
        if self.your_move == self.now.misere:
            return say("No move is left: you win.")
        return say("No move is left: the computer wins.")


def begin(game: str, level: str = "perfect", seed: int = 0, second: bool = False) -> Table:
    """A table for ``game``: a position as text, or the name of a game, which then begins at a position of its
    choice. ``second``: the computer begins. Raises SpragueError (NotationError for an unknown game).

    >>> begin("wythoff 5,8").now
    sg.parse('wythoff 5,8')
    """
    from sprague.model.registry import find

    words = game.split()
    if len(words) == 1 or words[:1] == ["misere"]:
        try:
            position = parse(game)
        except SpragueError as error:
            try:
                find(words[-1])
            except SpragueError:
                raise error from None
            position = player.start(game, seed)
    else:
        position = parse(game)
    table = Table(game, level, seed, [position], [not second])
    table.set_level(level)
    return table


def read_move(position: Position, text: str) -> Move:
    """The move that a player typed: ``#3`` of the list, the position left with or without the game's name, or
    the words of the move in any of the languages. Raises MoveError.

    >>> print(read_move(parse("wythoff 5,8"), "5, 3"))
    take 5 from the second jar -> wythoff 5,3
    """
    if text.startswith("#"):
        number = text[1:].strip()
        if not (number.isascii() and number.isdigit() and 0 < len(number) < 7):
            raise MoveError(say("expected the number of a move, such as #3"), where=text)
        listed = position.moves().first(int(number))
        if not 0 < int(number) == len(listed):
            raise MoveError(say("there is no move of that number; see: moves"), where=text)
        return listed[-1]
    heads = {part.ruleset.head for part in position.components}
    if len(heads) > 1 or text[:1] not in tuple("0123456789(.#"):
        return position.find_move(text)
    misere = "misere " if position.misere else ""
    try:
        return position.find_move(f"{misere}{heads.pop()} {text}")
    except SpragueError as error:
        try:
            return position.find_move(text)
        except SpragueError:
            raise error from None
