"""Wythoff's game and rules on two heaps: million-digit heaps by theorem, tables by kernels, a user's compiled rule."""

from __future__ import annotations

from .measure import Row, called, cold_and_warm

#: The rule of the comparison is played on heaps up to this.
SIDE = 300

#: Two heaps of a million digits.
HEAPS = "import gmpy2\na, b = gmpy2.mpz(10) ** 10**6 // 7, gmpy2.mpz(10) ** 10**6 // 3\n"

#: Wythoff's game, as a user would write it.
RULE = """
@sg.compiled(heaps=2)
def queen(a, b, out):
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
"""

#: The same rule as a Python programmer would solve it: a dict, and mex.
PLAIN = f"""
known = {{}}
for a in range({SIDE + 1}):
    for b in range({SIDE + 1}):
        seen = {{known[k, b] for k in range(a)}}
        seen.update(known[a, k] for k in range(b))
        seen.update(known[a - k, b - k] for k in range(1, min(a, b) + 1))
        value = 0
        while value in seen:
            value += 1
        known[a, b] = value
"""


def rows() -> list[Row]:
    """Work, figure, unit, best public figure (none is known)."""
    text = HEAPS + "text = f'wythoff {a.digits()},{b.digits()}'"
    numbers = HEAPS + "a, b = int(a), int(b)"
    table = "sg.wythoff_values(1000, 1000{})"
    small = "sg.wythoff_values(10, 10{})"
    own = f"queen.values(({SIDE}, {SIDE}))"
    return [
        (
            "10^6 digits: sg.solve(text), every winning move",
            called("list(sg.solve(text).winning_moves)", text),
            "s",
            "",
        ),
        (
            "the same, sg.wythoff(a, b).winning_moves",
            called("list(sg.wythoff(a, b).winning_moves)", numbers),
            "s",
            "",
        ),
        *cold_and_warm("sg.wythoff_values(1000, 1000)", table.format(""), small.format("")),
        ("sg.wythoff_values(1000, 1000, 3): warm", called(table.format(", 3"), small.format(", 3")), "s", ""),
        (
            "sg.wythoff_values(4000, 4000): warm",
            called("sg.wythoff_values(4000, 4000)", small.format("")),
            "s",
            "",
        ),
        (f"a user's compiled rule, {SIDE} x {SIDE}: first call", called(own, RULE), "s", ""),
        (
            f"a user's compiled rule, {SIDE} x {SIDE}: warm",
            called(own, RULE + "queen.values((10, 10))"),
            "s",
            "",
        ),
        (f"the same by a dict in Python, {SIDE} x {SIDE}", called(PLAIN, runs=1), "s", ""),
        (
            "a user's compiled rule, 1000 x 1000: warm",
            called("queen.values((1000, 1000))", RULE + "queen.values((10, 10))", runs=1),
            "s",
            "",
        ),
    ]
