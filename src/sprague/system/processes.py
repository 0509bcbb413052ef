"""Processes of one's own: Ctrl-C is for the one who started them, who ends them, and when that is gone they end."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any


def start(process: BaseProcess) -> None:
    """Start a process that Ctrl-C does not reach, not even while it still loads its modules.

    A terminal sends Ctrl-C to all processes; one that has not yet come to say that it ignores it would die of it,
    with a traceback.
    """
    _without_interrupts(process.start)


def start_apart(process: BaseProcess) -> None:
    """Like :func:`start`, for a process that needs nothing of the program that starts it: multiprocessing would have it
    run that program's script, which, where nothing guards it, would start what it starts again."""
    with _one_by_one:  # several threads may start some
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            start(process)
        finally:
            sys.modules["__main__"] = script


_one_by_one = threading.Lock()


def start_forkserver() -> None:
    """Start the process that those of the method ``forkserver`` are forked from, if it is not there yet: so it loads
    its modules (``set_forkserver_preload``) while the caller goes on."""
    from multiprocessing import forkserver

    _without_interrupts(forkserver.ensure_running)


def end_forkserver() -> None:
    """End the process that others are forked from, also where it answers nothing, for it was stopped: whoever waits for
    it, to fork one or to tell that one is gone, waits no longer. The next that is started starts it anew."""
    from multiprocessing import forkserver

    pid = getattr(getattr(forkserver, "_forkserver", None), "_forkserver_pid", None)
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _without_interrupts(begin: Callable[[], Any]) -> None:
    if hasattr(signal, "pthread_sigmask"):
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # which would take the mask away
    with interrupts_held():  # the process begins with it
        begin()


@contextlib.contextmanager
def interrupts_held() -> Iterator[Callable[[], None]]:
    """Let Ctrl-C wait until the end of this, or until what is handed over is called."""
    if not hasattr(signal, "pthread_sigmask"):
        yield lambda: None
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

    def go_on() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    try:
        yield go_on
    finally:
        go_on()


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
