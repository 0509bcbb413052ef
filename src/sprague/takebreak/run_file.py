"""Long runs: Grundy values in a memory-mapped ``.npy`` file that grows, survives a kill and is taken up again.

While it is computed the array is ``<name>.part``; only when it is complete it gets its name. Beside it stands
``<name>.run``, a line of JSON that says how far its values are right (the high-water mark). A checkpoint first brings
the array to the disk, then writes the mark to a new file, brings that to the disk and renames it: at every moment the
mark promises no more than the array holds. ``<name>.lock`` keeps a second process away.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sprague.system.file_lock import only_one
from sprague.system.limits import bytes_text, require_memory
from sprague.words.errors import FileError, TooLargeError
from sprague.words.messages import say

from .codes import Code
from .effort import need
from .run import Progress, Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

FORMAT = "sprague-run/2"

#: Seconds between checkpoints: what a kill loses at most.
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
) -> Values:
    """g(0), ..., g(to) in the file ``path``, returned as a read-only memory map.

    A run that was stopped or killed is resumed from its last checkpoint, at most ``every`` seconds back, and ends
    with the same bytes. ``path`` is there only when it is complete; a file that has that name is left alone until
    then, and refused unless ``replace`` says so. ``tell`` is called at the end with the name of the engine at work,
    if there was any work left. Raises FileError if ``path`` exists, if its run is one of another code, or if another
    process is writing it; TooLargeError if the disk or the memory is too small (:func:`~.run.need`).

    >>> import tempfile, sprague.takebreak.codes as codes
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run_to_file(codes.parse_code("0.77"), 12, f"{folder}/kayles.npy").tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    import numpy as np

    with only_one(Path(path)):
        run = FileRun(code, Path(path), engine=engine, replace=replace)
        told = time.monotonic()

        def checkpoint(known: int, aim: int) -> None:
            nonlocal told
            if time.monotonic() - told >= every:
                run.save()
                told = time.monotonic()
            if progress is not None:
                progress(known, aim)

        try:
            run.extend(to, checkpoint)
        finally:
            run.save()
        run.finish(to)
    if tell is not None and run.engine is not None:
        tell(run.engine)
    values: Values = np.load(path, mmap_mode="r")
    return values


class KeptValues:
    """The values of a search for a period (as :class:`~.sequence.Values` has them), kept in a file while they grow."""

    plain = 0
    steps = (4096,)

    def __init__(self, run: FileRun) -> None:
        self.code, self.run = run.code, run
        self._saved = time.monotonic()

    def __len__(self) -> int:
        return self.run.known + 1

    @property
    def seen(self) -> Any:
        """g(0), ..., as far as they are known."""
        return self.run.values

    def grow(self, to: int, progress: Progress | None = None) -> None:
        """Make g(0), ..., g(to) known."""

        def checkpoint(known: int, aim: int) -> None:
            if time.monotonic() - self._saved >= EVERY:
                self.run.save()
                self._saved = time.monotonic()
            if progress is not None:
                progress(known, aim)

        if to > self.run.known:
            self.run.extend(to, checkpoint)


@contextmanager
def kept_values(code: Code, path: Path, to: int) -> Iterator[KeptValues]:
    """Values up to heap ``to``, as far as they are asked for, that are kept in the file ``path``.

    What is stopped is resumed like :func:`run_to_file`; what ends well leaves the values that were asked for.
    """
    with only_one(path):
        run = FileRun(code, path)
        run.make_room(to)
        try:
            yield KeptValues(run)
        finally:
            run.save()
        run.finish(run.known)


