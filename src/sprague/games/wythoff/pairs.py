"""Wythoff's game: P-positions by the golden ratio at any size, values by table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import floor_root_multiple, floor_root_multiples
from sprague.system.ask import LOADING, Effort, Step, asked, require, tick
from sprague.system.imports import has_compiled
from sprague.system.locks import alone
from sprague.words.errors import RangeError
from sprague.words.messages import Message, say

from .lesson import WYTHOFF_PAIRS, other_pairs

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

#: Value tables of up to this many bytes are kept for later questions.
KEPT_TABLE = 1 << 28

#: Value tables of at most this many cells are computed in plain Python before anything asks for them.
SMALL_TABLE = 4096


def lower(n: int, t: int = 1) -> int:
    """Returns the smaller heap of the n-th P-pair: floor(n*alpha), alpha = (2 - t + sqrt(t^2 + 4)) / 2, exactly.

    For t = 1, alpha is the golden ratio (Wythoff 1907); the pair is (A_n, A_n + t*n) (Fraenkel 1982).

    >>> [(lower(n), lower(n) + n) for n in range(5)]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    return (n * (2 - t) + floor_root_multiple(n, t * t + 4)) // 2


def partner(a: int, t: int = 1) -> int:
    """Returns the other heap of the P-pair that contains ``a`` (Beatty: every number is in exactly one pair).

    >>> partner(500), partner(309), partner(0)
    (309, 500, 0)
    """
    if a == 0:
        return 0
    root, next_root = floor_root_multiples(a, t * t + 4)
    # With 1/alpha = (t - 2 + sqrt(t^2 + 4)) / (2t), a = floor(n*alpha) iff a/alpha < n < (a + 1)/alpha; neither bound
    # is whole, as alpha is irrational, and at most one n lies between them, as alpha > 1.
    n = (a * (t - 2) + root) // (2 * t)
    if ((a + 1) * (t - 2) + next_root) // (2 * t) > n:
        return a + t * (n + 1)
    # Otherwise a = floor(n*beta), beta = alpha + t: n = ceil(a / beta), 1/beta = (t + 2 - sqrt(t^2 + 4)) / (2t).
    return a - t * ((a * (t + 2) - root - 1) // (2 * t) + 1)


def is_pair(a: int, b: int, t: int = 1) -> bool:
    """Returns whether (a, b), in either order, is a P-position.

    >>> is_pair(309, 500), is_pair(500, 1000)
    (True, False)
    """
    a, b = min(a, b), max(a, b)
    n, rest = divmod(b - a, t)
    return rest == 0 and lower(n, t) == a


def winning_moves(a: int, b: int, t: int = 1) -> list[tuple[int, int]]:
    """Returns every P-pair that one move from (a, b) reaches: from the first heap, from the second, from both.

    Either one heap stays, and its partner is smaller than the other heap. Or both shrink by amounts that differ by less
    than t, to a pair whose difference is the multiple of t next below or next above |b - a|. There are at most three
    such pairs for t = 1, and at most four otherwise.

    >>> winning_moves(500, 1000)
    [(500, 309)]
    >>> winning_moves(5, 5)
    [(3, 5), (5, 3), (0, 0)]
    """
    found: list[tuple[int, int]] = []
    to_first, to_second = partner(b, t), partner(a, t)
    if to_first == a:
        return found
    if to_first < a:
        found.append((to_first, b))
    if to_second < b:
        found.append((a, to_second))
    n, rest = divmod(abs(b - a), t)
    for index in (n, n + 1) if rest else (n,):
        small = lower(index, t)
        large = small + t * index
        pair = (small, large) if a <= b else (large, small)
        if pair[0] < a and pair[1] < b:
            found.append(pair)
    return found


class WythoffEngine(Engine):
    """Gives outcomes and winning moves by theorem, and values by table, which is cheap for small heaps only."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        # A list of lists if plain Python computed it, an array if the kernel did. Rows are the smaller heap.
        self._table: Any = [[0]]
        self._seen: tuple[tuple[int, int], Sight] | None = None

    @property
    def t(self) -> int:
        t: int = self.ruleset.t  # type: ignore[attr-defined]
        return t

    def is_zero(self, state: tuple[int, int]) -> bool:
        return is_pair(*state, self.t)

    def effort(self, state: tuple[int, int], question: Question = "value") -> Effort:
        small, large = sorted(state)
        if question != "value":
            return Effort(seconds=large.bit_length() * 1e-7)
        if small < len(self._table) and large < len(self._table[0]):
            return MOMENT
        if (power := large.bit_length() + small.bit_length()) > 100:
            beyond = say(
                "the value of {position} needs a table of about 2^{power} values: no formula for it is known",
                position=Component(self.ruleset, state),
                power=power,
            )
            return Effort(2**100, 2**102, 1e22, beyond=beyond)
        rows, columns = small + 1, large + 1
        if rows * columns <= SMALL_TABLE:
            return Effort(rows * columns, 0, 2e-6 * rows * columns)
        needed = (
            _memory(rows, columns) if 4 * rows * columns <= KEPT_TABLE else sight_memory(small, large, self.t)
        )
        return Effort(rows * columns, needed, LOADING + 4e-8 * rows * columns, sure=True)

    def value(self, state: tuple[int, int]) -> int:
        if self.is_zero(state):
            return 0
        small, large = sorted(state)
        if self._is_far(small, large):
            return self._sight(small, large).value
        return int(self._covering(small, large)[small][large])

    def _is_far(self, small: int, large: int) -> bool:
        """Returns whether the table would be too large to keep. If so, only the values that a position sees are
        computed."""
        known = small < len(self._table) and large < len(self._table[0])
        return not known and 4 * (small + 1) * (large + 1) > KEPT_TABLE

    @alone
    def _sight(self, small: int, large: int) -> Sight:
        if self._seen is None or self._seen[0] != (small, large):
            self._seen = (small, large), sight(small, large, self.t)
        return self._seen[1]

    @alone
    def _covering(self, small: int, large: int) -> Any:
        """Returns the table, grown so that it contains (small, large) and, if memory allows, as much again."""
        rows, columns = len(self._table), len(self._table[0])
        if small < rows and large < columns:
            return self._table
        rows = rows if small < rows else max(small + 1, min(2 * rows, large + 1))
        columns = columns if large < columns else max(large + 1, 2 * columns)
        if not has_compiled() and (small + 1) * (large + 1) <= SMALL_TABLE < rows * columns:
            rows, columns = small + 1, large + 1
        if rows * columns <= SMALL_TABLE:
            self._table = table(rows - 1, columns - 1, self.t)
            return self._table
        if _memory(rows, columns) > min(asked().bytes, 2 * KEPT_TABLE):
            rows, columns = small + 1, large + 1
        self._table = wythoff_values(rows - 1, columns - 1, self.t)
        return self._table

    def replies(self, state: tuple[int, int], target: int) -> Lazy[Option]:
        if target == 0:
            return Lazy.of((Component(self.ruleset, pair),) for pair in winning_moves(*state, self.t))
        if (state[0] + 1) * (state[1] + 1) <= SMALL_TABLE:
            return super().replies(state, target)
        return Lazy(lambda: ((Component(self.ruleset, pair),) for pair in self._in_sight(state, target)))

    def _in_sight(self, state: tuple[int, int], target: int) -> Iterator[tuple[int, int]]:
        """Yields the options of value ``target``, read from the table along the lines of sight."""
        from sprague.system.arrays import np

        a, b = state
        if self._is_far(min(a, b), max(a, b)):
            yield from self._far_in_sight(state, target)
            return
        values = self._covering(min(a, b), max(a, b))
        if isinstance(values, list):
            values = np.array(values)
        values = values[: a + 1, : b + 1] if a <= b else values[: b + 1, : a + 1].T
        yield from ((int(k), b) for k in np.flatnonzero(values[:a, b] == target))
        yield from ((a, int(k)) for k in np.flatnonzero(values[a, :b] == target))
        if self.t == 1:
            both = min(a, b)
            line = values[np.arange(a - 1, a - both - 1, -1), np.arange(b - 1, b - both - 1, -1)]
            yield from ((a - int(k) - 1, b - int(k) - 1) for k in np.flatnonzero(line == target))
            return
        for k in range(1, a + 1):
            first, last = max(1, k - self.t + 1), min(b, k + self.t - 1)
            if first <= last:
                near = values[a - k, b - last : b - first + 1][::-1]
                yield from ((a - k, b - first - int(m)) for m in np.flatnonzero(near == target))

    def _far_in_sight(self, state: tuple[int, int], target: int) -> Iterator[tuple[int, int]]:
        """Yields the options of value ``target`` of a position whose table is not kept."""
        from sprague.system.arrays import np

        small, large = sorted(state)
        seen = self._sight(small, large)
        found = [(int(k), large) for k in np.flatnonzero(seen.row == target)]
        found += [(small, int(k)) for k in np.flatnonzero(seen.column == target)]
        diagonals = np.argwhere(seen.band == target)
        found += [(small - (int(k) + 1 - self.t + 1 + int(m)), large - int(k) - 1) for k, m in diagonals]
        yield from found if state == (small, large) else ((b, a) for a, b in found)

    def p_positions(self, heaps: int, start: int = 0) -> Iterator[tuple[int, ...]] | None:
        if heaps != 2:
            return None
        # The larger heap of the n-th pair is floor(n(2 + t + r) / 2), r the root of t^2 + 4: n is near to
        # 2 start / (2 + t + r) = start (2 + t - r) / 2t.
        root = isqrt(start * start * (self.t * self.t + 4))
        near = (start * (2 + self.t) - root) // (2 * self.t)
        low, high = max(1, near - 3), max(1, near + 3)
        while low < high:
            middle = (low + high) // 2
            if lower(middle, self.t) + self.t * middle < start:
                low = middle + 1
            else:
                high = middle
        return ((a, a + self.t * n) for n, a in ((n, lower(n, self.t)) for n in count(low)))

    def evidence(self, state: tuple[int, int], valued: bool) -> Evidence:
        if valued:
            return Evidence("computed", say("table of mex over rows, columns and diagonals"))
        if self.t == 1:
            return Evidence("theorem", say("Wythoff 1907: P-positions are the pairs (⌊nφ⌋, ⌊nφ²⌋)"))
        return Evidence("theorem", say("Fraenkel 1982: P-positions are the pairs (⌊nα⌋, ⌊nα⌋ + tn)"))

    def argument(self, states: Sequence[tuple[int, int]], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        return WYTHOFF_PAIRS if self.t == 1 else other_pairs(self.t)

    def reason(self, state: tuple[int, int], zero: bool, reply: Option | None) -> Message | None:
        pair: Any = state if zero else reply[0].state if reply else None
        if pair is None:
            return None
        small, large = sorted(pair)
        n = (large - small) // self.t
        larger = "⌊{n}φ²⌋" if self.t == 1 else "⌊{n}α⌋ + {t}·{n}"
        formula = Message(
            "(⌊{n}φ⌋, " + larger + ")" if self.t == 1 else "(⌊{n}α⌋, " + larger + ")", {"n": n, "t": self.t}
        )
        if zero:
            return say(
                "({small}, {large}) is the pair {formula}: no move leads from one such pair to another, "
                "and from everywhere else a move leads to one",
                small=small,
                large=large,
                formula=formula,
            )
        return say(
            "the move leaves ({small}, {large}), the pair {formula}; whoever leaves such a pair wins",
            small=small,
            large=large,
            formula=formula,
        )


#: One call of the kernel fills about this many cells, so that Ctrl-C takes effect between calls.
_SLICE = 10_000_000


def wythoff_values(rows: int, columns: int, t: int = 1) -> NDArray[int32]:
    """Returns the Grundy values of the positions (i, j), 0 <= i <= ``rows``, 0 <= j <= ``columns``, of Wythoff's game
    (t-Wythoff for ``t`` > 1), as an array of rows + 1 by columns + 1.

    The compiled kernel computes them from the definition, in about 4.5 bytes and 20 to 70 ns a cell. Raises
    TooLargeError, which names the memory needed, if that is above the limit. Raises RangeError if a size is negative.

    >>> wythoff_values(2, 3).tolist()
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    """
    if min(rows, columns) < 0 or t < 1:
        raise RangeError(
            say(
                "expected heaps >= 0 and t >= 1, got {rows}, {columns} and t = {t}",
                rows=rows,
                columns=columns,
                t=t,
            )
        )
    small, large = sorted((rows + 1, columns + 1))
    require(
        Effort(bytes=_memory(small, large), sure=True),
        say(
            "a table of {count} values of {game}",
            count=small * large,
            game="wythoff" if t == 1 else f"wythoff[t={t}]",
        ),
    )
    from sprague.system.arrays import np

    values = np.zeros((large, small), np.int32)
    for _ in filled(values, large, t):
        pass
    return values.T if rows <= columns else values


def filled(values: NDArray[int32], rows: int, t: int) -> Iterator[tuple[int, int]]:
    """Fills ``values`` by the kernel, some rows at a time, and yields (first row, row behind the last) for each
    piece."""
    from sprague.system.arrays import np

    from .kernel import fill

    height, columns = values.shape
    words = (rows + columns) // 64 + 2
    in_column, on_diagonal = np.zeros((columns, words), np.uint64), np.zeros((columns, words), np.uint64)
    in_row, lowest = np.zeros(words, np.uint64), np.zeros((2, columns), np.int64)
    t = min(t, rows)
    step = max(1, min(_SLICE // columns, height if height >= rows else height - t))
    for start in range(0, rows, step):
        tick(lambda done: Step(say("rows of the table"), done, rows), start)
        stop = min(start + step, rows)
        fill(values, start, stop, t, in_column, on_diagonal, in_row, lowest)
        yield start, stop


class Sight(NamedTuple):
    """The values that a position (small, large) sees in the table whose rows are the larger heap, with its own
    ``value``. ``row`` has those of (j, large) for j < small, ``column`` those of (small, i) for i < large, and ``band``
    those of (small - l, large - k) for k = 1, 2, ... and l from k - t + 1 to k + t - 1, with -1 where that is no
    position."""

    value: int
    row: NDArray[int32]
    column: NDArray[int32]
    band: NDArray[int32]


def sight(small: int, large: int, t: int) -> Sight:
    """Returns the values on the lines of sight of (``small``, ``large``), small <= large. It keeps few rows at a time,
    so that it needs memory for the bit sets alone."""
    from sprague.system.arrays import np

    height = min(large + 1, max(64, 2 * t + 2))
    values = np.zeros((height, small + 1), np.int32)
    column = np.zeros(large + 1, np.int32)
    band = np.full((min(large, small + t - 1), 2 * t - 1), -1, np.int32)
    row = values[0]
    for start, stop in filled(values, large + 1, t):
        for i in range(start, stop):
            row = values[i % height]
            column[i] = row[small]
            k = large - i
            if 1 <= k <= len(band):
                first, last = max(1, k - t + 1), min(small, k + t - 1)
                if first <= last:
                    at = first - (k - t + 1)
                    band[k - 1, at : at + last - first + 1] = row[small - last : small - first + 1][::-1]
    return Sight(int(row[small]), row[:small].copy(), column[:large], band)


def sight_memory(small: int, large: int, t: int) -> int:
    """Returns the bytes that :func:`sight` takes."""
    sets = (small + 1) * (small + large + 128) // 4
    return sets + 4 * (small + 1) * max(64, 2 * t + 2) + 4 * large + 4 * (small + t) * (2 * t - 1)


def _memory(rows: int, columns: int) -> int:
    """Returns the bytes that :func:`wythoff_values` takes: 4 a cell, and two bit sets for each of the shorter side."""
    return 4 * rows * columns + min(rows, columns) * (rows + columns + 128) // 4


def table(rows: int, columns: int, t: int = 1) -> list[list[int]]:
    """Returns the values of (i, j) for 0 <= i <= ``rows``, 0 <= j <= ``columns``. It is plain Python, and finds the mex
    by bit sets for each row, column and diagonal.

    >>> table(2, 3)
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    """
    in_column = [0] * (columns + 1)
    # Per diagonal (j - i + rows) the unions of its values so far, one entry a cell: a cell of a neighbouring
    # diagonal counts only when it lies above and to the left.
    unions: list[list[int]] = [[0] for _ in range(rows + columns + 1)]
    result = []
    for i in range(rows + 1):
        in_row, line = 0, []
        for j in range(columns + 1):
            seen = in_row | in_column[j]
            centre = j - i + rows
            for d in range(max(0, centre - t + 1), min(rows + columns, centre + t - 1) + 1):
                last = i - max(0, d - centre) - max(0, rows - d)
                seen |= unions[d][min(max(0, last + 1), len(unions[d]) - 1)]
            bit = ~seen & (seen + 1)
            line.append(bit.bit_length() - 1)
            in_row |= bit
            in_column[j] |= bit
            unions[centre].append(unions[centre][-1] | bit)
        result.append(line)
    return result
