"""Moore's Nim: a move takes from at most k heaps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from sprague.model.engine import COMPUTED, MOMENT, Evidence, Question
from sprague.model.heap_rulesets import Heaps, HeapTuple
from sprague.model.lazy import Lazy
from sprague.model.naive import FEW, NaiveEngine
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort, tick
from sprague.words.digits import to_text
from sprague.words.messages import say

from .parameter import number_in_head

if TYPE_CHECKING:
    pass


#: What the plain definition keeps of a position of Moore's Nim.
BYTES_A_POSITION = 700


class Moore(HeapTuple):
    """Moore's Nim: take from at least one and at most k heaps, any numbers.

    >>> import sprague as sg
    >>> sg.parse("moore[k=2] 1,1,1").outcome, sg.parse("moore[k=2] 3,4,5").outcome
    ('P', 'N')
    """

    name = "moore"
    title = say("Moore's Nim")
    source = "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)"
    example = "moore[k=2] 3,4,5"
    engine = "moore"
    fewest, most = 1, 12

    def __init__(self, k: int) -> None:
        self.k = k
        self.rule = say(
            "Take any number from one heap, or from each of several heaps, but from no more than {k}.", k=k
        )

    @property
    def head(self) -> str:
        return f"moore[k={to_text(self.k)}]"

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for size in range(1, self.k + 1):
            for chosen in combinations(range(len(heaps)), size):
                yield from lowered(heaps, chosen)

    def option_count(self, state: Heaps) -> int:
        ways = [1] + [0] * self.k  # by the number of heaps that change
        for n in state:
            ways = [ways[0], *(more + n * fewer for fewer, more in pairwise(ways))]
        return sum(ways) - 1

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        return min(amounts) >= 0 and 0 < sum(k > 0 for k in amounts) <= self.k


class MooreEngine(NaiveEngine):
    """Outcomes by Moore's theorem: a position is lost exactly when, in every binary column, the number of ones is a
    multiple of k + 1. Values come from the definition."""

    ruleset: Moore

    def effort(self, state: Heaps, question: Question = "value") -> Effort:
        if question != "value" or self.is_zero(state):
            return MOMENT
        positions = math.prod(n + 1 for n in state)
        if positions <= FEW:
            return super().effort(state, question)
        moves = self.ruleset.option_count(state) // 2 ** min(self.ruleset.k, len(state))
        return Effort(positions, BYTES_A_POSITION * positions, 4e-6 * min(positions * moves, 10**30))

    def is_zero(self, state: Heaps) -> bool:
        return not any(
            sum(n >> bit & 1 for n in state) % (self.ruleset.k + 1) for bit in range(max(state).bit_length())
        )

    def value(self, state: Heaps) -> int:
        return 0 if self.is_zero(state) else super().value(state)

    def evidence(self, state: Heaps, valued: bool) -> Evidence:
        if valued and not self.is_zero(state):
            return COMPUTED
        return Evidence("theorem", say("Moore 1910: binary digits are added in every column, modulo k + 1"))

    def replies(self, state: Heaps, target: int) -> Lazy[Option]:
        if target:
            return super().replies(state, target)
        return Lazy(
            lambda: ((Component(self.ruleset, option),) for option in self._lost(state)),
            lambda: self._lost_count(state),
        )

    def _digits(
        self, state: Heaps, bit: int, changed: frozenset[int]
    ) -> Iterator[tuple[Heaps, frozenset[int]]]:
        """Yields the ways to make a column cancel: its digits, and the heaps that have changed by then. These are free
        in the columns below; a heap begins to change by losing a 1."""
        modulus = self.ruleset.k + 1
        ones = [i for i, n in enumerate(state) if i not in changed and n >> bit & 1]
        for begun in _some(ones, self.ruleset.k - len(changed)):
            for chosen in _some(sorted(changed), len(changed)):
                if (len(ones) - len(begun) + len(chosen)) % modulus == 0:
                    odd = {*ones, *chosen}.difference(begun)
                    yield tuple(int(i in odd) for i in range(len(state))), changed.union(begun)

    def _lost(self, state: Heaps) -> Iterator[Heaps]:
        """Yields the lost positions to which a move leads, digit by digit from the highest. By Moore's proof every
        beginning can be completed."""
        todo = [(max(state).bit_length(), (0,) * len(state), frozenset[int]())]
        while todo:
            tick()
            bit, heaps, changed = todo.pop()
            if bit == 0 and changed:
                yield heaps
            elif bit:
                for digits, after in self._digits(state, bit - 1, changed):
                    grown = tuple(2 * n + digit for n, digit in zip(heaps, digits, strict=True))
                    todo.append((bit - 1, grown, after))

    def _lost_count(self, state: Heaps) -> int:
        """Returns the number of lost positions to which a move leads: by the heaps that have changed so far."""
        ways = {frozenset[int](): 1}
        for bit in reversed(range(max(state).bit_length())):
            tick()
            ways_after: dict[frozenset[int], int] = {}
            for changed, number in ways.items():
                for _, after in self._digits(state, bit, changed):
                    ways_after[after] = ways_after.get(after, 0) + number
            ways = ways_after
        return sum(number for changed, number in ways.items() if changed)


def lowered(heaps: Heaps, chosen: Sequence[int]) -> Iterator[Heaps]:
    """Yields the heaps, with those at the chosen places lowered in every way."""
    if not chosen:
        yield heaps
        return
    first, *rest = chosen
    for n in range(heaps[first]):
        yield from lowered((*heaps[:first], n, *heaps[first + 1 :]), rest)


def _some(items: list[int], most: int) -> Iterator[tuple[int, ...]]:
    """Yields every choice of at most ``most`` of the items."""
    for size in range(min(most, len(items)) + 1):
        yield from combinations(items, size)


def moore_from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``moore[k=…]``."""
    return Moore(number_in_head(word, parameters, "k", Moore.most))
