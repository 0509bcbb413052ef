"""``sprague check``: the kinds of certificate stand in ``theory/check.py``."""

from __future__ import annotations

import click

from sprague.words.messages import short

from .common import command, json_option, print_json


@command(
    "check",
    """
    sprague check proof.json
    sprague check c.json --json
    """,
)
@click.argument("file")
@json_option
def check(file: str, as_json: bool) -> int:
    """Re-check a proof or certificate in FILE.

    By plain code that shares nothing with what wrote it; what it will compute again is said first. The exit status
    is 0 when it is valid, 1 when it is not, 2 when the file cannot be read as one.

    With --json: {kind, valid, recomputed, reason}.
    """
    from sprague.proofs import check as checkers

    found = checkers.check(file, lambda words: click.echo(words, err=True))
    if as_json:
        print_json(found)
    elif found["valid"]:
        click.echo(
            f"{click.style('valid', fg='green', bold=True)}: {found['recomputed']} entries re-computed"
        )
    else:
        click.echo(f"{click.style('INVALID', fg='red', bold=True)}: {short(found['reason'])}")
    return 0 if found["valid"] else 1
