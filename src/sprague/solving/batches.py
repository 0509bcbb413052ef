"""Batches of a store: sorted keys and their values, and their checksum, independent of any file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sprague.system.sealed import summed
from sprague.words.errors import RangeError
from sprague.words.messages import say

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Keys = NDArray[np.int64]
    Values = NDArray[np.uint8]


class Family(NamedTuple):
    """A game and a board, or the short side of all boards: the positions that one search values."""

    game: str
    board: str

    @property
    def words(self) -> int:
        """The number of 64-bit words of a key."""
        return 1 if self.game == "cram" or self.game.endswith("-64") else 2

    def __str__(self) -> str:
        return f"{self.game} {self.board}"


def makes_sense(game: object, board: object, entries: object) -> bool:
    """Returns whether this may be a batch. Anything but plain text must never reach a terminal."""
    texts = isinstance(game, str) and isinstance(board, str) and (game + board).isprintable()
    return texts and isinstance(entries, int) and entries > 0


def batch_sum(family: Family, keys: bytes, values: bytes) -> bytes:
    """Returns the checksum of a batch, over its family, its keys and its values in their order."""
    return summed("sprague store 2", *family, keys, values)


def unpacked(
    family: Family, entries: object, check: object, keys: object, values: object
) -> tuple[Keys, Values] | None:
    """Returns the entries of a batch as stored in the file, or None if it is damaged."""
    from sprague.system.arrays import np

    if not isinstance(keys, bytes) or not isinstance(values, bytes):
        return None
    good = batch_sum(family, keys, values) == check
    if not good or len(values) != entries or len(keys) != 8 * family.words * len(values):
        return None
    words = np.frombuffer(keys, "<i8").astype(np.int64)
    return words if family.words == 1 else words.reshape(-1, family.words), np.frombuffer(values, np.uint8)


def in_order(family: Family, keys: Keys, values: Values) -> tuple[Keys, Values]:
    """Returns entries sorted by key, without duplicates. Raises RangeError if two of them contradict each other."""
    from sprague.system.arrays import np

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
    refuse_contradiction(family, keys[1:][same], values[1:][same], values[:-1][same])
    first = np.concatenate([np.ones(min(1, len(keys)), bool), ~same])
    return keys[first], values[first]


def joined(family: Family, parts: list[tuple[Keys, Values]]) -> tuple[Keys, Values]:
    """Returns several groups of entries as one, in order."""
    from sprague.system.arrays import np

    if not parts:
        shape = (0,) if family.words == 1 else (0, family.words)
        return np.zeros(shape, np.int64), np.zeros(0, np.uint8)
    keys, values = (np.concatenate(column) for column in zip(*parts, strict=True))
    return in_order(family, keys, values)


def find(keys: Keys, ordered: Keys) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Returns which ``keys`` are in ``ordered``, and where. Both are in ascending order."""
    from sprague.system.arrays import np

    if keys.ndim == 1:
        place = np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)
        return ordered[place] == keys, place
    # Two words: as one structured number, high word first, each shifted so that the order of its bytes is that of its
    # value.
    one, other = (
        np.ascontiguousarray(np.ascontiguousarray(some[:, ::-1]).view(np.uint64) ^ np.uint64(1 << 63))
        .astype(">u8")
        .view("S16")[:, 0]
        for some in (keys, ordered)
    )
    place = np.minimum(np.searchsorted(other, one), len(other) - 1)
    return np.asarray(np.all(ordered[place] == keys, axis=1)), place


def refuse_contradiction(family: Family, keys: Keys, values: Values, stored: Values) -> None:
    from sprague.system.arrays import np

    wrong = np.flatnonzero(values != stored)
    if len(wrong):
        i = int(wrong[0])
        raise RangeError(
            say(
                "two values of {family}, entry {entry}: *{one} and *{other}; nothing of it was added",
                family=family,
                entry=",".join(map(str, np.ravel(keys[i]).tolist())),
                one=int(stored[i]),
                other=int(values[i]),
            )
        )
