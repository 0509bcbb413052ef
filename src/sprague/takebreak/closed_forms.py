"""Take-and-break codes whose values a theorem gives: Nim as a code, 0.(3), and Lasker's nim, 4.(3).

In both, g takes every value once and is its own inverse: the heap of value v is g(v).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from sprague.model.engine import MOMENT, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import VALUES, Argument
from sprague.model.nim import BOUTON, COLUMNS, MISERE_COLUMNS
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort
from sprague.words.messages import say

from .codes import LASKER
from .engine import TakeBreakEngine
from .theorems import LASKERS_NIM

LASKER_1931 = Evidence("theorem", LASKERS_NIM.statement)

#: g(n) - n in Lasker's nim, by n modulo 4, for n >= 1.
_BESIDE = (-1, 0, 0, 1)


class ClosedFormEngine(TakeBreakEngine):
    """Gives values of heaps of any size. Tables and periods work as for every code."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._splits = self.code == LASKER

    def value(self, state: int) -> int:
        return lasker(state) if self._splits else state

    def effort(self, state: int, question: Question = "value") -> Effort:
        return MOMENT

    def replies(self, state: int, target: int) -> Lazy[Option]:
        heap_left = self.value(target)
        take: list[tuple[int, ...]] = [(heap_left,) if heap_left else ()] if heap_left < state else []
        heaps_left = Lazy.of(take)
        if self._splits:
            heaps_left = Lazy.chain([lasker_splits(state, target), heaps_left])
        return heaps_left.map(lambda heaps: tuple(Component(self.ruleset, heap) for heap in heaps))

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return LASKER_1931 if self._splits else BOUTON

    def argument(self, states: Sequence[int], misere: bool) -> Argument | None:
        if not self._splits:
            return MISERE_COLUMNS if misere else COLUMNS
        return None if misere else Argument((*VALUES, *LASKER_VALUES), LASKER_BEHIND)


LASKER_VALUES = (
    say(
        "A heap of 4k+1 is worth 4k+1. One of 4k+2 is worth 4k+2. One of 4k+3 is worth 4k+4, and one of 4k+4 is worth "
        "4k+3. This is shown heap by heap, from all smaller ones."
    ),
    say(
        "Taking leads to the values of all smaller heaps, so at least to 0, …, 4k for a heap of 4k+1, and so on; for "
        "4k+3 the split into 1 and 4k+2 has the value 4k+3 as well."
    ),
    say(
        "No split has the value that is claimed: the values of its two heaps, added without carrying, leave another "
        "rest when divided by 4."
    ),
)
LASKER_BEHIND = say(
    "This rests on Lasker's theorem (1931): every value comes once, and is at most 1 away from the heap."
)


def lasker(n: int) -> int:
    """Returns the value of a heap of ``n`` in Lasker's nim. :mod:`sprague.takebreak.theorems` contains the proof.

    >>> [lasker(n) for n in range(10)], lasker(10**30) - 10**30
    ([0, 1, 2, 4, 3, 5, 6, 8, 7, 9], -1)
    """
    return n + _BESIDE[n & 3] if n else 0


def lasker_splits(n: int, target: int) -> Lazy[tuple[int, ...]]:
    """Returns the splits a <= b of a heap of ``n`` whose values in Lasker's nim have the nim-sum ``target``.

    For each residue of a modulo 4, g(a) + g(b) differs from n by a known number. Two numbers with a given sum and a
    given nim-sum have in common the bits of half the difference of the two, and each bit of the nim-sum is in exactly
    one of them.

    >>> lasker_splits(12, 13), lasker_splits(10**30, 10**30 - 4).total == 2**63
    ([(1, 11), (3, 9), (5, 7)], True)
    """
    if target == 0:
        return Lazy.of([(n // 2, n // 2)] if n and n % 2 == 0 else [])
    free = target >> 2 << 2
    leasts = []  # the least a of each residue; the others are larger by some of the free bits
    for residue in range(4):
        beside = _BESIDE[residue]
        twice = n + beside + _BESIDE[(n - residue) & 3] - target
        common = twice >> 1
        low = (residue + beside ^ common) & 3
        if twice >= 0 and not twice & 1 and not common & target and not low & ~target:
            leasts.append(common + low - beside)
    # Residue 3 may give a = -1, with b = n + 1 as the other half; neither is a heap.
    count = (len(leasts) << free.bit_count()) - 2 * (-1 in leasts)

    def items() -> Iterator[tuple[int, ...]]:
        for a in takewhile(lambda a: 2 * a < n, heapq.merge(*(_plus_some(a, free) for a in leasts))):
            if a > 0:
                yield a, n - a

    return Lazy(items, count // 2)


def _plus_some(least: int, bits: int) -> Iterator[int]:
    """Yields ``least`` plus every number whose bits are among ``bits``, ascending."""
    some = 0
    while True:
        yield least + some
        if some == bits:
            return
        some = (some - bits) & bits
