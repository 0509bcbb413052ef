"""What the drivers of the searches have in common."""

import threading
import time

import numpy as np
import pytest

from sprague.system import crew
from sprague.system.crew import Crew

BLOCKS = [np.array([n], np.uint64) for n in range(3)]


def test_every_block_is_run_once():
    done: list[int] = []

    def run(block):
        done.append(int(block[0]))
        return 2 * done[-1]

    assert Crew().run(run, BLOCKS) == [0, 2, 4] and sorted(done) == [0, 1, 2]


def test_an_interrupt_while_threads_start_leaves_none_at_work(monkeypatch):
    """Ctrl-C between the start of a thread and the caller's note of it."""
    working = threading.Event()
    done: list[int] = []
    start = crew.start_new_thread

    def started(function, words):
        start(function, words)
        working.wait()
        raise KeyboardInterrupt

    def run(block):
        working.set()
        time.sleep(0.2)
        done.append(int(block[0]))
        return 0

    monkeypatch.setattr(crew, "start_new_thread", started)
    with pytest.raises(KeyboardInterrupt):
        Crew().run(run, BLOCKS)
    assert done == [1]


def test_a_thread_that_never_lives_leaves_its_block_to_the_caller(monkeypatch):
    monkeypatch.setattr(crew, "start_new_thread", lambda *_: None)
    assert Crew().run(lambda block: int(block[0]), BLOCKS) == [0, 1, 2]


def test_what_a_thread_raises_is_raised():
    def run(block):
        if block[0] == 2:
            raise MemoryError
        return 0

    with pytest.raises(MemoryError):
        Crew().run(run, BLOCKS)


def test_after_a_second_interrupt_who_comes_next_waits(monkeypatch):
    """Ctrl-C, and once more while the threads are waited for: the next question waits for them."""
    going, done = threading.Event(), []
    both = Crew()

    def run(block):
        if block[0] == 0:
            assert going.wait(60)
            raise KeyboardInterrupt
        going.set()
        time.sleep(0.3)
        done.append(int(block[0]))
        return 0

    def interrupted(self):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(crew._Round, "end", interrupted)
        with pytest.raises(KeyboardInterrupt):
            both.run(run, BLOCKS[:2])
    both.wait()
    assert done == [1]
