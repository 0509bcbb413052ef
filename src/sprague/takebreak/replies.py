"""Finds the options of a heap that have a given value, by vectors or by residues modulo a proved period.

A heap of 10^30 has 10^30 options, but few modulo the period. So the options with the value are counted exactly, and
each is made on demand.
"""

from __future__ import annotations

import bisect
import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from sprague.model.lazy import Lazy
from sprague.system.imports import has_compiled

from .codes import Code

#: Splits into three and more heaps are counted with at most this many searches for pairs. If they do not suffice, the
#: answer has the splits that these find.
MOST_SEARCHES = 20_000

#: Digits that are looked at to count them.
_MOST_LISTED = 10_000

_CHUNK = 1 << 16


class Row(NamedTuple):
    """Values of heaps: ``seen`` (a list or an array), and a proved period for larger heaps."""

    seen: Any
    start: int = 0
    period: int = 0
    saltus: int = 0

    def value(self, n: int) -> int:
        """Returns g(n)."""
        if n < len(self.seen):
            return int(self.seen[n])
        cycles, rest = divmod(n - self.start, self.period)
        return int(self.seen[self.start + rest]) + (self.saltus * cycles if self.saltus else 0)


def replies(code: Code, row: Row, n: int, target: int) -> Lazy[tuple[int, ...]]:
    """Returns the options of a heap of ``n`` whose value is ``target``, in the order of
    :func:`sprague.takebreak.codes.options`.

    ``complete`` is False if there are too many splits into three and more heaps to count.

    >>> from sprague.takebreak.codes import parse_code
    >>> dots = Row([0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2])
    >>> list(replies(parse_code("0.137"), dots, 16, 0))
    [(14,), (6, 7)]
    """
    if isinstance(row.seen, memoryview):
        row = row._replace(seen=_vector(row.seen))
    if code.repeat and code.most_heaps <= 1 and n >= len(row.seen):
        return _by_value(code, row, n, target)
    if code.repeat and code.most_heaps <= 1 and not isinstance(row.seen, list):
        return Lazy(
            lambda: ((m,) if m else () for m in _single(code, row.seen, n, target)),
            lambda: sum(len(piece) for piece in _single_pieces(code, row.seen, n, target)),
        )
    parts: list[Lazy[tuple[int, ...]]] = []
    searches = _searches(code, n)
    for k in code.listed(n):
        digit, rest = code.digit(k), n - k
        if rest == 0:
            if digit & 1 and target == 0:
                parts.append(Lazy.of([()]))
            continue
        for heaps in range(1, digit.bit_length()):
            if digit >> heaps & 1:
                part = _splits(code, row, rest, heaps, target, searches)
                if part is not None:
                    parts.append(part)
    return Lazy.chain(parts)


def _vector(seen: memoryview) -> Any:
    """Returns the values as a NumPy array, or as a list if there is no NumPy."""
    if not has_compiled():
        return seen.tolist()
    from sprague.system.arrays import np

    return np.asarray(seen)


