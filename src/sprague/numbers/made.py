"""Bounds on the objects that one text creates. Short forms create much from few characters (``1e1000000``,
``complete:500``, ``subtract{1-100000}``), so everything that a text creates is bounded, before it is created."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from sprague.system.contexts import run_with
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

P = ParamSpec("P")
T = TypeVar("T")

#: The bound for a text in units of about 50 ns of work, and how many more units each of its characters allows.
MOST_MADE, MADE_A_CHARACTER = 800_000, 5

#: The cost in units of a digit of a number from a power, a cell of a board, a digit of a set that is kept digit by
#: digit, an edge of a graph with a short name, a row that is one of many, a term, a game not seen lately.
POWER_DIGIT, CELL, CODE_DIGIT, EDGE, ROW, TERM, GAME = 0.15, 0.02, 5.0, 6.0, 1.0, 60.0, 1000.0

#: The units that remain for the text that is being read.
_LEFT: ContextVar[list[float] | None] = ContextVar("left", default=None)


def reading(text: str, read: Callable[P, T], /, *arguments: P.args, **choices: P.kwargs) -> T:
    """Calls ``read``, which reads ``text``, with a bound on what it creates. A text inside another text that is being
    read shares the units of the outer one.

    >>> reading("nim 1e9", make, 10**9, POWER_DIGIT, "nim 1e9")
    Traceback (most recent call last):
    ...
    sprague.words.errors.TooLargeError: this stands for more than a text of 7 characters may in 'nim 1e9'
    """
    if _LEFT.get() is not None:
        return read(*arguments, **choices)
    room: list[float] | None = [MOST_MADE + MADE_A_CHARACTER * len(text), len(text)]
    return run_with(_LEFT, room, read, *arguments, **choices)


def make(count: int, units: float, where: str | None) -> None:
    """Must be called before ``count`` things are created that cost ``units`` each. Raises TooLargeError if too few
    units remain for the text that is being read. While no text is being read, nothing is bounded."""
    units_left = _LEFT.get()
    if units_left is None:
        return
    units_left[0] -= units * min(count, 10**18)
    if units_left[0] < 0:
        raise TooLargeError(
            say("this stands for more than a text of {count} characters may", count=int(units_left[1])),
            where=where,
        )
