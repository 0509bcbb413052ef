"""Many positions at once: in order, errors as values, and workers that die."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sprague as sg

#: A rule whose heap 13 kills the process that looks at it.
RULE = """
import os, signal
import sprague as sg

class Deadly(sg.HeapGame):
    "Take one or two."
    def options(self, n):
        if n == 13 and os.getpid() != int(os.environ["FIRST"]):
            os.kill(os.getpid(), signal.SIGKILL)
        return range(max(0, n - 2), n)
"""

PROGRAM = """
import os
os.environ.setdefault("FIRST", str(os.getpid()))
import sprague as sg
from deadly import Deadly

if __name__ == "__main__":
    told = []
    positions = [*(f"nim {n},{n % 3}" for n in range(60)), Deadly()(13), "nim 1,x", *(Deadly()(n) for n in range(9))]
    for answer in sg.solve_many(positions, processes=2, progress=told.append):
        print(answer.outcome if isinstance(answer, sg.Answer) else f"{answer}")
    print([(step.done, step.of) for step in told] == [(n, 71) for n in range(1, 72)])
"""


def test_a_position_that_kills_its_workers_is_an_error_and_the_others_are_answered(tmp_path: Path) -> None:
    (tmp_path / "deadly.py").write_text(RULE, "utf-8")
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    done = subprocess.run(
        [sys.executable, "program.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    *lines, told = done.stdout.splitlines()
    assert lines[:60] == ["P" if n == n % 3 else "N" for n in range(60)]
    assert lines[60] == "every worker that got the question died" and "got 'x'" in lines[61]
    assert lines[62:] == ["P" if n % 3 == 0 else "N" for n in range(9)]
    assert told == "True"


def test_questions_are_read_when_they_are_needed() -> None:
    read = []

    def endless():
        for n in itertools.count():
            read.append(n)
            yield f"nim {n},{n}"

    found = sg.solve_many(endless())
    assert [next(found).outcome for _ in range(3)] == ["P", "P", "P"] and len(read) == 3


def test_bounds_and_processes_are_checked_before_anything_is_solved() -> None:
    for choices in ({"processes": 0}, {"seconds": "soon"}, {"memory": "little"}):
        with pytest.raises(sg.SpragueError):
            sg.solve_many(["nim 3"], **choices)
