"""Locks a file, so that one process at a time works on it."""

from __future__ import annotations

import errno
import gc
import io
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sprague.words.errors import FileError
from sprague.words.messages import say

#: What the system says of a lock that another process has.
TAKEN = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)

#: Seconds between two tries for a lock, where the system does not wait for it.
PAUSE = 0.05


class TakenError(FileError):
    """Another process is using the file."""


class FileLock:
    """A lock on ``path``, held from creation until :meth:`release` is called or no reference to it remains.

    The lock is a file ``path.lock`` beside it, which is deleted on release. The lock of a killed process does no harm:
    the system releases it. A process that was forked meanwhile does not hold the lock.

    Raises TakenError if another process holds it; with ``wait``, waits for that process instead. Raises FileError if no
    lock can be made.
    """

    def __init__(self, path: Path, *, wait: bool = False) -> None:
        self._process = os.getpid()
        # Not a file descriptor: an exception between two lines would leave it open for good.
        self._file: io.FileIO | None = None
        if not path.name:
            raise FileError(say("expected the name of a file"), where=str(path))
        self._beside = path.with_name(path.name + ".lock")
        first_try = True
        while self._file is None:
            try:
                file = io.FileIO(self._beside, "a+", opener=_no_link)
            except OSError as error:
                raise FileError(
                    say("cannot write: {problem}", problem=error.strerror), where=str(path)
                ) from error
            try:
                _take(file, wait)
            except OSError as error:
                file.close()
                if error.errno in TAKEN:
                    if first_try:  # perhaps by an exception in this process
                        first_try = False
                        gc.collect()
                        continue
                    raise TakenError(say("another process is writing this file"), where=str(path)) from None
                raise FileError(
                    say("this file system has no locks: {problem}", problem=error.strerror), where=str(path)
                ) from error
            try:
                current = os.stat(self._beside).st_ino
            except FileNotFoundError:
                current = -1
            if current == os.fstat(file.fileno()).st_ino:
                self._file = file
            else:  # its owner has just deleted it: the next try makes a new one
                file.close()

    def release(self) -> None:
        """Releases the lock."""
        file, self._file = self._file, None
        if file is None:
            return
        if self._process == os.getpid():
            with suppress(OSError):  # Windows deletes no open file, so there the file stays
                os.unlink(self._beside)
        file.close()

    __del__ = release


def _no_link(path: str, flags: int) -> int:
    """Opens a file, but follows no link, which would make the lock somewhere else."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


def _take(file: io.FileIO, wait: bool) -> None:
    """Locks an open file until it is closed. Raises OSError if another process has it, or there are no locks."""
    try:
        import fcntl
    except ImportError:
        import msvcrt
    else:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        return
    file.seek(0)
    while True:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            return
        except OSError as error:
            if not wait or error.errno not in TAKEN:
                raise
            time.sleep(PAUSE)


@contextmanager
def only_one(path: Path, *, wait: bool = False) -> Iterator[None]:
    """Lets only one process at a time enter the block for ``path``. Raises TakenError if another process is in it; with
    ``wait``, waits for that process instead.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, only_one(Path(folder) / "g.npy"):
    ...     os.listdir(folder)
    ['g.npy.lock']
    """
    lock = FileLock(path, wait=wait)
    try:
        yield
    finally:
        lock.release()
