"""Runs work that no exception interrupts: a thread of its own does it, and goes on even if the caller stops waiting.

The import of NumPy needs this, and Numba, which compiles rules of a user's own: half-way interrupted, neither can
begin again in the same process.
"""

from __future__ import annotations

import _imp
import atexit
import contextlib
import threading
from _thread import start_new_thread
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Found = TypeVar("Found")

#: Work that has begun and whose result nobody has fetched yet, by key.
_WORKS: dict[Hashable, _Work] = {}


def apart(key: Hashable, work: Callable[[], Found]) -> Found:
    """Returns what ``work`` returns, or raises what it raises. A caller that was interrupted here may ask again with
    the same ``key``: the work is not done twice.

    >>> apart("six by seven", lambda: 6 * 7)
    42
    """
    let_others_import()
    under_way = _WORKS.setdefault(key, _Work(work))
    under_way.wait()
    _WORKS.pop(key, None)
    if under_way.fault is not None:
        raise under_way.fault
    answer: Found = under_way.found
    return answer


def let_others_import() -> None:
    """Gives back the lock of Python's imports where this thread still has it.

    Python takes it while it looks for a module. An exception from another thread that strikes right then, before
    Python notes that it has it, leaves it with this thread for ever. This thread may go on importing; any other one,
    so work apart too, would wait for it without end. While a question is asked no thread has the lock for a reason.
    """
    if _imp.lock_held():
        with contextlib.suppress(RuntimeError):  # this thread has it no more, or never had
            while True:
                _imp.release_lock()


def busy() -> bool:
    """Returns whether any work is still running. The process ends only when it has finished."""
    return any(work.begun and not work.over.is_set() for work in list(_WORKS.values()))


@atexit.register
def _end() -> None:
    """Let no thread be at work while the process is taken down."""
    let_others_import()
    for work in list(_WORKS.values()):
        if work.begun:
            work.over.wait()


class _Work:
    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.first, self.over = threading.Lock(), threading.Event()
        self.begun = False
        self.found: Any = None
        self.fault: BaseException | None = None

    def wait(self) -> None:
        """Starts the work if need be, and waits until it is done."""
        while not self.over.is_set():
            if not self.begun:  # not yet; or an exception has struck the thread before it began
                start_new_thread(self.do, ())
            self.over.wait(1)

    def do(self) -> None:
        """Does the work, in the first thread that calls this."""
        if not self.first.acquire(blocking=False):
            return
        self.begun = True
        try:
            self.found = self.work()
        except BaseException as fault:
            self.fault = fault
        finally:
            self.over.set()
