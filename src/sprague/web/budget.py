"""The budget of a request, and the clock that measures its use."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Budget:
    """The budget of one request: ``seconds`` of processor time, ``bytes`` of resident memory beyond what the worker had
    at its beginning, and ``grace`` times its seconds of wall time. The grace is long, because on a busy machine a
    request gets only a small part of a core. It ends requests that wait for something other than the processor.

    ``share`` is the number of seconds that it may use while others wait for the same workers (None: all of them)."""

    seconds: float = 2.0
    bytes: int = 512 * 2**20
    grace: float = 30
    share: float | None = None

    @property
    def asked(self) -> float:
        """The seconds of processor time that the search itself may take; the rest is for reporting its results."""
        return 0.75 * self.seconds

    def clock(self, workers: int = 1) -> float:
        """Returns the seconds of wall time that a request may take beside others in a pool of ``workers``. Workers
        delay each other if there are more of them than cores.

        >>> Budget(seconds=2).clock()
        60.0
        """
        return self.grace * self.seconds * max(1.0, workers / cores())


def cores() -> int:
    """Returns the number of cores that the server may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BudgetError(Exception):
    """Raised when a request was stopped because it exceeded its budget, or its share while others waited, or when it
    lost its worker; ``kind`` says which."""

    def __init__(self, kind: Literal["time", "share", "memory", "lost"]) -> None:
        super().__init__(kind)
        self.kind = kind


class BusyError(Exception):
    """Raised when the queue is full; the request can be sent again later."""


def resident(pid: int | None) -> int:
    """Returns the bytes of resident memory of a process now. Returns 0 if the process has ended, and on systems without
    /proc, where only the time of a request is watched."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except (OSError, IndexError):
        return 0


def processor_time(pid: int | None) -> float | None:
    """Returns the seconds of processor time that a process has used, or None if it has ended or the system does not
    tell."""
    if sys.platform != "linux" or pid is None:
        return None
    try:
        # The clock of all threads of a process, numbered as in clock_getcpuclockid(3), is exact to the nanosecond;
        # /proc/PID/stat counts in hundredths of a second.
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return None


class Clock:
    """Measures the time that a request of the process ``pid`` has used."""

    def __init__(self, pid: int | None) -> None:
        self.pid = pid
        self.begun, self.used = time.monotonic(), processor_time(pid) or 0.0

    def is_over(self, seconds: float, clock: float) -> bool:
        """Returns whether the request has used more than ``seconds`` of processor time or ``clock`` seconds of wall
        time."""
        elapsed, now = time.monotonic() - self.begun, processor_time(self.pid)
        if now is None:
            return elapsed > seconds
        return now - self.used > seconds or elapsed > clock
