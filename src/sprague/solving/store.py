"""A store: values of boards and graphs that searches have found, in an SQLite file.

A *family* is what one table of a search holds: Cram by the short side of the board (game "cram", board "5"; shapes
that need two words: game "cram-128", board "5"), or one graph under one game (game "node-kayles" or "arc-kayles",
board "edges:0-1,1-2", vertices numbered as the search numbers them). An entry is a key and a value; the bits of a key
are the free cells, cell r * side + c of a board or vertex v of a graph (but for "cram" two 64-bit words). Entries lie
in batches, sorted, as packed 64-bit integers with a checksum; a batch is written in one transaction of a write-ahead
log, so that a process killed at any moment leaves the store as it was after the last whole batch.

One connection writes, and it keeps the file locked until it is closed or its process ends.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self
from weakref import WeakValueDictionary

from sprague.system.sqlite import is_busy, locked
from sprague.words.errors import FileError, RangeError
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Keys = NDArray[np.int64]
    Values = NDArray[np.uint8]

#: The form of the file. A store of another form is refused.
SCHEMA = 1

#: Batches grow by joining up to this many entries (9 MB of keys and values; 17 MB for graphs).
BATCH = 1_000_000

_APPLICATION = 0x53505247  # "SPRG", where SQLite keeps the kind of a file
_TABLES = """
CREATE TABLE families (id INTEGER PRIMARY KEY, game TEXT NOT NULL, board TEXT NOT NULL, UNIQUE (game, board));
CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    family INTEGER NOT NULL REFERENCES families,
    entries INTEGER NOT NULL,
    keys BLOB NOT NULL,
    "values" BLOB NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE INDEX batches_of_family ON batches (family);
