"""The pool of workers by itself."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from sprague.web import answering, budget, pool, worker
from sprague.web.budget import Budget, BudgetError, BusyError
from sprague.web.lanes import Lanes, Settings
from sprague.web.pool import Pool
from sprague.words.errors import BudgetError as TimeIsOver
from sprague.words.errors import RangeError
from sprague.words.messages import say

QUESTION = {"text": "*1", "language": "en", "quick": True}


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: after tests in a browser this one has an event loop that is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work)).result()


async def opened(**choices: Any) -> Pool:
    pool = Pool(1, 1, Budget(seconds=300), name="test", **{"spare": 0} | choices)
    pool.start()
    await pool.up()
    return pool


async def worker_of(pool: Pool) -> Any:
    """The one worker, once it is up."""
    await pool.up()
    while not (found := [one for one in pool._workers if one.ready.done()]):
        await asyncio.sleep(0.01)
    return found[0]


def test_a_worker_that_comes_up_after_the_end_is_ended():
    async def late() -> Pool:
        pool = Pool(1, 1, Budget(), name="late")
        pool.start()
        await asyncio.sleep(0)
        await pool.close()
        return pool

    assert not run(late())._workers


def test_a_request_that_gets_no_processor_ends_by_the_clock():
    async def starved() -> tuple[str, dict[str, object]]:
        pool = await opened()
        try:
            os.kill((await worker_of(pool)).pid, signal.SIGSTOP)  # it uses no processor time any more
            with pytest.raises(BudgetError) as stopped:
                await pool.run("solve", QUESTION, Budget(seconds=0.1))
            return stopped.value.kind, json.loads((await pool.run("solve", QUESTION))[1])
        finally:
            await pool.close()

    kind, answered = run(starved())
    assert kind == "time"
    assert answered["outcome"] == "N"


def test_who_takes_long_while_others_wait_gets_a_share_only():
    async def crowded() -> tuple[str, float, int]:
        pool = await opened()
        pool._limit = 2
        pool.budget = Budget(seconds=300, share=0.05)
        try:
            first = await worker_of(pool)
            hog = asyncio.create_task(pool.run("solve", {**QUESTION, "text": "0.007 400000", "quick": False}))
            while first.request is None:
                await asyncio.sleep(0.01)
            begun = time.monotonic()
            other = await pool.run("solve", QUESTION)
            with pytest.raises(BudgetError) as stopped:
                await hog
            return stopped.value.kind, time.monotonic() - begun, other[0]["status"]
        finally:
            await pool.close()

    kind, taken, status = run(crowded())
    assert (kind, status) == ("share", 200)
    assert taken < 60


def test_what_is_hard_to_read_goes_to_another_lane_and_whoever_waits_gets_a_fresh_worker():
    async def read() -> tuple[Any, Any, bool]:
        pool = await opened()
        try:
            first = await worker_of(pool)
            hard = await pool.run("solve", {**QUESTION, "text": "arc-kayles path:20000"})
            other = await pool.run("solve", QUESTION)
            return hard[0], other[0]["status"], first in pool._workers
        finally:
            await pool.close()

    hard, status, kept = run(read())
    assert hard == {"kind": "answer", "later": True, "spent": True}
    assert (status, kept) == (200, False)


def output_of(code: str, **environment: str) -> list[str]:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return done.stdout.split()


def test_a_worker_is_forked_with_all_that_short_questions_need():
    # One question of each kind that was the first to import something would take as long as twenty others.
    code = """
import sys
from sprague.web import preload, warm, worker
before = set(sys.modules)
examples = [ruleset.example for ruleset in warm.builtin_rulesets()]
for text in (*examples, *(f"misere {text}" for text in examples), "x", "nim 3 + cram 2x3 + misere"):
    for job, more in (("position", {}), ("solve", {}), ("hint", {}), ("turn", dict(move=None, level="hard", seed=1))):
        worker.answer(job, {"text": text, "language": "en", "quick": True, **more})
