"""The end-game files of the board search: the values of all small Cram boards of a width, one byte each.

Byte p of the table for a width is the value of the board whose free cells are the bits of p, cell (r, c) being bit
r * width + c; the values follow from the definition (a domino leaves a smaller number). A table is built once, when
the first question comes that is large enough to repay it, and lies in the cache folder
(:func:`sprague.system.folders.cache`) from then on; every process maps the same file into its memory, read only.

A file has a header of 64 bytes (magic, form, width, bits, checksum) and the table. It is written under another name
and then renamed, so that it is there whole or not at all, also when several processes build it at once. Each time it
is mapped the whole of it is checked, by a CRC of the header and of all bytes in their order, which takes milliseconds.
A file that is damaged, cut short or of another form is built again.
"""

from __future__ import annotations

import os
import struct
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from sprague.system.folders import cache
from sprague.words.errors import FileError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.uint8]

#: Width -> the table holds the boards whose cells stand below this bit: 32 MiB in all. For other widths a table
#: made in memory at each start does as well (see docs/theory/boards.md for what was measured).
BITS = {4: 24, 5: 24}

#: From this many cells on a question repays the building of a table (0.2 s).
CELLS = 35

_SMALL_BITS = 20  # below: what is made in memory for smaller questions, and for other widths
_FORM = 2
_MAGIC = b"SPRAGUE\n"
_FIELDS = struct.Struct("<8sHHHHI")  # magic, form, width, bits, nothing, checksum
_HEADER = 64
_STALE_SECONDS = 3600


def suited(known: Table, width: int, size: int) -> Table:
    """Returns the table for a question about this many cells: ``known`` if it is large enough, else a larger one."""
    from sprague.system.arrays import np

    if size >= CELLS and len(known) < 1 << BITS.get(width, 0):
        from_file = table(width, BITS[width])
        known = known if from_file is None else from_file
    bits = min(_SMALL_BITS, max(2 * width, size // 2)) // width * width
    if len(known) < 1 << bits:
        known = np.zeros(1 << bits, np.uint8)
        _fill(known, width)
    return known


def _fill(values: Table, width: int) -> None:
    from sprague.search.cram import tiny_values
    from sprague.system.arrays import np

    tiny_values(values, np.uint64(width), np.uint64(sum(1 << i for i in range(64) if i % width)))


def table(width: int, bits: int) -> Table | None:
    """Returns the values of all boards of a width below 2 to the power of ``bits`` (at least 16), from its file.

    Builds the file if it is missing or damaged. Returns None if no file can be made.
    """
    try:
        path = cache(create=True) / f"cram-{width}.table"
    except FileError:
        return None
    good = mapped(path, width, bits)
    return built(path, width, bits) if good is None else good


def mapped(path: Path, width: int, bits: int) -> Table | None:
    """Returns the table in a file, mapped read only, or None if the file is missing or damaged."""
    from sprague.system.arrays import np

    try:
        whole = np.memmap(path, np.uint8, "r").view(np.ndarray)
    except (OSError, ValueError):  # an empty file cannot be mapped
        return None
    values = whole[_HEADER:]
    if len(values) != 1 << bits or whole[:_HEADER].tobytes() != _header(width, bits, values):
        return None
    return values


def built(path: Path, width: int, bits: int) -> Table | None:
    """Builds a table and its file. Returns None, without building anything, if the file cannot be created."""
    from sprague.system.arrays import np

    draft = path.with_name(f"{path.name}.{uuid4().hex}.new")
    try:
        _remove_stale(path)
    except OSError:
        return None
    values = np.zeros(1 << bits, np.uint8)
    begun = False
    try:
        try:
            draft.touch(exist_ok=False)
            begun = True
            _fill(values, width)
            with open(draft, "wb") as file:
                file.write(_header(width, bits, values))
                file.write(values.data)
            os.replace(draft, path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    except OSError:  # a full disk; or, on Windows, another process has the file mapped
        return values if begun else None
    again = mapped(path, width, bits)  # shared with the other processes
    return values if again is None else again


def _header(width: int, bits: int, values: Table) -> bytes:
    """Returns the header that belongs to a table."""
    fields = _FIELDS.pack(_MAGIC, _FORM, width, bits, 0, 0)
    checksum = zlib.crc32(values.data, zlib.crc32(fields))
    return _FIELDS.pack(_MAGIC, _FORM, width, bits, 0, checksum).ljust(_HEADER, b"\0")


def _remove_stale(path: Path) -> None:
    """Remove what processes that were killed while they wrote have left."""
    for draft in path.parent.glob(f"{path.name}.*.new"):
        with suppress(FileNotFoundError):  # its process has just made it the file
            if time.time() - draft.stat().st_mtime > _STALE_SECONDS:
                draft.unlink()