"""


class Family(NamedTuple):
    """A game and a board, or the short side of all boards: what one search has values for."""

    game: str
    board: str

    @property
    def words(self) -> int:
        """64-bit words of a key."""
        return 1 if self.game == "cram" else 2

    def __str__(self) -> str:
        return f"{self.game} {self.board}"


class DamagedError(FileError):
    """A store that cannot be read, as part of it is missing or wrong."""


#: The stores that this process has open, by their files: SQLite does not say who holds a lock.
_HERE: WeakValueDictionary[str, Store] = WeakValueDictionary()


class Store:
    """An open store. Use it with ``with``, or call :meth:`close`.

    ``create``: make the file if it is not there. Raises FileError when the file is no store, is one of another
    version, is in use by another process, or cannot be written.

    >>> import tempfile, numpy
    >>> with tempfile.TemporaryDirectory() as folder, Store(folder + "/a.db", create=True) as store:
    ...     store.add(Family("cram", "2"), numpy.array([3, 15]), numpy.array([1, 0], numpy.uint8))
    ...     store.counts()
    2
    {Family(game='cram', board='2'): 2}
    """

    def __init__(self, path: str | os.PathLike[str], *, create: bool = False) -> None:
        if not isinstance(path, (str, os.PathLike)):
            raise FileError(say("expected the name of a file as the store, got {path}", path=repr(path)))
        self.path = os.fspath(path)
        if os.path.isdir(self.path):
            raise FileError(say("expected a store, got a folder"), where=self.path)
        if not create and not os.path.exists(self.path):
            raise FileError(say("expected a store, but there is no such file"), where=self.path)
        self._create = create
        with self._sentences():
            locked(self._open)
        _HERE[os.path.realpath(self.path)] = self

    def _open(self) -> None:
        self._connection = sqlite3.connect(
            self.path, timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            self._begin()
        except BaseException:
            self._connection.close()
            raise

    def _begin(self) -> None:
        run = self._connection.execute
        # The lock is taken with the first transaction and stays until the connection is closed.
        run("PRAGMA locking_mode = EXCLUSIVE")
        # Its kind is read before anything is written: a file that is no store must stay as it is.
        kind, schema = (run(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
        tables = run("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if kind != _APPLICATION and (kind or tables):
            raise FileError(say("expected a store, got a database of another program"), where=self.path)
        if tables and schema != SCHEMA:
            raise FileError(
                say(
                    "the store has form {got}, this version of Sprague reads form {wanted}; "
                    "nothing was changed: open it with the version that made it",
                    got=schema,
                    wanted=SCHEMA,
                ),
                where=self.path,
            )
        if not tables and not self._create:
            raise FileError(say("expected a store, got an empty file"), where=self.path)
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        with self._transaction():
            if not tables:
                run(f"PRAGMA application_id = {_APPLICATION}")
                run(f"PRAGMA user_version = {SCHEMA}")
                for statement in filter(str.strip, _TABLES.split(";")):
                    run(statement)

    def close(self) -> None:
        """Give the file free. What was added is there already."""
        with self._sentences():
            self._connection.close()
        if _HERE.get(os.path.realpath(self.path)) is self:
            del _HERE[os.path.realpath(self.path)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def counts(self) -> dict[Family, int]:
        """The number of entries of each family."""
        with self._sentences():
            rows = self._connection.execute(
                "SELECT game, board, total(entries) FROM families LEFT JOIN batches ON family = families.id "
                "GROUP BY families.id ORDER BY game, board"
            ).fetchall()
        return {Family(game, board): int(count) for game, board, count in rows}

    def load(self, family: Family) -> tuple[Keys, Values]:
        """Every entry of a family: keys in ascending order (of shape (n,), for graphs (n, 2)), and values.

        Raises FileError when a batch is damaged.
        """
        parts = [part for _, part in self._batches(family)]
        return joined(family, parts)

    def add(self, family: Family, keys: Keys, values: Values) -> int:
        """Add entries, all or none; returns how many were new.

        Raises RangeError when an entry contradicts what is known, FileError when it cannot be written.
        """
        added = in_order(family, keys, values)
        if not len(added[0]):
            return 0
        fresh = self._fresh(family, added)
        if not len(fresh[0]):
            return 0
        new = len(fresh[0])
        with self._sentences(), self._transaction():
            number = self._number(family)
            run = self._connection.execute
            # Small batches are joined with the new one, as digits carry: there are never many of them.
            while True:
                row = run(
                    "SELECT id, entries FROM batches WHERE family = ? ORDER BY id DESC LIMIT 1", (number,)
                ).fetchone()
                if row is None or row[1] > 2 * len(fresh[0]) or row[1] + len(fresh[0]) > BATCH:
                    break
                fresh = joined(family, [self._batch(family, row[0]), fresh])
                run("DELETE FROM batches WHERE id = ?", (row[0],))
            for start in range(0, len(fresh[0]), BATCH):
                packed = [
                    fresh[0][start : start + BATCH].astype("<i8").tobytes(),
                    fresh[1][start : start + BATCH].astype("u1").tobytes(),
                ]
                checksum = zlib.crc32(packed[1], zlib.crc32(packed[0]))
                run(
                    'INSERT INTO batches (family, entries, keys, "values", checksum) VALUES (?, ?, ?, ?, ?)',
                    (number, len(packed[1]), *packed, checksum),
                )
        return new

    def merge(self, other: Store) -> int:
        """Take over every entry of another store; returns how many were new.

        Raises RangeError at the first family in which the two contradict each other; the families before it are
        merged then, this one and those after it are not.
        """
        return sum(self.add(family, *other.load(family)) for family in other.counts())

    def damage(self) -> Iterator[Message]:
        """What is wrong with the file as such: SQLite's own check, then the checksums and the order of the batches."""
        with self._sentences():
            for (line,) in self._connection.execute("PRAGMA integrity_check").fetchall():
                if line != "ok":
                    yield say("SQLite says: {problem}", problem=line)
        for family, count in self.counts().items():
            try:
                keys, _ = self.load(family)
            except (FileError, RangeError) as error:
                yield error.message
                continue
            if len(keys) != count:
                yield say("{family}: an entry stands there twice", family=family)

    def _fresh(self, family: Family, added: tuple[Keys, Values]) -> tuple[Keys, Values]:
        """The entries that are not there yet."""
        keys, values = added
        for _, known in self._batches(family):
            there, place = _find(keys, known[0])
            _refuse_contradiction(family, keys[there], values[there], known[1][place[there]])
            keys, values = keys[~there], values[~there]
        return keys, values

    def _batches(self, family: Family) -> Iterator[tuple[int, tuple[Keys, Values]]]:
        with self._sentences():
            numbers = self._connection.execute(
                "SELECT batches.id FROM batches JOIN families ON family = families.id "
                "WHERE game = ? AND board = ? ORDER BY batches.id",
                family,
            ).fetchall()
        for (number,) in numbers:
            yield number, self._batch(family, number)

    def _batch(self, family: Family, number: int) -> tuple[Keys, Values]:
        import numpy as np

        with self._sentences():
            entries, packed_keys, packed_values, checksum = self._connection.execute(
                'SELECT entries, keys, "values", checksum FROM batches WHERE id = ?', (number,)
            ).fetchone()
        if (
            zlib.crc32(packed_values, zlib.crc32(packed_keys)) != checksum
            or len(packed_values) != entries
            or len(packed_keys) != 8 * family.words * entries
        ):
            raise DamagedError(
                say("a batch of {family} is damaged (its checksum differs)", family=family), where=self.path
            )
        keys = np.frombuffer(packed_keys, "<i8").astype(np.int64)
        return (
            keys if family.words == 1 else keys.reshape(-1, family.words),
            np.frombuffer(packed_values, np.uint8),
        )

    def _number(self, family: Family) -> int:
        run = self._connection.execute
        run("INSERT OR IGNORE INTO families (game, board) VALUES (?, ?)", family)
        number: int = run("SELECT id FROM families WHERE game = ? AND board = ?", family).fetchone()[0]
        return number

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turn SQLite's errors into ours."""
        try:
            yield
        except sqlite3.Error as error:
            raise _error(error, self.path) from error


