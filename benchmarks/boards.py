"""Boards: the values of empty Cram boards, and Node Kayles on grids, each by a session with empty tables.

``python -m benchmarks.boards`` prints the rows; ``--large`` adds the boards that take minutes or gigabytes,
``--ablate`` values 5x8 with ideas of the search switched off one at a time (those that are data;
``docs/games/cram.md`` tells what the others gained). CPU time; for these the search itself is called.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from unittest.mock import patch

from sprague.boards import search as boards
from sprague.boards.search import BoardSearch
from sprague.search.driver import Statistics

from .measure import Row, called, cold_and_warm

#: Board and the seconds of igs, Beling's program.
CRAM = {
    "4x9": "igs 0.23 s",
    "5x7": "igs 0.57 s",
    "5x8": "igs 2.54 s",
    "4x11": "igs 7.05 s",
    "3x17": "igs 11.6 s",
}
LARGE = {"5x9": "igs 44.7 s", "6x7": "igs > 534 s, unfinished"}


def cram(name: str, memory: int | None = None, threads: int = 1) -> tuple[float, int, Statistics]:
    """CPU seconds, value and statistics of an empty board."""
    rows, cols = sorted(map(int, name.split("x")))
    start = time.process_time()
    search = BoardSearch(rows, memory=memory, threads=threads)
    value = search.value((1 << rows * cols) - 1)
    return time.process_time() - start, value, search.statistics


def rows(names: dict[str, str] = CRAM) -> Iterator[Row]:
    """Name, figure, unit, and the public figure to compare with."""
    for name, public in names.items():
        call = f"sg.Solver().value('cram {name}')"
        yield from cold_and_warm(
            call, call, "sg.Solver().value('cram 3x7')", public, 1 if names is LARGE else None
        )
    if names is CRAM:
        grids = "[sg.Solver().value(f'node-kayles grid:3x{n}') for n in range(1, 17)]"
        yield "node-kayles grid:3x1 to grid:3x16", called(grids), "s", ""


def ablations() -> Iterator[Row]:
    """5x8 with one idea switched off."""

    def measured(name: str, memory: int | None = None, threads: int = 1) -> Row:
        seconds, value, statistics = cram("5x8", memory, threads)
        assert value == 1
        return f"{name}: {statistics.positions} positions, {statistics.exact} values", seconds, "s", ""

    yield measured("all on")
    for bits in (10, 24):
        with patch.object(boards, "_tiny_bits", lambda *_, bits=bits: bits):
            yield measured(f"tiny boards below 2^{bits}")
    yield measured("a table of 1 MiB, partial entries replaced", memory=2 << 20)
    for threads in (2, 4):
        yield measured(f"{threads} threads", threads=threads)

    depths_as_usual = BoardSearch._depths
    for name, depths in {
        "no look ahead": lambda search, part: (99, 99),
        "no second look ahead": lambda search, part: (depths_as_usual(search, part)[0], 99),
        "looking ahead everywhere": lambda search, part: (0, depths_as_usual(search, part)[1]),
    }.items():
        with patch.object(BoardSearch, "_depths", depths):
            yield measured(name)


if __name__ == "__main__":
    chosen = ablations() if "--ablate" in sys.argv else rows(LARGE if "--large" in sys.argv else CRAM)
    for name, figure, unit, public in chosen:
        print(f"{name:76} {figure:9.3f} {unit:10} {public}", flush=True)
