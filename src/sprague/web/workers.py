"""A worker as the server sees it: a process, the line to it, and its current request."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import select
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sprague.system import processes

from .budget import Budget, BudgetError, Clock, resident
from .wire import Message, packed, unpacked

logger = logging.getLogger("sprague.web")

#: The modules that the process from which workers are forked imports before the first fork.
PRELOADED = ["sprague.web.preload"]


def prepare() -> None:
    """Starts the process from which workers are forked. It loads everything that a question needs, so a worker is ready
    within milliseconds and shares its memory. On a system without fork, each worker loads all of it separately."""
    if processes.FORKS:
        multiprocessing.get_context("forkserver").set_forkserver_preload(PRELOADED)
        processes.start_forkserver()


@dataclass(eq=False)
class Request:
    """The current job of a worker; ``before`` is the worker's memory at its beginning."""

    answer: asyncio.Future[Message]
    budget: Budget
    clock: Clock
    before: int


class Worker(asyncio.Protocol):
    """One process and the line to it. ``up`` is called when the process is ready, ``lost`` when the line ends."""

    def __init__(self, up: Callable[[Worker], None], lost: Callable[[Worker], None]) -> None:
        self.request: Request | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.idle = False
        #: The number of its finished jobs, and its memory before the first.
        self.served, self.first = 0, 0
        self.rest: asyncio.TimerHandle | None = None
        self.process: Any = None
        self.pid: int | None = None
        self._up, self._lost = up, lost
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    async def start(self, name: str, nice: int) -> None:
        """Forks the process. Raises OSError if the system cannot provide one."""
        from .worker import serve

        ours, theirs = socket.socketpair()
        try:
            context_of = multiprocessing.get_context
            context = context_of("forkserver") if processes.FORKS else context_of("spawn")
            self.process = context.Process(
                target=serve, args=(theirs, nice), name=f"sprague-{name}", daemon=True
            )
            await asyncio.to_thread(processes.start_apart, self.process)
            self.pid = self.process.pid
            await asyncio.get_running_loop().create_connection(lambda: self, sock=ours)
        except BaseException:
            ours.close()
            self.end()
            raise
        finally:
            theirs.close()

    def end(self) -> threading.Thread:
        """Ends the process, whatever it is doing. Returns the thread that cleans up after it."""
        if self.rest is not None:
            self.rest.cancel()
        if self._transport is not None:
            self._transport.abort()
        if self.pid is not None:
            self.process.kill()
            logger.info("worker %s ended", self.pid)
        clearing = threading.Thread(target=self._clear, daemon=True)
        clearing.start()
        return clearing

    def _clear(self) -> None:
        if self.pid is not None:
            self.process.join()
            self.process.close()

    @property
    def resident(self) -> int:
        """The bytes of resident memory now."""
        return resident(self.pid)

    @property
    def gone(self) -> bool:
        """Whether the line of an idle worker has ended. An idle worker sends nothing else."""
        if self._transport is None or self._transport.is_closing():
            return True
        line = self._transport.get_extra_info("socket")
        if not hasattr(select, "poll"):  # Windows, where select takes a file of any number
            return bool(select.select([line.fileno()], [], [], 0)[0])
        look = select.poll()
        look.register(line.fileno(), select.POLLIN)
        return bool(look.poll(0))

    def ask(self, head: dict[str, Any], budget: Budget) -> asyncio.Future[Message]:
        """Gives the worker a job. The future holds its answer, or BudgetError."""
        coming: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.request = Request(coming, budget, Clock(self.pid), self.resident)
        assert self._transport is not None
        self._transport.write(packed(head))
        return coming

    def look(self, size: int, crowded: bool) -> None:
        """Ends the request if it has used up its budget, beside others in a pool of ``size``. If ``crowded``, its share
        of the budget is the limit."""
        if self.request is None:
            return
        budget, clock = self.request.budget, self.request.clock
        if clock.is_over(budget.seconds, budget.clock(size)):
            self.fail(BudgetError("time"))
        elif crowded and budget.share is not None and clock.is_over(budget.share, budget.clock(size)):
            self.fail(BudgetError("share"))
        elif self.resident - self.request.before > budget.bytes:
            self.fail(BudgetError("memory"))

    def fail(self, error: BudgetError) -> None:
        """Ends the request without an answer."""
        if self.request is not None and not self.request.answer.done():
            self.request.answer.set_exception(error)

    # What the line reports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        while (message := unpacked(self._buffer)) is not None:
            self._heard(message)

    def _heard(self, message: Message) -> None:
        if message[0]["kind"] == "ready":
            self.first = self.resident
            self.ready.set_result(None)
            self._up(self)
        elif self.request is not None and not self.request.answer.done():
            self.request.answer.set_result(message)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(EOFError("its line has ended"))
            self.ready.exception()  # this is no fault: the request may have ended
        self.fail(BudgetError("lost"))
        self._lost(self)
