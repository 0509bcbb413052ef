"""``sprague moves``."""

from __future__ import annotations

import click

from sprague.words.digits import to_json
from sprague.words.messages import short

from .common import NUMBER, command, game_option, json_option, print_json, read_position, wrap


@command(
    "moves",
    """
    sprague moves "nim 1,2"
    sprague moves "dots 16" --json
    sprague moves "wythoff 500,1000" --count 10
    """,
)
@click.argument("position")
@click.option("--count", type=NUMBER, default=100, show_default=True, help="How many to list at most.")
@game_option
@json_option
def moves(position: str, count: int, game_file: str | None, as_json: bool) -> None:
    """List the moves of POSITION.

    Component by component, each in the order of its ruleset.

    With --json: {position, moves: [{move, to}], total} (total is null for infinitely many).
    """
    asked = read_position(position, game_file)
    every = asked.moves()
    listed = every.first(count)
    total = every.total
    if as_json:
        print_json(
            {
                "position": asked.text,
                "moves": [{"move": str(move.sentence), "to": move.to.text} for move in listed],
                "total": None if total is None else to_json(total),
            }
        )
        return
    from sprague.words.messages import say, say_plural

    from .answer_text import move_text

    for move in listed:
        click.echo(wrap(move_text(move), indent=0))
    if not listed and total == 0:
        click.echo(str(say("no move: whoever is to move has lost")))
    elif total is None:
        click.echo(str(say("… infinitely many in all")))
    elif total > len(listed):
        click.echo(short(str(say_plural("… {count} in all", "… {count} in all", total))))
