"""``sprague discover``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sprague.words.messages import say

from .answer_text import entry
from .budget import Budget, bound_options
from .common import (
    NUMBER,
    command,
    force_option,
    game_of,
    json_option,
    print_json,
    refuse_existing,
    words_argument,
    wrap,
    write_json,
)

if TYPE_CHECKING:
    from sprague.discovery.report import Report

#: The number of P-positions shown.
SHOWN = 12


@command(
    "discover",
    """
    sprague discover wythoff
    sprague discover "vectors{(0,2k),(2k,0),(k,k)}" -o theorem.json
    sprague discover "vectors{(0,k),(k,0),(1,1)}" --values -o values.json
    sprague discover 0.137
    sprague discover "nim 3,4,5"
    sprague discover wythoff --row 5
    sprague discover rule.py:moves --code python
    sprague discover "x,y -> u,v where (u = x and v < y) or (v = y and u < x)"
    """,
)
@words_argument("game")
@click.option("-o", "--out", metavar="FILE", help="Write the certificate of what is proved to FILE.")
@click.option(
    "--values", is_flag=True, help="With -o: certify the values of a rule by vectors, not the P-positions."
)
@click.option(
    "--limit-states", type=NUMBER, default=200, show_default=True, help="The largest automaton to learn."
)
@click.option("--seconds", "bound", metavar="TIME", help="Look no longer than 20s, 5min, …")
@click.option(
    "--code", type=click.Choice(["python", "c++"]), help="Print a function for the pattern, and no more."
)
@click.option("--row", type=NUMBER, help="Of wythoff: the Grundy values with a first heap of this size.")
@force_option
@json_option
@bound_options
def discover(
    game: str,
    out: str | None,
    values: bool,
    limit_states: int,
    bound: str | None,
    code: str | None,
    row: int | None,
    force: bool,
    as_json: bool,
    budget: Budget,
) -> None:
    """Find the pattern of a game, and prove it.

    For a rule on two heaps (vectors, or a formula) it makes a table of P-positions, learns an automaton over the digits
    of the heaps from it, and decides from the rule whether the automaton recognises exactly the P-positions. For a
    take-and-break game it finds the period, for a game of your own patterns with names. For a position it examines the
    game. If a bound (--time, --seconds) ends the search, it prints the results so far, and the size of the table.

    \b
    With --json: {game, status: proved | observed | refuted | none, system,
    states, formula, patterns: [{name, text, fitted, tested, first_failure}],
    laws, diagonals, statements: [{text, verdict}], consequences: {laws,
    by_hand, proof}, oeis, addable, redundant, certificate, cut, seconds}.
    """
    from sprague.discovery.rule import is_formula
    from sprague.workbench.discover import certificate_of
    from sprague.workbench.discover import discover as found_of

    if out is not None:
        refuse_existing(out, force)
    rule: Any = game if is_formula(game) else game_of(game)
    with budget.bound(game):
        report = found_of(rule, limit_states=limit_states, seconds=bound, row=row)
    if out is not None:
        write_json(out, certificate_of(report, values), force)
    if code is not None:
        click.echo(report.code(code), nl=False)
    elif as_json:
        print_json(report.to_dict())
    else:
        _show(report, out)


def _show(report: Report, out: str | None) -> None:
    click.echo(entry(say("Game"), report.game))
    if report.kind == "pairs":
        pairs = [f"({a},{b})" for a, b in report.table[:SHOWN]]
        named = say("(heap, limit):") if "parts" in report.follows else None
        click.echo(entry(say("P"), " ".join([*([str(named)] if named else []), ", ".join([*pairs, "…"])])))
        for name, fit in zip(("smaller", "larger"), report.fits, strict=False):
            line = say(
                "the n-th {which}: about {slope}n {offset}, off by at most {residual}",
                which=say("smaller heap") if name == "smaller" else say("larger heap"),
                slope=f"{fit['slope']:.4f}",
                offset=f"{fit['offset']:+.2f}",
                residual=f"{fit['residual']:.2f}",
            )
            click.echo(entry(say("Line"), str(line)))
    else:
        deep = {"cells": 1, "cubes": 2}.get(report.kind, 0)
        row = report.table
        for _ in range(deep):
            row = row[0]
        label = say("Row 0") if deep else say("Values")
        click.echo(entry(label, ", ".join(map(str, row[:30])) + ", …"))
    for sentence in report.sentences():
        click.echo(entry(say("Found"), str(sentence)))
    if report.told is not None:
        click.echo(entry(say("By hand"), str(report.told.by_hand)))
        for place, line in enumerate(report.told.proof, 1):
            click.echo(entry(say("Proof"), f"{place}. {line}"))
    for sentence in report.refuted:
        click.echo(entry(say("Refuted"), str(sentence)))
    if report.theorem is not None:
        for statement in report.theorem.statements:
            verdict = say("true") if statement.holds else say("false")
            click.echo(wrap(str(say("{text}: {verdict}", text=statement.text, verdict=verdict)), ""))
    if out is not None:
        click.echo(entry(say("Written"), str(say("{file}; check it: sprague check {file}", file=out))))
    click.echo(entry(say("Took"), str(say("{count} s", count=f"{report.seconds:.2f}"))))
