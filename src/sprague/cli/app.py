"""The group of all commands. It finds a command by name when it is called, and handles every way to end (see the
package's docstring)."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import Any

import click

from sprague.words.errors import DamageWarning, FileError, SentenceWarning, SpragueError
from sprague.words.languages import of_environment
from sprague.words.messages import Message, join, say, speaking

from .common import SETTINGS, lang_option, print_json, with_help

#: Heading of ``sprague --help`` -> command -> module:object in this folder. A command needs only its row here.
COMMANDS: dict[str, dict[str, str]] = {
    "Positions": {
        "solve": "solve:solve",
        "moves": "moves:moves",
        "draw": "draw:draw",
        "play": "play:play",
        "serve": "serve:serve",
        "site": "site:site",
        "games": "games:games",
    },
    "Tables": {
        "values": "values:values",
        "p-positions": "p_positions:p_positions",
        "nim-table": "nim_table:nim_table",
        "cram-table": "cram_table:cram_table",
        "stats": "stats:stats",
        "plot": "plot:plot",
        "catalogue": "catalogue:catalogue",
        "genus": "genus:genus",
        "quotient": "quotient:quotient",
        "oeis": "oeis:oeis",
    },
    "Proofs": {
        "discover": "discover:discover",
        "refute": "refute:refute",
        "atlas": "atlas:atlas",
        "period": "period:period",
        "proof": "proof:proof",
        "check": "check:check",
        "theorem": "theorem:theorem",
        "verify": "theorem:verify",
    },
    "Stores": {
        "store": "store:store",
    },
    "Calculations": {
        "eval": "evaluate:evaluate",
        "candy": "candy:candy",
    },
    "This program": {
        "mcp": "mcp:mcp",
        "completion": "completion:completion",
    },
}

#: Where a run of the command line keeps whether ``--verbose`` was given.
VERBOSE = f"{__name__}.verbose"

CLOSED_PIPE, INTERRUPTED, FAULT, BAD_INPUT = 141, 130, 70, 2


class Application(click.Group):
    """``sprague``: loads a command's module when the command is called, and turns every error into a sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for rows in COMMANDS.values() for name in rows]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for rows in COMMANDS.values():
            if cmd_name in rows:
                module, attribute = rows[cmd_name].split(":")
                command: click.Command = getattr(
                    importlib.import_module(f"{__package__}.{module}"), attribute
                )
                return command
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            import difflib

            from sprague.workbench.registry import NEAR

            near = difflib.get_close_matches(name, self.list_commands(ctx), n=1, cutoff=NEAR)
            hint = say("; did you mean {name}?", name=near[0]) if near else say("; see: sprague --help")
            cut = name if len(name) <= 60 else name[:59] + "…"
            raise SpragueError(say("expected a command, got '{name}'{hint}", name=cut, hint=hint))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        column = max(map(len, self.list_commands(ctx)))
        for heading, rows in COMMANDS.items():
            commands = [(name, self.get_command(ctx, name)) for name in rows]
            with formatter.section(heading):
                formatter.write_dl(
                    [(f"{name:<{column}}", one.get_short_help_str(60)) for name, one in commands if one]
                )

    def main(self, args: Sequence[str] | None = None, *rest: Any, **choices: Any) -> Any:
        """Runs the command, prints the error if there is one, and exits."""
        with speaking(of_environment(os.environ)):
            self._run(list(sys.argv[1:] if args is None else args), *rest, **choices)

    def _run(self, words: list[str], *rest: Any, **choices: Any) -> None:
        _prepare_streams()
        _show_warnings()
        choices["standalone_mode"] = False
        try:
            status = super().main(words, *rest, **choices)
            sys.stdout.flush()
        except (KeyboardInterrupt, click.Abort):
            status = INTERRUPTED
        except BrokenPipeError:
            status = CLOSED_PIPE
        except click.exceptions.Exit as end:
            status = end.exit_code
        except click.ClickException as error:
            # In newer versions of click, a group without a command raises an error whose message is the help.
            bare = type(error).__name__ == "NoArgsIsHelpError"
            if bare and "--json" not in words:
                click.echo(error.format_message(), err=True)
                status = BAD_INPUT
            else:
                status = _report(_usage(error), None, words)
        except SpragueError as error:
            status = _report(error.sentence(), error, words)
        except MemoryError:
            status = _report(str(say("this does not fit in the memory that is left")), None, words)
        except RecursionError:
            status = _report(str(say("the input is nested too deeply")), None, words)
        except OSError as error:  # printing the help failed, for example on a full disk
            status = _report(error.strerror or str(error), None, words)
        except Exception as fault:
            if _for_want_of_memory(fault):
                status = _report(str(say("this does not fit in the memory that is left")), None, words)
            else:
                status = _fault(fault, words)
        try:
            sys.stdout.flush()  # output that a full disk or a closed pipe refused would be written again at exit
        except (OSError, ValueError, AttributeError):
            _discard_output()
        if status == INTERRUPTED and _is_at_work():
            os._exit(status)
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would exit with status 1
            raise click.exceptions.Exit(CLOSED_PIPE) from None
        except SpragueError:
            raise
        except EOFError as fault:  # click would take it for Ctrl-C and print nothing
            raise RuntimeError(f"EOFError: {fault}") from fault
        except OSError as error:
            name = error.filename if isinstance(error.filename, str) else None
            raise FileError(say("{problem}", problem=error.strerror or str(error)), where=name) from error


