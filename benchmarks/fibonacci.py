"""Fibonacci nim: heaps of up to a million digits by theorem, tables of values in sums.

``python benchmarks/fibonacci.py`` prints the rows. Times are CPU time of a first call, so nothing is kept
from an earlier one (the kernel of take-fibonacci apart, which is compiled first).
"""

from __future__ import annotations

import time
from collections.abc import Callable

import gmpy2

import sprague as sg
from sprague.games.fibonacci.engine import LARGEST_HEAP, is_p, steps, winning_takes
from sprague.games.fibonacci.shared_limit import GLOBAL_FIBONACCI, GlobalFibonacciEngine
from sprague.games.fibonacci.take import _large_table
from sprague.model.registry import engine as engines
from sprague.numbers.zeckendorf import zeckendorf

Row = tuple[str, float, str, str]


def seconds(call: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def rows() -> list[Row]:
    """Name, figure, unit, and the public figure to compare with (none is known)."""
    heap = int(gmpy2.mpz(10) ** 10**6 // 7)
    text = "fibonacci " + gmpy2.mpz(heap).digits()
    result: list[Row] = [
        ("Zeckendorf representation, 10^6 digits", seconds(lambda: zeckendorf(heap)), "s", "")
    ]
    zeckendorf.cache_clear()

    def solve() -> None:
        moves = sg.solve(text).winning_moves
        assert moves.total
        moves.first(100)

    result.append(("10^6 digits: reading, number of winning takes, the first 100", seconds(solve), "s", ""))
    zeckendorf.cache_clear()
    with_limit = seconds(lambda: winning_takes(heap, heap // 3 * 2).total)
    result.append(("the same with a limit: number of winning takes", with_limit, "s", ""))
    zeckendorf.cache_clear()
    outcomes = seconds(lambda: [is_p(n, n - 1) for n in range(1, 10**5)])
    result.append(("outcomes of all heaps to 10^5", outcomes, "s", ""))
    result.append((f"all values g(n, q), n <= {LARGEST_HEAP}", seconds(lambda: steps(LARGEST_HEAP)), "s", ""))
    shared = GlobalFibonacciEngine(GLOBAL_FIBONACCI, engines)
    result.append(("global-fibonacci 100,100", seconds(lambda: shared.value(((100, 100), None))), "s", ""))
    _large_table(1000)
    result.append(("take-fibonacci, 10^7 values", seconds(lambda: _large_table(10**7)), "s", ""))
    return result


if __name__ == "__main__":
    for work, figure, unit, public in rows():
        print(f"{work:62} {figure:8.2f} {unit:4} {public}".rstrip())
