"""Processes of one's own are not reached by Ctrl-C, at whatever moment it comes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

#: Ctrl-C while a module is loaded, by all but the first process.
JOB = """
import os, signal
if os.environ.setdefault("FIRST", str(os.getpid())) != str(os.getpid()):
    os.kill(os.getpid(), signal.SIGINT)

def work():
    print("at work", flush=True)
"""

PROGRAM = """
import multiprocessing, sys, job
from sprague.system.processes import start

if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    context.set_forkserver_preload(["job"])
    process = context.Process(target=job.work, daemon=True)
    start(process)
    process.join()
    print(process.exitcode)
"""


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_ctrl_c_while_a_process_begins(tmp_path: Path, method: str) -> None:
    (tmp_path / "job.py").write_text(JOB)
    (tmp_path / "program.py").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, tmp_path / "program.py", method],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.split("\n"), done.stderr) == (["at work", "0", ""], "")
