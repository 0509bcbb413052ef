"""``sprague atlas``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sprague.words.errors import expected
from sprague.words.messages import join, say

from .answer_text import entry
from .budget import Budget
from .common import NUMBER, command, json_option, labelled, print_json, wrap
from .sweeps import sweep_options, sweeping, tell_failed

if TYPE_CHECKING:
    from sprague.system.workers import Workers

#: The number of rows shown to a person.
SHOWN = 20


@command(
    "atlas",
    """
    sprague atlas
    sprague atlas query "system = pell and states < 30"
    sprague atlas query "status = none" --json
    sprague atlas --most 4 --largest 4
    sprague atlas --workers 2 -o atlas.jsonl
    sprague atlas --workers 2 -o a.jsonl --limit-states 1000 --rule-seconds 30
    sprague atlas -o four.jsonl --most 4 --sample 300 --rule-seconds 2
    """,
)
@click.argument("words", nargs=-1)
@click.option(
    "-o", "--out", metavar="FILE", help="Prove the rules again, and write one row for each rule to FILE."
)
@click.option("--most", type=NUMBER, default=3, show_default=True, help="The most items in a rule, up to 4.")
@click.option(
    "--largest", type=NUMBER, default=3, show_default=True, help="The largest entry of an item, up to 4."
)
@click.option(
    "--limit-states",
    type=NUMBER,
    default=200,
    show_default=True,
    help="With -o: the most states of an automaton.",
)
@click.option(
    "--rule-seconds",
    type=float,
    metavar="SECONDS",
    default=4,
    show_default=True,
    help="With -o: the most seconds for one rule.",
)
@click.option("--sample", type=NUMBER, metavar="N", help="With -o: only N of the rules, chosen at random.")
@click.option(
    "--seed", type=NUMBER, default=0, show_default=True, help="With --sample: the seed of the choice."
)
@json_option
@sweep_options
def atlas(
    words: tuple[str, ...],
    out: str | None,
    most: int,
    largest: int,
    limit_states: int,
    rule_seconds: float,
    sample: int | None,
    seed: int,
    as_json: bool,
    workers: Workers,
    budget: Budget,
) -> None:
    """Query the atlas of rules on two heaps, or make one.

    The atlas contains every symmetric rule of up to three items with entries up to
    3; with --most 4 --largest 4, of up to four items with entries up to 4: 14842
    rules. An item is a vector, in both orders, which a move takes once or k times.
    Each row gives the automaton of the P-positions with its certificate, or says
    that none was found. A query compares states, winning, seconds, vectors,
    addable (the states of the automaton of moves that may be added), redundant
    (the number of vectors that change nothing), system, status and rule by =, !=,
    <, <=, >, >=, or by ~ for a part of a text, and combines comparisons by and, or.

    -o proves the rules again, and continues a run that was stopped. A larger
    --limit-states tries the unproved rules again, along the lines of their
    P-positions. --sample tries some of the rules.

    With --json: one object per rule, {rule, status, system, states, winning,
    addable, first, redundant, …, certificate}.
    """
    from sprague.discovery import atlas as home

    if not 1 <= most <= 4 or not 1 <= largest <= 4:
        raise expected(say("1 to 4 items, and entries of 1 to 4"), f"{most}, {largest}")
    if out is not None:
        if not 1 <= limit_states <= 10_000 or not 0.1 <= rule_seconds <= 86_400:
            raise expected(
                say("1 to 10000 states, and 0.1 to 86400 seconds for a rule"),
                f"{limit_states}, {rule_seconds}",
            )
        with sweeping(budget, "atlas"):
            swept = home.build(out, workers, most, largest, rule_seconds, limit_states, sample, seed)
        click.echo(str(say("{count} rules in {file}", count=len(swept.rows), file=out)))
        return tell_failed(swept)
    if words and words[0] != "query":
        raise expected(say("query and what to look for"), words[0])
    rows = home.query(" ".join(words[1:]), home.shipped(most, largest))
    if as_json:
        for row in rows:
            print_json(row)
        return
    systems: dict[str, int] = {}
    for row in rows:
        systems[row["system"] or "-"] = systems.get(row["system"] or "-", 0) + 1
    proved = sum(row["status"] == "proved" for row in rows)
    counts = say("{count} rules, {proved} of them proved", count=len(rows), proved=proved)
    click.echo(entry(say("Atlas"), str(counts)))
    if systems:
        parts = join(labelled(name, n) for name, n in sorted(systems.items(), key=lambda each: -each[1]))
        click.echo(entry(say("Systems"), str(parts)))
    for row in rows[:SHOWN] if words else []:
        states = (
            say("not proved")
            if row["states"] is None
            else say("{system}, {states} states", system=row["system"], states=row["states"])
        )
        click.echo(wrap(str(say("{text}: {verdict}", text=row["rule"], verdict=states)), "", hanging=2))
    if words and len(rows) > SHOWN:
        click.echo(wrap(str(say("and {count} more; --json lists all", count=len(rows) - SHOWN)), ""))
