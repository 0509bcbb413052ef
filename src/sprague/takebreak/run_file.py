"""Long runs: Grundy values in a memory-mapped ``.npy`` file, which grows, survives a kill and can be resumed.

During the computation the array is called ``<name>.part``; it gets its name only when it is complete. The file
``<name>.run`` beside it is a line of JSON that says how far the values are correct (the high-water mark). A checkpoint
first syncs the array to the disk, then writes the mark to a new file, syncs that and renames it. At every moment the
mark therefore promises no more than the array holds. ``<name>.lock`` keeps a second process away.

The mark holds a checksum of each block of values, which only this user can make. A resumed run compares them, computes
the blocks that do not match again, and keeps the rest. So nobody can hand over values that are taken for computed ones.
"""

from __future__ import annotations

import os
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from sprague.system.ask import Effort, require
from sprague.system.file_lock import only_one
from sprague.system.limits import bytes_text
from sprague.system.locks import alone, call_hook
from sprague.system.sealed import signed, warn_of_damage
from sprague.words.errors import FileError, TooLargeError
from sprague.words.messages import say

from .codes import Code
from .effort import need
from .run import Progress, Run, copy_values
from .run_mark import BLOCK, FORMAT, Mark, read_mark
from .value_file import (
    KINDS,
    MAGIC,
    flush_values,
    heading,
    map_values,
    new_file,
    sync_folder,
    take_room,
    write_whole,
)

#: Seconds between checkpoints: a kill loses at most the work of this time.
EVERY = 30.0


