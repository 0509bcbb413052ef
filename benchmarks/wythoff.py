"""Wythoff's game and rules on two heaps: million-digit heaps by theorem, tables by kernels, a user's compiled rule.

Times are CPU time; kernels are compiled before they are timed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import gmpy2

import sprague as sg
from sprague.games.own.compiled_engine import CompiledEngine
from sprague.games.wythoff.pairs import winning_moves, wythoff_values
from sprague.model.registry import engine as engines

Row = tuple[str, float, str, str]

#: The rule of the comparison is played on heaps up to this.
SIDE = 300


def seconds(call: Callable[[], object], runs: int = 3) -> float:
    """CPU seconds of the quickest of several calls."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def queen(a: int, b: int, out: Any) -> int:
    """Wythoff's game, as a user would write it."""
    n = 0
    for k in range(a):
        out[n] = k, b
        n += 1
    for k in range(b):
        out[n] = a, k
        n += 1
    for k in range(1, min(a, b) + 1):
        out[n] = a - k, b - k
        n += 1
    return n


def by_recursion(a: int, b: int) -> dict[tuple[int, int], int]:
    """The same rule as a Python programmer would solve it: recursion and a dict."""
    known: dict[tuple[int, int], int] = {}

    def value(a: int, b: int) -> int:
        if (a, b) in known:
            return known[a, b]
        seen = set()
        for k in range(a):
            seen.add(value(k, b))
        for k in range(b):
            seen.add(value(a, k))
        for k in range(1, min(a, b) + 1):
            seen.add(value(a - k, b - k))
        result = 0
        while result in seen:
            result += 1
        known[a, b] = result
        return result

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        value(a, b)
    finally:
        sys.setrecursionlimit(limit)
    return known


def rows() -> list[Row]:
    """Name, figure, unit, and the public figure to compare with (none is known)."""
    a = int(gmpy2.mpz(10) ** 10**6 // 7)
    b = int(gmpy2.mpz(10) ** 10**6 // 3)
    assert winning_moves(a, b)
    result: list[Row] = [
        ("heaps of 10^6 digits: every winning move", seconds(lambda: winning_moves(a, b)), "s", "")
    ]
    wythoff_values(10, 10)
    result.append(("values 1000 x 1000", seconds(lambda: wythoff_values(1000, 1000)) * 1000, "ms", ""))
    result.append(
        ("values 1000 x 1000, t = 3", seconds(lambda: wythoff_values(1000, 1000, 3)) * 1000, "ms", "")
    )
    result.append(("values 4000 x 4000", seconds(lambda: wythoff_values(4000, 4000), 1), "s", ""))
    engine = CompiledEngine(sg.compiled(heaps=2)(queen), engines)
    start = time.process_time()
    engine.fill((10, 10))
    result.append(("a user's rule: compiling", time.process_time() - start, "s", ""))
    shape = (SIDE + 1, SIDE + 1)
    compiled = seconds(lambda: engine.fill(shape))
    result.append((f"a user's rule {SIDE} x {SIDE}: compiled", compiled * 1000, "ms", ""))
    known: dict[tuple[int, int], int] = {}
    plain = seconds(lambda: known.update(by_recursion(SIDE, SIDE)), 1)
    table = engine.fill(shape)
    assert all(table[place] == value for place, value in known.items())
    result.append((f"a user's rule {SIDE} x {SIDE}: Python recursion and dict", plain, "s", ""))
    result.append(("ratio of the two", plain / compiled, "times", ""))
    result.append(
        ("a user's rule 1000 x 1000: compiled", seconds(lambda: engine.fill((1001, 1001)), 1), "s", "")
    )
    return result
