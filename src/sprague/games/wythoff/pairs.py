"""Wythoff's game: P-positions by the golden ratio at any size, values by table."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import count
from math import isqrt
from typing import Any

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import floor_root_multiple, floor_root_multiples
from sprague.system.ask import Effort, asked
from sprague.system.locks import alone
from sprague.words.messages import Message, say

from .lesson import WYTHOFF_PAIRS, other_pairs
from .rules import Wythoff
from .tables import Sight, Table, memory, sight, sight_memory, table

#: Value tables of up to this many bytes are kept for later questions.
KEPT_TABLE = 1 << 28

#: Seconds for a cell of a table. One of more cells than ``UNASKED`` is computed only for a question about values: the
#: outcome follows from a theorem, in no time.
CELL_SECONDS, UNASKED = 2e-8, 1 << 16


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
    moves: list[tuple[int, int]] = []
    to_first, to_second = partner(b, t), partner(a, t)
    if to_first == a:
        return moves
    if to_first < a:
        moves.append((to_first, b))
    if to_second < b:
        moves.append((a, to_second))
    n, rest = divmod(abs(b - a), t)
    for index in (n, n + 1) if rest else (n,):
        small = lower(index, t)
        large = small + t * index
        pair = (small, large) if a <= b else (large, small)
        if pair[0] < a and pair[1] < b:
            moves.append(pair)
    return moves


class WythoffEngine(Engine):
    """Gives outcomes and winning moves by theorem, and values by table, which is cheap for small heaps only."""

    ruleset: Wythoff

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._table = Table(array("i", [0]), 1, 1)
        self._seen: tuple[tuple[int, int], Sight] | None = None

    @property
    def t(self) -> int:
        return self.ruleset.t

    def is_zero(self, state: tuple[int, int]) -> bool:
        return is_pair(*state, self.t)

    def effort(self, state: tuple[int, int], question: Question = "value") -> Effort:
        small, large = sorted(state)
        if question != "value":
            return Effort(seconds=large.bit_length() * 1e-7)
        if self._table.contains(small, large):
            return MOMENT
        if (power := large.bit_length() + small.bit_length()) > 100:
            beyond = say(
                "the value of {position} needs a table of about 2^{power} values: no formula for it is known",
                position=Component(self.ruleset, state),
                power=power,
            )
            return Effort(2**100, 2**102, 1e22, beyond=beyond)
        cells = (small + 1) * (large + 1)
        is_kept = 4 * cells <= KEPT_TABLE
        needed = memory(small, large) if is_kept else sight_memory(small, large, self.t)
        return Effort(cells, needed, CELL_SECONDS * cells, sure=True, on_demand=cells > UNASKED)

    def value(self, state: tuple[int, int]) -> int:
        if self.is_zero(state):
            return 0
        small, large = sorted(state)
        if self._is_far(small, large):
            return self._sight(small, large).value
        return self._covering(small, large).value(small, large)

    def _is_far(self, small: int, large: int) -> bool:
        """Returns whether the table would be too large to keep. If so, only the values that a position sees are
        computed."""
        return not self._table.contains(small, large) and 4 * (small + 1) * (large + 1) > KEPT_TABLE

    @alone
    def _sight(self, small: int, large: int) -> Sight:
        if self._seen is None or self._seen[0] != (small, large):
            self._seen = (small, large), sight(small, large, self.t)
        return self._seen[1]

    @alone
    def _covering(self, small: int, large: int) -> Table:
        """Returns the table, grown so that it contains (small, large) and, if memory allows, as much again."""
        covering = self._table
        if covering.contains(small, large):
            return covering
        most_small, most_large = covering.columns - 1, covering.rows - 1
        if small > most_small:
            most_small = max(small, min(2 * most_small + 1, large))
        if large > most_large:
            most_large = max(large, 2 * most_large + 1)
        if memory(most_small, most_large) > min(asked().bytes, 2 * KEPT_TABLE):
            most_small, most_large = small, large
        self._table = table(most_small, most_large, self.t)
        return self._table

    def replies(self, state: tuple[int, int], target: int) -> Lazy[Option]:
        if target == 0:
            return Lazy.of((Component(self.ruleset, pair),) for pair in winning_moves(*state, self.t))
        return Lazy(lambda: ((Component(self.ruleset, pair),) for pair in self._in_sight(state, target)))

    def _in_sight(self, state: tuple[int, int], target: int) -> Iterator[tuple[int, int]]:
        """Yields the options of value ``target``, read from the table along the lines of sight."""
        a, b = state
        if self._is_far(min(a, b), max(a, b)):
            yield from self._far_in_sight(state, target)
            return
        covering = self._covering(min(a, b), max(a, b))
        yield from ((k, b) for k, value in enumerate(covering.line(b, a)) if value == target)
        yield from ((a, k) for k, value in enumerate(covering.line(a, b)) if value == target)
        for k in range(1, a + 1):
            for m in range(max(1, k - self.t + 1), min(b, k + self.t - 1) + 1):
                if covering.value(a - k, b - m) == target:
                    yield a - k, b - m

    def _far_in_sight(self, state: tuple[int, int], target: int) -> Iterator[tuple[int, int]]:
        """Yields the options of value ``target`` of a position whose table is not kept."""
        small, large = sorted(state)
        seen, t = self._sight(small, large), self.t
        options = [(k, large) for k, value in enumerate(seen.row) if value == target]
        options += [(small, k) for k, value in enumerate(seen.column) if value == target]
        for place, value in enumerate(seen.band):
            if value == target:
                k, m = divmod(place, 2 * t - 1)
                options.append((small - (k + 2 - t + m), large - k - 1))
        yield from options if state == (small, large) else ((b, a) for a, b in options)

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
