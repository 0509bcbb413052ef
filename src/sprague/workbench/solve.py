"""Solves one position within a budget."""

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
    """Returns the winner, the Grundy value, the winning moves and the reason of a position or its text.

    ``value=True`` computes the value even if the outcome does not need it, and ``value=False`` leaves it out in that
    case. By default the answer has the value if it takes only a moment. ``moves=False`` does not look for winning
    moves. ``memory`` ("8GB") and ``seconds`` ("30s") bound the work. ``threads`` is the number of threads of a search,
    which share its table. ``store`` is a file that keeps the values. ``progress`` is called about twice a second with a
    :class:`sprague.system.ask.Step`.

    Raises NotationError if the text is not a position; RangeError if a bound is not valid; TooLargeError, before any
    work, if the memory or the time cannot suffice; BudgetError if a bound is reached before anything is known. If a
    bound is reached later, the answer says so (``cut``).

    >>> answer = solve("wythoff 500,1000")
    >>> answer.outcome, answer.winning_moves
    ('N', [<take 691 from the second jar -> wythoff 500,309>])
    >>> solve("cram 4x5", value=True, seconds="1min").value
    2
    """
    start = position if isinstance(position, Position) else parse(position)
    if store is None and memory is None and threads is None:
        return start.solve(value=value, moves=moves, seconds=seconds, progress=progress)
    from .solver import Solver

    with Solver(store, memory, 1 if threads is None else threads, progress=progress) as solver:
        answer = solver.solve(start, value=value, moves=moves, seconds=seconds)
        if moves:
            answer.winning_moves.first(1)
    return answer
