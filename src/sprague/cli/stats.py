"""``sprague stats``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sprague.words.messages import say, say_plural

from .answer_text import entry
from .budget import Budget, bound_options
from .common import NUMBER, command, display_width, find_game, json_option, print_json, width, words_argument

if TYPE_CHECKING:
    from sprague.takebreak.statistics import Statistics

#: The number of rare heaps listed for a person.
SHOWN_RARES = 20


@command(
    "stats",
    """
    sprague stats kayles
    sprague stats 0.6 --to 1e6
    sprague stats grundy --to 1e5 --json
    """,
)
@words_argument("game")
@click.option("--to", "to", type=NUMBER, default=10_000, show_default=True, help="The largest heap.")
@json_option
@bound_options
def stats(game: str, to: int, as_json: bool, budget: Budget) -> None:
    """Summarise the values of heaps 1..N.

    Prints how often each value occurs, the largest value, the P-positions, and the rare heaps: those whose value has an
    even number of the bits of a mask. In many games nearly all heaps are common, not rare.

    With --json: {game, to, frequencies, max, argmax, rare_mask, rares,
    last_rare, zeros: {count, first, last}}; the mask is hexadecimal.
    """
    from sprague.workbench.heaps import statistics

    ruleset = find_game(game)
    with budget.bound(ruleset.head):
        summary = statistics(ruleset, to)
    if as_json:
        print_json(summary.to_dict())
        return
    click.echo(entry(say("Game"), str(say("{game}, heaps 1..{to}", game=summary.game, to=summary.to))))
    most = say("{value}, first at heap {heap}", value=summary.max, heap=summary.argmax)
    click.echo(entry(say("Largest"), str(most)))
    click.echo(entry(say("Zeros"), _zeros(summary)))
    click.echo(entry(say("Rare"), _rares(summary)))
    click.echo()
    _table(summary.frequencies)


def _zeros(stats: Statistics) -> str:
    zeros = stats.zeros
    if not len(zeros):
        return str(say("none: every heap is an N-position"))
    count = say_plural("{count} P-position", "{count} P-positions", len(zeros))
    return str(say("{count}, heap {first} to {last}", count=count, first=int(zeros[0]), last=int(zeros[-1])))


def _rares(stats: Statistics) -> str:
    if stats.rares is None:
        return str(say("no mask leaves at most a quarter of the heaps rare"))
    heaps = ", ".join(map(str, stats.rares[:SHOWN_RARES].tolist()))
    if len(stats.rares) > SHOWN_RARES:
        heaps += f", … {stats.last_rare}"
    return str(
        say(
            "{count} (mask {mask}): {heaps}",
            count=say_plural("{count} heap", "{count} heaps", len(stats.rares)),
            mask=stats.rare_mask,
            heaps=heaps,
        )
    )


def _table(frequencies: dict[int, int]) -> None:
    """Prints columns of values and counts, as many side by side as fit."""
    value_head, heaps_head = str(say("value")), str(say("heaps"))
    left = max(display_width(value_head), *(len(str(value)) for value in frequencies))
    right = max(display_width(heaps_head), *(len(str(count)) for count in frequencies.values()))
    columns = max(1, min((width() + 3) // (left + right + 5), -(-len(frequencies) // 8)))
    rows = -(-len(frequencies) // columns)
    columns = -(-len(frequencies) // rows)
    head = f"{_right(value_head, left)}  {_right(heaps_head, right)}"
    click.echo("   ".join([head] * columns))
    cells = [f"{value:>{left}}  {count:>{right}}" for value, count in frequencies.items()]
    for row in range(rows):
        click.echo("   ".join(cells[row::rows]))


def _right(text: str, columns: int) -> str:
    """Returns ``text`` aligned to the right of this many columns."""
    return " " * (columns - display_width(text)) + text
