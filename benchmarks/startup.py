"""Starting: ``sprague solve "wythoff 500,1000"`` as a whole process, against ``python -c "import click"``.

The aim is a ratio of at most 1.5.
"""

from __future__ import annotations

import statistics
import sys

from .measure import Row, cpu

COMMANDS = {
    "import click": [sys.executable, "-c", "import click"],
    "import sprague": [sys.executable, "-c", "import sprague"],
    "sprague solve": [sys.executable, "-m", "sprague", "solve", "wythoff 500,1000"],
    "sprague --help": [sys.executable, "-m", "sprague", "--help"],
}


def rows(runs: int = 41) -> list[Row]:
    """(work, figure, unit, best public figure): medians of many runs in turns, and their ratios to click's import."""
    for words in COMMANDS.values():
        cpu(words)  # once, so that bytecode is there
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, words in COMMANDS.items():
            times[name].append(cpu(words))
    medians = {name: statistics.median(each) for name, each in times.items()}
    unit = medians["import click"]
    seconds = [(f"{name}, whole process", median * 1000, "ms", "") for name, median in medians.items()]
    ratios = [(f"{name} / import click", median / unit, "times", "") for name, median in medians.items()]
    return seconds + ratios[1:]
