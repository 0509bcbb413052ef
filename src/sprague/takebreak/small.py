"""Computes Grundy values of small heaps of a take-and-break code in plain Python, without NumPy and compiler.

Sets are kept as bits of ordinary integers, so that a few thousand heaps take milliseconds.
"""

from __future__ import annotations

import functools
from operator import xor

from .codes import Code

#: With more values than this, visiting the pairs of heaps one by one takes less time than a shift for each value.
FEW_VALUES = 64


@functools.lru_cache(maxsize=16)
def small_values(code: Code, to: int) -> list[int]:
    """Returns the Grundy values of heaps 0..to (to + 1 of them) by the definition, on bit sets, for every code.

    ``reached[j][m]`` is the set of values of all ways to leave ``m`` tokens in exactly ``j`` heaps; the value of
    a heap is the mex of the union of those that its code allows. For two and more heaps it is read off bit sets
    of totals, one for each value, to which every new heap adds itself by a shift. The list is shared by all who ask,
    and not to be changed.

    >>> from sprague.takebreak.codes import parse_code
    >>> small_values(parse_code("0.77"), 12)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    code = code.up_to(to)
    most = code.most_heaps
    values = [0]
    reached: list[list[int]] = [[0] for _ in range(most + 1)]
    totals: list[dict[int, int]] = [{} for _ in range(most + 1)]
    finite = [(k, _heaps(d)) for k, d in enumerate(code.digits) if d > 1]
    before, length = len(code.digits), len(code.repeat)
    # Of an infinite code: ever[j][r], what any total m <= n - before with m = r modulo the block reached.
    ever = [[0] * length for _ in range(most + 1)]
    block = [_heaps(d) for d in code.repeat]
    by_pairs = False  # whether pairs of heaps are looked at one by one
    for n in range(1, to + 1):
        for j in range(2, most + 1):
            reached[j].append(
                _reached_by_pairs(values, n, code.split == "unequal")
                if by_pairs
                else _reached_by(code, values, totals[j], j, n)
            )
        seen = code.digit(n) & 1
        for k, heaps in finite:
            if k < n:
                for j in heaps:
                    seen |= reached[j][n - k]
        m = n - before
        for j in range(1, most + 1):
            if length and m >= 1:
                ever[j][m % length] |= reached[j][m]
        for r in range(length):
            for j in block[(m - r) % length]:
                seen |= ever[j][r]
        value = (~seen & (seen + 1)).bit_length() - 1
        values.append(value)
        if most:
            reached[1].append(1 << value)
        if most > 1 and code.split != "equal" and not by_pairs:
            by_pairs = most == 2 and len(totals[1]) > FEW_VALUES
            _add_heap(totals, code.split == "unequal", n, value, (1 << (to + 1)) - 1)
    return values


def _heaps(digit: int) -> list[int]:
    return [j for j in range(1, digit.bit_length()) if digit >> j & 1]


def _reached_by(code: Code, values: list[int], totals: dict[int, int], heaps: int, n: int) -> int:
    """The set of values of all splits of ``n`` tokens into ``heaps`` >= 2 heaps."""
    if code.split == "equal":
        if n % heaps:
            return 0
        return 1 << (values[n // heaps] if heaps % 2 else 0)
    found = 0
    for value, sums in totals.items():
        found |= (sums >> n & 1) << value
    return found


def _reached_by_pairs(values: list[int], n: int, unequal: bool) -> int:
    """The set of values of all splits of ``n`` tokens into two heaps, from the pairs themselves."""
    half = (n - 1) // 2 if unequal else n // 2
    found = 0
    for value in set(map(xor, values[1 : half + 1], reversed(values[n - half : n]))):
        found |= 1 << value
    return found


def _add_heap(totals: list[dict[int, int]], unequal: bool, n: int, value: int, within: int) -> None:
    """Let a heap of ``n``, larger than all before, join the splits: once if they are unequal, else again and again."""
    for j in range(len(totals) - 1, 0, -1) if unequal else range(1, len(totals)):
        if j == 1:
            totals[1][value] = totals[1].get(value, 0) | 1 << n
            continue
        for other, sums in list(totals[j - 1].items()):
            if more := sums << n & within:
                totals[j][value ^ other] = totals[j].get(value ^ other, 0) | more
