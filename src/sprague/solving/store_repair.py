"""Makes a store anew from the batches of it that are whole, however damaged the file around them is: each row of a
store says itself what it is about, and proves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sprague.system.sqlite_pages import put_in_place, rows
from sprague.words.messages import Message, say

from .batches import Family, makes_sense, unpacked

if TYPE_CHECKING:
    from .batches import Keys, Values


class Repaired(NamedTuple):
    """What a repair kept, and where the file as it was lies now."""

    batches: int
    entries: int
    damaged: str

    @property
    def sentence(self) -> Message:
        """The same in words."""
        return say(
            "the store was damaged and has been made anew from what is whole: {batches} batches, {entries} entries; "
            "the damaged file is kept as {file}",
            batches=self.batches,
            entries=self.entries,
            file=self.damaged,
        )


#: The first bytes of a store of the form of now, and where they stand: what SQLite keeps of the kind of a file.
_KINDS = ((0, b"SQLite format 3\0"), (68, b"SPRG"), (63, b"\x02"))


def is_store(path: str, damaged: bool = False) -> bool:
    """Whether a file has a batch of a store that proves itself; of one that is ``damaged`` its head is enough."""
    with open(path, "rb") as file:
        head = file.read(100)
    if damaged and all(head[at : at + len(mark)] == mark for at, mark in _KINDS):
        return True
    return next(whole_batches(path), None) is not None


class Filled(Protocol):
    """A store, as far as it is needed to fill it."""

    def __enter__(self) -> Filled: ...

    def __exit__(self, *rest: Any) -> None: ...

    def add(self, family: Family, keys: Keys, values: Values) -> int: ...

    def counts(self) -> dict[Family, int]: ...


def repair(path: str, make: Callable[[str], Filled]) -> Repaired:
    """Put a store of the batches that are whole in the place of ``path``; the file that was there is kept beside it.
    ``make`` makes a new store of a name. Who calls this has the lock on the file."""
    return upgrade(path, make, whole_batches(path), keep=True)


def upgrade(
    path: str, make: Callable[[str], Filled], batches: Iterable[tuple[Family, Keys, Values]], *, keep: bool
) -> Repaired:
    """Put a store of these batches in the place of ``path``, and ``keep`` the file that was there or not."""
    draft = f"{path}.mended"
    for old in (draft, f"{draft}-wal", f"{draft}-shm"):
        Path(old).unlink(missing_ok=True)
    count = 0
    try:
        with make(draft) as store:
            for family, keys, values in batches:
                count += 1
                store.add(family, keys, values)
            entries = sum(store.counts().values())
        kept = put_in_place(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    if not keep:
        for end in ("", "-wal", "-shm"):
            Path(kept + end).unlink(missing_ok=True)
    return Repaired(count, entries, kept)


def whole_batches(path: str) -> Iterator[tuple[Family, Keys, Values]]:
    """Every batch in the pages of a file, and of the log beside it, that proves itself, each once."""
    seen = set()
    for row in rows(path):
        if len(row) != 7:
            continue
        _, game, board, entries, check, keys, values = row
        if check in seen or not isinstance(game, str) or not isinstance(board, str):
            continue
        if makes_sense(game, board, entries):
            family = Family(game, board)
            found = unpacked(family, 2, entries, check, keys, values)
            if found is not None:
                seen.add(check)
                yield family, *found
