"""``sprague solve``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .common import command, cores, game_option, json_option, print_json, threads_option

if TYPE_CHECKING:
    from sprague.model.position import Answer

#: The most winning moves that --all lists.
MOST_MOVES = 1_000_000


@command(
    "solve",
    """
    sprague solve "wythoff 500,1000"
    sprague solve "dots 7,9,10 + cram 2x3 + *2"
    sprague solve "cram ..#../...../.#..." --draw
    sprague solve "misere nim 3,4,5" --json
    sprague solve "node-kayles file:g.graphml"
    sprague solve "cram 5x9" --progress --store boards.db
    sprague solve "cram 6x7" --store boards.db --cluster tcp://localhost:8786
    echo "nim 10^1000,7" | sprague solve -
    """,
)
@click.argument("position")
@json_option
@click.option("--all", "everything", is_flag=True, help="List every winning move, not only the first ones.")
@click.option(
    "--value", is_flag=True, help="Compute the Grundy value also where the outcome does not need it."
)
@game_option
@click.option("--draw", is_flag=True, help="Draw the position and the winning move as text.")
@click.option("--store", metavar="FILE", help="Keep what a search finds in FILE, and begin with it.")
@click.option("--memory", metavar="SIZE", help="What a search may take, such as 8GB.")
@threads_option
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Search Cram boards on a Dask cluster, tcp://host:port; each thread of its workers may take --memory.",
)
@click.option("--progress", is_flag=True, help="Say on stderr how far a search of a board or graph is.")
def solve(
    position: str,
    as_json: bool,
    everything: bool,
    value: bool,
    draw: bool,
    store: str | None,
    memory: str | None,
    threads: int | None,
    cluster: str | None,
    progress: bool,
    game_file: str | None,
) -> None:
    """Who wins POSITION, by which moves, and why.

    N: the next player, whoever is to move, wins. P: the previous player wins, every move loses. POSITION is text
    (see: sprague games), or - to read it from standard input.

    With --json, one object: position, outcome, value (null where it is not needed and not cheap), components,
    winning_moves (the first 100; --all: all), winning_moves_total, reason, evidence. An integer above 2^53-1
    is a decimal string.

    With --store, --memory, --threads, --cluster or --progress, boards and graphs are searched for their value and
    winning moves however long that takes; Ctrl-C keeps what was found in the store.
    """
    from .common import read_position

    asked = read_position(position, game_file)
    unasked = store is None and memory is None and threads is None and cluster is None
    if unasked and not progress:
        from sprague.model.position import answer

        _print(answer(asked, value=value), as_json, everything, draw)
        return
    from sprague.solving.solver import Solver

    from .search_progress import announce, interruptible, line_of

    told = line_of() if progress else None
    with (
        interruptible(store),
        Solver(
            store,
            memory,
            cores() if threads is None else threads,
            cluster=cluster,
            progress=told,
            announce=announce,
        ) as solver,
    ):
        try:
            found = solver.solve(asked, value=True)  # it takes less than the winning moves do
        except TooLargeError:
            if value:
                raise
            found = solver.solve(asked)
        # The winning moves are looked for while they are printed.
        _print(found, as_json, everything, draw)


def _print(found: Answer, as_json: bool, everything: bool, draw: bool) -> None:
    if everything:
        _refuse_endless(found)
    if as_json:
        print_json(found.to_dict(None if everything else 100))
        return
    from .answer_text import answer_lines

    if draw:
        from .picture import position_lines

        first = next(iter(found.winning_moves), None)
        for line in position_lines(found.position, first):
            click.echo(line)
        click.echo()
    for line in answer_lines(found, everything):
        click.echo(line)


def _refuse_endless(found: Answer) -> None:
    """TooLargeError when nobody could read, or even wait for, all winning moves."""
    total = found.winning_moves_total
    if found.winning_moves.complete and (total is None or total > MOST_MOVES):
        shown = say("infinitely many") if total is None else say("{n}", n=total)
        raise TooLargeError(
            say("--all lists at most {limit} winning moves, there are {total}", limit=MOST_MOVES, total=shown)
        )
