"""The coins that a move may turn, and the value of one coin.

Coins lie in a row and show heads or tails. A move turns some of them, and the rightmost one that it turns goes from
heads to tails. Two heads on one place would cancel, so the value of a row is the nim-sum of the values of its heads,
each alone in a row (E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, ch. 14). The index of a coin is the number
of coins on its left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from sprague.numbers.sums import mex, nim_sum
from sprague.system.ask import tick
from sprague.system.locks import Turns, alone
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

#: The coins that a move turns beside its rightmost one, as ascending indices.
Others = tuple[int, ...]

#: Tables keep sets of nimbers below this bound as the bits of one number.
MOST_NIMBERS = 1 << 24

#: Tables of values that follow the definition end here.
LONGEST_TABLE = 20_000


class Family:
    """The moves of a game on a row of coins. Subclasses define :meth:`others`."""

    #: Whether the value of a coin is a formula, for coins as far to the right as one likes.
    closed: bool = False

    #: Whether the table is that of one coin fewer, by the mock turtle theorem.
    by_mock_turtles: bool = False

    def others(self, index: int) -> Iterator[Others]:
        """Yields the coins that each move with this rightmost coin turns beside it."""
        raise NotImplementedError

    def allows(self, others: Others, index: int) -> bool:
        """Returns whether a move may turn these coins together with a coin on their right."""
        return others in self.others(index)

    def count(self, index: int) -> int:
        """Returns the number of moves with this rightmost coin."""
        return sum(1 for _ in self.others(index))

    def seconds(self, coins: int) -> float:
        """Estimates the seconds that the values of ``coins`` coins take."""
        return 2e-7 * min(coins, 10**9) ** 2

    def __init__(self) -> None:
        #: Held while the table grows.
        self.alone = Turns()
        self._values: list[int] = []
        #: How many values of the table hold, and what the next one follows from: published by one assignment.
        self._known: tuple[int, tuple[int, ...]] = (0, ())

    def renew(self) -> None:
        """Does nothing: an unpublished value is computed again."""

    def value(self, index: int) -> int:
        """Returns the value of a single head.

        >>> [UpTo(3).value(n) for n in range(9)]
        [1, 2, 4, 7, 8, 11, 13, 14, 16]
        """
        if index >= LONGEST_TABLE:
            raise TooLargeError(
                say(
                    "values of these coins are computed one by one, to {limit} coins; got {count}",
                    limit=LONGEST_TABLE,
                    count=index + 1,
                )
            )
        if index >= self._known[0]:
            self._grow(index)
        return self._values[index]

    @alone
    def _grow(self, index: int) -> None:
        while (count := self._known[0]) <= index:
            tick()
            value, sums = self._next(self._values[:count], self._known[1])
            self._values[count:] = [value]
            self._known = count + 1, sums

    def _next(self, table: Sequence[int], sums: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Returns the value of the coin after those of ``table``: by definition, the mex over its moves. ``sums`` is
        the second result of the last call."""
        option_values = {nim_sum(table[i] for i in others) for others in self.others(len(table))}
        return mex(option_values), ()

    def reaching(self, index: int, value: int) -> Iterator[Others]:
        """Yields the moves with this rightmost coin whose other coins have this nim-sum of values."""
        for others in self.others(index):
            tick()
            if nim_sum(map(self.value, others)) == value:
                yield others

    def reaching_count(self, index: int, value: int) -> int | None:
        """Returns the number of moves that :meth:`reaching` yields if a formula gives it, else None."""
        return None


