"""What is in force while a question is answered, and never longer.

A bound, a clock or a room that is put in force stands in a context variable. Between putting it there and the block
that takes it away again an exception may strike (Ctrl-C, no memory left), and it would stay: so questions have a
context of their own, which is gone however they end.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from functools import wraps
from typing import ParamSpec, TypeVar

Words = ParamSpec("Words")
Found = TypeVar("Found")


def in_own_context(function: Callable[Words, Found]) -> Callable[Words, Found]:
    """A function, no generator, behind which nothing stays in force that it has put in force."""

    @wraps(function)
    def inside(*words: Words.args, **choices: Words.kwargs) -> Found:
        return copy_context().run(function, *words, **choices)

    return inside
