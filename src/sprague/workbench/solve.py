"""One question about one position, with its budget."""

from __future__ import annotations

from typing import Any

from .position import Answer, Position, parse


def solve(position: Position | str, *, value: bool | None = None, moves: bool = True, **ask: Any) -> Answer:
    """Winner, Grundy value, winning moves and reason of a position, given as such or as text.

    ``value``: True computes it also where the outcome does not need it, False leaves it out then; by default it is
    told where it takes a moment. ``moves=False`` looks for no winning moves. ``ask`` is the budget,
    as of :class:`sprague.Ask`: ``memory`` ("8GB"), ``seconds`` ("30s"), ``threads``, ``store`` (a file),
    ``progress``.

    Raises NotationError for a text that is no position; TooLargeError, before any work, for what the memory or the time
    given cannot hold; BudgetError when a bound is met before anything is known. A bound that is met later leaves an
    answer that says so (``cut``).

    >>> answer = solve("wythoff 500,1000")
    >>> answer.outcome, answer.winning_moves
    ('N', [<take 691 from the second jar -> wythoff 500,309>])
    >>> solve("cram 4x5", value=True, seconds="1min").value
    2
    """
    asked = position if isinstance(position, Position) else parse(position)
    kept = {name: ask.pop(name) for name in ("store", "memory", "threads") if ask.get(name) is not None}
    if not kept:
        return asked.solve(value=value, moves=moves, **ask)
    from .solver import Solver

    seconds, progress = ask.pop("seconds", None), ask.pop("progress", None)
    if ask:
        asked.solve(value=value, moves=moves, **ask)  # says which word it does not know
    with Solver(**kept, progress=progress) as solver:
        found = solver.solve(asked, value=value, moves=moves, seconds=seconds)
        if moves:
            found.winning_moves.first(1)
    return found
