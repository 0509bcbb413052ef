"""``sprague store``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import click

from sprague.words.errors import DamageWarning
from sprague.words.messages import Message, say, say_plural, short

from .common import NUMBER, command, force_option, json_option, labelled, print_json, write_file

#: The number of CSV rows written at a time.
_PIECE = 50_000


@click.group(
    "store",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="\b\nExamples:\n  sprague solve cram 4x7 --store boards.db\n"
    "  sprague solve cram 3x9 --store other.db\n  sprague store info boards.db\n"
    "  sprague store check boards.db\n"
    "  sprague store merge boards.db other.db\n"
    "  sprague store export boards.db values.csv",
)
def store() -> None:
    """Inspect, check, merge and export stores of values.

    A store is a file that "solve --store" and "cram-table --store" make and
    read. One process at a time uses it.
    """


@command("info", "sprague solve cram 4x7 --store boards.db\nsprague store info boards.db")
@click.argument("file")
@json_option
def info(file: str, as_json: bool) -> None:
    """Show what FILE contains.

    With --json: {file, form, bytes, families: [{game, board, entries}]}.
    """
    from sprague.solving.store import FORM, Store
    from sprague.system.limits import bytes_text

    with Store(file) as opened:
        counts = opened.counts()
        size = os.path.getsize(file)
    if as_json:
        families = [{"game": f.game, "board": f.board, "entries": count} for f, count in counts.items()]
        print_json({"file": file, "form": FORM.version, "bytes": size, "families": families})
        return
    click.echo(labelled(file, say("form {form}, {size}", form=FORM.version, size=bytes_text(size))))
    for family, count in counts.items():
        cram = family.game.startswith("cram")
        board = str(say("short side {n}", n=family.board)) if cram else short(family.board, 48)
        click.echo(f"{count:>12}  {family.game} {board}")


@command("check", "sprague solve cram 4x7 --store boards.db\nsprague store check boards.db")
@click.argument("file")
@click.option(
    "--sample", type=NUMBER, default=200, show_default=True, help="Entries of each family re-computed."
)
@json_option
def check(file: str, sample: int, as_json: bool) -> None:
    """Check FILE: its checksums, and a sample of small entries by the plain definition.

    A tenth as many larger entries are compared with those of their options.
    The exit status is 0 if FILE is sound, and 1 if not. With --json: {valid,
    entries, recomputed, compared, wrong}.
    """
    entries, recomputed, compared, wrong = _look(file, sample)
    if as_json:
        print_json(
            {
                "valid": not wrong,
                "entries": entries,
                "recomputed": recomputed,
                "compared": compared,
                "wrong": [str(message) for message in wrong],
            }
        )
    else:
        for message in wrong:
            click.echo(labelled(str(say("wrong")), message))
        verdict = say(
            "{entries} entries, {recomputed} re-computed by the definition, {compared} compared with those of their "
            "options, {wrong} wrong",
            entries=entries,
            recomputed=recomputed,
            compared=compared,
            wrong=len(wrong),
        )
        click.echo(str(verdict))
        if wrong:
            click.echo(
                str(
                    say(
                        "the next command that writes to {file} sets it aside, and goes on with what can be read",
                        file=file,
                    )
                )
            )
    if wrong:
        raise click.exceptions.Exit(1)


def _look(file: str, sample: int) -> tuple[int, int, int, Sequence[Message]]:
    """Returns the number of sound entries, the numbers of those computed again and compared, and the errors."""
    import warnings

    from sprague.solving.store import Store
    from sprague.system.database import DamagedError
    from sprague.workbench.store_check import check as check_store

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DamageWarning)  # the damage is reported below
            with Store(file) as opened:
                return check_store(opened, sample)
    except DamagedError as error:
        return 0, 0, 0, (error.message,)


@command("merge", "sprague solve cram 4x7 --store laptop.db\nsprague store merge boards.db laptop.db")
@click.argument("file")
@click.argument("others", nargs=-1, required=True, metavar="OTHER...")
def merge(file: str, others: tuple[str, ...]) -> None:
    """Add the content of other stores to FILE, which is made if it does not exist.

    The command refuses stores that contradict each other.
    """
    from sprague.solving.store import Store

    with ExitStack() as stack:
        # Open the others first: a wrong name must not leave an empty FILE behind.
        opened = [stack.enter_context(Store(other)) for other in others]
        is_new = not os.path.exists(file)
        after = stack.enter_context(ExitStack())
        target = stack.enter_context(Store(file, create=True))
        try:
            for other in opened:
                new = target.merge(other)
                added = say_plural("{count} new entry", "{count} new entries", new)
                click.echo(labelled(other.base.path, added))
        except BaseException:
            if is_new and not any(target.counts().values()):
                after.callback(os.unlink, file)
            raise


@command("export", "sprague solve cram 4x7 --store boards.db\nsprague store export boards.db values.csv")
@click.argument("file")
@click.argument("out", metavar="OUT.csv")
@force_option
def export(file: str, out: str, force: bool) -> None:
    """Write every entry of FILE as CSV: game,board,key,value; - for stdout.

    The bits of a key are the free cells: for Cram bit r * side + c is the cell
    in row r and column c of a board whose short side is "board"; for graphs
    bit v is the vertex v.
    """
    from sprague.solving.store import Store
    from sprague.workbench.store_check import numbers

    def write(target: Any) -> None:
        target.write("game,board,key,value\n")
        for family in opened.counts():
            keys, values = opened.load(family)
            for start in range(0, len(keys), _PIECE):
                piece = slice(start, start + _PIECE)
                rows = zip(numbers(keys[piece]), values[piece].tolist(), strict=True)
                target.write(
                    "".join(f'{family.game},"{family.board}",{key},{value}\n' for key, value in rows)
                )

    with Store(file) as opened:
        if out == "-":
            write(sys.stdout)
        else:
            write_file(out, write, force)


for _one in (info, check, merge, export):
    store.add_command(_one)
