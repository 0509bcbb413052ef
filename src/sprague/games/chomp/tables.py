"""Tables of Chomp over all bars inside a bar: which bars are P-positions, and what values they have.

The native core (``native/chomp.c``) fills them in slices of about a third of a second. Between two slices Ctrl-C takes
effect, progress is reported and the time is checked.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from typing import Any, NamedTuple

from sprague.system.ask import Effort, Step, asked, require, tick
from sprague.system.native import Kernel
from sprague.words.messages import say

from .lattice import WEIGHT_BYTES, Lattice, Rows, bar_of, contains, join, lattice, number, size, upright

#: Seconds for a bar (P-positions) and for an option (values).
BAR_SECONDS, OPTION_SECONDS = 1.5e-8, 2e-9

#: Bytes for a bar: P-positions, values, and values in bars of more squares than fit into 16 bits.
OUTCOME_BYTES, VALUE_BYTES, LONG_VALUE_BYTES, SHORT_SQUARES = 1, 2, 4, 1 << 16

#: Marks for a bar in the search for P-positions: 1.2 for three rows, 1.7 for ten.
MARKS = 1.7

#: A table of at most this many bars is grown for any bar. A larger one is not kept together with another.
FEW_BARS, MOST_KEPT = 300_000, 10_000_000

_SLICE_SECONDS = 0.35

_fill_values = Kernel(
    "chomp_values_{bits}", "value[]", "const int64[]", "const int64[]", "int", "int", "int64[]", "int64[]"
)
_mark_wins = Kernel("chomp_wins", "uint8[]", "const int64[]", "const int64[]", "int", "int", "int64[]")


class Table(NamedTuple):
    """``entries[i]`` belongs to bar number i of ``bars``: whether it is an N-position, or its value."""

    bars: Lattice
    entries: Any

    def of(self, bar: Rows) -> int:
        """Returns the entry of a bar inside the bar of the table."""
        return int(self.entries[number(self.bars, bar)])


def effort(rows: Rows, values: bool) -> Effort:
    """Returns the effort of a table over the bars inside ``rows``, or a lower bound if it is far out of reach.

    >>> effort((13,) * 12, False).values, effort((13,) * 12, True).bytes
    (5200300, 10406840)
    """
    inside = lattice(rows, asked().bytes)
    count = size(rows, asked().bytes) if inside is None else inside.size
    entry, work = OUTCOME_BYTES, float(min(count, 10**30))
    if values:
        entry = VALUE_BYTES if sum(rows) <= SHORT_SQUARES else LONG_VALUE_BYTES
        work *= min(sum(rows), 10**30) / 2
    seconds = work * (OPTION_SECONDS if values else BAR_SECONDS)
    weights = max(8 * len(rows) * (rows[0] + 1), WEIGHT_BYTES * sum(rows)) if rows else 0
    return Effort(count, entry * count + weights, seconds, sure=True)


class Tables:
    """The tables of an engine. It keeps the last two of each kind, and the last one grows for a bar outside it.

    The first bar gets a table of its own size. Later bars get one that is several times larger than they need, so that
    a series of bars costs no more than the table of the last one. A table that is far larger than a new bar does not
    grow; another table follows it.
    """

    def __init__(self) -> None:
        self._kept: dict[bool, list[Table]] = {False: [], True: []}

    def effort(self, rows: Rows, values: bool) -> Effort:
        """Returns the effort of the value of a bar, or of its outcome. It is small if a table contains the bar."""
        rows = upright(rows)
        kinds = (True,) if values else (True, False)
        if any(self._find(rows, kind) is not None for kind in kinds):
            return Effort()
        return effort(rows, values)

    def value(self, rows: Rows, subject: Any) -> int:
        """Returns the Grundy value of a bar. An error names the ``subject`` of the question."""
        return self._of(upright(rows), True, subject)

    def is_p(self, rows: Rows, subject: Any) -> bool:
        """Returns whether the bar is a P-position. It reads a table of values if there is one."""
        rows = upright(rows)
        return not self._of(rows, self._find(rows, True) is not None, subject)

    def _find(self, rows: Rows, values: bool) -> Table | None:
        for table in self._kept[values]:
            if contains(table.bars.rows, rows):
                return table
        return None

    def _of(self, rows: Rows, values: bool, subject: Any) -> int:
        covering = self._find(rows, values)
        if covering is None:
            require(effort(rows, values), subject)
            tables = self._kept[values]
            wanted, grown = _wider(tables[0].bars, rows, values) if tables else (rows, False)
            covering = table(wanted, values, subject)
            older = [] if grown else [old for old in tables[:1] if old.bars.size <= MOST_KEPT]
            self._kept[values] = [covering, *older]
        return covering.of(rows)


def _wider(known_bars: Lattice, rows: Rows, values: bool) -> tuple[Rows, bool]:
    """Returns a bar that contains ``rows``, with room for the next ones, and whether it contains that of
    ``known_bars``."""
    own = lattice(rows, asked().bytes)
    if own is None or known_bars.size > max(FEW_BARS, 100 * own.size):
        return rows, False
    most = 3 * max(own.size, known_bars.size, 200)
    wanted = rows
    joined = join(known_bars.rows, rows)
    for wider in (joined, (joined[0],) * len(joined), (joined[0] * 5 // 4 + 1,) * len(joined)):
        inside = lattice(wider, asked().bytes)
        if inside is None or inside.size > most or not effort(wider, values).affordable:
            continue
        wanted = wider
    return wanted, contains(wanted, known_bars.rows)


def table(rows: Rows, values: bool, subject: Any) -> Table:
    """Returns the values of all bars inside ``rows`` or, without ``values``, whether they are N-positions.

    Raises TooLargeError, which names the ``subject``, before it takes any memory, if the table exceeds the budget in
    force.

    >>> table((3, 3), True, "").of((2, 1)), table((3, 3), False, "").of((2, 1))
    (0, 0)
    """
    needed = effort(rows, values)
    require(needed, subject)
    inside = lattice(rows, asked().bytes)
    assert inside is not None, "what is larger was refused"
    return Table(inside, _entries(inside, values))


def p_bars(won: Table) -> Iterator[Rows]:
    """Yields the P-positions of a table except the empty bar, in the order of their numbers, without rows of length
    0."""
    marks = memoryview(won.entries).tobytes()
    place = marks.find(0, 1)
    while place >= 0:
        yield tuple(length for length in bar_of(won.bars, place) if length)
        place = marks.find(0, place + 1)


def _entries(bars: Lattice, values: bool) -> array[int]:
    """Returns the entries, which the native core computes in slices."""
    rows, width = array("q", bars.rows), bars.rows[0] + 1
    weights = array("q", [0]) * (len(rows) * width)
    for i, weight in enumerate(bars.weights):
        weights[i * width : i * width + bars.rows[i] + 1] = array("q", weight[: bars.rows[i] + 1])
    squares = sum(bars.rows)
    entries = array(("H" if squares <= SHORT_SQUARES else "I") if values else "B", [0]) * bars.size
    seen = array("q", [0]) * (squares + 2)
    scratch = array("q", [0]) * ((len(rows) + 1) * (width + 2))
    # Number 0 is the empty bar, which no bite leaves. A mark 0 would look like the zeros that ``seen`` begins with.
    filled, step, marks = 1, 20_000, 0
    first = time.perf_counter()

    def far() -> Step:
        # The first P-positions mark bars all over the table, so the number of marks measures the progress among these.
        expected = max(filled, min(bars.size * 99 // 100, int(marks / MARKS)))
        seconds_left = (time.perf_counter() - first) * (bars.size - expected) / expected
        return Step(say("smaller bars"), expected, bars.size, seconds_left)

    while filled < bars.size:
        begun = time.perf_counter()
        if values:
            stop = min(bars.size, filled + step)
            _fill_values(entries, weights, rows, filled, stop, seen, scratch)
            filled = stop
        else:
            filled = _mark_wins(entries, weights, rows, filled, step, scratch)
            marks += step
        tick(far)
        seconds = time.perf_counter() - begun
        step = int(step * min(8.0, max(0.25, _SLICE_SECONDS / max(seconds, 1e-4))))
    return entries
