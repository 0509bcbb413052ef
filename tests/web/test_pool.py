"""The pool of workers by itself."""

import asyncio
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from sprague.web import pool
from sprague.web.pool import Budget, BudgetError, Pool
from sprague.web.server import _open_when_up


def test_a_worker_that_comes_up_after_the_end_is_ended():
    async def late() -> Pool:
        pool = Pool(1, 1, Budget(), name="late", compiles=False)
        coming = asyncio.create_task(pool._spawn())
        await asyncio.sleep(0)
        await pool.close()
        await coming
        return pool

    # In a thread of its own: after tests in a browser this one has an event loop that is running.
    with ThreadPoolExecutor(1) as thread:
        assert not thread.submit(lambda: asyncio.run(late())).result()._workers


def test_the_browser_waits_for_a_server_that_is_slow_to_start(monkeypatch):
    opened = []
    naps = []

    class Slow:
        should_exit = False

        @property
        def started(self) -> bool:
            return len(naps) > 10_000

    monkeypatch.setattr("sprague.web.server.time.sleep", naps.append)
    monkeypatch.setattr("webbrowser.open", opened.append)
    _open_when_up(Slow(), "http://localhost:1/")
    Slow.should_exit = True
    naps.clear()
    _open_when_up(Slow(), "http://localhost:2/")
    assert opened == ["http://localhost:1/"]


def test_a_request_that_gets_no_processor_ends_by_the_clock():
    async def starved() -> tuple[str, dict[str, object]]:
        pool = Pool(1, 1, Budget(seconds=0.1), name="starved", compiles=False)
        await pool.start()
        try:
            worker = await pool._next()
            pool._rest(worker)
            os.kill(worker.process.pid, signal.SIGSTOP)  # it uses no processor time any more
            with pytest.raises(BudgetError) as stopped:
                await pool.run("solve", {"text": "*1", "language": "en", "quick": True})
            pool.budget = Budget(seconds=300)
            return stopped.value.kind, await pool.run(
                "solve", {"text": "*1", "language": "en", "quick": True}
            )
        finally:
            await pool.close()

    with ThreadPoolExecutor(1) as thread:
        kind, answered = thread.submit(lambda: asyncio.run(starved())).result()
    assert kind == "time"
    assert answered["ok"]["outcome"] == "N"


@pytest.mark.parametrize(("used", "taken", "workers", "over"), [
    (1.9, 4.9, 2, False),  # a busy machine
    (1.9, 5.1, 2, True),
    (2.1, 2.1, 2, True),
    (1.9, 19.9, 8, False),  # eight workers on two cores
    (1.9, 20.1, 8, True),
    (None, 1.9, 2, False),  # a system that does not say
    (None, 2.1, 2, True),
])  # fmt: skip
def test_a_budget_is_of_processor_time_and_with_a_grace_of_the_clock(monkeypatch, used, taken, workers, over):
    now = [0.0, 0.0 if used is not None else None]
    monkeypatch.setattr(pool, "_cores", lambda: 2)
    monkeypatch.setattr(pool, "_cpu", lambda worker: now[1])
    monkeypatch.setattr(pool, "time", SimpleNamespace(monotonic=lambda: now[0]))
    clock, budget = pool._Clock(None), Budget()
    now[:] = taken, used
    assert clock.is_over(budget.seconds, budget.clock(workers)) is over


def test_a_question_that_ends_with_its_time_goes_to_the_long_lane_and_is_then_refused(monkeypatch):
    from sprague.web import worker
    from sprague.web.lanes import Lanes, Settings
    from sprague.words.errors import BudgetError as TimeIsOver

    def long(**_: object) -> dict[str, object]:
        raise TimeIsOver("the time is over")

    monkeypatch.setitem(worker.JOBS, "long", long)
    assert worker.answer("long", {}) == {"over": "time"}

    lanes, asked = Lanes(Settings()), []

    def lane(name: str) -> SimpleNamespace:
        async def run(job: str, parameters: dict[str, object]) -> dict[str, object]:
            asked.append((name, parameters["quick"]))
            return worker.answer(job, parameters)

        return SimpleNamespace(run=run)

    lanes._quick, lanes._slow = lane("quick"), lane("slow")
    with ThreadPoolExecutor(1) as thread:
        refused = thread.submit(lambda: asyncio.run(lanes.run("long", "en"))).result()
    assert asked == [("quick", True), ("slow", False)]
    assert (refused.status_code, b"longer than the 2.0 seconds" in refused.body) == (422, True)
