"""Whether a closed set of games is tame, seen item by item."""

from __future__ import annotations

from collections.abc import Sequence

from .genus import Genus
from .table import tame_of, tame_sum


def first_wild(options: Sequence[Sequence[Sequence[int]]]) -> int | None:
    """The first item that is not tame; ``options``: for each item the sums of earlier items that its moves leave.

    >>> first_wild([(), ((),), ((), (1,))]), first_wild([(), ((),), ((), (1,)), ((), (2, 2))])
    (None, 3)
    """
    tame: list[Genus] = []
    for item, moves in enumerate(options):
        own = tame_of([tame_sum([tame[part] for part in move]) for move in moves])
        if own is None:
            return item
        tame.append(own)
    return None
