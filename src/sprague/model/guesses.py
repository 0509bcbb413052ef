"""Guesses that several games share, and shelves of small positions to test them on."""

from __future__ import annotations

from itertools import combinations_with_replacement

from sprague.numbers.sums import nim_sum
from sprague.words.messages import say

from .lesson import Guess

#: Of one heap, or one row, by its size.
EVEN = Guess(say("its number is even"), lambda states: len(states) == 1 and states[0] % 2 == 0)
THIRD = Guess(say("its number can be divided by 3"), lambda states: len(states) == 1 and states[0] % 3 == 0)

#: Of two heaps, or two rows.
EQUAL = Guess(
    say("there are two, and they are equal"), lambda states: len(states) == 2 and len({*states}) == 1
)
UNEQUAL = Guess(
    say("there are two, and they differ"), lambda states: len(states) == 2 and len({*states}) == 2
)
BOTH_EVEN = Guess(
    say("there are two, and both numbers are even"),
    lambda states: len(states) == 2 and not any(n % 2 for n in states),
)
EVEN_TOGETHER = Guess(say("the numbers together make an even number"), lambda states: sum(states) % 2 == 0)

#: Of several heaps.
CANCEL = Guess(say("each mark has a partner in its column"), lambda states: nim_sum(states) == 0)
LARGEST_IS_SUM = Guess(
    say("the largest is as large as the others together"), lambda states: 2 * max(states) == sum(states)
)


def pairs(most: int) -> tuple[tuple[str, ...], ...]:
    """Returns shelves of two heaps, up to ``most``.

    >>> pairs(2)
    (('1,1', '1,2'), ('2,2',))
    """
    return tuple(tuple(f"{a},{b}" for b in range(a, most + 1)) for a in range(1, most + 1))


def triples(most: int) -> tuple[tuple[str, ...], ...]:
    """Returns shelves of three heaps, up to ``most``: one for each smallest heap."""
    return tuple(
        tuple(f"{a},{b},{c}" for b, c in combinations_with_replacement(range(a, most + 1), 2))
        for a in range(1, most + 1)
    )


def rows(least: int) -> tuple[tuple[str, ...], ...]:
    """Returns shelves of rows, alone and in twos; ``least`` is the shortest."""
    twos = (tuple(f"{a},{b}" for b in range(a, least + 6)) for a in range(least, least + 6))
    return (tuple(map(str, range(least + 1, least + 12))), *twos)


ROW_GUESSES = (EVEN, EQUAL, UNEQUAL, BOTH_EVEN, EVEN_TOGETHER)
