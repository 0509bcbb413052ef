"""Global Fibonacci nim: values by a table over all smaller tuples of heaps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from math import prod
from typing import Any

from ..errors import TooLargeError
from ..messages import say
from ..rulesets.base import Component, Ruleset
from .engine import Engine, Evidence
from .naive import mex

#: The largest table: the product of (heap + 1) over all heaps, times the largest number of options.
LARGEST_TABLE = 50_000_000
CHEAP_TABLE = 100_000

STEPS = Evidence(
    "computed", "table of the steps in q of the values of all smaller heaps with limit q, by exhaustion"
)


class GlobalFibonacciEngine(Engine):
    """The definition, with the values of all limits of the same heaps kept together.

    As more may be taken, options are only added, so the value never falls as the limit grows: the values of
    heaps (in order of size, without empty ones) are the limits at which they step up.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._steps: dict[tuple[int, ...], list[int]] = {(): []}

    def value(self, state: tuple[tuple[int, ...], int | None]) -> int:
        heaps, q = state
        sizes = tuple(sorted(n for n in heaps if n))
        if sizes not in self._steps:
            self._fill(sizes, str(Component(self.ruleset, state)))
        if q is not None:
            return bisect_right(self._steps[sizes], q)
        return mex({value for n in sizes for _, value in self._options(sizes, n, n - 1)})

    def _fill(self, sizes: tuple[int, ...], where: str) -> None:
        if (work := _work(sizes)) > LARGEST_TABLE:
            raise TooLargeError(
                say(
                    "the values of smaller heaps fill a table of up to {limit} entries; these heaps need {work}",
                    limit=LARGEST_TABLE,
                    work=work,
                ),
                where=where,
            )
        for rising in _smaller(sizes):
            smaller = tuple(n for n in rising if n)
            if smaller not in self._steps:
                self._steps[smaller] = self._row(smaller)

    def _row(self, sizes: tuple[int, ...]) -> list[int]:
        least: dict[int, int] = {}
        for n in set(sizes):
            for k, value in self._options(sizes, n, n):
                least[value] = min(k, least.get(value, k))
        row: list[int] = []
        while len(row) in least:
            row.append(max(least[len(row)], row[-1] if row else 0))
        return row

    def _options(self, sizes: tuple[int, ...], n: int, most: int) -> Iterator[tuple[int, int]]:
        """(k, value of what is left) for taking 1..``most`` from a heap of ``n`` among ``sizes``."""
        others = list(sizes)
        others.remove(n)
        for k in range(1, most + 1):
            left = tuple(sorted([*others, n - k] if k < n else others))
            yield k, bisect_right(self._steps[left], 2 * k)

    def is_cheap(self, state: tuple[tuple[int, ...], int | None]) -> bool:
        return _work(state[0]) <= CHEAP_TABLE

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return STEPS


def _work(heaps: tuple[int, ...]) -> int:
    return prod(n + 1 for n in heaps) * max(sum(heaps), 1)


def _smaller(sizes: tuple[int, ...], least: int = 0) -> Iterator[tuple[int, ...]]:
    """The rising tuples that are nowhere above ``sizes`` (rising too), in lexical order: each comes after all that
    moves from it leave."""
    if not sizes:
        yield ()
        return
    for n in range(least, sizes[0] + 1):
        for rest in _smaller(sizes[1:], n):
            yield (n, *rest)
