"""Files that grow by lines of JSON, each with a sum of its own: of long work that goes on where it was stopped.

What is damaged is left out, named, and made again; only who stops in the middle of a line leaves one that nobody is
told of. A file in which no line is one of ours is left alone.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from sprague.words.errors import FileError
from sprague.words.messages import say

from .file_lock import only_one
from .sealed import summed, warn_of_damage

Row = dict[str, Any]

#: Whether a row is one of its kind, and with False whether it is one of those that were written before lines had sums.
IsRow = Callable[[Row, bool], bool]

#: The field of a line that holds its sum.
SEAL = "seal"


def written(kind: str, row: Row) -> bytes:
    """The line of a row, with its end."""
    return json.dumps(row | {SEAL: _sum(kind, row)}).encode() + b"\n"


def read_rows(path: str | os.PathLike[str], kind: str, is_row: IsRow) -> list[Row]:
    """The rows of a file in their order.

    Raises FileError where it cannot be read, and where it is a file of something else.
    """
    return _read(Path(path), kind, is_row)[0]


@contextmanager
def growing(
    path: str | os.PathLike[str], kind: str, is_row: IsRow
) -> Iterator[tuple[list[Row], Callable[[Row], None]]]:
    """The rows of a file, which need not be there, and what adds another. Meanwhile no other process writes to it.

    Raises FileError where it is a file of something else, and where it cannot be written.
    """
    file = Path(path)
    try:
        with only_one(file):
            rows, whole = _read(file, kind, is_row) if file.exists() else ([], True)
            if not whole:
                draft = file.with_name(f"{file.name}.{uuid4().hex}.new")
                try:
                    draft.write_bytes(b"".join(written(kind, row) for row in rows))
                    os.replace(draft, file)
                finally:
                    draft.unlink(missing_ok=True)
            with open(file, "ab") as target:

                def add(row: Row) -> None:
                    target.write(written(kind, row))
                    target.flush()

                yield rows, add
    except FileError:
        raise
    except OSError as error:
        raise FileError(say("cannot write: {problem}", problem=error.strerror), where=str(file)) from error


def _read(path: Path, kind: str, is_row: IsRow) -> tuple[list[Row], bool]:
    """The rows, and whether the file holds them and nothing else."""
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
    if (cut := _row(last, kind, is_row)) is not None:  # only its end is missing
        rows.append(cut)
    if not rows and (damaged or (last and not last.startswith(b'{"'))):
        raise FileError(say("expected a file that this command wrote, or a new one"), where=str(path))
    if damaged:
        lost = ", ".join(map(str, damaged[:10])) + ", …" * (len(damaged) > 10)
        warn_of_damage(say("damaged lines are left out, and made again: {lines}", lines=lost), str(path))
    return rows, not damaged and not last


def _row(line: bytes, kind: str, is_row: IsRow) -> Row | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    seal = found.pop(SEAL, None)
    good = is_row(found, seal is not None) and (seal is None or seal == _sum(kind, found))
    return found if good else None


def _sum(kind: str, row: Row) -> str:
    return summed(kind, json.dumps(row, sort_keys=True)).hex()
