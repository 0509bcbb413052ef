"""``sprague oeis``."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import IO, TYPE_CHECKING

import click

from sprague.words.errors import BudgetError, RangeError
from sprague.words.messages import Message, say

from .budget import Budget, bound_options
from .common import NUMBER, command, force_option, json_option, print_json, refuse_existing, width, wrap

if TYPE_CHECKING:
    from sprague.workbench.oeis import Sequence, Term

#: The terms printed unless more are asked for.
SHOWN = 60


@command(
    "oeis",
    """
    sprague oeis
    sprague oeis A002186
    sprague oeis A071427 --to 100
    sprague oeis A316632 --extend --time 2s
    sprague oeis A004482 --extend --to 100 -o b004482.txt
    """,
)
@click.argument("number", required=False)
@click.option("--to", "to", type=NUMBER, metavar="N", help="The last n.  [default: some 60 terms]")
@click.option("--extend", is_flag=True, help="Go on beyond the terms of the OEIS; print the b-file.")
@click.option("-o", "--out", metavar="FILE", help="Write the b-file to FILE.")
@force_option
@json_option
@bound_options
def oeis(
    number: str | None,
    to: int | None,
    extend: bool,
    out: str | None,
    force: bool,
    as_json: bool,
    budget: Budget,
) -> None:
    """Print the terms of a sequence of the OEIS, or list all.

    Two engines compute each term: the one that answers questions about the game, and the plain definition. If they
    disagree on a term, the command reports an error instead of the term.

    --extend goes on where the list of the OEIS ends, up to --to N or until --time or Ctrl-C ends it. It prints a b-file
    in the form of the OEIS: "n a(n)", from the offset on. It writes each line as soon as both engines have agreed on
    it.

    With --json: {number, title, offset, position, listed, engines, terms, cut}; listed is the last n that the OEIS had
    when we read its page; cut says what ended the work early, or is null.
    """
    from sprague.workbench.oeis import oeis as sequence_of
    from sprague.workbench.oeis import sequences

    if number is None:
        if to is not None or extend or out is not None:
            raise RangeError(say("expected the number of a sequence, such as A316632"))
        _list(list(sequences().values()), as_json)
        return
    sequence = sequence_of(number)
    if to is None and not extend:
        to = sequence.listed if out is not None else min(sequence.listed, sequence.offset + SHOWN - 1)
    if out is not None:
        refuse_existing(out, force)
    terms = _Terms(sequence, to, budget)
    if as_json:
        values = [term.value for term in terms]
        cut = None if terms.cut is None else str(terms.cut)
        print_json(_row(sequence) | {"engines": str(sequence.engines), "terms": values, "cut": cut})
        return
    if out is not None:
        _write_file(out, terms)
    elif extend:
        _write(sys.stdout, terms, terms)
    else:
        _print(sequence, [term.value for term in terms])
    _say_end(sequence, terms, extend)


class _Terms:
    """The terms, as far as the bounds allow. ``last`` is the last n, and ``cut`` what ended the work."""

    def __init__(self, sequence: Sequence, to: int | None, budget: Budget) -> None:
        self.sequence, self.to, self.budget = sequence, to, budget
        self.last: int | None = None
        self.cut: Message | None = None

    def __iter__(self) -> Iterator[Term]:
        with self.budget.bound(self.sequence.number):
            try:
                for term in self.sequence.terms(self.to):
                    yield term
                    self.last = term.n
            except BudgetError as error:
                if self.last is None:
                    raise
                self.cut = error.message


def _write_file(path: str, terms: _Terms) -> None:
    """Opens the file when the first term is there: an old file must not be lost for an error or a bound before."""
    each = iter(terms)
    first = list(islice(each, 1))
    with open(path, "w", encoding="ascii") as target:
        _write(target, terms, chain(first, each))


def _write(target: IO[str], terms: _Terms, each: Iterable[Term]) -> None:
    try:
        for n, value in each:
            target.write(f"{n} {value}\n")
            target.flush()
    except KeyboardInterrupt:
        if terms.last is not None:
            with contextlib.suppress(OSError):
                _say_end(terms.sequence, terms, True)
        raise


def _say_end(sequence: Sequence, terms: _Terms, extend: bool) -> None:
    """Says on stderr how far the terms go, and which of them the OEIS did not have."""
    last = sequence.offset - 1 if terms.last is None else terms.last
    if terms.cut is not None:
        click.echo(wrap(str(say("{why}: known to n = {n}", why=terms.cut, n=last)), indent=0), err=True)
    if last > sequence.listed:
        text = say(
            "beyond n = {listed}, the last term of the OEIS in November 2026: n = {first} to {last}, each by two "
            "engines ({engines})",
            listed=sequence.listed,
            first=sequence.listed + 1,
            last=last,
            engines=sequence.engines,
        )
        click.echo(wrap(str(text), indent=0), err=True)
    elif extend:
        text = say(
            "the OEIS has {number} to n = {listed} already", number=sequence.number, listed=sequence.listed
        )
        click.echo(wrap(str(text), indent=0), err=True)


def _print(sequence: Sequence, values: list[int]) -> None:
    click.echo(f"{sequence.number}  {sequence.title}")
    click.echo(wrap(str(say("a(n) is the value of {position}", position=sequence.rule)), indent=0))
    click.echo(wrap(str(say("By two engines: {engines}", engines=sequence.engines)), indent=0))
    cell = max(len(str(value)) for value in values) + 1
    margin = len(str(sequence.offset + len(values) - 1))
    per_row = next((count for count in (20, 10, 5) if margin + 2 + count * cell <= width()), 1)
    for begin in range(0, len(values), per_row):
        row = "".join(f"{value:>{cell}}" for value in values[begin : begin + per_row])
        click.echo(f"{sequence.offset + begin:{margin}}: {row}")


def _list(sequences: list[Sequence], as_json: bool) -> None:
    if as_json:
        rows = [_row(each) for each in sequences]
        print_json({"sequences": rows})
        return
    for each in sequences:
        click.echo(f"{each.number}  {f'{each.offset}..{each.listed}':>8}  {each.title}")


def _row(sequence: Sequence) -> dict[str, object]:
    row = {name: value for name, value in sequence._asdict().items() if name != "band"}
    return row | {"position": sequence.rule}
