"""``sprague quotient``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sprague.words.messages import Message, join, say

from .answer_text import entry
from .budget import Budget, bound_options
from .common import (
    NUMBER,
    command,
    force_option,
    json_option,
    print_json,
    refuse_existing,
    short,
    with_games,
    words_argument,
    write_json,
)

if TYPE_CHECKING:
    from sprague.workbench.misere import Quotient

#: The number of relations, elements and heaps printed.
SHOWN = 60


@command(
    "quotient",
    """
    sprague quotient 0.77 -o kayles.json
    sprague quotient 0.07 --heaps 33
    sprague quotient grundy --heaps 18 --json
    sprague quotient notakto --size 3x3
    sprague quotient "cram 3x4"
    """,
)
@words_argument("game")
@click.option(
    "--heaps", type=NUMBER, help="Of the heaps 0..N.  [default: as many as prove it for all heaps, to 20000]"
)
@click.option("--size", metavar="SIZE", help="Of all that can come of a board of that size, such as 4x4.")
@click.option(
    "-o", "--out", metavar="FILE", help="Write the certificate to FILE; sprague check re-checks it."
)
@force_option
@json_option
@bound_options
def quotient(
    game: str,
    heaps: int | None,
    size: str | None,
    out: str | None,
    force: bool,
    as_json: bool,
    budget: Budget,
) -> None:
    """Find the misère quotient of a game, or of a position.

    Two positions are one element of the quotient if they have the same outcome in misère play beside every position of
    the game. PROVED: the quotient is that of all heaps, by the periodicity theorem of Plambeck and Siegel. partial: it
    is exact for the heaps that were computed. Ctrl-C or --time leaves the results so far.

    With --json: {game, heaps, order, p_portion: how many elements are P-positions, p_elements, status: proved |
    partial, class: tame | wild, preperiod, period, generators, relations, table: the element of each heap 0, 1, …,
    positions: those of a closed set instead of heaps, stopped, certificate}.
    """
    from sprague.workbench.misere import quotient as search

    if out is not None:
        refuse_existing(out, force)
    game_text = with_games(game if size is None else f"{game} {size}")
    with budget.bound(say("the misère quotient of {game}", game=game_text)):
        answer = search(game_text, heaps)
    if out is not None:
        write_json(out, answer.certificate(), force)
    if as_json:
        print_json(answer.to_dict())
        return
    for line in _lines(answer):
        click.echo(line)


def _lines(answer: Quotient) -> list[str]:
    lost = len(answer.p_portion)
    lines = [
        entry(say("Game"), short(answer.game, 200)),
        entry(
            say("Order"),
            str(say("{order} elements, {lost} of them P-positions", order=answer.order, lost=lost)),
        ),
        entry(say("Class"), str(say("{kind} ({why})", kind=_KINDS[answer.kind], why=answer.why))),
        entry(say("Status"), str(_status(answer))),
    ]
    if answer.stopped is not None:
        lines.append(entry(say("Stopped"), str(answer.stopped)))
    if answer.generators:
        named = join(
            say(
                "{letter} = {item}",
                letter=letter,
                item=answer.items[heap] if answer.items else say("heap {n}", n=heap),
            )
            for letter, heap in answer.generators.items()
        )
        lines.append(entry(say("Generators"), str(named)))
    lines.append(entry(say("Relations"), _some(answer.relations)))
    lines.append(entry(say("P-portion"), _some(answer.p_portion)))
    if not answer.items:
        images = [f"{heap}: {answer.pretend(heap)}" for heap in range(min(len(answer.values), SHOWN))]
        lines.append(entry(say("Heaps"), "  ".join(images) + ("  …" if len(answer.values) > SHOWN else "")))
    return lines


_KINDS = {"tame": say("tame"), "wild": say("wild")}


def _status(answer: Quotient) -> Message:
    if answer.period is not None:
        return say(
            "proved: the pretending function has preperiod {start} and period {length}",
            start=answer.preperiod,
            length=answer.period,
        )
    if answer.items and answer.status == "proved":
        return say("proved: all {count} positions were examined", count=len(answer.items))
    if answer.items:
        return say("partial: of the {count} smallest positions", count=len(answer.items))
    return say("partial: of the heaps to {n}", n=answer.heaps)


def _some(texts: tuple[str, ...]) -> str:
    first = ", ".join(texts[:SHOWN])
    return f"{first}, … ({len(texts)})" if len(texts) > SHOWN else first
