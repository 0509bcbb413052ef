"""Moves that turn coins in a pattern: side by side, at equal distances, symmetrically, or as given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sprague.numbers.sums import nim_sum
from sprague.system.ask import tick
from sprague.words.digits import shorten
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .families import Family, Others, least_missing, shifted

#: Longer runs of coins are not listed one by one.
LONGEST_RUN = 10_000


class Run(Family):
    """Turn any number of coins side by side. The value of a coin with n - 1 coins on its left is the largest power of 2
    that divides n.

    >>> [Run().value(n) for n in range(8)]
    [1, 2, 1, 4, 1, 2, 1, 8]
    """

    closed = True

    def others(self, index: int) -> Iterator[Others]:
        for length in range(min(index, LONGEST_RUN) + 1):
            yield tuple(range(index - length, index))

    def allows(self, others: Others, index: int) -> bool:
        return others == tuple(range(index - len(others), index))

    def count(self, index: int) -> int:
        return index + 1

    def value(self, index: int) -> int:
        return (index + 1) & -(index + 1)

    def reaching(self, index: int, value: int) -> Iterator[Others]:
        start = self._start(index, value)
        if start is not None:
            if index - start > LONGEST_RUN:
                raise TooLargeError(
                    say(
                        "the winning move turns {count} coins at once; moves of at most {limit} are listed",
                        count=index - start + 1,
                        limit=LONGEST_RUN + 1,
                    )
                )
            yield tuple(range(start, index))

    def reaching_count(self, index: int, value: int) -> int | None:
        return int(self._start(index, value) is not None)

    def _start(self, index: int, value: int) -> int | None:
        """Returns where the one run begins that ends before ``index`` and has this nim-sum of values."""
        start = _from_prefix(_prefix(index) ^ value)
        return start if start <= index else None


def _prefix(n: int) -> int:
    """Returns the nim-sum of the largest powers of 2 that divide 1, …, n. The power 2^j divides exactly so many of them
    that its digit is the parity of (n + 2^j) // 2^(j + 1).

    >>> [_prefix(n) for n in range(9)]
    [0, 1, 3, 2, 6, 7, 5, 4, 12]
    """
    return n ^ n >> 1


def _from_prefix(code: int) -> int:
    """Returns the n with this :func:`_prefix`: the inverse of the Gray code."""
    n, shift = code, 1
    while shift <= code.bit_length():
        n ^= n >> shift
        shift *= 2
    return n


class Spaced(Family):
    """Turn three coins at equal distances."""

    def others(self, index: int) -> Iterator[Others]:
        for step in range(1, index // 2 + 1):
            yield index - 2 * step, index - step

    def allows(self, others: Others, index: int) -> bool:
        return len(others) == 2 and others[1] - others[0] == index - others[1] > 0

    def count(self, index: int) -> int:
        return index // 2


class FourFromTheEnd(Family):
    """Turn four coins that lie symmetrically, the leftmost coin of the row among them. The value of a coin with n coins
    on its left is that of a heap of n in Grundy's game."""

    def others(self, index: int) -> Iterator[Others]:
        for near in range(1, (index + 1) // 2):
            yield 0, near, index - near

    def allows(self, others: Others, index: int) -> bool:
        return len(others) == 3 and others[0] == 0 < others[1] < others[2] == index - others[1]

    def count(self, index: int) -> int:
        return max(0, (index + 1) // 2 - 1)


class Symmetric(Family):
    """Turn any coins that lie symmetrically about their middle.

    >>> [Symmetric().value(n) for n in range(12)]
    [1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11]
    """

    def others(self, index: int) -> Iterator[Others]:
        self._refuse_beyond(1_000_000, index)
        yield ()
        for first in range(index):
            pairs, middle = _halves(first, index)
            for chosen in range(1 << len(pairs) + len(middle)):
                inner = [i for k, pair in enumerate(pairs) if chosen >> k & 1 for i in pair]
                inner += middle if chosen >> len(pairs) else []
                yield tuple(sorted((first, *inner)))

    def _refuse_beyond(self, most: int, index: int) -> None:
        if index > most:
            raise TooLargeError(
                say("a coin at place {n} has too many symmetric turns to count", n=shorten(index + 1, 20))
            )

    def allows(self, others: Others, index: int) -> bool:
        turned = {*others, index}
        return {min(turned) + index - i for i in turned} == turned

    def count(self, index: int) -> int:
        self._refuse_beyond(100_000, index)
        return 1 + sum(1 << (index - first) // 2 for first in range(index))

    def reaching(self, index: int, value: int) -> Iterator[Others]:
        if value == 0:
            yield ()
        for first in range(index):
            solved = self._solved(first, index, value)
            if solved is not None:
                one, kernel = solved
                for chosen in range(1 << len(kernel)):
                    tick()
                    turning = one ^ nim_sum(each for k, each in enumerate(kernel) if chosen >> k & 1)
                    yield tuple(i for i in range(index) if turning >> i & 1)

    def reaching_count(self, index: int, value: int) -> int | None:
        solved = (self._solved(first, index, value) for first in range(index))
        return int(value == 0) + sum(1 << len(each[1]) for each in solved if each is not None)

    def _solved(self, first: int, index: int, value: int) -> tuple[int, list[int]] | None:
        """Solves a linear system: returns one set of coins from ``first`` to before ``index`` with this nim-sum that is
        symmetric with ``index``, and the sets that change nothing, all as bits; None if there is no such set."""
        pairs, middle = _halves(first, index)
        basis: list[tuple[int, int]] = []
        kernel = []

        def reduced(total: int, coins: int) -> tuple[int, int]:
            for other, others in basis:
                if total ^ other < total:
                    total, coins = total ^ other, coins ^ others
            return total, coins

        for turned in (*pairs, *((i,) for i in middle)):
            total, coins = reduced(nim_sum(map(self.value, turned)), sum(1 << i for i in turned))
            if total:
                basis.append((total, coins))
                basis.sort(reverse=True)
            else:
                kernel.append(coins)
        rest, coins = reduced(value ^ self.value(first), 1 << first)
        return None if rest else (coins, kernel)

    def seconds(self, coins: int) -> float:
        return 20 * 1.4 ** (min(coins, 60) - 48)

    def _next(self, table: Sequence[int], sums: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        index = len(table)
        option_values = 1
        for first in range(index):
            pairs, middle = _halves(first, index)
            span = 1 << table[first]
            for step in (*(table[a] ^ table[b] for a, b in pairs), *(table[i] for i in middle)):
                if not span >> (table[first] ^ step) & 1:
                    span |= shifted(span, step)
            option_values |= span
        return least_missing(option_values, index + 1), ()


def _halves(first: int, last: int) -> tuple[list[tuple[int, int]], list[int]]:
    """Returns the pairs of places strictly between two that lie symmetrically, and the place in the middle, if any."""
    pairs = [(first + k, last - k) for k in range(1, (last - first + 1) // 2)]
    return pairs, [(first + last) // 2] if (last - first) % 2 == 0 else []


class Patterns(Family):
    """Turn coins in one of these patterns, each given as the distances of its coins from its rightmost one.

    >>> [Patterns([(), (1,)]).value(n) for n in range(6)]
    [1, 2, 1, 2, 1, 2]
    """

    def __init__(self, patterns: Sequence[Others]) -> None:
        super().__init__()
        self.patterns = patterns

    def others(self, index: int) -> Iterator[Others]:
        for pattern in self.patterns:
            if all(distance <= index for distance in pattern):
                yield tuple(sorted(index - distance for distance in pattern))

    def allows(self, others: Others, index: int) -> bool:
        return others in set(self.others(index))
