"""Matches and turns. Every face that plays holds a :class:`Match`, and only shows the sentences of each
:class:`Turn`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sprague.words.errors import MoveError, SpragueError
from sprague.words.messages import Message, say
from sprague.workbench.position import Move, Position, parse
from sprague.workbench.registry import find

from . import player
from .hints import Hint, hints
from .record import Record, is_third_time
from .typed import read_move


@dataclass(frozen=True)
class Turn:
    """The events of a turn: the player's ``move``, a teacher's ``comment`` on it, and the computer's ``reply``; each is
    None if there was none. ``won`` says whether the player has won, None while the game goes on. ``drawn`` says that
    the position of a game with cycles occurred a third time, or that both players agreed to a draw. ``answer`` is the
    computer's answer to the offer of a draw."""

    move: Move | None = None
    comment: player.Comment | None = None
    reply: player.Reply | None = None
    won: bool | None = None
    drawn: bool = False
    answer: Message | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.won is not None or self.drawn

    def sentences(self, own: bool = True) -> list[Message]:
        """Returns the sentences about the turn in order; with ``own`` also the player's own move.

        >>> for sentence in begin("nim 1,2", seed=1).take_turn("nim 1,1").sentences(): print(sentence)
        you: take 1 from the heap of 2
        computer: take 1 from the heap of 1
        (every move loses; this one lasts longest: 2 moves to the end)
        """
        lines = []
        if own and self.move is not None:
            lines.append(say("you: {move}", move=self.move.sentence))
        if self.comment is not None:
            lines.append(self.comment.sentence)
        if self.reply is not None:
            lines.append(say("computer: {move}", move=self.reply.move.sentence))
            if self.reply.kind in player.TOLD:
                lines.append(say("({why})", why=self.reply.why))
        if self.won is not None:
            lines.append(
                say("No move is left: you win.") if self.won else say("No move is left: the computer wins.")
            )
        if self.answer is not None:
            lines.append(self.answer)
        elif self.drawn:
            lines.append(say("The position came back a third time: a draw."))
        return lines


