"""Executors of jobs: processes of this machine, or a Dask cluster. Both provide ``run(function, tasks) -> outcomes``.

If a worker dies, only its current job is lost, and another worker repeats it. A job during which ATTEMPTS workers have
died is given up and reported. When the master dies, its workers end by themselves.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from sprague.system.processes import start
from sprague.words.digits import shown
from sprague.words.errors import FileError, MissingExtraError, RangeError
from sprague.words.messages import say

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

#: The number of workers that may die during one job.
ATTEMPTS = 3

#: Seconds to wait for a cluster.
PATIENCE = 10

#: Seconds between two checks for an interrupt.
GLANCE = 0.5


@dataclass(frozen=True)
class Outcome:
    """The outcome of a job: its result, or the sentence that says why there is none; and the CPU seconds it took."""

    key: str
    result: Any = None
    error: str | None = None
    seconds: float = 0.0


#: A job's key and its arguments.
Task = tuple[str, tuple[Any, ...]]


class Executor(Protocol):
    """Runs ``function(*arguments)`` for every task, and yields outcomes as they arrive, in any order."""

    def run(self, function: Callable[..., Any], tasks: Iterable[Task]) -> Iterator[Outcome]: ...


def perform(function: Callable[..., Any], key: str, arguments: tuple[Any, ...]) -> Outcome:
    """Returns the outcome of one job. It raises no exception."""
    import time

    begun = time.process_time()
    try:
        result = function(*arguments)
    except Exception as error:
        return Outcome(key, error=f"{type(error).__name__}: {error}", seconds=time.process_time() - begun)
    return Outcome(key, result, seconds=time.process_time() - begun)


class ProcessPool:
    """``workers`` processes of this machine. Each has its own pipe, so that the job of a dead one is known.

    >>> sorted(outcome.result for outcome in ProcessPool(1).run(divmod, [("a", (7, 2)), ("b", (9, 3))]))
    [(3, 0), (3, 1)]
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise RangeError(say("expected at least one worker, got {workers}", workers=workers))
        self.workers = workers
        #: The number of jobs that were repeated after the death of a worker.
        self.revived = 0

    def run(self, function: Callable[..., Any], tasks: Iterable[Task]) -> Iterator[Outcome]:
        import multiprocessing
        from multiprocessing.connection import wait

        # Not forked: a fork of a program with threads may hang, and would inherit the other workers' pipes.
        context = multiprocessing.get_context("spawn")
        waiting = deque((*task, 1) for task in tasks)
        busy: dict[Connection, tuple[BaseProcess, tuple[str, tuple[Any, ...], int]]] = {}
        idle: list[tuple[BaseProcess, Connection]] = []
        try:
            while waiting or busy:
                while waiting and len(busy) < self.workers:
                    job = waiting.popleft()
                    process, pipe = idle.pop() if idle else _start(context, function)
                    busy[pipe] = (process, job)
                    try:
                        pipe.send(job[:2])
                    except OSError:  # it died while idle: the pipe says so below
                        pass
                for ready in wait(list(busy), GLANCE):
                    pipe = ready  # type: ignore[assignment]
                    process, job = busy.pop(pipe)
                    try:
                        outcome: Outcome = pipe.recv()
                    except (EOFError, OSError):
                        process.join()
                        pipe.close()
                        key, arguments, attempt = job
                        if attempt < ATTEMPTS:
                            self.revived += 1
                            waiting.appendleft((key, arguments, attempt + 1))
                            continue
                        words = say("{count} workers died of this job", count=ATTEMPTS)
                        yield Outcome(key, error=str(words))
                    else:
                        idle.append((process, pipe))
                        yield outcome
        finally:
            for process, pipe in [*idle, *((process, pipe) for pipe, (process, _) in busy.items())]:
                process.terminate()
                process.join()
                pipe.close()


def _start(context: Any, function: Callable[..., Any]) -> tuple[BaseProcess, Connection]:
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, function), daemon=True)
    start(process)
    theirs.close()  # so that this end notices when it closes
    return process, ours


def _work(pipe: Connection, function: Callable[..., Any]) -> None:
    """Runs jobs from the pipe, until it closes or the master is gone."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_master, daemon=True).start()
    while True:
        try:
            key, arguments = pipe.recv()
            pipe.send(perform(function, key, arguments))
        except (EOFError, OSError):
            return


def _end_with_master() -> None:
    """Ends this worker when its master dies. A killed master does not close its pipes in order, and a long job would
    not notice."""
    import multiprocessing

    master = multiprocessing.parent_process()
    if master is not None:
        master.join()
        os._exit(1)


class DaskCluster:
    """The workers of a Dask cluster, ``tcp://host:port``; they must have the same version of Sprague installed."""

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, function: Callable[..., Any], tasks: Iterable[Task]) -> Iterator[Outcome]:
        client = _connect(self.address)
        from distributed import as_completed

        with client:
            futures = {
                client.submit(perform, function, *task, pure=False, retries=ATTEMPTS - 1): task[0]
                for task in tasks
            }
            for future in as_completed(list(futures), loop=client.loop):  # type: ignore[no-untyped-call]
                key = futures.pop(future)
                if future.status == "finished":
                    yield future.result()
                else:
                    fault = future.exception()
                    yield Outcome(key, error=f"{type(fault).__name__}: {fault}")
                future.release()


def _connect(address: str) -> Any:
    """Returns a client of the Dask scheduler at ``tcp://host:port``.

    Raises RangeError if ``address`` is no such address, MissingExtraError without the library, and FileError if no
    scheduler answers.
    """
    if not isinstance(address, str) or not re.fullmatch(r"[a-z]+://\S+:[0-9]{1,5}|inproc://\S+", address):
        raise RangeError(
            say("expected a Dask scheduler as tcp://host:port, got {address}", address=shown(address))
        )
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("cluster", say("a Dask cluster")) from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        words = say("no Dask scheduler answers ({problem})", problem=str(error) or type(error).__name__)
        raise FileError(words, where=address) from error
