"""Integers of any size: reading, printing, shortening.

By default Python refuses to convert more than 4300 digits, and its conversion takes quadratic time. gmpy2 converts them
quickly. It is imported only for such numbers.
"""

from __future__ import annotations

import math
import re
from typing import Any

from sprague.words.digits import _SHORT
from sprague.words.errors import TooLargeError, expected
from sprague.words.messages import say

from .made import POWER_DIGIT, make

#: Longer numbers are refused before they are built: they are slips or attacks, not positions.
MAX_DIGITS = 2_000_000

_FORM = re.compile(r"(\d+)(?:(e|E|\^|\*\*)(\d+))?", re.ASCII)

#: Lists of numbers between commas that need not be examined one by one.
_PLAIN = re.compile(r"\d{1,4000}(?:,\d{1,4000})*", re.ASCII)


def parse(text: str, where: str | None = None, most: int = MAX_DIGITS) -> int:
    """Reads a whole number >= 0: digits, ``1e7`` or ``2^20``.

    Raises NotationError for anything else, TooLargeError above ``most`` digits.

    >>> parse("500"), parse("1e7"), parse("2^20")
    (500, 10000000, 1048576)
    >>> parse("-3")
    Traceback (most recent call last):
    ...
    sprague.words.errors.NotationError: expected a whole number >= 0, got '-3'
    """
    match = _FORM.fullmatch(text.strip())
    if match is None:
        raise expected(say("a whole number >= 0"), text.strip(), where)
    digits, form, tail = match.groups()
    if form is None:
        return _from_digits(digits, where, most)
    base, exponent = _from_digits(digits, where, most), _from_digits(tail, where, most)
    if form in "eE":
        return base * _power(10, exponent, where, most, len(digits)) if base else 0
    return _power(base, exponent, where, most)


def parse_all(text: str, where: str | None = None) -> list[int]:
    """Reads whole numbers separated by commas, each as :func:`parse` does.

    >>> parse_all("3,4, 1e3")
    [3, 4, 1000]
    """
    if _PLAIN.fullmatch(text):
        return list(map(int, text.split(",")))
    parts = text.split(",")
    number_of = {part: parse(part, where) for part in dict.fromkeys(parts)}  # there are few short powers
    return [number_of[part] for part in parts]


def isqrt(n: int) -> int:
    """Returns the integer part of the square root of ``n``, of any size.

    >>> isqrt(24), isqrt(10**40)
    (4, 100000000000000000000)
    """
    if n.bit_length() < _SHORT:
        return math.isqrt(n)
    import gmpy2

    return int(gmpy2.isqrt(gmpy2.mpz(n)))


def floor_root_multiple(n: int, d: int) -> int:
    """Returns floor(n * sqrt(d)), exactly, for n of any size.

    >>> floor_root_multiple(1000, 5)
    2236
    """
    return floor_root_multiples(n, d)[0]


def floor_root_multiples(n: int, d: int) -> tuple[int, int]:
    """Returns floor(n * sqrt(d)) and floor((n + 1) * sqrt(d)), exactly. For large n this costs little more than one
    product.

    >>> floor_root_multiples(1000, 5)
    (2236, 2238)
    """
    if n.bit_length() < _SHORT:
        return math.isqrt(d * n * n), math.isqrt(d * (n + 1) ** 2)
    import gmpy2

    places = n.bit_length() + _GUARD
    root = _root(d, places)
    # root <= sqrt(d) * 2^places < root + 1, so the error of each product below is less than its factor.
    low = gmpy2.mpz(n) * root
    floors = []
    for factor, product in ((n, low), (n + 1, low + root)):
        floor = product >> places
        if (product + factor) >> places != floor:  # an integer, or nearly one: the digits do not decide
            floor = gmpy2.isqrt(d * gmpy2.mpz(factor) ** 2)
        floors.append(int(floor))
    return floors[0], floors[1]


#: Binary places of a root in excess of the length of its factor.
_GUARD = 128

#: d -> (places, floor(sqrt(d) * 2^places)) for the latest d, each with the most places needed so far.
_roots: dict[int, tuple[int, Any]] = {}


def _root(d: int, places: int) -> Any:
    """floor(sqrt(d) * 2^places)."""
    import gmpy2

    digits, root = _roots.get(d, (-1, None))
    if digits < places:
        root = gmpy2.isqrt(gmpy2.mpz(d) << 2 * places)
        if d not in _roots and len(_roots) >= 8:
            _roots.clear()
        digits = places
        _roots[d] = digits, root
    return root >> (digits - places)


def _from_digits(digits: str, where: str | None, most: int) -> int:
    if len(digits) <= min(_SHORT, most):
        return int(digits)
    if len(digits) > most:
        raise TooLargeError(
            say(
                "expected a number of at most {limit} digits, got {count} digits",
                limit=most,
                count=len(digits),
            ),
            where=where,
        )
    import gmpy2

    return int(gmpy2.mpz(digits))


def _power(base: int, exponent: int, where: str | None, most: int, beside: int = 0) -> int:
    """Returns a power, if it and ``beside`` more digits are short enough. It is refused by its length before it is
    computed."""
    if base > 1:
        digits = int(exponent * math.log10(base)) if exponent.bit_length() < 64 else 1 << 64
        if digits + beside > most:
            raise TooLargeError(
                say("expected a number of at most {limit} digits, got a power that is longer", limit=most),
                where=where,
            )
        make(digits, POWER_DIGIT, where)
    if base.bit_length() * exponent < 10**5:
        return int(base**exponent)
    import gmpy2

    return int(gmpy2.mpz(base) ** exponent)
