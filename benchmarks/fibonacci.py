"""Fibonacci nim: heaps of up to a million digits by theorem, and tables of values."""

from __future__ import annotations

from .measure import Row, called, cold_and_warm

#: A heap of a million digits, and its text.
HEAP = "import gmpy2\nheap = gmpy2.mpz(10) ** 10**6 // 7\ntext = 'fibonacci ' + heap.digits()"


def rows() -> list[Row]:
    """Work, figure, unit, best public figure (none is known)."""
    moves = "assert sg.solve({}).winning_moves.first(100)"
    limited = f"{HEAP}\ntext += ':' + (heap // 3 * 2).digits()"
    every = "[sg.fibonacci(n).outcome for n in range(2, 10**4)]"
    return [
        ("10^6 digits: sg.solve(text), 100 winning moves", called(moves.format("text"), HEAP), "s", ""),
        ("the same with a limit", called(moves.format("text"), limited), "s", ""),
        (f"{every}", called(every), "s", ""),
        ("sg.parse('fibonacci 300 + *1').value", called("sg.parse('fibonacci 300 + *1').value"), "s", ""),
        ("sg.global_fibonacci(100, 100).value", called("sg.global_fibonacci(100, 100).value"), "s", ""),
        *cold_and_warm(
            "sg.take_fibonacci.values(10**7)",
            "sg.take_fibonacci.values(10**7)",
            "sg.take_fibonacci.values(10**5)",
        ),
    ]
