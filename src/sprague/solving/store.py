"""A store: values of boards and graphs that searches have found, in an SQLite file.

A *family* is what one table of a search holds: Cram by the short side of the board (game "cram", board "5"; shapes
that need two words: game "cram-128", board "5"), or one graph under one game (game "node-kayles" or "arc-kayles",
board "edges:0-1,1-2", vertices numbered as the search numbers them). An entry is a key and a value; the bits of a key
are the free cells, cell r * side + c of a board or vertex v of a graph (but for "cram" two 64-bit words). Entries lie
in batches, sorted, as packed 64-bit integers; a batch is written in one transaction of a write-ahead log, so that a
process killed at any moment leaves the store as it was after the last whole batch.

Each batch carries a sum of its family, keys and values. One that does not fit is left out, named in a
:class:`~sprague.words.errors.DamageWarning`, and gone when its family is next written: searches find its values again.
A file that SQLite cannot read any more is made anew from the batches that are whole (:mod:`.store_repair`).

One connection writes, and it keeps the file locked until it is closed or its process ends: by SQLite's lock, and by
one beside it (:mod:`.store_turn`). A process that is forked meanwhile has no part in it.
"""

from __future__ import annotations

import os
import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from sprague.system.locks import Turns, alone
from sprague.system.sealed import warn_of_damage
from sprague.system.sqlite import locked
from sprague.words.digits import shown
from sprague.words.errors import DamageWarning, FileError, RangeError
from sprague.words.messages import Message, say

from .batches import Family, batch_sum, find, in_order, joined, makes_sense, refuse_contradiction, unpacked
from .store_errors import DamagedError, OtherError, sentence_of
from .store_file import LIST_BATCHES, READ_BATCH, SCHEMA, begin, connect, transaction, version
from .store_turn import OPEN, turn

if TYPE_CHECKING:
    from .batches import Keys, Values

__all__ = ["BATCH", "SCHEMA", "DamagedError", "Family", "Store", "in_order", "joined"]

#: Batches grow by joining up to this many entries (9 MB of keys and values; 17 MB for graphs).
BATCH = 1_000_000


class Batch(NamedTuple):
    """A batch as the list of them has it: its number in the file, and how many entries it says to have."""

    number: int
    entries: int


