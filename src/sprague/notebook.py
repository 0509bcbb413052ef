"""Playing in a notebook: the page's board as a widget (extra ``[notebook]``).

Python does the computing: the board in the browser sends the player's actions, and shows the state that comes back.
Below the board is a picture of it, which the board hides. The picture remains in a notebook that is exported as HTML,
where the board cannot run without a network and a kernel.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Protocol

from sprague.playing import player
from sprague.playing.match import Turn, begin
from sprague.playing.touch import taken
from sprague.web import jobs
from sprague.words import languages
from sprague.words.errors import MissingExtraError, SpragueError
from sprague.words.messages import Message, say
from sprague.workbench.position import Move, Position

#: The board, built from web/src/widget.ts.
SCRIPT = Path(__file__).parent / "web" / "static" / "widget.js"


def play(
    position: Position | str,
    level: str = "perfect",
    *,
    second: bool = False,
    seed: int | None = None,
    language: str = "en",
) -> Board:
    """Returns a board to play on in Jupyter, as a widget that the last expression of a cell shows.

    ``position`` is a position or the name of a game, and ``level`` one of "perfect", "slips", "random", "teacher". With
    ``second`` the computer begins. The same ``seed`` gives the same game. The widget's ``game`` is the :class:`Game`
    behind it. Raises SpragueError if the position or the level is not valid, MissingExtraError without the extra
    [notebook].
    """
    game = Game(str(position), level, second=second, seed=seed, language=language)
    board: Board = _widget_class()(game)
    return board


class Board(Protocol):
    """A widget of anywidget. A cell of a notebook shows it, and it plays ``game``."""

    game: Game

    def _repr_mimebundle_(self, **kwargs: Any) -> Any: ...


class Game:
    """The game behind a board. It receives the board's messages, and returns the state that the board shows.

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
        self.language = languages.named(language)
        self.match = begin(position, level, secrets.randbelow(2**32) if seed is None else seed, second)
        self._news: list[Message] = []
        self._lit: list[str] = []
        self._answer()

    def state(self) -> dict[str, Any]:
        """Returns what the board shows: the position in the form of the page's server, whose turn it is, the news, and
        the moves (as the positions that they leave) that a hint lights up."""
        match = self.match
        return {
            "shown": jobs.position(match.now.text, self.language, quick=False),
            "open": match.your_move,
            "news": [sentence.render(self.language) for sentence in self._news],
            "lit": self._lit,
            "level": match.level,
            "levels": list(player.LEVELS),
        }

    def picture(self) -> str:
        """Returns the board and the news as HTML without scripts."""
        position = self.match.now
        try:
            drawn = position.svg()
        except SpragueError:  # too large to draw
            drawn = ""
        lines = [f"<code>{escape(position.text)}</code>"]
        lines += [escape(sentence.render(self.language)) for sentence in self._news]
        return drawn + "".join(f"<p>{line}</p>" for line in lines)

    def receive(self, message: dict[str, Any], show: Callable[[], None] = lambda: None) -> None:
        """Does what the board asks: {"do": "move", "to"} or {"do": "move", "take"}, "hint", "undo", "redo", "new",
        "swap", or {"do": "level", "level"}. An error appears on the board. ``show`` is called before the computer
        thinks."""
        match, do = self.match, message.get("do")
        if do != "hint":
            self._news, self._lit = [], []
        try:
            if do == "move" and match.your_move:  # otherwise the click came while the computer was thinking
                take = message.get("take")
                self._answer(str(message.get("to", "")) if take is None else self._taken(take), show)
            elif do == "hint":
                self._hint()
            elif do == "undo" and not match.undo():
                self._news = [say("there is no move of yours to take back")]
            elif do == "redo":
                self._news = (
                    match.take_turn().sentences() if match.redo() else [say("there is nothing to redo")]
                )
            elif do == "new":
                match.renew()
                self._answer()
            elif do == "swap":
                match.swap()
                self._answer()
            elif do == "level":
                match.set_level(str(message.get("level", "")))
        except SpragueError as error:
            self._news.append(error.message)

    def _taken(self, take: dict[str, Any]) -> Move:
        count = str(take.get("count", ""))
        return taken(self.match.now, int(take.get("component", 0)), list(take.get("heaps", [])), count)

    def _answer(self, move: Move | str | None = None, show: Callable[[], None] = lambda: None) -> None:
        """Plays a turn, beginning with the player's ``move``."""

        def shown(turn: Turn) -> None:
            self._news = turn.sentences()
            show()

        self._news = self.match.take_turn(move, shown).sentences()

    def _hint(self) -> None:
        self.match.hint()
        given = self.match.hints
        self._news = [hint.sentence for hint in given]
        self._lit = [hint.move.to.text for hint in given if hint.move is not None]


@lru_cache(maxsize=1)
def _widget_class() -> type[Any]:
    """Returns the widget's class. The first board imports anywidget."""
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
        #: The class of the pictures that the board hides.
        hidden = traitlets.Unicode().tag(sync=True)

        def __init__(self, game: Game) -> None:
            words = {
                "language": game.language,
                "texts": languages.texts(game.language),
                "plurals": languages.plurals(game.language),
            }
            super().__init__(state=game.state(), words=words, hidden=f"sprague-{secrets.token_hex(8)}")
            self.game = game
            self._pictures: list[Any] = []
            self.on_msg(self._receive)

        def _receive(self, _: Any, message: dict[str, Any], __: Any) -> None:
            self.game.receive(message, self._show)
            self._show()

        def _show(self) -> None:
            self.state = self.game.state()
            for picture in self._pictures:
                picture.update(self._html(), raw=True)

        def _ipython_display_(self, **kwargs: Any) -> None:
            from IPython import display

            show: Any = display.display
            bundle = self._repr_mimebundle_(**kwargs)
            board, about = bundle if isinstance(bundle, tuple) else (bundle, {})
            show(board, metadata=about, raw=True)
            self._pictures.append(show(self._html(), raw=True, display_id=True))

        def _html(self) -> dict[str, str]:
            return {"text/html": f'<div class="{self.hidden}">{self.game.picture()}</div>'}

    return Board
