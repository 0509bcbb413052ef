"""What a proof of a board of NoGo claims, for ``proofs/nogo_check.py``, which shares no line with this.

A proof claims values of boards: by a move to each smaller value, and because no move leaves the value itself. That an
option has another value is claimed by a move from there to the value, or if there is none by the option's own value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sprague.model.grid import Grid
from sprague.system.ask import tick


def claims_of(
    board: Grid,
    form_of: Callable[[Grid], Grid],
    options: Callable[[Grid], list[Grid]],
    value_of: Callable[[Grid], int],
    progress: Callable[[int, int], None] | None,
) -> dict[str, Any]:
    """Returns the value of a board, and the boards that show it: each with its value or None, and with moves."""
    root = form_of(board)
    values: dict[Grid, int] = {root: value_of(root)}
    moves: dict[Grid, dict[int, Grid]] = {root: {}}
    waiting: list[tuple[Grid, int, bool]] = [(root, values[root], True)]

    def claim(form: Grid, value: int, holds: bool) -> None:
        shown_moves = moves.setdefault(form, {})
        if holds and form not in values:
            values[form] = value
            waiting.append((form, value, True))
        elif not holds and form not in values and value not in shown_moves:
            waiting.append((form, value, False))

    def lead(form: Grid, value: int) -> None:
        if value in moves[form]:
            return
        same_value = [option for option in options(form) if value_of(form_of(option)) == value]
        best = min(same_value, key=lambda option: (form_of(option) not in values, option.cells.count(".")))
        moves[form][value] = best
        claim(form_of(best), value, True)

    while waiting:
        form, value, holds = waiting.pop()
        tick()
        if not holds:
            lead(form, value)
            continue
        for smaller in range(value):
            lead(form, smaller)
        for after in options(form):
            own, option = value_of(form_of(after)), form_of(after)
            claim(option, value if own > value else own, own < value)
        if progress is not None:
            progress(len(moves), len(waiting))
    boards = [
        [
            "/".join(form.lines()),
            values.get(form),
            sorted(_move(form, target, targets[target]) for target in targets),
        ]
        for form, targets in sorted(moves.items(), key=lambda each: (each[0].cells.count("."), each[0]))
    ]
    return {"value": values[root], "boards": boards}


def _move(board: Grid, target: int, after: Grid) -> list[Any]:
    cell = next(
        cell for cell, (one, other) in enumerate(zip(board.cells, after.cells, strict=True)) if one != other
    )
    return [target, cell, after.cells[cell]]
