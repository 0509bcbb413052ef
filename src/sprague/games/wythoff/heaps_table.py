"""The values of Fraenkel's game, and of the game of any chosen heaps, on three heaps and more: tables."""

from __future__ import annotations

import itertools
import math

from sprague.games.vectors.engine import filled_by
from sprague.games.vectors.rules import Entry
from sprague.games.vectors.tables import TableEngine, filled, in_order
from sprague.system.native import Kernel

from .rules import WythoffAny

_fill_nim_sum = Kernel("vectors_nim_sum", "int32[]", "const int64[]", "int", "int", "int64[]")


class HeapsTable(TableEngine):
    """Values on three heaps or more."""

    def work(self, shape: tuple[int, ...]) -> int:
        cells, chosen = in_order(shape)
        if isinstance(self.ruleset, WythoffAny):
            return cells * self.ruleset.option_count(shape) // 2 + math.prod(shape)
        return chosen + sum(shape) * cells + math.prod(shape)

    def fill(self, shape: tuple[int, ...]) -> memoryview[int]:
        if isinstance(self.ruleset, WythoffAny):
            chosen = [*itertools.product((0, 1), repeat=len(shape))][1:]
            families = [tuple(Entry(multiple, 0) for multiple in one) for one in chosen]
            return filled_by(families, True, shape, self.work(shape))
        return filled(_fill_nim_sum, shape, self.work(shape))
