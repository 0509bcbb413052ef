"""Threads that run a kernel, each on its own block of memory. All of them stop, whatever exception occurs."""

from __future__ import annotations

import threading
from _thread import start_new_thread
from collections.abc import Callable
from typing import TypeVar

Block = TypeVar("Block")


class Crew:
    """The threads of one computation: the caller's thread, and others that each round starts."""

    def __init__(self) -> None:
        self._round = _Round()

    def run(self, run: Callable[[Block], int], blocks: list[Block]) -> list[int]:
        """Returns the results of ``run`` for the blocks. The first runs in the caller's thread, and each of the others
        in a separate thread. When this method returns or is interrupted, all of them have stopped; after a second
        interrupt, this holds when :meth:`wait` has returned."""
        if len(blocks) == 1:
            return [run(blocks[0])]
        self._round = now = _Round()
        try:
            for place in range(1, len(blocks)):
                # Not a threading.Thread: its start waits for the thread, and an exception may occur meanwhile.
                start_new_thread(now.work_apart, (run, blocks, place))
            now.work(run, blocks, 0)
            for place in range(1, len(blocks)):
                now.work(run, blocks, place)  # blocks that no thread has taken
        finally:
            now.end()
        return now.results(len(blocks))

    def wait(self) -> None:
        """Waits until no thread of an interrupted round is running or will run."""
        self._round.end()


class _Round:
    """One round. If an exception occurs while a thread is started, no one may have a reference to it. So each thread
    itself records its block, and stops if the round is over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._over = False
        #: The blocks that are taken, and for each whether it is done.
        self._taken: dict[int, threading.Event] = {}
        self._found: dict[int, int | BaseException] = {}

    def work(self, run: Callable[[Block], int], blocks: list[Block], place: int) -> None:
        """Runs a block, unless another thread has taken it or the round is over."""
        finished = threading.Event()
        try:
            with self._lock:
                if self._over or place in self._taken:
                    return
                self._taken[place] = finished
            self._found[place] = run(blocks[place])
        finally:
            finished.set()

    def work_apart(self, run: Callable[[Block], int], blocks: list[Block], place: int) -> None:
        """Runs a block in another thread. :meth:`results` raises what this raises."""
        try:
            self.work(run, blocks, place)
        except BaseException as error:
            self._found[place] = error

    def end(self) -> None:
        """Ends the round: threads that arrive later stop at once, and this waits for the others."""
        with self._lock:
            self._over = True
        for finished in self._taken.values():
            finished.wait()

    def results(self, count: int) -> list[int]:
        """Returns the results of ``count`` blocks. Raises what one of the threads has raised."""
        for outcome in self._found.values():
            if isinstance(outcome, BaseException):
                raise outcome
        return [self._found[place] for place in range(count)]  # type: ignore[misc]
