"""Playing in a notebook: the page's board as a widget (extra ``[notebook]``).

The computing stays in Python: the board in the browser sends what was done, and shows the state that comes back.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from sprague.model.position import Position
from sprague.playing import player
from sprague.playing.match import begin, read_move
from sprague.web import jobs
from sprague.words import languages
from sprague.words.errors import MissingExtraError, SpragueError
from sprague.words.messages import Message, say

#: The board, built from web/src/widget.ts.
SCRIPT = Path(__file__).parent / "web" / "static" / "widget.js"


def play(
    position: Position | str,
    level: str = "perfect",
    *,
    second: bool = False,
    seed: int | None = None,
    language: str = "en",
) -> Any:
    """A board to play on in Jupyter, as a widget: the last expression of a cell shows it.

    ``position`` is a position or the name of a game; ``level`` one of "perfect", "slips", "random", "teacher";
    ``second``: the computer begins; the same ``seed`` gives the same game. Its ``game`` is the :class:`Game` behind
    it. Raises SpragueError for what is no position or level, MissingExtraError without the extra [notebook].
    """
    game = Game(str(position), level, second=second, seed=seed, language=language)
    return _widget_class()(game)


class Game:
    """A game behind a board: it takes what the board sends, and says what the board shows.

    >>> game = Game("nim 1,2", seed=1)
    >>> game.receive({"do": "move", "to": "nim 1,1"})
    >>> game.state()["shown"]["position"], game.state()["news"][1]
    ('*1', 'computer: take 1 from the heap of 1')
    """

    def __init__(
        self,
        position: str,
        level: str = "perfect",
        *,
        second: bool = False,
        seed: int | None = None,
        language: str = "en",
    ) -> None:
        self.language = languages.choose(language)
        self.table = begin(position, level, secrets.randbelow(2**32) if seed is None else seed, second)
        self._news: list[Message] = []
        self._lit: list[str] = []
        self._answer()

    def state(self) -> dict[str, Any]:
        """What the board shows: the position as the page's server gives it, whose turn it is, what there is to
        tell, the moves (as the positions they leave) that a hint lights up."""
        table = self.table
        shown = jobs.position(table.now.text, self.language, quick=False)
        return {
            "shown": shown,
            "open": table.your_move and not shown["over"],
            "news": [sentence.render(self.language) for sentence in self._news],
            "lit": self._lit,
            "level": table.level,
            "levels": list(player.LEVELS),
        }

    def receive(self, message: dict[str, Any], show: Callable[[], None] = lambda: None) -> None:
        """Do what the board asks: {"do": "move", "to"}, "reply", "hint", "undo", "redo", "new", "swap", or
        {"do": "level", "level"}. What is wrong is told on the board. ``show`` is called before the computer thinks."""
        do = message.get("do")
        if do != "hint":
            self._news, self._lit = [], []
        try:
            if do == "move":
                self._move(str(message.get("to", "")), show)
            elif do == "reply":
                self._answer()
            elif do == "hint":
                self._hint()
            elif do in ("undo", "redo"):
                if not self.table.travel(-1 if do == "undo" else 1):
                    nothing = say("there is no move of yours to take back")
                    self._news = [nothing if do == "undo" else say("there is nothing to redo")]
            elif do == "new":
                self.table.renew()
                self._answer()
            elif do == "swap":
                self.table.yours = [not yours for yours in self.table.yours]
                self._answer()
            elif do == "level":
                self.table.set_level(str(message.get("level", "")))
        except SpragueError as error:
            self._news.append(error.message)

    def _move(self, text: str, show: Callable[[], None]) -> None:
        if not self.table.your_move:
            return  # a click that came while the computer thought
        move = read_move(self.table.now, text)
        self._news = [say("you: {move}", move=move.sentence)]
        if self.table.level == "teacher":
            self._news.append(player.comment(move).sentence)
        self.table.advance(move.to)
        show()
        self._answer()

    def _answer(self) -> None:
        """The computer's move if it is its turn, and the end if it has come."""
        if not self.table.your_move and not player.is_over(self.table.now):
            found = self.table.reply()
            self._news.append(say("computer: {move}", move=found.move.sentence))
            if found.kind in ("longest", "complicated", "unknown"):
                self._news.append(say("({why})", why=found.why))
            self.table.advance(found.move.to)
        if player.is_over(self.table.now):
            self._news.append(self.table.result())

    def _hint(self) -> None:
        hint = self.table.hint()
        self._news = list(self.table.hints)
        self._lit = []
        if hint is None or len(self.table.hints) > 2:
            winning = player.winning_move(self.table.now)
            self._lit = [] if winning is None else [winning.to.text]


@lru_cache(maxsize=1)
def _widget_class() -> type[Any]:
    """The widget's class; anywidget is imported when the first board is made."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise MissingExtraError("notebook", say("playing in a notebook")) from None

    class Board(anywidget.AnyWidget):
        """The page's board in a cell of a notebook."""

        _esm = SCRIPT
        state = traitlets.Dict().tag(sync=True)
        words = traitlets.Dict().tag(sync=True)

        def __init__(self, game: Game) -> None:
            words = {
                "language": game.language,
                "texts": languages.texts(game.language),
                "plurals": languages.plurals(game.language),
            }
            super().__init__(state=game.state(), words=words)
            self.game = game
            self.on_msg(self._receive)

        def _receive(self, _: Any, message: dict[str, Any], __: Any) -> None:
            self.game.receive(message, self._show)
            self._show()

        def _show(self) -> None:
            self.state = self.game.state()

    return Board
