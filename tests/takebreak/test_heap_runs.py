"""Long runs: a killed run goes on and ends with the same bytes; what stands in the way is refused."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import sprague as sg
from sprague.system.ask import Ask, asking
from sprague.takebreak.codes import parse_code
from sprague.takebreak.effort import need
from sprague.takebreak.period import period
from sprague.takebreak.run import values
from sprague.takebreak.run_file import FileRun, run_to_file
from sprague.takebreak.small import small_values
from sprague.words.errors import DamageWarning, FileError, SpragueError, TooLargeError

SCRIPT = """
import sys, time
from sprague.takebreak import run
from sprague.takebreak.run_file import run_to_file
from sprague.takebreak.codes import parse_code
run.SLICE = 0.01

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
        assert not broken.exists()  # a file that is not complete has another name
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
    assert found.tolist() == values(code, 20_000).tolist()


def test_a_run_of_another_code_and_a_foreign_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "values.npy"
    FileRun(parse_code("0.77"), path)._allocate(10, "B", None)
    with pytest.raises(FileError, match=r"expected a run of 0\.6, got one of 0\.77"):
        run_to_file(parse_code("0.6"), 10, path)
    (tmp_path / "values.npy.part").unlink()
    (tmp_path / "values.npy.run").write_text("nonsense")
    with pytest.raises(FileError, match="expected a run to resume"):
        run_to_file(parse_code("0.77"), 10, path)
    (tmp_path / "values.npy.run").unlink()
    path.write_text("mine")
    with pytest.raises(FileError, match="expected a new file"):
        run_to_file(parse_code("0.77"), 10, path)
    assert path.read_text() == "mine"
    assert run_to_file(parse_code("0.77"), 10, path, replace=True).tolist() == small_values(
        parse_code("0.77"), 10
    )


def test_what_does_not_fit_is_said_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = parse_code("0.6")
    with pytest.raises(TooLargeError, match=r"needs .*; only .* is available"):
        values(code, 10**15)
    with pytest.raises(TooLargeError):
        run_to_file(code, 10**15, tmp_path / "huge.npy")
    assert list(tmp_path.iterdir()) == []
    assert need(code, 10**6).disk >= 10**6
    monkeypatch.setenv("SPRAGUE_MEMORY", "60M")
    for call in (lambda: values(code, 10**7), lambda: run_to_file(code, 10**7, tmp_path / "g.npy")):
        with pytest.raises(TooLargeError, match=r"60\.0 MiB"):
            call()
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_a_sentence_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*words: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(TooLargeError, match=r"the values need .* on the disk; .* are free"):
        run_to_file(parse_code("0.6"), 10_000, tmp_path / "g.npy")
    assert list(tmp_path.iterdir()) == []


def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "g.npy"
    words = ["0.6", "300000", str(path), "0"]
    with subprocess.Popen([sys.executable, "-c", SCRIPT, *words]) as process:
        while not (tmp_path / "g.npy.part").exists():
            assert process.poll() is None
            time.sleep(0.01)
        with pytest.raises(FileError, match="another process is writing this file"):
            run_to_file(parse_code("0.6"), 300_000, path)
        process.kill()
    assert not path.exists()
    assert len(run_to_file(parse_code("0.6"), 300_000, path)) == 300_001
    assert [file.name for file in tmp_path.iterdir()] == ["g.npy"]


def test_a_search_for_a_period_that_ended_goes_on_from_its_values(tmp_path: Path) -> None:
    """The search was not wide enough, or ended just before its certificate was written."""
    path = tmp_path / "g.npy"
    assert period("0.356", 9000, keep=path).status == "none"
    known: list[int] = []
    found = period("0.356", 10**5, keep=path, progress=lambda now, to: known.append(now))
    assert (found.preperiod, found.period, found.status) == (7315, 142, "proved")
    assert min(known) > 9000
    bytes_ = path.read_bytes()
    again = period("0.356", 10**5, keep=path, progress=lambda *_: pytest.fail("nothing is left to compute"))
    assert again.certificate() == found.certificate()
    assert path.read_bytes() == bytes_
    assert (np.load(path) == values(parse_code("0.356"), len(bytes_) - 129)).all()
    with pytest.raises(SpragueError, match=r"expected a run of 0\.6, got one of 0\.356"):
        period("0.6", 10**5, keep=path)
    with pytest.raises(TooLargeError, match="to heap 1000000000000000 needs"):
        period("0.356", 10**15, keep=path)
    assert path.read_bytes() == bytes_

    path.write_bytes(bytes_[:5000] + bytes([bytes_[5000] ^ 1]) + bytes_[5001:])
    with pytest.warns(DamageWarning, match="are damaged, or another user wrote them"):
        period("0.356", 10**5, keep=path)
    assert path.read_bytes() == bytes_


def test_a_search_for_a_period_is_resumed_and_leaves_its_values(tmp_path: Path) -> None:
    path = tmp_path / "g.npy"

    def stop(known: int, to: int) -> None:
        if known > 9000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        period("0.356", 10**5, keep=path, progress=stop)
    assert not path.exists()
    assert 9000 < FileRun(parse_code("0.356"), path).known < 14_917
    found = period("0.356", 10**5, keep=path)
    # Austin 1976, as in tests/data/heaps_octal_games.json
    assert (found.preperiod, found.period, found.status) == (7315, 142, "proved")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["g.npy", "g.npy.run"]
    kept = np.load(path)
    assert (kept == values(parse_code("0.356"), len(kept) - 1)).all()
    with pytest.raises(SpragueError, match="a largest heap to search to"):
        period("0.356", keep=path)
    with pytest.raises(SpragueError, match="a take-and-break code"):
        period("take-fibonacci", 100, keep=path)


def test_progress_names_the_heap_that_was_asked_for(monkeypatch):
    """The search for a period asks for a part of the values at a time; the user does not know these parts."""
    monkeypatch.setattr("sprague.system.ask.EVERY", 0.0)
    goals = []

    def hear(step):
        goals.append(step.of)
        if len(goals) == 3:
            raise EOFError

    with pytest.raises(EOFError), asking(Ask(progress=hear)):
        sg.octal("0.0007").values(9_999_999)
    assert goals == [9_999_999] * 3