def in_order(family: Family, keys: Keys, values: Values) -> tuple[Keys, Values]:
    """Entries sorted by key, equal ones once. Raises RangeError when two of them contradict each other."""
    import numpy as np

    if len(keys) != len(values):
        raise RangeError(
            say(
                "expected as many values as keys, got {values} and {keys}", values=len(values), keys=len(keys)
            )
        )
    if family.words == 1:
        order = np.argsort(keys, kind="stable")
    else:
        order = np.lexsort((keys[:, 0], keys[:, 1]))
    keys, values = keys[order], values[order]
    same = keys[1:] == keys[:-1] if family.words == 1 else np.all(keys[1:] == keys[:-1], axis=1)
    _refuse_contradiction(family, keys[1:][same], values[1:][same], values[:-1][same])
    first = np.concatenate([np.ones(min(1, len(keys)), bool), ~same])
    return keys[first], values[first]


def joined(family: Family, parts: list[tuple[Keys, Values]]) -> tuple[Keys, Values]:
    """Several lots of entries as one, in order."""
    import numpy as np

    if not parts:
        shape = (0,) if family.words == 1 else (0, family.words)
        return np.zeros(shape, np.int64), np.zeros(0, np.uint8)
    keys, values = (np.concatenate(column) for column in zip(*parts, strict=True))
    return in_order(family, keys, values)


def _find(keys: Keys, known: Keys) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Which keys are among the known ones, and where; both in ascending order."""
    import numpy as np

    if keys.ndim == 1:
        place = np.minimum(np.searchsorted(known, keys), len(known) - 1)
        return known[place] == keys, place
    # Two words: as one structured number, high word first, each shifted so that its bytes sort as it does.
    one, other = (
        np.ascontiguousarray(np.ascontiguousarray(some[:, ::-1]).view(np.uint64) ^ np.uint64(1 << 63))
        .astype(">u8")
        .view("S16")[:, 0]
        for some in (keys, known)
    )
    place = np.minimum(np.searchsorted(other, one), len(other) - 1)
    return np.asarray(np.all(known[place] == keys, axis=1)), place


def _refuse_contradiction(family: Family, keys: Keys, values: Values, known: Values) -> None:
    import numpy as np

    wrong = np.flatnonzero(values != known)
    if len(wrong):
        i = int(wrong[0])
        raise RangeError(
            say(
                "two values of {family}, entry {entry}: *{one} and *{other}; nothing of it was added",
                family=family,
                entry=",".join(map(str, np.ravel(keys[i]).tolist())),
                one=int(known[i]),
                other=int(values[i]),
            )
        )


def _error(error: sqlite3.Error, path: str) -> FileError:
    code = getattr(error, "sqlite_errorcode", 0)
    if code & 0xFF == sqlite3.SQLITE_NOTADB:
        # Too short to be read, but what there is begins like a store.
        with open(path, "rb") as file:
            damaged = file.read(16) == b"SQLite format 3\0"
    else:
        damaged = code & 0xFF == sqlite3.SQLITE_CORRUPT or code == sqlite3.SQLITE_IOERR_SHORT_READ
    if damaged:
        return DamagedError(
            say("the store is damaged and cannot be read ({problem})", problem=error), where=path
        )
    return FileError(_sentence(error, path), where=path)


def _sentence(error: sqlite3.Error, path: str) -> Message:
    if is_busy(error) and os.path.realpath(path) in _HERE:
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
