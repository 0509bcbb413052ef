"""``sprague games``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from sprague.words.errors import expected
from sprague.words.messages import say

from .common import command, game_of, json_option, print_json, words_argument, wrap

if TYPE_CHECKING:
    from sprague.model.ruleset import Ruleset
    from sprague.workbench.own.bases import UserGame


@command(
    "games",
    """
    sprague games
    sprague games wythoff
    sprague games squares.py
    sprague games --like "coins in a row"
    sprague games --json
    """,
)
@words_argument("game", required=False)
@click.option("--like", metavar="WORDS", help="Only games whose name, rule or description has these words.")
@json_option
def games(game: str | None, like: str | None, as_json: bool) -> None:
    """List the rulesets: notation, rule, source.

    GAME shows one of them, and FILE.py your own games in a file. A position begins with the name of its game, as in the
    examples. If your class has parameters, such as up-to[k], give them values: up-to[k=2] 12.

    Built-in games are sorted by chapters, mostly those of Winning Ways.

    With --json: {games: [{name, aliases, example, rule, notation, source,
    chapter}]}; the chapter is "" if GAME is given.
    """
    from sprague.workbench.finding import CHAPTERS, chapter, is_like
    from sprague.workbench.registry import aliases

    rows: list[dict[str, Any]] = [
        {
            "name": ruleset.signature() if isinstance(ruleset, type) else ruleset.head,
            "aliases": [] if isinstance(ruleset, type) else aliases(ruleset),
            "example": "" if isinstance(ruleset, type) else ruleset.example,
            "rule": str(ruleset.rule),
            "notation": str(ruleset.notation),
            "source": ruleset.source,
            "chapter": ""
            if game is not None or isinstance(ruleset, type)
            else str(CHAPTERS[chapter(ruleset)][0]),
        }
        for ruleset in _asked(game)
        if like is None or is_like(ruleset, like)
    ]
    if like is not None and not rows:
        raise expected(say("words of the name, rule or description of a game"), like)
    if as_json:
        print_json({"games": rows})
        return
    for before, row in zip(["", *(row["chapter"] for row in rows)], rows, strict=False):
        if row["chapter"] != before:
            click.echo(click.style(f"\n{row['chapter']}\n", bold=True, underline=True))
        also = ", ".join(row["aliases"])
        click.echo(
            click.style(str(row["example"] or row["name"]), bold=True) + (f"   (also {also})" if also else "")
        )
        for text in (row["rule"], row["notation"]):
            if text:
                click.echo(wrap(text, indent=4))
        if row["source"]:
            click.echo(click.style(wrap(row["source"], indent=4), dim=True))


def _asked(game: str | None) -> Sequence[Ruleset | type[UserGame]]:
    from sprague.workbench.finding import chapter
    from sprague.workbench.registry import builtin_rulesets

    if game is None:
        return sorted(builtin_rulesets(), key=chapter)
    if game.strip().endswith(".py"):
        from sprague.workbench.own.loading import games_in

        return games_in(game.strip())
    return [game_of(game)]
