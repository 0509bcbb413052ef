"""Work apart goes on when who waits for it is interrupted, and is not done twice."""

from __future__ import annotations

import threading

import pytest

from sprague.system import apart as module
from sprague.system.apart import apart, busy


def test_an_interrupt_does_not_reach_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    going, done = threading.Event(), []

    def work() -> str:
        going.wait(60)
        done.append(1)
        return "found"

    def interrupted(self: threading.Event, timeout: float | None = None) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(threading.Event, "wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            apart("one key", work)
    going.set()
    assert apart("one key", work) == "found" and done == [1]
    assert not busy()


def test_what_the_work_raises_is_raised_and_it_may_be_tried_again() -> None:
    def fails() -> None:
        raise MemoryError

    with pytest.raises(MemoryError):
        apart("fails", fails)
    assert apart("fails", lambda: 2) == 2


def test_a_thread_that_never_lives_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    start, tried = module.start_new_thread, []

    def second(function: object, words: tuple[object, ...]) -> None:
        tried.append(1)
        if len(tried) > 1:
            start(function, words)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "start_new_thread", second)
    assert apart("replaced", lambda: 1) == 1 and len(tried) == 2
