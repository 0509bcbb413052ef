"""The values of stacks of Top Entails: nimbers, or loony.

Let S(n) be the set of nimbers x beside which the player who must move in a stack of n wins: the nim-sums of the splits
of n into two stacks that are not loony, and all nimbers that are not in S(n - 1), by taking the top coin. The value of
a stack is the least nimber that is not in S(n). If there is none, the stack is loony: the player to move wins any sum
with it (Winning Ways, chapter 12). Beside a loony stack splits lose, so the last coin decides: the player who must move
in a stack of n wins exactly if n is odd.
"""

from __future__ import annotations

from array import array
from math import isqrt

from sprague.system.ask import Effort, Step, require, tick
from sprague.system.locks import Turns, alone
from sprague.system.native import Kernel
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

#: Nimbers are below this number. The marks of loony stacks begin here.
NIMBERS = 4096

#: Stacks are valued in slices of about this many pairs.
SLICE = 500_000_000

_fill_values = Kernel(
    "entailing_values", "uint16[]", "int", "int", "uint8[]", "int32[]", "int32[]", "int64[]"
)
_splits = Kernel("entailing_splits", "const uint16[]", "int", "int", "int")


class Stacks:
    """Holds the values of stacks 0, 1, …, as far as they were computed.

    >>> stacks = Stacks()
    >>> [stacks.value(n) for n in range(8)], stacks.loony(10)
    ([0, None, 0, None, 1, 0, 2, 1], [1, 3])
    """

    def __init__(self) -> None:
        self.alone = Turns()
        self.renew()

    def renew(self) -> None:
        """Discards all values, as an exception may have left them inconsistent."""
        self._values = array("H", [0])
        self._known = 1
        #: Stack 0 has no move: S(0) is empty.
        self._inside = array("B", [0]) * NIMBERS
        self._settled = array("i", [0]) * NIMBERS
        self._seen = array("i", [-1]) * (1 << 16)
        self._counts = array("q", [0, 1])

    @alone
    def grown(self, to: int) -> array[int]:
        """Returns the values of the stacks up to ``to``, and perhaps of more. Raises TooLargeError if the memory does
        not suffice. A reader keeps this array, even if another question discards the values meanwhile."""
        values = self._values
        if to < self._known:
            return values
        require(Effort(bytes=2 * (to + 1), sure=True), say("a table of {count} values", count=to + 1))
        values.extend(array("H", [0]) * (to + 1 - len(values)))
        while self._known <= to:
            # A stack of n has n / 2 pairs: those of the slice are (stop^2 - known^2) / 4.
            stop = min(to + 1, max(self._known + 1, isqrt(self._known**2 + 4 * SLICE)))
            computed = _fill_values(
                values, self._known, stop, self._inside, self._settled, self._seen, self._counts
            )
            if computed < stop:
                raise TooLargeError(
                    say("the values of Top Entails are not known beyond a stack of {n}", n=computed - 1)
                )
            self._known = stop
            tick(lambda: Step(say("stacks"), self._known, to + 1))
        return values

    @property
    def known(self) -> int:
        """The number of stacks 0, 1, … that have been valued.

        >>> Stacks().known
        1
        """
        return self._known

    def value(self, n: int) -> int | None:
        """Returns the nimber of a stack, or None if it is loony."""
        value = self.grown(n)[n]
        return value if value < NIMBERS else None

    def loony(self, to: int) -> list[int]:
        """Returns the loony stacks up to ``to``."""
        return [n for n, value in enumerate(self.grown(to)[: to + 1]) if value >= NIMBERS]

    def table(self, to: int) -> array[int]:
        """Returns the values of stacks 0..``to``, with -1 for loony ones.

        >>> Stacks().table(7).tolist()
        [0, -1, 0, -1, 1, 0, 2, 1]
        """
        return array("h", [value if value < NIMBERS else -1 for value in self.grown(to)[: to + 1]])

    def must_win(self, n: int, beside: int | None) -> bool:
        """Returns whether the player who must move in a stack of ``n`` wins beside the nimber ``beside`` (None: beside
        a loony stack).

        >>> Stacks().must_win(2, 0), Stacks().must_win(4, 0), Stacks().must_win(5, None)
        (False, True, True)
        """
        if beside is None or beside >= NIMBERS:
            return n % 2 == 1
        values = self.grown(n)
        removed = 0
        while removed < n and not _splits(values, NIMBERS, n - removed, beside):
            removed += 1
            tick()
        # Each coin taken reverses the roles. An empty stack has no move.
        return (removed < n) == (removed % 2 == 0)


STACKS = Stacks()
