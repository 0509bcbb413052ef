"""Threads that run a kernel on blocks of words, one each; none is left at work, whatever exception strikes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Block = NDArray[np.uint64]


class Crew:
    """The threads of one search: the caller's, and others that are started for each run."""

    def __init__(self) -> None:
        self._round = _Round()

    def run(self, run: Callable[[Block], int], blocks: list[Block]) -> list[int]:
        """What ``run`` returns for each block, each in a thread of its own; the first in this one. None of them runs
        any more when this returns or is interrupted; after a second interrupt, when :meth:`wait` has returned."""
        if len(blocks) == 1:
            return [run(blocks[0])]
        self._round = now = _Round()
        missing = RuntimeError("a thread of a search has ended before its work")
        found: list[int | BaseException] = [missing] * len(blocks)

        def other(place: int) -> None:
            if not now.joined():
                return
            try:
                found[place] = run(blocks[place])
            except BaseException as error:
                found[place] = error

        try:
            threads = [threading.Thread(target=other, args=(place,)) for place in range(1, len(blocks))]
            for thread in threads:
                thread.start()
            found[0] = run(blocks[0])
            for thread in threads:
                thread.join()
        finally:
            now.end()
        for each in found:
            if isinstance(each, BaseException):
                raise each
        return found  # type: ignore[return-value]

    def wait(self) -> None:
        """Return when no thread of an interrupted run is at work, and none will be."""
        self._round.end()


class _Round:
    """One run: the threads that have begun their work. A thread that is started while an exception strikes may be
    known to nobody; so it says itself that it is there, and is sent away when all is over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._over = False
        self._begun: list[threading.Thread] = []

    def joined(self) -> bool:
        """Whether the thread that asks may go to work."""
        with self._lock:
            if not self._over:
                self._begun.append(threading.current_thread())
            return not self._over

    def end(self) -> None:
        """Send away who comes from now on, and wait for the others."""
        with self._lock:
            self._over = True
        for thread in self._begun:
            thread.join()
