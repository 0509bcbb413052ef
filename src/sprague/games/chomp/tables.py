"""Tables of Chomp over all bars inside a bar: which bars are P-positions, and what values they have.

Small tables are filled in plain Python, larger ones by the compiled kernel in slices of about a third of a second.
Between two slices Ctrl-C takes effect, progress is reported and the time is checked.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from sprague.system.ask import Effort, Step, asked, require, tick
from sprague.system.imports import has_compiled
from sprague.words.messages import say

from .lattice import WEIGHT_BYTES, Lattice, Rows, bar_of, contains, join, lattice, number, size, upright

#: Tables of at most this many bars (P-positions) or options (values) are filled in plain Python. This takes 0.1 s, less
#: than the kernel takes to load.
PLAIN_BARS, PLAIN_OPTIONS = 100_000, 400_000

#: The same limit once the kernel is loaded.
WARM_BARS, WARM_OPTIONS = 5_000, 20_000

#: Seconds for a bar (P-positions) and for an option (values), in plain Python and in the kernel; and seconds to load
#: the kernel.
PLAIN_BAR, PLAIN_OPTION = 1e-6, 2.5e-7
KERNEL_BAR, KERNEL_OPTION, LOAD = 1.5e-8, 2e-9, 0.5

#: Bytes for a bar: P-positions, values, and values in bars of more squares than fit into 16 bits.
OUTCOME_BYTES, VALUE_BYTES, LONG_VALUE_BYTES, SHORT_SQUARES = 1, 2, 4, 1 << 16

#: Marks for a bar in the search for P-positions: 1.2 for three rows, 1.7 for ten.
MARKS = 1.7

#: A table of at most this many bars is grown for any bar. A larger one is not kept together with another.
FEW_BARS, MOST_KEPT = 300_000, 10_000_000

_SLICE_SECONDS = 0.35


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
    if _is_plain(count, sum(rows), values):
        seconds = work * (PLAIN_OPTION if values else PLAIN_BAR)
    else:
        seconds = work * (KERNEL_OPTION if values else KERNEL_BAR) + (0 if _is_warm() else LOAD)
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

    def value(self, rows: Rows, what: Any) -> int:
        """Returns the Grundy value of a bar. An error names ``what`` as the subject of the question."""
        return self._of(upright(rows), True, what)

    def is_p(self, rows: Rows, what: Any) -> bool:
        """Returns whether the bar is a P-position. It reads a table of values if there is one."""
        rows = upright(rows)
        return not self._of(rows, self._find(rows, True) is not None, what)

    def _find(self, rows: Rows, values: bool) -> Table | None:
        for known in self._kept[values]:
            if contains(known.bars.rows, rows):
                return known
        return None

    def _of(self, rows: Rows, values: bool, what: Any) -> int:
        known = self._find(rows, values)
        if known is None:
            require(effort(rows, values), what)
            kept = self._kept[values]
            wanted, grown = _wider(kept[0].bars, rows, values) if kept else (rows, False)
            known = table(wanted, values, what)
            older = [] if grown else [old for old in kept[:1] if old.bars.size <= MOST_KEPT]
            self._kept[values] = [known, *older]
        return known.of(rows)


def _wider(kept: Lattice, rows: Rows, values: bool) -> tuple[Rows, bool]:
    """Returns a bar that contains ``rows``, with room for the next ones, and whether it contains that of ``kept``."""
    own = lattice(rows, asked().bytes)
    if own is None or kept.size > max(FEW_BARS, 100 * own.size):
        return rows, False
    most = 3 * max(own.size, kept.size, 200)
    wanted = rows
    joined = join(kept.rows, rows)
    for wider in (joined, (joined[0],) * len(joined), (joined[0] * 5 // 4 + 1,) * len(joined)):
        inside = lattice(wider, asked().bytes)
        if inside is None or inside.size > most or not effort(wider, values).affordable:
            continue
        if has_compiled() or _is_plain(inside.size, sum(wider), values):
            wanted = wider
    return wanted, contains(wanted, kept.rows)


def table(rows: Rows, values: bool, what: Any) -> Table:
    """Returns the values of all bars inside ``rows`` or, without ``values``, whether they are N-positions.

    Raises TooLargeError, which names ``what``, before it takes any memory, if the table exceeds the budget in force.

    >>> table((3, 3), True, "").of((2, 1)), table((3, 3), False, "").of((2, 1))
    (0, 0)
    """
    needed = effort(rows, values)
    require(needed, what)
    inside = lattice(rows, asked().bytes)
    assert inside is not None, "what is larger was refused"
    if _is_plain(inside.size, sum(rows), values):
        return Table(inside, _plain_values(inside) if values else _plain_wins(inside))
    return Table(inside, _compiled(inside, values))


def _is_plain(count: int, squares: int, values: bool) -> bool:
    if values:
        return count * squares <= 2 * (WARM_OPTIONS if _is_warm() else PLAIN_OPTIONS)
    return count <= (WARM_BARS if _is_warm() else PLAIN_BARS)


def _is_warm() -> bool:
    return "sprague.games.chomp.kernel" in sys.modules


def p_bars(won: Table) -> Iterator[Rows]:
    """Yields the P-positions of a table but the empty bar, in the order of their numbers, without rows of length 0."""
    marks = memoryview(won.entries).tobytes()
    place = marks.find(0, 1)
    while place >= 0:
        yield tuple(length for length in bar_of(won.bars, place) if length)
        place = marks.find(0, place + 1)


def _compiled(bars: Lattice, values: bool) -> Any:
    """Returns the entries, which the kernel computes, as a NumPy array (of uint8 for outcomes)."""
    from sprague.system.arrays import np

    from . import kernel

    rows = np.array(bars.rows, np.int64)
    weights = np.zeros((len(rows), bars.rows[0] + 1), np.int64)
    for i, weight in enumerate(bars.weights):
        weights[i, : bars.rows[i] + 1] = weight[: bars.rows[i] + 1]
    squares = sum(bars.rows)
    kind = (np.uint16 if squares <= SHORT_SQUARES else np.uint32) if values else np.uint8
    entries = np.zeros(bars.size, kind)
    seen = np.zeros(squares + 2, np.int64)
    # Number 0 is the empty bar, which no bite leaves. A mark 0 would look like the zeros that ``seen`` begins with.
    done, step, marks = 1, 20_000, 0
    first = time.perf_counter()

    def far() -> Step:
        # The first P-positions mark bars all over the table, so the number of marks measures the progress among these.
        known = max(done, min(bars.size * 99 // 100, int(marks / MARKS)))
        left = (time.perf_counter() - first) * (bars.size - known) / known
        return Step(say("smaller bars"), known, bars.size, left)

    while done < bars.size:
        begun = time.perf_counter()
        if values:
            stop = min(bars.size, done + step)
            kernel.fill_values(entries, weights, rows, done, stop, seen)
            done = stop
        else:
            done = kernel.mark_wins(entries, weights, rows, done, step)
            marks += step
        tick(far)
        taken = time.perf_counter() - begun
        step = int(step * min(8.0, max(0.25, _SLICE_SECONDS / max(taken, 1e-4))))
    return entries


def _plain_values(bars: Lattice) -> list[int]:
    """Returns the values of all bars, computed in plain Python."""
    known = [0] * bars.size
    for place in range(1, bars.size):
        seen = {known[left] for left in _options(bars, bar_of(bars, place))}
        value = 0
        while value in seen:
            value += 1
        known[place] = value
    return known


def _options(bars: Lattice, bar: Rows) -> Iterator[int]:
    """Yields the numbers of the bars that the bites leave. The rows that reach a column are the first ones."""
    weights, height = bars.weights, sum(length > 0 for length in bar)
    before = [0]
    for i in range(height):
        before.append(before[-1] + weights[i][bar[i]])
    whole = before[height]
    for j in range(bar[0]):
        while bar[height - 1] <= j:
            height -= 1
        rest = whole - before[height]
        for i in range(height - 1, 0 if j == 0 else -1, -1):
            rest += weights[i][j]
            yield before[i] + rest


def _plain_wins(bars: Lattice) -> bytearray:
    """Marks all N-positions as :func:`.kernel.mark_wins` does."""
    won = bytearray(bars.size)
    place = won.find(0, 1)
    while place >= 0:
        bar = bar_of(bars, place)
        first = 0
        while first < len(bar):
            last = first + 1
            while last < len(bar) and bar[last] == bar[first]:
                last += 1
            for target in _lengthened(bars, bar, first, last):
                won[place + target] = 1
            first = last
        place = won.find(0, place + 1)
    return won


def _lengthened(bars: Lattice, bar: Rows, first: int, last: int) -> list[int]:
    """Returns, for each way to lengthen rows ``first``..``last`` - 1, which are equally long, the amount that it adds
    to the number of a bar."""
    length, most = bar[first], bar[first - 1] if first else bars.rows[0]
    ways = [(most, 0)]  # the length of the row above, and the amount added so far
    for i in range(first, last):
        weight, limit = bars.weights[i], bars.rows[i]
        ways = [
            (n, added + weight[n] - weight[length])
            for above, added in ways
            for n in range(length, min(above, limit) + 1)
        ]
    return [added for _, added in ways if added]
