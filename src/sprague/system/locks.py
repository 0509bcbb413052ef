"""Tables that grow are for one thread at a time: questions may be asked from several, and wait for each other.

Each table, search or family of searches has a lock of its own. Who holds one asks only what lies below: an engine its
values, a solver its store.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Guarded(Protocol):
    """An object with a lock that its thread may take again (``threading.RLock``)."""

    alone: AbstractContextManager[Any]


Self = TypeVar("Self", bound=Guarded)
Words = ParamSpec("Words")
Found = TypeVar("Found")


def alone(method: Callable[Concatenate[Self, Words], Found]) -> Callable[Concatenate[Self, Words], Found]:
    """A method that other threads wait for, and for all others that are marked so and have the same lock."""

    @wraps(method)
    def one_by_one(self: Self, /, *words: Words.args, **choices: Words.kwargs) -> Found:
        with self.alone:
            return method(self, *words, **choices)

    return one_by_one
