"""Playing in the terminal, full screen: the board, the list of moves, hints and the analysis (extra ``[tui]``).

The list chooses by arrow keys or mouse; the move under the cursor is shown on the board. Whatever may take
long is thought about beside the screen, which stays awake.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from sprague.model.position import Answer, Move
from sprague.model.reasons import TOLD_COMPONENTS
from sprague.pictures.text import lines_of
from sprague.playing import player
from sprague.playing.match import Table, read_move
from sprague.words.errors import SpragueError
from sprague.words.messages import Message, say, short

#: Moves that the list shows; others are typed.
LISTED = 300


def run(table: Table) -> None:
    """Play at ``table`` until the player leaves."""
    Play(table).run()


class Play(App[None]):
    """The screen of a game. ``busy`` while the computer thinks: no key but quit changes the game then."""

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
    """
    BINDINGS: ClassVar[list[Any]] = [
        Binding("h", "hint", str(say("hint"))),
        Binding("u", "travel(-1)", str(say("undo"))),
        Binding("r", "travel(1)", str(say("redo"))),
        Binding("a", "analysis", str(say("analysis"))),
        Binding("l", "level", str(say("level"))),
        Binding("n", "renew", str(say("new"))),
        Binding("s", "swap", str(say("swap"))),
        Binding("t", "type", str(say("type"))),
        Binding("q", "quit", str(say("quit"))),
        Binding("escape", "leave_typing", show=False),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
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
        yield Input(id="typed", placeholder=str(say("a move in words, or the position that it leaves")))
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#log", RichLog).can_focus = False
        first = self.table.now.components[0].ruleset
        if len(self.table.now.components) == 1 or first.grouped:
            self.query_one("#rule", Static).update(str(first.rule))
        if self.table.now.misere:
            self.tell(say("This is misère play: whoever makes the last move loses."))
        self.show()

    # What is on the screen

    def tell(self, sentence: Message | str) -> None:
        """A line below the board."""
        self.said.append(str(sentence))
        self.query_one("#log", RichLog).write(Text(self.said[-1]))

    def show(self) -> None:
        """The position on the table; then whoever is to move, or the end."""
        table, choices = self.table, self.query_one("#moves", OptionList)
        self.moves = table.now.moves().first(LISTED)
        self._head()
        choices.clear_options()
        choices.add_options([Option(short(str(move.sentence), 200)) for move in self.moves])
        if self.moves:
            choices.highlighted = 0
        choices.focus()
        self._draw(self.moves[0] if self.moves and table.your_move else None)
        if not self.moves:
            if not table.told:
                table.told = True
                self.tell(table.result())
            self._analyse()
        elif table.your_move:
            self._analyse()
        else:
            self._think(table.reply, self._reply)

    def _head(self) -> None:
        table = self.table
        if self.busy:
            turn = say("the computer thinks …")
        elif not self.moves:
            turn = say("the game is over")
        else:
            turn = say("your move")
        words = say(
            "{position} · level {level} · {turn}",
            position=short(table.now.text, 120),
            level=table.level,
            turn=turn,
        )
        self.query_one("#head", Static).update(str(words))

    def _draw(self, move: Move | None) -> None:
        columns = max(20, self.query_one("#board").size.width - 5)
        picture = Text(no_wrap=True)
        for line in lines_of(
            self.table.now.drawings(), columns, None if move is None else (move.index, move.marks)
        ):
            for text, touched in line:
                picture.append(text, "bold green" if touched else "")
            picture.append("\n")
        self.query_one("#picture", Static).update(picture)

    def on_resize(self) -> None:
        self.call_after_refresh(lambda: self._draw(self._highlighted()))

    def _highlighted(self) -> Move | None:
        at = self.query_one("#moves", OptionList).highlighted
        return self.moves[at] if at is not None and at < len(self.moves) and self.table.your_move else None

    # Thinking beside the screen

    def _think(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        self.busy = True
        self._head()

        def think() -> None:
            try:
                found: Any = work()
            except (SpragueError, MemoryError, RecursionError) as problem:
                found = problem
            try:
                self.call_from_thread(done, found)
            except RuntimeError:  # the player has left
                pass

        def done(found: Any) -> None:
            self.busy = False
            self._head()
            if isinstance(found, Exception):
                self.tell(found.sentence() if isinstance(found, SpragueError) else say("this is too large"))
            else:
                then(found)

        # A daemon: leaving the game does not wait for a thought to end.
        Thread(target=think, daemon=True).start()

    def _reply(self, found: player.Reply) -> None:
        self.tell(say("computer: {move}", move=found.move.sentence))
        if found.kind in ("longest", "complicated", "unknown"):
            self.tell(say("({why})", why=found.why))
        self.table.advance(found.move.to)
        self.show()

    def _analyse(self) -> None:
        if self.query_one("#analysis").display:
            self._think(self._analysis, self._show_analysis)

    def _analysis(self) -> tuple[str, set[str]]:
        answer = self.table.now.solve()
        return analysis(answer), {move.to.text for move in answer.winning_moves.first(LISTED)}

    def _show_analysis(self, found: tuple[str, set[str]]) -> None:
        words, winning = found
        self.query_one("#why", Static).update(words)
        choices = self.query_one("#moves", OptionList)
        for at, move in enumerate(self.moves):
            sign = "✓ " if move.to.text in winning else "  "
            choices.replace_option_prompt_at_index(at, sign + short(str(move.sentence), 200))

    # What the player does

    @on(OptionList.OptionHighlighted, "#moves")
    def look(self, event: OptionList.OptionHighlighted) -> None:
        """Show on the board what the move under the cursor touches."""
        if event.option_index < len(self.moves) and self.table.your_move:
            self._draw(self.moves[event.option_index])

    @on(OptionList.OptionSelected, "#moves")
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Play the move that was chosen."""
        if not self.busy and event.option_index < len(self.moves):
            self._play(self.moves[event.option_index])

    @on(Input.Submitted, "#typed")
    def typed(self, event: Input.Submitted) -> None:
        """Play the move that was typed."""
        self.action_leave_typing()
        if self.busy or not event.value.strip():
            return
        try:
            move = read_move(self.table.now, event.value.strip())
        except SpragueError as error:
            self.tell(error.sentence())
        else:
            self._play(move)

    def _play(self, move: Move) -> None:
        self.tell(say("you: {move}", move=move.sentence))
        if self.table.level == "teacher":
            self._think(lambda: player.comment(move), lambda comment: self._after(move, comment.sentence))
        else:
            self._after(move, None)

    def _after(self, move: Move, comment: Message | None) -> None:
        if comment is not None:
            self.tell(comment)
        self.table.advance(move.to)
        self.show()

    def action_hint(self) -> None:
        """One hint more."""

        def tell(hint: Message | None) -> None:
            self.tell(say("hint: {hint}", hint=hint) if hint is not None else say("that was all"))

        if not self.busy:
            self._think(self.table.hint, tell)

    def action_travel(self, step: int) -> None:
        """Take back, or play again."""
        if self.busy:
            return
        if self.table.travel(step):
            self.show()
        elif step < 0:
            self.tell(say("there is no move of yours to take back"))
        else:
            self.tell(say("there is nothing to redo"))

    def action_analysis(self) -> None:
        """Show or hide who wins, and why."""
        panel = self.query_one("#analysis")
        panel.display = not panel.display
        self.query_one("#why", Static).update("")
        if not self.busy:
            self.show()

    def action_level(self) -> None:
        """The next level."""
        levels = player.LEVELS
        self.table.set_level(levels[(levels.index(self.table.level) + 1) % len(levels)])
        self.tell(say("the level is now {level}", level=self.table.level))
        self._head()

    def action_renew(self) -> None:
        """Another game."""
        if not self.busy:
            self.table.renew()
            self.tell(say("a new game: {position}", position=short(self.table.now.text)))
            self.show()

    def action_swap(self) -> None:
        """The computer plays on in the player's place."""
        if not self.busy and self.moves:
            self.table.yours = [not yours for yours in self.table.yours]
            self.tell(say("the computer plays on in your place"))
            self.show()

    def action_type(self) -> None:
        """Type a move instead of choosing it."""
        field = self.query_one("#typed", Input)
        field.display = True
        field.value = ""
        field.focus()

    def action_leave_typing(self) -> None:
        """Back to the list of moves."""
        self.query_one("#typed", Input).display = False
        self.query_one("#moves", OptionList).focus()


def analysis(answer: Answer) -> str:
    """Who wins and why, and below each other the values of the components in binary.

    >>> from sprague.model.position import solve
    >>> print(analysis(solve("nim 3,5")))
    the next player wins; *3 + *5 = *6: bring *5 (*5) to *3: take 2 from the heap of 5
      011  *3
      101  *5
      110  *6
    """
    wins = say("the next player wins") if answer.outcome == "N" else say("the player who has just moved wins")
    lines = [str(say("{outcome}; {reason}", outcome=wins, reason=answer.reason))]
    known = [value for value in answer.values if value is not None]
    if answer.value is not None and known and len(answer.values) <= TOLD_COMPONENTS:
        digits = max(value.bit_length() for value in known) or 1
        if 1 < len(known) == len(answer.values) and digits <= 24:
            for part, value in zip(answer.position.components, known, strict=True):
                name = "" if str(part) == f"*{value}" else short(str(part), 40)
                lines.append(f"  {value:0{digits}b}  {f'*{value}':<5} {name}".rstrip())
            lines.append(f"  {answer.value:0{digits}b}  *{answer.value}")
        elif len(answer.values) == 1:
            lines.append(str(say("value {value}", value=say("*{n}", n=answer.value))))
    return short("\n".join(lines), 2000)
