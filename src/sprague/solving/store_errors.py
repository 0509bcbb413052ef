"""What may be wrong with the file of a store, in sentences."""

from __future__ import annotations

import os
import sqlite3

from sprague.system.file_lock import TakenError
from sprague.system.sqlite import is_busy
from sprague.words.errors import FileError
from sprague.words.messages import Message, say


class DamagedError(FileError):
    """A store that cannot be read, as part of it is missing or wrong."""


class OtherError(FileError):
    """A database that does not say that it is a store of a form known here."""


def sentence_of(error: sqlite3.Error, path: str, here: bool) -> FileError:
    """What SQLite complains of, for a person; ``here``: this process has the store open."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code & 0xFF == sqlite3.SQLITE_NOTADB:
        # Too short to be read, but what there is begins like a store.
        with open(path, "rb") as file:
            damaged = file.read(16) == b"SQLite format 3\0"
    elif code & 0xFF == sqlite3.SQLITE_READONLY:
        damaged = os.access(path, os.W_OK) and os.access(os.path.dirname(path) or ".", os.W_OK)
    elif code == sqlite3.SQLITE_ERROR:
        # Our own questions are right: what SQLite does not understand is a table that has become another.
        damaged = "transaction" not in str(error)
    else:
        damaged = code & 0xFF == sqlite3.SQLITE_CORRUPT or code == sqlite3.SQLITE_IOERR_SHORT_READ
    if damaged:
        return DamagedError(
            say(
                "the store is damaged and cannot be read ({problem}); sprague store repair keeps what is whole",
                problem=error,
            ),
            where=path,
        )
    return FileError(_sentence(error, here), where=path)


def busy(path: str, here: bool) -> FileError:
    """That somebody else has the store; ``here``: this process itself."""
    return FileError(_sentence(TakenError(say("another process is writing this file")), here), where=path)


def _sentence(error: Exception, here: bool) -> Message:
    if is_busy(error) and here:
        return say("the store is open in this process: close the Solver that has it (close(), or use `with`)")
    if is_busy(error):
        return say(
            "the store is in use by another process; wait for it, or use another store and merge later"
        )
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return say("expected a store, got another kind of file")
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return say(
            "cannot write to the store ({problem}); what was saved before is safe, make room and start again",
            problem=error,
        )
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return say("the store cannot be opened for writing ({problem})", problem=error)
    return say("the store cannot be used ({problem})", problem=error)
