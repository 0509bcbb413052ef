"""One question about one position, with its budget."""

from __future__ import annotations

import os
from collections.abc import Callable

from sprague.system.ask import Step

from .position import Answer, Position, parse


def solve(
    position: Position | str,
    *,
    value: bool | None = None,
    moves: bool = True,
    memory: int | str | None = None,
    seconds: float | str | None = None,
    threads: int | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: Callable[[Step], None] | None = None,
) -> Answer:
    """Winner, Grundy value, winning moves and reason of a position, given as such or as text.

    ``value``: True computes it also where the outcome does not need it, False leaves it out then; by default it is
    told where it takes a moment. ``moves=False`` looks for no winning moves. The budget: ``memory`` ("8GB") and
    ``seconds`` ("30s") bound the work; ``threads`` of a search share its table; ``store`` is a file that keeps what is
    found; ``progress`` is called about twice a second with a :class:`sprague.system.ask.Step`.

    Raises NotationError for a text that is no position; RangeError for what is no budget; TooLargeError, before any
    work, for what the memory or the time given cannot hold; BudgetError when a bound is met before anything is known.
    A bound that is met later leaves an answer that says so (``cut``).

    >>> answer = solve("wythoff 500,1000")
    >>> answer.outcome, answer.winning_moves
    ('N', [<take 691 from the second jar -> wythoff 500,309>])
    >>> solve("cram 4x5", value=True, seconds="1min").value
    2
    """
    asked = position if isinstance(position, Position) else parse(position)
    if store is None and memory is None and threads is None:
        return asked.solve(value=value, moves=moves, seconds=seconds, progress=progress)
    from .solver import Solver

    with Solver(store, memory, 1 if threads is None else threads, progress=progress) as solver:
        answer = solver.solve(asked, value=value, moves=moves, seconds=seconds)
        if moves:
            answer.winning_moves.first(1)
    return answer
