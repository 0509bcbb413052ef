"""Finite orders: the elements directly above each element, and the parts of which no two elements can be compared."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

#: The most elements of an order.
MOST = 512


class Order(NamedTuple):
    """An order: the names of its elements, and for each the bits of the elements above it, with its own."""

    names: tuple[str, ...]
    above: tuple[int, ...]

    def without(self, removed: int) -> Order:
        """Returns the order without the elements with these bits."""
        remaining = [i for i in range(len(self.names)) if not removed >> i & 1]
        return Order(
            tuple(self.names[i] for i in remaining),
            tuple(
                sum(1 << new for new, j in enumerate(remaining) if self.above[i] >> j & 1) for i in remaining
            ),
        )

    def covers(self) -> list[tuple[int, int]]:
        """Returns the pairs of an element and one directly above it."""
        pairs = []
        for i, up in enumerate(self.above):
            higher = [j for j in range(len(self.above)) if j != i and up >> j & 1]
            beyond = 0
            for j in higher:
                beyond |= self.above[j] & ~(1 << j)
            pairs += [(i, j) for j in higher if not beyond >> j & 1]
        return pairs

    def levels(self) -> list[int]:
        """Returns the number of steps of each element above the lowest ones."""
        levels = [0] * len(self.names)
        for i in sorted(range(len(levels)), key=lambda i: -self.above[i].bit_count()):
            for j in range(len(levels)):
                if j != i and self.above[i] >> j & 1:
                    levels[j] = max(levels[j], levels[i] + 1)
        return levels


def order_of(elements: Sequence[Any], below: Callable[[Any, Any], bool], name: Callable[[Any], str]) -> Order:
    """Returns the order of these elements."""
    return Order(
        tuple(map(name, elements)),
        tuple(sum(1 << j for j, b in enumerate(elements) if a == b or below(a, b)) for a in elements),
    )


def parts_of(order: Order) -> Iterator[Order]:
    """Yields the parts of which no two elements can be compared, each with its elements in a normal order: by how many
    elements are above and below them, and how many are above and below these."""
    near = [up | sum(1 << j for j, other in enumerate(order.above) if other >> i & 1)
            for i, up in enumerate(order.above)]  # fmt: skip
    unvisited = (1 << len(near)) - 1
    while unvisited:
        part, grown = 0, unvisited & -unvisited
        while grown != part:
            part, grown = (
                grown,
                functools.reduce(lambda a, b: a | b, (near[i] for i in range(len(near)) if grown >> i & 1)),
            )
        unvisited &= ~part
        one = order.without(~part)
        size = range(len(one.names))
        ranks: list[Any] = [
            (up.bit_count(), sum(other >> i & 1 for other in one.above)) for i, up in enumerate(one.above)
        ]
        for _ in range(2):
            numbers = {rank: n for n, rank in enumerate(sorted({*ranks}))}
            ranks = [
                (
                    numbers[ranks[i]],
                    tuple(sorted(numbers[ranks[j]] for j in size if one.above[i] >> j & 1)),
                    tuple(sorted(numbers[ranks[j]] for j in size if one.above[j] >> i & 1)),
                )
                for i in size
            ]
        yield _numbered(one, sorted(size, key=ranks.__getitem__))


def _numbered(order: Order, places: Sequence[int]) -> Order:
    """Returns the order with its elements in this sequence, and numbers as their names."""
    above = [sum(1 << n for n, j in enumerate(places) if order.above[i] >> j & 1) for i in places]
    return Order(tuple(str(n + 1) for n in range(len(places))), tuple(above))
