"""Bounds the time in which a worker for short questions reads a question. A text that takes longer counts as a long
question and goes to the other workers. This costs less than ending the worker from outside."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import SimpleNamespace
from typing import TypeVar

Found = TypeVar("Found")

#: The bound, in seconds of processor time.
SECONDS = 0.03

_clock = SimpleNamespace(bound=False, runs=False)


class TooLongError(BaseException):
    """Raised when reading takes longer. It does not mean that the question is wrong, so no handler of errors may catch
    it."""


def bound() -> None:
    """Bounds reading in this process, a worker, from now on. On a system without such a clock, only the pool bounds
    it."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, _stop)
        _clock.bound = True


def in_time(reader: Callable[[], Found]) -> Found:
    """Returns what ``reader`` returns. In a bound process it raises TooLongError if reading takes too long."""
    if not _clock.bound:
        return reader()
    _clock.runs = True
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        return reader()
    finally:
        _clock.runs = False  # the signal may already be on its way
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(*_: object) -> None:
    if _clock.runs:
        raise TooLongError
