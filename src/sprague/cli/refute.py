"""``sprague refute``."""

from __future__ import annotations

import re
from collections.abc import Callable

import click

from sprague.numbers import integers
from sprague.words.errors import expected
from sprague.words.messages import Message, say

from .budget import Budget, bound_options
from .common import NUMBER, command, find_game, json_option, print_json, words_argument, wrap

_CLAIM = re.compile(
    r"period (N)(?: from (N))?(?: saltus (N))?|value (N) at (N)|P at (N)".replace("N", r"\d[\d^eE*]{0,30}"),
    re.ASCII,
)


@command(
    "refute",
    """
    sprague refute 0.07 --claim "period 34"
    sprague refute 0.07 --claim "period 34 from 53"
    sprague refute kayles --claim "value 3 at 7" --json
    """,
)
@words_argument("game")
@click.option(
    "--claim", required=True, help="'period P', 'period P from S saltus T', 'value G at N', or 'P at N'."
)
@click.option("--to", "to", type=NUMBER, default=10_000, show_default=True, help="The largest heap.")
@json_option
@bound_options
def refute(game: str, claim: str, to: int, as_json: bool, budget: Budget) -> None:
    """Look for the first counterexample to a claim about a game.

    "period 34 from 53" says g(n + 34) = g(n) for all n >= 53. The absence of a counterexample up to --to proves
    nothing: see sprague period.

    With --json: {game, claim, refuted, counterexample: {heap, value, other}, to}.
    """
    from sprague.workbench.registry import values

    match = _CLAIM.fullmatch(" ".join(claim.split()))
    if match is None:
        raise expected(say("a claim such as 'period 34 from 53' or 'value 3 at 7'"), claim)
    ruleset = find_game(game)
    period, start, saltus, value, at, zero = (
        integers.parse(part, claim) if part else 0 for part in match.groups()
    )
    if claim.split()[0] == "period" and not period:
        raise expected(say("a period of 1 and more"), claim)
    reach = max(to, period + start, at, zero)
    with budget.bound(ruleset.head):
        row = values(ruleset, reach)
    bad: dict[str, int] | None = None
    if period:
        bad = _first(
            start, reach - period, lambda n: int(row[n + period]) - saltus, lambda n: int(row[n]), period
        )
    elif int(row[at or zero]) != value:
        bad = {"heap": at or zero, "value": int(row[at or zero]), "other": value}
    if as_json:
        print_json(
            {
                "game": ruleset.head,
                "claim": claim,
                "refuted": bad is not None,
                "counterexample": bad,
                "to": reach,
            }
        )
        return
    click.echo(wrap(str(_sentence(bad, period, saltus, reach)), indent=0))


def _first(
    start: int, stop: int, later: Callable[[int], int], now: Callable[[int], int], period: int
) -> dict[str, int] | None:
    """The first heap at which a period fails."""
    for n in range(start, stop + 1):
        if later(n) != now(n):
            return {"heap": n, "value": now(n), "other": later(n)}
    return None


def _sentence(bad: dict[str, int] | None, period: int, saltus: int, reach: int) -> Message:
    if bad is None:
        return say("no counterexample up to heap {to}", to=reach)
    if period:
        return say(
            "REFUTED at heap {heap}: g({heap}) = {value}, but g({later}) = {other}",
            heap=bad["heap"],
            later=bad["heap"] + period,
            value=bad["value"],
            other=bad["other"] + saltus,
        )
    return say(
        "REFUTED: g({heap}) = {value}, not {other}", heap=bad["heap"], value=bad["value"], other=bad["other"]
    )
