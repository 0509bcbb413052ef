"""What is in force while a function is at work, and never longer."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar, copy_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Value = TypeVar("Value")


def run_with(
    variable: ContextVar[Value],
    value: Value,
    function: Callable[P, T],
    /,
    *given: P.args,
    **choices: P.kwargs,
) -> T:
    """Call a function while ``variable`` is ``value``.

    The function has a context of its own, which is gone however the call ends. So whatever exception strikes, at
    whatever moment (Ctrl-C, no memory left), the variable is as it was before.
    """
    context = copy_context()
    context.run(variable.set, value)
    return context.run(function, *given, **choices)
