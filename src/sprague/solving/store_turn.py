"""Who has a store open: one process at a time, whatever else it does with the file.

SQLite's own lock is lost as soon as its process opens and closes the file in any other way, to copy it for instance;
and a process that was forked believes to have it. So there is a lock beside the file, of which SQLite knows nothing.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Protocol
from weakref import WeakValueDictionary

from sprague.system.file_lock import FileLock, TakenError
from sprague.system.sqlite import locked
from sprague.words.errors import FileError

from .store_errors import busy


class Open(Protocol):
    """A store that is open."""

    connection: sqlite3.Connection


#: The stores that this process has open, by their files: SQLite does not say who holds a lock.
OPEN: WeakValueDictionary[str, Open] = WeakValueDictionary()


def turn(path: str) -> FileLock | None:
    """The lock on a store; None where there are no locks, and SQLite speaks for itself. Raises FileError when another
    has it."""
    real = os.path.realpath(path)
    try:
        return locked(lambda: FileLock(Path(real)))
    except TakenError:
        raise busy(path, real in OPEN) from None
    except FileError:
        return None


def _forked() -> None:
    """In a process that was forked: forget what is open. A connection that is closed here would take the log away from
    the other process, so it is kept for as long as this one lasts."""
    import ctypes

    for store in list(OPEN.values()):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(store.connection))
    OPEN.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
