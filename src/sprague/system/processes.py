"""Child processes. Ctrl-C reaches only the parent, which ends its children. If the parent ends, they end, too."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

#: Whether the system can fork processes from one that has loaded what they need.
FORKS = "forkserver" in multiprocessing.get_all_start_methods()


def start(process: BaseProcess) -> None:
    """Starts a process that Ctrl-C does not reach, not even while it loads its modules.

    A terminal sends Ctrl-C to all its processes. A process that is not yet ignoring it would die with a traceback.
    """
    _without_interrupts(process.start)


def start_apart(process: BaseProcess) -> None:
    """Works like :func:`start`, for a process that needs nothing of the program that starts it. Otherwise
    multiprocessing would run that program's script again, and a script without a guard would start everything twice."""
    with _one_by_one:  # several threads may start some
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            start(process)
        finally:
            sys.modules["__main__"] = script


_one_by_one = threading.Lock()


def start_forkserver() -> None:
    """Starts the process from which the method ``forkserver`` forks, unless it is running. It then loads its modules
    (``set_forkserver_preload``) while the caller goes on."""
    from multiprocessing import forkserver

    _without_interrupts(forkserver.ensure_running)


def end_forkserver() -> None:
    """Ends the process from which others are forked, even if it was stopped and does not respond. Afterwards no call
    waits for it, to fork a process or to learn that one has ended. The next start of a process starts it anew."""
    if not FORKS:
        return
    from multiprocessing import forkserver

    pid = getattr(getattr(forkserver, "_forkserver", None), "_forkserver_pid", None)
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _without_interrupts(begin: Callable[[], Any]) -> None:
    if hasattr(signal, "pthread_sigmask"):
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # this would take the mask away
    with interrupts_held():  # the process inherits it
        begin()


@contextlib.contextmanager
def interrupts_held() -> Iterator[Callable[[], None]]:
    """Holds Ctrl-C back until the end of the block, or until the block calls the function that it gets."""
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
    """Makes this process, which multiprocessing started, end as soon as its parent has ended in any way. Nothing else
    would end it."""
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        import fcntl

        # The system ends the process whatever it is doing: the signal for the pipe's end is deadly.
        pipe = int(parent.sentinel)
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
        if connection.wait([pipe], 0):  # it had ended before
            os._exit(1)
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
