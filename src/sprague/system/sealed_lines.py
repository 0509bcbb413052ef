"""Files that grow by lines of JSON, each with its own checksum. With such a file long work continues where it stopped.

Sprague leaves out damaged lines, names them in a warning, and makes them again. It leaves out silently only the
incomplete last line of work that was stopped. It does not touch a file without any line of ours.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from sprague.words.errors import FileError
from sprague.words.messages import say

from .file_lock import only_one
from .sealed import summed, warn_of_damage

Row = dict[str, Any]

#: Says whether a row is of its kind; with False, whether it was written before lines had checksums.
IsRow = Callable[[Row, bool], bool]

#: The field of a line that holds its checksum.
SEAL = "seal"


def written(kind: str, row: Row) -> bytes:
    """Returns the line for a row, with the newline."""
    return json.dumps(row | {SEAL: _sum(kind, row)}).encode() + b"\n"


def read_rows(path: str | os.PathLike[str], kind: str, is_row: IsRow) -> list[Row]:
    """Returns the rows of a file in their order.

    Raises FileError if the file cannot be read or is of another kind.
    """
    return _read(Path(path), kind, is_row)[0]


class Growing(NamedTuple):
    """An open file: its rows, a function that adds a row, and a function that replaces all rows."""

    rows: list[Row]
    add: Callable[[Row], None]
    arrange: Callable[[list[Row]], None]


@contextmanager
def growing(path: str | os.PathLike[str], kind: str, is_row: IsRow) -> Iterator[Growing]:
    """Opens a file, which need not exist. Within the block no other process writes to it.

    Raises FileError if the file is of another kind or cannot be written.
    """
    file = Path(path)
    try:
        with only_one(file):
            rows, whole = _read(file, kind, is_row) if file.exists() else ([], True)
            if not whole:
                _replace(file, kind, rows)
            with open(file, "ab") as target:

                def add(row: Row) -> None:
                    target.write(written(kind, row))
                    target.flush()

                def arrange(rows: list[Row]) -> None:
                    target.close()
                    _replace(file, kind, rows)

                yield Growing(rows, add, arrange)
    except FileError:
        raise
    except OSError as error:
        raise FileError(say("cannot write: {problem}", problem=error.strerror), where=str(file)) from error


def _replace(file: Path, kind: str, rows: list[Row]) -> None:
    """Makes the file contain exactly these rows, even if the work is killed at any moment."""
    content = b"".join(written(kind, row) for row in rows)
    if content == file.read_bytes():
        return
    draft = file.with_name(f"{file.name}.{uuid4().hex}.new")
    try:
        draft.write_bytes(content)
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def _read(path: Path, kind: str, is_row: IsRow) -> tuple[list[Row], bool]:
    """Returns the rows, and whether the file contains nothing else."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a device may have no end
            raise FileError(say("expected a file that this command wrote, or a new one"), where=str(path))
        lines = path.read_bytes().split(b"\n")
    except FileError:
        raise
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=str(path)) from error
    last = lines.pop()
    rows: list[Row] = []
    damaged: list[int] = []
    for number, line in enumerate(lines, 1):
        row = _row(line, kind, is_row)
        if row is not None:
            rows.append(row)
        elif line:
            damaged.append(number)
    if (cut := _row(last, kind, is_row)) is not None:  # only the end of the line is missing
        rows.append(cut)
    if not rows and (damaged or (last and not last.startswith(b'{"'))):
        raise FileError(say("expected a file that this command wrote, or a new one"), where=str(path))
    if damaged:
        lost = ", ".join(map(str, damaged[:10])) + ", …" * (len(damaged) > 10)
        warn_of_damage(say("damaged lines are left out, and made again: {lines}", lines=lost), str(path))
    return rows, not damaged and not last


def _row(line: bytes, kind: str, is_row: IsRow) -> Row | None:
    try:
        row = json.loads(line)
        if not isinstance(row, dict):
            return None
        seal = row.pop(SEAL, None)
        good = is_row(row, seal is not None) and (seal is None or seal == _sum(kind, row))
    except (ValueError, RecursionError):
        return None
    return row if good else None


def _sum(kind: str, row: Row) -> str:
    return summed(kind, json.dumps(row, sort_keys=True)).hex()
