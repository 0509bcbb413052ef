"""Sprague's databases: SQLite files of rows that can be computed again. Each row has a checksum of its content.

One process writes, and holds a lock file beside the database: SQLite loses its own lock as soon as the process opens
and closes the file in any other way, for instance to copy it. Every change is one transaction of a write-ahead log. A
process killed at any moment therefore leaves the file as it was after the last complete transaction.

A damaged file is never overwritten. It is set aside under another name, and a new file begins with the rows that SQLite
still reads and whose checksums match.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from sprague.words.digits import shown
from sprague.words.errors import FileError
from sprague.words.messages import Message, say

from .closing import Closing
from .file_lock import FileLock, TakenError
from .sealed import warn_of_damage

Row = tuple[Any, ...]

#: The first bytes of every database, and the smallest size of one.
_SQLITE, _LEAST = b"SQLite format 3\0", 512

#: The bytes at the end of a journal that names another file.
_NAMED = bytes.fromhex("d9d505f920a163d7")

#: SQLite's version number of a file holds the form, and from this bit on the number of rows, so that missing rows are
#: noticed.
_FORMS = 256

#: Seconds to wait for another connection that reads the file.
_PATIENCE = 0.5

#: The databases that this process has open for writing, by file.
_OPEN: WeakValueDictionary[str, Database] = WeakValueDictionary()


class DamagedError(FileError):
    """A database cannot be read, because part of it is missing or wrong."""


class Table(NamedTuple):
    """A table: its columns, as SQL, and a function that says whether a row matches its checksum."""

    columns: str
    is_whole: Callable[[Row], bool]


class Form(NamedTuple):
    """A kind of database: its mark in the file, the version of its tables, and the tables by name."""

    mark: int
    version: int
    tables: Mapping[str, Table]


class Database(Closing):
    """An open database. Use it in a ``with`` statement, or call :meth:`close`.

    ``create`` creates the file if it does not exist, and begins it anew if it is damaged. Raises FileError if the file
    belongs to another program, has another form, is in use by another process, or cannot be opened. Raises DamagedError
    if it is damaged and must not be begun anew.
    """

    def __init__(self, path: str | os.PathLike[str], form: Form, *, create: bool = False) -> None:
        if not isinstance(path, (str, os.PathLike)) or not os.fspath(path) or "\0" in os.fspath(path):
            raise FileError(say("expected the name of a file as the store, got {path}", path=shown(path)))
        self.path = os.fspath(path)
        self.form = form
        if os.path.isdir(self.path):
            raise FileError(say("expected a store, got a folder"), where=self.path)
        if not create and not os.path.exists(self.path):
            raise FileError(say("expected a store, but there is no such file"), where=self.path)
        self._create = create
        self._closed = False
        self._process = os.getpid()
        self._lock = self._locked()
        try:
            try:
                self._open()
            except DamagedError:
                if not create:
                    raise
                self.begin_anew()
        except BaseException:
            self._unlock()
            raise
        _OPEN[os.path.realpath(self.path)] = self

    def close(self) -> None:
        """Closes the file. Does nothing in a process that was forked meanwhile."""
        if self._process != os.getpid():
            return
        self._closed = True
        with self._sentences():
            self.connection.close()
        self._unlock()

    def renew(self) -> None:
        """Rolls back the transaction that an exception cut short."""
        if self._closed:
            return
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.ProgrammingError:  # closed, because the file was to be begun anew
            self._open()

    def rows(self, question: str, *parameters: object) -> list[Row]:
        """Returns the rows that an SQL query selects."""
        with self._sentences():
            return self.connection.execute(question, parameters).fetchall()

    @contextmanager
    def writing(self) -> Iterator[Callable[..., object]]:
        """Gives the block a function (SQL, parameters) that writes. Its writes are one transaction: all happen, or
        none."""
        with self._sentences(), _transaction(self.connection):
            yield lambda change, *parameters: self.connection.execute(change, parameters)
            _count(self.connection, self.form)

    def is_sound(self) -> bool:
        """Returns whether SQLite finds the pages of the file intact. If not, they must not be overwritten."""
        return self.rows("PRAGMA quick_check(1)") == [("ok",)]

    def damage(self) -> Iterator[Message]:
        """Yields a sentence for each fault of the file itself."""
        for (line,) in self.rows("PRAGMA integrity_check"):
            if line != "ok":
                yield say("SQLite says: {problem}", problem=line)

    def begin_anew(self) -> None:
        """Sets the file aside, and continues with a new one that holds the undamaged rows."""
        draft = f"{self.path}.new"
        for end in ("", "-journal"):
            Path(draft + end).unlink(missing_ok=True)
        with self._sentences():
            if hasattr(self, "connection"):
                self.connection.close()
            try:
                with closing(_connected(draft, "rwc")) as base, _transaction(base):
                    _make(base, self.form)
                    for name, row in self._whole_rows():
                        marks = ", ".join("?" * len(row))
                        base.execute(f"INSERT OR IGNORE INTO {name} VALUES ({marks})", row)
                    _count(base, self.form)
                old_file = self._set_aside(draft)
            except OSError as error:
                words = say("cannot write: {problem}", problem=error.strerror or str(error))
                raise FileError(words, where=self.path) from error
            finally:
                Path(draft).unlink(missing_ok=True)
        warn_of_damage(
            say(
                "the store was damaged: it is kept as {file}, and a new one begins with what could be read",
                file=old_file,
            ),
            self.path,
        )
        self._open()

    def _whole_rows(self) -> Iterator[tuple[str, Row]]:
        """Yields the rows that SQLite reads and whose checksums match, with their tables."""
        unreadable = sqlite3.Error, UnicodeDecodeError
        for name, table in self.form.tables.items():
            with suppress(*unreadable), closing(_connected(self.path, "ro")) as base:
                if not _is_plain(base, self.form):
                    continue
                for number in base.execute(f"SELECT rowid FROM {name}"):
                    with suppress(*unreadable):
                        row = base.execute(f"SELECT * FROM {name} WHERE rowid = ?", number).fetchone()
                        if row is not None and table.is_whole(row):
                            yield name, row

    def _set_aside(self, draft: str) -> str:
        """Gives the draft the name of the file. Returns the new name of the old file."""
        old_file, number = f"{self.path}.damaged", 1
        while os.path.exists(old_file):
            number += 1
            old_file = f"{self.path}.damaged-{number}"
        os.replace(self.path, old_file)
        log = Path(f"{self.path}-wal")
        if log.exists() and log.stat().st_size:
            log.replace(f"{old_file}-wal")
        for rest in (log, Path(f"{self.path}-shm")):
            rest.unlink(missing_ok=True)
        os.replace(draft, self.path)
        return old_file

    def _open(self) -> None:
        size = os.path.getsize(self.path) if os.path.exists(self.path) else 0
        if size:
            with open(self.path, "rb") as file:
                head = file.read(len(_SQLITE))
            if size < _LEAST or head != _SQLITE:
                raise FileError(say("expected a store, got another kind of file"), where=self.path)
        with self._sentences():
            self.connection = _connected(self.path, "rwc" if self._create else "rw")
            try:
                self._begin()
            except BaseException:
                self.connection.close()
                raise

    def _begin(self) -> None:
        """Makes the tables of a new file, or checks that an old file is complete and has this form. Locks the file."""
        run = self.connection.execute
        run(
            "PRAGMA locking_mode = EXCLUSIVE"
        )  # from the first transaction on, until the connection is closed
        # Identify the file before writing anything: a file of another program must stay as it is.
        mark, version = (run(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        tables = run("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if mark != self.form.mark and (mark or tables):
            raise FileError(say("expected a store, got a database of another program"), where=self.path)
        if mark and version % _FORMS != self.form.version:
            raise FileError(
                say(
                    "the store has form {got}, this version of Sprague reads form {wanted}; "
                    "nothing was changed: open it with the version that made it",
                    got=version % _FORMS,
                    wanted=self.form.version,
                ),
                where=self.path,
            )
        if not mark and not self._create:
            raise FileError(say("expected a store, got an empty file"), where=self.path)
        if not mark:
            with _transaction(self.connection):
                _make(self.connection, self.form)
        elif not _is_plain(self.connection, self.form):
            raise DamagedError(say("the store is damaged (it holds more than tables)"), where=self.path)
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        with _transaction(self.connection):
            pass  # takes the lock
        # One query reads all of it, so that another process cannot write in between.
        same = f"SELECT user_version / {_FORMS} = {_readable(self.form)} FROM pragma_user_version"
        if not run(same).fetchone()[0]:
            raise DamagedError(say("the store is damaged (rows are missing)"), where=self.path)

    def _locked(self) -> FileLock | None:
        """Returns the lock on the file, or None if the system has no locks and SQLite's own errors must suffice."""
        try:
            return FileLock(Path(os.path.realpath(self.path)))
        except TakenError:
            raise self._busy() from None
        except FileError:
            return None

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()
        if _OPEN.get(os.path.realpath(self.path)) is self:
            del _OPEN[os.path.realpath(self.path)]

    def _busy(self) -> FileError:
        if os.path.realpath(self.path) in _OPEN:
            words = say("the store is open in this process: close it first (close(), or use `with`)")
        else:
            words = say("the store is in use by another process; wait for it, or use another store")
        return FileError(words, where=self.path)

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turns SQLite's errors into ours."""
        if self._process != os.getpid():
            raise FileError(
                say("the store was opened before this process was forked: each opens one of its own"),
                where=self.path,
            )
        try:
            yield
        except sqlite3.Error as error:
            raise self._sentence(error) from error
        except UnicodeDecodeError as error:  # even SQLite's complaint about a damaged file may be damaged
            raise DamagedError(say("the store is damaged"), where=self.path) from error

    def _sentence(self, error: sqlite3.Error) -> FileError:
        extended = getattr(error, "sqlite_errorcode", 0)
        code = extended & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return self._busy()
        # A damaged file may claim to be read-only.
        writable = os.access(self.path, os.W_OK) and os.access(os.path.dirname(self.path) or ".", os.W_OK)
        if (
            code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
            or extended == sqlite3.SQLITE_IOERR_SHORT_READ
            or (code == sqlite3.SQLITE_READONLY and writable)
        ):
            words = say("the store is damaged and cannot be read ({problem})", problem=error)
            return DamagedError(words, where=self.path)
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            words = say(
                "cannot write to the store ({problem}); what was saved before is safe, make room and start again",
                problem=error,
            )
        else:
            words = say("the store cannot be opened ({problem})", problem=error)
        return FileError(words, where=self.path)


