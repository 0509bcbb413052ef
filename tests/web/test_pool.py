"""The pool of workers by itself."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from sprague.web.pool import Budget, Pool
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
