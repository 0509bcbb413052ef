"""Processes of one's own: Ctrl-C is for the one who started them, who ends them, and when that is gone they end."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any


def start(process: BaseProcess) -> None:
    """Start a process that Ctrl-C does not reach, not even while it still loads its modules.

    A terminal sends Ctrl-C to all processes; one that has not yet come to say that it ignores it would die of it,
    with a traceback.
    """
    _without_interrupts(process.start)


def start_forkserver() -> None:
    """Start the process that those of the method ``forkserver`` are forked from, if it is not there yet: so it loads
    its modules (``set_forkserver_preload``) while the caller goes on."""
    from multiprocessing import forkserver

    _without_interrupts(forkserver.ensure_running)


def _without_interrupts(begin: Callable[[], Any]) -> None:
    if not hasattr(signal, "pthread_sigmask"):
        begin()
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which would take the mask away
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # the process begins with it
    try:
        begin()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent() -> None:
    """End this process, which was started by multiprocessing, as soon as the one that started it is gone, by whatever
    end: nobody would end it any more."""
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        import fcntl

        # The system itself ends it, whatever it is at: the signal that tells of the pipe's end is deadly.
        pipe = int(parent.sentinel)
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
        if connection.wait([pipe], 0):  # it was gone before
            os._exit(1)
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
