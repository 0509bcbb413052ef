"""The number of ways to write a number as a sum of given parts, exact for numbers of any size.

The generating function 1 / prod(1 - x^p) over the parts p, brought to the denominator (1 - x^L)^j with L = lcm(parts),
has a short numerator. So the count is a sum of a few binomial coefficients (E. T. Bell, Interpolated denumerants and
Lambert series, American Journal of Mathematics 65, 1943).
"""

from __future__ import annotations

import functools
import math

#: Longer numerators are not computed.
MAX_NUMERATOR = 2_000_000


def multisets(n: int, parts: tuple[int, ...]) -> int | None:
    """Returns the coefficient of x^n in 1 / prod(1 - x^p): the number of ways to write ``n`` as a sum of ``parts``,
    each used any number of times. Returns None if counting would take too long, with ``n`` and the least common
    multiple of the parts both large.

    >>> multisets(100, (1, 5, 10, 25, 50)), multisets(10**30, (1, 2))
    (292, 500000000000000000000000000001)
    """
    if n < 0:
        return 0
    if not parts:
        return int(n == 0)
    common = math.lcm(*parts)
    if common * len(parts) > MAX_NUMERATOR:
        return _one_by_one(n, parts) if n * len(parts) <= MAX_NUMERATOR else None
    numerator = _numerator(parts, common)
    total = 0
    for i in range(n % common, min(len(numerator), n + 1), common):
        if numerator[i]:
            total += numerator[i] * _binomial((n - i) // common + len(parts) - 1, len(parts) - 1)
    return total


def into_parts(n: int, count: int, distinct: bool = False) -> int | None:
    """Returns the number of ways to write ``n`` as a sum of exactly ``count`` positive parts (all different if
    ``distinct``).

    >>> [into_parts(7, j) for j in range(1, 5)], into_parts(7, 3, distinct=True)
    ([1, 3, 4, 3], 1)
    """
    return multisets(n - offset(count, distinct), tuple(range(1, count + 1)))


def offset(count: int, distinct: bool) -> int:
    """Returns the smallest sum of ``count`` positive parts, all different if ``distinct``.

    >>> offset(3, False), offset(3, True)
    (3, 6)
    """
    return count * (count + 1) // 2 if distinct else count


def _one_by_one(n: int, parts: tuple[int, ...]) -> int:
    """Returns the same count, from the counts of all smaller numbers."""
    ways = [1] + [0] * n
    for p in parts:
        for total in range(p, n + 1):
            ways[total] += ways[total - p]
    return ways[n]


@functools.lru_cache(maxsize=64)
def _numerator(parts: tuple[int, ...], common: int) -> list[int]:
    """prod((1 - x^L) / (1 - x^p)): each factor is 1 + x^p + ... + x^(L - p)."""
    row = [1]
    for p in parts:
        row = _times_block(row, p, common)
    return row


def _times_block(row: list[int], p: int, common: int) -> list[int]:
    """``row`` times 1 + x^p + x^2p + ... + x^(common - p)."""
    length = len(row) + common - p
    padded = row + [0] * (length - len(row))
    product = [0] * length
    for i in range(length):
        product[i] = (
            padded[i] + (product[i - p] if i >= p else 0) - (padded[i - common] if i >= common else 0)
        )
    return product


def _binomial(n: int, k: int) -> int:
    """Returns n (n - 1) ... (n - k + 1) / k!, by gmpy2 if the numbers are long."""
    if n.bit_length() < 4000:
        return math.comb(n, k)
    import gmpy2

    product = gmpy2.mpz(1)
    for i in range(k):
        product *= gmpy2.mpz(n) - i
    return int(product // math.factorial(k))
