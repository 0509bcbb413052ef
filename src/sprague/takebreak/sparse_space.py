"""Sparse spaces: the parity of some bits of the value (and perhaps of the heap) that almost all heaps share.

In the games of Winning Ways, chapter 4, whose splits show it, nearly every heap is *common* and few are *rare*;
see ``native/heaps_sparse.c`` for the use made of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .codes import Code

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

#: How many of the newest values vote for a mask.
WINDOW = 4096

_EARLY = 1 << 16
_PIECE = 1 << 22


@dataclass(frozen=True)
class SparseSpace:
    """Heap n of value v is rare iff popcount(v & mask), plus n if ``parity``, plus 1 if ``flip``, is even.

    ``rares`` (int64, ascending) are the rare heaps among those looked at, heap 0 with them if it is one.
    """

    mask: int
    parity: bool
    flip: bool
    rares: NDArray[np.int64]

    @property
    def last_rare(self) -> int:
        """The largest rare heap, or -1 if there is none."""
        return int(self.rares[-1]) if len(self.rares) else -1

    def with_rares(self, more: NDArray[np.int64]) -> SparseSpace:
        """Returns the space with more rare heaps appended."""
        from sprague.system.arrays import np

        return replace(self, rares=np.concatenate((self.rares, more)))


def sparse_space(code: Code, values: Values) -> SparseSpace | None:
    """Returns the space with the fewest rare heaps among the newest values, or None if the code has no splits into two.

    >>> from sprague.takebreak.codes import parse_code
    >>> from sprague.takebreak.run import values
    >>> kayles = parse_code("0.77")
    >>> space = sparse_space(kayles, values(kayles, 1000))
    >>> space.mask, space.rares.tolist()
    (15, [0, 3, 6, 11, 18, 22, 28, 34, 39, 70])
    """
    if code.infinite or code.most_heaps != 2 or code.split == "equal" or len(values) < 2:
        return None
    mask, parity, flip = vote(code, values)
    odd = odd_table(mask, int(values.max()) + 1)
    return SparseSpace(mask, parity, flip, rare_heaps(values, 0, len(values), odd, parity, flip))


def mask_of_frequencies(counts: NDArray[np.int64]) -> int:
    """Returns the mask with the fewest rare heaps if counts[v] heaps have value v. ``len(counts)`` is a power of two.

    >>> import numpy as np
    >>> mask_of_frequencies(np.array([1, 50, 50, 2]))
    3
    """
    sums = _walsh(counts)
    sums[0] = counts.sum()  # mask 0 calls every heap rare
    return int(sums.argmin())


def vote(code: Code, values: Values) -> tuple[int, bool, bool]:
    """Returns the mask, parity and flip with the fewest rare heaps among the last WINDOW of ``values``.

    For a mask m, (common - rare heaps) is minus the sum of (-1)^popcount(v & m) over the window: one Walsh-Hadamard
    transform of the frequencies of the values gives it for every m. With the parity of the heap as one more bit
    it is the transform of the frequencies weighted by (-1)^n; that needs splitting takes of one parity, and the
    flip that makes a split of rare with common common: the parity of the takes. Among equal masks the first
    heaps decide.
    """

    late, early = values[-WINDOW:], values[:_EARLY]
    begin = len(values) - len(late)
    size = 1 << int(max(late.max(), early.max())).bit_length()
    takes = code.takes(2)
    votes = [(*_fewest(_excess(late, begin, size, None), _excess(early, 0, size, None)), False, False)]
    if len({k & 1 for k in takes}) == 1:
        flip = takes[0] & 1
        votes.append(
            (*_fewest(_excess(late, begin, size, flip), _excess(early, 0, size, flip)), True, bool(flip))
        )
    # A mask without the parity is preferred when both are equally good: it needs half the work.
    _, mask, parity, flip_it = min(votes, key=lambda vote: (vote[0], vote[2]))
    return mask, parity, flip_it


def _excess(values: Values, begin: int, size: int, flip: int | None) -> NDArray[np.int64]:
    """Rare less common heaps for each mask; ``flip`` is None for masks without the parity of the heap."""
    from sprague.system.arrays import np

    if flip is None:
        sums = _walsh(np.bincount(values, minlength=size).astype(np.int64))
        sums[0] = len(values)
        return sums
    signs = 1.0 - 2.0 * ((np.arange(begin, begin + len(values)) + flip) & 1)
    return _walsh(np.bincount(values, weights=signs, minlength=size).astype(np.int64))


def _fewest(late: NDArray[np.int64], early: NDArray[np.int64]) -> tuple[int, int]:
    """The least excess among the late heaps, and the mask that has it; among several the best for early heaps."""
    from sprague.system.arrays import np

    best = np.flatnonzero(late == late.min())
    return int(late[best[0]]), int(best[np.argmin(early[best])])


def odd_table(mask: int, size: int) -> NDArray[np.uint8]:
    """Returns for each value below ``size`` the parity of its bits under ``mask``."""
    from sprague.system.arrays import np

    bits = np.arange(size, dtype=np.int64) & mask
    shift = 32
    while shift:
        bits ^= bits >> shift
        shift >>= 1
    return (bits & 1).astype(np.uint8)


def rare_heaps(
    values: Values, start: int, stop: int, odd: NDArray[np.uint8], parity: bool, flip: bool
) -> NDArray[np.int64]:
    """Returns the rare heaps n, start <= n < stop."""
    from sprague.system.arrays import np

    found = []
    for begin in range(start, stop, _PIECE):
        end = min(stop, begin + _PIECE)
        kinds = odd[values[begin:end]]
        if parity:
            kinds[(begin + 1) % 2 :: 2] ^= 1
        found.append(np.flatnonzero(kinds == flip) + begin)
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def _walsh(row: NDArray[np.int64]) -> NDArray[np.int64]:
    """The Walsh-Hadamard transform: sum over v of row[v] (-1)^popcount(v & m), for each m."""
    from sprague.system.arrays import np

    size, half = len(row), 1
    while half < size:
        pairs = row.reshape(-1, 2, half)
        row = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        half *= 2
    return row
