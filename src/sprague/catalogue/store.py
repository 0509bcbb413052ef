"""The ledger of jobs and the rows found, in one SQLite file (WAL).

One connection writes, that of the master; a job and its rows are entered in one transaction, so that a kill at
any moment leaves whole jobs only. A second sweep on the same file is refused while the first is at work.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sprague.system.folders import home
from sprague.system.sqlite import is_busy, locked
from sprague.words.errors import FileError
from sprague.words.messages import say

FORMAT = "sprague-catalogue/1"

_TABLES = f"""
BEGIN;
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE jobs (
    key TEXT PRIMARY KEY, arguments TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
    error TEXT, seconds REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE rows (code TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO about VALUES ('format', '{FORMAT}');
COMMIT;
"""


def usual_path() -> Path:
    """Where the store is when no file is named."""
    return home() / "catalogue.sqlite"


class Store:
    """A store opened for writing (``with Store(path) as store``); raises FileError when it is in use or is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = locked(lambda: _lock(path))
        except sqlite3.Error as error:
            if is_busy(error):
                raise FileError(say("another sweep is at work on this store"), where=str(path)) from None
            raise FileError(
                say("cannot open the store: {problem}", problem=str(error)), where=str(path)
            ) from None
        except OSError as error:
            raise FileError(
                say("cannot open the store: {problem}", problem=error.strerror or str(error)), where=str(path)
            ) from error
        try:
            if path.exists():  # another program's file is left as it is
                check = _connect(path, readonly=True)
                _check(check, path, empty=True)
                check.close()
            self._base = _connect(path)
            if _is_empty(self._base):
                self._base.executescript(_TABLES)
        except BaseException:
            self._lock.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *rest: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()
        self._lock.close()

    def enter(self, jobs: Iterable[tuple[str, list[Any]]]) -> None:
        """Enter jobs that are not in the ledger; failed ones are opened again."""
        with self._base:
            self._base.executemany(
                "INSERT INTO jobs (key, arguments, state) VALUES (?, ?, 'open') "
                "ON CONFLICT (key) DO UPDATE SET state = 'open', error = NULL WHERE state = 'failed'",
                [(key, json.dumps(arguments)) for key, arguments in jobs],
            )

    def rows(self) -> list[dict[str, Any]]:
        """All rows."""
        return [json.loads(row) for (row,) in self._base.execute("SELECT row FROM rows")]

    def open_jobs(self, keys: Iterable[str]) -> list[tuple[str, list[Any]]]:
        """Those of the jobs ``keys`` that are not done."""
        found = self._base.execute("SELECT key, arguments FROM jobs WHERE state = 'open'")
        wanted = set(keys)
        return [(key, json.loads(arguments)) for key, arguments in found if key in wanted]

    def finish(self, key: str, rows: Iterable[dict[str, Any]], seconds: float) -> None:
        """Enter the rows of a job and that it is done. A row of a farther search stays."""
        with self._base:
            for row in rows:
                old = self._base.execute("SELECT row FROM rows WHERE code = ?", (row["code"],)).fetchone()
                if old is None or json.loads(old[0])["searched"] <= row["searched"]:
                    self._base.execute("REPLACE INTO rows VALUES (?, ?)", (row["code"], json.dumps(row)))
            self._base.execute("UPDATE jobs SET state = 'done', seconds = ? WHERE key = ?", (seconds, key))

    def fail(self, key: str, error: str, seconds: float) -> None:
        """Enter that a job failed, and why."""
        with self._base:
            self._base.execute(
                "UPDATE jobs SET state = 'failed', error = ?, seconds = ? WHERE key = ?",
                (error, seconds, key),
            )


def read_rows(path: Path) -> list[dict[str, Any]]:
    """All rows of the store, also while a sweep is at work on it. Raises FileError when there is none."""
    if not path.is_file():
        raise FileError(say("there is no store; sprague catalogue makes one"), where=str(path))
    base = _connect(path, readonly=True)
    try:
        _check(base, path, empty=True)
        if _is_empty(base):
            return []
        return [json.loads(row) for (row,) in base.execute("SELECT row FROM rows")]
    finally:
        base.close()


def seconds(path: Path) -> float:
    """The CPU seconds of all jobs done."""
    base = _connect(path, readonly=True)
    try:
        return float(base.execute("SELECT total(seconds) FROM jobs WHERE state = 'done'").fetchone()[0])
    finally:
        base.close()


def _lock(path: Path) -> sqlite3.Connection:
    """SQLite's own lock on a file beside the store: every system has it, and it ends with the process."""
    lock = sqlite3.connect(f"{path}.lock", isolation_level=None, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except BaseException:
        lock.close()
        raise
    return lock


def _connect(path: Path, *, readonly: bool = False) -> sqlite3.Connection:
    try:
        base = sqlite3.connect(path, timeout=10)
        if readonly:
            base.execute("PRAGMA query_only = ON")
        else:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as error:
        raise FileError(
            say("cannot open the store: {problem}", problem=str(error)), where=str(path)
        ) from None
    return base


def _is_empty(base: sqlite3.Connection) -> bool:
    """Whether nothing was ever stored: a new file, or one whose making was killed."""
    return not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def _check(base: sqlite3.Connection, path: Path, *, empty: bool = False) -> None:
    """FileError, and the connection closed, when ``base`` is no store; an empty one may pass."""
    try:
        if empty and _is_empty(base):
            return
        found = base.execute("SELECT value FROM about WHERE name = 'format'").fetchone()
    except sqlite3.Error:
        found = None
    if found is None or found[0] != FORMAT:
        base.close()
        raise FileError(say("expected a store of the format {format}", format=FORMAT), where=str(path))
