"""A worker process: takes a job from its pipe, answers, takes the next. It holds no state but warm tables."""

from __future__ import annotations

import contextlib
import os
import signal
from multiprocessing.connection import Connection
from typing import Any

from sprague.system import compiling
from sprague.system.ask import Ask, asking
from sprague.system.clock import used
from sprague.words.errors import BudgetError, SpragueError, TooLargeError
from sprague.words.messages import say

from .jobs import JOBS, Later

#: Positions whose answers load the kernels that requests use.
WARMING = ("wythoff 200,201", "0.106 30000", "cram 5x6")


def serve(pipe: Connection, compiles: bool) -> None:
    """Answer jobs until the pipe closes. An answer is {"ok": …}, {"error": …, "status": …}, {"later": True}
    or {"over": "time"}."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if compiles:
        os.nice(10)  # long questions give way to short ones
        watch_compiler(pipe)
    pipe.send(("ready", None))
    while True:
        try:
            job, parameters, seconds, memory = pipe.recv()
        except (EOFError, OSError):
            return
        if job == "warm":
            warm()
            pipe.send(("answer", {"ok": {}}))
            continue
        with asking(Ask(memory=memory, seconds=seconds), used):
            pipe.send(("answer", answer(job, parameters)))


def answer(job: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """The answer of one job; no exception leaves it."""
    language = parameters.get("language", "en")
    try:
        return {"ok": JOBS[job](**parameters)}
    except Later:
        return {"later": True}
    except BudgetError:
        return {"over": "time"}
    except SpragueError as error:
        status = 422 if isinstance(error, TooLargeError) else 400
        return {"status": status, "error": {"message": error.message.render(language), "where": error.where}}
    except MemoryError:
        words = say("this needs more memory than one request may use")
        return {"status": 422, "error": {"message": words.render(language), "where": None}}
    except RecursionError:
        words = say("this is nested too deeply")
        return {"status": 400, "error": {"message": words.render(language), "where": None}}


def warm() -> None:
    """Load the kernels from the disk cache (or compile them into it), so that no request waits for them."""
    from sprague.model.position import parse

    for text in WARMING:
        with contextlib.suppress(SpragueError):
            parse(text).solve(value=True)


def watch_compiler(pipe: Connection) -> None:
    """Tell the pool when the compiler begins and ends."""
    depth = 0

    def told(starts: bool) -> None:
        nonlocal depth
        depth += 1 if starts else -1
        if depth == int(starts):
            pipe.send(("compiling" if starts else "compiled", None))

    compiling.LISTENERS.append(told)
