"""What one request may use, and the clock that says when it has."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from typing import Literal

#: Seconds of processor time that a compilation may take; in wall time it, or the start of a worker, may take longer,
#: for one that was ended would begin again with the next request.
COMPILE_LIMIT = 60.0
COMPILE_PATIENCE = 900.0


@dataclass(frozen=True)
class Budget:
    """What one request may use: ``seconds`` of processor time, ``bytes`` of resident memory beyond what the worker had
    when it began, and ``grace`` times its seconds of wall time, for on a busy machine it has a part of a core only.

    ``share``: the seconds that it may use while others wait for the same workers; None: all of its seconds."""

    seconds: float = 2.0
    bytes: int = 512 * 2**20
    grace: float = 2.5
    share: float | None = None

    @property
    def asked(self) -> float:
        """Seconds of processor time that the question may take, so that what was found by then is still told."""
        return 0.75 * self.seconds

    def clock(self, workers: int = 1) -> float:
        """Seconds of wall time that a request may take beside others in a pool of ``workers``: where these are more
        than the cores, they make each other wait.

        >>> Budget(seconds=2).clock()
        5.0
        """
        return self.grace * self.seconds * max(1.0, workers / cores())


def cores() -> int:
    """The cores that the server may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BudgetError(Exception):
    """A request passed its budget, or its share while others waited, and was stopped, or it lost its worker; ``kind``
    says which."""

    def __init__(self, kind: Literal["time", "share", "memory", "lost"]) -> None:
        super().__init__(kind)
        self.kind = kind


class BusyError(Exception):
    """The queue is full; try again later."""


def resident(pid: int | None) -> int:
    """Bytes of resident memory of a process now; 0 when it is gone, and on systems without /proc, where only the time
    of a request is watched."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except (OSError, IndexError):
        return 0


def processor_time(pid: int | None) -> float | None:
    """Seconds of processor time that a process has used; None when it is gone, and on systems that do not say."""
    if sys.platform != "linux" or pid is None:
        return None
    try:
        # The clock of all threads of a process, numbered as in clock_getcpuclockid(3): to the nanosecond, where
        # /proc/PID/stat counts in hundredths of a second.
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return None


class Clock:
    """The time that a request of the process ``pid`` has used, compiling left out."""

    def __init__(self, pid: int | None) -> None:
        self.pid = pid
        self.begun, self.used = time.monotonic(), processor_time(pid) or 0.0
        self.paused: tuple[float, float] | None = None

    def pause(self) -> None:
        """The worker compiles from here on."""
        if self.paused is None:
            self.paused = (time.monotonic(), processor_time(self.pid) or 0.0)

    def go_on(self) -> None:
        """The worker has compiled."""
        if self.paused is not None:
            self.begun += time.monotonic() - self.paused[0]
            self.used += (processor_time(self.pid) or 0.0) - self.paused[1]
            self.paused = None

    def is_over(self, seconds: float, clock: float) -> bool:
        """Whether the request has used more than ``seconds`` of processor time or ``clock`` seconds of wall time, or
        a compilation takes too long."""
        begun, used = self.begun, self.used
        if self.paused is not None:
            (begun, used), seconds, clock = self.paused, COMPILE_LIMIT, COMPILE_PATIENCE
        taken, now = time.monotonic() - begun, processor_time(self.pid)
        if now is None:
            return taken > seconds
        return now - used > seconds or taken > clock
