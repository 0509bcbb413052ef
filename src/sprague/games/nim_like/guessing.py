"""Small positions of relatives of Nim, and guesses about their traps for pupils."""

from __future__ import annotations

from typing import Any

from sprague.model.heap_rulesets import Heaps
from sprague.model.lesson import Guess
from sprague.words.messages import say

TWO_OR_THREE = (
    ("1,1", "1,2", "2,2", "1,3", "2,3", "3,3"),
    ("1,1,1", "1,1,2", "1,2,2", "2,2,2", "1,1,3", "1,2,3"),
)
FOUR = (
    ("1,1,1,1", "1,1,1,2", "1,1,2,2", "1,2,2,2", "2,2,2,2"),
    ("1,1,1,3", "1,1,2,3", "1,2,2,3", "2,2,2,3", "1,1,3,3"),
)
DIFFERENT = (
    ("1,2", "1,3", "2,3", "1,4", "2,4", "3,4"),
    ("1,2,3", "1,2,4", "1,3,4", "2,3,4", "1,2,5", "2,4,5"),
)


def _heaps(states: tuple[Any, ...]) -> Heaps:
    """Returns the heaps of a state, which may have other parts."""
    heaps: Heaps = getattr(states[0], "heaps", states[0])
    return heaps


def _next_to_odd(heaps: Heaps) -> bool:
    return len(heaps) == 2 and min(heaps) % 2 == 1 and max(heaps) == min(heaps) + 1


EVEN = Guess(say("the number of counters is even"), lambda states: sum(_heaps(states)) % 2 == 0)
THIRDS = Guess(say("the number of counters is a multiple of 3"), lambda states: sum(_heaps(states)) % 3 == 0)
TWINS = Guess(say("two heaps are equal"), lambda states: len({*_heaps(states)}) < len(_heaps(states)))
EQUAL = Guess(say("all heaps are equal"), lambda states: len({*_heaps(states)}) == 1)
PAIR = Guess(
    say("there are two heaps, and they are equal"),
    lambda states: len(_heaps(states)) == 2 and len({*_heaps(states)}) == 1,
)
ALL_EVEN = Guess(say("every heap is even"), lambda states: not any(n % 2 for n in _heaps(states)))
ALIKE = Guess(
    say("every heap is even, or every heap is odd"), lambda states: len({n % 2 for n in _heaps(states)}) == 1
)
BALANCED = Guess(
    say("the largest heap is as large as all others together"),
    lambda states: 2 * max(_heaps(states)) == sum(_heaps(states)),
)
NEXT = Guess(
    say("there are two heaps: an odd number, and the next number"),
    lambda states: _next_to_odd(_heaps(states)),
)

ON_ONE_SQUARE = Guess(say("two coins stand on one square"), TWINS.holds)
COINS_EVEN = Guess(say("the number of coins is even"), lambda states: len(_heaps(states)) % 2 == 0)
TWO_ON_ONE = Guess(say("there are two coins, and they stand on one square"), PAIR.holds)
