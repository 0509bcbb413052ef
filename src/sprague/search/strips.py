"""A strip of cells for dominoes, which is a path for Arc Kayles, too: the octal game 0.07, Dawson's Kayles."""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from sprague.words.errors import RangeError
from sprague.words.messages import say

#: Its period and preperiod: Guy and Smith 1956.
PERIOD_007, START_007 = 34, 53


def strip_value(n: int) -> int:
    """Returns the value of a strip of ``n`` free cells in a row, by the octal game 0.07.

    By its proved period, 34 from 53 on (Guy and Smith 1956).

    >>> [strip_value(n) for n in range(1, 11)], strip_value(10**30) == strip_value(10**30 % 34 + 68)
    ([0, 1, 1, 2, 0, 3, 1, 1, 0, 3], True)
    """
    if n < 0:
        raise RangeError(say("expected a number of cells >= 0, got {n}", n=n))
    if n >= START_007:
        n = START_007 + (n - START_007) % PERIOD_007
    return _strip_table()[n]


@lru_cache(maxsize=1)
def _strip_table() -> list[int]:
    """Returns the values of 0.07 up to the end of its first period, by the definition."""
    values = [0, 0]
    for n in range(2, START_007 + PERIOD_007):
        seen = {values[a] ^ values[n - 2 - a] for a in range((n - 2) // 2 + 1)}
        values.append(next(n for n in count() if n not in seen))
    return values
