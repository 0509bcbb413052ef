"""Zeckendorf's theorem: every n >= 0 is the sum of exactly one set of Fibonacci numbers without neighbours.

Indices are those of F_0 = 0, F_1 = 1, F_2 = 1, F_3 = 2; a representation uses only F_2, F_3, F_4, … Small numbers are
split greedily; large ones by halving, with the arithmetic of gmpy2.
"""

from __future__ import annotations

import functools
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

#: F_0, F_1, … as far as the greedy method is used; the last exceeds 2^4200.
_FIBONACCI = [0, 1]
_GREEDY_BITS = 4096

#: The number of indices in one block of the halving method: F_2 … F_81 fit 64 bits.
_BLOCK = 80


def _small() -> list[int]:
    while _FIBONACCI[-1].bit_length() <= _GREEDY_BITS + 100:
        _FIBONACCI.append(_FIBONACCI[-1] + _FIBONACCI[-2])
    return _FIBONACCI


def fibonacci_number(i: int) -> int:
    """Returns F_i, with F_0 = 0 and F_1 = 1.

    >>> [fibonacci_number(i) for i in range(10)]
    [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    """
    small = _small()
    if i < len(small):
        return small[i]
    import gmpy2

    return int(gmpy2.fib(i))


def top_index(n: int) -> int:
    """Returns the largest i with F_i <= ``n``, for n >= 1.

    >>> [top_index(n) for n in (1, 2, 3, 4, 5, 10**9)]
    [2, 3, 4, 4, 5, 44]
    """
    if n.bit_length() <= _GREEDY_BITS:
        return bisect_right(_small(), n) - 1
    # log F_i = i log(phi) - log(sqrt 5) + a negligible term: the estimate is within one or two of the index.
    i = int((n.bit_length() + 1.2) * 1.4404200904125564) + 2
    while fibonacci_number(i) > n:
        i -= 1
    return i


@functools.lru_cache(maxsize=4)
def zeckendorf(n: int) -> Sequence[int]:
    """Returns the indices of the Fibonacci numbers that sum to ``n``, in increasing order, any two at least 2 apart.

    The result is shared: do not change it.

    >>> list(zeckendorf(10)), list(zeckendorf(0)), list(zeckendorf(100))
    ([3, 6], [], [4, 6, 11])
    """
    if n.bit_length() <= _GREEDY_BITS:
        return _greedy(n)
    return _halving(n)


def _greedy(n: int) -> list[int]:
    small, indices = _small(), []
    i = len(small)
    while n:
        i = bisect_right(small, n, 0, i) - 1
        indices.append(i)
        n -= small[i]
    return indices[::-1]


def _halving(n: int) -> array[int]:
    """Splits the representation at an index m: the parts F_(m+i), i >= 2, sum to A*F_m + B*F_(m-1), where B is
    the sum of the F_i and A that of the F_(i+1), since F_(m+i) = F_(i+1)*F_m + F_i*F_(m-1).

    A follows from B: shifting every index of a number B by one gives floor((B + 1)*phi) - 1. The upper sum is
    then B*phi^m + delta*F_m with phi - 2 < delta < phi - 1, rises with B, and B is the largest for which it is at
    most n: n div L_m or one beside it, L_m being the Lucas number next to phi^m. The rest of n has its parts below.
    Both are split in the same way, down to blocks of 64 bits, which are computed all at once.
    """
    import gmpy2

    from sprague.system.arrays import np

    widths = [_BLOCK]
    while widths[-1] * 0.694 < n.bit_length() + 4:
        widths.append(2 * widths[-1])
    bits = 2 * widths[-1]
    phi = (gmpy2.isqrt(gmpy2.mpz(5) << (2 * bits)) + (gmpy2.mpz(1) << bits)) >> 1  # floor(phi * 2^bits)
    pieces = [gmpy2.mpz(n)]
    for m in reversed(widths[:-1]):
        f, before = gmpy2.fib2(m)
        # B + 2 < 2^m, and (B + 1)*phi is at least 1/(4B + 4) away from every integer, so 2m bits of phi and a
        # few more give its whole part.
        precision = 2 * m + 4
        scale = phi >> (bits - precision)
        pieces = [part for piece in pieces for part in _split(piece, f, before, scale, precision)]
    remainders = np.array(pieces, dtype=np.int64)
    used = np.zeros((len(pieces), _BLOCK), dtype=bool)
    small = _small()
    for i in reversed(range(_BLOCK)):
        part = small[i + 2]
        used[:, i] = fits = remainders >= part
        remainders -= fits * np.int64(part)
    return array("q", (np.flatnonzero(used) + 2).tobytes())


def _split(n: Any, f: Any, before: Any, scale: Any, precision: int) -> tuple[Any, Any]:
    """Returns (the rest below, B) for ``n`` cut at m, given F_m, F_(m-1) and floor(phi * 2^precision)."""
    if n < f:
        return n, n * 0
    lucas = f + 2 * before
    b = n // lucas

    def upper(b: Any) -> Any:
        return (((b + 1) * scale >> precision) - 1) * f + b * before

    rest = n - upper(b)
    while rest < 0:
        b -= 1
        rest = n - upper(b)
    if rest >= f + before:  # the next upper sum lies F_m + F_(m-1) or more above
        further = n - upper(b + 1)
        if further >= 0:
            return further, b + 1
    return rest, b