class FileRun(Run):
    """A :class:`~.run.Run` whose array is a file."""

    def __init__(self, code: Code, path: Path, *, engine: str | None = None, replace: bool = False) -> None:
        super().__init__(code, engine=engine)
        self.path = path
        self.part, self.mark = path.with_name(path.name + ".part"), path.with_name(path.name + ".run")
        if self.mark.exists():
            self._resume()
        elif path.exists() and not replace:
            raise FileError(say("expected a new file or a run to resume"), where=str(path))

    def make_room(self, to: int) -> None:
        """Take the room on the disk for g(0), ..., g(to) at once."""
        self._check(to)
        self._reserve(to + 1)

    def save(self) -> None:
        """A checkpoint: the array, then the mark."""
        if self._array is None:
            return
        _flush(self._array)
        self._write_mark(self.known)

    def _write_mark(self, known: int) -> None:
        mark = {"format": FORMAT, "code": str(self.code), "known": known, "limit": self._limit}
        _replace(self.mark, json.dumps(mark).encode() + b"\n")

    def finish(self, to: int) -> None:
        """Cut the array to g(0), ..., g(to), give it its name and take the mark away."""
        assert self._array is not None
        if len(self._array) != to + 1:
            self._array = self._allocate(to + 1, self._array.dtype, self._array)
        os.replace(self.part, self.path)
        _sync_folder(self.path)
        self.mark.unlink(missing_ok=True)

    def _resume(self) -> None:
        import numpy as np

        try:
            mark = json.loads(self.mark.read_text())
            form, code, known, limit = mark["format"], mark["code"], int(mark["known"]), int(mark["limit"])
            if known == 0 and not self.part.exists():
                return  # stopped before the first values
            array = np.lib.format.open_memmap(self.part, mode="r+")
            good = form == FORMAT and array.ndim == 1 and array.dtype.kind == "u" and 0 <= known < len(array)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise FileError(
                say("expected a run to resume: {error}", error=str(error)), where=str(self.mark)
            ) from error
        if code != str(self.code) or not good:
            raise FileError(
                say("expected a run of {code}, got one of {other}", code=str(self.code), other=code),
                where=str(self.mark),
            )
        # The array may be one widening ahead of the mark.
        while array.dtype.itemsize > 1 and limit <= 2 ** (4 * array.dtype.itemsize):
            limit *= 2
        self._array, self._filled, self._limit = array, known + 1, limit

    def _check(self, to: int) -> None:
        import shutil

        amount = need(self.code, to)
        require_memory(amount.memory, say("a run of {code} to heap {to}", code=str(self.code), to=to))
        free = shutil.disk_usage(self.path.absolute().parent).free
        present = 0 if self._array is None else self._array.nbytes
        if amount.disk // 2 > free + present:
            self._no_room(amount.disk // 2, free)

    def _no_room(self, wanted: int, free: int) -> None:
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

    def _allocate(self, length: int, dtype: Any, old: Values | None) -> Values:
        """A new file, filled from the old array, in its place."""
        import numpy as np

        if old is None:
            self._write_mark(0)
        fresh = self.part.with_name(self.part.name + ".new")
        try:
            array: Values = np.lib.format.open_memmap(fresh, mode="w+", dtype=dtype, shape=(length,))
            _take_room(fresh)
        except OSError as error:
            import errno
            import shutil

            fresh.unlink(missing_ok=True)
            if old is None:
                self.mark.unlink(missing_ok=True)
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                raise
            self._no_room(length * dtype.itemsize, shutil.disk_usage(self.path.absolute().parent).free)
        if old is not None:
            known = min(self._filled, length)
            for begin in range(0, known, 1 << 24):
                array[begin : min(known, begin + (1 << 24))] = old[begin : min(known, begin + (1 << 24))]
        _flush(array)
        os.replace(fresh, self.part)
        _sync_folder(self.part)
        return array


def _take_room(path: Path) -> None:
    """Have the disk give all room that the file says it has: what is missed later, through a map, is a crash."""
    if not hasattr(os, "posix_fallocate"):
        return
    with open(path, "r+b") as file:
        os.posix_fallocate(file.fileno(), 0, os.fstat(file.fileno()).st_size)


def _flush(array: Any) -> None:
    array.flush()


def _replace(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, also after a crash."""
    fresh = path.with_name(path.name + ".new")
    with open(fresh, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
    _sync_folder(path)


def _sync_folder(path: Path) -> None:
    """Bring the renaming itself to the disk, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    folder = os.open(path.absolute().parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
