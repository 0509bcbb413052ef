"""``sprague proof``."""

from __future__ import annotations

import json

import click

from sprague.words.digits import to_json
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .budget import Budget, bound_options, ticking
from .common import command, force_option, read_position, refuse_existing, words_argument, write_file


@command(
    "proof",
    """
    sprague proof cram 4x5 -o proof.json
    sprague check proof.json
    sprague proof node-kayles grid:3x4 -o grid.json
    sprague proof clobber 2x10 -o clobber.json
    sprague proof sprouts 5 -o sprouts.json
    """,
)
@words_argument("position")
@click.option("-o", "--out", required=True, metavar="FILE.json", help="Where the proof goes; - for stdout.")
@force_option
@bound_options
def proof(position: str, out: str, force: bool, budget: Budget) -> None:
    """Write a proof of the value of a board or graph.

    "sprague check" re-checks it.

    The proof is a strategy: for every shape that can come up, a move to each smaller value and an answer to each move.
    Plain code without a search checks it. The command covers cram, clobber, cannibal-clobber, place[…], arc-kayles,
    node-kayles, sprouts and nogo; cram 4x7 takes a minute and 7 MB.
    """
    from sprague.workbench.proof import prove

    current = read_position(position)
    if len(current.components) != 1 or current.misere:
        raise RangeError(say("expected one component in normal play"), where=current.text)
    if out != "-":
        refuse_existing(out, force)
    with budget.bound(current):
        tell = ticking(say("shapes"))
        claims = prove(current.components[0], lambda count, waiting: tell(count, count + waiting))
    text = json.dumps(claims, separators=(",", ":")) + "\n"
    if out == "-":
        click.echo(text, nl=False)
        return
    write_file(out, lambda target: target.write(text), force)
    sentence = say(
        "{position} = *{value}, shown by {shapes} shapes in {file}",
        position=current.text,
        value=to_json(claims["value"]),
        shapes=len(next(claims[name] for name in ("shapes", "lands", "boards") if name in claims)),
        file=out,
    )
    click.echo(str(sentence))
