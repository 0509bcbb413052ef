"""Tells listeners (the command line, a server's workers) when kernels are being compiled, which takes seconds."""

from __future__ import annotations

from collections.abc import Callable

#: Called with True when the compiler starts and with False when it ends. Compilations may be nested.
LISTENERS: list[Callable[[bool], None]] = []


def tell(starts: bool) -> None:
    """Tells the listeners that the compiler starts, or that it ends."""
    for listener in LISTENERS:
        listener(starts)
