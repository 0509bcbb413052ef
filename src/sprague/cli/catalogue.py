"""``sprague catalogue``, with ``query``, ``export`` and ``misere``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sprague.words.messages import say, say_plural

from .budget import Budget
from .common import (
    NUMBER,
    command,
    force_option,
    json_option,
    print_json,
    refuse_existing,
    words_argument,
    write_file,
)
from .sweeps import sweep_options, sweeping, tell_failed

if TYPE_CHECKING:
    from sprague.system.workers import Workers

store_option = click.option(
    "--store", metavar="FILE", type=click.Path(path_type=Path), help="The store, not the usual one."
)

#: The number of rows shown to a person unless all are requested.
SHOWN = 40

#: The columns shown to a person: heading, field.
_COLUMNS = {
    "code": "code",
    "as": "equivalent",
    "shift": "shift",
    "preperiod": "preperiod",
    "period": "period",
    "searched to": "searched",
    "max": "max",
    "mask": "mask",
    "rares": "rares",
}

#: The columns for questions about misère play.
_MISERE_COLUMNS = {
    "code": "code",
    "as": "equivalent",
    "misère": "misere",
    "order": "quotient_order",
    "P-portion": "p_portion",
    "period": "misere_period",
    "class": "class",
    "to heap": "misere_heaps",
}


@click.group(
    "catalogue",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="\b\nExamples:\n"
    '  sprague catalogue query "period = 12"\n'
    "  sprague catalogue --digits 2 --workers 2\n"
    "  sprague catalogue export octal.parquet",
)
@click.option(
    "--digits", type=click.IntRange(1, 4), default=3, show_default=True, help="Digits behind the point."
)
@click.option(
    "--to", "to", type=NUMBER, default=1 << 16, show_default=True, help="Compute every code this far."
)
@click.option(
    "--limit", type=NUMBER, default=10**6, show_default=True, help="Search for a period this far, if need be."
)
@store_option
@json_option
@sweep_options
@click.pass_context
def catalogue(
    context: click.Context,
    digits: int,
    to: int,
    limit: int,
    store: Path | None,
    as_json: bool,
    workers: Workers,
    budget: Budget,
) -> None:
    """Classify all codes 0.d1d2d3 and 4.d1d2d3.

    Finds which codes are the same game, which are periodic with a proof, and how far the others were searched. Results
    go to a store. If the command is stopped or killed, the same command continues. The catalogue of three digits comes
    with the package, so query needs no search.

    With --json: {store, digits, classes, done, before, failed, seconds (of CPU,
    of those done), codes, proved, observed, none}.
    """
    if context.invoked_subcommand is not None:
        return
    from sprague.catalogue.rows import catalogue as rows_of
    from sprague.catalogue.store import usual_path
    from sprague.catalogue.sweep import sweep

    path = store or usual_path()
    with sweeping(budget, "catalogue"):
        swept = sweep(digits, workers, path, to=to, limit=limit)
    rows = rows_of(path)
    counts = {
        status: sum(row["status"] == status for row in rows) for status in ("proved", "observed", "none")
    }
    if as_json:
        fields = {"store": str(path), "digits": digits, "classes": len(swept.rows) + len(swept.failed)}
        fields |= {"done": swept.done, "before": swept.before, "failed": swept.failed}
        print_json(fields | {"seconds": round(swept.seconds, 1), "codes": len(rows)} | counts)
    else:
        click.echo(
            str(
                say(
                    "{codes} in {path}: {proved} periodic with proof, {observed} observed, {none} open",
                    codes=say_plural("{count} code", "{count} codes", len(rows)),
                    path=str(path),
                    **counts,
                )
            )
        )
    tell_failed(swept)


@command(
    "query",
    """
    sprague catalogue query "period = 12"
    sprague catalogue query "status = none and rares < 100"
    sprague catalogue query "equivalent = 0.77" --json
    sprague catalogue query "misere = proved and quotient_order > 100"
    sprague catalogue query --digits 4 "period = 36732"
    """,
)
@words_argument("question", required=False)
@click.option(
    "--digits", type=click.IntRange(3, 4), default=3, show_default=True, help="Codes of so many digits."
)
@click.option("--all", "all_rows", is_flag=True, help="Show all rows.")
@store_option
@json_option
def query(question: str | None, digits: int, all_rows: bool, store: Path | None, as_json: bool) -> None:
    """Ask the catalogue.

    QUESTION compares fields with values: = != < <= > >=, joined by and, or,
    not and brackets. Fields: code, equivalent, shift, argument, status
    (proved, observed, none), preperiod, period, needed, searched, max, argmax,
    mask, rares, last_rare, zeros, last_zero, and of misère play misere (proved,
    partial), quotient_order, p_portion, misere_period, class (tame, wild),
    misere_heaps. "none" stands for an unknown value.

    With --json: {query, count, own: codes from your own searches, rows}.
    """
    from sprague.catalogue.census import COLUMNS
    from sprague.catalogue.query import query as ask
    from sprague.catalogue.rows import own_codes
    from sprague.catalogue.store import usual_path

    question = question or ""
    rows = ask(question, store, digits)
    own = own_codes(rows) if store is None and digits == 3 else []
    if as_json:
        print_json({"query": question, "count": len(rows), "own": own, "rows": rows})
        return
    listed = rows if all_rows else rows[:SHOWN]
    columns = _MISERE_COLUMNS if any(field in question.lower() for field in COLUMNS) else _COLUMNS
    table = [list(columns)]
    table += [["" if row[field] is None else str(row[field]) for field in columns.values()] for row in listed]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for line in table if rows else []:
        click.echo("  ".join(f"{cell:>{wide}}" for cell, wide in zip(line, widths, strict=True)).rstrip())
    end = say_plural("{count} code", "{count} codes", len(rows))
    if len(listed) < len(rows):
        end = say("{codes}; --all shows them all", codes=end)
    click.echo(str(end))
    if own:
        remark = say_plural(
            "{count} of them is as your own searches in {file} say",
            "{count} of them are as your own searches in {file} say",
            len(own),
            file=str(usual_path()),
        )
        click.echo(str(remark))


@command(
    "export",
    """
    sprague catalogue export octal.csv
    sprague catalogue export octal.parquet
    """,
)
@click.argument("file")
@store_option
@force_option
@json_option
def export(file: str, store: Path | None, force: bool, as_json: bool) -> None:
    """Write the catalogue to FILE: .csv or .parquet.

    With --json: {file, rows}.
    """
    from sprague.catalogue.rows import catalogue as rows_of
    from sprague.catalogue.rows import check_name, write_csv, write_parquet

    ending = check_name(file)
    refuse_existing(file, force)
    rows = rows_of(store)
    if ending == ".csv":
        write_file(file, lambda target: write_csv(rows, target), force)
    else:
        write_file(file, lambda target: write_parquet(rows, target), force, binary=True)
    if as_json:
        print_json({"file": file, "rows": len(rows)})


@command(
    "misere",
    """
    sprague catalogue misere quotients.jsonl --seconds 10 --workers 2
    sprague catalogue misere quotients.jsonl --csv joined.csv
    """,
)
@click.argument("file")
@click.option(
    "--seconds", "each", type=float, default=10.0, show_default=True, help="Processor time for each game."
)
@click.option(
    "--digits", type=click.IntRange(1, 4), default=3, show_default=True, help="Digits behind the point."
)
@click.option(
    "--csv", "out", metavar="FILE.csv", help="Write the catalogue with the columns of the census to it."
)
@force_option
@json_option
@sweep_options
def misere(
    file: str,
    each: float,
    digits: int,
    out: str | None,
    force: bool,
    as_json: bool,
    workers: Workers,
    budget: Budget,
) -> None:
    """Find the misère quotients of all codes 0.d1d2d3 and 4.d1d2d3.

    Codes that are also the same game in misère play are taken together. FILE gets a line of JSON for each game as soon
    as its result is known, and for a proved quotient only after the separate checker has accepted its certificate. The
    same command continues where it was stopped, and with more --seconds it tries open games again. A census of three
    digits comes with the package, so sprague catalogue query needs no search.

    The .csv file has the columns of the catalogue, and misere (proved, partial), quotient_order, p_portion,
    misere_period, class (tame, wild) and misere_heaps (the largest heap computed).

    With --json: {file, games, codes, proved: games, proved_codes, tame: proved ones, checked: seconds of the checker,
    open: {code, heaps, order, why} for each, failed}.
    """
    from sprague.catalogue.census import joined, summary
    from sprague.catalogue.classify import octal_codes
    from sprague.catalogue.quotients import census
    from sprague.catalogue.rows import catalogue as rows_of

    if out is not None:
        refuse_existing(out, force)
    with sweeping(budget, "catalogue misere"):
        swept = census(octal_codes(digits), file, workers, each)
    rows = list(swept.rows.values())
    if out is not None:
        import csv

        table = joined(rows_of(None), rows)

        def write(target: Any) -> None:
            writer = csv.DictWriter(target, [*table[0]], lineterminator="\n")
            writer.writeheader()
            writer.writerows(table)

        write_file(out, write, force)
    told_of = summary(rows)
    if as_json:
        print_json({"file": file, **told_of, "failed": swept.failed})
    else:
        click.echo(
            str(
                say(
                    "{count} games ({codes} codes), {proved} of them proved ({proved_codes} codes)",
                    count=told_of["games"],
                    codes=told_of["codes"],
                    proved=told_of["proved"],
                    proved_codes=told_of["proved_codes"],
                )
            )
        )
    tell_failed(swept)


catalogue.add_command(misere)
catalogue.add_command(query)
catalogue.add_command(export)
