"""What one text may make. Short forms make much of few characters (``1e1000000``, ``complete:500``,
``subtract{1-100000}``): all that is made of a text together is bounded, before it is made."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from sprague.system.contexts import run_with
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

P = ParamSpec("P")
T = TypeVar("T")

#: What a text may make in units of about 50 ns of work, and how many more for each of its characters.
MOST_MADE, MADE_A_CHARACTER = 800_000, 5

#: What it takes, in units: a digit of a number from a power, a cell of a board, a digit of a set that is kept digit by
#: digit, an edge of a graph with a short name, a row that is one of many, a term, a game that was not met lately.
POWER_DIGIT, CELL, CODE_DIGIT, EDGE, ROW, TERM, GAME = 0.15, 0.02, 5.0, 6.0, 1.0, 60.0, 1000.0

#: What is left of the room of the text that is being read.
_LEFT: ContextVar[list[float] | None] = ContextVar("left", default=None)


def reading(text: str, read: Callable[P, T], /, *given: P.args, **choices: P.kwargs) -> T:
    """Call ``read`` with a bound on what is made, for it reads ``text``. A text within one that is being read shares
    its room.

    >>> reading("nim 1e9", make, 10**9, POWER_DIGIT, "nim 1e9")
    Traceback (most recent call last):
    ...
    sprague.words.errors.TooLargeError: this stands for more than a text of 7 characters may in 'nim 1e9'
    """
    if _LEFT.get() is not None:
        return read(*given, **choices)
    room: list[float] | None = [MOST_MADE + MADE_A_CHARACTER * len(text), len(text)]
    return run_with(_LEFT, room, read, *given, **choices)


def make(count: int, units: float, where: str | None) -> None:
    """Called before ``count`` things are made that take so many ``units`` each; raises TooLargeError when the text
    that is being read has no room for them. Beside the reading of a text nothing is bounded."""
    left = _LEFT.get()
    if left is None:
        return
    left[0] -= units * min(count, 10**18)
    if left[0] < 0:
        raise TooLargeError(
            say("this stands for more than a text of {count} characters may", count=int(left[1])), where=where
        )
