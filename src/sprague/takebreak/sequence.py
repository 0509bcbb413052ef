"""The known values of a game on heaps, and the pattern at their end."""

from __future__ import annotations

import functools
import math
import operator
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.model.engine import Engines
from sprague.model.heap_values import as_list, heap_row
from sprague.model.ruleset import Ruleset
from sprague.system.ask import require
from sprague.system.locks import Turns, alone
from sprague.words.messages import say

from .codes import Code
from .effort import small_effort
from .small import small_values

if TYPE_CHECKING:
    from .run import Run

#: Called between slices with the largest heap known and the largest wanted.
Progress = Callable[[int, int], None]

#: Values of a search beyond this many are not kept for later questions.
KEPT = 1 << 26

#: How many values are computed without NumPy; fewer if a heap has many options.
PLAIN, PLAIN_MANY = 4096, 512


class Pattern(NamedTuple):
    """g(n + period) = g(n) + saltus for all n >= start among the known values; start and period are minimal."""

    start: int
    period: int
    saltus: int


class Values:
    """The Grundy values of one code, which grow on demand: a list while they are few, then a row of numbers.

    >>> from sprague.takebreak.codes import parse_code
    >>> known = Values(parse_code("0.77"))
    >>> known.grow(12); known.seen[:13]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """

    def __init__(self, code: Code) -> None:
        self.code = code
        self.alone = Turns()
        self.seen: Any = [0]
        self._run: Run | None = None
        self._goal = 0
        many = code.most_heaps > 2 or (code.infinite and code.most_heaps > 1)
        self.plain = PLAIN_MANY if many else PLAIN
        self.steps = sorted({min(step, self.plain) for step in (256, 1024, self.plain)})

    def __len__(self) -> int:
        return len(self.seen)

    @property
    def engine(self) -> str:
        """The name of the engine at work."""
        return "plain" if self._run is None or self._run.engine is None else self._run.engine

    def step_to(self, to: int) -> int:
        """Returns how far to compute small values if those up to ``to`` are wanted."""
        return next(step for step in self.steps if step >= to)

    @contextmanager
    def towards(self, heap: int) -> Iterator[None]:
        """Within the block, progress names the ``heap`` of the question, though the search for a period needs only part
        of the values at a time."""
        self._goal = heap
        try:
            yield
        finally:
            self._goal = 0

    @alone
    def grow(self, to: int, progress: Progress | None = None) -> None:
        """Computes the values up to g(to)."""
        if to < len(self.seen):
            return
        if to <= self.plain:
            step = self.step_to(to)
            require(
                small_effort(self.code, step), say("a run of {code} to heap {n}", code=str(self.code), n=step)
            )
            self.seen = small_values(self.code, step)
            return
        if self._run is None:
            from .run import Run

            self._run = Run(self.code, keeps=True)
        self._run.goal = self._goal
        try:
            self._run.extend(to, progress)
        finally:  # at a bound, keep the values so far
            if self._run.known >= len(self.seen):
                self.seen = self._run.row

    def renew(self) -> None:
        """Does nothing: values become visible only when they are complete."""


@functools.lru_cache(maxsize=32)
def values_of(code: Code) -> Values:
    """Returns the values of ``code``, which all callers share."""
    return Values(code)


class GameValues:
    """The values of a game that is not a code, from its own engine."""

    code = None
    plain = 2048
    steps = (256, 1024, 2048)
    engine = "plain"

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        self.ruleset = ruleset
        self.engines = engines
        self.alone = Turns()
        self.seen: Any = [0]

    def __len__(self) -> int:
        return len(self.seen)

    @alone
    def grow(self, to: int, progress: Progress | None = None) -> None:
        """Computes the values up to g(to)."""
        if to >= len(self.seen):
            self.seen = as_list(heap_row(self.ruleset, to, self.engines))

    def renew(self) -> None:
        """Does nothing, for the same reason."""


def narrow(values: Any) -> Any:
    """Returns values, a list or a row, as a row of the smallest type that holds them.

    >>> narrow([0, 1, 300])
    array('H', [0, 1, 300])
    """
    if isinstance(values, memoryview) and values.format == "B":
        return values
    return array(typecode(max(values)), values)


def typecode(largest: int) -> str:
    """Returns the smallest unsigned type of ``array.array`` for such a value."""
    return next(kind for kind in "BHIQ" if largest < 1 << 8 * array(kind).itemsize)


def pattern(values: Any, length: int, arithmetic: bool = False) -> Pattern | None:
    """Returns the pattern whose period is the smallest distance at which the last ``length`` values recur.

    If ``length`` is half of all values, it misses no pattern that repeats twice after its start: by the theorem of Fine
    and Wilf (1965), a smaller distance at which so many values recur has a common divisor with the period that is a
    period, too. ``arithmetic`` compares differences, and so finds a saltus. The work is one search for a substring, in
    linear time.

    >>> pattern([9, 9, 1, 2, 1, 2, 1, 2], 4), pattern([5, 0, 2, 1, 3, 2, 4, 3, 5], 4, arithmetic=True)
    (Pattern(start=2, period=2, saltus=0), Pattern(start=1, period=2, saltus=1))
    """
    row, width = _as_bytes(values, arithmetic)
    needle = row[: length * width]
    at = row.find(needle, 1) if needle else -1
    if at < 0:
        return None
    # A distance in bytes; with the width of a value it generates the distances in values.
    period = math.lcm(at, width) // width
    if (period + length) * width > len(row):
        return None
    saltus = int(values[len(values) - 1]) - int(values[len(values) - 1 - period]) if arithmetic else 0
    return Pattern(start_of(values, period, saltus), period, saltus)


def start_of(values: Any, period: int, saltus: int) -> int:
    """Returns the least s with g(n + period) = g(n) + saltus for all n >= s such that n + period is known.

    >>> start_of([9, 9, 1, 2, 1, 2], 2, 0), start_of([0, 1], 5, 0)
    (2, 0)
    """
    last = len(values) - period
    if saltus and not isinstance(values, list):
        values = values.tolist()
    if isinstance(values, list):
        while last > 0 and values[last - 1 + period] == values[last - 1] + saltus:
            last -= 1
        return max(last, 0)
    # The least s with values[s:last] = values[s + period:], among pieces that grow, then by halves.
    row, width = memoryview(values).cast("B"), values.itemsize
    end = max(last, 0)
    piece = 1 << 10
    while end > 0:
        begin = max(end - piece, 0)
        if not _recurs(row, begin * width, end * width, period * width):
            break
        end, piece = begin, 4 * piece
    begin = max(end - piece, 0)
    while begin < end:
        middle = (begin + end) // 2
        if _recurs(row, middle * width, end * width, period * width):
            end = middle
        else:
            begin = middle + 1
    return end


def _recurs(row: memoryview, begin: int, end: int, period: int) -> bool:
    return bytes(row[begin:end]) == bytes(row[begin + period : end + period])


def _as_bytes(values: Any, arithmetic: bool) -> tuple[bytes, int]:
    """Returns the values (or their differences), the last first, as bytes, and the number of bytes for each value."""
    if not arithmetic and not isinstance(values, list):
        return values[::-1].tobytes(), values.itemsize
    values = values if isinstance(values, list) else values.tolist()
    row = array("q", map(operator.sub, values[1:], values)) if arithmetic else values
    if not arithmetic and max(row, default=0) < 256:
        return bytes(reversed(row)), 1
    packed = array("q", reversed(row))
    return packed.tobytes(), packed.itemsize
