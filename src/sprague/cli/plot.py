"""``sprague plot``."""

from __future__ import annotations

from typing import Any

import click

from .budget import Budget, bound_options
from .common import (
    command,
    find_game,
    force_option,
    json_option,
    print_json,
    refuse_existing,
    words_argument,
    write_file,
)
from .values_table import SIZES


@command(
    "plot",
    """
    sprague plot 0.6 --to 1e5 -o officers.html
    sprague plot kayles --to 500 -o kayles.svg
    sprague plot 0.6 --to 1e6 --what frequencies -o values.png
    sprague plot wythoff --to 100x100 -o values.html
    sprague plot wythoff --to 1000 --what p-positions -o wythoff.svg
    """,
)
@words_argument("game")
@click.option(
    "--to",
    "to",
    type=SIZES,
    metavar="N|NxM",
    help="The largest heap; of each of two heaps.  [default: 1000, or 100x100]",
)
@click.option(
    "-o", "--out", metavar="FILE", required=True, help="The file: .html (interactive), .svg or .png."
)
@click.option(
    "--what",
    type=click.Choice(["values", "frequencies", "p-positions"]),
    default="values",
    show_default=True,
    help="What is drawn.",
)
@force_option
@json_option
@bound_options
def plot(
    game: str, to: tuple[int, ...] | None, out: str, what: Any, force: bool, as_json: bool, budget: Budget
) -> None:
    """Draw a chart of a game on heaps to a file.

    The chart shows the values, with the rare ones in colour, or how often each value occurs, or the P-positions. For
    two heaps it is a map with a colour for each value. The HTML works without a network.

    Needs the extra [plot]: pip install 'sprague[plot]'. With --json: {file,
    game, to, what}.
    """
    from sprague import charts as plots

    form = plots.form_of(out)
    refuse_existing(out, force)
    ruleset = find_game(game)
    sizes = to if to is not None else (100, 100) if ruleset.heaps == 2 and what == "values" else (1000,)
    with budget.bound(ruleset.head):
        chart = plots.spec(ruleset, sizes[0] if len(sizes) == 1 else sizes, what)
        write_file(out, lambda target: plots.save(chart, target, form), force, binary=True)
    if as_json:
        print_json(
            {
                "file": out,
                "game": ruleset.head,
                "to": sizes[0] if len(sizes) == 1 else list(sizes),
                "what": what,
            }
        )