def run_to_file(
    code: Code,
    to: int,
    path: str | os.PathLike[str],
    *,
    engine: str | None = None,
    progress: Progress | None = None,
    every: float = EVERY,
    tell: Callable[[str], None] | None = None,
    replace: bool = False,
) -> memoryview:
    """Writes g(0), ..., g(to) to the file ``path``, and returns them as a read-only view of it.

    A run that was stopped or killed is resumed from its last checkpoint, at most ``every`` seconds back, and ends with
    the same bytes. ``path`` appears only when the run is complete. An existing file is replaced then if ``replace`` is
    True; otherwise it is refused at the start. ``tell`` is called at the end with the name of the engine, if there was
    any work to do. Raises FileError if ``path`` exists, if its run belongs to another code, or if another process is
    writing it; TooLargeError if the disk or the memory is too small (:func:`~.run.need`).

    >>> import tempfile, sprague.takebreak.codes as codes
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run_to_file(codes.parse_code("0.77"), 12, f"{folder}/kayles.npy").tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    with only_one(Path(path)):
        run = FileRun(code, Path(path), engine=engine, replace=replace)
        reported = time.monotonic()

        def checkpoint(known: int, aim: int) -> None:
            nonlocal reported
            if not 0 <= time.monotonic() - reported < every:
                run.save()
                reported = time.monotonic()
            if progress is not None:
                call_hook(progress, known, aim)

        try:
            run.extend(to, checkpoint)
        finally:
            run.save()
        run.finish(to)
    if tell is not None and run.engine is not None:
        tell(run.engine)
    return run.row.toreadonly()


class KeptValues:
    """The values of a search for a period (like :class:`~.sequence.Values`), which are kept in a file as they grow."""

    plain = 0
    steps = (4096,)

    def __init__(self, run: FileRun) -> None:
        self.code, self.run = run.code, run
        self._saved = time.monotonic()

    def __len__(self) -> int:
        return self.run.known + 1

    @property
    def seen(self) -> Any:
        """The known values g(0), ..."""
        return self.run.row

    def grow(self, to: int, progress: Progress | None = None) -> None:
        """Make g(0), ..., g(to) known."""

        def checkpoint(known: int, aim: int) -> None:
            if not 0 <= time.monotonic() - self._saved < EVERY:
                self.run.save()
                self._saved = time.monotonic()
            if progress is not None:
                call_hook(progress, known, aim)

        if to > self.run.known:
            self.run.extend(to, checkpoint)


@contextmanager
def kept_values(code: Code, path: Path, to: int) -> Iterator[KeptValues]:
    """Hands over values up to heap ``to``, which are computed on demand and kept in the file ``path``.

    A run that was stopped is resumed as in :func:`run_to_file`. A run that ends normally leaves the values and their
    mark, so that the next search goes on from them if they were not enough or if its result was lost.
    """
    with only_one(path):
        run = FileRun(code, path, again=True)
        try:
            run.make_room(to)
        except TooLargeError:
            if run.ended:
                run.finish(run.known, marked=True)
            raise
        try:
            yield KeptValues(run)
        finally:
            run.save()
        run.finish(run.known, marked=True)


class FileRun(Run):
    """A :class:`~.run.Run` whose array is a file. With ``again`` a run that ended and left its mark goes on, too."""

    def __init__(
        self, code: Code, path: Path, *, engine: str | None = None, replace: bool = False, again: bool = False
    ) -> None:
        super().__init__(code, engine=engine)
        self.path = path
        self.part, self.mark = path.with_name(path.name + ".part"), path.with_name(path.name + ".run")
        #: Sums of the blocks that are full and on the disk; and those of a mark that are still to be compared.
        self._sums: list[str] = []
        self._ahead: Mark | None = None
        self._told: set[int] = set()
        finished = self.mark.exists() and self._is_finished()
        #: Whether it is one that ended.
        self.ended = finished and again
        if self.mark.exists() and (again or not finished):
            self._resume()
        elif path.exists() and not replace:
            raise FileError(say("expected a new file or a run to resume"), where=str(path))
        elif finished:
            self.mark.unlink()

    def make_room(self, to: int) -> None:
        """Reserves the room on the disk for g(0), ..., g(to) at once."""
        self._check(to)
        self._reserve(to + 1)

    @alone
    def extend(self, to: int, progress: Progress | None = None) -> None:
        """Computes values like any run. Blocks that do not match the mark's checksums are computed again; those after
        them are kept."""
        while self._ahead is not None and self._filled <= to:
            end = min(self._ahead.known + 1, (self._filled // BLOCK + 1) * BLOCK)
            begin = (end - 1) // BLOCK * BLOCK
            if not self._fits(begin):
                self._tell_of_damage(begin, end)
                self._engine = None  # what it has seen is not what comes now
                super().extend(min(to, end - 1), progress)
                if self._filled < end:
                    return
            if not self._fits(begin) or end > self._ahead.known:
                self._ahead = None
            self._engine = None  # first: an engine that is left behind would be wrong
            self._filled = end
        super().extend(to, progress)

    def _tell_of_damage(self, begin: int, end: int) -> None:
        if begin not in self._told:
            self._told.add(begin)
            words = say(
                "heaps {first} to {last} of this run are damaged, or another user wrote them; they are computed again",
                first=begin,
                last=end - 1,
            )
            warn_of_damage(words, str(self.part))

    def save(self) -> None:
        """Makes a checkpoint: writes the array, then the mark."""
        if self._array is None:
            return
        flush_values(self._array)
        if self._ahead is None:  # else the mark is of more values than are known again
            self._write_mark(self.known)

    def _write_mark(self, known: int) -> None:
        array, end = self._array, known + 1
        width, length, sums = 1, 0, []
        if array is not None:
            width, length = array.itemsize, len(array)
            for begin in range(BLOCK * len(self._sums), end - BLOCK + 1, BLOCK):
                self._sums.append(self._sum(array[begin : begin + BLOCK], begin))
            sums = self._sums[: end // BLOCK]
            if end % BLOCK:
                begin = end // BLOCK * BLOCK
                sums = [*sums, self._sum(array[begin:end], begin)]
        write_whole(self.mark, Mark(str(self.code), known, self._limit, width, length, tuple(sums)).written())

    def finish(self, to: int, *, marked: bool = False) -> None:
        """Cuts the array to g(0), ..., g(to), gives it its name, and removes the mark unless ``marked``."""
        assert self._array is not None
        if len(self._array) != to + 1:
            self._array = self._allocate(to + 1, self._array.format, self._array)
        if marked:
            self._ahead = None
            self._write_mark(to)
        os.replace(self.part, self.path)
        sync_folder(self.path)
        if not marked:
            self.mark.unlink(missing_ok=True)

    def _is_finished(self) -> bool:
        """Returns whether a run has its name: only its mark is left, either to be kept or because it could not be
        removed."""
        if self.part.exists() or not self.path.exists():
            return False
        if read_mark(self.mark) is None:
            raise FileError(say("expected a run to resume"), where=str(self.mark))
        return True

    def _resume(self) -> None:
        for place in (self.path, self.part):
            if place.is_symlink():  # its values would be written elsewhere
                raise FileError(say("expected the file of a run, got a link to one"), where=str(place))
        mark = read_mark(self.mark)
        if mark is None:
            with suppress(OSError), open(self.part, "rb") as file:
                if file.read(len(MAGIC)) == MAGIC:
                    warn_of_damage(say("the mark of this run is damaged; it begins anew"), str(self.mark))
                    return
            raise FileError(say("expected a run to resume"), where=str(self.mark))
        if mark.code != str(self.code):
            raise FileError(
                say("expected a run of {code}, got one of {other}", code=str(self.code), other=mark.code),
                where=str(self.mark),
            )
        if mark.known == 0:
            return  # stopped before the first values
        if self.ended:
            os.replace(self.path, self.part)
        if not self.part.exists():
            warn_of_damage(say("the values of this run are gone; it begins anew"), str(self.part))
            return
        array = self._opened(mark)
        self._limit = mark.limit
        # The array may be one widening ahead of the mark.
        while array.itemsize > 1 and self._limit <= 2 ** (4 * array.itemsize):
            self._limit *= 2
        self._array = array
        self._ahead = mark
        while self._ahead is not None and self._fits(begin := self._filled // BLOCK * BLOCK):
            self._filled = min(mark.known + 1, begin + BLOCK)
            if self._filled > mark.known:
                self._ahead = None
        if self._filled == 1:
            array[0] = 0  # the one value that no engine computes
        elif array.itemsize == mark.width:
            self._sums = list(mark.sums[: self._filled // BLOCK])

    def _opened(self, mark: Mark) -> memoryview:
        """Returns the array, whatever has become of its head and its end."""
        size = os.path.getsize(self.part)
        with open(self.part, "rb") as file:
            head = file.read(4096)
        for width in (1, 2, 4):
            length = (size - len(heading(width, mark.length))) // width
            expected = heading(width, length)
            if head.startswith(expected) and size == len(expected) + width * length > len(expected):
                return map_values(self.part, len(expected), width)
        start = len(heading(mark.width, mark.length))
        count = min(mark.length, max(0, size - start) // mark.width)
        old = bytearray(mark.width * count)
        with open(self.part, "rb") as file:
            file.seek(start)
            file.readinto(old)
        kind = KINDS[mark.width]
        # Not of the length that the mark states: anybody can write it.
        return self._made(max(count, 1), kind, memoryview(old).cast(kind), count)

    def _fits(self, begin: int) -> bool:
        """Returns whether the block that begins there is the one that the mark describes."""
        assert self._ahead is not None and self._array is not None
        block = self._array[begin : min(begin + BLOCK, self._ahead.known + 1)]
        if block.itemsize != self._ahead.width:
            try:
                block = memoryview(array(KINDS[self._ahead.width], block))
            except OverflowError:
                return False
        sums = self._ahead.sums[begin // BLOCK : begin // BLOCK + 1]
        return sums == (self._sum(block, begin),)

    def _sum(self, block: memoryview, begin: int) -> str:
        return signed(FORMAT, self.code, begin, block.itemsize, block).hex()

    def _check(self, to: int) -> None:
        import shutil

        amount = need(self.code, to)
        require(
            Effort(bytes=amount.memory, sure=True),
            say("a run of {code} to heap {n}", code=str(self.code), n=to),
        )
        free = shutil.disk_usage(self.path.absolute().parent).free
        present = 0 if self._array is None else self._array.nbytes
        if amount.disk // 2 > free + present:
            self._no_room(amount.disk // 2, free)

    def _no_room(self, wanted: int, free: int) -> NoReturn:
        raise TooLargeError(
            say(
                "the values need {wanted} on the disk; {free} are free",
                wanted=bytes_text(wanted),
                free=bytes_text(free),
            ),
            where=str(self.path),
        )

    def _grown(self, length: int, old: int) -> int:
        return length

    def _allocate(self, length: int, kind: str, old: memoryview | None) -> memoryview:
        """Returns a new file, filled from the old array, in its place."""
        if old is None:
            self._array = None
            self._sums = []
            self._write_mark(0)
        elif old.format != kind:
            self._sums = []
        try:
            return self._made(length, kind, old, min(self._filled, length))
        except OSError as error:
            import errno
            import shutil

            if old is None:
                self.mark.unlink(missing_ok=True)
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                raise
            self._no_room(length * array(kind).itemsize, shutil.disk_usage(self.path.absolute().parent).free)

    def _made(self, length: int, kind: str, old: memoryview | None, known: int) -> memoryview:
        """Returns a file of ``length`` values, the first ``known`` of them those of ``old``."""
        fresh = self.part.with_name(self.part.name + ".new")
        if self._ahead is not None:
            known = min(self._ahead.known + 1, length)  # what is still to be looked at comes along
        width = array(kind).itemsize
        head = heading(width, length)
        try:
            with new_file(fresh) as file:
                file.write(head)
                file.truncate(len(head) + width * length)
            take_room(fresh, len(head))
            mapped = map_values(fresh, len(head), width)
            if old is not None:
                known = min(known, len(old))
                for begin in range(0, known, 1 << 24):
                    end = min(known, begin + (1 << 24))
                    copy_values(old[begin:end], mapped[begin:end])
            flush_values(mapped)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        os.replace(fresh, self.part)
        sync_folder(self.part)
        return mapped
