"""``sprague moves``."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING

import click

from sprague.system.ask import Effort, require, tick
from sprague.words.digits import to_json
from sprague.words.errors import TooLargeError
from sprague.words.messages import say, say_plural, short

from .budget import Budget, budget_options
from .common import NUMBER, command, game_option, json_option, print_json, read_position, words_argument, wrap

if TYPE_CHECKING:
    from sprague.model.lazy import Lazy
    from sprague.playing.why import Solve
    from sprague.workbench.position import Move, Position


#: The most moves listed.
MOST_MOVES = 1_000_000

#: Stands for a number of moves that is out of reach; None stands for infinitely many.
UNCOUNTED = -1

#: The first moves are written as a test, at most FEW and for at most SOON seconds, to measure the cost of one: on a
#: large graph it is thousands of times the cost on a heap.
FEW, SOON = 50, 0.02

#: The bytes of a position for each character of its text; a graph holds the most.
HELD = 10


@command(
    "moves",
    """
    sprague moves nim 1,2
    sprague moves nim 1,2 --values
    sprague moves "dots 16" --json
    sprague moves "wythoff 500,1000" --count 10
    """,
)
@words_argument("position")
@click.option("--count", type=NUMBER, default=100, show_default=True, help="How many to list at most.")
@click.option("--values", is_flag=True, help="The value of what each move leaves, and their mex.")
@game_option
@json_option
@budget_options
def moves(
    position: str, count: int, values: bool, game_file: str | None, as_json: bool, budget: Budget
) -> None:
    """List the moves of POSITION.

    The moves are in the order of the components, and within each in the order of its ruleset.

    With --json: {position, moves: [{move, to}], total} (total is null for infinitely many, or if counting them is out
    of reach). With --values each move has its value, and the object the value of the position.
    """
    start = read_position(position, game_file)
    if values:
        with budget.session(start) as answer:
            _valued(start, count, as_json, answer)
        return
    with budget.bound(start):
        _listed(start, count, as_json)


def _listed(start: Position, count: int, as_json: bool) -> None:
    """The moves alone."""
    every = start.moves()
    total = _total(every)
    _require(start, count, total)
    rows = []
    listed = 0
    if not as_json:
        from .answer_text import move_text
    for move in islice(every, min(count, MOST_MOVES)):  # moves may contain large graphs, so none is kept
        tick()
        listed += 1
        if as_json:
            rows.append({"move": str(move.sentence), "to": move.to.text})
        else:
            click.echo(wrap(move_text(move), indent=0))
    if as_json:
        print_json({"position": start.text, "moves": rows, "total": _json(total)})
    else:
        _end(listed, total)


def _total(moves: Lazy[Move]) -> int | None:
    """Returns the number of moves, None for infinitely many, or ``UNCOUNTED`` if there are too many to count."""
    try:
        return moves.total
    except TooLargeError:
        return UNCOUNTED


def _json(total: int | None) -> int | str | None:
    return None if total is None or total == UNCOUNTED else to_json(total)


def _require(position: Position, count: int, total: int | None, held: int = 1) -> None:
    """Announces the cost of listing this many moves, or refuses to list them."""
    number = count if total is None or total == UNCOUNTED else min(count, total)
    if number > MOST_MOVES:
        raise TooLargeError(
            say("expected at most {limit} moves to list, got {count}", limit=MOST_MOVES, count=number)
        )
    tell_listing(position, position.moves(), number, held)


def tell_listing(position: Position, moves: Lazy[Move], number: int, held: int = 1) -> None:
    """Announces the cost of listing this many moves of a position, or refuses. ``held`` is the number of bytes kept for
    each character of the position that a move leaves."""
    if number < 2:
        return
    from .answer_text import move_text

    # The first move may import or read something that the others need, too, so it is not timed.
    written, length, begun = 0, 0, 0.0
    for written, move in enumerate(islice(moves, min(number, FEW))):
        length = max(length, len(wrap(move_text(move), indent=0)) + held * len(move.to.text))
        if not written:
            begun = time.process_time()
        elif time.process_time() - begun > SOON:
            break
    each = (time.process_time() - begun) / max(written, 1)
    require(Effort(number, number * (1000 + length), number * each), position)


def _end(listed: int, total: int | None) -> None:
    """Prints the number of moves, unless all were listed."""
    if not listed and total == 0:
        click.echo(str(say("no move: whoever is to move has lost")))
    elif total is None:
        click.echo(str(say("… infinitely many in all")))
    elif total == UNCOUNTED:
        click.echo(str(say("… and perhaps more: how many there are in all is out of reach")))
    elif total > listed:
        click.echo(short(str(say_plural("… {count} in all", "… {count} in all", total))))


def _valued(position: Position, count: int, as_json: bool, solve: Solve) -> None:
    """The moves with the values of what they leave, and the value of the position."""
    from sprague.playing.why import moves_dict, valued_moves

    total = _total(position.moves())
    _require(position, count, total, HELD)
    listed = valued_moves(position, count, solve)
    value = solve(position, value=True, moves=False).value
    if as_json:
        print_json(
            {
                "position": position.text,
                "value": None if value is None else to_json(value),
                "moves": moves_dict(listed),
                "total": _json(total),
            }
        )
        return
    from .answer_text import entry, move_text
    from .why_text import mex_line

    for move, each in listed:
        click.echo(entry(say("?") if each is None else say("*{n}", n=each), move_text(move), hanging=2))
    _end(len(listed), total)
    click.echo(mex_line(position, value, listed, len(listed) == total))
