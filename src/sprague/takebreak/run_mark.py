"""The mark of a run in a file: how far its values are correct, with checksums that show damage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from sprague.system.sealed import summed
from sprague.words.errors import FileError
from sprague.words.messages import say

FORMAT = "sprague-run/3"

#: Values that have a sum of their own.
BLOCK = 1 << 20


#: What values may stay below; no array has more places.
_LIMITS = frozenset(1 << k for k in range(8, 33))
_MOST = 1 << 48


class Mark(NamedTuple):
    """The content of ``<name>.run``: the values up to heap ``known`` are correct and below ``limit``. The array has
    ``length`` entries of ``width`` bytes. ``sums`` are the checksums of its blocks of ``BLOCK`` values.

    The mark is written twice, each time on a line with its own checksum, so that damage to one line does no harm.
    """

    code: str
    known: int
    limit: int
    width: int
    length: int
    sums: tuple[str, ...]

    def written(self) -> bytes:
        """Returns the content of the file."""
        body = json.dumps({"format": FORMAT, **self._asdict()})
        line = f"{summed(body).hex()} {body}\n"
        return 2 * line.encode()


def read_mark(path: Path) -> Mark | None:
    """Returns the mark of a run, or None if the file is not a mark or is damaged."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=str(path)) from error
    for line in lines:
        seal, _, body = line.partition(b" ")
        if summed(body).hex().encode() == seal:
            mark = _mark(body)
            if mark is not None:
                return mark
    return None


def _mark(body: bytes) -> Mark | None:
    """Returns the mark that a line contains, or None if this program did not write the line."""
    try:
        row = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict) or set(row) != {"format", *Mark._fields} or row.pop("format") != FORMAT:
        return None
    code, known, limit, width, length, sums = (row[name] for name in Mark._fields)
    good = (
        isinstance(code, str)
        and all(type(number) is int for number in (known, limit, width, length))
        and width in (1, 2, 4)
        and 0 <= known <= length <= _MOST
        and limit in _LIMITS
        and isinstance(sums, list)
        and all(isinstance(each, str) for each in sums)
    )
    return Mark(code, known, limit, width, length, tuple(sums)) if good else None
