"""Code shared by commands: their declaration, positions and numbers as arguments, JSON, text of 80 columns, files."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sprague.numbers.integers import parse as parse_integer
from sprague.words.errors import FileError, NotationError, expected
from sprague.words.messages import plain_json, say, speak
from sprague.words.messages import short as short
from sprague.workbench.notation import MAX_LENGTH
from sprague.workbench.position import Position

_C = TypeVar("_C", bound=click.Command)

_NEGATIVE = re.compile(r"-\.?\d")

#: A state of + and - alone, as the shell passes it. In the notation it needs quotes, because + joins the terms.
_SIGNS = re.compile(r"[-+]{2,}")


class Command(click.Command):
    """A command that answers a negative number with a sentence about numbers, not about options, and whose error
    messages name the help of this command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption:
            for word in words[: words.index("--")] if "--" in words else words:
                if _NEGATIVE.match(word):
                    raise expected(say("a whole number >= 0"), word) from None
                if _SIGNS.fullmatch(word):
                    raise expected(
                        say("a state that begins with - in quotes twice: \"'{word}'\"", word=word), word
                    ) from None
            raise
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


def command(name: str, examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Declares a command. ``examples``, one a line, appear at the end of its help."""
    lines = "\n".join("  " + line.strip() for line in examples.strip().splitlines())
    declare = click.command(name, cls=Command, epilog=f"\b\nExamples:\n{lines}", context_settings=SETTINGS)

    def declared(function: Callable[..., Any]) -> click.Command:
        options: list[click.Parameter] = lang_option(function).__click_params__  # type: ignore[attr-defined]
        options.insert(0, options.pop())  # shown last: click begins with the option added last
        return with_help(declare(function))

    return declared


SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 80}


def with_help(command: _C) -> _C:
    """Adds a help option to a command. Whenever click's own option reads arguments, it looks for a translation of its
    text, which takes some imports."""

    def show(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()

    words = {"is_flag": True, "is_eager": True, "expose_value": False, "help": "Show this message and exit."}
    command.params.append(click.Option(["-h", "--help"], callback=show, **words))  # type: ignore[arg-type]
    return command


def _speak(context: click.Context, option: click.Parameter, tag: str | None) -> None:
    if tag is not None and not context.resilient_parsing:
        from sprague.words.languages import named

        speak(named(tag))


#: The option that sets the language of every sentence that ``str(message)`` renders from then on.
lang_option = click.option(
    "--lang",
    metavar="TAG",
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help="The language of sentences: en, yue, zh-HK, …; by default that of the environment.",
)


if TYPE_CHECKING:
    from sprague.model.ruleset import Ruleset

    _ParamType = click.ParamType[int]
else:
    _ParamType = click.ParamType  # not subscriptable in every supported version


#: The most digits of a number in an option. Longer numbers are heaps, never sizes of tables or counts.
MOST_DIGITS = 20_000


class Number(_ParamType):
    """A whole number >= 0, as everywhere in Sprague: digits, 1e7 or 2^20."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        where = f"{param.opts[-1]} {value}" if param is not None and param.opts[-1].startswith("-") else None
        return parse_integer(value, where, MOST_DIGITS)


NUMBER = Number()


def words_argument(name: str, required: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declares an argument of one or more words, which are read as if they were quoted: ``nim 3,4,5``."""

    def joined(context: click.Context, argument: click.Parameter, words: tuple[str, ...]) -> str | None:
        return " ".join(f"'{word}'" if _SIGNS.fullmatch(word) else word for word in words) if words else None

    return click.argument(name, nargs=-1, required=required, metavar=name.upper(), callback=joined)


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
force_option = click.option("--force", is_flag=True, help="Overwrite the file if it is there.")


#: The mark that editors on Windows put at the beginning of a text in UTF-8.
BYTE_ORDER_MARK = "\ufeff"


def read_text(text: str) -> str:
    """Returns ``text``, or the content of stdin if ``text`` is ``-``."""
    if text != "-":
        return text
    try:
        text_read = sys.stdin.read(MAX_LENGTH + 2)
    except UnicodeDecodeError:
        raise expected(say("a text in UTF-8"), say("other bytes"), "stdin") from None
    return text_read.removeprefix(BYTE_ORDER_MARK).strip()


game_option = click.option(
    "--game",
    "game_file",
    metavar="FILE.py:NAME",
    help="A game of your own, for a POSITION that is its state alone.",
)


def _allow_observed(context: click.Context, option: click.Parameter, allowed: bool) -> None:
    if allowed and not context.resilient_parsing:
        from sprague.workbench.own.loading import OBSERVED

        token = OBSERVED.set(True)
        context.call_on_close(lambda: OBSERVED.reset(token))


#: The option by which laws that are only observed answer for a user's rules.
observed_option = click.option(
    "--observed",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_allow_observed,
    help="Far out, use a law of your rule that is only observed.",
)


def observation(game: Ruleset, heaps: tuple[int, ...], valued: bool) -> str | None:
    """Returns the evidence for an answer about these heaps, if it was only observed."""
    from sprague.workbench.registry import engine

    state: Any = game.check(heaps[0] if len(heaps) == 1 and not game.by_place else heaps)
    evidence = engine(game).evidence(state, valued)
    return str(evidence.sentence) if evidence.kind == "observed" else None


threads_option = click.option(
    "--threads",
    type=NUMBER,
    metavar="N",
    help="Threads of a search that share a table; by default as many as there are cores.",
)


def cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_position(text: str, game_file: str | None = None) -> Position:
    """Returns the position in ``text``, or on stdin if ``text`` is ``-``. For the game in ``game_file`` the state alone
    suffices.

    Games in files (``squares.py:SubtractSquares 20``) are read only from the command line: input from a pipe runs no
    code.
    """
    return position_reader(game_file)(read_text(text) if text == "-" else with_games(text))


def position_reader(game_file: str | None = None) -> Callable[[str], Position]:
    """Returns the function that reads a text as a position. For the game in ``game_file`` the state alone suffices."""
    from sprague.workbench.position import parse

    def with_files(text: str) -> str:
        if "file:" not in text:
            return text
        from sprague.workbench.graph_files import with_graphs

        return with_graphs(text)

    if game_file is None:
        return lambda text: parse(with_files(text))
    from sprague.model.ruleset import Component
    from sprague.workbench.own.loading import rules_from

    ruleset = rules_from(game_file)

    def read(text: str) -> Position:
        text = with_files(text)
        if ruleset.head in text:
            return parse(text)
        return Position(tuple(Component(ruleset, state) for state in ruleset.read(text)))

    return read


def with_games(text: str) -> str:
    """Returns ``text`` with each ``FILE.py:NAME`` replaced by the name of the game in that file."""
    if ".py" not in text:
        return text
    from sprague.workbench.own.loading import with_games as loaded

    return loaded(text)


def game_of(text: str) -> Ruleset:
    """Returns the game named ``text``, the game in the file ``FILE.py:NAME``, or the game of the position ``text``."""
    try:
        return find_game(text)
    except NotationError as error:
        try:
            position = read_position(text)
        except NotationError:
            raise error from None
    games = {part.ruleset for part in position.components}
    if len(games) > 1 or position.misere:
        raise expected(say("a game, or a position of one game in normal play"), position.text)
    return games.pop()


def find_game(text: str) -> Ruleset:
    """Returns the game named ``text``, or in the file ``FILE.py:NAME``."""
    from sprague.workbench.registry import find, ruleset_of

    named = with_games(text)
    try:
        return ruleset_of(named)
    except NotationError:
        words = named.split()
        if len(words) < 2:
            raise
        game = find(words[0])  # raises an error that names an unknown game
        raise expected(say("the name of a game alone, such as {name}", name=game.head), text) from None


def print_json(data: Any) -> None:
    """Prints one JSON object on a separate line. It escapes characters that control a terminal or change the direction
    of text, such as in a file's name. A reader gets the same object."""
    import json

    ascii_only = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") != "utf8"
    click.echo(plain_json(json.dumps(data, ensure_ascii=ascii_only)))


# Text for people


def width() -> int:
    """Returns the columns of text: those of the terminal, at most 80."""
    try:
        columns = int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size(1).columns
    except (ValueError, OSError):
        columns = 80
    return max(40, min(80, columns))


def wrap(text: str, label: str = "", indent: int = 12, hanging: int = 0) -> str:
    """Returns ``text`` broken at spaces, after a label in the margin. ``hanging`` indents the lines after the
    first."""
    columns, start, margin = width(), f"{label:<{indent}}", " " * (indent + hanging)
    if not text.isascii() and display_width(text) > len(text):
        return _fill_wide(text, start, margin)
    words = text.split()
    if not words:
        return start.rstrip()
    if (
        " ".join(words) != text
        or max(map(len, words), default=columns) + max(len(start), len(margin)) > columns
    ):
        # The text has wide spaces, or words to be broken. This import takes longer than many answers.
        import textwrap

        return textwrap.fill(
            text, columns, initial_indent=start, subsequent_indent=margin, break_on_hyphens=False
        )
    lines = [start + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= columns:
            lines[-1] += " " + word
        else:
            lines.append(margin + word)
    return "\n".join(lines)


def display_width(text: str) -> int:
    """Returns the columns that ``text`` takes; Chinese characters take two.

    >>> display_width("Why"), display_width("點解")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(mark) in "WF" else 1 for mark in text)


def labelled(label: str, text: object) -> str:
    """Returns ``label``, which may be coloured, a colon in the reader's language, and ``text``."""
    return label + str(say("{text}: {verdict}", text=say(""), verdict=text))


#: Marks that must not begin a line.
_CLOSING = "，。；：、？！）」』"

#: Marks that must not end a line.
_OPENING = "（「『"

#: Letters between which a line may be broken; and others with the spaces between them: a name with its year, a command.
_WIDE = "\u2e80-\uffef"
_NARROW = rf"[^\s{_WIDE}]+(?:[^\S\n]+[^\s{_WIDE}]+)*"


def _fill_wide(text: str, first: str, after: str) -> str:
    """Returns ``text`` with breaks after wide letters. A run of other letters stays on one line with the wide letter
    before it, so that no line begins with such a run. If this would take more than two thirds of a line, the run is
    broken at spaces."""
    most = width()
    lines, line = [], first

    def add(piece: str) -> None:
        nonlocal line
        if display_width(line + piece.rstrip()) > most and line.strip():
            lines.append(line.rstrip())
            line = after + piece.lstrip()
        else:
            line += piece

    closing, opening = f"[{_CLOSING}]*", f"[{_OPENING}]*"
    before = rf"(?:[{_WIDE}]{closing}[^\S\n]*(?=[\w(]))?"  # but an arrow may begin a line
    together = f"{opening}{before}{_NARROW}(?:[{_CLOSING}]+{_NARROW})*{closing}"
    for piece in re.findall(rf"{together}|{opening}[{_WIDE}]{closing}|[^\S\n]+", text):
        if 3 * display_width(piece) <= 2 * (most - display_width(after)):
            add(piece)
        else:
            word = rf"(?:[{_WIDE}]?{closing}[^\s{_WIDE}]+|[{_WIDE}]){closing}"
            for each in re.findall(rf"[^\S\n]+|{opening}{word}", piece):
                add(each)
    return "\n".join([*lines, line.rstrip()])


# Files


def refuse_existing(path: str, force: bool) -> None:
    """Raises FileError if ``path`` exists and may not be overwritten."""
    if not force and os.path.isfile(path):
        raise FileError(say("the file exists; --force overwrites it"), where=path)
    if os.path.isdir(path):
        raise FileError(say("expected a file, got a folder"), where=path)


def write_file(path: str, write: Callable[[Any], None], force: bool, *, binary: bool = False) -> None:
    """Lets ``write`` fill a new file, and moves it to ``path`` when it is complete."""
    refuse_existing(path, force)
    mode: dict[str, Any] = {"mode": "wb"} if binary else {"mode": "w", "encoding": "utf-8", "newline": "\n"}
    if os.path.exists(path):  # a device, a pipe, or a file to overwrite: a new file must not replace a device
        if not os.path.isfile(path):
            with open(path, **mode) as target:
                write(target)
            return
        path = os.path.realpath(path)
    draft = f"{path}.{os.getpid()}.tmp"
    try:
        mode["mode"] = mode["mode"].replace("w", "x")  # so that no link leads elsewhere
        with open(draft, **mode) as target:
            write(target)
        os.replace(draft, path)
    except FileError:  # from the data to be written
        raise
    except OSError as error:
        raise FileError(
            say("cannot write: {problem}", problem=error.strerror or str(error)), where=path
        ) from error
    finally:
        if os.path.exists(draft):
            os.unlink(draft)


def write_json(path: str, data: Any, force: bool) -> None:
    """Writes ``data`` to the file ``path`` as one line of JSON."""
    import json

    write_file(path, lambda target: target.write(json.dumps(data) + "\n"), force)