def _show_warnings() -> None:
    """Prints each warning of Sprague's own as a sentence on stderr, once."""
    import warnings

    seen: set[str] = set()

    def show(message: Warning | str, *rest: Any, **more: Any) -> None:
        if not isinstance(message, SentenceWarning):
            usual(message, *rest, **more)
        elif str(message.message) not in seen:
            seen.add(str(message.message))
            damaged = isinstance(message, DamageWarning)
            word = click.style(str(say("damaged:") if damaged else say("slow:")), fg="yellow")
            click.echo(word + str(say("{first} {second}", first=say(""), second=message.message)), err=True)

    usual = warnings.showwarning
    warnings.showwarning = show
    warnings.simplefilter("always", SentenceWarning)


def _is_at_work() -> bool:
    """Returns whether uninterruptible work goes on. The end of the process would wait for it."""
    apart = sys.modules.get("sprague.system.apart")
    return apart is not None and bool(apart.busy())


def _prepare_streams() -> None:
    """Replaces a stream that the caller has closed by an empty one, and escapes characters that a terminal cannot
    show."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _report(sentence: str, error: SpragueError | None, words: list[str]) -> int:
    if "--json" in words:
        message = str(error.message) if error is not None else sentence
        try:
            print_json({"error": {"message": message, "where": error.where if error is not None else None}})
            return BAD_INPUT
        except OSError:  # stdout itself fails (a full disk)
            _discard_output()
    word = click.style(str(say("error:")), fg="red", bold=True)
    line = str(say("{first} {second}", first=say(""), second=sentence))
    try:
        click.echo(word + line, err=True, color=_colour(sys.stderr))
    except OSError:  # no stream is left for a message
        pass
    return BAD_INPUT


def _colour(stream: Any) -> bool | None:
    return False if os.environ.get("NO_COLOR") else None


def _usage(error: click.ClickException) -> str:
    """Returns click's complaint as one sentence, which says where to read more."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "sprague"
    return str(say("{problem}; see: {command} --help", problem=_complaint(error), command=path))


def _complaint(error: click.ClickException) -> Message:
    """Returns click's complaint about the arguments in the reader's language; rare complaints stay in click's own
    words."""
    text = error.format_message().strip().rstrip(".")
    quoted = re.findall(r"'([^']*)'", text)
    if isinstance(error, click.MissingParameter) and text.startswith(("Missing argument", "Missing option")):
        names = join([say("'{text}'", text=name) for name in quoted], say(" / "))
        if text.startswith("Missing argument"):
            return say("missing argument {names}", names=names)
        return say("missing option {names}", names=names)
    if isinstance(error, click.NoSuchOption):
        near = (error.possibilities or [""])[0]
        hint = say("; did you mean {name}?", name=near) if near else say("")
        return say("no such option '{name}'{hint}", name=error.option_name, hint=hint)
    if isinstance(error, click.BadOptionUsage) and "requires" in text:
        return say("option '{name}' needs a value", name=error.option_name)
    if isinstance(error, click.BadParameter) and isinstance(
        kind := getattr(error.param, "type", None), click.Choice
    ):
        choice = re.match(r"'(.*)' is not one of", error.message)
        choices = join(say("'{text}'", text=each) for each in kind.choices)
        if choice and error.param is not None:
            name = error.param.opts[-1]
            return say(
                "{name} is one of {choices}, got '{value}'", name=name, choices=choices, value=choice[1]
            )
    if match := re.fullmatch(r"No such command '(.*)'", text):
        return say("no such command '{name}'", name=match[1])
    if match := re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", text):
        return say("got unexpected extra argument ({words})", words=match[1])
    return say("{text}", text=text[:1].lower() + text[1:] if text[1:2].islower() else text)


def _for_want_of_memory(fault: Exception) -> bool:
    """Returns whether an error other than MemoryError means that memory is short: threads and libraries raise such
    errors."""
    signs = ("can't start new thread", "failed to map segment", "Cannot allocate memory")
    return isinstance(fault, (RuntimeError, ImportError)) and any(sign in str(fault) for sign in signs)


def _fault(fault: Exception, words: list[str]) -> int:
    if os.environ.get("SPRAGUE_DEBUG"):
        import traceback

        traceback.print_exc()
    text = str(fault) if len(str(fault)) <= 200 else str(fault)[:199] + "…"
    fault_text = f"{type(fault).__name__}: {text}"
    sentence = say(
        "a fault in Sprague itself ({fault}); SPRAGUE_DEBUG=1 shows where, please report it", fault=fault_text
    )
    _report(str(sentence), None, words)
    return FAULT


def _discard_output() -> None:
    """Redirects stdout to nowhere after its reader has gone, so that the last flush of the interpreter succeeds."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass


def _version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from sprague import __version__

        click.echo(f"sprague {__version__}")
        if context.meta.get(VERBOSE):
            from .versions import details

            click.echo(details())
        context.exit()


def _verbose(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    context.meta[VERBOSE] = wanted


@click.group(
    cls=Application,
    context_settings=SETTINGS,
    epilog="\b\nA position is text such as:  wythoff 500,1000   dots 7,9,10 + cram 2x3 + *2\n"
    "See: sprague games, sprague COMMAND --help",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.option(
    "--verbose",
    is_flag=True,
    expose_value=False,
    is_eager=True,  # before --version, which exits
    callback=_verbose,
    help="With --version: the compiled core, the processor and the libraries, too.",
)
@lang_option
@click.pass_context
def application(context: click.Context) -> None:
    """Sprague, the workbench for impartial games: who wins, by which moves, and why."""
    if context.meta.get(VERBOSE):
        raise click.UsageError("--verbose goes with --version")


with_help(application)
