"""Values in a ``.npy`` file: its head, its room on the disk, its map into memory, and files that appear whole."""

from __future__ import annotations

import mmap
import os
from pathlib import Path
from typing import Any, BinaryIO

from .run_mark import BLOCK

#: What such a file begins with.
MAGIC = b"\x93NUMPY"

#: Types of ``array.array`` by their bytes.
KINDS: dict[int, Any] = {1: "B", 2: "H", 4: "I"}


def map_values(path: Path, start: int, width: int) -> memoryview:
    """Returns the values in a file, from byte ``start`` on."""
    with open(path, "r+b") as file:
        return memoryview(mmap.mmap(file.fileno(), 0))[start:].cast(KINDS[width])


def flush_values(values: memoryview) -> None:
    """Writes mapped values to the disk."""
    whole: Any = values.obj
    whole.flush()


def take_room(path: Path, start: int) -> None:
    """Makes the disk give all room that a file claims: room that is missed later, through a map, is a crash. There are
    zeros from byte ``start`` on."""
    import errno

    with open(path, "r+b") as file:
        size = os.fstat(file.fileno()).st_size
        try:
            os.posix_fallocate(file.fileno(), 0, size)
            return
        except AttributeError:  # not every system has it, nor every file system
            pass
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS):
                raise
        file.seek(start)
        for begin in range(start, size, BLOCK):
            file.write(bytes(min(BLOCK, size - begin)))
        file.flush()
        os.fsync(file.fileno())


def heading(width: int, length: int) -> bytes:
    """Returns the head of a file of ``length`` values (version 1.0 of NumPy's format)."""
    kind = "|u1" if width == 1 else f"<u{width}"
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({length},), }}"
    text += " " * (21 - len(str(length)))  # so that the number may grow
    text += " " * (-(len(MAGIC) + 4 + len(text) + 1) % 64) + "\n"
    return MAGIC + b"\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


def new_file(path: Path) -> BinaryIO:
    """Opens a file that was not there. What has its name goes: through a link the values would end up elsewhere."""
    path.unlink(missing_ok=True)
    return open(path, "xb")


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that it is there whole or not at all, also after a crash."""
    fresh = path.with_name(path.name + ".new")
    with new_file(fresh) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
    sync_folder(path)


def sync_folder(path: Path) -> None:
    """Brings a renaming in the folder of ``path`` to the disk, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    folder = os.open(path.absolute().parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
