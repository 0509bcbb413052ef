"""CPU seconds of what a user calls, each in a process of its own, so that nothing is kept from an earlier call."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

Row = tuple[str, float, str, str]

#: Runs of each measurement, of which the median counts; ``--runs`` sets it.
RUNS = 5

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
