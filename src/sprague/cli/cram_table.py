"""``sprague cram-table``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from sprague.system.limits import seconds_of
from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import say

if TYPE_CHECKING:
    from sprague.workbench.position import Answer

from .common import NUMBER, command, cores, json_option, print_json, threads_option, wrap


@command(
    "cram-table",
    """
    sprague cram-table --rows 5 --cols 8
    sprague cram-table --rows 7 --cols 9 --time 10m --store boards.db
    """,
)
@click.option("--rows", type=NUMBER, default=5, show_default=True, help="The most rows.")
@click.option("--cols", type=NUMBER, default=8, show_default=True, help="The most columns.")
@click.option(
    "--time", "limit", metavar="TIME", default="1m", show_default=True, help="Stop after 90s, 10m, 2h."
)
@click.option("--store", metavar="FILE", help="Keep the values in FILE, and start from them.")
@click.option("--memory", metavar="SIZE", help="Use at most SIZE of memory, such as 8GB.")
@threads_option
@json_option
def cram_table(
    rows: int,
    cols: int,
    limit: str,
    store: str | None,
    memory: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Print the nimbers of Cram on rectangles.

    The command solves the smallest boards first, until the time is over. For the
    other boards it prints the outcome, P or N, if the mirror strategy decides it
    (P: the nimber is 0), and ? if nothing is known. With --store, the same command
    continues where it stopped.

    With --json: {rows, cols, boards: [{rows, cols, value, outcome, by}], store};
    by is theorem, search, or null if nothing is known; store says how many values
    of the store the searches took over, or is null.
    """
    if not 1 <= rows <= 30 or not 1 <= cols <= 30:
        raise RangeError(
            say("expected 1 to 30 rows and columns, got {rows} and {cols}", rows=rows, cols=cols)
        )
    end = time.monotonic() + seconds_of(limit)
    from sprague.workbench.solver import Solver

    from .budget import interruptible

    sizes = sorted({(min(r, c), max(r, c)) for r in range(1, rows + 1) for c in range(1, cols + 1)})
    sizes.sort(key=lambda size: size[0] * size[1])
    with (
        interruptible(store, True),
        Solver(store, memory, cores() if threads is None else threads) as solver,
    ):
        solved = {size: _cell(solver, *size, end) for size in sizes}
        from_store = solver.taken_over()
    if as_json:
        boards = [{"rows": r, "cols": c, **cell} for (r, c), cell in solved.items()]
        print_json(
            {
                "rows": rows,
                "cols": cols,
                "boards": boards,
                "store": None if from_store is None else str(from_store),
            }
        )
        return
    click.echo("   " + "".join(f"{c:4}" for c in range(1, cols + 1)))
    for r in range(1, rows + 1):
        cells = [solved[min(r, c), max(r, c)] for c in range(1, cols + 1)]
        click.echo(f"{r:3}" + "".join(f"{_shown(cell):>4}" for cell in cells))
    if from_store is not None:
        click.echo(wrap(str(from_store), indent=0))


def _cell(solver: Any, rows: int, cols: int, end: float) -> dict[str, Any]:
    """Returns the value or outcome of a board, by theorem or by search, as far as the time allows."""
    board = f"cram {rows}x{cols}"
    by_theorem = _asked(solver, board, 0)
    if by_theorem is not None and by_theorem.value == 0:
        return {"value": 0, "outcome": "P", "by": "theorem"}
    seconds_left = None if rows == 1 else end - time.monotonic()
    answer = (
        _asked(solver, board, seconds_left, value=True) if seconds_left is None or seconds_left > 0 else None
    )
    if answer is not None and answer.value is not None:
        by = "theorem" if rows == 1 else "search"
        return {"value": answer.value, "outcome": answer.outcome, "by": by}
    return {"value": None, "outcome": by_theorem and by_theorem.outcome, "by": by_theorem and "theorem"}


def _asked(solver: Any, board: str, seconds: float | None, *, value: bool = False) -> Answer | None:
    """Returns the answer within ``seconds`` or None. No search ends in 0 seconds, only a theorem answers."""
    try:
        answer: Answer = solver.solve(board, value=value, moves=False, seconds=seconds)
    except TooLargeError:
        return None
    return answer


def _shown(cell: dict[str, Any]) -> str:
    return str(cell["outcome"] or "?") if cell["value"] is None else str(cell["value"])
