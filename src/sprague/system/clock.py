"""Measures processor time: the cost of an answer on a busy machine too."""

from __future__ import annotations

import time
from collections.abc import Callable

#: Returns the seconds of processor time that this thread has used; those of the process where threads have no clock of
#: their own, as in a browser.
thread_seconds: Callable[[], float] = getattr(time, "thread_time", time.process_time)
