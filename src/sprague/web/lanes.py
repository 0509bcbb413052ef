"""Two lanes of workers, for short and for longer questions, and the answer that they give a request."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Hashable
from dataclasses import dataclass, field
from typing import Any

from fastapi.responses import JSONResponse, Response

from sprague.words.messages import Message, say

from .budget import Budget, BudgetError, BusyError, cores
from .pool import Pool
from .workers import prepare

#: The attempts at a short question before it is taken for the cause of the loss of its workers.
TRIES = 4

#: The seconds that requests under way get when the server ends.
LAST_SECONDS = 1.0


@dataclass(frozen=True)
class Settings:
    """The settings of the server. ``hosts`` are the names it answers to; ``frames`` are the origins whose pages may
    show it in a frame; ``root`` is the path under which a proxy offers it, such as /games, or empty."""

    workers: int = 2
    budget: Budget = field(default_factory=Budget)
    quick_budget: Budget = field(default_factory=lambda: Budget(0.3, grace=3, share=0.12))
    waiting: int = 16
    quick_waiting: int = 256
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    frames: tuple[str, ...] = ()
    root: str = ""


class Lanes:
    """The workers of a server, which take a job through one lane or both."""

    def __init__(self, settings: Settings) -> None:
        self.budget = settings.budget
        # There are more workers than cores, so that one is free, or soon free, even if others read slow questions.
        self._quick = Pool(
            max(4, cores()),
            settings.quick_waiting,
            settings.quick_budget,
            name="quick",
            quick=True,
            spare=2,
        )
        self._slow = Pool(
            max(1, settings.workers), settings.waiting, settings.budget, name="slow", quick=False
        )
        self._long = _Seen()
        self._asking: set[asyncio.Task[Any]] = set()
        self._closing = False

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Starts the workers for short questions; the others start while those already serve."""
        prepare()
        self._quick.start()
        await self._quick.up()
        self._slow.start()
        try:
            yield
        finally:
            await self._quick.close()
            await self._slow.close()

    def end(self) -> None:
        """Refuses new requests; after a second, those under way get the answer that the server ends."""
        self._closing = True
        self._quick.end()
        self._slow.end()
        asyncio.get_running_loop().call_later(LAST_SECONDS, self._give_up)

    def _give_up(self) -> None:
        for task in self._asking:
            task.cancel()

    async def run(self, job: str, language: str, **parameters: Any) -> Response:
        """Returns the answer of a worker to ``job``, or the refusal."""
        if self._closing:
            return _ending(language)
        task = asyncio.current_task()
        assert task is not None
        self._asking.add(task)
        try:
            head, body = await self._in_lanes(job, {**parameters, "language": language})
        except BusyError:
            return refusal(
                503, say("the server is busy; try again in a moment"), language, {"Retry-After": "2"}
            )
        except BudgetError as error:
            if error.kind == "lost":
                return refusal(
                    503,
                    say("the worker was lost while it answered; try again"),
                    language,
                    {"Retry-After": "1"},
                )
            return refusal(422, _over_budget(error, self.budget), language)
        except asyncio.CancelledError:
            if not self._closing:
                raise
            return _ending(language)
        finally:
            self._asking.discard(task)
        return Response(body, head["status"], {"Content-Language": language}, "application/json")

    async def _in_lanes(self, job: str, parameters: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """First the lane for moments; what says it takes longer, or does, goes to the other lane, and the next time
        directly."""
        key = hash((job, *sorted((name, str(given)) for name, given in parameters.items())))
        for _ in range(TRIES):  # another request may have caused the loss of a worker
            if key in self._long:
                break
            try:
                head, body = await self._quick.run(job, {**parameters, "quick": True})
            except BudgetError as error:
                if error.kind == "lost":
                    continue
                if error.kind == "share":  # this does not show that the question is long
                    break
            else:
                if "status" in head:
                    return head, body
            self._long.add(key)
        head, body = await self._slow.run(job, {**parameters, "quick": False})
        if "over" in head:
            raise BudgetError(head["over"])
        return head, body


class _Seen:
    """Questions that were found to be long, for a minute."""

    most, seconds = 4096, 60.0

    def __init__(self) -> None:
        self._until: OrderedDict[Hashable, float] = OrderedDict()

    def add(self, key: Hashable) -> None:
        self._until[key] = time.monotonic() + self.seconds
        self._until.move_to_end(key)
        while len(self._until) > self.most:
            self._until.popitem(last=False)

    def __contains__(self, key: Hashable) -> bool:
        until = self._until.get(key)
        if until is not None and until < time.monotonic():
            del self._until[key]
            return False
        return until is not None


def refusal(
    status: int,
    message: Message,
    language: str,
    headers: dict[str, str] | None = None,
    where: str | None = None,
) -> JSONResponse:
    """Returns an error in the form that every face of Sprague uses."""
    return JSONResponse({"error": {"message": message.render(language), "where": where}}, status, headers)


def _ending(language: str) -> JSONResponse:
    return refusal(
        503, say("the server is being shut down"), language, {"Retry-After": "5", "Connection": "close"}
    )


def _over_budget(error: BudgetError, budget: Budget) -> Message:
    if error.kind == "memory":
        return say(
            "this needs more than the {megabytes} MB of one request; a smaller position, or the command line "
            "(sprague solve), has no such limit",
            megabytes=budget.bytes // 2**20,
        )
    return say(
        "this took longer than the {seconds} seconds of one request; a smaller position, or the command "
        "line (sprague solve), has no such limit",
        seconds=budget.seconds,
    )
