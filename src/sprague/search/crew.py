"""Threads that run a kernel on blocks of words, one each; none is left at work, whatever exception strikes."""

from __future__ import annotations

import threading
from _thread import start_new_thread
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Block = NDArray[np.uint64]
    Run = Callable[[Block], int]


class Crew:
    """The threads of one search: the caller's, and others that are started for each round."""

    def __init__(self) -> None:
        self._round = _Round()

    def run(self, run: Run, blocks: list[Block]) -> list[int]:
        """What ``run`` returns for each block, each in a thread of its own; the first in this one. None of them runs
        any more when this returns or is interrupted; after a second interrupt, when :meth:`wait` has returned."""
        if len(blocks) == 1:
            return [run(blocks[0])]
        self._round = now = _Round()
        try:
            for place in range(1, len(blocks)):
                # No threading.Thread, for whose birth one waits: an exception may come first.
                start_new_thread(now.work_apart, (run, blocks, place))
            now.work(run, blocks, 0)
            for place in range(1, len(blocks)):
                now.work(run, blocks, place)  # where no thread has come yet
        finally:
            now.end()
        return now.results(len(blocks))

    def wait(self) -> None:
        """Return when no thread of an interrupted round is at work, and none will be."""
        self._round.end()


class _Round:
    """One round. A thread that is started while an exception strikes may be known to nobody; so it says itself at
    which block it is, and is sent away when all is over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._over = False
        #: Which blocks are taken, and for each whether it is done.
        self._taken: dict[int, threading.Event] = {}
        self._found: dict[int, int | BaseException] = {}

    def work(self, run: Run, blocks: list[Block], place: int) -> None:
        """Run a block, unless another thread has taken it or all is over."""
        done = threading.Event()
        try:
            with self._lock:
                if self._over or place in self._taken:
                    return
                self._taken[place] = done
            self._found[place] = run(blocks[place])
        finally:
            done.set()

    def work_apart(self, run: Run, blocks: list[Block], place: int) -> None:
        """The same in another thread: what it raises is raised by :meth:`results`."""
        try:
            self.work(run, blocks, place)
        except BaseException as error:
            self._found[place] = error

    def end(self) -> None:
        """Send away who comes from now on, and wait for the others."""
        with self._lock:
            self._over = True
        for done in self._taken.values():
            done.wait()

    def results(self, count: int) -> list[int]:
        """What was found for so many blocks; raises what one of the threads has raised."""
        for found in self._found.values():
            if isinstance(found, BaseException):
                raise found
        return [self._found[place] for place in range(count)]  # type: ignore[misc]
