"""The compiled search of Nimstring (``native/strings.c``)."""

from __future__ import annotations

from array import array

from sprague.system.ask import Step, asked, tick
from sprague.system.limits import bytes_text
from sprague.system.locks import Turns, alone
from sprague.system.native import DONE, FULL, Kernel, Room
from sprague.words.errors import BudgetError
from sprague.words.messages import say

from .net import Net

#: The most strings of a net that the search takes.
MOST_STRINGS = 64

#: The bytes of a part in the table, and the parts of its first size.
ENTRY, FIRST = 16, 1 << 12

#: So many strings are cut between two looks at the budget.
SLICE = 500_000

#: What the kernel says of a loony position.
_LOONY = 255

_size = Kernel("strings_size")
_begin = Kernel("strings_begin", "room", "const uint8[]", "const uint64[]", "const uint8[]")
_ask = Kernel("strings_ask", "room", "const uint64[]")
_run = Kernel("strings_run", "room", "room", "int", "uint64[]")
_move = Kernel("strings_move", "const room", "room")


class StringsSearch:
    """The values of the positions of one net that were searched so far.

    >>> from .net import GROUND
    >>> StringsSearch(Net(((0, GROUND),) * 4)).value(0b1111)
    1
    """

    def __init__(self, net: Net) -> None:
        self.alone = Turns()
        self.net = net
        self.renew()

    def renew(self) -> None:
        """Discards the known values, because an exception may have struck while the table grew."""
        alike: dict[tuple[int, int], int] = {}
        for string, (a, b) in enumerate(self.net.ends):
            ends = min(a, b), max(a, b)
            alike[ends] = alike.get(ends, 0) | 1 << string
        self._state = Room(_size())
        _begin(
            self._state,
            array("B", [end for ends in self.net.ends for end in ends]),
            array("Q", [strings for strings in alike.values() if strings & (strings - 1)]),
            array("B", [place for image in self.net.images for place in image]),
        )
        self._table = Room(ENTRY * FIRST, huge=True)
        self._found = array("Q", [0, 0])
        self._valued: dict[int, int | None] = {}

    def knows(self, position: int) -> bool:
        """Returns whether an earlier question has found the value of a position."""
        return position in self._valued

    @alone
    def value(self, position: int) -> int | None:
        """Returns the nimber of a position, or None if it is loony. Raises BudgetError at the bounds in force."""
        if position in self._valued:
            return self._valued[position]
        _ask(self._state, array("Q", [position]))
        while (status := _run(self._state, self._table, SLICE, self._found)) != DONE:
            tick(lambda: Step(say("positions"), self._found[1]))
            if status == FULL:
                self._grow()
        value = None if self._found[0] == _LOONY else self._found[0]
        self._valued[position] = value
        return value

    def _grow(self) -> None:
        size = 4 * self._table.size
        if size + self._table.size > asked().bytes:
            raise BudgetError(
                say(
                    "the values met so far ({count}) fill the table; a larger one needs {needed} of memory, "
                    "the limit is {limit}",
                    count=self._found[1],
                    needed=bytes_text(size + self._table.size),
                    limit=bytes_text(asked().bytes),
                )
            )
        larger = Room(size, huge=True)
        _move(self._table, larger)
        self._table = larger
