"""The two basic operations on values, for arguments already known to be whole numbers."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import reduce
from operator import xor


def nim_sum(values: Iterable[int]) -> int:
    """Returns the exclusive or of all values: the value of a sum of games with these values (Sprague 1935, Grundy
    1939).

    >>> nim_sum([3, 5, 7]), nim_sum([])
    (1, 0)
    """
    return reduce(xor, values, 0)


def mex(values: Container[int]) -> int:
    """Returns the smallest whole number >= 0 that is not among ``values``; a set answers fastest.

    Unlike this function, :func:`sprague.numbers.nimber.mex` checks its arguments.

    >>> mex({0, 1, 2, 5, 9}), mex(())
    (3, 0)
    """
    value = 0
    while value in values:
        value += 1
    return value
