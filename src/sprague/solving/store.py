"""A store: values of boards and graphs that searches have computed, in an SQLite file.

A *family* covers the entries of one table of a search: Cram by the short side of the board (game "cram", board "5";
shapes that need two words: game "cram-128", board "5"), other games on a board likewise (game "clobber-64" or
"clobber-128", by the bits of a key), or one graph under one game (game "node-kayles" or "arc-kayles", board
"edges:0-1,1-2", with the vertices numbered as in the search; two words). An entry is a key and a value; the bits of a
key are the free cells, cell r * side + c of a board or vertex v of a graph, or the planes of the stones.
Entries are stored in sorted batches of packed 64-bit integers. Each batch is written in one transaction.

Each batch has a checksum of its family, keys and values. A batch that does not match it is skipped and named in a
:class:`~sprague.words.errors.DamageWarning`; before the next write the file is set aside and a new one begun
(:mod:`sprague.system.database`). Searches compute the missing values again.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sprague.system.closing import Closing
from sprague.system.database import DamagedError, Database, Form, Row, Table
from sprague.system.locks import Turns, alone
from sprague.system.sealed import warn_of_damage
from sprague.words.errors import DamageWarning, RangeError
from sprague.words.messages import Message, say

from .batches import Family, batch_sum, find, in_order, joined, makes_sense, refuse_contradiction, unpacked

if TYPE_CHECKING:
    from .batches import Keys, Values

__all__ = ["BATCH", "FORM", "DamagedError", "Family", "Store", "in_order", "joined"]

#: Batches are joined up to this many entries (9 MB of keys and values; 17 MB for graphs).
BATCH = 1_000_000


def _is_whole(row: Row) -> bool:
    _, game, board, entries, *rest = row
    return makes_sense(game, board, entries) and unpacked(Family(game, board), entries, *rest) is not None


#: One table, without an index: each row names its family. The short columns come first, so that a list of the batches
#: reads none of their entries.
FORM = Form(
    mark=0x53505247,  # "SPRG"
    version=2,
    tables={
        "blocks": Table(
            "(id INTEGER PRIMARY KEY, game TEXT NOT NULL, board TEXT NOT NULL, entries INTEGER NOT NULL, "
            'sum BLOB NOT NULL, keys BLOB NOT NULL, "values" BLOB NOT NULL)',
            _is_whole,
        )
    },
)


class Batch(NamedTuple):
    """A batch in the list of batches: its number in the file, and its stated number of entries."""

    number: int
    entries: int


class Store(Closing):
    """An open store. Use it with ``with``, or call :meth:`close`.

    With ``create`` a missing file is created, and a damaged one is replaced by a new one. Raises FileError if the file
    is no store, is of another version, is in use by another process, or cannot be written. Raises DamagedError if it is
    damaged and ``create`` is not set.

    >>> import tempfile, numpy
    >>> with tempfile.TemporaryDirectory() as folder, Store(folder + "/a.db", create=True) as store:
    ...     store.add(Family("cram", "2"), numpy.array([3, 15]), numpy.array([1, 0], numpy.uint8))
    ...     store.counts()
    2
    {Family(game='cram', board='2'): 2}
    """

    def __init__(self, path: str | os.PathLike[str], *, create: bool = False) -> None:
        self.base = Database(path, FORM, create=create)
        #: The faults of batches that were skipped, by their numbers.
        self.left_out: dict[int, Message] = {}
        self._list: dict[Family, list[Batch]] | None = None
        self._written = False
        self.alone = Turns()
        try:
            self._listed()
        except DamagedError:
            if not create:
                self.close()
                raise
            self._begin_anew()

    def renew(self) -> None:
        """Discards unfinished work after an exception."""
        self._list = None
        self.left_out.clear()
        self.base.renew()

    def close(self) -> None:
        """Releases the file. Everything added is already stored."""
        self.base.close()

    @alone
    def counts(self) -> dict[Family, int]:
        """Returns the number of entries of each family, as its batches state it."""
        listed = self._listed()
        return {
            family: sum(batch.entries for batch in batches if batch.number not in self.left_out)
            for family, batches in sorted(listed.items())
        }

    @alone
    def load(self, family: Family) -> tuple[Keys, Values]:
        """Returns every entry of a family: keys in ascending order (of shape (n,), for graphs (n, 2)), and values.

        Damaged batches are skipped, with a DamageWarning.
        """
        return joined(family, list(self._batches(family)))

    @alone
    def add(self, family: Family, keys: Keys, values: Values) -> int:
        """Adds entries, all or none, and returns how many were new.

        Raises RangeError if an entry contradicts a known value, and FileError if it cannot be written.
        """
        added = in_order(family, keys, values)
        fresh = self._fresh(family, added)
        if len(fresh[0]) and self._was_damaged():
            fresh = self._fresh(family, added)
        if len(fresh[0]):
            self._write(family, fresh)
        return len(fresh[0])

    def _fresh(self, family: Family, added: tuple[Keys, Values]) -> tuple[Keys, Values]:
        """Returns the entries that the store does not contain yet."""
        keys, values = added
        for batch in self._batches(family):
            is_stored, place = find(keys, batch[0])
            refuse_contradiction(family, keys[is_stored], values[is_stored], batch[1][place[is_stored]])
            keys, values = keys[~is_stored], values[~is_stored]
        return keys, values

    def _was_damaged(self) -> bool:
        """Returns whether there was damage, before the first write or in a batch read since. If so, a new file is
        begun."""
        damaged = bool(self.left_out) or not (self._written or self.base.is_sound())
        if damaged:
            self._begin_anew()
        self._written = True
        return damaged

    def _begin_anew(self) -> None:
        self._list = None
        self.base.begin_anew()
        self.left_out.clear()

    def _write(self, family: Family, fresh: tuple[Keys, Values]) -> None:
        batches = self._listed().get(family, [])
        self._list = None  # read again on next use, as the write may fail
        with self.base.writing() as write:
            # Small batches are joined with the new one, like carries in an addition, so that there are never many of
            # them.
            while (
                batches
                and batches[-1].entries <= 2 * len(fresh[0])
                and batches[-1].entries + len(fresh[0]) <= BATCH
            ):
                number = batches.pop().number
                fresh = joined(family, [self._batch(family, number), fresh])
                write("DELETE FROM blocks WHERE id = ?", number)
            for start in range(0, len(fresh[0]), BATCH):
                part = slice(start, start + BATCH)
                packed = fresh[0][part].astype("<i8").tobytes(), fresh[1][part].astype("u1").tobytes()
                write(
                    'INSERT INTO blocks (game, board, entries, sum, keys, "values") VALUES (?, ?, ?, ?, ?, ?)',
                    *family,
                    len(packed[1]),
                    batch_sum(family, *packed),
                    *packed,
                )

    def merge(self, other: Store) -> int:
        """Adds every entry of another store, and returns how many were new.

        Raises RangeError at the first family in which the two contradict each other. The families before it are then
        merged; this one and those after it are not.
        """
        return sum(self.add(family, *other.load(family)) for family in other.counts())

    def damage(self) -> Iterator[Message]:
        """Yields the faults of the file as such: by SQLite's own check, then by the checksums and the order of the
        batches."""
        yield from self.base.damage()
        for family in self._listed():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DamageWarning)
                parts = list(self._batches(family))
            try:
                keys, _ = joined(family, parts)
            except RangeError as error:
                yield error.message
                continue
            if len(keys) != sum(len(part[0]) for part in parts):
                yield say("{family}: an entry occurs twice", family=family)
        yield from self.left_out.values()

    def _listed(self) -> dict[Family, list[Batch]]:
        """Returns the batches of each family, the oldest first. Malformed rows are skipped."""
        if self._list is None:
            listed: dict[Family, list[Batch]] = {}
            for number, game, board, entries in self.base.rows(
                "SELECT id, game, board, entries FROM blocks ORDER BY id"
            ):
                if makes_sense(game, board, entries):
                    listed.setdefault(Family(game, board), []).append(Batch(number, entries))
                else:
                    self._leave_out(number, say("a batch is damaged (it belongs to no family)"))
            self._list = listed
        return self._list

    def _leave_out(self, number: int, why: Message) -> None:
        if number not in self.left_out:
            self.left_out[number] = why
            warn_of_damage(
                say("{problem}; it is left out, and searches find its values again", problem=why),
                self.base.path,
            )

    def _batches(self, family: Family) -> Iterator[tuple[Keys, Values]]:
        """Yields the intact batches of a family."""
        for number, _ in self._listed().get(family, []):
            if number in self.left_out:
                continue
            try:
                yield self._batch(family, number)
            except DamagedError as error:
                self._leave_out(number, error.message)

    def _batch(self, family: Family, number: int) -> tuple[Keys, Values]:
        rows = self.base.rows('SELECT entries, sum, keys, "values" FROM blocks WHERE id = ?', number)
        batch = unpacked(family, *rows[0]) if rows else None
        if batch is None:
            raise DamagedError(
                say("a batch of {family} is damaged (its checksum differs)", family=family),
                where=self.base.path,
            )
        return batch
