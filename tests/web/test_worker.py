"""A worker by itself, at the other end of its line: what it answers, what it hands on, and how it ends."""

from __future__ import annotations

import json
import multiprocessing
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from operator import xor
from typing import Any

import sprague as sg
from sprague.system import processes
from sprague.web.wire import packed, unpacked
from sprague.web.worker import serve

#: What a worker for long questions is asked: jobs with their parameters.
LONG: dict[str, dict[str, Any]] = {
    "analysis": {"text": "nim 3,5", "language": "en"},
    "heat": {"text": "nim 3,5", "to": 6, "language": "en"},
    "sheet": {"game": "kayles", "count": 3, "seed": 7, "language": "yue-Hant-HK"},
    "lost": {
        "game": "wythoff",
        "first": "wythoff 3,5",
        "positions": ["3,5", "3,6", "1,2", "x", "0,0"],
        "language": "en",
    },
    "review": {"text": "nim 2", "moves": ["nim 1", "nim 0"], "language": "en"},
    "turn": {"text": "nim 3,5", "move": "nim 3,4", "level": "perfect", "seed": 0, "language": "en"},
    "hint": {"text": "nim 3,5", "language": "en"},
    "draw": {"text": "loopy edges:a>b,b>a@a", "language": "en"},
    "values": {"game": "kayles", "to": "10", "language": "en"},
    "p_positions": {"game": "wythoff", "count": 4, "language": "en"},
    "theorem": {"text": "nim 3,5", "language": "en"},
}


class Line:
    def __init__(self, line: socket.socket) -> None:
        self._line, self._buffer = line, bytearray()

    def next(self) -> tuple[dict[str, Any], Any]:
        while (found := unpacked(self._buffer)) is None:
            more = self._line.recv(65536)
            assert more, "the worker has ended"
            self._buffer += more
        head, body = found
        return head, json.loads(body) if body else None

    def ask(
        self, job: str, quick: bool, seconds: float = 100, **parameters: Any
    ) -> tuple[dict[str, Any], Any]:
        asked = {"job": job, "parameters": {**parameters, "quick": quick}}
        self._line.sendall(packed({**asked, "memory": 10**9, "seconds": seconds}))
        found = self.next()
        assert found[0].pop("kind") == "answer"
        return found


@contextmanager
def working(nice: int) -> Iterator[Line]:
    ours, theirs = socket.socketpair()
    process = multiprocessing.get_context("forkserver").Process(target=serve, args=(theirs, nice))
    processes.start_apart(process)
    theirs.close()
    with ours:
        ours.settimeout(120)
        line = Line(ours)
        assert line.next()[0]["kind"] == "ready"
        yield line
    process.join(60)
    assert process.exitcode == 0  # nobody ended it


def test_a_worker_for_long_questions() -> None:
    with working(nice=1) as line:
        told = {job: line.ask(job, quick=False, **parameters) for job, parameters in LONG.items()}
        assert {job: head for job, (head, _) in told.items()} == {job: {"status": 200} for job in LONG}
        found = {job: body for job, (_, body) in told.items()}
        assert line.ask("solve", False, 0.05, text="misere 0.07 40,41", language="en")[0] == {"over": "time"}
        head, body = line.ask("solve", False, text="nim 3,,5", language="en")
        assert head == {"status": 400} and body["error"]["message"]
        head, body = line.ask("solve", False, text="grundy 4000000000", language="en")
        assert head == {"status": 422} and body["error"]["message"]
    analysis = found["analysis"]
    assert (analysis["outcome"], analysis["value"]) == ("N", 3 ^ 5)
    assert len(analysis["verdicts"]) == 3 + 5
    for each in analysis["verdicts"]:
        assert each["value"] == reduce(xor, map(int, re.findall(r"\d+", each["to"]))), each
    assert found["heat"]["values"] == [[x ^ y for y in range(7)] for x in range(7)]
    assert len(found["sheet"]["exercises"]) == 3
    for each in found["sheet"]["exercises"]:
        assert each["outcome"] == sg.parse(each["position"]).solve().outcome
    assert found["lost"]["positions"] == ["wythoff 3,5", "wythoff 1,2", "wythoff 0,0"]
    assert (found["review"]["outcomes"], found["review"]["turning"]) == (["N", "N", "P"], 0)
    assert found["review"]["better"]["to"] == "*0"
    assert found["turn"]["made"]["to"] == "nim 3,4" and found["turn"]["reply"]["to"] == "nim 3,3"
    assert [step["move"]["to"] for step in found["hint"]["steps"] if step["move"]] == ["nim 3,3"]
    assert found["draw"]["agreed"] is True
    assert found["values"]["values"] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]
    assert found["p_positions"]["positions"] == [[1, 2], [3, 5], [4, 7], [6, 10]]
    assert "Theorem" in found["theorem"]["text"]


def test_a_worker_for_short_questions_hands_on_what_is_long() -> None:
    with working(nice=0) as line:
        for job in ("heat", "sheet", "theorem"):
            assert line.ask(job, quick=True, **LONG[job]) == ({"later": True}, None)
        # What the stops of a lesson ask is short where the position is.
        for job in ("analysis", "lost", "review", "turn", "hint"):
            assert line.ask(job, quick=True, **LONG[job])[0] == {"status": 200}, job
        large = {"game": "clobber", "first": "clobber 2x2", "positions": ["4x5"], "language": "en"}
        assert line.ask("lost", quick=True, **large) == ({"later": True}, None)
        assert line.ask("solve", True, text="nim 3,5", language="en")[1]["value"] == 3 ^ 5
        hard = " + ".join(f"node-kayles complete:{n}" for n in range(195, 200))
        assert line.ask("solve", True, text=hard, language="en") == ({"later": True, "spent": True}, None)


def test_where_no_pool_has_started_it_a_process_ends_by_itself() -> None:
    processes.end_with_parent()  # it has none, and goes on
