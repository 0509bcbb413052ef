"""Long runs: Grundy values in a memory-mapped ``.npy`` file that grows, survives a kill and is taken up again.

Beside the array stands ``<name>.run``, a line of JSON that says how far its values are right (the high-water
mark). A checkpoint first brings the array to the disk, then writes the mark to a new file, brings that to the disk
and renames it: at every moment the mark promises no more than the array holds.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sprague.system.limits import check_memory
from sprague.words.errors import FileError, TooLargeError
from sprague.words.messages import say

from .codes import Code
from .effort import need
from .run import Progress, Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

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
) -> Values:
    """g(0), ..., g(to) in the file ``path``, returned as a read-only memory map.

    A run that was stopped or killed goes on from its last checkpoint, at most ``every`` seconds back, and ends
    with the same bytes. A finished run leaves the ``.npy`` file alone. ``tell`` is called at the end with the name of
    the engine at work, if there was any work left. Raises FileError if ``path`` exists and is not a run of this code,
    TooLargeError if the disk or the memory is too small (:func:`~.heaps.need`).

    >>> import tempfile, sprague.takebreak.codes as codes
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run_to_file(codes.parse_code("0.77"), 12, f"{folder}/kayles.npy").tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    import numpy as np

    run = FileRun(code, Path(path), engine=engine)
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


class FileRun(Run):
    """A :class:`~.heaps.Run` whose array is a file."""

    def __init__(self, code: Code, path: Path, *, engine: str | None = None) -> None:
        super().__init__(code, engine=engine)
        self.path, self.mark = path, path.with_name(path.name + ".run")
        if self.mark.exists():
            self._resume()
        elif path.exists():
            raise FileError(say("expected a new file or a run to go on with"), where=str(path))

    def save(self) -> None:
        """A checkpoint: the array, then the mark."""
        if self._array is None:
            return
        _flush(self._array)
        self._write_mark(self.known)

    def _write_mark(self, known: int) -> None:
        mark = {"format": "sprague-run/1", "code": str(self.code), "known": known, "limit": self._limit}
        _replace(self.mark, json.dumps(mark).encode() + b"\n")

    def finish(self, to: int) -> None:
        """Cut the file to g(0), ..., g(to) and take the mark away."""
        if self._array is not None and len(self._array) != to + 1:
            self._array = self._allocate(to + 1, self._array.dtype, self._array)
        self.mark.unlink(missing_ok=True)

    def _resume(self) -> None:
        import numpy as np

        try:
            mark = json.loads(self.mark.read_text())
            code, known, limit = mark["code"], int(mark["known"]), int(mark["limit"])
            if known == 0 and not self.path.exists():
                return  # stopped before the first values
            array = np.lib.format.open_memmap(self.path, mode="r+")
            good = array.ndim == 1 and array.dtype.kind == "u" and known >= 0 and len(array) > 0
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise FileError(
                say("expected a run to go on with: {error}", error=str(error)), where=str(self.mark)
            ) from error
        if code != str(self.code) or not good:
            raise FileError(
                say("expected a run of {code}, got one of {other}", code=str(self.code), other=code),
                where=str(self.mark),
            )
        # The array may be one widening ahead of the mark.
        while array.dtype.itemsize > 1 and limit <= 2 ** (4 * array.dtype.itemsize):
            limit *= 2
        self._array, self._filled, self._limit = array, min(known + 1, len(array)), limit

    def _check(self, to: int) -> None:
        import shutil

        amount = need(self.code, to)
        check_memory(amount.memory)
        free = shutil.disk_usage(self.path.absolute().parent).free
        present = 0 if self._array is None else self._array.nbytes
        if amount.disk // 2 > free + present:
            raise TooLargeError(
                say(
                    "expected room on the disk for {need}, there are {free} bytes",
                    need=str(amount),
                    free=free,
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
        fresh = self.path.with_name(self.path.name + ".new")
        array: Values = np.lib.format.open_memmap(fresh, mode="w+", dtype=dtype, shape=(length,))
        if old is not None:
            known = min(self._filled, length)
            for begin in range(0, known, 1 << 24):
                array[begin : min(known, begin + (1 << 24))] = old[begin : min(known, begin + (1 << 24))]
        _flush(array)
        os.replace(fresh, self.path)
        _sync_folder(self.path)
        return array


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
