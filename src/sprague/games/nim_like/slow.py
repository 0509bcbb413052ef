"""Heaps that shrink by one: slow Nim, exact slow Nim, the princess and the roses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from sprague.model.heap_rulesets import Heaps, HeapTuple
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Ruleset
from sprague.words.digits import to_text
from sprague.words.messages import say

from .guessing import ALIKE, ALL_EVEN, EVEN, TWINS, TWO_OR_THREE
from .parameter import number_in_head


def _lowered(heaps: Heaps, chosen: tuple[int, ...] | list[int]) -> Heaps:
    """Returns the heaps after a move takes one counter from each of the chosen ones."""
    return tuple(n - (i in chosen) for i, n in enumerate(heaps))


class Slow(HeapTuple):
    """Slow Nim: take one counter from each of at least one and at most k heaps.

    >>> import sprague as sg
    >>> sg.parse("slow[k=2] 2,4").outcome, sg.parse("slow[k=2] 3,5,7").outcome, sg.parse("slow[k=2] 3,4,7").outcome
    ('P', 'P', 'N')
    """

    name = "slow"
    title = say("Slow Nim")
    source = "V. Gurvich, N. B. Ho, Slow k-Nim, arXiv 1508.05777 (2015)"
    example = "slow[k=2] 3,4,7"
    engine = "outcome-theorem"
    fewest, most = 1, 12
    symmetric = True
    lesson = Lesson(
        ladder=("1,2", "-2,2", "1,1,2", "-1,1,1", "3,4,7", "1,1,2,2"),
        shelves=TWO_OR_THREE,
        guesses=(EVEN, TWINS, ALL_EVEN, ALIKE),
    )
    theorem = say(
        "all heaps even, or with k + 1 heaps all even or all odd: no move leads from there to there"
    )
    steps = (
        say(
            "With at most k heaps: if all are even, any move makes one odd; if some are odd, one move makes all of "
            "them even. With k + 1 heaps: if all are even or all are odd, any move leaves both kinds, for it cannot "
            "change all of them; and if there are both kinds, one move changes all heaps of one kind."
        ),
        say("No heap is left in the end: all are even. So these are the lost positions."),
    )
    behind = say("This rests on counting even and odd.")

    def __init__(self, k: int) -> None:
        self.k = k
        self.rule = say(
            "Take one counter from a heap, or one from each of several heaps, but from no more than {k}.", k=k
        )

    @property
    def head(self) -> str:
        return f"{self.name}[k={to_text(self.k)}]"

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        nonempty = [i for i, n in enumerate(heaps) if n]
        for size in range(1, min(self.k, len(nonempty)) + 1):
            for chosen in combinations(nonempty, size):
                yield _lowered(heaps, chosen)

    def option_count(self, state: Heaps) -> int:
        nonempty = sum(n > 0 for n in state)
        return sum(math.comb(nonempty, size) for size in range(1, self.k + 1))

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        return {*amounts} <= {0, 1} and 0 < sum(amounts) <= self.k and self._stays(amounts, state)

    def _stays(self, amounts: Heaps, state: Heaps) -> bool:
        return all(k <= n for k, n in zip(amounts, state, strict=True))

    def lost(self, state: Heaps) -> bool | None:
        nonempty = [n for n in state if n]
        odd = sum(n % 2 for n in nonempty)
        if len(nonempty) <= self.k:
            return odd == 0
        return odd in (0, len(nonempty)) if len(nonempty) == self.k + 1 else None

    def leaving_lost(self, state: Heaps) -> Iterator[Heaps]:
        nonempty = sum(n > 0 for n in state)
        for rest in (1, 0) if nonempty > self.k else (1,):
            chosen = [i for i, n in enumerate(state) if n and n % 2 == rest]
            if 0 < len(chosen) <= self.k:
                yield _lowered(state, chosen)


class PrincessAndRoses(Slow):
    """The princess and the roses: princes pick one rose, or two from different bushes. It is slow Nim with k = 2.

    >>> import sprague as sg
    >>> sg.princess_and_roses(3, 4, 5).value, sg.princess_and_roses(3, 5, 7).outcome
    (3, 'P')
    """

    name = "princess-and-roses"
    title = say("The princess and the roses")
    source = (
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982), ch. 15"
    )
    example = "princess-and-roses 3,4,7"

    def __init__(self) -> None:
        super().__init__(2)
        self.rule = say("Pick one rose, or two roses from different bushes.")

    @property
    def head(self) -> str:
        return self.name


class ExactSlow(HeapTuple):
    """Exact slow Nim: take one counter from each of exactly k heaps.

    >>> import sprague as sg
    >>> sg.parse("exact-slow[k=2] 3,4,7").outcome, sg.parse("exact-slow[k=2] 4,7").value
    ('N', 0)
    """

    name = "exact-slow"
    title = say("Exact slow Nim")
    source = "V. Gurvich, N. B. Ho, Slow k-Nim, arXiv 1508.05777 (2015)"
    example = "exact-slow[k=2] 3,4,7"
    engine = "formula-values"
    fewest, most = 1, 12
    symmetric = True
    lesson = Lesson(
        ladder=("1,2,3", "-1,2,2", "2,2,3", "-2,2,2", "3,4,7", "2,3,4,5"),
        shelves=TWO_OR_THREE,
        guesses=(EVEN, TWINS, ALIKE),
    )
    theorem = say("every line of play has the same number of moves")
    steps = (
        say(
            "With fewer than k heaps there is no move, with k heaps the smallest one counts the moves, and with k = 1 "
            "all counters together do. Their number is the same however the game is played."
        ),
    )
    behind = say("This rests on counting the moves.")

    def __init__(self, k: int) -> None:
        self.k = k
        self.rule = say("Choose exactly {k} of the heaps, and take one counter from each.", k=k)

    @property
    def head(self) -> str:
        return f"{self.name}[k={to_text(self.k)}]"

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        nonempty = [i for i, n in enumerate(heaps) if n]
        return (_lowered(heaps, chosen) for chosen in combinations(nonempty, self.k))

    def option_count(self, state: Heaps) -> int:
        return math.comb(sum(n > 0 for n in state), self.k)

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        possible = all(k <= n for k, n in zip(amounts, state, strict=True))
        return {*amounts} <= {0, 1} and sum(amounts) == self.k and possible

    def worth(self, state: Heaps) -> int | None:
        nonempty = [n for n in state if n]
        if len(nonempty) < self.k:
            return 0
        if self.k == 1:
            return sum(nonempty) % 2
        return min(nonempty) % 2 if len(nonempty) == self.k else None

    def reaching(self, state: Heaps, value: int) -> Iterator[Heaps]:
        return (option for option in self.leaves(state) if self.worth(option) == value)


PRINCESS_AND_ROSES = PrincessAndRoses()


def slow_from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``slow[k=…]`` or ``exact-slow[k=…]``."""
    k = number_in_head(word, parameters, "k", Slow.most)
    return Slow(k) if word == "slow" else ExactSlow(k)
