"""A worker process: it takes a job from its line, answers, and takes the next. Its only state is warm tables."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from typing import Any

from sprague.system import compiling
from sprague.system.ask import Ask, asking
from sprague.system.clock import used
from sprague.system.processes import end_with_parent
from sprague.words.messages import say

from . import reading, warm
from .answering import answered, refused
from .wire import packed, receive

#: The niceness by which long questions give way to short ones.
NICE = 10

#: The most bytes of an answer, because the server holds it until it is read.
MAX_ANSWER = 8 * 2**20


def serve(line: socket.socket, compiles: bool) -> None:
    """Answers jobs until the line ends. An answer is {"status": …} with a body of JSON, {"later": True} or
    {"over": "time"}. After an answer with "spent" the worker must not be used again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if compiles:
        os.nice(NICE)
        watch_compiler(line)
    else:
        reading.bound()
    buffer = bytearray()
    with contextlib.suppress(OSError), contextlib.nullcontext() if compiles else warm.never_compiling():
        line.sendall(packed({"kind": "ready", "cold": bool(warm.MISSING)}))
        while (asked := receive(line, buffer)) is not None:
            head: dict[str, Any] = {}
            body = b""
            if asked["job"] == "warm":
                warm.compile_kernels()
            else:
                budget = asking(Ask(memory=asked["memory"], seconds=asked["seconds"]), used)
                head, body = budget.run(answer, asked["job"], asked["parameters"])
            line.sendall(packed({"kind": "answer", **head}, body))


def answer(job: str, parameters: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Returns the answer of one job, and its body. The answer is "later" if a kernel is not compiled yet or reading
    takes long."""
    try:
        head, body = answered(job, parameters)
    except (warm.NotCompiledError, reading.TooLongError):
        return {"later": True, "spent": True}, b""
    if len(body) <= MAX_ANSWER:
        return head, body
    words = say(
        "the answer is longer than the {megabytes} MB of one request; a smaller position, or the command line "
        "(sprague solve), has no such limit",
        megabytes=MAX_ANSWER // 2**20,
    )
    return refused(422, words, parameters.get("language", "en"))


def watch_compiler(line: socket.socket) -> None:
    """Tells the pool when the compiler begins and ends."""
    depth = 0

    def told(starts: bool) -> None:
        nonlocal depth
        depth += 1 if starts else -1
        if depth == int(starts):
            line.sendall(packed({"kind": "compiling" if starts else "compiled"}))

    compiling.LISTENERS.append(told)
