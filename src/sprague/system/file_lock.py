"""A file for one process at a time."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sprague.words.errors import FileError
from sprague.words.messages import say


@contextmanager
def only_one(path: Path, *, wait: bool = False) -> Iterator[None]:
    """While it lasts no other process gets past the same call. When another is at work on ``path`` already: FileError,
    or with ``wait`` its end is waited for.

    The lock is a file beside it, ``path.lock``, which goes when the work is done. That of a killed process is no
    hindrance: the system lets go of it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, only_one(Path(folder) / "g.npy"):
    ...     os.listdir(folder)
    ['g.npy.lock']
    """
    try:
        import fcntl
    except ImportError:  # not every system has such locks
        yield
        return
    beside = path.with_name(path.name + ".lock")
    while True:
        try:
            number = os.open(beside, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise FileError(
                say("cannot write: {problem}", problem=error.strerror), where=str(path)
            ) from error
        try:
            fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError as error:
            os.close(number)
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise FileError(say("another process is writing this file"), where=str(path)) from None
            raise FileError(
                say("this file system has no locks: {problem}", problem=error.strerror), where=str(path)
            ) from error
        try:
            current = os.stat(beside).st_ino
        except FileNotFoundError:
            current = -1
        if current == os.fstat(number).st_ino:
            break
        os.close(number)  # whoever had it has just taken it away: the next try makes a new one
    try:
        yield
    finally:
        os.unlink(beside)
        os.close(number)
