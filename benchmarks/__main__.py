"""``python -m benchmarks [NAME …]``: the table of speeds, beside the best public figures; ``--page`` writes it as
docs/speed.md. ``--runs N``: the median of so many runs.

Each module of this folder has ``rows()``: (work, figure, unit, best public figure). Times are CPU time of what a user
calls. Machines differ: the third column is the figure in units of the yardstick.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import pkgutil

import benchmarks
from benchmarks import measure, page, yardstick

#: Modules of this folder that measure nothing themselves.
TOOLS = ("__main__", "measure", "page", "yardstick")

#: Whole commands first, then what is called in Python.
FIRST = ("startup", "commands", "boards", "heaps")


def main() -> None:
    """Print the rows of the modules that are named (none: of all), or write the page."""
    every = sorted(
        found.name for found in pkgutil.iter_modules(benchmarks.__path__) if found.name not in TOOLS
    )
    known = [*(name for name in FIRST if name in every), *(name for name in every if name not in FIRST)]
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(known)}")
    parser.add_argument("--page", action="store_true", help=f"write {page.PAGE}")
    parser.add_argument("--runs", type=int, default=measure.RUNS, help="runs of each measurement")
    chosen = parser.parse_args()
    if unknown := sorted(set(chosen.names) - set(known)):
        parser.error(f"expected some of {', '.join(known)}, got {', '.join(unknown)}")
    usual, measure.RUNS = measure.RUNS, chosen.runs
    load, units = page.load(), [yardstick.seconds()]
    print(f"yardstick: {units[0]:.2f} s\n")
    print(f"{'work':60} {'here':>12} {'unit':10} {'yardsticks':>10}  best public")
    found: dict[str, list[measure.Row]] = {}
    try:
        for name in chosen.names or known:
            print(f"-- {name}")
            every_row = importlib.import_module(f"benchmarks.{name}").rows
            fewer = chosen.runs < usual and "runs" in inspect.signature(every_row).parameters
            rows: list[measure.Row] = []
            for row in every_row(runs=chosen.runs) if fewer else every_row():
                rows.append(row)
                work, figure, unit, public = row
                length = page.seconds(figure, unit)
                scaled = "" if length is None else page.short(length / units[0])
                print(f"{work:60} {figure:12.4g} {unit:10} {scaled:>10}  {public}", flush=True)
            found[name] = rows
            units.append(yardstick.seconds())
    finally:  # Ctrl-C leaves a page of the tables that are done
        if chosen.page and found:
            page.write(found, units, load, chosen.runs, [name for name in known if name not in found])
            print(f"\nwritten: {page.PAGE}")


main()
