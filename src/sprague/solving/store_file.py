"""The database that a store is: its table, its form, and how it is opened."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sprague.words.errors import FileError
from sprague.words.messages import say

from .store_errors import DamagedError, OtherError

#: The form of the file. A store of form 1, whose sums leave out the family, is read, and brought to this one when it
#: is written; any other is refused.
SCHEMA = 2

#: Beside the form SQLite's word for the version of a file holds how many batches there are: it is seen when some are
#: not there any more.
_FORMS = 256

#: The least size of a database.
_LEAST = 512

_APPLICATION = 0x53505247  # "SPRG", where SQLite keeps the kind of a file

#: One table, without an index: each row says itself what it is about. What is short stands first, so that a list of
#: the batches reads nothing of their entries.
_TABLE = """
CREATE TABLE blocks (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    board TEXT NOT NULL,
    entries INTEGER NOT NULL,
    sum BLOB NOT NULL,
    keys BLOB NOT NULL,
    "values" BLOB NOT NULL
)
"""

#: By the form of the file, where its batches are listed, and where one is.
LIST_BATCHES = {
    1: "SELECT batches.id, game, board, entries FROM batches LEFT JOIN families ON family = families.id ORDER BY 1",
    2: "SELECT id, game, board, entries FROM blocks ORDER BY id",
}
READ_BATCH = {
    1: 'SELECT entries, checksum, keys, "values" FROM batches WHERE id = ?',
    2: 'SELECT entries, sum, keys, "values" FROM blocks WHERE id = ?',
}


def connect(path: str) -> tuple[sqlite3.Connection, int]:
    """A connection, before anything is read by it; and of how many bytes the file must be made of whole pages (0: a log
    says how it goes on). Raises FileError for a file that is too short to be a database."""
    size = os.path.getsize(path) if os.path.exists(path) else 0
    logged = os.path.exists(f"{path}-wal")
    if 0 < size < _LEAST:  # SQLite would take it to be empty, and write over it
        raise FileError(say("expected a store, got another kind of file"), where=path)
    # Its whole path: ":memory:" and "file:x?mode=memory" are names of files here, and nothing else.
    connection = sqlite3.connect(
        os.path.abspath(path), timeout=0, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    return connection, 0 if logged else size


def begin(connection: sqlite3.Connection, path: str, size: int, create: bool) -> tuple[int, int | None]:
    """Lock the file for writing, and make its table if it has none and ``create`` allows it: its form, and how many
    batches it says to have (None: of a new file, and of an older form). Raises FileError when it is no store that is
    whole and of a form known here."""
    run = connection.execute
    # The lock is taken with the first transaction and stays until the connection is closed.
    run("PRAGMA locking_mode = EXCLUSIVE")
    # Its kind is read before anything is written: a file that is no store must stay as it is.
    kind, schema = (run(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    tables = run("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if kind != _APPLICATION and (kind or tables):
        raise OtherError(say("expected a store, got a database of another program"), where=path)
    form = schema % _FORMS
    if tables and form not in (1, SCHEMA):
        raise OtherError(
            say(
                "the store has form {got}, this version of Sprague reads form {wanted}; "
                "nothing was changed: open it with the version that made it",
                got=form,
                wanted=SCHEMA,
            ),
            where=path,
        )
    if tables and size % run("PRAGMA page_size").fetchone()[0]:
        raise DamagedError(
            say("the store is damaged (its end is missing); sprague store repair keeps what is whole"),
            where=path,
        )
    if not tables and kind:  # its kind and its table are written in one transaction
        raise DamagedError(
            say("the store is damaged (batches are missing); sprague store repair keeps what is whole"),
            where=path,
        )
    if not tables and not create:
        raise FileError(say("expected a store, got an empty file"), where=path)
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = FULL")
    with transaction(connection):
        if not tables:
            run(f"PRAGMA application_id = {_APPLICATION}")
            run(f"PRAGMA user_version = {version(0)}")
            run(_TABLE)
    if not tables:
        return SCHEMA, None
    return form, schema // _FORMS if form == SCHEMA else None


def version(batches: int) -> int:
    """SQLite's word for the version of a file with so many batches."""
    return SCHEMA + _FORMS * batches


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """What is written within is there altogether, or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
