"""Numerical semigroups: the numbers that are sums of given ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from math import gcd


class Semigroup:
    """The sums of some numbers, each used any number of times. ``common`` is their greatest common divisor (0 of none).

    >>> found = Semigroup((4, 6, 9))
    >>> found.generators, found.common, found.gaps, found.last, found.genus
    ((4, 6, 9), 1, [1, 2, 3, 5, 7, 11], 11, 6)
    >>> Semigroup((4, 6, 10)).generators, 12 in Semigroup((4, 6)), 9 in Semigroup((4, 6))
    ((4, 6), True, False)
    """

    def __init__(self, numbers: Iterable[int]) -> None:
        ordered = sorted(set(numbers))
        self.common = gcd(*ordered)
        generators: list[int] = []
        for n in ordered:
            if not generators or n not in _Sums(tuple(generators)):
                generators.append(n)
        #: The numbers that are no sums of others.
        self.generators = tuple(generators)

    @cached_property
    def _sums(self) -> _Sums:
        return _Sums(self.generators)

    def __contains__(self, n: int) -> bool:
        return n in self._sums

    def named(self, n: int) -> Semigroup:
        """Returns the semigroup after ``n`` is named."""
        return Semigroup((*self.generators, n))

    def missing(self) -> Iterator[int]:
        """Yields the numbers >= 1 that are not sums, in ascending order. They end if the common divisor is 1."""
        last = self.last if self.common == 1 else None
        for n in count(1) if last is None else range(1, last + 1):
            if n not in self:
                yield n

    @property
    def gaps(self) -> list[int]:
        """The numbers >= 1 that are not sums, if the common divisor is 1."""
        return list(self.missing())

    @property
    def genus(self) -> int:
        """The number of gaps, if the common divisor is 1 (Sylvester 1884 for two numbers; Selmer 1977: by the least
        sums of each remainder)."""
        if len(self.generators) == 2:
            return (self.generators[0] - 1) * (self.generators[1] - 1) // 2
        return sum(least // self.generators[0] for least in self._sums.least)

    @property
    def last(self) -> int:
        """The largest gap, if the common divisor is 1 (its Frobenius number)."""
        if len(self.generators) == 2:
            a, b = self.generators
            return a * b - a - b
        return max(self._sums.least) - self.generators[0]

    @property
    def is_quiet_end(self) -> bool:
        """Whether of any two numbers that add up to the last gap exactly one is a sum: the semigroup is symmetric. Half
        of the numbers up to the last gap are gaps then."""
        return 2 * self.genus == self.last + 1

    @property
    def is_ender(self) -> bool:
        """Whether naming any gap between 1 and the last gap makes the last gap a sum."""
        last = self.last
        return all(
            any(last - k in self for k in range(n, last + 1, n)) for n in self.missing() if 1 < n < last
        )


class _Sums:
    """Tests which numbers are sums, by the least sum of each remainder modulo the smallest number (Apéry 1946)."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.common = gcd(*numbers)
        self.modulus = numbers[0] // self.common if numbers else 1
        self._others = [n // self.common for n in numbers[1:]]

    @cached_property
    def least(self) -> list[int]:
        least = [0] + [-1] * (self.modulus - 1)
        waiting = [0]
        while waiting:
            n = heappop(waiting)
            if least[n % self.modulus] != n:
                continue
            for step in self._others:
                smallest = least[(n + step) % self.modulus]
                if smallest < 0 or n + step < smallest:
                    least[(n + step) % self.modulus] = n + step
                    heappush(waiting, n + step)
        return least

    def __contains__(self, n: int) -> bool:
        if not self.common:
            return n == 0
        whole, rest = divmod(n, self.common)
        if rest or n < 0:
            return False
        if not self._others:
            return whole % self.modulus == 0
        if len(self._others) == 1:
            # whole = a x + b y: y is whole / b modulo a, and the rest must not be negative.
            (other,) = self._others
            return whole >= other * (whole * pow(other, -1, self.modulus) % self.modulus)
        return whole >= self.least[whole % self.modulus]
