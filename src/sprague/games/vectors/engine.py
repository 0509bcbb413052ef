"""Games of vectors by table."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable

from sprague.system.native import Kernel

from .rules import Family, Vectors, times
from .tables import TableEngine, filled, in_order

_fill = Kernel("vectors_fill", "int32[]", "const int64[]", "const int64[]", "int", "int", "int", "int64[]")


class VectorsEngine(TableEngine):
    """Gives the values of ``vectors{…}``."""

    ruleset: Vectors

    def work(self, shape: tuple[int, ...]) -> int:
        cells = in_order(shape)[0] if self.ruleset.symmetric else math.prod(shape)
        return math.prod(shape) + cells * sum(times(family, shape) for family in self.ruleset.families) // 2

    def fill(self, shape: tuple[int, ...]) -> memoryview[int]:
        return filled_by(self.ruleset.families, self.ruleset.symmetric, shape, self.work(shape))


def filled_by(
    families: Iterable[Family], symmetric: bool, shape: tuple[int, ...], work: int
) -> memoryview[int]:
    """Returns the table of ``shape`` of the game with these families."""
    amounts = array("q", [n for family in families for entry in family for n in entry])
    return filled(_fill, shape, work, amounts, int(symmetric))
