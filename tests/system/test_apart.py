"""Work apart goes on when who waits for it is interrupted, and is not done twice."""

from __future__ import annotations

import os
import subprocess
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


COMPILE = """
import os, signal, sys, threading, time
import numpy as np
from sprague.takebreak.kernels.take import take_few
from sprague.system import apart

words = (np.zeros(40, np.uint8), 1, 40, np.array([2, 1]), np.array([0, 1, 1], np.uint8))
def press():
    while not apart.busy():
        time.sleep(0.001)
    time.sleep(float(sys.argv[1]))
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press, daemon=True).start()
try:
    take_few(*words)
    print("not interrupted")
except KeyboardInterrupt:
    pass
words[0][:] = 0
take_few(*words)
assert words[0].tolist() == [n % 3 for n in range(40)]
print("compiled", "numba" in sys.modules)
"""


@pytest.mark.parametrize("after", ["0.05", pytest.param("0.6", marks=pytest.mark.deep)])
def test_ctrl_c_while_the_compiler_is_at_work(after: str, tmp_path: object) -> None:
    """Also while Numba is being imported for it: then it could not be imported again."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", COMPILE, after], capture_output=True, text=True, check=False, env=environment
    )
    assert done.stdout.split() == ["compiled", "True"], done.stdout + done.stderr
