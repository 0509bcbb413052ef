"""``sprague games``."""

from __future__ import annotations

import click

from .common import command, json_option, print_json, wrap


@command(
    "games",
    """
    sprague games
    sprague games wythoff
    sprague games --json
    """,
)
@click.argument("game", required=False)
@json_option
def games(game: str | None, as_json: bool) -> None:
    """List the rulesets: notation, rule, source.

    GAME shows one alone. A position begins with the name of its game, as in the examples shown.

    With --json: {games: [{name, aliases, example, rule, source}]}.
    """
    from sprague.model.registry import aliases, builtin_rulesets, find

    rows = []
    for ruleset in builtin_rulesets() if game is None else [find("".join(game.split()))]:
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
        click.echo(click.style(str(row["example"]), bold=True) + (f"   (also {also})" if also else ""))
        click.echo(wrap(str(row["rule"]), indent=4))
        if row["source"]:
            click.echo(click.style(wrap(str(row["source"]), indent=4), dim=True))
