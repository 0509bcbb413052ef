"""The periodicity theorem of misère play: when an observed period of a pretending function holds for ever.

Let a finite octal code of last digit t have the quotient Q on the heaps 0..B - 1, and Phi(n + p) = Phi(n) for all n
>= s with n + p < B, where B = 2 max(s, 1) + 2 p + t. Then Q is the quotient of the whole game, and Phi is periodic
(Plambeck and Siegel 2008, section 5): a heap n >= B and the heap n - p have the same options in Q, as the larger part
of a split is at least s + p and moves by p. Without splits B = max(s, 1) + p + t is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sprague.takebreak.codes import Code


def needed(code: Code, start: int, length: int) -> int | None:
    """Returns B, the number of heaps that must be seen, or None if no theorem is known for the code.

    >>> from sprague.takebreak.codes import parse_code
    >>> needed(parse_code("0.77"), 71, 12), needed(parse_code("0.123"), 5, 5), needed(parse_code("unequal:4.0"), 1, 1)
    (168, 13, None)
    """
    if code.infinite or code.split != "any" or code.most_heaps > 2:
        return None
    if code.most_heaps < 2:
        return max(start, 1) + length + code.last
    return 2 * max(start, 1) + 2 * length + code.last


def proved_period(code: Code, values: Sequence[int]) -> tuple[int, int] | None:
    """Returns the least preperiod and period that ``values`` (of heaps 0, 1, …) prove, or None if they prove none.

    >>> from sprague.takebreak.codes import parse_code
    >>> proved_period(parse_code("0.3"), [0, 1, 0, 1]), proved_period(parse_code("0.3"), [0, 1])
    ((0, 2), None)
    """
    from sprague.system.arrays import np

    seen = np.asarray(values)
    if needed(code, 0, 1) is None:
        return None
    for length in _ending_alike(seen) if code.most_heaps == 2 else range(1, len(seen)):
        if (needed(code, 0, length) or 0) > len(seen):
            return None
        other = np.flatnonzero(seen[length:] != seen[:-length])
        start = int(other[-1]) + 1 if len(other) else 0
        if (needed(code, start, length) or 0) <= len(seen):
            return start, length
    return None


def _ending_alike(seen: Any) -> list[int]:
    """Returns the distances at which the last values recur. As half of all values must be periodic, no others need a
    test."""
    from sprague.system.arrays import np

    width = min(64, len(seen) // 2)
    if not width:
        return []
    windows = np.lib.stride_tricks.sliding_window_view(seen, width)
    alike = np.flatnonzero((windows[:-1] == windows[-1]).all(axis=1))
    lengths: list[int] = (len(windows) - 1 - alike)[::-1].tolist()
    return lengths
