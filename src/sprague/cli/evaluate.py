"""``sprague eval``."""

from __future__ import annotations

import click

from sprague.words.digits import to_json
from sprague.words.messages import short

from .budget import Budget, bound_options
from .common import command, json_option, print_json, read_text, words_argument


@command(
    "eval",
    """
    sprague eval "*22 + *7 + *25"
    sprague eval 22+7+25
    sprague eval "mex{0,1,2,5,9}"
    sprague eval "{*0,*1,*3}"
    sprague eval "*6 x *11"
    sprague eval "*5^-1"
    sprague eval "sqrt(*9)" --json
    """,
)
@words_argument("expression")
@json_option
@bound_options
def evaluate(expression: str, as_json: bool, budget: Budget) -> None:
    """The value of an expression of nimbers.

    + is the nim-sum, x the nim-product, / its inverse, ^ the power; sqrt(*9), order(*5), mex{0,1,3} are numbers,
    {*0,*1,*3} is the position with these options. In an expression without stars, numbers are nimbers: 22+7+25.
    EXPRESSION may be -, to read it from standard input.

    With --json: {value}.
    """
    from sprague.numbers.expression import read

    text = read_text(expression)
    with budget.bound(short(text)):
        nimber = read(text)
    if as_json:
        print_json({"value": to_json(nimber.value)})
    else:
        click.echo(short(str(nimber)))
