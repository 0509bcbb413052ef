"""``sprague values``."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any

import click

from sprague.model.heap_values import as_list
from sprague.model.ruleset import Ruleset
from sprague.takebreak.rules import TakeAndBreak
from sprague.words.digits import to_json, to_text
from sprague.words.errors import FileError, RangeError
from sprague.words.messages import Message, say

from .budget import Budget, bound_options
from .common import (
    NUMBER,
    command,
    find_game,
    force_option,
    json_option,
    observation,
    observed_option,
    print_json,
    refuse_existing,
    width,
    words_argument,
    wrap,
    write_file,
)
from .values_table import (
    SIZES,
    as_far_as_known,
    default_sizes,
    is_binary,
    print_values,
    refuse_engine,
    require_printing,
    say_cut,
    write_parquet,
)

#: A row of values, as :func:`sprague.workbench.registry.row` returns it.
Values = Any

#: A function that writes values into an open file.
Writer = Callable[[IO[Any], Values], None]

#: The number of values written at a time.
PIECE = 100_000

#: A run that writes to a file announces its cost from this heap on.
TOLD_FROM = 1_000_000


@command(
    "values",
    """
    sprague values nim --to 20
    sprague values grundy --to 1e4 --csv > grundy.csv
    sprague values kayles --to 100 --bfile
    sprague values kayles --from 1e30 --to 1e30
    sprague values kayles --to 2^20 --out kayles.npy
    sprague values wythoff --to 12x20
    sprague values nim --to 7x7 --csv
    sprague values "wythoff[t=2]" --to 500x500 -o table.parquet
    sprague values squares.py:SubtractSquares --to 50
    sprague values kayles --genus --to 20
    sprague values top-entails --to 40
    """,
)
@words_argument("game")
@click.option(
    "--to",
    "to",
    type=SIZES,
    metavar="N|NxM",
    help="The largest heap; of each heap, for a table.  [default: 100, or 12x12]",
)
@click.option("--from", "start", type=NUMBER, default=0, help="The first heap; with --to, of one heap.")
@json_option
@click.option("--csv", "form", flag_value="csv", help="Lines n,value below a heading.")
@click.option("--bfile", "form", flag_value="bfile", help="Lines n value, the OEIS b-file form.")
@click.option(
    "-o", "--out", metavar="FILE", help="Write to FILE: .npy, .csv, .parquet, .json, or .txt (a b-file)."
)
@force_option
@click.option("--engine", metavar="NAME", help="Force an engine, for games that have several.")
@click.option(
    "--threads",
    type=NUMBER,
    metavar="N",
    help="Threads that share a long run of a code that splits into two heaps; by default one.",
)
@observed_option
@click.option("--genus", "genera", is_flag=True, help="Print the genus of each heap, as sprague genus does.")
@bound_options
def values(
    game: str,
    to: tuple[int, ...] | None,
    start: int,
    as_json: bool,
    form: str | None,
    out: str | None,
    force: bool,
    engine: str | None,
    threads: int | None,
    genera: bool,
    budget: Budget,
) -> None:
    """Print the Grundy values of heaps 0..N.

    GAME is any game on heaps (see: sprague games). --to N means heaps 0..N: N+1 values. For a game on two heaps, or a
    sum of two, --to NxM prints a table, with a row for each size of the first heap; --to NxMxK and so on go to --csv,
    --json or a file. --from N begins at heap N. If a period, a theorem or the law of your own rule gives the values, N
    may have any size. With --observed a law of your own rule that is not proved may give them; standard error, and
    "observed" in the JSON object, say so.

    Values of a take-and-break game for a .npy file are kept during the work. If a run was stopped or killed, the same
    command continues it, and repeats at most half a minute of work.

    Standard error names the engine that computed a long table; the output of --json does not contain it.

    A stack of Top Entails may be loony, without a nimber as its value. Then "loony" stands for its value, and -1 in
    b-files, .npy and .parquet files.

    If a bound (--time, --memory) ends the work, the command prints the values so far (of a table the complete rows),
    and standard error says how far they go.

    With --json: {game, start, values}; of a table {game, to: [N, M], values: a list for each row}. If a bound ended the
    work, "cut" names it.
    """
    from sprague.workbench import registry

    if genera:
        from .genus import DEFAULT, print_genera

        if (
            start
            or any(each is not None for each in (form, out, engine, threads))
            or (to is not None and len(to) > 1)
        ):
            raise RangeError(say("--genus can be combined with --to N and --json only"))
        print_genera(game, DEFAULT if to is None else to[0], as_json, budget)
        return
    ruleset = find_game(game)
    sizes = default_sizes(ruleset, start) if to is None else to
    if start:
        _refuse_with_start(ruleset, sizes, start, out, engine, threads)
    if len(sizes) > 1 or (ruleset.heaps or 1) > 1:
        refuse_engine(engine, threads)
        print_values(ruleset, sizes, as_json, form, out, force, budget)
        return
    largest = sizes[0]
    write: Writer | None = None
    if out is not None and out.lower().endswith(".npy") and isinstance(ruleset, TakeAndBreak):
        _run_to_file(ruleset, largest, out, force, engine, budget._replace(threads=threads))
        return
    if out is not None:
        write = writer(out, ruleset.head, start)
        refuse_existing(out, force)
    subject = say("{game} to heap {n}", game=ruleset.head, n=largest)

    def known(to: int) -> Values:
        if start:
            return registry.piece(ruleset, start, to)
        return registry.row(ruleset, to, engine=engine, threads=threads)

    with budget.bound(subject):
        require_printing(largest + 1 - start, subject, as_json, out)
    try:
        row, cut = as_far_as_known(budget, subject, largest, known)
    except KeyboardInterrupt:
        if count := registry.engine(ruleset).kept(engine=engine):
            text = say("interrupted; the values to heap {n} were known, and none is written", n=count - 1)
            click.echo(("\n" if sys.stderr.isatty() else "") + str(text), err=True)
        raise
    note = observation(ruleset, (largest,), True) if start else None
    if note is not None:
        click.echo(wrap(note, indent=0), err=True)
    took = getattr(registry.engine(ruleset), "took", "")
    if not as_json and (engine is not None or took not in ("", "plain", "period")):
        _say_engine(took)
    if out is not None and write is not None:
        write_file(out, functools.partial(_write_to, write, row), force, binary=is_binary(out))
    elif as_json:
        print_json(_as_object(ruleset.head, row, start) | _also(cut, note))
    elif form == "csv":
        _write_lines(sys.stdout, row, ",", "n,value\n", start)
    elif form == "bfile":
        _write_lines(sys.stdout, row, " ", start=start)
    else:
        for lines in _table(row, start):
            click.echo(lines)
    say_cut(cut, start + len(row) - 1)


def _also(cut: Message | None, note: str | None) -> dict[str, str]:
    """Returns the entries of the JSON object about the bound that ended the work, and about a law that was only
    observed."""
    fields = {} if cut is None else {"cut": str(cut)}
    return fields if note is None else fields | {"observed": note}


def _refuse_with_start(
    game: Ruleset,
    sizes: tuple[int, ...],
    start: int,
    out: str | None,
    engine: str | None,
    threads: int | None,
) -> None:
    """Raises RangeError for options that do not go with --from."""
    if len(sizes) > 1 or (game.heaps or 1) > 1:
        raise RangeError(
            say("--from works for the values of one heap, not for a table"), where=f"--from {start}"
        )
    if engine is not None or threads is not None:
        raise RangeError(say("--from cannot be combined with --engine or --threads"), where=f"--from {start}")
    if out is not None and is_binary(out):
        raise RangeError(say("--from needs a text file: .csv, .json or .txt"), where=out)
    if sizes[0] < start:
        raise RangeError(say("expected --to of at least {start}, got {to}", start=start, to=sizes[0]))


def _run_to_file(
    game: TakeAndBreak,
    to: int,
    out: str,
    force: bool,
    engine: str | None,
    budget: Budget,
) -> None:
    """Computes the values into the file itself, after an announcement of the cost. Continues a run that was stopped."""
    from sprague.takebreak.effort import need
    from sprague.takebreak.run_file import run_to_file

    if not os.path.exists(out + ".run"):
        refuse_existing(out, force)
    if to >= TOLD_FROM:
        cost = say(
            "needs {need}; if it is stopped, the same command resumes it", need=str(need(game.code, to))
        )
        click.echo(str(cost), err=True)
    engines: list[str] = []
    last = 0

    def note(heap: int, _: int) -> None:
        nonlocal last
        last = heap

    try:
        with budget.bound(
            say("{game} to heap {n}", game=game.head, n=to), say("the same command resumes it")
        ):
            run_to_file(game.code, to, out, engine=engine, progress=note, tell=engines.append, replace=force)
    except KeyboardInterrupt:
        text = say("interrupted; the values to heap {n} are kept: the same command resumes it", n=last)
        click.echo(("\n" if sys.stderr.isatty() else "") + str(text), err=True)
        raise
    for name in engines:
        _say_engine(name)


def _say_engine(name: str) -> None:
    words = say("values kept from before") if name == "kept" else say("engine: {name}", name=name)
    click.echo(str(words), err=True)


def _write_to(write: Writer, row: Values, target: IO[Any]) -> None:
    write(target, row)


def _as_object(head: str, row: Values, start: int) -> dict[str, Any]:
    values: list[Any] = as_list(row)
    if _may_be_loony(row):
        values = [_told(value) for value in values]
    return {
        "game": head,
        "start": to_json(start),
        "values": [to_json(value) for value in values] if start else values,
    }


def _may_be_loony(row: Values) -> bool:
    """Returns whether values may be -1, which unsigned values cannot."""
    kind = row.format if isinstance(row, memoryview) else getattr(row, "typecode", "q")
    return kind not in "BHIQ" and min(as_list(row)) < 0


def _told(value: int) -> int | str:
    """Returns a value as it is printed; -1 stands for a value that is not a nimber."""
    return "loony" if value < 0 else int(value)


def writer(path: str, head: str, start: int = 0) -> Writer:
    """Returns the function that writes values from heap ``start`` on to a file of that name."""
    ending = os.path.splitext(path)[1].lower()
    if ending == ".npy":
        return _write_npy
    if ending == ".parquet":
        return lambda target, row: write_parquet(target, ("n",), row)
    if ending == ".csv":
        return lambda target, row: _write_lines(target, row, ",", "n,value\n", start)
    if ending == ".txt":
        return lambda target, row: _write_lines(target, row, " ", start=start)
    if ending == ".json":
        import json

        return lambda target, row: json.dump(_as_object(head, row, start), target)
    raise FileError(say("expected a file name that ends in .npy, .csv, .parquet, .json or .txt"), where=path)


def _write_npy(target: IO[Any], row: Values) -> None:
    from sprague.system.arrays import np

    np.save(target, np.asarray(row), allow_pickle=False)


def _write_lines(target: IO[Any], row: Values, separator: str, heading: str = "", start: int = 0) -> None:
    target.write(heading)
    named = separator == "," and _may_be_loony(row)
    for begin in range(0, len(row), PIECE):
        values: list[Any] = as_list(row[begin : begin + PIECE])
        if named:
            values = [_told(value) for value in values]
        numbered = enumerate(values, start + begin)
        target.write(
            "".join(f"{to_text(n)}{separator}{value if named else to_text(value)}\n" for n, value in numbered)
        )
    target.flush()


def _table(row: Values, start: int = 0) -> Iterator[str]:
    """Yields rows of 5, 10 or 20 values, each after the number of its first heap; many rows at a time."""
    loony = _may_be_loony(row)
    cell = max(len(to_text(int(max(row)))), 5 if loony else 0) + 1
    margin = len(to_text(start + len(row) - 1))
    per_row = next((count for count in (20, 10, 5) if margin + 2 + count * cell <= width()), 1)
    cells = {value: f"{'loony' if value < 0 else to_text(int(value)):>{cell}}" for value in set(row)}
    for first in range(0, len(row), 1000 * per_row):
        piece = [cells[value] for value in row[first : first + 1000 * per_row]]
        yield "\n".join(
            f"{to_text(start + first + begin):>{margin}}: " + "".join(piece[begin : begin + per_row])
            for begin in range(0, len(piece), per_row)
        )
