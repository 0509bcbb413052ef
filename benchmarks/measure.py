"""CPU seconds of what a user calls, each in a process of its own, so that nothing is kept from an earlier call."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

Row = tuple[str, float, str, str]

#: Runs of each measurement, of which the median counts; ``--runs`` sets it.
RUNS = 5

#: Ends the figure of another program that was measured in the same run.
HERE = "in this run"

_PROGRAM = """
import time
import sprague as sg
{before}
start = time.process_time()
{call}
print(time.process_time() - start)
"""


def called(call: str, before: str = "", runs: int | None = None) -> float:
    """CPU seconds of the statements ``call``, in fresh processes that have imported ``sprague as sg`` and run
    ``before``; the median of ``runs`` (None: of RUNS).

    Where ``before`` is empty the figure is that of a first call, with the loading of compiled code; with a small
    question of the same kind in ``before`` that of a warm one.
    """
    program = _PROGRAM.format(before=before, call=call)
    paths = os.pathsep.join(str(Path(place or ".").resolve()) for place in sys.path)
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = paths

    def one() -> float:
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        return float(done.stdout.split()[-1])

    return statistics.median(one() for _ in range(RUNS if runs is None else runs))


def cold_and_warm(work: str, call: str, small: str, public: str = "", runs: int | None = None) -> list[Row]:
    """Two rows: the first call of a process, and the call after ``small``, a question of the same kind."""
    called(call, runs=1)  # so that compiled code is on the disk
    return [
        (f"{work}: first call", called(call, runs=runs), "s", ""),
        (f"{work}: warm", called(call, small, runs), "s", public),
    ]


def cpu(words: list[str], **environment: str) -> float:
    """User and system seconds of one process, as of an installed package: with bytecode."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, env=settings | environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{words} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def ogs(code: str, to: int, otherwise: str, runs: int | None = None) -> str:
    """The figure of Beling's ``ogsolve`` as a whole process if the machine has it, else ``otherwise``."""
    program = shutil.which("ogsolve")
    if program is None or not otherwise.startswith("ogs"):
        return otherwise
    times = [cpu([program, code, "-m", "rcs", "-n", str(to)]) for _ in range(RUNS if runs is None else runs)]
    return f"ogs {statistics.median(times):.2f} s {HERE}"