print(*(name for name in set(sys.modules) - before if name.startswith("sprague")))
"""
    assert output_of(code) == []


def test_beyond_its_bound_the_queue_is_full():
    async def full() -> None:
        pool = await opened()
        try:
            os.kill((await worker_of(pool)).pid, signal.SIGSTOP)
            asked = [asyncio.create_task(pool.run("solve", QUESTION)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(BusyError):
                await pool.run("solve", QUESTION)
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await pool.close()

    run(full())


def test_a_worker_is_replaced_when_it_has_served_its_time(monkeypatch):
    async def served() -> list[int]:
        pool, seen = await opened(), []
        try:
            for _ in range(7):
                seen.append((await worker_of(pool)).pid)
                assert (await pool.run("solve", QUESTION))[0]["status"] == 200
            return seen
        finally:
            await pool.close()

    monkeypatch.setattr(pool, "JOBS", 3)
    assert len(set(run(served()))) == 3


def test_a_worker_that_has_grown_is_replaced_when_it_rests(monkeypatch):
    async def rested() -> bool:
        pool = await opened()
        try:
            first = await worker_of(pool)
            await pool.run("solve", QUESTION)
            while first in pool._workers:
                await asyncio.sleep(0.01)
            return await worker_of(pool) is not first
        finally:
            await pool.close()

    monkeypatch.setattr(pool, "KEPT", -(2**40))
    monkeypatch.setattr(pool, "REST", 0.05)
    assert run(rested())


def test_nothing_is_left_of_workers_that_were_replaced():
    async def replaced() -> tuple[int, int]:
        pool = await opened(spare=1)
        try:
            counts: list[int] = []
            for _ in range(12):
                found = await worker_of(pool)
                os.kill(found.pid, signal.SIGKILL)
                while found in pool._workers:
                    await asyncio.sleep(0.01)
                assert (await pool.run("solve", QUESTION))[0]["status"] == 200
                counts.append(len(os.listdir("/proc/self/fd")))
            ends = time.monotonic() + 60
            while len(os.listdir("/proc/self/fd")) > counts[1] and time.monotonic() < ends:
                await asyncio.sleep(0.05)
            return counts[1], len(os.listdir("/proc/self/fd"))
        finally:
            await pool.close()

    before, after = run(replaced())
    assert after <= before


@pytest.mark.parametrize(("used", "taken", "workers", "over"), [
    (1.9, 59.9, 2, False),  # a busy machine
    (1.9, 60.1, 2, True),
    (2.1, 2.1, 2, True),
    (1.9, 239.9, 8, False),  # eight workers on two cores
    (1.9, 240.1, 8, True),
    (None, 1.9, 2, False),  # a system that does not say
    (None, 2.1, 2, True),
])  # fmt: skip
def test_a_budget_is_of_processor_time_and_ends_by_the_clock_only_what_gets_none(
    monkeypatch, used, taken, workers, over
):
    now = [0.0, 0.0 if used is not None else None]
    monkeypatch.setattr(budget, "cores", lambda: 2)
    monkeypatch.setattr(budget, "processor_time", lambda pid: now[1])
    monkeypatch.setattr(budget, "time", SimpleNamespace(monotonic=lambda: now[0]))
    clock, bound = budget.Clock(None), Budget()
    now[:] = taken, used
    assert clock.is_over(bound.seconds, bound.clock(workers)) is over


def lanes_of(answers: dict[str, Any]) -> tuple[Lanes, list[str]]:
    """Lanes whose pools answer, or raise, what stands under their names, in turn."""
    lanes, asked = Lanes(Settings()), []

    def lane(name: str) -> SimpleNamespace:
        async def run(job: str, parameters: dict[str, object]) -> object:
            assert parameters["quick"] is (name == "quick")
            asked.append(name)
            answer = answers[name].pop(0) if len(answers[name]) > 1 else answers[name][0]
            if isinstance(answer, Exception):
                raise answer
            return answer

        return SimpleNamespace(run=run)

    lanes._lanes = tuple(map(lane, ("quick", "reserve", "slow")))
    return lanes, asked


def test_a_question_that_ends_with_its_time_goes_to_the_long_lane_and_is_then_refused(monkeypatch):
    def long(**_: object) -> dict[str, object]:
        raise TimeIsOver("the time is over")

    monkeypatch.setitem(answering.JOBS, "long", long)
    over = worker.answer("long", {})
    assert over == ({"over": "time"}, b"")

    async def twice() -> Any:
        lanes, asked = lanes_of({"quick": [over], "reserve": [over], "slow": [over]})
        return await lanes.run("long", "en"), await lanes.run("long", "en"), asked

    refused, again, asked = run(twice())
    assert (refused.status_code, b"more work than one question may" in refused.body) == (422, True)
    assert again.status_code == 422
    assert asked == [
        "quick",
        "reserve",
        "slow",
        "slow",
    ]  # what was found to be long is not tried again as short


def test_an_answer_has_a_bound_whatever_it_says(monkeypatch):
    # Short to write, and long to tell: each of the heaps has 4,001 digits.
    text = "nim " + ",".join(["1e4000"] * 800)
    head, body = worker.answer("solve", {"text": text, "language": "en", "quick": False})
    assert head == {"status": 422}
    assert "the answer is longer than 8 MB" in json.loads(body)["error"]["message"]

    def refuses(**_: object) -> dict[str, object]:
        raise RangeError(say("{what}", what="x" * worker.MAX_ANSWER))

    monkeypatch.setitem(answering.JOBS, "refuses", refuses)
    head, body = worker.answer("refuses", {})
    assert (head["status"], len(body) < 1000) == (422, True)


ANSWERED = ({"status": 200}, b"{}")


LATER = ({"later": True}, b"")


@pytest.mark.parametrize(("quick", "reserve", "slow", "status", "asked"), [
    ([*3 * [BudgetError("lost")], ANSWERED], [], [], 200, 4 * ["quick"]),
    ([BudgetError("lost")], [BudgetError("lost")], [BudgetError("lost")], 503, [*4 * ["quick"], "reserve", "slow"]),
    ([BudgetError("time")], [BudgetError("time")], [BudgetError("lost")], 503, ["quick", "reserve", "slow"]),
    ([BudgetError("time")], [LATER], [BudgetError("memory")], 422, ["quick", "reserve", "slow"]),
    ([BudgetError("share")], [ANSWERED], [], 200, ["quick", "reserve"]),
    ([LATER], [ANSWERED], [], 200, ["quick", "reserve"]),
    ([LATER], [({"over": "time"}, b"")], [ANSWERED], 200, ["quick", "reserve", "slow"]),
    ([LATER], [BudgetError("time")], [BusyError()], 503, ["quick", "reserve", "slow"]),
    ([BusyError()], [ANSWERED], [ANSWERED], 503, ["quick"]),
])  # fmt: skip
def test_what_a_request_gets_where_a_worker_is_lost_or_all_are_busy(quick, reserve, slow, status, asked):
    async def ask() -> Any:
        lanes, seen = lanes_of({"quick": list(quick), "reserve": list(reserve), "slow": list(slow)})
        return await lanes.run("solve", "en", text="*1"), seen

    found, seen = run(ask())
    assert (found.status_code, seen) == (status, asked)
    assert ("retry-after" in found.headers) is (status == 503)


def test_a_report_is_not_cut_where_there_is_more_time():
    async def ask() -> Any:
        lanes = Lanes(Settings(workers=1, budget=Budget(60.0), reserve_budget=Budget(0.2)))
        async with lanes.open():
            return await lanes.run("discover", "en", game="vectors{(0,k),(k,0),(1,1)}")

    found = json.loads(run(ask()).body)["found"]
    assert any("gives the value" in sentence for sentence in found)


@pytest.mark.parametrize(("answers", "again"), [
    ({"quick": [LATER], "reserve": [ANSWERED], "slow": []}, ["reserve"]),
    ({"quick": [BudgetError("share")], "reserve": [ANSWERED], "slow": []}, ["quick", "reserve"]),
    ({"quick": [LATER], "reserve": [BudgetError("time")], "slow": [ANSWERED]}, ["slow"]),
])  # fmt: skip
def test_a_question_begins_where_it_was_answered(answers, again):
    async def ask() -> list[str]:
        lanes, seen = lanes_of(answers)
        await lanes.run("solve", "en", text="*1")
        seen.clear()
        assert (await lanes.run("solve", "en", text="*1")).status_code == 200
        return list(seen)

    assert run(ask()) == again
