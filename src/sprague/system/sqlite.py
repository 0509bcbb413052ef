"""Taking the lock of an SQLite file that other processes may take at the same moment."""

from __future__ import annotations

import gc
import random
import sqlite3
import time
from collections.abc import Callable
from typing import TypeVar

from .file_lock import TakenError

T = TypeVar("T")

#: A lock is tried so often, which takes about a third of a second.
TRIES = 8


def locked(take: Callable[[], T]) -> T:
    """What ``take`` returns; it takes a lock, or lets go of what it has and raises SQLite's error.

    Two processes that take a lock at the same moment may be refused both, each because of the other. So whoever is
    refused tries again, at moments of chance. What an exception has left open in this process is closed before.

    >>> with sqlite3.connect(":memory:") as base:
    ...     locked(lambda: base.execute("BEGIN EXCLUSIVE")).rowcount
    -1
    """
    for tried in range(TRIES - 1):
        try:
            return take()
        except (sqlite3.Error, TakenError) as error:
            if not is_busy(error):
                raise
        if tried == 0:
            gc.collect()
        time.sleep(random.uniform(0.01, 0.09))
    return take()


def is_busy(error: BaseException) -> bool:
    """Whether another connection has the file, as SQLite or our own lock says."""
    return isinstance(error, TakenError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    )
