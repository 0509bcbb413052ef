"""``sprague play``: a game against the computer, by plain prompts; it works without a terminal too."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field

import click

from .. import player
from ..errors import MoveError, SpragueError
from ..messages import Message, say
from ..position import Move, Position, parse
from .common import NUMBER, command, wrap
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


@dataclass
class Table:
    """A game under way: the positions so far, where we stand in them, and who is to move."""

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
        return self.positions[self.at]

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


@command(
    "play",
    """
    sprague play last-biscuit
    sprague play "wythoff 5,8" --level teacher
    sprague play "dots 7,9,10" --second
    sprague play "wythoff 5,8" --browser
    printf 'hint\\nquit\\n' | sprague play "nim 3,4,5"
    """,
)
@click.argument("game")
@click.option("--level", type=click.Choice(player.LEVELS), default="perfect", show_default=True)
@click.option("--second", is_flag=True, help="The computer begins.")
@click.option("--seed", type=NUMBER, help="The same seed gives the same game.")
@click.option("--browser", is_flag=True, help="Play on the page that sprague serve shows.")
def play(game: str, level: str, second: bool, seed: int | None, browser: bool) -> None:
    """Play GAME against the computer.

    GAME is the name of a game, which then begins at a position of its choice, or a position.

    perfect never lets a win go; slips does in one move of four; random plays any move; teacher plays perfectly
    and says after each of your moves whether it kept the win. At the prompt, "help" lists what you can type.
    """
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**32)
    table = _begin(game, level, seed, second)
    if browser:
        from urllib.parse import urlencode

        from .serve import run

        run(path="/play?" + urlencode({"position": table.positions[0].text, "level": level}))
        return
    click.echo(
        str(
            say(
                "You play against the computer (level {level}). Type help for what you can type.", level=level
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


def _begin(game: str, level: str, seed: int, second: bool) -> Table:
    from ..rulesets import find

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
    return Table(game, level, seed, [position], [not second])


def _ask(prompt: Message) -> str | None:
    """A line from the player; None at the end of the input."""
    try:
        line = input(str(prompt))
    except EOFError:
        click.echo()
        return None
    if not sys.stdin.isatty():
        click.echo(line)  # a transcript shows what was typed
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


def read_move(position: Position, text: str) -> Move:
    """The move that a player typed: ``#3`` of the list, the position left with or without the game's name, or
    the words of the move. Raises MoveError.

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
    try:
        return position.find_move(text)
    except SpragueError as error:
        heads = {part.ruleset.head for part in position.components}
        if len(heads) == 1 and text[:1] in "0123456789(.#":
            return position.find_move(f"{heads.pop()} {text}")
        raise error


def _computer(table: Table) -> None:
    before = table.now
    found = player.reply(before, table.level, seed=table.seed + table.at)
    click.echo(wrap(str(say("computer: {move}", move=found.move.sentence)), indent=0))
    if found.kind in ("longest", "complicated", "unknown"):
        click.echo(wrap(f"({found.why})", indent=0))
    table.advance(found.move.to)
    if not player.is_over(table.now):
        _show(table)


def _finish(table: Table) -> None:
    # Whoever is to move where no move is left has lost; in misère play they have won.
    table.told = True
    won = table.yours[table.at] == table.now.misere
    click.echo(str(say("No move is left: you win.") if won else say("No move is left: the computer wins.")))


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
    steps = player.hints(table.now)
    if len(table.hints) < len(steps):
        table.hints.append(steps[len(table.hints)])
    else:
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
    if level.strip() not in player.LEVELS:
        raise SpragueError(
            say(
                "expected a level among {levels}, got '{level}'",
                levels=", ".join(player.LEVELS),
                level=level.strip(),
            )
        )
    table.level = level.strip()
    click.echo(str(say("the level is now {level}", level=table.level)))


def _swap(table: Table) -> None:
    table.yours = [not human for human in table.yours]
    click.echo(str(say("the computer plays on in your place")))


def _resign(table: Table) -> None:
    click.echo(str(say("you resign: the computer wins")))
    table.done = True


def _new(table: Table) -> None:
    fresh = _begin(table.game, table.level, table.seed + 1, not table.yours[0])
    table.positions, table.yours, table.at, table.seed = fresh.positions, fresh.yours, 0, fresh.seed
    table.hints, table.told = [], False
    _show(table)
