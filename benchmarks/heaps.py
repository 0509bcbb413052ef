"""Take-and-break codes: sequences of Grundy values, beside the best public figures.

``python -m benchmarks heaps`` prints the rows. CPU time on one core, compiled code warm. The public figures were
measured on the reference machine: ogs (Rust) for octal codes and for Grundy's game.
"""

from __future__ import annotations

import time

from sprague.takebreak.codes import parse_code
from sprague.takebreak.run import Run

Row = tuple[str, float, str, str]

#: What, code, from heap, to heap, best public figure in seconds.
WORK = (
    ("0.6 to 10^6", "0.6", 0, 10**6, "ogs 3.75 s"),
    ("0.16 to 10^6", "0.16", 0, 10**6, "ogs 0.24 s"),
    ("0.56 to 10^6", "0.56", 0, 10**6, "ogs 0.22 s"),
    ("0.167 to 10^6", "0.167", 0, 10**6, "ogs 0.33 s"),
    ("0.034 to 10^6", "0.034", 0, 10**6, "ogs 2.43 s"),
    ("0.376 to 10^6", "0.376", 0, 10**6, "ogs 17.4 s"),
    ("0.77 to 10^6", "0.77", 0, 10**6, "ogs 99 s"),
    ("0.106 to 10^6", "0.106", 0, 10**6, ""),
    ("0.104 to 10^7", "0.104", 0, 10**7, ""),
    ("Grundy's game, 2^20 to 2^21", "unequal:4.0", 2**20, 2**21, "4.6 s"),
    ("0.007 to 3 10^5", "0.007", 0, 3 * 10**5, "ogs 10.3 s"),
    ("ten subtractions to 10^6", "subtract{1,4,9,16,25,36,49,64,81,100}", 0, 10**6, ""),
)


def seconds(text: str, begin: int, to: int) -> float:
    """CPU seconds from heap ``begin`` to heap ``to``, after a short run that compiles the kernels."""
    code = parse_code(text)
    Run(code).extend(min(40_000, to))
    run = Run(code)
    run.extend(begin)
    start = time.process_time()
    run.extend(to)
    return time.process_time() - start


def rows() -> list[Row]:
    """Work, figure, unit, best public figure."""
    return [(name, seconds(code, begin, to), "s", best) for name, code, begin, to, best in WORK]


if __name__ == "__main__":
    for name, figure, unit, best in rows():
        print(f"{name:40} {figure:10.3f} {unit:4} {best}")
