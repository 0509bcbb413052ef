"""The ledger of jobs and the rows that they produced, in one SQLite file (:mod:`sprague.system.database`).

A job and its rows are entered in one transaction, so that a kill at any moment leaves only complete jobs. A second
sweep on the same file is refused while the first is running; readers are always allowed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sprague.system.closing import Closing
from sprague.system.database import DamagedError, Database, Form, Row, Table
from sprague.system.folders import home
from sprague.system.sealed import summed, warn_of_damage
from sprague.words.errors import FileError
from sprague.words.messages import Message, say

#: The fields of every row.
_KINDS: dict[str, Any] = {
    "code": str,
    "class": str,
    "digest": str,
    "status": str,
    "base": int,
    "compared": int,
    "searched": int,
    "max": int,
    "argmax": int,
    "zeros": int,
    "preperiod": int | None,
    "period": int | None,
    "needed": int | None,
    "rares": int | None,
    "last_rare": int | None,
    "last_zero": int | None,
    "mask": str | None,
}


def sum_of(*parts: object) -> bytes:
    """Returns the checksum of a row (code, text) or a job (key, arguments, state, error, seconds)."""
    return summed("sprague-catalogue/2", *parts)


def row_of(code: object, text: object, check: object) -> dict[str, Any] | None:
    """Returns a row as stored in the file, or None if it is damaged or no row."""
    if check != sum_of(code, text):
        return None
    try:
        row = json.loads(str(text))
    except ValueError:
        return None
    if not isinstance(row, dict) or row.get("code") != code or not _KINDS.keys() <= row.keys():
        return None
    good = all(
        isinstance(row[name], kind) and not isinstance(row[name], bool) for name, kind in _KINDS.items()
    )
    return row if good and all(str(value).isprintable() for value in row.values()) else None


def _is_whole_row(row: Row) -> bool:
    return row_of(*row) is not None


def _is_whole_job(job: Row) -> bool:
    return bool(job[5] == sum_of(*job[:5]))


FORM = Form(
    mark=0x53505243,  # "SPRC"
    version=3,
    tables={
        "jobs": Table(
            "(key TEXT PRIMARY KEY, arguments TEXT NOT NULL, state TEXT NOT NULL, error TEXT, seconds REAL NOT NULL, "
            "sum BLOB NOT NULL)",
            _is_whole_job,
        ),
        "rows": Table("(code TEXT PRIMARY KEY, row TEXT NOT NULL, sum BLOB NOT NULL)", _is_whole_row),
    },
    shared=True,
)

_ROWS, _JOBS = "SELECT code, row, sum FROM rows", "SELECT * FROM jobs"


def usual_path() -> Path:
    """Returns the path of the store if the user names no file."""
    return home() / "catalogue.db"


class Store(Closing):
    """A store opened for writing (``with Store(path) as store``); raises FileError if the file is in use or is no
    store."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            words = say("cannot open the store: {problem}", problem=error.strerror or str(error))
            raise FileError(words, where=str(path)) from error
        self._base = Database(path, FORM, create=True)
        try:
            if not self._is_whole():
                self._base.begin_anew()
        except BaseException:
            self._base.close()
            raise

    def _is_whole(self) -> bool:
        try:
            return not any(damage_of(self._base)) and self._base.is_sound()
        except DamagedError:
            return False

    def close(self) -> None:
        """Releases the file."""
        self._base.close()

    def enter(self, jobs: Iterable[tuple[str, list[Any]]], lost: Iterable[str] = ()) -> None:
        """Enters jobs that are not in the ledger. Failed jobs are opened again, and so are those of ``lost``, whose
        rows no longer exist."""
        again = set(lost)
        states: dict[str, str] = dict(self._base.rows("SELECT key, state FROM jobs"))
        with self._base.writing() as write:
            for key, arguments in jobs:
                state = states.get(key)
                if state in (None, "failed") or (state == "done" and key in again):
                    _put(write, key, json.dumps(arguments), "open", None, 0.0)

    def rows(self) -> list[dict[str, Any]]:
        """Returns all intact rows."""
        return _rows(self._base)

    def open_jobs(self, keys: Iterable[str]) -> list[tuple[str, list[Any]]]:
        """Returns those of the jobs ``keys`` that are not done."""
        wanted = set(keys)
        jobs = self._base.rows("SELECT key, arguments FROM jobs WHERE state = 'open'")
        return [(key, json.loads(arguments)) for key, arguments in jobs if key in wanted]

    def finish(self, key: str, rows: Iterable[dict[str, Any]], seconds: float) -> None:
        """Enters the rows of a job and marks it as done. A row from a search to a larger heap stays."""
        with self._base.writing() as write:
            for row in rows:
                old = self._base.rows("SELECT row FROM rows WHERE code = ?", row["code"])
                if not old or json.loads(old[0][0])["searched"] <= row["searched"]:
                    text = json.dumps(row)
                    write("REPLACE INTO rows VALUES (?, ?, ?)", row["code"], text, sum_of(row["code"], text))
            _put(write, key, self._arguments(key), "done", None, float(seconds))

    def fail(self, key: str, error: str, seconds: float) -> None:
        """Marks a job as failed, with the reason."""
        with self._base.writing() as write:
            _put(write, key, self._arguments(key), "failed", error, float(seconds))

    def _arguments(self, key: str) -> object:
        ((arguments,),) = self._base.rows("SELECT arguments FROM jobs WHERE key = ?", key)
        return arguments


def _put(write: Callable[..., object], *job: Any) -> None:
    """Enters a job: key, arguments, state, error, seconds."""
    write("REPLACE INTO jobs VALUES (?, ?, ?, ?, ?, ?)", *job, sum_of(*job))


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Returns all intact rows of the store, even while a sweep is writing to it. Raises FileError if there is no
    store."""
    if not path.is_file():
        raise FileError(say("there is no store; sprague catalogue makes one"), where=str(path))
    if not path.stat().st_size:  # the process was killed while it created the file
        return []
    with Database(path, FORM, readonly=True) as base:
        return _rows(base)


def _rows(base: Database) -> list[dict[str, Any]]:
    rows = []
    for code, text, check in base.rows(_ROWS):
        row = row_of(code, text, check)
        if row is not None:
            rows.append(row)
            continue
        warn_of_damage(
            say("the row of {code} is damaged and left out; sprague catalogue computes it again", code=code),
            base.path,
        )
    return rows


def damage_of(base: Database) -> list[Message]:
    """Names the rows and jobs that do not match their checksums."""
    wrong = [
        say("the row of {code} is damaged", code=row[0]) for row in base.rows(_ROWS) if not _is_whole_row(row)
    ]
    wrong += [
        say("the job {job} is damaged", job=job[0]) for job in base.rows(_JOBS) if not _is_whole_job(job)
    ]
    return wrong


def damage(path: Path) -> tuple[int, list[Message]]:
    """Returns the number of rows of a store, and its faults."""
    with Database(path, FORM, readonly=True) as base:
        return len(base.rows("SELECT code FROM rows")), [*base.damage(), *damage_of(base)]


def seconds(path: Path) -> float:
    """Returns the CPU seconds of all jobs done."""
    with Database(path, FORM, readonly=True) as base:
        ((found,),) = base.rows("SELECT total(seconds) FROM jobs WHERE state = 'done'")
        return float(found)
