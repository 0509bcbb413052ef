"""``sprague games``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .common import command, find_game, json_option, print_json, wrap

if TYPE_CHECKING:
    from sprague.model.ruleset import Ruleset


@command(
    "games",
    """
    sprague games
    sprague games wythoff
    sprague games squares.py
    sprague games --json
    """,
)
@click.argument("game", required=False)
@json_option
def games(game: str | None, as_json: bool) -> None:
    """List the rulesets: notation, rule, source.

    GAME shows one alone, FILE.py the games of your own in a file. A position
    begins with the name of its game, as in the examples shown.

    With --json: {games: [{name, aliases, example, rule, source}]}.
    """
    from sprague.model.registry import aliases

    rows = []
    for ruleset in _asked(game):
        rows.append(
            {
                "name": ruleset.head,
                "aliases": aliases(ruleset),
                "example": ruleset.example,
                "rule": str(ruleset.rule),
                "source": ruleset.source,
            }
        )
    if as_json:
        print_json({"games": rows})
        return
    for row in rows:
        also = ", ".join(row["aliases"])
        click.echo(
            click.style(str(row["example"] or row["name"]), bold=True) + (f"   (also {also})" if also else "")
        )
        if row["rule"]:
            click.echo(wrap(str(row["rule"]), indent=4))
        if row["source"]:
            click.echo(click.style(wrap(str(row["source"]), indent=4), dim=True))


def _asked(game: str | None) -> list[Ruleset]:
    from sprague.model.registry import builtin_rulesets

    if game is None:
        return builtin_rulesets()
    if game.strip().endswith(".py"):
        from sprague.games.own.loading import games_in

        return games_in(game.strip())
    return [find_game(game)]
