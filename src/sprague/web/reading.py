"""How long a worker for short questions may take to read one: what is hard to read is found to be long, and goes to
the others, whatever it says. The worker is not lost by that, as it would be if it were ended from outside."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import SimpleNamespace
from typing import TypeVar

Found = TypeVar("Found")

#: Seconds of processor time.
SECONDS = 0.03

_clock = SimpleNamespace(bound=False, runs=False)


class TooLongError(BaseException):
    """It took longer: no error of the question, so nothing on the way is to catch it."""


def bound() -> None:
    """From here on this process, a worker, may read so long only; where the system has no such clock, the pool alone
    sees to it."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, _stop)
        _clock.bound = True


def in_time(read: Callable[[], Found]) -> Found:
    """What ``read`` returns. Raises TooLongError where it takes too long, in a process that is bound."""
    if not _clock.bound:
        return read()
    _clock.runs = True
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        return read()
    finally:
        _clock.runs = False  # the signal may be under way already
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(*_: object) -> None:
    if _clock.runs:
        raise TooLongError
