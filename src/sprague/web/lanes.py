"""Three lanes of workers, for short, longer and long questions, and how they answer a request."""

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
from .carried import Carry
from .pool import Pool
from .workers import prepare

#: The attempts at a short question before it is taken for the cause of the loss of its workers.
TRIES = 4

#: The seconds that requests under way get when the server ends.
LAST_SECONDS = 1.0

#: The nicenesses by which longer and long questions give way to short ones.
RESERVE, LONG = 3, 10

#: Jobs that tell what they know when their time is over: in a lane with less time they would say less.
WHOLE = {"discover"}


@dataclass(frozen=True)
class Settings:
    """The settings of the server. ``hosts`` are the names it answers to; ``frames`` are the origins whose pages may
    show it in a frame; ``root`` is the path under which a proxy offers it, such as /games, or empty;
    ``carry`` makes the engine for the browser, if the server offers it."""

    workers: int = 2
    budget: Budget = field(default_factory=Budget)
    quick_budget: Budget = field(default_factory=lambda: Budget(0.3, share=0.12))
    reserve_budget: Budget = field(default_factory=lambda: Budget(0.6))
    waiting: int = 16
    quick_waiting: int = 256
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    frames: tuple[str, ...] = ()
    root: str = ""
    carry: Carry | None = None


class Lanes:
    """The workers of a server. A job goes through the lanes until one of them answers.

    The reserve is for questions of a few tenths of a second, such as the boards of lessons. So neither many short
    questions nor many long ones delay them."""

    def __init__(self, settings: Settings) -> None:
        self._lanes = (
            # There are more workers than cores, so that one is free, or soon free, even if others read slow questions.
            Pool(max(4, cores()), settings.quick_waiting, settings.quick_budget, name="quick", spare=2),
            Pool(
                max(2, cores()), settings.quick_waiting, settings.reserve_budget, name="reserve", nice=RESERVE
            ),
            Pool(max(1, settings.workers), settings.waiting, settings.budget, name="slow", nice=LONG),
        )
        self._seen = _Seen()
        self._asking: set[asyncio.Task[Any]] = set()
        self._closing = False

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Starts the workers for short questions; the others start while those already serve."""
        prepare()
        quick, *others = self._lanes
        quick.start()
        await quick.up()
        for pool in others:
            pool.start()
        try:
            yield
        finally:
            for pool in self._lanes:
                await pool.close()

    async def end(self) -> None:
        """Refuses new requests, and waits for the current ones. After a second these get the answer that the server
        ends."""
        self._closing = True
        for pool in self._lanes:
            pool.end()
        if self._asking:
            await asyncio.wait(self._asking, timeout=LAST_SECONDS)
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
            return refusal(422, _over_budget(error), language)
        except asyncio.CancelledError:
            if not self._closing:
                raise
            return _ending(language)
        finally:
            self._asking.discard(task)
        return Response(body, head["status"], {"Content-Language": language}, "application/json")

    async def _in_lanes(self, job: str, parameters: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """Tries the lanes in turn. A question that exceeds a lane's bound goes to the next lane, and begins there the
        next time."""
        key = hash((job, *sorted((name, str(given)) for name, given in parameters.items())))
        last = len(self._lanes) - 1
        for number in range(last if job in WHOLE else self._seen.lane(key), last + 1):
            tries = TRIES if number == 0 else 1  # another request may have caused the loss of a worker
            while tries:
                tries -= 1
                try:
                    head, body = await self._lanes[number].run(job, {**parameters, "quick": number == 0})
                except BudgetError as error:
                    if number == last:
                        raise
                    if error.kind == "share":  # this does not show that the question is long
                        break
                    if error.kind == "lost" and tries:
                        continue
                else:
                    if "status" in head:
                        return head, body
                    if number == last:
                        raise BudgetError(head["over"])
                self._seen.add(key, number + 1)
                break
        raise AssertionError("the last lane answers or raises")


class _Seen:
    """Remembers for a minute the lanes in which questions begin that took longer before."""

    most, seconds = 4096, 60.0

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    def add(self, key: Hashable, lane: int) -> None:
        self._known[key] = time.monotonic() + self.seconds, lane
        self._known.move_to_end(key)
        while len(self._known) > self.most:
            self._known.popitem(last=False)

    def lane(self, key: Hashable) -> int:
        until, lane = self._known.get(key, (0.0, 0))
        if lane and until < time.monotonic():
            del self._known[key]
            return 0
        return lane


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


def _over_budget(error: BudgetError) -> Message:
    if error.kind == "memory":
        return say("this takes more memory than one question may use; try a smaller position")
    return say("this takes more work than one question may use; try a smaller position")
