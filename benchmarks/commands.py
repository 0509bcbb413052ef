"""Whole commands: their times include the start of Python.

*Warm*: Python has kept the bytecode of the modules. *First*: it has not, as after the installation. The figures in
units of the yardstick come from the same minutes as the yardstick itself.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks import yardstick
from benchmarks.measure import Row, cpu, ogs

#: Command, and the best public program's CPU seconds for the same, as a whole process.
COMMANDS: dict[str, tuple[list[str], str]] = {
    "values 0.16 --to 1e6 -o FILE": (
        ["values", "0.16", "--to", "1e6", "--force", "-o", "values.npy"],
        "Czajka's program 0.19 s",
    ),
    "values 0.6 --to 1e6 -o FILE": (
        ["values", "0.6", "--to", "1e6", "--force", "-o", "values.npy"],
        "ogs 4.5 s",
    ),
    "values 0.56 --to 1e6 -o FILE": (
        ["values", "0.56", "--to", "1e6", "--force", "-o", "values.npy"],
        "ogs 0.40 s",
    ),
    'solve "cram 4x9" --value': (["solve", "cram 4x9", "--value"], "igs 0.19 s"),
    'solve "cram 5x7" --value': (["solve", "cram 5x7", "--value"], "igs 0.37 s"),
    'solve "cram 5x8" --value': (["solve", "cram 5x8", "--value"], "igs 1.94 s"),
    'solve "cram 4x11" --value': (["solve", "cram 4x11", "--value"], "igs 7.7 s"),
    'solve "wythoff 3000,4000" --value': (["solve", "wythoff 3000,4000", "--value"], ""),
}


def rows(runs: int = 5) -> list[Row]:
    """(work, figure, unit, best public figure): medians, the commands and the yardstick in turns."""
    with tempfile.TemporaryDirectory() as folder:
        commands = {name: [sys.executable, "-m", "sprague", *words] for name, (words, _) in COMMANDS.items()}
        before = os.getcwd()
        # The package may stand beside the benchmarks; files go into the folder.
        path = os.pathsep.join(str(Path(place or ".").resolve()) for place in sys.path)
        try:
            os.chdir(folder)
            environment = {"PYTHONPYCACHEPREFIX": folder, "PYTHONPATH": path}
            first = {name: cpu(words, **environment) for name, words in commands.items()}
            times: dict[str, list[float]] = {name: [] for name in commands}
            units = []
            for _ in range(runs):
                units.append(yardstick.seconds())
                for name, words in commands.items():
                    times[name].append(cpu(words, **environment))
        finally:
            os.chdir(before)
    unit = statistics.median(units)
    found: list[Row] = []
    for name, (words, public) in COMMANDS.items():
        warm = statistics.median(times[name])
        found.append((f"{name}, first", first[name], "s", ""))
        public = ogs(words[1], 10**6, public, runs)
        found.append((f"{name}, warm", warm, "s", public))
        found.append((f"{name}, warm", warm / unit, "yardsticks", ""))
    return found
