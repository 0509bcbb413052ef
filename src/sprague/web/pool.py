"""A bounded pool of worker processes with a budget of time and memory for every request.

A request that passes its budget is stopped by ending its worker; another takes its place at once, and other
requests go on. What counts is processor time, and on a busy machine the clock too, with a grace. Time spent
compiling kernels does not count: the worker says when it begins and ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal

from sprague.system import processes

logger = logging.getLogger("sprague.web")

#: How often a busy worker's clock and memory are looked at, in seconds.
WATCH_INTERVAL = 0.02

#: Seconds of processor time that a compilation may take; in wall time it, or the start of a worker, may take longer,
#: for one that was ended would begin again with the next request.
COMPILE_LIMIT = 60.0
COMPILE_PATIENCE = 900.0

#: Seconds until a worker that did not come up is tried again.
PAUSE = 1.0


@dataclass(frozen=True)
class Budget:
    """What one request may use: ``seconds`` of processor time, ``bytes`` of resident memory beyond what the worker had
    when it began, and ``grace`` times its seconds of wall time, for on a busy machine it has a part of a core only."""

    seconds: float = 2.0
    bytes: int = 512 * 2**20
    grace: float = 2.5

    @property
    def asked(self) -> float:
        """Seconds of processor time that the question may take, so that what was found by then is still told."""
        return 0.75 * self.seconds

    def clock(self, workers: int = 1) -> float:
        """Seconds of wall time that a request may take beside others in a pool of ``workers``: where these are more
        than the cores, they make each other wait.

        >>> Budget(seconds=2).clock()
        5.0
        """
        return self.grace * self.seconds * max(1.0, workers / _cores())


def _cores() -> int:
    """The cores that the server may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BudgetError(Exception):
    """A request was stopped because it passed its budget; ``kind`` says which."""

    def __init__(self, kind: Literal["time", "memory", "lost"]) -> None:
        super().__init__(kind)
        self.kind = kind


class BusyError(Exception):
    """The queue is full; try again later."""


@dataclass(eq=False)
class Worker:
    """One process and the pipe to it; ``idle`` while it waits for a request."""

    process: BaseProcess
    pipe: Connection
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    idle: bool = False

    @property
    def resident(self) -> int:
        """Bytes of resident memory now; 0 when the process is gone, and on systems without /proc, where only
        the time of a request is watched."""
        try:
            with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        except (OSError, IndexError):
            return 0


