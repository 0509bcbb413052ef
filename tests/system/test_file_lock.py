"""A lock beside a file: nothing that strikes leaves it taken, and what is forked does not have it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from sprague.system.file_lock import FileLock, TakenError, only_one

sys.path.insert(0, str(Path(__file__).parents[1] / "attacks"))

from injector import Injector, Struck


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("way", ["lines", "calls"])
def test_an_exception_anywhere_leaves_no_lock(tmp_path: Path, way: str) -> None:
    path = tmp_path / "g.npy"

    def work() -> None:
        with only_one(path):
            assert os.listdir(tmp_path) == ["g.npy.lock"]

    counted = Injector(way)
    counted.run(work)
    assert counted.events > 5
    for at in range(counted.events):
        with suppress(Struck):  # nobody hears of one that strikes when what is left goes
            Injector(way, at, Struck).run(work)
        work()
        assert os.listdir(tmp_path) == []


def test_a_second_is_told_and_a_fork_takes_nothing_away(tmp_path: Path) -> None:
    path = tmp_path / "g.npy"
    lock = FileLock(path)
    child = os.fork()
    if child == 0:
        lock.release()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert os.listdir(tmp_path) == ["g.npy.lock"]
    with pytest.raises(TakenError, match="another process is writing"), only_one(path):
        pass
    lock.release()
    assert os.listdir(tmp_path) == []
    with only_one(path):
        (tmp_path / "g.npy.lock").unlink()  # by somebody who cleans up
    assert os.listdir(tmp_path) == []
