"""Who wants to know when kernels are being compiled, which takes seconds: the command line, a server's workers."""

from __future__ import annotations

from collections.abc import Callable

#: Called with True when the compiler starts and with False when it ends; within one compilation there may be others.
LISTENERS: list[Callable[[bool], None]] = []


def tell(starts: bool) -> None:
    """The compiler starts, or ends."""
    for listener in LISTENERS:
        listener(starts)