def _connected(path: str, mode: str) -> sqlite3.Connection:
    _refuse_journal_of_others(path)
    # As a URI, so that ":memory:" and "file:x?mode=memory" are names of files, and nothing else.
    address = f"{Path(path).absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(
        address, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    return connection


def _refuse_journal_of_others(path: str) -> None:
    """Raises FileError if the journal beside a database names a file, at its end. SQLite deletes this file, wherever it
    is. It has been written for a transaction on several databases, and Sprague makes none."""
    end = b""
    with suppress(OSError), open(f"{os.path.realpath(path)}-journal", "rb") as journal:
        journal.seek(-len(_NAMED), os.SEEK_END)
        end = journal.read()
    if end == _NAMED:
        raise FileError(say("expected a store, got one whose journal names another file"), where=path)


def _is_plain(connection: sqlite3.Connection, form: Form) -> bool:
    """Returns whether a file holds nothing but tables with columns of their own. What reads anything else runs what the
    file says: a view need not end."""
    entries = connection.execute("SELECT type, sql FROM sqlite_schema").fetchall()
    tables = all(kind == "table" and str(sql).startswith("CREATE TABLE ") for kind, sql in entries)
    columns = (row for name in form.tables for row in connection.execute(f"PRAGMA table_xinfo({name})"))
    return tables and not any(hidden for *_, hidden in columns)


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _make(connection: sqlite3.Connection, form: Form) -> None:
    connection.execute(f"PRAGMA application_id = {form.mark}")
    connection.execute(f"PRAGMA user_version = {form.version}")
    for name, table in form.tables.items():
        connection.execute(f"CREATE TABLE {name} {table.columns}")


def _counted(form: Form) -> str:
    """Returns an SQL expression for the number of rows. SQLite counts in an index if there is one."""
    return " + ".join(f"(SELECT count(*) FROM {name})" for name in form.tables)


def _readable(form: Form) -> str:
    """Returns an SQL expression for the number of rows in the tables themselves. In a damaged file an index may list
    rows that do not exist, and one page may replace another."""
    return " + ".join(f"(SELECT count(DISTINCT rowid) FROM {name} NOT INDEXED)" for name in form.tables)


def _count(connection: sqlite3.Connection, form: Form) -> None:
    """Records the number of rows in the file."""
    (count,) = connection.execute(f"SELECT {_counted(form)}").fetchone()
    connection.execute(f"PRAGMA user_version = {form.version + _FORMS * count}")


def _forked() -> None:
    """Forgets the open databases in a forked process. Closing a connection here would take the log away from the other
    process, so connections are kept for as long as this process lasts."""
    import ctypes

    for database in list(_OPEN.values()):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(database.connection))
    _OPEN.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
