"""Long runs: a killed run goes on and ends with the same bytes; what stands in the way is refused."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sprague.takebreak.codes import parse_code
from sprague.takebreak.effort import need
from sprague.takebreak.run import values
from sprague.takebreak.run_file import FileRun, run_to_file
from sprague.takebreak.small import small_values
from sprague.words.errors import FileError, TooLargeError

SCRIPT = """
import sys, time
from sprague.takebreak.run_file import run_to_file
from sprague.model.registry_engines import heaps
from sprague.takebreak.codes import parse_code
heaps.SLICE = 0.01

def wait(known, to):  # for the kill, however late it comes
    if known > to * int(sys.argv[4]) // 5:
        time.sleep(600)

run_to_file(parse_code(sys.argv[1]), int(sys.argv[2]), sys.argv[3], every=0, progress=wait)
"""


@pytest.mark.parametrize(("code", "to"), [("0.6", 400_000), ("0.007", 40_000)])
def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path: Path, code: str, to: int) -> None:
    whole, broken = tmp_path / "whole.npy", tmp_path / "broken.npy"
    run_to_file(parse_code(code), to, whole)
    mark = tmp_path / "broken.npy.run"
    marks = []
    for round in range(1, 5):
        before = mark.read_bytes() if mark.exists() else b""
        words = [code, str(to), str(broken), str(round)]
        with subprocess.Popen([sys.executable, "-c", SCRIPT, *words]) as process:
            while process.poll() is None and not (mark.exists() and mark.read_bytes() != before):
                time.sleep(0.002)
            time.sleep(0.02)
            process.kill()
        assert process.returncode == -signal.SIGKILL
        marks.append(FileRun(parse_code(code), broken).known)
    assert marks == sorted(marks)
    run_to_file(parse_code(code), to, broken)
    assert broken.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.npy", "whole.npy"]


def test_a_stopped_run_goes_on_and_may_go_further(tmp_path: Path) -> None:
    code, path = parse_code("0.007"), tmp_path / "values.npy"

    def stop(known: int, to: int) -> None:
        if known > 9000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_to_file(code, 12_000, path, progress=stop)
    assert 9000 < FileRun(code, path).known < 12_000
    found = run_to_file(code, 20_000, path)
    assert found[:2000].tolist() == small_values(code, 1999)
    assert (found == values(code, 20_000)).all()


def test_a_run_of_another_code_and_a_foreign_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "values.npy"
    FileRun(parse_code("0.77"), path)._allocate(10, "uint8", None)
    with pytest.raises(FileError, match=r"expected a run of 0\.6, got one of 0\.77"):
        run_to_file(parse_code("0.6"), 10, path)
    (tmp_path / "values.npy.run").write_text("nonsense")
    with pytest.raises(FileError, match="expected a run to go on with"):
        run_to_file(parse_code("0.77"), 10, path)
    (tmp_path / "values.npy.run").unlink()
    with pytest.raises(FileError, match="expected a new file"):
        run_to_file(parse_code("0.77"), 10, path)


def test_what_does_not_fit_is_said_before(tmp_path: Path) -> None:
    code = parse_code("0.6")
    with pytest.raises(TooLargeError, match="of memory here, this needs"):
        values(code, 10**15)
    with pytest.raises(TooLargeError):
        run_to_file(code, 10**15, tmp_path / "huge.npy")
    assert list(tmp_path.iterdir()) == []
    assert need(code, 10**6).disk >= 10**6