def _searches(code: Code, n: int) -> int | None:
    """Returns how many searches for pairs each way to leave three or more heaps may take, or None if there are few
    enough to make all of them."""
    if code.most_heaps < 3 or code.split == "equal":
        return None
    needed = ways = 0
    for k in code.listed(min(n, _MOST_LISTED)):
        for heaps in range(3, code.digit(k).bit_length()):
            if code.digit(k) >> heaps & 1 and n - k >= heaps:
                ways += 1
                needed = min(needed + (n - k) ** (heaps - 2), 1 << 64)
    return None if needed <= MOST_SEARCHES else max(MOST_SEARCHES // ways, 50)


def _splits(
    code: Code, row: Row, rest: int, heaps: int, target: int, searches: int | None
) -> Lazy[tuple[int, ...]] | None:
    """Returns the ways of value ``target`` to leave ``rest`` tokens in that many heaps, or None if there is clearly
    none."""
    if heaps == 1:
        return Lazy.of([(rest,)]) if row.value(rest) == target else None
    if code.split == "equal":
        if rest % heaps or (row.value(rest // heaps) if heaps % 2 else 0) != target:
            return None
        return Lazy.of([(rest // heaps,) * heaps])
    unequal = code.split == "unequal"
    if heaps == 2:
        return pairs(row, rest, target, 1, unequal)
    arguments = (row, rest, heaps, target, 1, unequal)
    if searches is not None:
        return Lazy(lambda: _tuples(*arguments, [searches])).as_partial()
    return Lazy(lambda: _tuples(*arguments), lambda: _count(*arguments))


def _tuples(
    row: Row,
    rest: int,
    heaps: int,
    target: int,
    least: int,
    unequal: bool,
    searches_left: list[int] | None = None,
) -> Iterator[tuple[int, ...]]:
    """Yields the splits, until the ``searches_left`` for pairs are used up."""
    if heaps == 2:
        if searches_left is not None:
            searches_left[0] -= 1
        yield from pairs(row, rest, target, least, unequal)
        return
    for first in range(least, rest // heaps + 1):
        if searches_left is not None and searches_left[0] <= 0:
            return
        following = first + unequal
        for others in _tuples(
            row, rest - first, heaps - 1, target ^ row.value(first), following, unequal, searches_left
        ):
            yield (first, *others)


def _count(row: Row, rest: int, heaps: int, target: int, least: int, unequal: bool) -> int:
    if heaps == 2:
        return pairs(row, rest, target, least, unequal).total or 0
    return sum(
        _count(row, rest - first, heaps - 1, target ^ row.value(first), first + unequal, unequal)
        for first in range(least, rest // heaps + 1)
    )


def pairs(row: Row, rest: int, target: int, least: int, unequal: bool) -> Lazy[tuple[int, ...]]:
    """Returns the pairs a <= b of heaps, a >= ``least``, a + b = ``rest``, whose values have the nim-sum ``target``.

    >>> few = Row([0, 1], 0, 2)
    >>> pairs(few, 10**30, 0, 1, False).total, pairs(few, 10**30, 0, 1, False).first(2)[0][0]
    (500000000000000000000000000000, 1)
    """
    top = (rest - 1) // 2 if unequal else rest // 2
    if rest < len(row.seen):
        smaller = functools.partial(_direct, row.seen, rest, target, least, top)
        return Lazy(lambda: ((a, rest - a) for a in smaller()), lambda: sum(1 for _ in smaller()))
    # Test single heaps below the start, and residues from there on, where both heaps are in the period.
    border = max(least, row.start)
    length = top - border + 1

    @functools.cache
    def hits() -> Any:
        return _residues(row, rest, target, border) if length > 0 else []

    def early() -> Iterator[int]:
        return _early(row, rest, target, least, min(border - 1, top))

    def items() -> Iterator[tuple[int, ...]]:
        for a in early():
            yield a, rest - a
        cycle = border
        while cycle <= top and len(hits()):
            for r in hits():
                if cycle + r > top:
                    return
                yield cycle + int(r), rest - cycle - int(r)
            cycle += row.period

    def total() -> int:
        count = _early_count(row, rest, target, least, min(border - 1, top))
        if length <= 0:
            return count
        cycles, more = divmod(length, row.period)
        return count + cycles * len(hits()) + bisect.bisect_left(hits(), more)

    return Lazy(items, total)


def _direct(seen: Any, rest: int, target: int, least: int, top: int) -> Iterator[int]:
    """Yields the a in least..top with g(a) xor g(rest - a) = target."""
    if isinstance(seen, list):
        yield from (a for a in range(least, top + 1) if seen[a] ^ seen[rest - a] == target)
        return
    from sprague.system.arrays import np

    for begin in range(least, top + 1, _CHUNK):
        end = min(begin + _CHUNK, top + 1)
        for i in np.flatnonzero(
            (seen[begin:end] ^ seen[rest - end + 1 : rest - begin + 1][::-1]) == target
        ).tolist():
            yield begin + i


def _early(row: Row, rest: int, target: int, least: int, top: int) -> Iterator[int]:
    """Yields the a in least..top, below the start of the period, with g(a) xor g(rest - a) = target."""
    for begin, hits in _early_pieces(row, rest, target, least, top):
        for i in hits.nonzero()[0].tolist() if hasattr(hits, "nonzero") else hits:
            yield begin + i


def _early_count(row: Row, rest: int, target: int, least: int, top: int) -> int:
    """Counts them."""
    pieces = _early_pieces(row, rest, target, least, top)
    return sum(int(hits.sum()) if hasattr(hits, "sum") else len(hits) for _, hits in pieces)


def _early_pieces(row: Row, rest: int, target: int, least: int, top: int) -> Iterator[tuple[int, Any]]:
    """Yields the same in pieces: the first a of a piece, and an array of booleans for the numbers from there on, or a
    list of distances from it."""
    if isinstance(row.seen, list):
        yield 0, [a for a in range(least, top + 1) if row.value(a) ^ row.value(rest - a) == target]
        return
    from sprague.system.arrays import np

    start, p = row.start, row.period
    if least > top:
        return
    seen = row.seen[0 : start + p] if isinstance(row.seen, np.ndarray) else row.seen.all()
    # The period, repeated until it is as long as a piece.
    cycle = np.tile(seen[start : start + p], -(-_CHUNK // p))
    while least <= top and rest - least >= start + p:  # the other heap lies beyond the first period
        place = (rest - least - start) % len(cycle)
        end = min(least + _CHUNK, least + place + 1, top + 1, rest - start - p + 1)
        others = cycle[place + 1 - (end - least) : place + 1][::-1]
        yield least, (seen[least:end] ^ others) == target
        least = end
    for begin in range(least, top + 1, _CHUNK):
        end = min(begin + _CHUNK, top + 1)
        others = seen[rest - end + 1 : rest - begin + 1][::-1]
        yield begin, (seen[begin:end] ^ others) == target


def _residues(row: Row, rest: int, target: int, border: int) -> Any:
    """Returns the r < period, ascending, such that the values of a = border + r and rest - a, both in the period, have
    the nim-sum ``target``."""
    start, p = row.start, row.period
    up, down = (border - start) % p, (rest - border - start) % p
    if isinstance(row.seen, list):
        cycle = row.seen[start : start + p]
        return [r for r in range(p) if cycle[(up + r) % p] ^ cycle[(down - r) % p] == target]
    from sprague.system.arrays import np

    cycle = row.seen[start : start + p]
    return np.flatnonzero((np.roll(cycle, -up) ^ np.roll(cycle[::-1], down + 1)) == target)


def _by_value(code: Code, row: Row, n: int, target: int) -> Lazy[tuple[int, ...]]:
    """Returns the replies that leave one heap, in an infinite code, by way of the few heaps of the wanted value."""
    heaps = [m for m in range(row.start) if row.value(m) == target]
    for m in range(row.start, row.start + row.period):
        more = target - int(row.seen[m])
        if row.saltus and more >= 0 and more % row.saltus == 0:
            heaps.append(m + more // row.saltus * row.period)
    allowed = [m for m in sorted(heaps, reverse=True) if m < n and code.digit(n - m) >> (m > 0) & 1]
    return Lazy.of([(m,) if m else () for m in allowed])


def _single(code: Code, seen: Any, n: int, target: int) -> Iterator[int]:
    """Yields the m < n with g(m) = ``target`` that a move may leave as one heap, or as none, the largest first."""
    for heaps in _single_pieces(code, seen, n, target):
        yield from heaps.tolist()


def _single_pieces(code: Code, seen: Any, n: int, target: int) -> Iterator[Any]:
    """Yields the same, with arrays."""
    from sprague.system.arrays import np

    first = np.array(code.digits)
    block, before = np.array(code.repeat), len(code.digits)
    for end in range(n, 0, -_CHUNK):
        heaps = np.arange(end - 1, max(end - _CHUNK, 0) - 1, -1)
        heaps = heaps[seen[heaps[-1] : end][::-1] == target]
        removed = n - heaps
        digit = np.where(
            removed < before, first[np.minimum(removed, before - 1)], block[(removed - before) % len(block)]
        )
        yield heaps[digit >> (heaps > 0) & 1 > 0]
