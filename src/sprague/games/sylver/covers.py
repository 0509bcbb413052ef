"""Positions of Sylver Coinage whose numbers have a common factor: who wins, by quiet ends.

Let g be the greatest common divisor, and T the sums divided by g. A *quiet end* is a T in which of any two numbers that
add up to its largest gap F exactly one is a sum (T is symmetric). Suppose that g is a prime, that T is a quiet end
with F >= 1, and that n is a sum of T and no multiple of g. After n has been named, the sums are the numbers g s + k n
with s in T and 0 <= k < g. Their largest gap is g F + (g - 1) n, and they are a quiet end again. So naming any other
gap x makes the largest gap a sum, and the next player steals a strategy: naming n loses (the Quiet End Theorem,
*Winning Ways*, chapter 18).

So only finitely many moves are left to look at: the multiples of g that are gaps, and the gaps of T that are no
multiples of g. They *cover* the position: if each of them is won by the next player, the position is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sprague.system.ask import tick
from sprague.system.locks import Turns, alone

from .rules import Numbers
from .search import BITS, GROWTH, SylverSearch
from .semigroup import Semigroup
from .theorems import known

#: Positions are taken up if so few multiples of the common factor are missing, and searched if so few numbers are.
MOST_MULTIPLES, MOST_GAPS = 40, 72

#: So many positions are looked at for one question. One without a common factor counts as often as its search is
#: expected to meet positions, divided by this number.
MOST_LOOKED_AT, SEARCHED = 3000, 100

#: So many numbers without the common factor are tried, where the position is no quiet end.
MOST_TRIED = 160


class Obligations(NamedTuple):
    """The moves to look at. ``complete`` says that every other move is known to lose."""

    moves: tuple[int, ...]
    complete: bool


def obligations(numbers: Numbers) -> Obligations:
    """Returns the moves to look at in a position with a common factor.

    >>> obligations((4, 6)), obligations((6, 8)), obligations((8, 12)).complete
    (Obligations(moves=(2,), complete=True), Obligations(moves=(2, 4, 5, 10), complete=True), False)
    """
    common = Semigroup(numbers).common
    quotient = Semigroup(n // common for n in numbers)
    gaps = quotient.gaps
    multiples = [common * n for n in gaps]
    quiet = quotient.is_quiet_end and all(common % d for d in range(2, common))
    if quiet and gaps:
        others = [n for n in gaps if n > 1 and n % common]
    else:
        others = [n for n in range(2, MOST_TRIED) if n % common]
    return Obligations(tuple(sorted({*multiples, *others})), quiet and bool(gaps))


def is_taken_up(numbers: Numbers) -> bool:
    """Returns whether a position with a common factor is small enough to be looked at."""
    common = Semigroup(numbers).common
    return len(numbers) > 1 and Semigroup(n // common for n in numbers).genus <= MOST_MULTIPLES


class Covers:
    """The positions with a common factor that were looked at, with their outcomes.

    >>> covers = Covers(SylverSearch())
    >>> covers.wins((4, 6)), covers.wins((4, 26)), covers.wins((6, 9)), covers.winning((10, 15)).moves
    (False, True, False, (5,))
    """

    def __init__(self, search: SylverSearch) -> None:
        self._search = search
        self.alone = Turns()
        self.renew()

    def renew(self) -> None:
        """Forgets the outcomes."""
        self._known: dict[Numbers, bool | None] = {}
        self._left = 0

    @alone
    def wins(self, numbers: Numbers) -> bool | None:
        """Returns whether the next player wins, or None if that is not found out."""
        self._left = MOST_LOOKED_AT
        return self._wins(numbers)

    @alone
    def winning(self, numbers: Numbers) -> Obligations:
        """Returns the moves that were found to win, and whether these are all."""
        self._left = MOST_LOOKED_AT
        wanted = obligations(numbers)
        outcomes = [(n, self._wins(Semigroup(numbers).named(n).generators)) for n in wanted.moves]
        sure = wanted.complete and all(wins is not None for _, wins in outcomes)
        return Obligations(tuple(n for n, wins in outcomes if wins is False), sure)

    def _wins(self, numbers: Numbers) -> bool | None:
        if numbers in self._known:
            return self._known[numbers]
        wins = self._outcome(numbers)
        if wins is not None or self._left > 0:
            self._known[numbers] = wins
        return wins

    def _outcome(self, numbers: Numbers) -> bool | None:
        by_theorem = known(numbers)
        if by_theorem is not None:
            return by_theorem
        semigroup = Semigroup(numbers)
        if semigroup.common == 1:
            fits = semigroup.last < BITS and semigroup.genus <= MOST_GAPS
            self._left -= int(GROWTH**semigroup.genus / SEARCHED) if fits else 0
            return self._search.wins(semigroup.missing()) if fits and self._left > 0 else None
        tick()
        self._left -= 1
        if self._left < 0 or not is_taken_up(numbers):
            return None
        wanted = obligations(numbers)
        outcomes: list[bool | None] = []
        for n in self._in_order(numbers, wanted):
            outcomes.append(self._wins(semigroup.named(n).generators))
            if outcomes[-1] is False:
                return True
        return False if wanted.complete and None not in outcomes else None

    def _in_order(self, numbers: Numbers, wanted: Obligations) -> Iterator[int]:
        """Yields the moves to look at: first those that leave no common factor, then the largest multiples, which leave
        most of the position as it is known."""
        common = Semigroup(numbers).common
        yield from (n for n in wanted.moves if n % common)
        yield from (n for n in reversed(wanted.moves) if n % common == 0)
