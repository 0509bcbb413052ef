"""``sprague solve``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import say

from .budget import Budget, budget_options
from .certificates import certificate_option, use_certificate, wait_option
from .common import command, game_option, json_option, observed_option, print_json, words_argument

if TYPE_CHECKING:
    from sprague.playing.why import Solve
    from sprague.workbench.position import Answer


@command(
    "solve",
    """
    sprague solve wythoff 500,1000
    sprague solve "dots 7,9,10 + cram 2x3 + *2"
    sprague solve "cram ..#../...../.#..." --draw
    sprague solve nim 3,4,5 --why
    sprague solve "misere nim 3,4,5" --json
    sprague solve "node-kayles file:g.graphml"
    sprague solve "squares.py:SubtractSquares 20 + *3"
    sprague solve cram 5x9 --progress --store boards.db
    sprague period 0.16 --certificate c.json
    sprague solve 0.16 1e30 --certificate c.json
    echo "nim 10^1000,7" | sprague solve -
    printf 'nim 3,4,5\\nkayles 20\\n' | sprague solve --lines
    """,
)
@words_argument("position", required=False)
@json_option
@click.option(
    "--all", "everything", is_flag=True, help="List every winning move, and with --why every value."
)
@click.option("--outcome", is_flag=True, help="Show who wins, and no more.")
@click.option("--value", is_flag=True, help="Show the Grundy value, however long it takes.")
@click.option("--moves", is_flag=True, help="Show the winning moves.")
@click.option("--why", is_flag=True, help="Show the options with their values, the mex, and the binary sum.")
@click.option(
    "--tree", is_flag=True, help="Show the tree of all positions that can come up, if they are few."
)
@click.option("--lines", is_flag=True, help="Read a position a line, print a JSON object a line.")
@game_option
@observed_option
@click.option("--draw", is_flag=True, help="Draw the position and the winning move as text.")
@certificate_option
@wait_option
@budget_options
def solve(
    position: str | None,
    as_json: bool,
    everything: bool,
    outcome: bool,
    value: bool,
    moves: bool,
    why: bool,
    tree: bool,
    lines: bool,
    draw: bool,
    game_file: str | None,
    certificate: str | None,
    wait: int,
    budget: Budget,
) -> int:
    """Who wins POSITION, by which moves, and why.

    N: the next player, who is to move, wins. P: the previous player wins, because every move loses. POSITION is text
    (see: sprague games), or - to read it from standard input.

    The outcome, the value and the winning moves are three questions. Without --outcome, --value or --moves you get the
    outcome, the first winning moves, and the value if that takes only a moment.

    The command refuses a question only if it needs more than the memory or the bound that you give, never for its size.
    On a terminal, work of more than a second reports its progress. --time ends the work with the results so far. With
    --store, Ctrl-C keeps the values found, and the same command continues from there.

    With --json, one object: position, outcome, value, components, winning_moves (the first 100; --all: all),
    winning_moves_total, reason, evidence; value_at_least and cut if a bound was reached; with --why also options (move,
    to, value) and binary_sum (component, value, binary), with --tree also tree: each position once, with its value and
    its moves. Results that you did not ask for are null: the value, or the winning moves and their number. An integer
    above 2^53-1 is a decimal string.

    With --lines, each line of standard input is a position. For each line that is not empty the command prints such an
    object, or {error: {message, where}, line, position}. The bounds hold for each line. The exit status is 0 if every
    line was answered, 1 if some line was not, and 2 if the command itself was wrong.
    """
    chosen = outcome or value or moves
    limit = None if everything else 100
    questions: dict[str, Any] = {
        "value": True if value or why else False if chosen else None,
        "moves": moves or not chosen,
    }

    def as_object(answered: Answer, answer: Solve) -> dict[str, Any]:
        if everything:
            _require_all(answered)
        fields = answered.to_dict(limit)
        if why:
            from sprague.playing.why import why_dict

            fields |= why_dict(answered, answer)
        if tree:
            from sprague.playing import why as steps

            fields["tree"] = steps.tree_dict(steps.tree(answered.position))
        return fields

    if lines:
        from .lines import solve_lines

        if position is not None or draw:
            raise RangeError(say("--lines reads positions from standard input and draws none at random"))
        return 0 if solve_lines(budget, game_file, questions, as_object) else 1
    if position is None:
        raise click.MissingParameter(
            ctx=click.get_current_context(), param_hint="'POSITION'", param_type="argument"
        )
    from .common import read_position

    start = read_position(position, game_file)
    if certificate is not None:
        use_certificate(certificate, wait, start)
    with budget.session(start) as answer:
        solved = answer(start, **questions)
        if as_json:
            print_json(as_object(solved, answer))
            return 0
        if everything:
            _require_all(solved)
        from .answer_text import answer_lines

        if draw:
            from .picture import position_lines

            first = next(iter(solved.winning_moves), None)
            for line in position_lines(solved.position, first):
                click.echo(line)
            click.echo()
        for line in answer_lines(solved, everything, told=moves or not chosen):
            click.echo(line)
        if why:
            from .why_text import why_lines

            for line in why_lines(solved, answer, everything):
                click.echo(line)
        if tree:
            from sprague.playing import why as steps

            from .why_text import tree_lines

            for line in tree_lines(steps.tree(solved.position)):
                click.echo(line)
    return 0


def _require_all(answer: Answer) -> None:
    """Announces the cost of listing all winning moves. Raises TooLargeError if there are too many to read."""
    from .moves import MOST_MOVES, tell_listing

    total = answer.winning_moves_total
    if answer.winning_moves.complete and (total is None or total > MOST_MOVES):
        count = say("infinitely many") if total is None else say("{n}", n=total)
        raise TooLargeError(
            say(
                "--all lists at most {limit} winning moves, but there are {total}",
                limit=MOST_MOVES,
                total=count,
            )
        )
    tell_listing(answer.position, answer.winning_moves, total or 0)
