"""Nets: coins that are connected by strings, some of which lead to the ground. This is the common form of boards and
graphs.

A box is a coin, and a line that is not yet drawn a string between two boxes, or between a box and the ground (outside).
A position of a net is a set of its strings, as the bits of a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

#: The end of a string that lies on the ground.
GROUND = 255

#: The number of coins from which a chain is long.
LONG = 3


class Net(NamedTuple):
    """The two ends of each string: coins by number, or GROUND. ``images`` are symmetries: each lists the places to
    which it maps the strings."""

    ends: tuple[tuple[int, int], ...]
    images: tuple[tuple[int, ...], ...] = ()

    def strings(self, position: int) -> Iterator[int]:
        """Yields the strings of a position."""
        return (string for string in range(len(self.ends)) if position >> string & 1)

    def degrees(self, position: int) -> Counter[int]:
        """Returns how many strings hold each coin that is not free."""
        degrees: Counter[int] = Counter()
        for string in self.strings(position):
            degrees.update(end for end in self.ends[string] if end != GROUND)
        return degrees

    def frees(self, position: int, string: int) -> bool:
        """Returns whether cutting a string frees a coin."""
        degrees = self.degrees(position)
        return any(degrees[end] == 1 for end in self.ends[string])

    def ways_between(self, position: int) -> list[Way]:
        """Returns the chains and loops of a position: connected coins with two strings each.

        >>> net = Net(((GROUND, 0), (0, 1), (1, 2), (2, GROUND)))
        >>> net.ways_between(0b1111), net.ways_between(0b0011)
        ([Way(coins=(0, 1, 2), loop=False)], [Way(coins=(0,), loop=False)])
        """
        degrees = self.degrees(position)
        near: dict[int, list[int]] = {coin: [] for coin, strings in degrees.items() if strings == 2}
        for string in self.strings(position):
            a, b = self.ends[string]
            if a in near and b in near:
                near[a].append(b)
                near[b].append(a)
        ways, visited = [], set[int]()
        for coin in sorted(near):
            if coin in visited:
                continue
            part, waiting = {coin}, [coin]
            while waiting:
                more = [other for other in near[waiting.pop()] if other not in part]
                part.update(more)
                waiting += more
            visited |= part
            ways.append(Way(tuple(sorted(part)), all(len(near[each]) == 2 for each in part)))
        return ways


class Way(NamedTuple):
    """Connected coins with two strings each: a chain, or a closed loop."""

    coins: tuple[int, ...]
    loop: bool

    @property
    def long(self) -> bool:
        """Whether cutting any of its strings is a loony move."""
        return len(self.coins) >= (LONG + self.loop)
