"""Periods of take-and-break games: how they are found, and what it takes to prove them.

A sequence of values g(0), g(1), … is periodic from s with length p when g(n + p) = g(n) for all n >= s. A finite
number of values proves it where a theorem says so:

- **Finite octal codes** (Guy, Smith 1956). Let t be the index of the last digit that is not 0. Every option of a
  heap n + p, n large, is a pair of heaps of which at least one is so large that it may be made smaller by p without
  changing its value. So if g(n + p) = g(n) for all n >= s with n + p < B, then for all n >= s, where
  B = 2 max(s, 1) + 2p + t when a digit splits, and B = max(s, 1) + p + t when none does. (Heap 0 is not split off,
  hence the max: with s = 0 and B = 2p + t false periods would be "proved".)
- **Subtraction sets** are octal codes without a splitting digit, so that the second bound holds for them; that they
  are periodic at all follows from the pigeonhole principle: g(n) depends on the t values before it, each at most
  the number of takes.

Other codes (three heaps, infinite, restricted splits) have no such theorem here: a pattern in them is *observed*.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ..rulesets.codes import Code

if TYPE_CHECKING:
    from collections.abc import Sequence

GUY_SMITH = "Guy, Smith 1956"

Status = Literal["proved", "observed", "none"]


@dataclass(frozen=True)
class Period:
    """What is known of the period of ``code`` from the values of heaps below ``seen``.

    ``preperiod`` is the first index of the period, ``period`` its length, both the smallest that fit; 0 and 0 when
    nothing was found. ``saltus`` is what a value gains each period (0: the purely periodic case). ``needed`` is the
    number of values that the theorem wants, 0 when no theorem covers the code.
    """

    code: Code
    preperiod: int
    period: int
    seen: int
    needed: int
    values: tuple[int, ...] = ()
    saltus: int = 0

    @property
    def proved(self) -> bool:
        """Whether as many values were seen as the theorem needs."""
        return self.period > 0 and 0 < self.needed <= self.seen

    @property
    def status(self) -> Status:
        """ "proved", "observed" (a pattern without a proof) or "none"."""
        return "proved" if self.proved else "observed" if self.period else "none"

    @property
    def theorem(self) -> str | None:
        """The theorem that covers the code; None when there is none here."""
        return GUY_SMITH if covered(self.code) else None

    def reduce(self, n: int) -> int:
        """The smallest heap that has the value of ``n`` by the period."""
        if n < self.preperiod + self.period:
            return n
        return self.preperiod + (n - self.preperiod) % self.period


def covered(code: Code) -> bool:
    """Whether the theorem of Guy and Smith speaks of ``code``: finite, at most two heaps, splits not restricted."""
    return not code.infinite and code.split == "any" and code.most_heaps <= 2


def needed(code: Code, preperiod: int, period: int) -> int:
    """How many values, g(0) … g(needed - 1), prove this period of ``code``; 0 when no theorem covers it.

    >>> from sprague.rulesets.codes import parse_code
    >>> needed(parse_code("0.137"), 52, 34), needed(parse_code("subtract{1,3,4}"), 0, 7)
    (175, 12)
    >>> needed(parse_code("0.(3)"), 0, 1)
    0
    """
    if not covered(code):
        return 0
    start = max(preperiod, 1)
    if any(digit & 4 for digit in code.digits):
        return 2 * start + 2 * period + code.last
    return start + period + code.last


def find(code: Code, values: Sequence[int] | Any) -> Period:
    """The period that ``values`` = g(0), g(1), … show: the smallest that they prove; else the one that they repeat
    longest, if at least three times; else none.

    One pass over the values (the Z-function of the reversed sequence), so that looking costs less than computing.

    >>> from sprague.engines.heap_small import small_values
    >>> from sprague.rulesets.codes import parse_code
    >>> code = parse_code("0.137")
    >>> found = find(code, small_values(code, 200))
    >>> found.preperiod, found.period, found.status
    (52, 34, 'proved')
    """
    count = len(values)
    matches = _matches(values)
    best: tuple[int, int] | None = None
    for period in range(1, count // 2 + 1):
        # The last matches[period] values equal those a period before them.
        preperiod = count - period - int(matches[period])
        wanted = needed(code, preperiod, period)
        if 0 < wanted <= count:
            shown = tuple(int(value) for value in values[: preperiod + period])
            return Period(code, preperiod, period, count, wanted, shown)
        if best is None and preperiod + 3 * period <= count // 2:
            best = (preperiod, period)
    if best is None:
        return Period(code, 0, 0, count, 0)
    preperiod, period = best
    shown = tuple(int(value) for value in values[: preperiod + period])
    return Period(code, preperiod, period, count, needed(code, *best), shown)


#: Longer sequences are compared in compiled code.
PLAIN_LENGTH = 20_000


def _matches(values: Sequence[int] | Any) -> Any:
    """``matches[p]``: how many values at the end equal those p places before them, for p up to half the length."""
    if len(values) > PLAIN_LENGTH:
        import numpy as np

        from ..kernels.periods import suffix_matches

        return suffix_matches(np.ascontiguousarray(np.asarray(values)[::-1]))
    backwards = list(values)[::-1]
    count = len(backwards)
    result = [0] * count
    left = right = 0
    for i in range(1, count):
        length = min(right - i, result[i - left]) if i < right else 0
        while i + length < count and backwards[length] == backwards[i + length]:
            length += 1
        result[i] = length
        if i + length > right:
            left, right = i, i + length
    return result
