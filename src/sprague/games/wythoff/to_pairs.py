"""Moves from three heaps or more to a lost pair of Wythoff's game: a proof that a position is N, at any size."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from sprague.model.heap_rulesets import Heaps
from sprague.numbers.sums import nim_sum

from .pairs import is_pair, lower

#: So many pairs are looked at.
MOST_PAIRS = 30_000


@lru_cache(maxsize=256)
def moves_to_pairs(heaps: Heaps, any_heaps: bool) -> tuple[Heaps, ...]:
    """What moves from ``heaps``, of which more than two are not empty, leave that is a P-pair, the other heaps being
    empty. ``any_heaps``: of the game in which the same number is taken from any heaps, else of Fraenkel's. Where there
    is such a move the position is N; where there is none it may be either. Of very large heaps not all are found.

    >>> moves_to_pairs((99, 5, 100, 5, 60), False)[:2]
    ((0, 0, 13, 0, 8), (0, 0, 18, 0, 11))
    >>> moves_to_pairs((3, 5, 10**30), True), moves_to_pairs((2, 9, 9), True)
    (((3, 5, 0),), ())
    """
    found = _same_from_any(heaps) if any_heaps else _nim_sum_0(heaps)
    return tuple(sorted(set(found)))


def _same_from_any(heaps: Heaps) -> Iterator[Heaps]:
    """A heap that is emptied says how much is taken from each of the others that are touched."""
    for taken in sorted({n for n in heaps if n}):
        large = [i for i, n in enumerate(heaps) if n >= taken]
        for count in range(1, len(large) + 1):
            for chosen in combinations(large, count):
                left = tuple(n - taken if i in chosen else n for i, n in enumerate(heaps))
                if _is_p(left):
                    yield left


def _nim_sum_0(heaps: Heaps) -> Iterator[Heaps]:
    """A heap taken whole, or from all heaps amounts with nim-sum 0.

    Where all heaps but a and b are emptied, their nim-sum is X, and (a - x, b - y) have the same: they differ by at
    most X, so y - x is within X of b - a, and the pair (x, y) is known by its difference.
    """
    for i, n in enumerate(heaps):
        left = (*heaps[:i], 0, *heaps[i + 1 :])
        if n and _is_p(left):
            yield left
    share = MOST_PAIRS // math.comb(len(heaps), 2)
    for i, j in combinations(range(len(heaps)), 2):
        a, b = heaps[i], heaps[j]
        rest = nim_sum(n for place, n in enumerate(heaps) if place not in (i, j))
        first, last = max(-a, b - a - rest), min(b, b - a + rest)
        for difference in range(first, min(last, first + share) + 1):
            small = lower(abs(difference))
            x, y = (small, small + difference) if difference >= 0 else (small - difference, small)
            if x <= a and y <= b and (a - x) ^ (b - y) == rest:
                left = tuple(x if place == i else y if place == j else 0 for place in range(len(heaps)))
                if left != heaps:
                    yield left


def _is_p(left: Heaps) -> bool:
    alive = [n for n in left if n]
    return len(alive) <= 2 and is_pair(*(*alive, 0, 0)[:2])
