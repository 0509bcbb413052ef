"""Work apart goes on when who waits for it is interrupted, and is not done twice."""

from __future__ import annotations

import _imp
import contextlib
import importlib
import sys
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


def test_the_lock_of_imports_that_an_exception_left_behind_is_given_back() -> None:
    """As in CPython's ``_ImportLockContext``, whose ``__enter__`` an exception may strike when the lock is taken."""

    def imports() -> int:
        sys.modules.pop("this_module_is_looked_for", None)
        with contextlib.suppress(ImportError):
            importlib.import_module("this_module_is_looked_for")
        return 7

    for _ in range(3):
        _imp.acquire_lock()
    try:
        assert apart("imports", imports) == 7
        assert not _imp.lock_held()
    finally:
        module.let_others_import()


def test_the_lock_of_imports_stays_with_another_thread_that_has_it() -> None:
    taken, enough = threading.Event(), threading.Event()

    def other() -> None:
        _imp.acquire_lock()
        taken.set()
        enough.wait(60)
        _imp.release_lock()

    thread = threading.Thread(target=other)
    thread.start()
    assert taken.wait(60)
    module.let_others_import()
    assert _imp.lock_held()
    enough.set()
    thread.join()
