"""Games of vectors by table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .rules import Vectors, times
from .tables import TableEngine, in_order, slices

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray


class VectorsEngine(TableEngine):
    """Gives the values of ``vectors{…}``."""

    ruleset: Vectors

    def work(self, shape: tuple[int, ...]) -> int:
        cells = in_order(shape)[0] if self.ruleset.symmetric else math.prod(shape)
        return math.prod(shape) + cells * sum(times(family, shape) for family in self.ruleset.families) // 2

    def fill(self, shape: tuple[int, ...]) -> NDArray[int32]:
        from sprague.system.arrays import np

        from .kernel import fill_vectors

        cells = math.prod(shape)
        values, seen = np.zeros(cells, np.int32), np.zeros(sum(shape) + 2, np.int64)
        families = np.array(self.ruleset.families, np.int64)
        multiples, constants = families[..., 0].copy(), families[..., 1].copy()
        for start, stop in slices(cells, self.work(shape)):
            fill_vectors(
                values, np.array(shape), multiples, constants, self.ruleset.symmetric, start, stop, seen
            )
        return values.reshape(shape)
