"""Exact Nim: a move takes from exactly k heaps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from sprague.model.heap_rulesets import Heaps, HeapTuple
from sprague.model.lazy import Lazy
from sprague.model.lesson import Lesson
from sprague.model.nim import BOUTON, COLUMNS
from sprague.model.ruleset import Option, Ruleset
from sprague.numbers.sums import nim_sum
from sprague.system.ask import tick
from sprague.words.digits import to_text
from sprague.words.messages import Message, say

from .formula import FormulaValues
from .guessing import BALANCED, EQUAL, EVEN, FOUR
from .moore import lowered
from .parameter import number_in_head

#: More options are not tried one by one.
MOST_TRIED = 300_000


def most_moves(heaps: Sequence[int], k: int) -> int:
    """Returns the largest number of moves if each takes one counter from each of k heaps: the Tetris function. So many
    moves are possible exactly if the heaps, cut at this height, hold k counters for each move.

    >>> most_moves((2, 2, 3), 2), most_moves((1, 1, 9), 2)
    (3, 2)
    """
    low, high = 0, sum(heaps) // k
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(n, middle) for n in heaps) >= k * middle:
            low = middle
        else:
            high = middle - 1
    return low


class Exact(HeapTuple):
    """Exact Nim: take any numbers, at least one, from exactly k of the heaps.

    >>> import sprague as sg
    >>> sg.parse("exact[k=2] 3,4,5").value, sg.parse("exact[k=2] 2,2,3,3").value
    (6, 1)
    """

    name = "exact"
    title = say("Exact Nim")
    source = (
        "E. Boros, V. Gurvich, N. B. Ho, K. Makino, P. Mursic, On the Sprague-Grundy function of exact k-Nim, "
        "Discrete Applied Mathematics 239 (2018)"
    )
    example = "exact[k=2] 3,4,5"
    engine = "exact"
    fewest, most = 1, 12
    symmetric = True
    lesson = Lesson(
        ladder=("1,1,2,2", "-1,1,1,1", "1,2,2,3", "2,2,3,3", "-2,2,2,3"),
        shelves=FOUR,
        guesses=(EQUAL, EVEN, BALANCED),
    )
    theorem = say(
        "Boros, Gurvich, Ho, Makino, Mursic 2018: the value of exact k-Nim on at most 2k heaps, a function of how many "
        "moves are possible"
    )
    steps: tuple[Message, ...] = (
        say(
            "If a move takes from more than half of the heaps, any two moves meet in a heap. Then the value is the "
            "largest number of moves that can still be made, the Tetris function: it falls with every move, and a "
            "player can lower it to any smaller number."
        ),
        say("With exactly half of the heaps it is the same function with an exception in periods."),
    )
    behind: Message | None = say("This rests on the theorem of Boros, Gurvich, Ho, Makino and Mursic (2018).")

    def __init__(self, k: int) -> None:
        self.k = k
        self.rule = say("Choose exactly {k} of the heaps, and take any number from each, at least one.", k=k)
        if k == 1:  # Nim, on any number of heaps
            self.theorem, self.steps, self.behind = BOUTON.sentence, COLUMNS.steps, COLUMNS.behind

    @property
    def head(self) -> str:
        return f"{self.name}[k={to_text(self.k)}]"

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for chosen in self._choices(heaps):
            yield from lowered(heaps, chosen)

    def _choices(self, heaps: Heaps) -> Iterator[tuple[int, ...]]:
        return combinations([i for i, n in enumerate(heaps) if n], self.k)

    def option_count(self, state: Heaps) -> int:
        return sum(math.prod(state[i] for i in chosen) for chosen in self._choices(state))

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        possible = all(0 <= k <= n for k, n in zip(amounts, state, strict=True))
        return possible and sum(k > 0 for k in amounts) == self.k

    def worth(self, state: Heaps) -> int | None:
        heaps = [n for n in state if n]
        if self.k == 1:
            return nim_sum(heaps)
        most = most_moves(heaps, self.k)
        if len(heaps) < 2 * self.k:
            return most
        if len(heaps) > 2 * self.k:
            return None
        least = min(heaps)
        rest = most_moves([n - least for n in heaps], self.k)
        bound = 1 + math.comb(rest + 1, 2)
        return most if least < bound else bound - 1 + (least - bound) % (rest + 1)

    def reaching(self, state: Heaps, value: int) -> Iterator[Heaps]:
        if self.k > 1 and sum(n > 0 for n in state) < 2 * self.k:
            for chosen in self._choices(state):
                yield from self._lowered(state, chosen, value)
        elif self.k == 1:
            for i, n in enumerate(state):
                wanted = nim_sum(state) ^ n ^ value
                if wanted < n:
                    yield (*state[:i], wanted, *state[i + 1 :])
        elif self.is_tried(state):
            yield from (option for option in self.leaves(state) if self.worth(option) == value)

    def is_tried(self, state: Heaps) -> bool:
        """Returns whether finding the moves to a value does not take too many tries."""
        return self.k == 1 or sum(n > 0 for n in state) < 2 * self.k or self.option_count(state) <= MOST_TRIED

    def _lowered(self, state: Heaps, chosen: tuple[int, ...], value: int) -> Iterator[Heaps]:
        """Yields the ways to lower the chosen heaps so that ``value`` moves remain possible. One more counter allows at
        most one more move and never fewer. So the sizes of the next heap that the others can complete are an
        interval."""

        def most(first: Sequence[int], fill: int) -> int:
            """Returns the number of moves with these sizes of the first chosen heaps, if the others are empty or almost
            whole."""
            heaps = [*state]
            for i, size in zip(chosen, first, strict=False):
                heaps[i] = size
            for i in chosen[len(first) :]:
                heaps[i] = fill * (state[i] - 1)
            return most_moves(heaps, self.k)

        def below(first: list[int], fill: int, bound: int) -> int:
            """Returns the number of sizes of the next heap with fewer than ``bound`` moves."""
            low, high = 0, state[chosen[len(first)]]
            while low < high:
                tick()
                middle = (low + high) // 2
                low, high = (middle + 1, high) if most([*first, middle], fill) < bound else (low, middle)
            return low

        def complete(first: list[int]) -> Iterator[Heaps]:
            if len(first) == len(chosen):
                sizes = dict(zip(chosen, first, strict=True))
                yield tuple(sizes.get(i, n) for i, n in enumerate(state))
                return
            for size in range(below(first, 1, value), below(first, 0, value + 1)):
                yield from complete([*first, size])

        return complete([])


class ExactEngine(FormulaValues):
    """The formula of exact Nim. With exactly half of the heaps, moves are found by trying all of them, if these are not
    too many."""

    ruleset: Exact

    def replies(self, state: Any, target: int) -> Lazy[Option]:
        replies = super().replies(state, target)
        return replies if self.ruleset.is_tried(state) else replies.as_partial()


def exact_from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``exact[k=…]``."""
    return Exact(number_in_head(word, parameters, "k", Exact.most))
