"""Node Kayles on bands in plain Python: graphs that repeat after a number of vertices, such as a grid of three rows.

A part of the graph is worth the same wherever it stands, so its value is kept under the part moved to the beginning. A
longer band then costs only the parts that the shorter one has not met.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from sprague.system.locks import Turns, alone

from . import definition
from .masks import mask_components


class PlainBand:
    """Computes the values of a band from the definition. ``offsets`` has a list for each vertex of a column: the
    distances to its neighbours, in the order of columns.

    >>> path = PlainBand([[1, -1]])
    >>> [path.value(n) for n in range(12)]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]
    """

    def __init__(self, offsets: Sequence[Sequence[int]]) -> None:
        self.offsets = offsets
        self.alone = Turns()
        self._values: dict[int, int] = {0: 0}
        self._near: list[int] = []

    @alone
    def value(self, columns: int) -> int:
        """Returns the value of the band of that many columns."""
        vertices = columns * len(self.offsets)
        while len(self._near) < vertices:
            self._near.append(self._around(len(self._near)))
        return reduce(xor, map(self._part, self._parts((1 << vertices) - 1)), 0)

    def renew(self) -> None:
        """Does nothing: a value is stored only when it is complete."""

    def _around(self, vertex: int) -> int:
        ends = (vertex + offset for offset in self.offsets[vertex % len(self.offsets)])
        return sum(1 << end for end in ends if end >= 0)

    def _part(self, part: int) -> int:
        return definition.value(part, self._options, self._values)

    def _options(self, part: int) -> Iterator[tuple[int, ...]]:
        rest = part
        while rest:
            vertex = rest.bit_length() - 1
            rest ^= 1 << vertex
            yield self._parts(part & ~self._near[vertex] & ~(1 << vertex))

    def _parts(self, mask: int) -> tuple[int, ...]:
        """Returns the components of a set of vertices, each moved to the beginning of the band."""
        height = len(self.offsets)
        return tuple(
            part >> height * (((part & -part).bit_length() - 1) // height)
            for part in mask_components(self._near, mask)
        )
