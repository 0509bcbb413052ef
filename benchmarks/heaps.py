"""Take-and-break codes: sequences of Grundy values by the public call, beside the best public programs.

``python -m benchmarks heaps`` prints the rows.
"""

from __future__ import annotations

from .measure import Row, called, cold_and_warm, ogs

#: Code, to which heap, and the best public program.
WORK = (
    ("0.6", 10**6, "ogs 3.75 s"),
    ("0.16", 10**6, "Czajka's program 0.18 s"),
    ("0.56", 10**6, "ogs 0.22 s"),
    ("0.167", 10**6, "ogs 0.33 s"),
    ("0.034", 10**6, "ogs 2.43 s"),
    ("0.376", 10**6, "8 s"),
    ("0.007", 3 * 10**5, "ogs 10.3 s"),
    ("0.106", 10**6, ""),
    ("0.104", 10**7, ""),
    ("subtract{1,4,9,16,25,36,49,64,81,100}", 10**6, ""),
)

#: Heaps of the call that comes before a warm one: enough to load the kernels of the longer one.
BEFORE = 40_000


def rows() -> list[Row]:
    """Work, figure, unit, best public figure."""
    found: list[Row] = []
    for code, to, public in WORK:
        call = f"sg.octal({code!r}).values({to})"
        found += cold_and_warm(call, call, f"sg.octal({code!r}).values({BEFORE})", ogs(code, to, public))
    grundy = called("sg.grundy.values(2**21)", "sg.grundy.values(2**20)")
    return [*found, ("sg.grundy.values(2**21) after 2**20", grundy, "s", "4.6 s")]