def _cpu(worker: Worker) -> float | None:
    """Seconds of processor time that a worker has used; None on systems without /proc."""
    try:
        with open(f"/proc/{worker.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class _Clock:
    """The time that a request has used, compiling left out."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.begun, self.cpu = time.monotonic(), _cpu(worker) or 0.0
        self.paused: tuple[float, float] | None = None

    def pause(self) -> None:
        """The worker compiles from here on."""
        if self.paused is None:
            self.paused = (time.monotonic(), _cpu(self.worker) or 0.0)

    def go_on(self) -> None:
        """The worker has compiled."""
        if self.paused is not None:
            self.begun += time.monotonic() - self.paused[0]
            self.cpu += (_cpu(self.worker) or 0.0) - self.paused[1]
            self.paused = None

    def is_over(self, seconds: float, clock: float) -> bool:
        """Whether the request has used more than ``seconds`` of processor time or ``clock`` seconds of wall time, or
        a compilation takes too long."""
        begun, cpu = self.begun, self.cpu
        if self.paused is not None:
            (begun, cpu), seconds, clock = self.paused, COMPILE_LIMIT, COMPILE_PATIENCE
        taken, used = time.monotonic() - begun, _cpu(self.worker)
        if used is None:
            return taken > seconds
        return used - cpu > seconds or taken > clock


class Pool:
    """``size`` workers behind a queue of at most ``waiting`` requests. Only workers of a pool that ``compiles``
    load the compiler."""

    def __init__(self, size: int, waiting: int, budget: Budget, *, name: str, compiles: bool) -> None:
        self.size = size
        self.compiles = compiles
        self.budget = budget
        self.name = name
        self._limit = waiting
        self._waiting = 0
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._workers: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._context = multiprocessing.get_context("forkserver")
        self._closed = False

    async def start(self) -> None:
        """Start all workers; each serves as soon as it is up."""
        self._context.set_forkserver_preload(["sprague.web.worker"])
        for _ in range(self.size):
            await self._spawn()

    async def close(self) -> None:
        """Stop all workers."""
        self._closed = True
        for worker in list(self._workers):
            self._drop(worker)
            worker.process.join(1.0)

    async def run(self, job: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Run ``job`` in the next free worker. Raises BusyError when too many wait, BudgetError when stopped."""
        if self._waiting >= self._limit:
            raise BusyError
        self._waiting += 1
        try:
            worker = await self._next()
        finally:
            self._waiting -= 1
        try:
            return await self._ask(worker, job, parameters)
        except BaseException:
            # Stopped, lost, or the request went away: whatever the worker does now, nobody waits for it.
            self._replace(worker)
            raise
        finally:
            self._rest(worker)

    def _rest(self, worker: Worker) -> None:
        """The worker is free for the next request, if it is still there."""
        if worker in self._workers:
            worker.idle = True
            self._idle.put_nowait(worker)

    async def _next(self) -> Worker:
        """The next idle worker that is still there."""
        while True:
            worker = await self._idle.get()
            if worker in self._workers and not worker.pipe.poll():
                worker.idle = False
                return worker
            self._replace(worker)

    async def warm(self) -> None:
        """Let each worker load its kernels once, one after the other and only while it is idle."""
        for _ in range(self.size):
            worker = await self._next()
            try:
                await self._ask(worker, "warm", {}, Budget(COMPILE_LIMIT, 2**31, grace=15))
            except BudgetError:
                self._replace(worker)
                continue
            self._rest(worker)

    async def _ask(
        self, worker: Worker, job: str, parameters: dict[str, Any], budget: Budget | None = None
    ) -> dict[str, Any]:
        budget = budget or self.budget
        before = worker.resident
        clock = _Clock(worker)
        try:
            worker.pipe.send((job, parameters, budget.asked, budget.bytes))
        except OSError:
            raise BudgetError("lost") from None
        while True:
            worker.ready.clear()
            if worker.pipe.poll():
                try:
                    kind, content = worker.pipe.recv()
                except (EOFError, OSError):
                    raise BudgetError("lost") from None
                if kind == "answer":
                    return content  # type: ignore[no-any-return]
                if kind == "compiling":
                    clock.pause()
                elif kind == "compiled":
                    clock.go_on()
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(worker.ready.wait(), WATCH_INTERVAL)
            if clock.is_over(budget.seconds, budget.clock(self.size)):
                raise BudgetError("time")
            if worker.resident - before > budget.bytes:
                raise BudgetError("memory")

    async def _spawn(self) -> None:
        from .worker import serve

        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=serve, args=(theirs, self.compiles), name=f"sprague-{self.name}", daemon=True
        )
        await asyncio.to_thread(processes.start, process)
        theirs.close()
        if self._closed:  # meanwhile: nobody would end it
            process.kill()
            ours.close()
            return
        worker = Worker(process, ours)
        self._workers.add(worker)
        asyncio.get_running_loop().add_reader(ours.fileno(), self._heard, worker)
        self._do(self._greet(worker))

    async def _greet(self, worker: Worker) -> None:
        """Hand the worker out once it says that it is up: starting does not count against a request."""
        try:
            await asyncio.wait_for(worker.ready.wait(), COMPILE_PATIENCE)
            worker.pipe.recv()
        except (TimeoutError, EOFError, OSError):
            self._drop(worker)
            await asyncio.sleep(PAUSE)
            if not self._closed:
                await self._spawn()
            return
        self._rest(worker)

    def _heard(self, worker: Worker) -> None:
        """There is something in the worker's pipe, or was; when nothing was asked of it, that is the pipe's end."""
        worker.ready.set()
        if worker.idle and worker.pipe.poll():
            self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        """Start another in the place of a worker that is gone or no longer wanted."""
        if worker in self._workers:
            self._drop(worker)
            if not self._closed:
                self._do(self._spawn())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Have it done beside the requests."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _drop(self, worker: Worker) -> None:
        if worker not in self._workers:
            return
        self._workers.discard(worker)
        asyncio.get_running_loop().remove_reader(worker.pipe.fileno())
        worker.process.kill()
        worker.pipe.close()
        threading.Thread(target=worker.process.join, daemon=True).start()
        logger.info("worker %s ended", worker.process.pid)
