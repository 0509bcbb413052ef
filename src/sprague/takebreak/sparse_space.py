"""Sparse spaces: the parity of some bits of the value (and perhaps of the heap) that almost all heaps share.

In the games of Winning Ways, chapter 4, whose splits show it, nearly every heap is *common* and few are *rare*;
see ``native/heaps_sparse.c`` for the use made of it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sprague.system.native import Kernel

from .codes import Code

_survey = Kernel("heaps_survey_{bits}", "const value[]", "int", "int64[]", "int64[]")
_list_rare = Kernel(
    "heaps_rare_{bits}", *("const value[]", "int", "int", "const uint8[]", "int", "int", "int64[]")
)

#: Heaps among which rare ones are listed at a time.
_PIECE = 1 << 22


@dataclass(frozen=True)
class SparseSpace:
    """Heap n of value v is rare iff popcount(v & mask), plus n if ``parity``, plus 1 if ``flip``, is even.

    ``rares`` (ascending) are the rare heaps among those examined, including heap 0 if it is rare.
    """

    mask: int
    parity: bool
    flip: bool
    rares: array[int]

    @property
    def last_rare(self) -> int:
        """The largest rare heap, or -1 if there is none."""
        return self.rares[-1] if self.rares else -1

    def with_rares(self, more: array[int]) -> SparseSpace:
        """Returns the space with more rare heaps appended."""
        return replace(self, rares=self.rares + more) if more else self


class Vote(NamedTuple):
    """The mask, parity and flip with the fewest rare heaps among the newest values, the largest of all values, and the
    number of different values among the newest."""

    mask: int
    parity: bool
    flip: bool
    largest: int
    inhabited: int


def sparse_space(code: Code, values: Any) -> SparseSpace | None:
    """Returns the space with the fewest rare heaps among the newest values, or None if the code has no splits into two.
    ``values`` are a row of unsigned numbers.

    >>> from sprague.takebreak.codes import parse_code
    >>> from sprague.takebreak.run import Run
    >>> kayles = Run(parse_code("0.77"))
    >>> kayles.extend(1000)
    >>> space = sparse_space(kayles.code, kayles.row)
    >>> space.mask, space.rares.tolist()
    (15, [0, 3, 6, 11, 18, 22, 28, 34, 39, 70])
    """
    if code.infinite or code.most_heaps != 2 or code.split == "equal" or len(values) < 2:
        return None
    mask, parity, flip, largest, _ = vote(code, values)
    odd = odd_table(mask, largest + 1)
    return SparseSpace(mask, parity, flip, rare_heaps(values, 0, len(values), odd, parity, flip))


def vote(code: Code, values: Any) -> Vote:
    """Lets the newest of ``values`` vote for a mask. The flip is the parity of the splitting takes, if
    they have one."""
    parities = {k & 1 for k in code.takes(2)}
    flip = parities.pop() if len(parities) == 1 else -1
    votes, size = array("q", bytes(40)), 64
    while (needed := _survey(values, flip, array("q", bytes(16 * size)), votes)) > size:
        size = needed
    mask, parity, flip, largest, inhabited = votes
    return Vote(mask, bool(parity), bool(flip), largest, inhabited)


def odd_table(mask: int, size: int) -> array[int]:
    """Returns for each value below ``size`` the parity of its bits under ``mask``.

    >>> odd_table(5, 8).tolist()
    [0, 1, 0, 1, 1, 0, 1, 0]
    """
    table, odd, bit = b"\0", b"\1", 1
    while len(table) < size:
        table, odd = (table + odd, odd + table) if mask & bit else (table + table, odd + odd)
        bit *= 2
    return array("B", table[:size])


def rare_heaps(values: Any, start: int, stop: int, odd: array[int], parity: bool, flip: bool) -> array[int]:
    """Returns the rare heaps n, start <= n < stop."""
    rares = array("q")
    for begin in range(start, stop, _PIECE):
        arguments = values, begin, min(stop, begin + _PIECE), odd, parity, flip
        piece = array("q", bytes(8 * 1024))
        while (count := _list_rare(*arguments, piece)) > len(piece):
            piece = array("q", bytes(8 * count))
        rares += piece[:count]
    return rares
