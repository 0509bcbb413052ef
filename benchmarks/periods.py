"""Periods: found and proved, certified and checked again.

``python -m benchmarks periods`` prints the rows. Compiled code is warm; values are computed anew for each row.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

from sprague.proofs.check import check
from sprague.takebreak.certificate import certificate
from sprague.takebreak.codes import parse_code
from sprague.takebreak.period import Period, search
from sprague.takebreak.sequence import Values

Row = tuple[str, float, str, str]

#: One code of each class of periodic games whose period is known to be short or middling.
GAMES = (
    "4.0",
    "0.4",
    "0.11",
    "0.15",
    "0.22",
    "0.31",
    "0.34",
    "0.44",
    "0.52",
    "0.54",
    "0.71",
    "0.75",
    "4.3",
    "0.017",
    "0.044",
    "0.051",
    "0.101",
    "0.111",
    "0.115",
    "0.121",
    "0.123",
    "0.131",
    "0.134",
    "0.144",
    "0.147",
    "0.153",
    "0.157",
    "0.173",
    "0.226",
    "0.316",
    "0.332",
    "0.353",
    "0.375",
    "0.524",
    "0.536",
    "4.12",
    "4.005",
    "4.102",
    "4.304",
    "4.444",
    "4.726",
    "0.45",
    "0.156",
    "0.356",
    "0.644",
    "0.16",
)


def seconds(call: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def prove(code: str, limit: int = 10**6) -> Period:
    """The period of a code, its values computed anew."""
    return search(code, Values(parse_code(code)), limit)


def rows() -> list[Row]:
    """Name, figure, unit, and the public figure to compare with."""
    prove("0.156")
    check(certificate(prove("0.156")))
    found = prove("0.16")
    claims = certificate(found)
    command = [sys.executable, "-m", "sprague", "values", "0.137", "--to", "1000000", "--csv"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return [
        ("0.77: period proved", seconds(lambda: prove("0.77")), "s", "ogs 99 (10^6 values)"),
        ("0.16: preperiod 105351, period 149459 proved", seconds(lambda: prove("0.16")), "s", ""),
        (f"{len(GAMES)} periodic games proved", seconds(lambda: [prove(code) for code in GAMES]), "s", ""),
        ("0.16: certificate written", seconds(lambda: certificate(found)), "s", ""),
        ("0.16: certificate checked by its own plain code", seconds(lambda: check(claims)), "s", ""),
        ("sprague values 0.137 --to 1000000, whole process", _process(command), "s", ""),
    ]


def _process(command: list[str]) -> float:
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    for work, figure, unit, public in rows():
        print(f"{work:62} {figure:8.2f} {unit:4} {public}".rstrip())
