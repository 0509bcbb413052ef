"""A bounded pool of worker processes with a budget of time and memory for every request.

The pool stops a request that exceeds its budget by ending its worker. A warm spare worker takes its place, and other
requests continue. Processor time counts; wall time ends only requests that get no processor time.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Coroutine
from typing import Any

from sprague.system.processes import end_forkserver

from .budget import Budget, BusyError
from .wire import Message
from .workers import Worker

logger = logging.getLogger("sprague.web")

#: The interval, in seconds, at which a busy worker's clock and memory are checked.
WATCH_INTERVAL = 0.01

#: The seconds before a failed start of a worker is tried again, and the limit on the wait for short tasks at the end.
PAUSE = 1.0

#: The seconds that a worker may take to come up.
PATIENCE = 900.0

#: A worker is replaced after JOBS jobs. It is also replaced if it holds more bytes than before its first job: at once
#: beyond MOST_KEPT, after REST seconds of rest beyond KEPT.
JOBS, MOST_KEPT, KEPT, REST = 2_000, 128 * 2**20, 8 * 2**20, 10.0


class Pool:
    """Runs ``size`` jobs at a time in as many workers, with ``spare`` additional workers, behind a queue of at most
    ``waiting`` requests. Its workers have the niceness ``nice``; those of niceness 0 are for short questions."""

    def __init__(
        self, size: int, waiting: int, budget: Budget, *, name: str, nice: int = 0, spare: int = 1
    ) -> None:
        self.size = size
        self.nice = nice
        self.budget = budget
        self.name = name
        self._spare = spare
        self._limit = waiting
        self._waiting = 0
        self._places = asyncio.Semaphore(size)
        self._forking = asyncio.Lock()
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._up = asyncio.Event()
        self._workers: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._clearing: list[threading.Thread] = []
        self._look: asyncio.TimerHandle | None = None
        self._closed = False

    def start(self) -> None:
        """Starts all workers; each serves as soon as it is up."""
        for _ in range(self.size + self._spare):
            self._do(self._spawn())

    async def up(self) -> None:
        """Waits until enough workers are up for all jobs that may run at a time."""
        await self._up.wait()

    def end(self) -> None:
        """Refuses new jobs and starts no new workers."""
        self._closed = True

    async def close(self) -> None:
        """Stops all workers."""
        self.end()
        if self._look is not None:
            self._look.cancel()
        for worker in list(self._workers):
            self._drop(worker)
        if not await self._cleared(PAUSE):
            end_forkserver()
            await self._cleared(PAUSE)

    async def _cleared(self, seconds: float) -> bool:
        """Waits at most this many seconds, and returns whether no worker is being forked and nothing of earlier workers
        is left."""
        ends = time.monotonic() + seconds
        while self._tasks or any(clearing.is_alive() for clearing in self._clearing):
            if time.monotonic() > ends:
                return False
            await asyncio.sleep(WATCH_INTERVAL)
        return True

    async def run(self, job: str, parameters: dict[str, Any], budget: Budget | None = None) -> Message:
        """Runs ``job`` in a worker. Raises BusyError if too many requests wait, BudgetError if the job is stopped or
        its worker lost."""
        if self._closed or self._waiting >= self._limit:
            raise BusyError
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            worker = await self._next()
            try:
                return await self._ask(worker, job, parameters, budget or self.budget)
            except BaseException:
                # The worker was stopped or lost, or the client left: no request waits for this answer any more.
                self._replace(worker)
                raise
            finally:
                self._rest(worker)
        finally:
            self._places.release()

    async def _ask(self, worker: Worker, job: str, parameters: dict[str, Any], budget: Budget) -> Message:
        head = {"job": job, "parameters": parameters, "seconds": budget.asked, "memory": budget.bytes}
        try:
            coming = worker.ask(head, budget)
            self._watch()
            answered = await coming
        finally:
            worker.request = None
        if answered[0].get("spent"):
            self._replace(worker)
        return answered

    def _watch(self) -> None:
        """Checks the busy workers at regular times while there are any."""
        if self._look is None and not self._closed:
            self._look = asyncio.get_running_loop().call_later(WATCH_INTERVAL, self._look_at)

    def _look_at(self) -> None:
        self._look = None
        for worker in [worker for worker in self._workers if worker.request is not None]:
            worker.look(self.size, crowded=self._waiting > 0)
            self._watch()

    # Workers come and go

    async def _next(self) -> Worker:
        """Returns the next idle worker that is still there."""
        while True:
            worker = await self._idle.get()
            if worker not in self._workers:
                continue
            if worker.gone:
                self._replace(worker)
                continue
            worker.idle = False
            if worker.rest is not None:
                worker.rest.cancel()
            return worker

    def _rest(self, worker: Worker) -> None:
        """Frees the worker for the next job, if it is still there, and replaces it if it has answered many jobs or has
        grown."""
        if worker not in self._workers:
            return
        worker.served += 1
        grown = worker.resident - worker.first
        if worker.served >= JOBS or grown > MOST_KEPT:
            self._replace(worker)
            return
        if grown > KEPT:
            worker.rest = asyncio.get_running_loop().call_later(REST, self._replace, worker)
        self._stand_by(worker)

    def _stand_by(self, worker: Worker) -> None:
        worker.idle = True
        self._idle.put_nowait(worker)

    async def _spawn(self) -> None:
        """Forks a worker. If this fails, or the worker does not come up, it tries again after a pause."""
        while not self._closed:
            worker = Worker(self._greeted, self._lost)
            self._workers.add(worker)
            try:
                async with self._forking:
                    if self._closed:
                        self._drop(worker)
                        return
                    await worker.start(self.name, self.nice)
                if worker not in self._workers:  # the pool ended before there was a process to end
                    self._clear(worker)
                    return
                # Starting does not count against a request.
                await asyncio.wait_for(worker.ready, PATIENCE)
                return
            except (OSError, EOFError, TimeoutError) as problem:
                self._drop(worker)
                if not self._closed:
                    logger.warning("a worker did not come up: %s", problem)
                    await asyncio.sleep(PAUSE)

    def _greeted(self, worker: Worker) -> None:
        """Makes a new worker available. Once ``size`` workers are ready, the pool is up."""
        if worker not in self._workers:
            return
        self._stand_by(worker)
        if sum(other.ready.done() for other in self._workers) >= self.size:
            self._up.set()

    def _lost(self, worker: Worker) -> None:
        """Replaces an idle worker whose line has ended. The request of a busy one fails, and then replaces it."""
        if worker.idle:
            self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        """Starts another worker in place of one that has ended or is no longer wanted."""
        if worker in self._workers:
            self._drop(worker)
            if not self._closed:
                self._do(self._spawn())

    def _drop(self, worker: Worker) -> None:
        if worker in self._workers:
            self._workers.discard(worker)
            self._clear(worker)

    def _clear(self, worker: Worker) -> None:
        self._clearing = [clearing for clearing in self._clearing if clearing.is_alive()]
        self._clearing.append(worker.end())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a task beside the requests."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
