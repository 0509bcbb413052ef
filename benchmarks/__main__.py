"""``python -m benchmarks [NAME …]``: the table of speeds, beside the best public figures.

Each module of this folder has ``rows()``, a list of (work, figure, unit, best public figure). Times are CPU time.
Machines differ: the last column is the figure on the machine where the yardstick took 1.32 s.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks
from benchmarks import yardstick

#: Units of time, which scale with the machine.
TIMES = ("s", "ms", "µs", "ns")


def main(names: list[str]) -> None:
    """Print the rows of the modules ``names`` (none: of all)."""
    every = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    known = [name for name in every if name not in ("__main__", "yardstick")]
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise SystemExit(f"expected some of {', '.join(known)}, got {', '.join(unknown)}")
    here = yardstick.seconds()
    scale = yardstick.REFERENCE / here
    print(f"yardstick: {here:.2f} s here, {yardstick.REFERENCE} s there: times by {scale:.2f}\n")
    print(f"{'work':52} {'here':>12} {'scaled':>12} {'unit':10} best public")
    for name in names or known:
        print(f"-- {name}")
        for work, figure, unit, public in importlib.import_module(f"benchmarks.{name}").rows():
            scaled = f"{figure * scale:12.4g}" if unit.split()[0] in TIMES else " " * 12
            print(f"{work:52} {figure:12.4g} {scaled} {unit:10} {public}", flush=True)


main(sys.argv[1:])
