"""``sprague p-positions``."""

from __future__ import annotations

from typing import Any

import click

from sprague.words.digits import to_json, to_text
from sprague.words.messages import short

from .common import NUMBER, command, find_game, json_option, print_json, wrap


@command(
    "p-positions",
    """
    sprague p-positions wythoff --count 31
    sprague p-positions "wythoff[t=2]" --json
    sprague p-positions nim --heaps 3
    """,
)
@click.argument("game")
@click.option("--count", type=NUMBER, default=20, show_default=True, help="How many.")
@click.option("--heaps", type=NUMBER, help="On so many heaps (a sum, for a game on single heaps).")
@click.option("--within", type=NUMBER, help="Where no theorem lists them: look at heaps up to this.")
@json_option
def p_positions(game: str, count: int, heaps: int | None, within: int | None, as_json: bool) -> None:
    """List the positions that the next player loses.

    The P-positions of GAME other than the empty one, by their largest heap.

    With --json: {game, positions: lists of heaps}.
    """
    from sprague.model.p_positions import p_positions as first

    ruleset = find_game(game)
    found = first(ruleset, count, heaps=heaps, within=within)
    if as_json:
        positions: list[list[Any]] = [[to_json(n) for n in heaps] for heaps in found]
        print_json({"game": ruleset.head, "positions": positions})
        return
    click.echo(wrap("  ".join(short(f"({','.join(map(to_text, heaps))})") for heaps in found), indent=0))
