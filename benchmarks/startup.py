"""CPU time of ``sprague solve "wythoff 500,1000"`` as a whole process, against ``python -c "import click"``.

Prints the medians of many runs in turns, and their ratio; the aim is at most 2.5. Run: python benchmarks/startup.py
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys

COMMANDS = {
    "import click": [sys.executable, "-c", "import click"],
    "import sprague": [sys.executable, "-c", "import sprague"],
    "sprague solve": [sys.executable, "-m", "sprague", "solve", "wythoff 500,1000"],
    "sprague --help": [sys.executable, "-m", "sprague", "--help"],
}


def cpu(words: list[str]) -> float:
    """User and system seconds of one process."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{words} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def main(runs: int = 41) -> None:
    """Print the table."""
    for words in COMMANDS.values():
        cpu(words)  # once, so that bytecode is there
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, words in COMMANDS.items():
            times[name].append(cpu(words))
    unit = statistics.median(times["import click"])
    for name, each in times.items():
        median = statistics.median(each)
        print(f"{name:16} {1000 * median:7.1f} ms   {median / unit:5.2f} x import click")


if __name__ == "__main__":
    main()
