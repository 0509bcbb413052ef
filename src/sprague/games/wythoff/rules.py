"""Wythoff's game (Last Biscuit) and its relatives: take any number from one jar, or from several by a rule."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING

from sprague.model.heap_rulesets import MOST_HEAPS, Heaps, HeapTuple, take_from_one
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Option, Ruleset
from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.sums import nim_sum
from sprague.words.digits import to_text
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random

    from sprague.model.given import Sizes
    from sprague.pictures.shapes import Drawing, Take

WYTHOFF_1907 = "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907)"


LESSON = Lesson(
    ladder=("4,6", "-3,5", "4,9", "8,11", "-11,18", "25,40", "60,100", "500,1000"),
    skin="jars",
    heap=say("look at the jar of {n}"),
    all_heaps=say("look at both jars at once"),
)


class Wythoff(HeapTuple):
    """Two heaps: take any number from one, or k and l from both with |k - l| < t (Fraenkel 1982; t = 1 is
    Wythoff's game, k = l). Three heaps or more (Fraenkel's game, t = 1): take from one heap, or amounts with
    nim-sum 0, not all 0, from all (Sun, Zeilberger 2004). A state is the tuple of heaps, in the order given."""

    name = "wythoff"
    title = say("Last Biscuit (Wythoff's game)")
    rule = say("Take any number of biscuits from one jar, or the same number from both.")
    source = WYTHOFF_1907
    example = "wythoff 5,8"
    engine = "wythoff"
    heaps = 2
    symmetric = True
    lesson = LESSON

    def __init__(self, t: int = 1) -> None:
        if not isinstance(t, int) or t < 1:
            got = t if isinstance(t, int) else repr(t)
            raise RangeError(say("expected t >= 1, got {t}", t=got), where="wythoff[t=…]")
        self.t = t
        self.most = MOST_HEAPS if t == 1 else 2

    @property
    def head(self) -> str:
        return self.name if self.t == 1 else f"{self.name}[t={to_text(self.t)}]"

    def states(self, *heaps: Sizes, t: int | None = None) -> tuple[Ruleset, list[Hashable]]:
        return super().states(*heaps) if t is None or t == self.t else Wythoff(t).states(*heaps)

    def wanted(self) -> Message:
        if self.most == 2:
            return say("two heaps such as 500,1000")
        return say("two heaps such as 500,1000 (or up to {most})", most=self.most)

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        yield from take_from_one(heaps)
        if len(heaps) > 2:
            yield from _take_nim_sum_0(heaps)
            return
        a, b = heaps
        for k in range(1, a + 1):
            for m in range(max(1, k - self.t + 1), min(b, k + self.t - 1) + 1):
                yield a - k, b - m

    def option_count(self, state: Heaps) -> int:
        if len(state) > 2:
            return sum(state) + _count_nim_sum_0(state) - 1
        a, b = state
        return a + b + a * b - _beyond(a, b, self.t) - _beyond(b, a, self.t)

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        positive = [k for k in amounts if k]
        if not positive or min(positive) < 0:
            return False
        if len(state) > 2:
            return len(positive) == 1 or nim_sum(amounts) == 0
        return len(positive) == 1 or abs(amounts[0] - amounts[1]) < self.t

    def fault(self, state: Heaps, option: Option) -> Message | None:
        message = super().fault(state, option)
        after = self.left(state, option)
        if message is not None or after is None or len(state) != 2:
            return message
        k, m = (n - rest for n, rest in zip(state, after, strict=True))
        if self.t == 1:
            return say("from both jars only the same number may be taken, not {k} and {m}", k=k, m=m)
        return say(
            "from both jars only numbers that differ by less than {t}, not {k} and {m}", t=self.t, k=k, m=m
        )

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(4, 16)},{dice.randint(4, 16)}"

    def takes(self, state: Heaps) -> tuple[Take, ...]:
        return _same_from(state) if self.t == 1 and len(state) == 2 else ()

    def describe(self, state: Heaps, option: Option) -> Message:
        after = self.left(state, option)
        if len(state) > 2 or after is None:
            return super().describe(state, option)
        k, m = state[0] - after[0], state[1] - after[1]
        if m == 0:
            return say("take {k} from the first jar", k=k)
        if k == 0:
            return say("take {k} from the second jar", k=m)
        if k == m:
            return say("take {k} from both jars", k=k)
        return say("take {k} from the first jar and {m} from the second", k=k, m=m)

    def draw(self, state: Heaps) -> Drawing:
        from sprague.pictures.heaps import draw_heaps

        return draw_heaps(state, self.term([state]), jars=True)


class WythoffAny(HeapTuple):
    """Take the same number from any one or more of the heaps. With two heaps this is Wythoff's game."""

    name = "wythoff"
    title = say("Last Biscuit (Wythoff's game)")
    rule = say("Take the same number from each of any chosen heaps.")
    source = "OEIS A018219 (three heaps)"
    example = "wythoff[any] 3,5,7"
    engine = "wythoff"
    heaps = 3
    symmetric = True
    lesson = Lesson(skin="jars")
    head = "wythoff[any]"

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for size in range(1, len(heaps) + 1):
            for chosen in combinations(range(len(heaps)), size):
                for k in range(1, min(heaps[i] for i in chosen) + 1):
                    yield tuple(n - k if i in chosen else n for i, n in enumerate(heaps))

    def option_count(self, state: Heaps) -> int:
        # The heap at place i of the ascending order is the smallest of 2^(heaps above it) choices.
        return sum(n << len(state) - 1 - i for i, n in enumerate(sorted(state)))

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        positive = {k for k in amounts if k}
        return len(positive) == 1 and min(positive) > 0

    def takes(self, state: Heaps) -> tuple[Take, ...]:
        return _same_from(state)

    def draw(self, state: Heaps) -> Drawing:
        from sprague.pictures.heaps import draw_heaps

        return draw_heaps(state, self.term([state]), jars=True)


