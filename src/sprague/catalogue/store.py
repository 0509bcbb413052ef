"""The ledger of jobs and the rows found, in one SQLite file (WAL).

One connection writes, that of the master; a job and its rows are entered in one transaction, so that a kill at
any moment leaves whole jobs only. A second sweep on the same file is refused while the first is at work.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sprague.system import sqlite_pages as pages
from sprague.system.folders import home
from sprague.system.sealed import warn_of_damage
from sprague.system.sqlite import is_busy, locked
from sprague.words.errors import FileError
from sprague.words.messages import Message, say

from .store_rows import FORMAT, is_whole_job, is_whole_row, row_of, sum_of

#: The form without sums: read as it is, and given them when it is opened for writing.
_OLDER = "sprague-catalogue/1"

#: The least size of a database.
_LEAST = 512

_SQLITE = b"SQLite format 3\0"

_TABLES = f"""
BEGIN;
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE jobs (
    key TEXT PRIMARY KEY, arguments TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed')),
    error TEXT, seconds REAL NOT NULL DEFAULT 0, sum BLOB
) WITHOUT ROWID;
CREATE TABLE rows (code TEXT PRIMARY KEY, row TEXT NOT NULL, sum BLOB) WITHOUT ROWID;
INSERT INTO about VALUES ('format', '{FORMAT}');
COMMIT;
"""


def usual_path() -> Path:
    """Where the store is when no file is named."""
    return home() / "catalogue.sqlite"


class DamagedError(FileError):
    """A store that SQLite cannot read any more."""


class Store:
    """A store opened for writing (``with Store(path) as store``); raises FileError when it is in use or is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _taken(path)
        try:
            try:
                self._enter()
            except DamagedError:
                kept = _make_anew(path)
                warn_of_damage(
                    say(
                        "the store was damaged and has been made anew; the damaged file is kept as {file}",
                        file=kept,
                    ),
                    str(path),
                )
                self._enter()
        except BaseException:
            self._lock.close()
            raise

    def _enter(self) -> None:
        if self.path.exists():  # another program's file is left as it is
            check = _connect(self.path, readonly=True)
            _check(check, self.path, empty=True)
            check.close()
        self._base = _connect(self.path)
        try:
            with _damage(self.path):
                if _is_empty(self._base):
                    self._base.executescript(_TABLES)
                self._upgrade()
                self._look()
        except BaseException:
            self._base.close()
            raise

    def _upgrade(self) -> None:
        """Give a store of the older form sums."""
        if _format(self._base) != _OLDER:
            return
        with self._base:
            self._base.execute("BEGIN IMMEDIATE")
            for table in ("rows", "jobs"):
                if "sum" not in _columns(self._base, table):
                    self._base.execute(f"ALTER TABLE {table} ADD COLUMN sum BLOB")
            for code, row in self._base.execute("SELECT code, row FROM rows").fetchall():
                self._base.execute("UPDATE rows SET sum = ? WHERE code = ?", (sum_of(code, row), code))
            for job in self._base.execute(_JOBS).fetchall():
                self._base.execute("UPDATE jobs SET sum = ? WHERE key = ?", (sum_of(*job[:5]), job[0]))
            self._base.execute("UPDATE about SET value = ? WHERE name = 'format'", (FORMAT,))
            self._count()

    def _look(self) -> None:
        """Raise DamagedError where anything is: pages that are not what they seem must not be written over."""
        bad = [row[0] for row in self._base.execute(_ROWS).fetchall() if not is_whole_row(row)]
        for code in bad:
            _tell_of(code, self.path)
        jobs = self._base.execute(_JOBS).fetchall()
        (line,) = self._base.execute("PRAGMA quick_check(1)").fetchone()
        if bad or line != "ok" or not _is_complete(self._base) or not all(map(is_whole_job, jobs)):
            raise DamagedError(say("the store is damaged"), where=str(self.path))

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *rest: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()
        self._lock.close()

    def enter(self, jobs: Iterable[tuple[str, list[Any]]], lost: Iterable[str] = ()) -> None:
        """Enter jobs that are not in the ledger; failed ones are opened again, and those of ``lost``, whose rows are
        not there any more."""
        again = set(lost)
        with _damage(self.path), self._base:
            for key, arguments in jobs:
                found = self._base.execute("SELECT state FROM jobs WHERE key = ?", (key,)).fetchone()
                if found is None or found[0] == "failed" or (found[0] == "done" and key in again):
                    self._put(key, json.dumps(arguments), "open", None, 0.0)
            self._count()

    def _count(self) -> None:
        """Write down how many rows and jobs there are, so that it is seen when some are not there any more."""
        self._base.execute(f"PRAGMA user_version = {_count_of(self._base)}")

    def _put(self, *job: Any) -> None:
        """Enter a job: key, arguments, state, error, seconds."""
        self._base.execute("REPLACE INTO jobs VALUES (?, ?, ?, ?, ?, ?)", (*job, sum_of(*job)))

    def _end(self, key: str, state: str, error: str | None, seconds: float) -> None:
        (arguments,) = self._base.execute("SELECT arguments FROM jobs WHERE key = ?", (key,)).fetchone()
        self._put(key, arguments, state, error, float(seconds))

    def rows(self) -> list[dict[str, Any]]:
        """All rows that are whole."""
        with _damage(self.path):
            return _rows(self._base, self.path)

    def open_jobs(self, keys: Iterable[str]) -> list[tuple[str, list[Any]]]:
        """Those of the jobs ``keys`` that are not done."""
        wanted = set(keys)
        with _damage(self.path):
            found = self._base.execute("SELECT key, arguments FROM jobs WHERE state = 'open'").fetchall()
        return [(key, json.loads(arguments)) for key, arguments in found if key in wanted]

    def finish(self, key: str, rows: Iterable[dict[str, Any]], seconds: float) -> None:
        """Enter the rows of a job and that it is done. A row of a farther search stays."""
        with _damage(self.path), self._base:
            for row in rows:
                old = self._base.execute("SELECT row FROM rows WHERE code = ?", (row["code"],)).fetchone()
                if old is None or json.loads(old[0])["searched"] <= row["searched"]:
                    text = json.dumps(row)
                    self._base.execute(
                        "REPLACE INTO rows VALUES (?, ?, ?)", (row["code"], text, sum_of(row["code"], text))
                    )
            self._end(key, "done", None, seconds)
            self._count()

    def fail(self, key: str, error: str, seconds: float) -> None:
        """Enter that a job failed, and why."""
        with _damage(self.path), self._base:
            self._end(key, "failed", error, seconds)


