"""Computes the misère quotient of a finite set of positions and all positions reachable from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sprague.model.ruleset import Component
from sprague.model.writing import write
from sprague.system.ask import Step, tick
from sprague.words.errors import BudgetError, TooLargeError, UnsolvedError
from sprague.words.messages import Message, say

from .growth import Growth, NotFinite
from .quotient import Quotient

#: The largest number of positions that are collected.
MOST_POSITIONS = 20_000


def closed_quotient(positions: Sequence[Sequence[Component]]) -> Quotient:
    """Returns the quotient of all sums of ``positions`` (each of them a sum of components) and of the positions that
    can be reached from them.

    The positions are split into pieces, and pieces with the same options are identified. Raises TooLargeError if there
    are more than 20,000 of them, UnsolvedError if one can come back or if play seems
    to have no end.
    """
    names: dict[Component, int] = {}
    ordered: list[tuple[Component, tuple[tuple[int, ...], ...]]] = []
    same: dict[tuple[tuple[int, ...], ...], int] = {}
    roots = [piece for position in positions for part in position for piece in _pieces(part)]
    for root in roots:
        root.ruleset.refuse_endless(root.state)
    stack: list[tuple[Component, Any]] = [(root, None) for root in roots]
    open_: set[Component] = set()
    while stack:
        here, options = stack.pop()
        if here in names:
            continue
        if options is None:
            options = []
            for option in here.ruleset.successors(here.state):
                tick()
                if len(options) + len(names) > 50 * MOST_POSITIONS:
                    raise TooLargeError(say("more than {limit} positions", limit=50 * MOST_POSITIONS))
                options.append(tuple(piece for part in option for piece in _pieces(part)))
            open_.add(here)
            stack.append((here, options))
            waiting = {piece for option in options for piece in option if piece not in names}
            if not open_.isdisjoint(waiting):
                raise UnsolvedError(
                    say("a position must not recur, but {part} does (a loopy game)", part=str(here))
                )
            stack += [(piece, None) for piece in sorted(waiting, key=str)]
            tick(lambda: Step(say("positions"), len(names)))
            if len(names) + len(stack) > 50 * MOST_POSITIONS:
                raise TooLargeError(say("more than {limit} positions", limit=50 * MOST_POSITIONS))
            continue
        open_.discard(here)
        moves = tuple(sorted({tuple(sorted(names[piece] for piece in option)) for option in options}))
        if moves not in same:
            if len(ordered) >= MOST_POSITIONS:
                raise TooLargeError(say("more than {limit} positions", limit=MOST_POSITIONS))
            same[moves] = len(ordered)
            ordered.append((here, moves))
        names[here] = same[moves]
    growth = Growth()
    stopped: Message | None = None
    ordered = _by_height(ordered)
    for _, moves in ordered:
        try:
            growth.add(moves)
        except (NotFinite, BudgetError) as error:
            stopped = error.message
            break
    ordered = ordered[: len(growth.values)]
    return Quotient(
        ", ".join(map(write, positions)),
        len(ordered) - 1,
        growth.monoid,
        tuple(growth.values),
        tuple(growth.options),
        tuple(growth.changes),
        items=tuple(str(piece) for piece, _ in ordered),
        stopped=stopped,
    )


_Items = list[tuple[Component, tuple[tuple[int, ...], ...]]]


def _by_height(items: _Items) -> _Items:
    """Returns the same items, sorted by the length of the longest play from them."""
    height: list[int] = []
    for _, moves in items:
        height.append(max((1 + sum(height[part] for part in move) for move in moves), default=0))
    order = sorted(range(len(items)), key=height.__getitem__)
    place = {old: new for new, old in enumerate(order)}
    return [
        (items[old][0], tuple(sorted(tuple(sorted(place[part] for part in move)) for move in items[old][1])))
        for old in order
    ]


def _pieces(part: Component) -> tuple[Component, ...]:
    return () if part.ruleset.is_empty(part.state) else part.ruleset.pieces(part.state)
