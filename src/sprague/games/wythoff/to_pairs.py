"""Moves from three heaps or more to a lost pair of Wythoff's game: a proof that a position is N, at any size."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from sprague.model.heap_rulesets import Heaps
from sprague.numbers.sums import nim_sum

from .pairs import is_pair, lower

#: The search looks at this many pairs.
MOST_PAIRS = 30_000


@lru_cache(maxsize=256)
def moves_to_pairs(heaps: Heaps, any_heaps: bool) -> tuple[Heaps, ...]:
    """Returns the positions with a P-pair and otherwise empty heaps that one move from ``heaps`` reaches. More than two
    of ``heaps`` are not empty. With ``any_heaps`` the game is the one in which the same number is taken from any heaps,
    else Fraenkel's. If there is such a move, the position is N; if there is none, it may be N or P. For very large
    heaps some of these moves may be missing.

    >>> moves_to_pairs((99, 5, 100, 5, 60), False)[:2]
    ((0, 0, 13, 0, 8), (0, 0, 18, 0, 11))
    >>> moves_to_pairs((3, 5, 10**30), True), moves_to_pairs((2, 9, 9), True)
    (((3, 5, 0),), ())
    """
    positions = _same_from_any(heaps) if any_heaps else _nim_sum_0(heaps)
    return tuple(sorted(set(positions)))


def _same_from_any(heaps: Heaps) -> Iterator[Heaps]:
    """Yields the results of moves that take the same number from several heaps. A heap that the move empties determines
    this number."""
    for amount in sorted({n for n in heaps if n}):
        large = [i for i, n in enumerate(heaps) if n >= amount]
        for count in range(1, len(large) + 1):
            for chosen in combinations(large, count):
                after = tuple(n - amount if i in chosen else n for i, n in enumerate(heaps))
                if _is_p(after):
                    yield after


def _nim_sum_0(heaps: Heaps) -> Iterator[Heaps]:
    """Yields the results of moves that take a heap whole, or amounts with nim-sum 0 from all heaps.

    Suppose that the move empties all heaps but a and b, and let X be the nim-sum of the emptied heaps. Then a - x and b
    - y have the nim-sum X, too, and differ by at most X. So y - x is within X of b - a, and this difference determines
    the pair (x, y).
    """
    for i, n in enumerate(heaps):
        after = (*heaps[:i], 0, *heaps[i + 1 :])
        if n and _is_p(after):
            yield after
    share = MOST_PAIRS // math.comb(len(heaps), 2)
    for i, j in combinations(range(len(heaps)), 2):
        a, b = heaps[i], heaps[j]
        rest = nim_sum(n for place, n in enumerate(heaps) if place not in (i, j))
        first, last = max(-a, b - a - rest), min(b, b - a + rest)
        for difference in range(first, min(last, first + share) + 1):
            small = lower(abs(difference))
            x, y = (small, small + difference) if difference >= 0 else (small - difference, small)
            if x <= a and y <= b and (a - x) ^ (b - y) == rest:
                after = tuple(x if place == i else y if place == j else 0 for place in range(len(heaps)))
                if after != heaps:
                    yield after


def _is_p(heaps: Heaps) -> bool:
    alive = [n for n in heaps if n]
    return len(alive) <= 2 and is_pair(*(*alive, 0, 0)[:2])
