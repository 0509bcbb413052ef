"""The values of stacks of Top Entails in plain Python, for a browser, which has no compiled code and asks one question
at a time.

``stacks`` defines S(n). Here it is stored as the bits of an integer, for the nimbers below a power of two above all
values so far. No split has a larger nimber, so these are in S(n) exactly if n is odd.
"""

from __future__ import annotations

from sprague.system.ask import Step, tick
from sprague.system.locks import Turns, alone
from sprague.words.messages import say


class PlainStacks:
    """Gives the same values as :class:`.stacks.Stacks`. It takes some seconds to stack 2000.

    >>> stacks = PlainStacks()
    >>> [stacks.value(n) for n in range(8)], stacks.loony(10)
    ([0, None, 0, None, 1, 0, 2, 1], [1, 3])
    """

    def __init__(self) -> None:
        self.alone = Turns()
        self.renew()

    def renew(self) -> None:
        """Discards all values, as an exception may have left them inconsistent."""
        self._values: list[int | None] = [0]
        self._inside = [0]
        self._width = 1

    @alone
    def _grown(self, to: int) -> list[int | None]:
        values = self._values
        for n in range(len(values), to + 1):
            tick(lambda: Step(say("stacks"), len(values), to + 1))
            every = (1 << self._width) - 1
            found = every & ~self._inside[n - 1]
            for a in range(1, n // 2 + 1):
                one, other = values[a], values[n - a]
                if one is not None and other is not None:
                    found |= 1 << (one ^ other)
            value: int | None = (~found & (found + 1)).bit_length() - 1
            if found == every and n % 2:
                value = None
            self._inside.append(found)
            if value == self._width:
                self._widen()
            values.append(value)
        return values

    @alone
    def _widen(self) -> None:
        """Doubles the number of nimbers. For odd n all new ones are in S(n)."""
        width = self._width
        new = ((1 << width) - 1) << width
        self._inside = [each | (new if n % 2 else 0) for n, each in enumerate(self._inside)]
        self._width = 2 * width

    def knows(self, n: int) -> bool:
        """Returns whether a stack has been valued."""
        return n < len(self._values)

    def value(self, n: int) -> int | None:
        """Returns the nimber of a stack, or None if it is loony."""
        return self._grown(n)[n]

    def loony(self, to: int) -> list[int]:
        """Returns the loony stacks up to ``to``."""
        return [n for n, value in enumerate(self._grown(to)[: to + 1]) if value is None]

    def table(self, to: int) -> list[int]:
        """Returns the values of stacks 0..``to``, with -1 for loony ones.

        >>> PlainStacks().table(7)
        [0, -1, 0, -1, 1, 0, 2, 1]
        """
        return [-1 if value is None else value for value in self._grown(to)[: to + 1]]

    @alone
    def must_win(self, n: int, beside: int | None) -> bool:
        """Returns whether the player who must move in a stack of ``n`` wins beside the nimber ``beside`` (None: beside
        a loony stack).

        >>> PlainStacks().must_win(2, 0), PlainStacks().must_win(4, 0), PlainStacks().must_win(5, None)
        (False, True, True)
        """
        self._grown(n)
        if beside is None or beside >= self._width:
            return n % 2 == 1
        return bool(self._inside[n] >> beside & 1)
