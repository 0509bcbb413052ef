"""Rows of an SQLite file that SQLite itself cannot read any more.

SQLite gives up a file whose tree of pages is broken. Here the pages are gone through one by one, without the tree: a
page that holds rows is read by itself, and the chain of pages of each long row followed. What comes out may be
anything; whoever asks for it must know by its content whether it is whole.

Source: the form of SQLite's files, https://www.sqlite.org/fileformat2.html, sections 1.3, 1.5, 1.6, 2.1 and 4.
"""

from __future__ import annotations

import os
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from sprague.words.errors import FileError
from sprague.words.messages import say

#: Kinds of pages: of a tree by key the inner ones and the leaves, of a tree by number the leaves.
_INNER, _KEYED, _LEAF = 2, 10, 13

_USUAL_PAGE = 4096

#: Longer rows are none of ours.
_LONGEST = 1 << 26

_HEAD, _FRAME = 32, 24

#: What a page has, by its number; None: there is no such page.
Pages = Callable[[int], "bytes | None"]

Row = list[object]


def rows(path: str) -> Iterator[Row]:
    """Every row that may stand in the pages of a file, or of the log beside it, as its columns; some of them twice."""
    for pages, numbers, room in _views(path):
        for number in numbers:
            yield from _rows(number, pages, room)


def put_in_place(draft: str, path: str) -> str:
    """Give the whole file ``draft`` the name ``path``; the new name of the file that had it."""
    kept, number = f"{path}.damaged", 1
    while os.path.exists(kept):
        number += 1
        kept = f"{path}.damaged-{number}"
    try:
        shutil.copy2(path, kept)
        # A log belongs to its file: it must be gone before another takes the name. Not before there is a copy, for
        # which there may be no room: what stands in the log only would be lost with it.
        for end in ("-wal", "-shm"):
            if os.path.exists(path + end):
                os.replace(path + end, kept + end)
        os.replace(draft, path)
    except OSError as error:
        if not os.path.exists(kept + "-wal"):
            Path(kept).unlink(missing_ok=True)
        raise FileError(
            say("cannot write: {problem}", problem=error.strerror or str(error)), where=path
        ) from error
    return kept


def _views(path: str) -> Iterator[tuple[Pages, range, int]]:
    """The file as pages of the size that it names and of the usual one, as it is and with its log laid over it; the
    numbers of the pages; the bytes of each that are in use."""
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            head = file.read(100)
            named = int.from_bytes(head[16:18], "big") or _USUAL_PAGE
            named = 65536 if named == 1 else named
            sizes = {named} if named in {1 << k for k in range(9, 17)} else set()
            for page in sorted(sizes | {_USUAL_PAGE}, key=lambda each: each != named):

                def plain(number: int, page: int = page) -> bytes | None:
                    if not 1 <= number <= -(-size // page):
                        return None
                    file.seek((number - 1) * page)
                    return file.read(page).ljust(page, b"\0")

                log = _log(f"{path}-wal", page)
                most = max([-(-size // page), *log])
                for room in {page, page - (head[20] if len(head) > 20 and head[20] < 100 else 0)}:
                    if log:
                        yield lambda number: log.get(number) or plain(number), range(1, most + 1), room  # noqa: B023
                    yield plain, range(1, -(-size // page) + 1), room
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=path) from error


def _log(path: str, page: int) -> dict[int, bytes]:
    """The pages in a write-ahead log, the newest of each number."""
    try:
        data = Path(path).read_bytes()
    except OSError:
        return {}
    found = {}
    for at in range(_HEAD, len(data) - _FRAME - page + 1, _FRAME + page):
        if data[at + 8 : at + 16] == data[16:24]:  # of this round of the log
            found[int.from_bytes(data[at : at + 4], "big")] = data[at + _FRAME : at + _FRAME + page]
    return {number: content for number, content in found.items() if 0 < number < 1 << 31}


def _rows(number: int, pages: Pages, room: int) -> Iterator[Row]:
    """The rows that a page holds."""
    page = pages(number)
    start = 100 if number == 1 else 0
    if page is None or page[start] not in (_INNER, _KEYED, _LEAF):
        return
    kind = page[start]
    first = start + (12 if kind == _INNER else 8)
    (count,) = struct.unpack_from(">H", page, start + 3)
    for i in range(min(count, (room - first) // 2)):
        (at,) = struct.unpack_from(">H", page, first + 2 * i)
        try:
            yield _record(_payload(page, at + (4 if kind == _INNER else 0), kind, pages, room))
        except (IndexError, ValueError, struct.error):
            continue


def _payload(page: bytes, at: int, kind: int, pages: Pages, room: int) -> bytes:
    """What a cell holds, from its page and the chain of pages behind it."""
    length, at = _varint(page, at)
    if kind == _LEAF:
        _, at = _varint(page, at)  # the number of the row
    if length > _LONGEST:
        raise ValueError
    local, most = length, room - 35 if kind == _LEAF else (room - 12) * 64 // 255 - 23
    if length > most:
        least = (room - 12) * 32 // 255 - 23
        local = least + (length - least) % (room - 4)
        local = local if local <= most else least
    parts = [page[at : at + local]]
    missing, at = length - local, at + local
    (following,) = struct.unpack_from(">I", page, at) if missing else (0,)
    while missing > 0:
        content = pages(following)
        if content is None:
            raise ValueError
        parts.append(content[4 : min(room, 4 + missing)])
        missing -= room - 4
        following = int.from_bytes(content[:4], "big")
    return b"".join(parts)


def _record(data: bytes) -> Row:
    """The columns of a row."""
    length, at = _varint(data, 0)
    kinds = []
    while at < length:
        kind, at = _varint(data, at)
        kinds.append(kind)
    row: Row = []
    for kind in kinds:
        size = (kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]
        piece = data[at : at + size]
        if len(piece) < size:
            raise ValueError
        at += size
        if kind >= 12:
            row.append(piece.decode() if kind % 2 else piece)
        else:
            row.append(_number(kind, piece))
    return row


def _number(kind: int, piece: bytes) -> object:
    if kind in (0, 10, 11):
        return None
    if kind == 7:
        return struct.unpack(">d", piece)[0]
    return kind - 8 if kind in (8, 9) else int.from_bytes(piece, "big", signed=True)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of SQLite's, of 1 to 9 bytes, and the place behind it."""
    value = 0
    for i in range(at, at + 8):
        value = value << 7 | data[i] & 0x7F
        if data[i] < 0x80:
            return value, i + 1
    return value << 8 | data[at + 8], at + 9
