"""The compiled search of Sylver Coinage, which finds who wins positions whose largest gap is below 256."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from sprague.system.ask import Step, asked, tick
from sprague.system.limits import bytes_text
from sprague.system.locks import Turns, alone
from sprague.system.native import DONE, FULL, Kernel, Room
from sprague.words.errors import BudgetError
from sprague.words.messages import say

#: Gaps are below this number.
BITS = 256

#: The factor by which the positions of a search grow with each gap.
GROWTH = 1.15

#: The bytes of a position in the table, and the positions of its first size.
ENTRY, FIRST = 32, 1 << 14

#: So many positions are searched at a time.
SLICE = 50_000

_size = Kernel("sylver_size")
_ask = Kernel("sylver_ask", "room", "const uint64[]")
_run = Kernel("sylver_run", "room", "room", "uint64[]", "int", "uint64[]")
_move = Kernel("sylver_move", "const room", "room", "uint64[]")


class SylverSearch:
    """The positions that were searched so far, with their outcomes.

    >>> SylverSearch().wins([1, 2, 3, 5, 7, 11]), SylverSearch().wins([1, 2, 4, 5])
    (True, True)
    """

    def __init__(self) -> None:
        self.alone = Turns()
        self.renew()

    def renew(self) -> None:
        """Discards the known outcomes, because an exception may have struck while the table grew."""
        self._state = Room(_size())
        self._table, self._lost = _table(ENTRY * FIRST)

    @alone
    def wins(self, gaps: Iterable[int]) -> bool:
        """Returns whether the next player wins a position with these gaps, 1 among them."""
        words = array("Q", [0] * (BITS // 64))
        for gap in gaps:
            words[gap // 64] |= 1 << gap % 64
        _ask(self._state, words)
        counts = array("Q", [0, 0, 0])
        while (status := _run(self._state, self._table, self._lost, SLICE, counts)) != DONE:
            tick(lambda: Step(say("positions of Sylver Coinage"), counts[2]))
            if status == FULL:
                self._grow(counts[2])
        return counts[0] == 1

    def _grow(self, positions: int) -> None:
        size = 4 * self._table.size
        if size + self._table.size > asked().bytes:
            raise BudgetError(
                say(
                    "the values met so far ({count}) fill the table; a larger one needs {needed} of memory, "
                    "the limit is {limit}",
                    count=positions,
                    needed=bytes_text(size + self._table.size),
                    limit=bytes_text(asked().bytes),
                )
            )
        larger, lost = _table(size)
        _move(self._table, larger, lost)
        self._table, self._lost = larger, lost


def _table(size: int) -> tuple[Room, array[int]]:
    """Returns a table of ``size`` bytes, and its bits for P-positions."""
    return Room(size, huge=True), array("Q", bytes(size // ENTRY // 8))
