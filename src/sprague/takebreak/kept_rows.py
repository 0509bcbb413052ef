"""Values that took long to compute are kept in the user's cache folder, so that the next question about the same code,
in another process, begins where the last one ended.

A row is used only if its checksum matches, if it was made by this very build of Sprague (the native core and the files
of this room), and if nobody else may write to the folder. It can be deleted at any time.
"""

from __future__ import annotations

import functools
import os
from array import array
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from sprague.system.folders import cache, private
from sprague.system.native import path as core
from sprague.system.sealed import SUM, summed
from sprague.words.errors import FileError

from .codes import Code

FORMAT = "sprague-values/1"

#: A row that took fewer CPU seconds is not kept.
KEPT_FROM = 1.0

#: Rows of fewer values are not looked for.
LEAST = 1 << 14

#: The most bytes of a row, and of all rows together; beyond it those that were used least recently go.
MOST, MOST_TOGETHER = 1 << 27, 1 << 29

#: Bytes in front of the checksum: those of a value.
_WIDTH = 1
_KINDS = {1: "B", 2: "H", 4: "I"}


def recalled(code: Code) -> memoryview | None:
    """Returns the values of a code that are kept, from heap 0 on; None if there are none."""
    try:
        file = _file(code)
        if not private(file.parent):
            return None
        content = memoryview(file.read_bytes())
    except (OSError, FileError):
        return None
    kind = _KINDS.get(content[0]) if len(content) > _WIDTH + SUM else None
    row = content[_WIDTH + SUM :]
    if (
        kind is None
        or row.nbytes % content[0]
        or bytes(content[_WIDTH : _WIDTH + SUM]) != _sum(code, row, kind)
    ):
        with suppress(OSError):  # damaged: it is made again
            file.unlink()
        return None
    with suppress(OSError):
        os.utime(file)
    return row.cast(kind)  # type: ignore[call-overload, no-any-return]


def keep(code: Code, row: memoryview) -> None:
    """Keeps the values of a code, unless they are too many or the folder cannot be written."""
    if row.nbytes > MOST:
        return
    with suppress(OSError, FileError):
        cache(create=True)
        file = _file(code)
        file.parent.mkdir(mode=0o700, exist_ok=True)
        if not private(file.parent):
            return
        draft = file.with_name(f"{uuid4().hex}.new")
        try:
            draft.write_bytes(bytes([row.itemsize]) + _sum(code, row.cast("B"), row.format) + row.cast("B"))
            os.replace(draft, file)
        finally:
            draft.unlink(missing_ok=True)
        _make_room(file.parent)


def _make_room(folder: Path) -> None:
    """Deletes rows, those that were used least recently first, until all together are small enough."""
    files = sorted(((file.stat(), file) for file in folder.iterdir()), key=lambda pair: pair[0].st_mtime)
    together = sum(status.st_size for status, _ in files)
    for status, file in files:
        if together <= MOST_TOGETHER:
            return
        file.unlink(missing_ok=True)
        together -= status.st_size


def _file(code: Code) -> Path:
    return cache() / "values" / summed(FORMAT, _build(), code).hex()


def _sum(code: Code, row: memoryview, kind: str) -> bytes:
    return summed(FORMAT, _build(), code, array(kind).itemsize, row)


@functools.cache
def _build() -> bytes:
    """What tells this build of Sprague from others: the core, and the files of this room."""
    files = [core(), *sorted(Path(__file__).parent.glob("*.py"))]
    return summed(*(file.read_bytes() for file in files))
