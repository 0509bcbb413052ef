"""The rules of the atlas: sets of items. An item is an amount that may be taken from two heaps, either way round, once
or any number of times."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple


class Item(NamedTuple):
    """Allows taking (a, b) or (b, a), with a <= b; if ``many``, also every multiple by k >= 1."""

    a: int
    b: int
    many: bool

    def vectors(self) -> list[str]:
        """Returns the vectors in the notation: the smaller number first, then the other way round.

        >>> Item(0, 2, True).vectors(), Item(1, 1, False).vectors()
        (['(0,2k)', '(2k,0)'], ['(1,1)'])
        """

        def entry(n: int) -> str:
            if not n or not self.many:
                return str(n)
            return "k" if n == 1 else f"{n}k"

        pairs = dict.fromkeys(((self.a, self.b), (self.b, self.a)))
        return [f"({entry(x)},{entry(y)})" for x, y in pairs]

    def holds(self, other: Item) -> bool:
        """Returns whether this item allows every move that ``other`` allows."""
        if self == other:
            return True
        if not self.many:
            return False
        return any(
            (self.a * k, self.b * k) == (other.a, other.b) for k in range(1, max(other.a, other.b) + 1)
        )


def items(largest: int = 3) -> list[Item]:
    """Returns all items with entries up to ``largest``: 18 for 3."""
    pairs = [(a, b) for a in range(largest + 1) for b in range(max(a, 1), largest + 1)]
    return [Item(a, b, many) for a, b in pairs for many in (True, False)]


def rules(most: int = 3, largest: int = 3) -> Iterator[tuple[Item, ...]]:
    """Yields the sets of one to ``most`` items in which no item contains another.

    >>> sum(1 for _ in rules())
    722
    """
    every = items(largest)
    for count in range(1, most + 1):
        for chosen in itertools.combinations(every, count):
            if not any(a is not b and a.holds(b) for a in chosen for b in chosen):
                yield chosen


def head(chosen: tuple[Item, ...]) -> str:
    """Returns the rule in the notation of games.

    >>> head((Item(0, 1, True), Item(1, 1, True)))
    'vectors{(0,k),(k,0),(k,k)}'
    """
    return "vectors{" + ",".join(vector for item in chosen for vector in item.vectors()) + "}"
