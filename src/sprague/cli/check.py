"""``sprague check``. The kinds of certificate are listed in ``proofs/check.py``."""

from __future__ import annotations

import os
from typing import Any

import click

from sprague.words.errors import FileError, NotationError
from sprague.words.messages import say, short

from .common import NUMBER, command, json_option, labelled, print_json, wrap


@command(
    "check",
    """
    sprague proof cram 3x4 -o proof.json
    sprague check proof.json
    sprague period 0.16 --certificate c.json
    sprague check c.json --json
    sprague check 0.104
    sprague check "vectors{(0,k),(k,0),(k,k)}"
    sprague check 0.454 --seconds 300
    """,
)
@click.argument("file")
@click.option(
    "--seconds",
    type=NUMBER,
    default=60,
    show_default=True,
    metavar="N",
    help="How long the check may take; one that is expected to take longer is refused.",
)
@json_option
def check(file: str, seconds: int, as_json: bool) -> int:
    """Re-check a proof or certificate in FILE.

    Instead of a file you may name a game whose certificate comes with Sprague: a game whose period uses it (sprague
    period says so), or a rule of the atlas.

    Plain code that shares nothing with the writer checks the certificate. It first says what it will compute again. The
    exit status is 0 if the certificate is valid, 1 if it is not, and 2 if the file is not a certificate or its check
    would take too long.

    The command prints the statement that a valid certificate establishes, and what it computed again.

    With --json: {kind, valid, statement, work, recomputed, reason}.
    """
    from sprague.proofs import check as checkers

    claims = None if os.path.exists(file) else _carried(file)
    verdict = checkers.check(
        claims or file, lambda words: click.echo(words, err=True), seconds=min(seconds, 10**9)
    )
    if as_json:
        print_json(verdict)
    elif verdict["valid"]:
        word = str(say("valid"))
        lines = wrap(labelled(word, verdict["statement"]), indent=0, hanging=2)
        click.echo(click.style(word, fg="green", bold=True) + lines[len(word) :])
        click.echo(wrap(verdict["work"], indent=2))
    else:
        word = click.style(str(say("INVALID")), fg="red", bold=True)
        click.echo(labelled(word, short(verdict["reason"])))
    return 0 if verdict["valid"] else 1


def _carried(text: str) -> dict[str, Any] | None:
    """Returns the certificate of the game ``text`` that comes with Sprague, or None if the text is not a game. Raises
    FileError if there is no certificate."""
    from sprague.discovery.atlas import find
    from sprague.takebreak.certified import certified
    from sprague.takebreak.codes import code_of
    from sprague.workbench.registry import ruleset_of

    try:
        game = ruleset_of(text)
    except NotationError:
        return None
    code = code_of(game)
    if code is not None and (period := certified(code)) is not None:
        return period.claims
    row = find(game.head, larger=True) if game.head.startswith("vectors{") else None
    if row is None or row.get("certificate") is None:
        raise FileError(
            say("no certificate of this game comes with Sprague, and there is no such file"), where=text
        )
    certificate: dict[str, Any] = row["certificate"]
    return certificate