class UpTo(Family):
    """Turn at most ``most`` coins. The values are a greedy code: each is the least number that is not the nim-sum of
    fewer than ``most`` values before it, so the lost rows are the words of a lexicode in which every two differ in
    more than ``most`` places (J. H. Conway, N. J. A. Sloane, Lexicographic codes, 1986).

    >>> [UpTo(5).value(n) for n in range(9)]
    [1, 2, 4, 8, 16, 31, 32, 64, 103]
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.closed = most <= 3
        self.by_mock_turtles = most > 3 and most % 2 == 1

    def seconds(self, coins: int) -> float:
        if self.most <= 3:
            return super().seconds(coins)
        # Values double every few coins, and the sets of nim-sums with them. This number took two seconds:
        coins_in_two = 58 * (9 / (self.most | 1)) ** 3.4
        grown = 2 * math.exp(8 * min(min(coins, 10**9) / coins_in_two, 1) - 8)
        return max(super().seconds(coins), grown)

    def others(self, index: int) -> Iterator[Others]:
        for size in range(self.most):
            yield from subsets(index, size)

    def allows(self, others: Others, index: int) -> bool:
        return len(others) < self.most

    def count(self, index: int) -> int:
        return sum(choose(index, size) for size in range(self.most))

    def value(self, index: int) -> int:
        if self.most == 1:
            return 1
        if self.most == 2:
            return index + 1
        # The mock turtle theorem: an odd number of coins adds a digit that makes the number of ones odd.
        if self.most % 2:
            before = at_most(self.most - 1).value(index - 1) if index else 0
            return 2 * before + (before.bit_count() + 1) % 2
        return super().value(index)

    def _next(self, table: Sequence[int], sums: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """``sums`` are the nim-sums of at most 0, 1, …, most - 1 values of the table, each set as the bits of a
        number."""
        sums = sums or (1,) * self.most
        value = least_missing(sums[-1], len(table) + 1)
        return value, (1, *(more | shifted(fewer, value) for fewer, more in pairwise(sums)))

    def index(self, value: int, below: int) -> int | None:
        """Returns the one coin with this value among those with an index less than ``below``, if there is a formula."""
        place = value - 1 if self.most == 2 else value >> 1
        return place if 0 <= place < below and self.value(place) == value else None

    def reaching(self, index: int, value: int) -> Iterator[Others]:
        if self.most > 3:
            yield from self._sets(index, value)
            return
        if value == 0:
            yield ()
            return
        single = self.index(value, index)
        if single is not None and self.most > 1:
            yield (single,)
        if self.most == 3 and value.bit_count() % 2 == 0:
            change = value >> 1  # two odious numbers and their indices differ by it
            top = 1 << change.bit_length() - 1
            high = top
            while high < index:
                yield high ^ change, high
                high = high + 1 | top

    def reaching_count(self, index: int, value: int) -> int | None:
        if self.most > 3:
            return None
        if value == 0:
            return 1
        single = int(self.most > 1 and self.index(value, index) is not None)
        if self.most < 3 or value.bit_count() % 2:
            return single
        top = 1 << (value >> 1).bit_length() - 1
        rounds, rest = divmod(index, 2 * top)
        return single + rounds * top + max(0, rest - top)

    def _sets(self, below: int, value: int) -> Iterator[Others]:
        """Yields all sets of coins with this nim-sum of values, small ones first. Each extends an earlier set by a coin
        on its right."""
        halves: dict[int, list[Others]] = {0: [()]}
        for size in range(self.most):
            half = size // 2
            if size % 2 == 0 and size:
                halves = {}
                for small in subsets(below, half):
                    tick()
                    halves.setdefault(nim_sum(map(self.value, small)), []).append(small)
            for large in subsets(below, size - half):
                tick()
                for small in halves.get(value ^ nim_sum(map(self.value, large)), ()):
                    if not small or not large or small[-1] < large[0]:
                        yield small + large


class Exactly(Family):
    """Turn exactly ``size`` coins. The first size - 1 coins have the value 0, and replace coins that a move does not
    need. So the others have the values of the game in which a move turns at most ``size`` coins.

    >>> [Exactly(2).value(n) for n in range(5)], [Exactly(3).value(n) for n in range(9)]
    ([0, 1, 2, 3, 4], [0, 0, 1, 2, 4, 7, 8, 11, 13])
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.upto = at_most(size)
        self.closed, self.by_mock_turtles = self.upto.closed, self.upto.by_mock_turtles

    def others(self, index: int) -> Iterator[Others]:
        return subsets(index, self.size - 1)

    def allows(self, others: Others, index: int) -> bool:
        return len(others) == self.size - 1

    def count(self, index: int) -> int:
        return choose(index, self.size - 1)

    def seconds(self, coins: int) -> float:
        return self.upto.seconds(coins)

    def value(self, index: int) -> int:
        spare = self.size - 1
        return 0 if index < spare else self.upto.value(index - spare)

    def reaching(self, index: int, value: int) -> Iterator[Others]:
        spare = self.size - 1
        if index < spare:
            return
        for coins in self.upto.reaching(index - spare, value):
            needed = tuple(i + spare for i in coins)
            for rest in subsets(spare, spare - len(needed)):
                yield rest + needed

    def reaching_count(self, index: int, value: int) -> int | None:
        spare = self.size - 1
        if index < spare:
            return 0
        if not self.closed:
            return None
        whole = self.upto.reaching_count(index - spare, value)
        assert whole is not None
        with_spare = int(spare > 0 and value > 0 and self.upto.index(value, index - spare) is not None)
        if value == 0:
            return 1
        return with_spare * choose(spare, spare - 1) + (whole - with_spare)


def subsets(below: int, size: int) -> Iterator[Others]:
    """Yields the sets of this size of the numbers 0, 1, …, below - 1, however many these are.

    >>> list(subsets(4, 2))
    [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    """
    if size == 0:
        yield ()
        return
    for last in range(size - 1, below):
        for rest in subsets(last, size - 1):
            yield (*rest, last)


def choose(n: int, k: int) -> int:
    """Returns the number of sets of ``k`` of ``n`` things, however many these are.

    >>> choose(5, 2), choose(10**30, 1)
    (10, 1000000000000000000000000000000)
    """
    count = 1
    for i in range(k):
        count = count * (n - i) // (i + 1)
    return count


def least_missing(nimbers: int, coins: int) -> int:
    """Returns the least nimber that is not in a set, given as bits: the value of the last of ``coins`` coins."""
    value = (~nimbers & (nimbers + 1)).bit_length() - 1
    if value >= MOST_NIMBERS:
        raise TooLargeError(
            say(
                "the values of {count} coins exceed {limit}, the largest for which a table is made",
                count=coins,
                limit=MOST_NIMBERS,
            )
        )
    return value


def shifted(nimbers: int, by: int) -> int:
    """Returns the set in which ``by`` is added to each nimber of a set, both as bits.

    >>> bin(shifted(0b1011, 2))
    '0b1110'
    """
    bit = 1
    while bit <= by:
        if by & bit:
            size = max(nimbers.bit_length(), 2 * bit)
            size = 1 << (size - 1).bit_length()
            low = _mask(bit, size)
            nimbers = (nimbers & low) << bit | nimbers >> bit & low
        bit *= 2
    return nimbers


def _mask(bit: int, size: int) -> int:
    """Returns the numbers below ``size`` without this power of 2 in their binary form, as bits."""
    mask, length = (1 << bit) - 1, 2 * bit
    while length < size:
        mask |= mask << length
        length *= 2
    return mask


@cache
def at_most(most: int) -> UpTo:
    """Returns the family of at most ``most`` coins. All games share it, since its table is long."""
    return UpTo(most)