class Match:
    """A match: the positions so far, the current one among them, and who moves at each.

    With ``second`` the computer begins. ``level`` is one of :data:`sprague.playing.player.LEVELS`. The same ``seed``
    gives the same game. Raises SpragueError for another level.

    >>> match = Match(parse("wythoff 5,8"), seed=1)
    >>> turn = match.take_turn("5,3")
    >>> str(turn.move.sentence), turn.reply.kind, turn.over
    ('take 5 from the second jar', 'longest', False)
    """

    def __init__(
        self, start: Position, level: str = "perfect", seed: int = 0, *, second: bool = False, game: str = ""
    ) -> None:
        self.game = game or start.text
        self.set_level(level)
        self.seed = seed
        self.positions = [start]
        #: ``yours[i]``: whether the player is to move at ``positions[i]`` (where no move is left: would be).
        self.yours = [not second]
        self.at = 0
        #: The place at which both agreed to a draw.
        self._agreed: int | None = None
        #: The steps of the hint that were given for the position on the table.
        self.hints: list[Hint] = []
        self._steps: list[Hint] | None = None

    @property
    def now(self) -> Position:
        """The current position."""
        return self.positions[self.at]

    @property
    def record(self) -> Record:
        """The game up to the current position, as a record to keep and to send.

        >>> print(Match(parse("nim 2"), seed=1, second=True).record)
        position: *2
        first: computer (perfect)
        second: you
        """
        names = "you", f"computer ({self.level})"
        agreed = self.at == self._agreed
        return Record(
            self.positions[0],
            self.positions[1 : self.at + 1],
            players=names if self.yours[0] else names[::-1],
            given_up="draw" if agreed else None,
        )

    @property
    def over(self) -> bool:
        """Whether no move is left, or the game is drawn."""
        return player.is_over(self.now) or self.drawn

    @property
    def drawn(self) -> bool:
        """Whether both players agreed to a draw, or the current position has occurred for the third time with the same
        player to move. This is possible only in games with cycles."""
        if self.at == self._agreed:
            return True
        return is_third_time(self.positions[: self.at + 1])

    @property
    def your_move(self) -> bool:
        """Whether the player is to move."""
        return self.yours[self.at] and not self.over

    @property
    def won(self) -> bool | None:
        """Whether the player has won, or None while a move is left. A player who cannot move has lost, or in misère
        play has won."""
        return self.yours[self.at] == self.now.misere if player.is_over(self.now) else None

    def offer_draw(self) -> Turn:
        """Offers a draw to the computer, which agrees unless it wins. Raises MoveError if it is not the player's turn,
        or if the game always ends by itself.

        >>> match = begin("loopy edges:a>b,b>a,b>c@a", seed=1)
        >>> str(match.offer_draw().answer), match.over
        ('the computer plays on: it can force the end', False)
        >>> begin("loopy edges:a>b,b>a@a").offer_draw().drawn
        True
        """
        if not self.your_move:
            raise MoveError(say("the game is over") if self.over else say("it is the computer's turn"))
        if not player.may_be_drawn(self.now):
            raise MoveError(say("no draw is possible: the game comes to an end by itself"))
        if player.agrees(self.now):
            self._agreed = self.at
            return Turn(drawn=True, answer=say("The computer agrees: a draw."))
        return Turn(answer=say("the computer plays on: it can force the end"))

    def take_turn(
        self,
        move: Move | Position | str | None = None,
        shown: Callable[[Turn], None] = lambda _: None,
    ) -> Turn:
        """Makes the player's ``move`` and the computer's reply. Without a move it makes only the reply, if it is the
        computer's turn. Before the computer thinks, ``shown`` is called with the turn so far.

        If it raises MoveError, nothing has changed.
        """
        turn = Turn()
        if move is not None:
            if not self.your_move:
                raise MoveError(say("the game is over") if self.over else say("it is the computer's turn"))
            move_made = read_move(self.now, move) if isinstance(move, str) else self.now.find_move(move)
            comment = player.comment(move_made) if self.level == "teacher" else None
            self._advance(move_made.to)
            turn = Turn(move_made, comment)
        if not self.over and not self.your_move:
            shown(turn)
            reply = player.reply(self.now, self.level, seed=self.seed + self.at)
            self._advance(reply.move.to)
            turn = Turn(turn.move, turn.comment, reply)
        return Turn(turn.move, turn.comment, turn.reply, self.won, self.drawn)

    def _advance(self, after: Position) -> None:
        """Appends the position ``after`` to the current one, and forgets moves that were taken back."""
        at = self.at + 1
        self._put([*self.positions[:at], after], [*self.yours[:at], not self.yours[self.at]], self.seed, at)

    def _go(self, at: int) -> None:
        self._put(self.positions, self.yours, self.seed, at)

    def _put(self, positions: list[Position], yours: list[bool], seed: int, at: int) -> None:
        """Changes everything in one step, so that an interrupt leaves the match as it was before or as it is
        afterwards."""
        now = {"positions": positions, "yours": yours, "seed": seed, "at": at}
        self.__dict__.update(now, hints=[], _steps=None, _agreed=None)

    def undo(self) -> bool:
        """Goes back to the player's last turn. Returns False if there is none."""
        return self._travel(-1)

    def redo(self) -> bool:
        """Goes forward again to the player's next turn or to the end. Returns False if there is none."""
        return self._travel(1)

    def _travel(self, step: int) -> bool:
        at = self.at + step
        while 0 <= at < len(self.positions):
            over = player.is_over(self.positions[at])
            if (self.yours[at] and not over) or (over and step > 0):
                self._go(at)
                return True
            at += step
        return False

    def swap(self) -> None:
        """Swaps the computer and the player. Raises MoveError after the end."""
        if self.over:
            raise MoveError(say("the game is over"))
        self.yours = [not yours for yours in self.yours]

    def hint(self) -> Hint | None:
        """Returns the next step of the hint for this position, or None after the last."""
        if self._steps is None:
            self._steps = hints(self.now)
        if len(self.hints) == len(self._steps):
            return None
        self.hints.append(self._steps[len(self.hints)])
        return self.hints[-1]

    def set_level(self, level: str) -> None:
        """Continues at another level. Raises SpragueError if the word is not a level."""
        player.check_level(level)
        self.level = level

    def renew(self) -> None:
        """Begins another game of the same kind: from the same position, or with the next seed if the match began with a
        name."""
        fresh = begin(self.game, self.level, self.seed + 1, not self.yours[0])
        self._put(fresh.positions, fresh.yours, fresh.seed, 0)


def begin(game: str, level: str = "perfect", seed: int = 0, second: bool = False) -> Match:
    """Begins a match of ``game``: a position as a text, or the name of a game, which then chooses a position. With
    ``second`` the computer begins. Raises SpragueError (NotationError for an unknown game).

    >>> begin("wythoff 5,8").now
    sg.parse('wythoff 5,8')
    """
    try:
        start = parse(game)
    except SpragueError as error:
        words = game.split()
        if len(words) != 1 and words[:1] != ["misere"]:
            raise
        try:
            find(words[-1])
        except SpragueError:
            raise error from None
        start = player.start(game, seed)
    return Match(start, level, seed, second=second, game=game)
