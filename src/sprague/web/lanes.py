"""Two lanes of workers, for moments and for longer questions, and what a request gets from them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from fastapi.responses import JSONResponse

from sprague.words.messages import Message, say

from .pool import Budget, BudgetError, BusyError, Pool


@dataclass(frozen=True)
class Settings:
    """How the server runs. ``hosts`` are the names it answers to."""

    workers: int = 2
    budget: Budget = field(default_factory=Budget)
    quick_budget: Budget = field(default_factory=lambda: Budget(0.3, grace=6))
    waiting: int = 16
    quick_waiting: int = 256
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")


class Lanes:
    """The workers of a server, and the way of a job through them."""

    def __init__(self, settings: Settings) -> None:
        self.budget = settings.budget
        workers = settings.workers
        self._quick = Pool(
            max(2, workers // 2), settings.quick_waiting, settings.quick_budget, name="quick", compiles=False
        )
        self._slow = Pool(max(1, workers), settings.waiting, settings.budget, name="slow", compiles=True)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Have the workers up; those for long questions load their kernels while they are idle."""
        await self._quick.start()
        await self._slow.start()
        warming = asyncio.create_task(self._slow.warm())
        yield
        warming.cancel()
        await self._quick.close()
        await self._slow.close()

    async def run(self, job: str, language: str, **parameters: Any) -> JSONResponse:
        """The answer of a worker to ``job``, or the refusal."""
        parameters["language"] = language
        try:
            result = await self._in_lanes(job, parameters)
        except BusyError:
            return refusal(
                503, say("the server is busy; try again in a moment"), language, {"Retry-After": "2"}
            )
        except BudgetError as error:
            return refusal(422, _over_budget(error, self.budget), language)
        if "error" in result:
            return JSONResponse({"error": result["error"]}, result["status"])
        return JSONResponse(result["ok"], headers={"Content-Language": language})

    async def _in_lanes(self, job: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """First the lane for moments; what says it takes longer, or does, goes to the other lane."""
        with contextlib.suppress(BudgetError):
            result = await self._quick.run(job, {**parameters, "quick": True})
            if "ok" in result or "error" in result:
                return result
        result = await self._slow.run(job, {**parameters, "quick": False})
        if "over" in result:
            raise BudgetError(result["over"])
        return result


def refusal(
    status: int,
    message: Message,
    language: str,
    headers: dict[str, str] | None = None,
    where: str | None = None,
) -> JSONResponse:
    """An error as every face of Sprague gives it."""
    return JSONResponse({"error": {"message": message.render(language), "where": where}}, status, headers)


def _over_budget(error: BudgetError, budget: Budget) -> Message:
    if error.kind == "time":
        return say(
            "this took longer than the {seconds} seconds of one request; a smaller position, or the command "
            "line (sprague solve), has no such limit",
            seconds=budget.seconds,
        )
    if error.kind == "memory":
        return say(
            "this needs more than the {megabytes} MB of one request; a smaller position, or the command line "
            "(sprague solve), has no such limit",
            megabytes=budget.bytes // 2**20,
        )
    return say("the worker was lost while it answered; try again")
