"""``sprague play``: a game against the computer, on the full screen of a terminal, with plain prompts elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from sprague.playing import player
from sprague.words.errors import SpragueError
from sprague.words.messages import Message, say

from .common import (
    BYTE_ORDER_MARK,
    NUMBER,
    command,
    observed_option,
    read_position,
    with_games,
    words_argument,
    wrap,
)
from .picture import position_lines

if TYPE_CHECKING:
    from sprague.playing.match import Match, Turn

#: The words that a player can type, and their effects.
HELP = (
    (
        say("a move"),
        say(
            "how many to take (5; 5 from 8 or 2 from both where there are several heaps), the square (r1c2) or the "
            "number of a dot, the position that you leave (4,7 or wythoff 4,7), the words of the move, or its number "
            "in the list (#3)"
        ),
    ),
    ("moves", say("list the moves")),
    ("show", say("the position and its picture")),
    ("hint", say("a hint; type it again for more")),
    ("why", say("who wins here, and why")),
    ("undo", say("take back your move")),
    ("redo", say("play it again")),
    ("level L", say("perfect, slips, random or teacher")),
    ("swap", say("the computer takes your place")),
    ("new", say("begin another game")),
    ("draw", say("offer a draw, in a game with cycles")),
    ("resign", say("give the game up")),
    ("quit", say("leave")),
)

#: The number of moves in the list of moves.
LISTED = 40


@command(
    "play",
    """
    sprague play last-biscuit
    sprague play wythoff 5,8 --level teacher
    sprague play dots 7,9,10 --second
    sprague play wythoff 5,8 --browser
    sprague play squares.py:SubtractSquares
    sprague play squares.py:SubtractSquares 30
    printf 'hint\\nquit\\n' | sprague play nim 3,4,5
    """,
)
@words_argument("game", required=False)
@click.option("--level", type=click.Choice(player.LEVELS), default="perfect", show_default=True)
@click.option("--second", is_flag=True, help="The computer begins.")
@click.option("--seed", type=NUMBER, help="The same seed gives the same game.")
@click.option("--browser", is_flag=True, help="Play on the page that sprague serve shows.")
@click.option("--plain", is_flag=True, help="Play by typing, also where the full screen could be used.")
@click.option(
    "--game",
    "game_file",
    metavar="FILE.py:NAME",
    help="A game of your own, for a GAME that is its state alone, or is left out.",
)
@observed_option
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

    GAME is a position, or the name of a game, which then chooses a position. FILE.py:NAME is a game of your own.

    perfect never misses a win; slips misses a win in one move of four; random plays any move; teacher plays perfectly
    and says after each of your moves whether it kept the win.

    With --observed, an unproved law of your own rule may say who wins beyond the tables; whatever rests on it is called
    observed.

    On a terminal the game fills the screen (with the extra [tui]). Elsewhere, or with --plain, you type your moves;
    "help" lists what you can type.
    """
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**32)
    if game_file is not None:
        game = _own(game, game_file, browser)
    elif game is not None and with_games(game) != game:
        if browser:
            raise _no_code(game)
        game = with_games(game)
    if game is None:
        raise click.MissingParameter(
            ctx=click.get_current_context(), param_hint="'GAME'", param_type="argument"
        )
    from sprague.playing.match import begin

    match = begin(game, level, seed, second)
    if browser:
        from urllib.parse import urlencode

        from .serve import run

        run(path="/play?" + urlencode({"position": match.positions[0].text, "level": level}))
        return
    if not plain and _full_screen():
        import signal

        from .tui import run as run_full_screen

        if callable(signal.getsignal(signal.SIGINT)):
            # The loop of the screen takes Ctrl-C over only from this handler, and then restores the terminal.
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run_full_screen(match)
        return
    _play_by_typing(match)


def _own(position: str | None, game_file: str, browser: bool) -> str:
    """Returns the start in the game of ``game_file``: the given position, or the name of the game."""
    if browser:
        raise _no_code(game_file)
    if position is not None:
        return read_position(position, game_file).text
    from sprague.workbench.own.loading import rules_from

    return rules_from(game_file).head


def _no_code(where: str) -> SpragueError:
    return SpragueError(
        say("the page runs no code of yours: play a game in a file without --browser"), where=where
    )


