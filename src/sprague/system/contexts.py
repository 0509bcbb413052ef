"""Values of context variables that hold only while a function runs."""

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
    *arguments: P.args,
    **choices: P.kwargs,
) -> T:
    """Calls a function while ``variable`` is ``value``.

    The function runs in a separate context, which disappears however the call ends. So after any exception at any
    moment (Ctrl-C, no memory left) the variable has its former value.
    """
    context = copy_context()
    context.run(variable.set, value)
    return context.run(function, *arguments, **choices)
