"""Nimber arithmetic: nanoseconds a product on arrays, microseconds on long integers.

``python benchmarks/nimber.py`` prints the rows. Times are CPU time, the best of several runs, warm.
"""

from __future__ import annotations

import functools
import operator
import random
import time
from collections.abc import Callable

import numpy as np

from sprague.numbers import nimber
from sprague.numbers.nimber_matrices import NimberArray

#: The best public figure for 64-bit products: scalar C++ with log tables of 16 bits and Karatsuba, measured
#: at 10.7 ns on the machine and hour of the design's yardstick.
PUBLIC_64 = "10.7 ns (C++, log tables, scalar)"

#: Products of galois 0.4.11, and of libra (C++, https://github.com/hos-lyric/libra) in a loop over arrays, in
#: nanoseconds; products and solutions of matrices of 256 rows by galois, in milliseconds. One run of all three.
GALOIS = {8: (1.76, 36.0, 100.0), 16: (3.36, 67.0, 109.0), 32: (29.6, 513.0, 526.0)}
LIBRA = {8: 0.52, 16: 0.87, 32: 2.63}

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
        public = PUBLIC_64 if bits == 64 else f"{LIBRA[bits]} ns (libra, C++), {GALOIS[bits][0]} (galois)"
        rows.append((f"{bits}-bit nim-product, {size} pairs", seconds / size * 1e9, "ns each", public))
        if bits >= 32:
            for name, function in (("inverse", nimber.inverse), ("sqrt", nimber.sqrt)):
                seconds = best(functools.partial(function, x), 3)
                rows.append((f"{bits}-bit nim-{name}, array", seconds / size * 1e9, "ns each", ""))
    for short in (1000, 8191):
        seconds = best(functools.partial(nimber.multiply, x[:short], y[:short]), number=20)
        rows.append((f"64-bit nim-product, {short} pairs", seconds / short * 1e9, "ns each", ""))
    return rows


def matrix_rows(side: int = 256) -> list[Row]:
    """Products of two square matrices, and solutions of one system, with random entries."""
    random_numbers = np.random.default_rng(1)
    rows: list[Row] = []
    for bits, (_, product, solution) in GALOIS.items():
        dtype = np.dtype(f"u{bits // 8}")
        x, y = (
            NimberArray(random_numbers.integers(1, 1 << bits, (side, side), dtype=dtype)) for _ in range(2)
        )
        for name, call, public in (
            ("product", functools.partial(operator.matmul, x, y), product),
            ("solution", functools.partial(x.solve, y[:, 0]), solution),
        ):
            work = f"{bits}-bit {name} of a matrix of {side} rows"
            rows.append((work, best(call, 3) * 1e3, "ms", f"{public} ms (galois)"))
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
    return array_rows() + matrix_rows() + integer_rows()


if __name__ == "__main__":
    for work, figure, unit, public in rows():
        print(f"{work:42} {figure:12.2f} {unit:8} {public}")
