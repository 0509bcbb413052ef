"""The game on the full screen of a terminal: the board, the list of moves, hints and the analysis (extra ``[tui]``).

The player chooses a move in the list with the arrow keys or the mouse, and the board shows the move under the cursor.
The computer thinks in its own thread, so the screen always responds.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from sprague.model.reasons import TOLD_COMPONENTS
from sprague.pictures.text import lines_of
from sprague.playing import player
from sprague.playing.hints import Hint
from sprague.playing.match import Match, Turn
from sprague.system.ask import asked
from sprague.system.limits import bytes_text
from sprague.words.errors import SpragueError
from sprague.words.messages import Message, say, short
from sprague.workbench.position import Answer, Move

#: The number of moves in the list; others can be typed.
LISTED = 300

#: The number of columns from which all keys fit on one line.
WIDE = 80


def run(match: Match) -> None:
    """Plays ``match`` until the player leaves."""
    Play(match).run()


class Keys(Footer):
    """The keys and their effects; on a narrow screen in lines of five."""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        self.styles.grid_size_columns = 5


class Play(App[None]):
    """The screen of a game. While the computer thinks (``busy``), only the quit key works."""

    TITLE = "Sprague"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #head { height: auto; padding: 0 1; background: $primary; color: $text; }
    #rule { height: auto; max-height: 2; padding: 0 1; color: $text-muted; }
    #middle { height: 1fr; }
    #board { width: 1fr; padding: 1 2; }
    #moves { width: 48%; max-width: 70; height: 100%; border: round $primary; padding: 0; }
    #analysis { height: auto; max-height: 9; padding: 0 1; border: round $secondary; display: none; }
    #why { height: auto; }
    #log { height: 4; padding: 0 1; background: $surface; }
    #log, #moves, #analysis, #board { scrollbar-size-vertical: 1; }
    #typed { display: none; }
    Keys.-narrow { layout: grid; grid-columns: auto; grid-rows: 1; height: auto; }
    """
    BINDINGS: ClassVar[list[Any]] = [
        Binding("h", "hint", str(say("hint"))),
        Binding("u", "undo", str(say("undo"))),
        Binding("r", "redo", str(say("redo"))),
        Binding("a", "analysis", str(say("analysis"))),
        Binding("l", "level", str(say("level"))),
        Binding("n", "renew", str(say("new"))),
        Binding("s", "swap", str(say("swap"))),
        Binding("d", "draw", str(say("draw"))),
        Binding("t", "type", str(say("type"))),
        Binding("q", "quit", str(say("quit"))),
        Binding("escape", "leave_typing", show=False),
    ]

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.busy = False
        self.moves: list[Move] = []
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        yield Static(id="rule", markup=False)
        with Horizontal(id="middle"):
            with VerticalScroll(id="board", can_focus=False):
                yield Static(id="picture", markup=False)
            yield OptionList(id="moves", markup=False)
        with VerticalScroll(id="analysis", can_focus=False):
            yield Static(id="why", markup=False)
        yield RichLog(id="log", wrap=True, min_width=20)
        yield Input(
            id="typed",
            placeholder=str(say("a move in words, how many to take, or the position that it leaves")),
        )
        yield Keys()

    def on_mount(self) -> None:
        self.query_one("#log", RichLog).can_focus = False
        first = self.match.now.components[0].ruleset
        if len(self.match.now.components) == 1 or first.grouped:
            self.query_one("#rule", Static).update(str(first.rule))
        if self.match.now.misere:
            self.tell(say("This is misère play: whoever makes the last move loses."))
        self._take_turn()

    # The content of the screen

    def tell(self, sentence: Message | str) -> None:
        """Shows a line below the board."""
        self.said.append(str(sentence))
        self.query_one("#log", RichLog).write(Text(self.said[-1]))

    def show(self) -> None:
        """Shows the current position, with its moves."""
        match, choices = self.match, self.query_one("#moves", OptionList)
        self.moves = [] if match.over else match.now.moves().first(LISTED)
        self._head()
        choices.clear_options()
        choices.add_options([Option(short(str(move.sentence), 200)) for move in self.moves])
        if self.moves:
            choices.highlighted = 0
        choices.focus()
        self._draw(self.moves[0] if match.your_move else None)

    def _head(self) -> None:
        if self.busy:
            turn = say("the computer thinks …")
        elif not self.moves:
            turn = say("the game is over")
        else:
            turn = say("your move")
        words = say(
            "{position} · level {level} · {turn}",
            position=short(self.match.now.text, 120),
            level=self.match.level,
            turn=turn,
        )
        self.query_one("#head", Static).update(str(words))

    def _draw(self, move: Move | None) -> None:
        columns = max(20, self.query_one("#board").size.width - 5)
        picture = Text(no_wrap=True)
        for line in lines_of(
            self.match.now.drawings(), columns, None if move is None else (move.index, move.marks)
        ):
            for text, touched in line:
                picture.append(text, "bold green" if touched else "")
            picture.append("\n")
        self.query_one("#picture", Static).update(picture)

    def on_resize(self) -> None:
        keys = self.query_one(Keys)
        keys.compact = self.size.width >= WIDE
        keys.set_class(not keys.compact, "-narrow")
        self.call_after_refresh(lambda: self._draw(self._highlighted()))

    def _highlighted(self) -> Move | None:
        at = self.query_one("#moves", OptionList).highlighted
        return self.moves[at] if at is not None and at < len(self.moves) and self.match.your_move else None

    # Thinking beside the screen

    def _think(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self.busy = True
        self._head()

        def think() -> None:
            try:
                outcome: Any = work()
            except (SpragueError, MemoryError, RecursionError) as problem:
                outcome = problem
            try:
                self.call_from_thread(done, outcome)
            except RuntimeError:  # the player has left
                pass

        def done(outcome: Any) -> None:
            self.busy = False
            self._head()
            if isinstance(outcome, Exception):
                self.tell(outcome.sentence() if isinstance(outcome, SpragueError) else _needs_more())
            else:
                then(outcome)

        # A daemon thread lets the player leave the game without waiting for it.
        Thread(target=think, daemon=True).start()

    def _take_turn(self, move: Move | str | None = None) -> None:
        """Plays the player's ``move``, if there is one, and lets the computer answer in a separate thread."""

        shown_before = 0

        def shown(turn: Turn) -> None:
            nonlocal shown_before
            shown_before = len(turn.sentences())
            with suppress(RuntimeError):  # the player has left
                self.call_from_thread(self._tell, turn.sentences())

        def told(turn: Turn) -> None:
            self._tell(turn.sentences()[shown_before:])
            self._analyse()

        if move is None:
            self.show()
        self._think(lambda: self.match.take_turn(move, shown), told)

    def _tell(self, sentences: list[Message]) -> None:
        for sentence in sentences:
            self.tell(sentence)
        self.show()

    def _analyse(self) -> None:
        if self.query_one("#analysis").display:
            self._think(self._analysis, self._show_analysis)

    def _analysis(self) -> tuple[str, set[str]]:
        with player.thinking():
            answer = self.match.now.solve()
        return analysis(answer), {move.to.text for move in answer.winning_moves.first(LISTED)}

    def _show_analysis(self, lines: tuple[str, set[str]]) -> None:
        words, winning = lines
        self.query_one("#why", Static).update(words)
        choices = self.query_one("#moves", OptionList)
        for at, move in enumerate(self.moves):
            sign = "✓ " if move.to.text in winning else "  "
            choices.replace_option_prompt_at_index(at, sign + short(str(move.sentence), 200))

    # The actions of the player

    @on(OptionList.OptionHighlighted, "#moves")
    def look(self, event: OptionList.OptionHighlighted) -> None:
        """Shows on the board what the move under the cursor touches."""
        if event.option_index < len(self.moves) and self.match.your_move:
            self._draw(self.moves[event.option_index])

    @on(OptionList.OptionSelected, "#moves")
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Plays the chosen move."""
        if not self.busy and event.option_index < len(self.moves):
            self._take_turn(self.moves[event.option_index])

    @on(Input.Submitted, "#typed")
    def typed(self, event: Input.Submitted) -> None:
        """Plays the typed move."""
        self.action_leave_typing()
        if self.busy or not event.value.strip():
            return
        self._take_turn(event.value.strip())

    def action_hint(self) -> None:
        """Gives one more hint."""

        def tell(hint: Hint | None) -> None:
            self.tell(say("hint: {hint}", hint=hint.sentence) if hint is not None else say("that was all"))

        if not self.busy:
            self._think(self.match.hint, tell)

    def action_undo(self) -> None:
        """Takes back the last turn."""
        self._travel(self.match.undo, say("there is no move of yours to take back"))

    def action_redo(self) -> None:
        """Plays again what was taken back."""
        self._travel(self.match.redo, say("there is nothing to redo"))

    def _travel(self, go: Callable[[], bool], otherwise: Message) -> None:
        if self.busy:
            return
        if go():
            self._take_turn()
        else:
            self.tell(otherwise)

    def action_analysis(self) -> None:
        """Shows or hides who wins, and why."""
        panel = self.query_one("#analysis")
        panel.display = not panel.display
        self.query_one("#why", Static).update("")
        if not self.busy:
            self.show()
            self._analyse()

    def action_level(self) -> None:
        """Switches to the next level."""
        levels = player.LEVELS
        self.match.set_level(levels[(levels.index(self.match.level) + 1) % len(levels)])
        self.tell(say("the level is now {level}", level=self.match.level))
        self._head()

    def action_renew(self) -> None:
        """Starts another game."""
        if not self.busy:
            self.match.renew()
            self.tell(say("a new game: {position}", position=short(self.match.now.text)))
            self._take_turn()

    def action_swap(self) -> None:
        """Lets the computer play on in the player's place."""
        if not self.busy and self.moves:
            self.match.swap()
            self.tell(say("the computer plays on in your place"))
            self._take_turn()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allows offering a draw only in games with cycles, where it is possible."""
        return action != "draw" or any(part.ruleset.kind == "loopy" for part in self.match.now.components)

    def action_draw(self) -> None:
        """Offers a draw."""

        def tell(turn: Turn) -> None:
            self._tell(turn.sentences())

        if not self.busy and self.match.your_move:
            self._think(self.match.offer_draw, tell)

    def action_type(self) -> None:
        """Lets the player type a move instead of choosing it."""
        field = self.query_one("#typed", Input)
        field.display = True
        field.value = ""
        field.focus()

    def action_leave_typing(self) -> None:
        """Returns to the list of moves."""
        self.query_one("#typed", Input).display = False
        self.query_one("#moves", OptionList).focus()


def analysis(answer: Answer) -> str:
    """Returns who wins and why, and below that the values of the components in binary, one under the other.

    >>> from sprague.workbench.position import parse
    >>> print(analysis(parse("nim 3,5").solve()))
    the next player wins; *3 + *5 = *6: bring *5 (*5) to *3: take 2 from the heap of 5
      011  *3
      101  *5
      110  *6
    """
    wins = say("the next player wins") if answer.outcome == "N" else say("the player who has just moved wins")
    lines = [str(player.as_known(say("{outcome}; {reason}", outcome=wins, reason=answer.reason), answer))]
    values = [value for value in answer.values if value is not None]
    if answer.value is not None and values and len(answer.values) <= TOLD_COMPONENTS:
        digits = max(value.bit_length() for value in values) or 1
        if 1 < len(values) == len(answer.values) and digits <= 24:
            for part, value in zip(answer.position.components, values, strict=True):
                name = "" if str(part) == f"*{value}" else short(str(part), 40)
                lines.append(f"  {value:0{digits}b}  {f'*{value}':<5} {name}".rstrip())
            lines.append(f"  {answer.value:0{digits}b}  *{answer.value}")
        elif len(answer.values) == 1:
            lines.append(str(say("value {value}", value=say("*{n}", n=answer.value))))
    return short("\n".join(lines), 2000)


def _needs_more() -> Message:
    limit = bytes_text(asked().bytes)
    return say("this needs more than the {limit} of memory that it may use", limit=limit)
