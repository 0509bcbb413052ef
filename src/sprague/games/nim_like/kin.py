"""Two relatives of Nim, one with fewer moves and one with more: Antonim, and cyclic Nimhoff."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sprague.model.heap_rulesets import Heaps, HeapTuple, take_from_one
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Ruleset
from sprague.numbers.sums import nim_sum
from sprague.words.digits import to_text
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .guessing import BALANCED, DIFFERENT, EVEN, NEXT, PAIR, THIRDS, TWO_OR_THREE
from .parameter import number_in_head

if TYPE_CHECKING:
    from random import Random


class Antonim(HeapTuple):
    """Antonim: Nim in which no two heaps may be equal, except empty ones.

    >>> import sprague as sg
    >>> sg.antonim(1, 2).outcome, sg.antonim(2, 5, 9).winning_moves
    ('P', [<take 5 from heap 3 -> antonim 2,5,4>])
    """

    name = "antonim"
    title = say("Antonim")
    rule = say("Take any number from one heap; no two heaps may then be equal, unless they are empty.")
    source = (
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982), ch. 15"
    )
    example = "antonim 2,4,6"
    engine = "outcome-theorem"
    fewest, most = 1, 12
    symmetric = True
    lesson = Lesson(
        ladder=("1,3", "-1,2", "2,4,6", "-2,4,5", "2,5,9", "1,2,3,5"),
        shelves=DIFFERENT,
        guesses=(EVEN, NEXT, BALANCED),
    )
    theorem = say(
        "Winning Ways, ch. 15: Antonim with three heaps is lost as Nim is with each heap one larger"
    )
    steps = (
        say(
            "Count two or three heaps one larger than they are, and an empty third heap as 1. If these numbers cancel "
            "in Nim, no move keeps them so. If they do not cancel, a winning move of Nim lowers one of them to what "
            "the other two add up to."
        ),
        say(
            "That is not 0, as the other two differ, and it equals neither of them, as the third is not 0. So the "
            "move is legal here, too. A single heap is taken whole."
        ),
    )
    behind = say("This rests on Bouton's theorem (1901), on heaps that are one larger.")

    def read(self, text: str) -> list[Hashable]:
        return [self._distinct(state) for state in super().read(text)]

    def check(self, state: Any) -> Hashable:
        return self._distinct(super().check(state))

    def _distinct(self, state: Any) -> Hashable:
        heaps = sorted(n for n in state if n)
        twice = next((a for a, b in pairwise(heaps) if a == b), None)
        if twice is not None:
            raise RangeError(
                say("expected heaps that differ, got two of {n}", n=to_text(twice)), where=self.head
            )
        return tuple(state)

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for option in take_from_one(heaps):
            nonempty = [n for n in option if n]
            if len(nonempty) == len({*nonempty}):
                yield option

    def option_count(self, state: Heaps) -> int:
        # A move may not reduce a heap to the size of any smaller one; these are all different.
        nonempty = sorted(n for n in state if n)
        return sum(n - smaller for smaller, n in enumerate(nonempty))

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        remaining = [n - k for n, k in zip(state, amounts, strict=True) if n - k]
        return min(amounts) >= 0 and sum(k > 0 for k in amounts) == 1 and len(remaining) == len({*remaining})

    def lost(self, state: Heaps) -> bool | None:
        nonempty = [n for n in state if n]
        if len(nonempty) > 3:
            return None
        if len(nonempty) < 2:
            return not nonempty
        return nim_sum(n + 1 for n in (*nonempty, 0)[:3]) == 0

    def leaving_lost(self, state: Heaps) -> Iterator[Heaps]:
        count = sum(n > 0 for n in state)
        total = nim_sum(n + 1 for n in (*(n for n in state if n), 0)[:3])
        for i, n in enumerate(state):
            wanted = 0 if count == 1 else ((n + 1) ^ total) - 1
            if 0 <= wanted < n:
                yield (*state[:i], wanted, *state[i + 1 :])

    def begin(self, dice: Random) -> str:
        return ",".join(map(str, sorted(dice.sample(range(1, 12), 3))))


class Nimhoff(HeapTuple):
    """Cyclic Nimhoff: take any number from one heap, or from several heaps fewer than h counters together.

    >>> import sprague as sg
    >>> sg.parse("nimhoff[h=3] 4,5,6").value, sg.parse("nimhoff[h=3] 4,6").winning_moves
    (6, [<take 1 from heap 2 -> nimhoff[h=3] 4,5>])
    """

    name = "nimhoff"
    title = say("Cyclic Nimhoff")
    source = "A. S. Fraenkel, M. Lorberbom, Nimhoff games, Journal of Combinatorial Theory A 58 (1991)"
    example = "nimhoff[h=3] 4,5,6"
    engine = "formula-values"
    fewest, most = 1, 8
    symmetric = True
    most_h = 64
    lesson = Lesson(
        ladder=("1,3", "-1,2", "4,6", "4,5,6", "-3,3", "7,8,9"),
        shelves=TWO_OR_THREE,
        guesses=(PAIR, EVEN, THIRDS),
    )
    theorem = say(
        "Fraenkel, Lorberbom 1991: h times the nim-sum of the quotients by h, plus the remainder of all counters"
    )
    steps = (
        say(
            "Divide each heap by h. The quotients are added like Nim heaps; of the remainders only the sum of all "
            "counters counts, in its remainder by h."
        ),
        say(
            "A move of fewer than h counters turns the remainder by any number; a move in one heap reaches any "
            "smaller quotient with any remainder. So all smaller values are reached, and the same value never is."
        ),
    )
    behind = say("This rests on the theorem of Fraenkel and Lorberbom (1991).")

    def __init__(self, h: int) -> None:
        self.h = h
        self.rule = say(
            "Take any number from one heap, or fewer than {h} counters together from several heaps.", h=h
        )

    @property
    def head(self) -> str:
        return f"{self.name}[h={to_text(self.h)}]"

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        yield from take_from_one(heaps)
        for total in range(2, self.h):
            yield from _takes(heaps, total)

    def option_count(self, state: Heaps) -> int:
        ways = [1] + [0] * (self.h - 1)  # by the number of counters that are taken
        for n in state:
            ways = [sum(ways[max(0, removed - n) : removed + 1]) for removed in range(self.h)]
        return sum(state) + sum(ways) - 1 - sum(min(n, self.h - 1) for n in state)

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        if min(amounts) < 0 or any(k > n for k, n in zip(amounts, state, strict=True)):
            return False
        return sum(k > 0 for k in amounts) == 1 or 0 < sum(amounts) < self.h

    def worth(self, state: Heaps) -> int:
        return self.h * nim_sum(n // self.h for n in state) + sum(state) % self.h

    def reaching(self, state: Heaps, value: int) -> Iterator[Heaps]:
        quotient, rest = divmod(value, self.h)
        change = quotient ^ nim_sum(n // self.h for n in state)
        for i, n in enumerate(state):
            wanted = self.h * (n // self.h ^ change) + (rest - sum(state) + n) % self.h
            if wanted < n:
                yield (*state[:i], wanted, *state[i + 1 :])
        for option in _takes(state, (sum(state) - rest) % self.h):
            if self.worth(option) == value:
                yield option

    def begin(self, dice: Random) -> str:
        return ",".join(str(dice.randint(2, 9)) for _ in range(3))


def _takes(heaps: Heaps, total: int) -> Iterator[Heaps]:
    """Yields the heaps left by every way to take ``total`` counters from several of them.

    >>> list(_takes((2, 1, 2), 2))
    [(2, 0, 1), (1, 1, 1), (1, 0, 2)]
    """

    def left(rest: Heaps, total: int) -> Iterator[Heaps]:
        if not rest:
            if total == 0:
                yield ()
            return
        for k in range(min(rest[0], total) + 1):
            if sum(rest[1:]) >= total - k:
                for others in left(rest[1:], total - k):
                    yield (rest[0] - k, *others)

    for after in left(heaps, total):
        if sum(n != m for n, m in zip(heaps, after, strict=True)) > 1:
            yield after


ANTONIM = Antonim()


def nimhoff_from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``nimhoff[h=…]``."""
    return Nimhoff(number_in_head(word, parameters, "h", Nimhoff.most_h))
