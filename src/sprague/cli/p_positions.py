"""``sprague p-positions``."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from sprague.system.ask import Effort, require
from sprague.words.digits import to_json, to_text
from sprague.words.errors import FileError, TooLargeError
from sprague.words.messages import Message, say, say_plural, short

from .budget import Budget, bound_options
from .common import (
    NUMBER,
    command,
    find_game,
    force_option,
    json_option,
    observation,
    observed_option,
    print_json,
    refuse_existing,
    words_argument,
    wrap,
    write_file,
)

Heaps = tuple[int, ...]

#: Above LISTED P-positions the command announces the cost before it lists them; the other two are the cost of one.
LISTED, SECONDS_A_POSITION, BYTES_A_POSITION = 100_000, 7e-6, 300


@command(
    "p-positions",
    """
    sprague p-positions wythoff --count 31
    sprague p-positions "wythoff[t=2]" --json
    sprague p-positions nim --heaps 3
    sprague p-positions misere kayles --heaps 2
    sprague p-positions wythoff --from 1e30 --count 3
    sprague p-positions "vectors{(0,k),(k,0),(k,2k)}" --within 500 -o pairs.csv
    """,
)
@words_argument("game")
@click.option("--count", type=NUMBER, default=20, show_default=True, help="How many.")
@click.option("--from", "start", type=NUMBER, default=0, help="Only those whose largest heap is N or more.")
@click.option("--heaps", type=NUMBER, help="On so many heaps (a sum, for a game on single heaps).")
@click.option("--within", type=NUMBER, help="Where no theorem lists them: look at heaps up to this.")
@click.option("-o", "--out", metavar="FILE", help="Write to FILE: .csv, .json or .txt.")
@observed_option
@force_option
@json_option
@bound_options
def p_positions(
    game: str,
    count: int,
    start: int,
    heaps: int | None,
    within: int | None,
    out: str | None,
    force: bool,
    as_json: bool,
    budget: Budget,
) -> None:
    """List the positions that the next player loses.

    Lists the P-positions of GAME, except the empty one, by their largest heap. If no theorem lists them, the command
    searches for them. If it finds fewer than requested, it says how far it searched.

    With --json: {game, positions: lists of heaps, looked_to}. If fewer were found than requested, looked_to is the
    largest heap up to which all are listed, otherwise null. With --observed a law of your own rule that is not proved
    may list them; standard error, and "observed" in the object, say so. A .csv file has a column for each heap (a, b,
    c, d), a .txt file a line for each position.
    """
    first, _, rest = game.strip().partition(" ")
    misere = first.lower() in ("misere", "misère")
    ruleset = find_game(rest if misere else game)
    ending = "" if out is None else os.path.splitext(out)[1].lower()
    if out is not None:
        if ending not in (".csv", ".json", ".txt"):
            raise FileError(say("expected a file name that ends in .csv, .json or .txt"), where=out)
        refuse_existing(out, force)
    positions: list[Heaps] = []
    looked, cut = None, None
    from sprague.workbench.p_positions import looked_within, p_position_stream

    with budget.bound(say("P-positions of {game}", game=ruleset.head)):
        if misere:
            from sprague.workbench.misere import p_position_stream as misere_stream

            stream = misere_stream(ruleset, heaps or 1, within, start)
        else:
            stream = p_position_stream(ruleset, heaps, within, start)
        try:
            if count > LISTED:
                few = min(count, 10**100)  # a float cannot hold more
                require(Effort(count, BYTES_A_POSITION * count, SECONDS_A_POSITION * few), ruleset.head)
            while len(positions) < count:
                position = next(stream, None)
                if position is None:
                    looked = looked_within(heaps or ruleset.heaps or 1, within, start)
                    break
                positions.append(position)
        except TooLargeError as error:
            if not positions:
                raise
            # The last heap examined may have further P-positions.
            cut, looked = error.message, max(positions[-1]) - 1
            positions = [each for each in positions if max(each) <= looked]
    fields = {
        "game": f"misere {ruleset.head}" if misere else ruleset.head,
        "positions": [[to_json(n) for n in each] for each in positions],
        "looked_to": None if looked is None else to_json(looked),
    }
    note = (
        None if misere or not positions or heaps is not None else observation(ruleset, positions[-1], False)
    )
    if note is not None:
        fields["observed"] = note
        click.echo(wrap(note, indent=0), err=True)
    if out is not None:
        write_file(out, lambda target: _write(target, ending, positions, fields), force)
    elif as_json:
        print_json(fields)
    elif positions:
        click.echo(wrap("  ".join(short(f"({_text(each)})") for each in positions), indent=0))
    if looked is not None:
        click.echo(
            wrap(str(_short_of(len(positions), looked, cut, start)), indent=0), err=as_json or out is not None
        )


def _short_of(count: int, looked: int, cut: Message | None, start: int) -> Message:
    """Says why the list is shorter than requested, and how far it goes."""
    listed = say_plural("{count} P-position", "{count} P-positions", count)
    if cut is not None:
        return say("{why}: {listed} with heaps up to {looked}", why=cut, listed=listed, looked=looked)
    if start:
        return say(
            "{listed} with a largest heap of {start} to {looked}; --within looks further",
            listed=listed,
            start=start,
            looked=looked,
        )
    return say("{listed} with heaps up to {looked}; --within looks further", listed=listed, looked=looked)


def _write(target: Any, ending: str, positions: list[Heaps], fields: dict[str, Any]) -> None:
    if ending == ".json":
        json.dump(fields, target)
        target.write("\n")
        return
    if ending == ".csv":
        target.write(",".join("abcd"[: len(positions[0]) if positions else 0]) + "\n")
    for each in positions:
        target.write(_text(each) + "\n")


def _text(heaps: Heaps) -> str:
    return ",".join(map(to_text, heaps))
