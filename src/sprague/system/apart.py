"""Runs work that no exception interrupts, in a separate thread that continues even if the caller stops waiting.

The import of NumPy needs this, and so does Numba, which compiles users' own rules: neither can start again in the same
process after an interrupt.
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
    """Returns what ``work`` returns, or raises what it raises. A caller that was interrupted here may call again with
    the same ``key``, and the work is not repeated.

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
    """Releases the lock of Python's imports if this thread still has it.

    Python takes this lock while it looks for a module. If an exception from another thread strikes before Python has
    noted that it holds the lock, this thread keeps the lock for ever. This thread can still import modules, but any
    other thread, including one for work apart, would wait for ever. During a question no thread has a reason to hold
    the lock.
    """
    if _imp.lock_held():
        with contextlib.suppress(RuntimeError):  # this thread no longer has it, or never had it
            while True:
                _imp.release_lock()


def busy() -> bool:
    """Returns whether any work is still running. The process ends only when it has finished."""
    return any(work.begun and not work.over.is_set() for work in list(_WORKS.values()))


@atexit.register
def _end() -> None:
    """Waits until no thread is at work before the process ends."""
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
        """Starts the work if it has not started, and waits until it is done."""
        while not self.over.is_set():
            if not self.begun:  # it has not begun, perhaps because an exception has struck the thread
                start_new_thread(self.do, ())
            self.over.wait(1)

    def do(self) -> None:
        """Does the work in the first thread that calls this method."""
        if not self.first.acquire(blocking=False):
            return
        self.begun = True
        try:
            self.found = self.work()
        except BaseException as fault:
            self.fault = fault
        finally:
            self.over.set()
