"""``sprague nim-table``."""

from __future__ import annotations

import click

from sprague.words.errors import expected
from sprague.words.messages import say

from .common import NUMBER, command, json_option, print_json


@command(
    "nim-table",
    """
    sprague nim-table 8
    sprague nim-table --to 7
    sprague nim-table 16 --times
    sprague nim-table 4 --json
    """,
)
@click.argument("size", type=NUMBER, required=False)
@click.option("--to", "to", type=NUMBER, metavar="N", help="The largest nimber, instead of SIZE.")
@click.option("--times", is_flag=True, help="Multiplication instead of addition.")
@json_option
def nim_table(size: int | None, to: int | None, times: bool, as_json: bool) -> None:
    """Print the addition table of nimbers, or --times.

    The table has the nimbers 0..SIZE-1, or with --to N those of 0..N.

    With --json: {table: rows of integers}.
    """
    from sprague.numbers.nimber import add_table, multiplication_table

    if (size is None) == (to is None):
        raise expected(say("SIZE or --to N"), "" if size is None else say("both"))
    size = to + 1 if size is None and to is not None else size or 0
    table = multiplication_table(size) if times else add_table(size)
    if as_json:
        print_json({"table": table})
        return
    cell = max((len(str(value)) for row in table for value in row), default=1) + 1
    margin = len(str(max(0, size - 1)))
    sign = "x" if times else "+"
    click.echo(f"{sign:>{margin}} |" + "".join(f"{n:{cell}}" for n in range(size)))
    click.echo("-" * margin + "-+" + "-" * (cell * size))
    for n, row in enumerate(table):
        click.echo(f"{n:{margin}} |" + "".join(f"{value:{cell}}" for value in row))
