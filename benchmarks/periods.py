"""Periods: found and proved by the public call, certified and checked again by the command."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from .measure import Row, called
from .startup import cpu

#: One code of each class of periodic games whose period is known to be short or middling.
# fmt: off
GAMES = (
    "4.0", "0.4", "0.11", "0.15", "0.22", "0.31", "0.34", "0.44", "0.52", "0.54",
    "0.71", "0.75", "4.3", "0.017", "0.044", "0.051", "0.101", "0.111", "0.115", "0.121",
    "0.123", "0.131", "0.134", "0.144", "0.147", "0.153", "0.157", "0.173", "0.226", "0.316",
    "0.332", "0.353", "0.375", "0.524", "0.536", "4.12", "4.005", "4.102", "4.304", "4.444",
    "4.726", "0.45", "0.156", "0.356", "0.644", "0.16",
)
# fmt: on


def rows() -> list[Row]:
    """Work, figure, unit, best public figure."""

    def proved(code: str) -> str:
        return f"assert sg.octal({code!r}).period().status == 'proved'"

    every = "\n".join(map(proved, GAMES))
    found: list[Row] = [
        ("sg.kayles.period()", called(proved("0.77")), "s", "ogs 99 s (10^6 values)"),
        ("sg.octal('0.16').period()", called(proved("0.16")), "s", ""),
        ("sg.octal('0.104').period(), by its certificate", called(proved("0.104")), "s", ""),
        (f"the periods of {len(GAMES)} games", called(every, runs=1), "s", ""),
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "certificate.json")
        write = [sys.executable, "-m", "sprague", "period", "0.156", "--certificate", file]
        found.append(("sprague period 0.156 -o FILE, whole process", cpu(write), "s", ""))
        check = [sys.executable, "-m", "sprague", "check", file]
        found.append(("sprague check FILE, whole process", cpu(check), "s", ""))
    return found