def _full_screen() -> bool:
    """Returns whether the game may fill the screen: on a terminal that can move its cursor, if textual is installed."""
    from importlib.util import find_spec

    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return find_spec("textual") is not None


def _play_by_typing(match: Match) -> None:
    hello = say(
        "You play against the computer (level {level}). Type help for what you can type.", level=match.level
    )
    _say(hello)
    first = match.now.components[0].ruleset
    rule = str(first.rule)
    if rule and (len(match.now.components) == 1 or first.grouped):
        _say(rule)
    if match.now.misere:
        _say(say("This is misère play: whoever makes the last move loses."))
    _show(match)
    if not match.your_move:
        _tell(match, match.take_turn())
    while True:
        line = _ask(say("new, undo or quit> ") if match.over else say("your move> "))
        if line is None:
            return
        try:
            if _obey(match, line):
                return
        except SpragueError as error:
            _say(error.sentence())


def _say(sentence: Message | str) -> None:
    click.echo(wrap(str(sentence), indent=0))


def _ask(prompt: Message) -> str | None:
    """Returns a line from the player, or None at the end of the input."""
    if sys.stdin.isatty():
        try:
            return input(str(prompt)).strip()
        except EOFError:
            click.echo()
            return None
    # input() would lose a Ctrl-C that comes while it writes the prompt.
    click.echo(str(prompt), nl=False)
    line = sys.stdin.readline().removeprefix(BYTE_ORDER_MARK)
    if not line:
        click.echo()
        return None
    click.echo(line.rstrip("\n"))  # a transcript shows what was typed
    return line.strip()


def _obey(match: Match, line: str) -> bool:
    """Carries out what the player typed. Returns whether the player leaves."""
    word, _, rest = line.partition(" ")
    word = word.lower()
    if word in ("q", "quit", "exit", "resign") and not rest:
        if word == "resign":
            _say(say("you resign: the computer wins"))
        return True
    orders: dict[str, Callable[[], None]] = {
        "": lambda: None,
        "help": _help,
        "?": _help,
        "moves": lambda: _list(match),
        "show": lambda: _show(match),
        "hint": lambda: _hint(match),
        "why": lambda: _why(match),
        "undo": lambda: _travel(match, match.undo(), say("there is no move of yours to take back")),
        "redo": lambda: _travel(match, match.redo(), say("there is nothing to redo")),
        "level": lambda: _level(match, rest),
        "swap": lambda: _swap(match),
        "new": lambda: _new(match),
        "draw": lambda: _tell(match, match.offer_draw()),
    }
    if word in orders and (not rest or word == "level"):
        orders[word]()
    elif match.over:
        _say(say("the game is over: undo, new or quit"))
    else:
        _tell(match, match.take_turn(line))
    return False


def _tell(match: Match, turn: Turn) -> None:
    """Prints what happened in a turn, and the position now."""
    for sentence in turn.sentences(own=False):
        _say(sentence)
    if not turn.over:
        _show(match)


def _show(match: Match) -> None:
    click.echo()
    for line in position_lines(match.now, only_pictures=True):
        click.echo(line)
    click.echo(wrap(match.now.text, indent=0))


def _help() -> None:
    for word, meaning in HELP:
        click.echo(wrap(str(meaning), str(word), indent=9))


def _list(match: Match) -> None:
    from .answer_text import move_text

    moves = match.now.moves()
    for number, move in enumerate(moves.first(LISTED), 1):
        click.echo(wrap(move_text(move), f"#{number}", indent=5))
    if moves.total is None or moves.total > LISTED:
        _say(say("… and more; a position that you can reach is a move too"))


def _hint(match: Match) -> None:
    if match.hint() is None:
        _say(say("that was all:"))
    _say(match.hints[-1].sentence)


def _why(match: Match) -> None:
    with player.thinking():
        _say(match.now.solve().reason)


def _travel(match: Match, gone: bool, otherwise: Message) -> None:
    if not gone:
        _say(otherwise)
        return
    _show(match)
    if match.over:
        _tell(match, match.take_turn())


def _level(match: Match, level: str) -> None:
    match.set_level(level.strip())
    _say(say("the level is now {level}", level=match.level))


def _swap(match: Match) -> None:
    match.swap()
    _say(say("the computer plays on in your place"))
    _tell(match, match.take_turn())


def _new(match: Match) -> None:
    match.renew()
    _show(match)
    if not match.your_move:
        _tell(match, match.take_turn())