def _same_from(heaps: Heaps) -> tuple[Take, ...]:
    """Returns every choice of heaps, with the largest number that can be taken from each of them."""
    from sprague.pictures.shapes import Take

    chosen = (some for size in range(1, len(heaps) + 1) for some in combinations(range(len(heaps)), size))
    return tuple(Take(some, most) for some in chosen if (most := min(heaps[i] for i in some)))


def _take_nim_sum_0(heaps: Heaps) -> Iterator[Heaps]:
    """Yields every way to take amounts with nim-sum 0, not all 0. The amount of the largest heap follows from the
    others."""
    last = max(range(len(heaps)), key=lambda i: heaps[i])
    others = [range(n + 1) for i, n in enumerate(heaps) if i != last]
    for amounts in product(*others):
        follows = nim_sum(amounts)
        if follows <= heaps[last] and any(amounts):
            all_amounts = (*amounts[:last], follows, *amounts[last:])
            yield tuple(n - k for n, k in zip(heaps, all_amounts, strict=True))


def _count_nim_sum_0(heaps: Heaps) -> int:
    """Returns how many tuples of 0 <= a_i <= heaps_i have nim-sum 0, bit by bit from the top.

    >>> _count_nim_sum_0((1, 1, 1)), _count_nim_sum_0((3, 5, 0))
    (4, 4)
    """
    count = len(heaps)
    # The heaps whose amounts agree with them in all bits seen so far -> the number of ways.
    ways = {(1 << count) - 1: 1}
    for bit in range(max(heaps).bit_length() - 1, -1, -1):
        tops = sum((n >> bit & 1) << i for i, n in enumerate(heaps))
        seen: dict[int, int] = {}
        for tight, number in ways.items():
            for bits in range(1 << count):
                if bits.bit_count() % 2 == 0 and not bits & tight & ~tops:
                    tight_after = tight & ~(tops & ~bits)
                    seen[tight_after] = seen.get(tight_after, 0) + number
        ways = seen
    return sum(ways.values())


def _beyond(a: int, b: int, t: int) -> int:
    """Returns how many (k, m) in 1..a by 1..b have k - m >= t."""
    longest = max(0, a - t)
    rows = min(b, longest)
    return rows * longest - rows * (rows - 1) // 2


_PARAMETER = re.compile(r"\[t=([^\]]*)\]")


def from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``wythoff``, ``wythoff[t=2]`` or ``wythoff[any]``."""
    if parameters is None:
        return Wythoff()
    if parameters == "[any]":
        return WythoffAny()
    match = _PARAMETER.fullmatch(parameters)
    if match is None:
        raise expected(say("[t=N] or [any]"), parameters, word + parameters)
    return Wythoff(parse_integer(match[1], word + parameters))
