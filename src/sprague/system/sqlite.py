"""Taking the lock of an SQLite file that other processes may take at the same moment."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

#: A lock is tried so often, which takes about a third of a second.
TRIES = 8


def locked(take: Callable[[], T]) -> T:
    """What ``take`` returns; it takes a lock, or lets go of what it has and raises SQLite's error.

    Two processes that take a lock at the same moment may be refused both, each because of the other. So whoever is
    refused tries again, at moments of chance.

    >>> with sqlite3.connect(":memory:") as base:
    ...     locked(lambda: base.execute("BEGIN EXCLUSIVE")).rowcount
    -1
    """
    for _ in range(TRIES - 1):
        try:
            return take()
        except sqlite3.Error as error:
            if not is_busy(error):
                raise
        time.sleep(random.uniform(0.01, 0.09))
    return take()


def is_busy(error: sqlite3.Error) -> bool:
    """Whether SQLite says that another connection has the file."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
