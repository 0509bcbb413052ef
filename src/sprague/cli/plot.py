"""``sprague plot``."""

from __future__ import annotations

from typing import Any

import click

from .common import (
    NUMBER,
    command,
    find_game,
    force_option,
    json_option,
    print_json,
    progress_bar,
    refuse_existing,
    write_file,
)


@command(
    "plot",
    """
    sprague plot 0.6 --to 1e5 -o officers.html
    sprague plot kayles --to 500 -o kayles.svg
    sprague plot 0.6 --to 1e6 --what frequencies -o values.png
    sprague plot wythoff --to 1000 --what p-positions -o wythoff.svg
    """,
)
@click.argument("game")
@click.option("--to", "to", type=NUMBER, default=1000, show_default=True, help="The largest heap.")
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
def plot(game: str, to: int, out: str, what: Any, force: bool, as_json: bool) -> None:
    """Draw a chart of a game on heaps to a file.

    Its values with the rare ones in colour, how often each value occurs, or
    its P-positions. The HTML works without a network.

    Needs the extra [plot]: pip install 'sprague[plot]'. With --json: {file,
    game, to, what}.
    """
    from sprague import charts as plots

    form = plots.form_of(out)
    refuse_existing(out, force)
    ruleset = find_game(game)
    with progress_bar(ruleset.head) as hook:
        chart = plots.plot(ruleset, to, what, progress=hook)
    write_file(out, lambda target: plots.save(chart, target, form), force, binary=True)
    if as_json:
        print_json({"file": out, "game": ruleset.head, "to": to, "what": what})
