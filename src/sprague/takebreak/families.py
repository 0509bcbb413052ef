"""Infinite sets of numbers that a move may take, by name: primes, squares, Fibonacci numbers, powers of a base.

>>> [members(name, 20) for name in ("primes", "squares", "fibonacci", "powers of 3")]
[[2, 3, 5, 7, 11, 13, 17, 19], [1, 4, 9, 16], [1, 2, 3, 5, 8, 13], [1, 3, 9]]
"""

from __future__ import annotations

import functools
import heapq
import itertools
import operator
import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import takewhile
from math import isqrt

from sprague.numbers import integers
from sprague.words.errors import TooLargeError, expected
from sprague.words.messages import say

NAMES = ("primes", "squares", "fibonacci")

#: Whether a number is prime is decided up to here; primes are listed up to heaps of this size.
MOST_TESTED, MOST_SIEVED = 1 << 64, 1 << 28

#: Fibonacci numbers and powers are listed up to 2^MOST_BITS.
MOST_BITS = 10_000

#: Members are listed one by one while they are not more.
MOST_LISTED = 2 * 10**6

#: The largest base of powers.
MOST_BASE = 10**6

#: Bases that decide for every number below 3 * 10^23 (Sorenson and Webster 2015).
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)

_POWERS = re.compile(r"powers?\s*of\s*(\d{1,9})", re.ASCII)


def read(text: str) -> str | None:
    """Returns the name of the set that ``text`` spells, or None if it spells none. Raises NotationError for powers of
    1.

    >>> read("Squares"), read("powersof2"), read("fibonacci numbers"), read("7")
    ('squares', 'powers of 2', 'fibonacci', None)
    """
    small = text.strip().lower()
    powers = _POWERS.fullmatch(small)
    if powers is not None:
        if not 2 <= int(powers[1]) <= MOST_BASE:
            raise expected(say("powers of a base from 2 to {most}", most=MOST_BASE), text.strip())
        return f"powers of {int(powers[1])}"
    small = re.sub(r"\s*numbers?$", "", small)
    return next((name for name in NAMES if small in (name, name.rstrip("s"))), None)


def order(name: str) -> tuple[int, int]:
    """Returns the sort key of a set in the printed form."""
    return (NAMES.index(name), 0) if name in NAMES else (len(NAMES), int(name.rpartition(" ")[2]))


def contains(name: str, k: int) -> bool:
    """Returns whether ``k`` >= 1 is in the set. Raises TooLargeError if ``k`` is too large to decide if it is prime.

    >>> [k for k in range(1, 14) if contains("fibonacci", k)], contains("primes", 2**61 - 1)
    ([1, 2, 3, 5, 8, 13], True)
    """
    if name == "squares":
        return integers.isqrt(k) ** 2 == k
    if name == "primes":
        return _is_prime(k)
    if name == "fibonacci":  # Gessel 1972: 5 k^2 + 4 or 5 k^2 - 4 is a square
        return any(integers.isqrt(m) ** 2 == m for m in (5 * k * k + 4, 5 * k * k - 4))
    base = int(name.rpartition(" ")[2])
    # By base^(2^i), the largest first.
    factors = list(takewhile(functools.partial(operator.ge, k), _squared(base)))
    for factor in reversed(factors):
        if k % factor == 0:
            k //= factor
    return k == 1


def _squared(base: int) -> Iterator[int]:
    while True:
        yield base
        base *= base


def each(name: str, most: int) -> Iterator[int]:
    """Yields the members of a set up to ``most``, ascending."""
    if name == "primes":
        return takewhile(lambda p: p <= most, _primes_one_by_one())
    if name == "squares":
        return takewhile(lambda k: k <= most, (i * i for i in itertools.count(1)))
    return takewhile(lambda k: k <= most, _growing(name))


def _growing(name: str) -> Iterator[int]:
    """Yields the Fibonacci numbers, or the powers of a base."""
    a, b = (1, 2) if name == "fibonacci" else (1, int(name.rpartition(" ")[2]))
    base = b
    while True:
        yield a
        a, b = (b, a + b) if name == "fibonacci" else (a * base, b)


def _primes_one_by_one() -> Iterator[int]:
    """Yields the primes: the first from a sieve, the others by the test."""
    yield from (few := _sieve(1 << 12))
    yield from (k for k in itertools.count(few[-1] + 2, 2) if _is_prime(k))


def members(name: str, most: int) -> list[int]:
    """Returns the members of a set up to ``most``, ascending. Raises TooLargeError if they are too many to list."""
    if name == "primes":
        _bounded(most, MOST_SIEVED)
        # A few sizes of sieves serve all questions.
        listed = _sieve(1 << max(most, 1).bit_length())
        return list(listed[: bisect_right(listed, most)])
    if name == "squares":
        _refuse(integers.isqrt(max(most, 0)), name)
    elif most.bit_length() > MOST_BITS:
        raise TooLargeError(
            say(
                "the set {name} is listed up to 2^{bits}, not to {most}", name=name, bits=MOST_BITS, most=most
            )
        )
    return list(each(name, most))


def union(names: tuple[str, ...], most: int) -> Iterator[int]:
    """Yields the members up to ``most`` of any of the sets, each once, ascending.

    >>> list(union(("squares", "powers of 2"), 20))
    [1, 2, 4, 8, 9, 16]
    """
    merged = heapq.merge(*(each(name, most) for name in names))
    return (k for k, _ in itertools.groupby(merged))


def count(names: tuple[str, ...], most: int) -> int:
    """Returns how many members up to ``most`` the union of the sets has.

    >>> count(("squares",), 10**30), count(("squares", "powers of 2"), 100), count(("primes",), 10**6)
    (1000000000000000, 13, 78498)
    """
    if names == ("squares",):
        return integers.isqrt(max(most, 0))
    if names == ("primes",):
        _bounded(most, MOST_SIEVED >> 3)
        return _flags(most).count(1)
    if "primes" in names:
        _bounded(most, MOST_SIEVED >> 6)
    return len(set(itertools.chain(*(members(name, most) for name in names))))


def _refuse(number: int, name: str) -> None:
    if number > MOST_LISTED:
        raise TooLargeError(
            say("{count} numbers of the set {name} are too many to be listed", count=number, name=name)
        )


def _bounded(most: int, limit: int) -> None:
    if most > limit:
        raise TooLargeError(say("primes are listed up to {limit}, not to {most}", limit=limit, most=most))


@functools.lru_cache(maxsize=4)
def _sieve(most: int) -> tuple[int, ...]:
    return tuple(itertools.compress(range(most + 1), _flags(most)))


def _flags(most: int) -> bytearray:
    """Returns an array with a 1 at the place of each prime up to ``most``."""
    flags = bytearray([1]) * (most + 1)
    flags[:2] = bytes(min(2, most + 1))
    for p in range(2, isqrt(most) + 1):
        if flags[p]:
            flags[p * p :: p] = bytes(len(range(p * p, most + 1, p)))
    return flags


def _is_prime(k: int) -> bool:
    """Decides by the test of Miller and Rabin, with bases that suffice up to the limit."""
    if k >= MOST_TESTED:
        raise TooLargeError(say("whether a number is prime is decided up to {limit}", limit=MOST_TESTED))
    if k < 2 or any(k % p == 0 for p in _BASES):
        return k in _BASES
    twos = (k - 1 & -(k - 1)).bit_length() - 1
    for base in _BASES:
        x = pow(base, k - 1 >> twos, k)
        if x in (1, k - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % k
            if x == k - 1:
                break
        else:
            return False
    return True
