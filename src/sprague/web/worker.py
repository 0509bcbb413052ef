"""A worker process. It takes a job from its line, answers it, and takes the next. Its only state is warm tables."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from typing import Any

from sprague.system.ask import Ask, asking
from sprague.system.processes import end_with_parent
from sprague.words.messages import say

from . import reading
from .answering import answered, refused
from .wire import packed, receive

#: The most bytes of an answer, because the server holds it until it is read.
MAX_ANSWER = 8 * 2**20


def serve(line: socket.socket, nice: int) -> None:
    """Answers jobs until the line ends; these are short ones if ``nice`` is 0. An answer is {"status": …} with a body
    of JSON, {"later": True} or {"over": "time"}. After an answer with "spent" the worker must not be used again."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if nice:
        if hasattr(os, "nice"):  # Windows has no such order
            os.nice(nice)
    else:
        reading.bound()
    buffer = bytearray()
    with contextlib.suppress(OSError):
        line.sendall(packed({"kind": "ready"}))
        while (request := receive(line, buffer)) is not None:
            budget = asking(Ask(memory=request["memory"], seconds=request["seconds"]), time.process_time)
            head, body = budget.run(answer, request["job"], request["parameters"])
            line.sendall(packed({"kind": "answer", **head}, body))


def answer(job: str, parameters: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Returns the answer of one job, and its body. The answer is "later" if reading takes long."""
    try:
        head, body = answered(job, parameters)
    except reading.TooLongError:
        return {"later": True, "spent": True}, b""
    if len(body) <= MAX_ANSWER:
        return head, body
    words = say(
        "the answer is longer than {megabytes} MB; try a smaller position", megabytes=MAX_ANSWER // 2**20
    )
    return refused(422, words, parameters.get("language", "en"))
