"""The values of stacks of Top Entails: nimbers, or loony.

Let S(n) be the set of nimbers x beside which the player who must move in a stack of n wins: the nim-sums of the splits
of n into two stacks that are not loony, and all nimbers that are not in S(n - 1), by taking the top coin. The value of
a stack is the least nimber that is not in S(n). If there is none, the stack is loony: the player to move wins any sum
with it (Winning Ways, chapter 12). Beside a loony stack splits lose, so the last coin decides: the player who must move
in a stack of n wins exactly if n is odd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sprague.system.ask import Effort, Step, require, tick
from sprague.system.imports import has_compiled
from sprague.system.locks import Turns, alone
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .plain import PlainStacks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Nimbers are below this number. The marks of loony stacks begin here.
NIMBERS = 4096

#: Stacks are valued in slices of about this many pairs.
SLICE = 200_000_000


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
        from sprague.system.arrays import np

        self._values: NDArray[np.uint16] = np.zeros(1, np.uint16)
        self._back = self._values.copy()
        self._known = 1
        #: Stack 0 has no move: S(0) is empty.
        self._inside = np.zeros(NIMBERS, np.uint8)
        self._settled = np.zeros(NIMBERS, np.int32)
        self._seen = np.full(1 << 16, -1, np.int32)
        self._counts = np.array([0, 1], np.int64)

    @alone
    def grown(self, to: int) -> NDArray[np.uint16]:
        """Returns the values of the stacks up to ``to``, and perhaps of more. Raises TooLargeError if the memory does
        not suffice. A reader keeps this array, even if another question discards the values meanwhile."""
        from sprague.system.arrays import np

        from .kernel import fill_values

        if to < self._known:
            return self._values
        require(Effort(bytes=4 * (to + 1), sure=True), say("a table of {count} values", count=to + 1))
        if to >= len(self._values):
            larger = np.zeros(max(to + 1, min(2 * len(self._values), to + 100_000)), np.uint16)
            larger[: self._known] = self._values[: self._known]
            self._values, self._back = larger, larger[::-1].copy()
        while self._known <= to:
            stop = min(to + 1, self._known + max(1, 2 * SLICE // (self._known + 1000)))
            reached = fill_values(
                self._values, self._back, self._known, stop,
                self._inside, self._settled, self._seen, self._counts,
            )  # fmt: skip
            if reached < stop:
                raise TooLargeError(
                    say("the values of Top Entails are not known beyond a stack of {n}", n=reached - 1)
                )
            self._known = stop
            tick(lambda: Step(say("stacks"), self._known, to + 1))
        return self._values

    def knows(self, n: int) -> bool:
        """Returns whether a stack has been valued.

        >>> Stacks().knows(0), Stacks().knows(1)
        (True, False)
        """
        return n < self._known

    def value(self, n: int) -> int | None:
        """Returns the nimber of a stack, or None if it is loony."""
        found = int(self.grown(n)[n])
        return found if found < NIMBERS else None

    def loony(self, to: int) -> list[int]:
        """Returns the loony stacks up to ``to``."""
        found: list[int] = (self.grown(to)[: to + 1] >= NIMBERS).nonzero()[0].tolist()
        return found

    def table(self, to: int) -> NDArray[np.int16]:
        """Returns the values of stacks 0..``to``, with -1 for loony ones.

        >>> Stacks().table(7).tolist()
        [0, -1, 0, -1, 1, 0, 2, 1]
        """
        from sprague.system.arrays import np

        values = self.grown(to)[: to + 1]
        found = values.astype(np.int16)
        found[values >= NIMBERS] = -1
        return found

    def must_win(self, n: int, beside: int | None) -> bool:
        """Returns whether the player who must move in a stack of ``n`` wins beside the nimber ``beside`` (None: beside
        a loony stack).

        >>> Stacks().must_win(2, 0), Stacks().must_win(4, 0), Stacks().must_win(5, None)
        (False, True, True)
        """
        if beside is None or beside >= NIMBERS:
            return n % 2 == 1
        values = self.grown(n)
        taken = 0
        while taken < n and not _splits_to(values, n - taken, beside):
            taken += 1
            tick()
        # Each coin taken reverses the roles. An empty stack has no move.
        return (taken < n) == (taken % 2 == 0)


def _splits_to(values: NDArray[np.uint16], n: int, nimber: int) -> bool:
    """Returns whether a split of a stack of ``n`` leaves the value ``nimber``."""
    half = (n - 1) // 2
    found = values[1 : 1 + half] ^ values[n - half : n][::-1]
    if bool((found == nimber).any()):
        return True
    return n % 2 == 0 and n > 1 and nimber == 0 and int(values[n // 2]) < NIMBERS


STACKS: Stacks | PlainStacks = Stacks() if has_compiled() else PlainStacks()