_ROWS = "SELECT code, row, sum FROM rows"
_JOBS = "SELECT key, arguments, state, error, seconds, sum FROM jobs"


def read_rows(path: Path) -> list[dict[str, Any]]:
    """All whole rows of the store, also while a sweep is at work on it. Raises FileError when there is none."""
    if not path.is_file():
        raise FileError(say("there is no store; sprague catalogue makes one"), where=str(path))
    base = _connect(path, readonly=True)
    try:
        _check(base, path, empty=True)
        with _damage(path):
            return [] if _is_empty(base) else _rows(base, path)
    finally:
        base.close()


def is_catalogue(path: Path) -> bool:
    """Whether a file is a store of this kind, however damaged."""
    try:
        base = _connect(path, readonly=True)
        try:
            if _format(base) in (FORMAT, _OLDER):
                return True
        finally:
            base.close()
    except (sqlite3.Error, UnicodeDecodeError, FileError):
        pass
    return path.is_file() and any(is_whole_row(row) for row in pages.rows(str(path)))


def damage(path: Path) -> tuple[int, list[Message]]:
    """How many rows of a store are whole, and what is wrong with it."""
    base = _connect(path, readonly=True)
    try:
        _check(base, path)
        wrong = []
        with _damage(path):
            for (line,) in base.execute("PRAGMA integrity_check").fetchall():
                if line != "ok":
                    wrong.append(say("SQLite says: {problem}", problem=line))
            sums = _format(base) == FORMAT
            found = base.execute(_ROWS if sums else "SELECT code, row, NULL FROM rows").fetchall()
            bad = [code for code, row, check in found if row_of(code, row, check, sums) is None]
            wrong += [say("the row of {code} is damaged", code=code) for code in bad]
            if sums and not _is_complete(base):
                wrong.append(say("rows or jobs are missing"))
            for job in base.execute(_JOBS).fetchall() if sums else ():
                if not is_whole_job(job):
                    wrong.append(say("the job {job} is damaged", job=job[0]))
        return len(found) - len(bad), wrong
    finally:
        base.close()


def _count_of(base: sqlite3.Connection) -> int:
    (count,) = base.execute("SELECT (SELECT count(*) FROM rows) + (SELECT count(*) FROM jobs)").fetchone()
    return int(count)


