"""``--certificate FILE``: checks a certificate in a file, and uses it for the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sprague.words.errors import RangeError
from sprague.words.messages import say

from .common import NUMBER

if TYPE_CHECKING:
    from sprague.workbench.position import Position

certificate_option = click.option(
    "--certificate",
    metavar="FILE",
    help="Check the certificate in FILE (see: sprague period, sprague discover), and use it.",
)

wait_option = click.option(
    "--wait",
    type=NUMBER,
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="How long the check of a certificate may take.",
)


def use_certificate(path: str, wait: int, position: Position) -> None:
    """Checks the certificate and keeps its period for the answer. Before the check it announces the computation."""
    from sprague.workbench.certificates import load_certificate

    certified = load_certificate(path, wait, lambda words: click.echo(words, err=True))
    rulesets = [part.ruleset for part in position.components]
    if not any(
        certified.covers(each)
        if hasattr(certified, "covers")
        else certified.code == getattr(each, "code", None)
        for each in rulesets
    ):
        raise RangeError(
            say(
                "the certificate is one of {game}, which is not in {position}",
                game=certified.game,
                position=position,
            )
        )
