"""Prim and Dim: how many counters a move may take depends on the divisors of the heap."""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile
from math import gcd
from typing import TYPE_CHECKING, Any

from sprague.model.guesses import EVEN_TOGETHER, pairs
from sprague.model.heap_rulesets import HeapRuleset
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Option, alive
from sprague.words.digits import shorten
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

if TYPE_CHECKING:
    from random import Random

WINNING_WAYS = (
    "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982), ch. 4"
)


class _ByDivisors(HeapRuleset):
    """Base of both: ``may_take`` says which numbers a move may take, ``most`` is the largest heap."""

    source = WINNING_WAYS
    engine = "formula-values"
    most: int

    def may_take(self, k: int, n: int) -> bool:
        raise NotImplementedError

    def takes_of(self, n: int) -> Iterator[int]:
        raise NotImplementedError

    def options(self, n: int) -> Iterator[tuple[int, ...]]:
        for k in self.takes_of(n):
            yield (n - k,)

    def read(self, text: str) -> list[Any]:
        return [self.check(n) for n in super().read(text)]

    def check(self, state: Any) -> Any:
        n: Any = super().check(state)
        if n > self.most:
            raise TooLargeError(
                say("expected a heap of at most {limit}, got {got}", limit=self.most, got=shorten(n, 20)),
                where=self.name,
            )
        return n

    def allows(self, state: int, option: Option) -> bool:
        parts = alive(option)
        if len(parts) > 1 or any(part.ruleset != self for part in parts):
            return False
        k = state - (parts[0].state if parts else 0)
        return 0 < k <= state and self.may_take(k, state)

    def worth(self, state: int) -> int:
        raise NotImplementedError

    def reaching(self, state: int, value: int) -> Iterator[int]:
        return (state - k for k in self.takes_of(state) if self.worth(state - k) == value)

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(5, 15)},{dice.randint(5, 15)}"


class Prim(_ByDivisors):
    """Prim: take a number that has no common factor with the heap.

    >>> import sprague as sg
    >>> [sg.prim(n).value for n in range(1, 16)]
    [1, 0, 2, 0, 3, 0, 4, 0, 2, 0, 5, 0, 6, 0, 2]
    """

    name = "prim"
    title = say("Prim")
    rule = say("Take from a heap a number of counters that has no common factor with it, other than 1.")
    example = "prim 15,9"
    most = 1_000_000
    lesson = Lesson(
        ladder=("3", "-4", "5,6", "-3,9", "7,9", "-15,9", "5,7,11"),
        shelves=pairs(6),
        guesses=(
            Guess(say("both heaps are even"), lambda heaps: all(n % 2 == 0 for n in heaps)),
            Guess(say("both heaps are equal"), lambda heaps: len({*heaps}) == 1),
            EVEN_TOGETHER,
        ),
    )
    theorem = say(
        "Winning Ways, ch. 4: a heap is worth the place of its least prime among 2, 3, 5, …, but an even one 0"
    )
    steps = (
        say(
            "From an even heap only odd numbers can be taken, and an odd heap is left. From an odd heap, 1 can be "
            "taken, and an even one is left. So even heaps have the value 0."
        ),
        say(
            "An odd heap with least prime p can be brought to every prime below p and to 1, but to no multiple of p: "
            "the number taken would be one, too. So its value is the place of p among the primes, and that of 1 is 1."
        ),
    )
    behind = say("This rests on the theorem of Sprague (1935) and Grundy (1939) for several heaps.")

    def may_take(self, k: int, n: int) -> bool:
        return gcd(k, n) == 1

    def takes_of(self, n: int) -> Iterator[int]:
        return (k for k in range(1, n + 1) if gcd(k, n) == 1)

    def worth(self, state: int) -> int:
        if state < 2 or state % 2 == 0:
            return state if state < 2 else 0
        primes = _primes()
        candidates = takewhile(lambda p: p * p <= state, primes)
        least = next((p for p in candidates if state % p == 0), state)
        return bisect_left(primes, least) + 1


class Dim(_ByDivisors):
    """Dim: take a divisor of the heap.

    >>> import sprague as sg
    >>> [sg.dim(n).value for n in range(1, 17)]
    [1, 2, 1, 3, 1, 2, 1, 4, 1, 2, 1, 3, 1, 2, 1, 5]
    """

    name = "dim"
    title = say("Dim")
    rule = say("Take from a heap a number of counters that divides it. The whole heap may be taken, too.")
    example = "dim 6,8"
    most = 10**12
    lesson = Lesson(
        ladder=("1,2", "-3,5", "-2,6", "4,6", "6,8", "-2,4,7", "8,12,20"),
        shelves=pairs(6),
        guesses=(
            Guess(say("both heaps are odd"), lambda heaps: all(n % 2 for n in heaps)),
            Guess(
                say("both heaps can be halved equally often"),
                lambda heaps: len({n & -n for n in heaps}) == 1,
            ),
            EVEN_TOGETHER,
        ),
    )
    theorem = say("Winning Ways, ch. 4: a heap is worth one more than the number of times it can be halved")
    steps = (
        say(
            "Write the heap as an odd number times a power of 2. If 2^b divides it, taking 2^b leaves a heap that "
            "can be halved exactly b times, for every smaller b; taking the whole heap leaves nothing."
        ),
        say(
            "No take leaves a heap that can be halved exactly as often: an odd multiple of the full power of 2 less "
            "another one is an even multiple."
        ),
    )
    behind = say("This rests on the theorem of Sprague (1935) and Grundy (1939) for several heaps.")

    def may_take(self, k: int, n: int) -> bool:
        return n % k == 0

    def takes_of(self, n: int) -> Iterator[int]:
        return iter(_divisors(n))

    def option_count(self, state: int) -> int:
        return len(_divisors(state))

    def worth(self, state: int) -> int:
        return (state & -state).bit_length()


@functools.lru_cache(maxsize=1)
def _primes() -> list[int]:
    """Returns the primes up to the largest heap of Prim."""
    sieve = bytearray([1]) * (Prim.most + 1)
    sieve[:2] = b"\0\0"
    for p in range(2, int(Prim.most**0.5) + 1):
        if sieve[p]:
            sieve[p * p :: p] = bytes(len(range(p * p, Prim.most + 1, p)))
    return [p for p, prime in enumerate(sieve) if prime]


@functools.lru_cache(maxsize=64)
def _divisors(n: int) -> tuple[int, ...]:
    """Returns the divisors of n, the smallest first.

    >>> _divisors(12), _divisors(0)
    ((1, 2, 3, 4, 6, 12), ())
    """
    divisors = [1] if n else []
    rest, p = n, 2
    while rest > 1:
        if p * p > rest:
            p = rest
        times = 0
        while rest % p == 0:
            rest //= p
            times += 1
        divisors = [d * p**i for i in range(times + 1) for d in divisors] if times else divisors
        p += 1 if p == 2 else 2
    return tuple(sorted(divisors))


PRIM, DIM = Prim(), Dim()
