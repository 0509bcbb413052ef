"""Measures processor time: the cost of an answer on a busy machine too."""

from __future__ import annotations

import time
from collections.abc import Callable

_compiling = [0.0]

#: Returns the seconds of processor time that this thread has used; those of the process where threads have no clock of
#: their own, as in a browser.
thread_seconds: Callable[[], float] = getattr(time, "thread_time", time.process_time)


def used() -> float:
    """Returns the seconds of processor time that this process has used, except those spent compiling kernels."""
    return time.process_time() - _compiling[0]


def compiled(seconds: float) -> None:
    """Leaves out ``seconds`` that a compilation took."""
    _compiling[0] += seconds
