"""Processes of one's own: Ctrl-C is for the one who started them, who ends them."""

from __future__ import annotations

import signal
from multiprocessing.process import BaseProcess


def start(process: BaseProcess) -> None:
    """Start a process that Ctrl-C does not reach, not even while it still loads its modules.

    A terminal sends Ctrl-C to all processes; one that has not yet come to say that it ignores it would die of it,
    with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which would take the mask away
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # the process begins with it
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
