"""What the drivers of the searches have in common."""

import threading
import time

import numpy as np
import pytest

from sprague.search.crew import Crew


def test_an_interrupt_while_threads_start_leaves_none_at_work(monkeypatch):
    """Ctrl-C between the start of a thread and the pool's note of it."""
    working = threading.Event()
    done: list[int] = []
    start = threading.Thread.start

    def started(thread):
        start(thread)
        working.wait()
        raise KeyboardInterrupt

    def run(block):
        working.set()
        time.sleep(0.2)
        done.append(int(block[0]))
        return 0

    monkeypatch.setattr(threading.Thread, "start", started)
    with pytest.raises(KeyboardInterrupt):
        Crew().run(run, [np.array([n], np.uint64) for n in range(3)])
    assert done == [1]
