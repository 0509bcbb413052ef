"""Parts of the server by themselves: the clock of a request, lines of a log, a port that is taken."""

from __future__ import annotations

import gzip
import json
import logging
import os
import socket
import sys
from types import SimpleNamespace

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from sprague.system.imports import _Missing
from sprague.web import budget, carried
from sprague.web.budget import Clock
from sprague.web.server import _bind, _JsonLines
from sprague.words.errors import SpragueError, TooLargeError


def test_a_clock_counts_processor_time_and_more_of_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    now = SimpleNamespace(wall=100.0, used=7.0)
    monkeypatch.setattr(budget, "processor_time", lambda pid: now.used)
    monkeypatch.setattr(budget, "time", SimpleNamespace(monotonic=lambda: now.wall))
    clock = Clock(1)
    now.wall, now.used = 101.5, 8.0
    assert clock.is_over(2.0, 1.4) and not clock.is_over(2.0, 1.6)
    assert clock.is_over(0.9, 10.0) and not clock.is_over(1.1, 10.0)


def test_the_time_of_a_process_that_is_gone_is_unknown() -> None:
    assert (budget.processor_time(os.getpid()) or 1) > 0
    assert budget.processor_time(None) is None and budget.processor_time(2**22 + 1) is None


def test_a_line_of_the_log_is_an_object() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord(
            "sprague.web", logging.ERROR, "", 1, "worker %s ended", (7,), sys.exc_info()
        )
    line = _JsonLines().format(record)
    entry = json.loads(line)
    assert "\n" not in line and (entry["level"], entry["logger"]) == ("ERROR", "sprague.web")
    assert entry["message"] == "worker 7 ended" and "two\nlines" in entry["exception"]


def test_a_port_that_is_taken_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SpragueError, match=rf"port {port} of 127.0.0.1 cannot be used"):
            _bind("127.0.0.1", port)
    with pytest.raises(SpragueError, match="port 70000 of 127.0.0.1 cannot be used"):
        _bind("127.0.0.1", 70000)


def test_where_there_is_no_compiled_code_that_is_said() -> None:
    assert _Missing().find_spec("json") is None
    with pytest.raises(TooLargeError, match="needs compiled code"):
        _Missing().find_spec("numpy.linalg")


def test_the_engine_for_the_browser_is_given_compressed_and_once() -> None:
    app = FastAPI()
    app.include_router(carried.router(lambda: {"core.wasm": gzip.compress(b"\0asm", mtime=0)}))
    client = TestClient(app)
    answer = client.get("/engine/core.wasm")
    assert answer.content == b"\0asm" and answer.headers["content-type"] == "application/wasm"
    assert "connect-src 'self'" in answer.headers["content-security-policy"]
    again = client.get("/engine/core.wasm", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304 and not again.content
    assert client.get("/engine/other").status_code == 404
