"""Sylver Coinage by theorems: positions after one number, and after two without a common factor."""

from __future__ import annotations

from math import gcd

from .rules import Numbers

#: Primes below this number are recognised with certainty, and factors below the other are found.
SURE, FACTORS = 3_317_044_064_679_887_385_961_981, 100_000


def known(state: Numbers) -> bool | None:
    """Returns whether the next player wins, if a theorem says so.

    >>> [known(state) for state in ((), (7,), (14,), (16,), (2, 3), (10**50, 10**50 + 1))]
    [True, False, True, None, False, True]
    """
    if not state:
        return True
    if len(state) == 1:
        (n,) = state
        if n in (2, 3):
            return True
        rest = _without_2_and_3(n)
        prime = _is_prime(n) if rest == n else False
        return None if rest == 1 or prime is None else not prime
    if len(state) == 2 and gcd(*state) == 1:
        return state != (2, 3)
    return None


def winning_reply(state: Numbers) -> list[int]:
    """Returns a number that wins by theorem, as far as one is known: 5 at the start; 3 after 2, and 2 after 3; after
    one number with a prime factor of at least 5, such a factor.

    >>> winning_reply(()), winning_reply((2,)), winning_reply((3,)), winning_reply((28,)), winning_reply((16,))
    ([5], [3], [2], [7], [])
    """
    if not state:
        return [5]
    if len(state) > 1 or not known(state):
        return []
    if state[0] in (2, 3):
        return [5 - state[0]]
    rest = _without_2_and_3(state[0])
    factor = next((d for d in range(5, FACTORS, 2) if rest % d == 0), None)
    if factor is not None:
        return [factor]
    return [rest] if _is_prime(rest) and rest != state[0] else []


def _without_2_and_3(n: int) -> int:
    for factor in (2, 3):
        while n % factor == 0:
            n //= factor
    return n


def _is_prime(n: int) -> bool | None:
    """Returns whether an odd number above 4 is prime, by Miller and Rabin; the first 13 primes as bases suffice below
    ``SURE`` (Sorenson and Webster 2015). Returns None for larger numbers that pass the test."""
    twos = (n - 1 & 1 - n).bit_length() - 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        if base >= n:
            break
        power = pow(base, (n - 1) >> twos, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True if n < SURE else None
