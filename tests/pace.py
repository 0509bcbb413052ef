"""How fast this machine is at this moment, so that a bound in seconds holds on a slower or a busy one as well.

Tests compare the processor's time, never the time on the wall. A bound stands for the machine on which it was set, and
is stretched by the time that a reference work takes now.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any

#: CPU seconds of the reference work on the machine on which the bounds were set.
USUAL = 0.0105

#: How far a test that always runs may exceed its bound: it detects work that grows too fast, not a slow afternoon.
MARGIN = 4


def reference_work() -> int:
    """Makes numbers, texts, lists and dictionaries, as the code of the tests does."""
    count: dict[str, int] = {}
    for number in range(50_000):
        digits = str(number * number)
        count[digits[-3:]] = count.get(digits[-3:], 0) + len(digits)
    return sum(sorted(count.values()))


def seconds_of(work: Callable[[], Any]) -> float:
    """Returns the CPU seconds that this process takes for ``work``. No garbage is collected meanwhile: to look through
    all that the tests before have left takes half a second."""
    collects = gc.isenabled()
    gc.disable()
    try:
        begun = time.process_time()
        work()
        return time.process_time() - begun
    finally:
        if collects:
            gc.enable()


def pace() -> float:
    """Returns how many times as long as usual the reference work takes now."""
    return min(seconds_of(reference_work) for _ in range(3)) / USUAL


def exceeds(work: Callable[[], Any], bound: float, margin: float = MARGIN) -> str:
    """Returns "" if ``work`` takes at most ``margin`` times ``bound`` seconds of CPU at the pace of this machine, or
    does so at one of two more tries; otherwise a sentence."""
    for _ in range(3):
        seconds = seconds_of(work)
        if seconds <= bound or seconds <= margin * bound * pace():
            return ""
    return f"{seconds:.2f} s of CPU; {bound} s was expected on a machine {pace():.1f} times as fast"