def _is_complete(base: sqlite3.Connection) -> bool:
    """Whether there are as many rows and jobs as were written down, both looked at in one moment."""
    count = "(SELECT count(*) FROM rows) + (SELECT count(*) FROM jobs)"
    (same,) = base.execute(f"SELECT user_version = {count} FROM pragma_user_version").fetchone()
    return bool(same)


def _rows(base: sqlite3.Connection, path: Path) -> list[dict[str, Any]]:
    sums = _format(base) == FORMAT
    rows = []
    for code, text, found in base.execute(_ROWS if sums else "SELECT code, row, NULL FROM rows"):
        row = row_of(code, text, found, sums)
        if row is None:
            _tell_of(code, path)
        else:
            rows.append(row)
    if sums and not _is_complete(base):
        warn_of_damage(say("rows of the store are missing; sprague catalogue computes them again"), str(path))
    return rows


def _tell_of(code: object, path: Path) -> None:
    warn_of_damage(
        say("the row of {code} is damaged and left out; sprague catalogue computes it again", code=code),
        str(path),
    )


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Say in a sentence that SQLite cannot read or write the file."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:  # of a damaged file even the complaint may be none
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY):
            words = say(
                "cannot write to the store ({problem}); what was saved before is safe, make room and start again",
                problem=error,
            )
        else:
            words = say(
                "the store is damaged and cannot be read ({problem}); sprague store repair keeps what is whole",
                problem=error,
            )
            raise DamagedError(words, where=str(path)) from error
        raise FileError(words, where=str(path)) from error


def repair(path: Path) -> tuple[int, bool, str | None]:
    """Make a store that is damaged anew from what is whole; how many rows there are, whether anything had to be done,
    and the name under which the file as it was is kept then."""
    try:
        entries, wrong = damage(path)
    except DamagedError:
        entries, wrong = 0, [say("the store is damaged")]
    if not wrong:
        return entries, False, None
    lock = _taken(path)  # a sweep would go on in the file that is put aside
    try:
        kept = _make_anew(path)
    finally:
        lock.close()
    with Store(path) as store:
        return len(store.rows()), True, kept


def _make_anew(path: Path) -> str:
    """Put a store of all rows and jobs that prove themselves in the place of a damaged one, whose new name is
    returned."""
    rows, jobs = {}, {}
    for row in pages.rows(str(path)):
        if is_whole_row(row):
            rows[row[0]] = row
        elif is_whole_job(row):
            jobs[row[0]] = row
    draft = Path(f"{path}.mended")
    draft.unlink(missing_ok=True)
    with _damage(draft):
        base = sqlite3.connect(draft)
        try:
            base.executescript(_TABLES)
            with base:
                base.executemany("INSERT INTO rows VALUES (?, ?, ?)", rows.values())
                base.executemany("INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?)", jobs.values())
                base.execute(f"PRAGMA user_version = {len(rows) + len(jobs)}")
        finally:
            base.close()
    return pages.put_in_place(str(draft), str(path))


def _columns(base: sqlite3.Connection, table: str) -> set[str]:
    return {name for _, name, *_ in base.execute(f"PRAGMA table_info({table})")}


def seconds(path: Path) -> float:
    """The CPU seconds of all jobs done."""
    base = _connect(path, readonly=True)
    try:
        with _damage(path):
            return float(base.execute("SELECT total(seconds) FROM jobs WHERE state = 'done'").fetchone()[0])
    finally:
        base.close()


def _taken(path: Path) -> sqlite3.Connection:
    """The lock of a store. Raises FileError when another has it, or none can be had."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return locked(lambda: _lock(path))
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
        base.text_factory = lambda text: text.decode("utf-8", "replace")
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
    if 0 < path.stat().st_size < _LEAST:  # SQLite would take it to be empty, and write over it
        base.close()
        raise FileError(say("expected a store of the format {format}", format=FORMAT), where=str(path))
    try:
        with _damage(path):
            if empty and _is_empty(base):
                return
        found = _format(base)
    except DamagedError:
        base.close()
        with open(path, "rb") as file:
            if file.read(16) == _SQLITE:
                raise
        found = None
    except (sqlite3.Error, UnicodeDecodeError):
        found = None
    if found not in (FORMAT, _OLDER):
        base.close()
        words = say("expected a store of the format {format}", format=FORMAT)
        if any(is_whole_row(row) for row in pages.rows(str(path))):
            raise DamagedError(words, where=str(path))  # its rows say what it is
        raise FileError(words, where=str(path))


def _format(base: sqlite3.Connection) -> object:
    found = base.execute("SELECT value FROM about WHERE name = 'format'").fetchone()
    return None if found is None else found[0]
