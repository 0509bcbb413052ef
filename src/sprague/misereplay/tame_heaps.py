"""Tests item by item whether a closed set of games is tame."""

from __future__ import annotations

from collections.abc import Sequence

from .genus import Genus
from .splits import Options, labelled
from .table import tame_of, tame_sum


def first_wild(options: Sequence[Options]) -> int | None:
    """Returns the first item that is not tame, or None. ``options`` has for each item the sums of earlier items that
    its moves leave.

    >>> first_wild([(), ((),), ((), (1,))]), first_wild([(), ((),), ((), (1,)), ((), (2, 2))])
    (None, 3)
    """
    numbers: dict[Genus, int] = {}
    labels: list[int] = []
    for item, moves in enumerate(options):
        tame = list(numbers)
        own = tame_of([tame_sum([tame[label] for label in move]) for move in labelled(moves, labels)])
        if own is None:
            return item
        labels.append(numbers.setdefault(own, len(numbers)))
    return None
