"""The page docs/speed.md, from the rows that were measured."""

from __future__ import annotations

import importlib
import os
import platform
import re
import statistics
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from . import yardstick
from .measure import HERE, Row

#: What is written.
PAGE = Path(__file__).parents[1] / "docs" / "speed.md"

#: Seconds in a unit; others are no times.
UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}

_HEAD = """\
# Speed

This page gives the times that a user waits for. It measures whole commands, from the start of Python to the end, and
calls of public functions. All figures are CPU times, except those of the server. `nox -s speed` measures everything
again and writes this page.

| | |
|---|---|
| processor | {processor} |
| cores | {cores} |
| system | {system} |
| Python, NumPy, Numba | {versions} |
| load when it began | {load} |
| runs of each | {runs} |
| one yardstick | {unit} s ({least} to {most} s while the page was made) |

{remark}

**The yardstick** is a fixed piece of work that does not use Sprague: a plain compiled program computes Officers
(octal 0.6) to 10⁶ heaps (`benchmarks/yardstick.py`). It ran before each table and after the last. The yardstick
varies with the machine and its load as the figures do. So compare figures in yardsticks.

**Others.** The last columns name the best public program that we know of for the same work: *igs* and *ogs* of
Beling's impartial-games, Czajka's program for octal games, a C++ program for products of nimbers. Where
a figure says "in this run", we built the program (`ogsolve`) and measured it here, as a whole process. We measured the
others beside Sprague on an earlier machine, where the yardstick took {reference} s, and divided their seconds by
that. The figures of whole commands come from another hour of that
machine, for which we did not record the yardstick: they are right within a factor of 1.5. Where the columns are
empty, we know of no public program.

**First and warm.** *First* (or *first call*) is the first question of a process; for whole commands, the first command
after the installation. *Warm*: before a call in Python, the process answered a smaller question of the same kind. No
run uses the answers of another run.
"""

_BUSY = """\
**The machine was busy while this was measured** (load {load} on {cores} cores). CPU time does not include waiting. But
programs share caches and memory, so the figures may be up to twice those of a quiet machine. The same holds for the
yardstick."""

_QUIET = "No other program used the machine."


def load() -> float:
    """Processes that wait for a core, over the last minute."""
    return os.getloadavg()[0]


def seconds(figure: float, unit: str) -> float | None:
    """A figure in seconds; None where it is no time."""
    of = UNITS.get(unit.split()[0]) if unit else None
    return None if of is None else figure * of


def short(number: float) -> str:
    """Two digits that count, or three from 100 on."""
    if number == 0 or number >= 100:
        return f"{number:.0f}"
    if number < 1e-4:
        return f"{number:.1e}"
    digits = (
        2 - len(str(int(number))) if number >= 1 else next(d for d in range(2, 9) if number * 10**d >= 10)
    )
    return f"{number:.{max(digits, 0)}f}"


def write(
    found: dict[str, list[Row]], units: list[float], began: float, runs: int, left: Sequence[str] = ()
) -> None:
    """Write the page: ``found`` are the rows of each module, ``units`` all times of the yardstick,
    ``left`` the modules that were not measured."""
    unit = statistics.median(units)
    cores = os.cpu_count() or 1
    busy = began > 0.5
    head = _HEAD.format(
        processor=processor(),
        cores=cores,
        system=f"{platform.system()}, {platform.machine()}",
        versions=", ".join([platform.python_version(), version("numpy"), version("numba")]),
        load=f"{began:.1f}",
        runs="1" if runs == 1 else f"at least {runs}, of which the median counts",
        unit=f"{unit:.2f}",
        least=f"{min(units):.2f}",
        most=f"{max(units):.2f}",
        remark=_BUSY.format(load=f"{began:.1f}", cores=cores) if busy else _QUIET,
        reference=yardstick.REFERENCE,
    )
    if left:
        head += f"\nNot measured this time: {', '.join(left)}.\n"
    PAGE.write_text("\n".join([head, *(table(name, rows, unit) for name, rows in found.items())]), "utf-8")


def table(name: str, rows: list[Row], unit: float) -> str:
    """The section of one module: its title is the first sentence of the module's docstring."""
    title, _, rest = (importlib.import_module(f"benchmarks.{name}").__doc__ or name).partition("\n")
    heading, _, more = title.rstrip(".").partition(": ")
    lines = [f"## {plain(heading)}", ""]
    text = " ".join(rest.split("``python")[0].split())
    if more or text:
        lines += [
            " ".join(filter(None, [f"{plain(more[:1].upper() + more[1:])}." if more else "", plain(text)])),
            "",
        ]
    lines += ["| what | here | in yardsticks | others | in yardsticks |", "|---|---:|---:|---|---:|"]
    together = {work: figure for work, figure, kind, _ in rows if kind == "yardsticks"}
    for work, figure, kind, public in rows:
        if kind == "yardsticks":  # measured together with the yardstick: named in the row of the same work
            continue
        length = seconds(figure, kind)
        ours = "" if length is None else short(together.get(work, length / unit))
        theirs = re.search(r"(\d+(?:\.\d+)?) s\b", public)
        scaled = (
            ""
            if theirs is None
            else short(float(theirs[1]) / (unit if HERE in public else yardstick.REFERENCE))
        )
        other = "" if public == "none" else public
        lines.append(f"| {cell(work)} | {short(figure)} {kind} | {ours} | {other} | {scaled} |")
    return "\n".join([*lines, ""])


def plain(text: str) -> str:
    """Text of a docstring as Markdown."""
    return text.replace("``", "`")


def cell(work: str) -> str:
    """What was measured, its call or command as code."""
    call, how = re.fullmatch(
        r"(.*?)((?:: |, )(?:first call|first|warm|whole process|by its certificate))?", work
    ).groups()
    is_code = re.match(r"(sg\.|\[|values |solve |sprague |import )", call) and " / " not in call
    return (f"`{call}`{how or ''}" if is_code else work).replace("|", "\\|")


def processor() -> str:
    """The model of the processor."""
    try:
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()
