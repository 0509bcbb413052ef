"""``sprague period``."""

from __future__ import annotations

import click

from sprague.words.errors import UnsolvedError
from sprague.words.messages import say

from .budget import Budget, bound_options
from .common import (
    NUMBER,
    command,
    force_option,
    game_of,
    json_option,
    print_json,
    refuse_existing,
    words_argument,
    wrap,
    write_json,
)


@command(
    "period",
    """
    sprague period 0.137
    sprague period kayles --json
    sprague period 0.16 --certificate c.json
    sprague period 0.104 --limit 5e8 --keep g.npy --certificate long.json
    """,
)
@words_argument("game")
@click.option(
    "--limit", type=NUMBER, help="The largest heap to look at.  [default: 1e6, less where values cost more]"
)
@click.option(
    "--keep",
    metavar="FILE.npy",
    help="With --limit: keep the values in FILE.npy; the same command, or one with another limit, goes on from them.",
)
@click.option("-o", "--certificate", metavar="FILE", help="Write the certificate of a proved period to FILE.")
@force_option
@json_option
@bound_options
def period(
    game: str,
    limit: int | None,
    keep: str | None,
    certificate: str | None,
    force: bool,
    as_json: bool,
    budget: Budget,
) -> None:
    """Find the period of a game on heaps, and prove it.

    From the preperiod on, g(n + period) = g(n) + saltus. PROVED: a theorem turns the computed values into a proof for
    all heaps, and sprague check re-checks the certificate. If no theorem covers the game, a pattern is only observed.

    The hardest games known come with a certificate, which answers at once. With --limit the values are computed anew.
    Published periods are cited, but prove nothing here. Without --limit, a code whose period the catalogue does not
    know is not searched: the answer says how far the catalogue's search went. Other codes are searched to heap 1e6, or
    to 65536 if that takes long.

    With --json: {game, status: proved | observed | none, preperiod, period,
    saltus, seen, needed, theorem, certificate, literature}.
    """
    from sprague.workbench.heaps import period as search

    if certificate is not None:
        refuse_existing(certificate, force)
    ruleset = game_of(game)
    with budget.bound(ruleset.head):
        answer = search(ruleset, limit, keep=keep)
    if certificate is not None:
        if answer.status != "proved":
            raise UnsolvedError(answer.sentence)
        write_json(certificate, answer.certificate(), force)
    if as_json:
        print_json(answer.to_dict())
        return
    click.echo(wrap(str(answer.sentence), indent=0))
    if limit is None and answer.status == "none":
        further = say(
            "to search further: sprague period {game} --limit {limit}",
            game=ruleset.head,
            limit=10 * (answer.seen - 1),
        )
        click.echo(wrap(str(further), indent=0))
    if answer.covering is not None and answer.period is not None:
        click.echo(wrap(str(answer.covering.statement), indent=0))
    if answer.basis is not None:
        click.echo(wrap(str(answer.basis), indent=0))
    if answer.literature is not None:
        click.echo(wrap(str(answer.literature.sentence), indent=0))
