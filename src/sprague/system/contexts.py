"""Keeps settings in force while a question is answered, and never longer.

A bound or a clock in force is stored in a context variable. An exception (Ctrl-C, no memory left) may strike between
setting the variable and entering the block that resets it, and the setting would then stay. Each question therefore
runs in a context of its own, which is gone however the question ends.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from functools import wraps
from typing import ParamSpec, TypeVar

Words = ParamSpec("Words")
Found = TypeVar("Found")


def in_own_context(function: Callable[Words, Found]) -> Callable[Words, Found]:
    """Returns the function wrapped so that no setting it puts in force outlives the call. Not for generators."""

    @wraps(function)
    def inside(*words: Words.args, **choices: Words.kwargs) -> Found:
        return copy_context().run(function, *words, **choices)

    return inside