class Store:
    """An open store. Use it with ``with``, or call :meth:`close`.

    ``create``: make the file if it is not there, and anew from what of it is whole if it is too damaged to be read.
    Raises FileError when the file is no store, is one of another version, is in use by another process, or cannot be
    written; DamagedError when it is damaged and not to be made anew.

    >>> import tempfile, numpy
    >>> with tempfile.TemporaryDirectory() as folder, Store(folder + "/a.db", create=True) as store:
    ...     store.add(Family("cram", "2"), numpy.array([3, 15]), numpy.array([1, 0], numpy.uint8))
    ...     store.counts()
    2
    {Family(game='cram', board='2'): 2}
    """

    def __init__(self, path: str | os.PathLike[str], *, create: bool = False) -> None:
        if not isinstance(path, (str, os.PathLike)) or not os.fspath(path) or "\0" in os.fspath(path):
            raise FileError(say("expected the name of a file as the store, got {path}", path=shown(path)))
        self.path = os.fspath(path)
        if os.path.isdir(self.path):
            raise FileError(say("expected a store, got a folder"), where=self.path)
        if not create and not os.path.exists(self.path):
            raise FileError(say("expected a store, but there is no such file"), where=self.path)
        self._create = create
        #: What is wrong with batches that were left out, by their numbers.
        self.left_out: dict[int, Message] = {}
        self._list: dict[Family, list[Batch]] | None = None
        self._form = SCHEMA
        self._written = self._closed = False
        self._process = os.getpid()
        self.alone = Turns()
        self._turn = turn(self.path)
        try:
            try:
                self._enter()
            except FileError as error:
                if not create or not self._is_damage(error):
                    raise
                self._make_anew()
        except BaseException:
            if self._turn is not None:
                self._turn.release()
            raise
        OPEN[os.path.realpath(self.path)] = self

    def renew(self) -> None:
        """After an exception: nothing of what was under way is there."""
        if self._closed:
            return
        self._list = None
        self.left_out.clear()
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.ProgrammingError:  # closed, as the file was to be made anew
            self._enter()

    def _enter(self) -> None:
        with self._sentences():
            locked(self._open)

    def _is_damage(self, error: FileError) -> bool:
        """Whether a store that cannot be opened is one all the same, with batches that are whole."""
        from .store_repair import is_store

        return isinstance(error, (DamagedError, OtherError)) and is_store(
            self.path, isinstance(error, DamagedError)
        )

    def _make_anew(self) -> str | None:
        """Go on with a new file that holds the batches that are whole; the name under which a damaged one is kept."""
        from .store_repair import repair, upgrade

        kept = None
        older = []
        if self._form < SCHEMA:
            older = [(family, *part) for family in self._listed() for _, part in self._batches(family)]
        with self._sentences():
            self.connection.close()
        if self._form < SCHEMA:
            upgrade(self.path, _new, older, keep=bool(self.left_out))
        else:
            found = repair(self.path, _new)
            warn_of_damage(found.sentence, self.path)
            kept = found.damaged
        self.left_out.clear()
        self._list = None
        self._enter()
        return kept

    def _open(self) -> None:
        self.connection, size = connect(self.path)
        try:
            self._form, said = begin(self.connection, self.path, size, self._create)
            listed = self._listed()
            if said is not None and sum(map(len, listed.values())) + len(self.left_out) != said:
                raise DamagedError(
                    say(
                        "the store is damaged (batches are missing); sprague store repair keeps what is whole"
                    ),
                    where=self.path,
                )
        except BaseException:
            self.connection.close()
            raise

    @staticmethod
    def repaired(path: str) -> tuple[int, bool, str | None]:
        """Make a store anew from what of it is whole, if it is damaged or of an older form: its entries, whether
        anything had to be done, and the name under which the file as it was is kept then."""
        from .store_repair import is_store, repair

        try:
            with Store(path) as store:
                older, damaged = store._form < SCHEMA, bool(list(store.damage()))
                kept = store._make_anew() if older or damaged else None
                return sum(store.counts().values()), older or damaged, kept
        except (DamagedError, OtherError) as error:
            if not is_store(path, isinstance(error, DamagedError)):
                raise
        lock = turn(path)
        try:
            found = repair(path, _new)
        finally:
            if lock is not None:
                lock.release()
        return found.entries, True, found.damaged

    def close(self) -> None:
        """Give the file free. What was added is there already."""
        if self._process != os.getpid():
            return
        self._closed = True
        with self._sentences():
            self.connection.close()
        if self._turn is not None:
            self._turn.release()
        if OPEN.get(os.path.realpath(self.path)) is self:
            del OPEN[os.path.realpath(self.path)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @alone
    def counts(self) -> dict[Family, int]:
        """The number of entries of each family, as its batches say."""
        listed = self._listed()
        return {
            family: sum(batch.entries for batch in batches if batch.number not in self.left_out)
            for family, batches in sorted(listed.items())
        }

    @alone
    def load(self, family: Family) -> tuple[Keys, Values]:
        """Every entry of a family: keys in ascending order (of shape (n,), for graphs (n, 2)), and values.

        Damaged batches are left out, with a DamageWarning.
        """
        return joined(family, [part for _, part in self._batches(family)])

    @alone
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
        try:
            self._prepare_to_write()
            return self._add(family, fresh)
        except DamagedError:
            if not self._create:
                raise
        self._make_anew()
        return self._add(family, self._fresh(family, added))

    def _prepare_to_write(self) -> None:
        """Before anything is written for the first time: pages that are not what they seem must not be written over, so
        a file with damage, or of an older form, is made anew."""
        if not self._written:
            with self._sentences():
                (line,) = self.connection.execute("PRAGMA quick_check(1)").fetchone()
            if line != "ok" or self.left_out or self._form < SCHEMA:
                self._make_anew()
        self._written = True

    def _add(self, family: Family, fresh: tuple[Keys, Values]) -> int:
        new = len(fresh[0])
        listed = self._listed().get(family, [])
        whole = [batch for batch in listed if batch.number not in self.left_out]
        gone = []
        self._list = None  # until it is asked for again: what is written may not get there
        with self._sentences(), transaction(self.connection):
            # Small batches are joined with the new one, as digits carry: there are never many of them.
            while (
                whole
                and whole[-1].entries <= 2 * len(fresh[0])
                and whole[-1].entries + len(fresh[0]) <= BATCH
            ):
                number = whole.pop().number
                fresh = joined(family, [self._batch(family, number), fresh])
                gone.append(number)
            for number in gone:
                self.connection.execute("DELETE FROM blocks WHERE id = ?", (number,))
            for start in range(0, len(fresh[0]), BATCH):
                self._insert(family, fresh[0][start : start + BATCH], fresh[1][start : start + BATCH])
            (count,) = self.connection.execute("SELECT count(*) FROM blocks").fetchone()
            self.connection.execute(f"PRAGMA user_version = {version(count)}")
        return new

    def _insert(self, family: Family, keys: Keys, values: Values) -> None:
        packed = keys.astype("<i8").tobytes(), values.astype("u1").tobytes()
        self.connection.execute(
            'INSERT INTO blocks (game, board, entries, sum, keys, "values") VALUES (?, ?, ?, ?, ?, ?)',
            (*family, len(packed[1]), batch_sum(family, *packed), *packed),
        )

    def merge(self, other: Store) -> int:
        """Take over every entry of another store; returns how many were new.

        Raises RangeError at the first family in which the two contradict each other; the families before it are
        merged then, this one and those after it are not.
        """
        return sum(self.add(family, *other.load(family)) for family in other.counts())

    def damage(self) -> Iterator[Message]:
        """What is wrong with the file as such: SQLite's own check, then the sums and the order of the batches."""
        with self._sentences():
            for (line,) in self.connection.execute("PRAGMA integrity_check").fetchall():
                if line != "ok":
                    yield say("SQLite says: {problem}", problem=line)
        for family in self._listed():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DamageWarning)
                parts = [part for _, part in self._batches(family)]
            try:
                keys, _ = joined(family, parts)
            except RangeError as error:
                yield error.message
                continue
            if len(keys) != sum(len(part[0]) for part in parts):
                yield say("{family}: an entry stands there twice", family=family)
        yield from self.left_out.values()

    def _listed(self) -> dict[Family, list[Batch]]:
        """The batches of each family, the oldest first. Rows that make no sense are left out."""
        if self._list is None:
            listed: dict[Family, list[Batch]] = {}
            with self._sentences():
                rows = self.connection.execute(LIST_BATCHES[self._form]).fetchall()
            for number, game, board, entries in rows:
                if makes_sense(game, board, entries):
                    listed.setdefault(Family(game, board), []).append(Batch(number, entries))
                else:
                    self._leave_out(number, say("a batch is damaged (it is of no family)"))
            self._list = listed
        return self._list

    def _leave_out(self, number: int, why: Message) -> None:
        if number not in self.left_out:
            self.left_out[number] = why
            warn_of_damage(
                say("{problem}; it is left out, and searches find its values again", problem=why), self.path
            )

    def _fresh(self, family: Family, added: tuple[Keys, Values]) -> tuple[Keys, Values]:
        """The entries that are not there yet."""
        keys, values = added
        for _, known in self._batches(family):
            there, place = find(keys, known[0])
            refuse_contradiction(family, keys[there], values[there], known[1][place[there]])
            keys, values = keys[~there], values[~there]
        return keys, values

    def _batches(
        self, family: Family, listed: dict[Family, list[Batch]] | None = None
    ) -> Iterator[tuple[int, tuple[Keys, Values]]]:
        """The batches of a family that are whole."""
        for number, _ in (self._listed() if listed is None else listed).get(family, []):
            if number in self.left_out:
                continue
            try:
                part = self._batch(family, number)
            except DamagedError as error:
                self._leave_out(number, error.message)
                continue
            yield number, part

    def _batch(self, family: Family, number: int) -> tuple[Keys, Values]:
        with self._sentences():
            row = self.connection.execute(READ_BATCH[self._form], (number,)).fetchone()
        found = None if row is None else unpacked(family, self._form, *row)
        if found is None:
            raise DamagedError(
                say("a batch of {family} is damaged (its checksum differs)", family=family), where=self.path
            )
        return found

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turn SQLite's errors into ours."""
        if self._process != os.getpid():
            raise FileError(
                say("the store was opened before this process was forked: each opens one of its own"),
                where=self.path,
            )
        try:
            yield
        except sqlite3.Error as error:
            raise sentence_of(error, self.path, os.path.realpath(self.path) in OPEN) from error
        except UnicodeDecodeError as error:  # of a damaged file even SQLite's complaint may be none
            raise DamagedError(
                say("the store is damaged; sprague store repair keeps what is whole"), where=self.path
            ) from error


def _new(path: str) -> Store:
    return Store(path, create=True)
