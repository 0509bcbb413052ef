"""``sprague play``: a game against the computer, full screen on a terminal, by plain prompts elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

from sprague.playing import player
from sprague.playing.match import Table, begin, read_move
from sprague.words.errors import SpragueError
from sprague.words.messages import Message, say

from .common import BYTE_ORDER_MARK, NUMBER, command, read_position, wrap
from .picture import position_lines

HELP = """\
a move     the position that you leave (wythoff 4,7, or 4,7 alone), its number
           in the list of moves (#3), or the words of the move
moves      list the moves          show       the position and its picture
hint       a hint; again: more     why        who wins here, and why
undo       take back your move     redo       play it again
level L    perfect, slips, random or teacher
swap       the computer takes your place      new   begin another game
resign     give the game up                   quit  leave"""

#: Moves that the list of moves shows.
LISTED = 40


@command(
    "play",
    """
    sprague play last-biscuit
    sprague play "wythoff 5,8" --level teacher
    sprague play "dots 7,9,10" --second
    sprague play "wythoff 5,8" --browser
    sprague play 30 --game squares.py:SubtractSquares
    printf 'hint\\nquit\\n' | sprague play "nim 3,4,5"
    """,
)
@click.argument("game", required=False)
@click.option("--level", type=click.Choice(player.LEVELS), default="perfect", show_default=True)
@click.option("--second", is_flag=True, help="The computer begins.")
@click.option("--seed", type=NUMBER, help="The same seed gives the same game.")
@click.option("--browser", is_flag=True, help="Play on the page that sprague serve shows.")
@click.option("--plain", is_flag=True, help="Play by typing, also where the full screen could be used.")
@click.option(
    "--game",
    "game_file",
    metavar="FILE.py:NAME",
    help="A game of your own; GAME may then be its state alone, or be left out.",
)
def play(
    game: str | None,
    level: str,
    second: bool,
    seed: int | None,
    browser: bool,
    plain: bool,
    game_file: str | None,
) -> None:
    """Play GAME against the computer.

    GAME is the name of a game, which then begins at a position of its choice, or a position.

    perfect never lets a win go; slips does in one move of four; random plays any move; teacher plays perfectly
    and says after each of your moves whether it kept the win.

    On a terminal the game fills the screen (with the extra [tui]); elsewhere, or with --plain, it is played by
    typing: "help" lists what you can type.
    """
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**32)
    if game_file is not None:
        game = _own(game, game_file, browser)
    if game is None:
        raise click.MissingParameter(
            ctx=click.get_current_context(), param_hint="'GAME'", param_type="argument"
        )
    table = begin(game, level, seed, second)
    if browser:
        from urllib.parse import urlencode

        from .serve import run

        run(path="/play?" + urlencode({"position": table.positions[0].text, "level": level}))
        return
    if not plain and _full_screen():
        from sprague.tui import run as run_full_screen

        run_full_screen(table)
        return
    _play_by_typing(table)


def _own(position: str | None, game_file: str, browser: bool) -> str:
    """What to begin with in the game of ``game_file``: its position, or its name where none is given."""
    if browser:
        raise SpragueError(
            say("the page runs no code of yours: play the game of --game without --browser"), where=game_file
        )
    if position is not None:
        return read_position(position, game_file).text
    from sprague.games.own.loading import load_game

    return load_game(game_file).head


def _full_screen() -> bool:
    """Whether the game may fill the screen: on a terminal that can move its cursor, with textual installed."""
    from importlib.util import find_spec

    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return find_spec("textual") is not None


def _play_by_typing(table: Table) -> None:
    click.echo(
        str(
            say(
                "You play against the computer (level {level}). Type help for what you can type.",
                level=table.level,
            )
        )
    )
    rule = table.now.components[0].ruleset.rule
    if len(table.now.components) == 1 or table.now.components[0].ruleset.grouped:
        click.echo(wrap(str(rule), indent=0))
    if table.now.misere:
        click.echo(str(say("This is misère play: whoever makes the last move loses.")))
    _show(table)
    while not table.done:
        over = player.is_over(table.now)
        if over and not table.told:
            _finish(table)
        if not over and not table.yours[table.at]:
            _computer(table)
            continue
        line = _ask(say("new, undo or quit> ") if over else say("your move> "))
        if line is None:
            return
        try:
            _obey(table, line)
        except SpragueError as error:
            click.echo(wrap(error.sentence(), indent=0))


def _ask(prompt: Message) -> str | None:
    """A line from the player; None at the end of the input."""
    if sys.stdin.isatty():
        try:
            return input(str(prompt)).strip()
        except EOFError:
            click.echo()
            return None
    # Not by input(), which forgets a Ctrl-C that comes while it writes the prompt.
    click.echo(str(prompt), nl=False)
    line = sys.stdin.readline().removeprefix(BYTE_ORDER_MARK)
    if not line:
        click.echo()
        return None
    click.echo(line.rstrip("\n"))  # a transcript shows what was typed
    return line.strip()


def _obey(table: Table, line: str) -> None:
    word, _, rest = line.partition(" ")
    orders: dict[str, Callable[[], None]] = {
        "": lambda: None,
        "help": lambda: click.echo(HELP),
        "?": lambda: click.echo(HELP),
        "moves": lambda: _list(table),
        "show": lambda: _show(table),
        "hint": lambda: _hint(table),
        "why": lambda: click.echo(wrap(str(table.now.solve().reason), indent=0)),
        "undo": lambda: _travel(table, -1),
        "redo": lambda: _travel(table, +1),
        "level": lambda: _level(table, rest),
        "swap": lambda: _swap(table),
        "resign": lambda: _resign(table),
        "new": lambda: _new(table),
        "quit": lambda: setattr(table, "done", True),
        "exit": lambda: setattr(table, "done", True),
    }
    if word.lower() in orders and (not rest or word.lower() == "level"):
        orders[word.lower()]()
    elif player.is_over(table.now):
        click.echo(str(say("the game is over: undo, new or quit")))
    else:
        _human(table, line)


def _human(table: Table, text: str) -> None:
    move = read_move(table.now, text)
    if table.level == "teacher":
        said = player.comment(move)
        click.echo(wrap(str(said.sentence), indent=0))
    table.advance(move.to)


def _computer(table: Table) -> None:
    found = table.reply()
    click.echo(wrap(str(say("computer: {move}", move=found.move.sentence)), indent=0))
    if found.kind in ("longest", "complicated", "unknown"):
        click.echo(wrap(f"({found.why})", indent=0))
    table.advance(found.move.to)
    if not player.is_over(table.now):
        _show(table)


def _finish(table: Table) -> None:
    table.told = True
    click.echo(str(table.result()))


def _show(table: Table) -> None:
    click.echo()
    for line in position_lines(table.now, only_pictures=True):
        click.echo(line)
    click.echo(wrap(table.now.text, indent=0))


def _list(table: Table) -> None:
    from .answer_text import move_text

    moves = table.now.moves()
    for number, move in enumerate(moves.first(LISTED), 1):
        click.echo(wrap(move_text(move), f"#{number}", indent=5))
    if moves.total is None or moves.total > LISTED:
        click.echo(str(say("… and more; a position that you can reach is a move too")))


def _hint(table: Table) -> None:
    if table.hint() is None:
        click.echo(str(say("that was all:")))
    click.echo(wrap(str(table.hints[-1]), indent=0))


def _travel(table: Table, step: int) -> None:
    if table.travel(step):
        _show(table)
    else:
        click.echo(
            str(
                say("there is no move of yours to take back") if step < 0 else say("there is nothing to redo")
            )
        )


def _level(table: Table, level: str) -> None:
    table.set_level(level.strip())
    click.echo(str(say("the level is now {level}", level=table.level)))


def _swap(table: Table) -> None:
    table.yours = [not human for human in table.yours]
    click.echo(str(say("the computer plays on in your place")))


def _resign(table: Table) -> None:
    click.echo(str(say("you resign: the computer wins")))
    table.done = True


def _new(table: Table) -> None:
    table.renew()
    _show(table)
