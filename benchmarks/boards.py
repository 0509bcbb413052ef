"""Boards: the values of empty Cram boards, and Node Kayles on grids, each from an empty table.

``python benchmarks/boards.py`` prints the rows; ``--large`` adds the boards that take minutes or gigabytes,
``--ablate`` values 5x8 with ideas of the search switched off one at a time (those that are data; what the
others gained is told in ``docs/games/cram.md``). CPU time; compiled, and the end-game files made, before.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from unittest.mock import patch

from sprague.boards import endgame
from sprague.boards.plain import full_board
from sprague.boards.search import BoardSearch
from sprague.search.driver import Statistics
from sprague.search.graph_search import GraphSearch

Row = tuple[str, float, str, str]

#: Board and the seconds of igs, Beling's program.
CRAM = {"4x9": "igs 0.23", "5x7": "igs 0.57", "5x8": "igs 2.54", "4x11": "igs 7.05", "3x17": "igs 11.6"}
LARGE = {"5x9": "igs 44.7", "6x7": "igs > 534, unfinished"}


def cram(name: str, memory: int | None = None, threads: int = 1) -> tuple[float, int, Statistics]:
    """CPU seconds, value and statistics of an empty board."""
    rows, cols = sorted(map(int, name.split("x")))
    start = time.process_time()
    search = BoardSearch(rows, memory=memory, threads=threads)
    value = search.value(full_board(rows, cols))
    return time.process_time() - start, value, search.statistics


def rows(names: dict[str, str] = CRAM) -> Iterator[Row]:
    """Name, figure, unit, and the public figure to compare with."""
    prepare()
    for name, public in names.items():
        seconds, value, statistics = cram(name)
        size = f"{statistics.positions} positions, {statistics.exact} values and {statistics.partial} partial"
        yield f"Cram {name} = *{value}", seconds, "s", public
        yield f"  {size}", statistics.table_bytes / 2**20, "MiB table", ""
    if names is CRAM:
        GraphSearch(grid(3, 3), arcs=False).value()
        start = time.process_time()
        values = [GraphSearch(grid(3, n), arcs=False).value() for n in range(1, 17)]
        yield f"Node Kayles 3x1 to 3x16, the last *{values[-1]}", time.process_time() - start, "s", ""


def grid(rows: int, cols: int) -> list[set[int]]:
    """The neighbours of the cells of a grid."""
    places = [(r, c) for r in range(rows) for c in range(cols)]
    return [{i for i, (y, x) in enumerate(places) if abs(y - r) + abs(x - c) == 1} for r, c in places]


def prepare() -> None:
    """Compile the search, and make the end-game files if they are not there."""
    cram("3x6")
    for width, bits in endgame.BITS.items():
        endgame.table(width, bits)


def ablations() -> Iterator[Row]:
    """5x8 with one idea switched off."""
    from sprague.search import block as k
    from sprague.search.cram import TINY

    prepare()

    def measured(name: str, memory: int | None = None, threads: int = 1) -> Row:
        seconds, value, statistics = cram("5x8", memory, threads)
        assert value == 1
        return f"{name}: {statistics.positions} positions, {statistics.exact} values", seconds, "s", ""

    yield measured("all on")
    with patch.object(endgame, "BITS", {}):
        yield measured("no end-game file")
    yield measured("a table of 1 MiB, partial entries replaced", memory=2 << 20)
    for threads in (2, 4):
        yield measured(f"{threads} threads", threads=threads)

    prepare_as_usual, depths_as_usual = BoardSearch._prepare, BoardSearch._depths

    def with_word(place: int, word: int) -> Callable[[BoardSearch, int], None]:
        def prepared(search: BoardSearch, cells: int) -> None:
            prepare_as_usual(search, cells)
            search._block[place] = word

        return prepared

    for name, depths in {
        "no look ahead": lambda search, part: (99, 99),
        "no second look ahead": lambda search, part: (depths_as_usual(search, part)[0], 99),
        "looking ahead everywhere": lambda search, part: (0, depths_as_usual(search, part)[1]),
    }.items():
        with patch.object(BoardSearch, "_depths", depths):
            yield measured(name)
    for name, prepared in {
        "no costs (but for the looks ahead)": with_word(k.WEIGHT, 0),
        "tiny boards to 10 cells": with_word(TINY, 1 << 10),
        "no tiny boards": with_word(TINY, 0),
    }.items():
        with patch.object(BoardSearch, "_prepare", prepared):
            yield measured(name)


if __name__ == "__main__":
    chosen = ablations() if "--ablate" in sys.argv else rows(LARGE if "--large" in sys.argv else CRAM)
    for name, figure, unit, public in chosen:
        print(f"{name:76} {figure:9.3f} {unit:10} {public}", flush=True)
