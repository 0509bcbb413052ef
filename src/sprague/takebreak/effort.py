"""Estimates the memory, disk space and time of a run of heaps before it starts."""

from __future__ import annotations

import functools
from array import array
from bisect import bisect_left
from dataclasses import dataclass

from sprague.system.ask import MOMENT, Effort
from sprague.system.limits import bytes_text
from sprague.words.messages import say

from .codes import Code
from .methods import engines
from .small import small_values

#: The heaps from which the number of values is guessed.
PROBED = 48


@dataclass(frozen=True)
class Need:
    """The needs of a sequence in bytes: ``disk`` for its values (in a file or in memory), and ``memory`` in
    addition."""

    memory: int
    disk: int

    def __str__(self) -> str:
        return str(
            say(
                "{disk} for the values, {memory} to compute them",
                disk=bytes_text(self.disk),
                memory=bytes_text(self.memory),
            )
        )


def need(code: Code, to: int) -> Need:
    """Returns the bytes for g(0), ..., g(to): an upper estimate for values below 2^16 (below 2^8 half of it suffices).

    >>> from sprague.takebreak.codes import parse_code
    >>> print(need(parse_code("0.104"), 10**8))
    190.7 MiB for the values, 238.4 MiB to compute them
    """
    disk = 2 * (to + 1)
    names = engines(code)
    if "dense" in names:
        # The values again, backwards; the sparse space needs far less.
        return Need(disk + 50_000_000, disk)
    if "pairs" in names:
        # Rows of pair sums. In the worst case there are twice as many values as heaps, and at least 256.
        rows = len(code.digits) + 1 if code.most_heaps == 2 else to + 1
        return Need((code.most_heaps - 1) * rows * 32 + 50_000_000, disk)
    if "set" in names:  # the numbers that may be taken, as bits if there are many
        return Need((16 if "primes" in code.families else 1) * to + 1_000_000, disk)
    return Need(1_000_000, disk)


def small_effort(code: Code, to: int) -> Effort:
    """Estimates the effort of :func:`sprague.takebreak.small.small_values`: each digit once for each heap, and for
    splits into three and more heaps each value so far, whose number follows from the first heaps.

    >>> from sprague.takebreak.codes import parse_code
    >>> small_effort(parse_code("0.77"), 4096).at_hand
    True
    """
    ways = sum((digit >> 1).bit_count() for digit in code.digits[: to + 1])
    ways += sum((digit >> 1).bit_count() for digit in code.repeat)
    seconds = 1e-8 * to * min(ways, to * max(code.most_heaps, 1)) / 2
    if code.most_heaps == 2 and not code.infinite:
        seconds += 4e-10 * to * to
    elif code.most_heaps > 1:
        first = small_values(code, min(to, PROBED))
        values = min(to, (1 + max(first)) * to / len(first))
        seconds += 2e-8 * (code.most_heaps - 1) * to * values / 2
    return Effort(to + 1, 100 * to * max(code.most_heaps, 1), seconds)


def run_effort(code: Code, to: int) -> Effort:
    """Estimates the effort of computing g(0), ..., g(``to``) in memory.

    >>> from sprague.takebreak.codes import parse_code
    >>> run_effort(parse_code("0.6"), 10**6).bytes > 2 * 10**6
    True
    """
    amount = need(code, to)
    many = min(to + 1, 10**60)  # a float holds it
    return Effort(to + 1, amount.memory + amount.disk, many * seconds_a_heap(code, many))


def seconds_a_heap(code: Code, to: int) -> float:
    """Estimates the seconds for one of the heaps up to ``to``, with the engine that would be chosen."""
    name = engines(code)[0]
    if name == "set":
        # Primes are kept as bits, for 512 heaps at once; squares and rarer numbers are few.
        numbers = to / 250 if "primes" in code.families else to**0.5 if "squares" in code.families else 64
        return 5e-9 + 1.5e-9 * numbers
    if name == "take":
        return 5e-9
    if name == "pairs":
        return 5e-9 * min(to, 10**5) * (code.most_heaps - 1)
    if name == "plain":
        return 1e-7 * to
    splitting = max(sum(digit >> 2 > 0 for digit in code.digits), 1)
    without = (1e-11 * to + 2e-7) * splitting
    if to * without < MOMENT:  # too few heaps to look at their values
        return without
    rate = 2.5e-7 if small_effort(code, 4096).at_hand and rares_die_out(code) else 1e-5
    return min(rate, without)


@functools.lru_cache(maxsize=256)
def rares_die_out(code: Code) -> bool:
    """Returns whether the first thousands of values suggest that nearly all heaps have values in one half of the
    nimbers."""
    from .sparse_space import sparse_space

    space = sparse_space(code, memoryview(array("H", small_values(code, 4096))))
    return space is None or len(space.rares) - bisect_left(space.rares, 2048) < 100
