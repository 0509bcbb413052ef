"""Nimber arithmetic: nanoseconds a product on arrays, microseconds on long integers.

``python benchmarks/nimber.py`` prints the rows. Times are CPU time, the best of several runs, warm.
"""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable

import numpy as np

from sprague.numbers import nimber

#: The best public figure for 64-bit products: scalar C++ with log tables of 16 bits and Karatsuba, measured
#: at 10.7 ns on the machine and hour of the design's yardstick.
PUBLIC_64 = "10.7 ns (C++, log tables, scalar)"

Row = tuple[str, float, str, str]


def best(call: Callable[[], object], repeat: int = 7, number: int = 1) -> float:
    """CPU seconds of one call, the best of ``repeat`` runs of ``number`` calls."""
    call()
    seconds = []
    for _ in range(repeat):
        start = time.process_time()
        for _ in range(number):
            call()
        seconds.append((time.process_time() - start) / number)
    return min(seconds)


def array_rows(size: int = 1 << 20) -> list[Row]:
    """Products of two arrays of ``size`` random numbers, and inverses and roots of 32 and 64 bits."""
    random_numbers = np.random.default_rng(1)
    rows: list[Row] = []
    for bits in (8, 16, 32, 64):
        dtype = np.dtype(f"u{bits // 8}")
        x, y = (random_numbers.integers(1, 1 << bits, size, dtype=dtype) for _ in range(2))
        seconds = best(functools.partial(nimber.multiply, x, y))
        public = PUBLIC_64 if bits == 64 else ""
        rows.append((f"{bits}-bit nim-product, {size} pairs", seconds / size * 1e9, "ns each", public))
        if bits >= 32:
            for name, function in (("inverse", nimber.inverse), ("sqrt", nimber.sqrt)):
                seconds = best(functools.partial(function, x), 3)
                rows.append((f"{bits}-bit nim-{name}, array", seconds / size * 1e9, "ns each", ""))
    for short in (1000, 8191):
        seconds = best(functools.partial(nimber.multiply, x[:short], y[:short]), number=20)
        rows.append((f"64-bit nim-product, {short} pairs", seconds / short * 1e9, "ns each", ""))
    return rows


def integer_rows() -> list[Row]:
    """Products, inverses and roots of long integers, and an order."""
    chance = random.Random(1)
    rows: list[Row] = []
    for bits in (64, 1024, 4096, 1 << 16):
        x, y = (chance.getrandbits(bits) | 1 << (bits - 1) for _ in range(2))
        number = max(1, 10_000 // bits)
        for name, call in (
            ("product", functools.partial(nimber.multiply, x, y)),
            ("inverse", functools.partial(nimber.inverse, x)),
            ("sqrt", functools.partial(nimber.sqrt, x)),
        ):
            rows.append((f"nim-{name} of int, {bits} bits", best(call, 5, number) * 1e6, "µs", ""))
    rows.append(("order of 1 << 2047", best(lambda: nimber.order(1 << 2047), 1), "s", ""))
    return rows


def rows() -> list[Row]:
    """(work, figure, unit, best public figure)."""
    return array_rows() + integer_rows()


if __name__ == "__main__":
    for work, figure, unit, public in rows():
        print(f"{work:42} {figure:12.2f} {unit:8} {public}")
