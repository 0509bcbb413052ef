"""Tests whether values that a file holds are those of a code: the first ones anew, and some heaps later on by the
definition, from the values below them. Checksums show damage, but anybody can write them."""

from __future__ import annotations

from random import SystemRandom

from .codes import Code
from .run import Run

#: So many first values are computed again.
FIRST = 20_000

#: Heaps of a block that are looked at, and the sums of two values that one may cost.
HEAPS, MOST = 12, 10_000_000


def agree(code: Code, row: memoryview, begin: int, end: int) -> bool:
    """Whether the values of the heaps from ``begin`` to ``end`` - 1 seem right, given those below.

    >>> from .codes import parse_code
    >>> row = memoryview(bytes([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]))
    >>> agree(parse_code("0.77"), row, 0, 16), agree(parse_code("0.07"), row, 0, 16)
    (True, False)
    """
    if begin < FIRST:
        run = Run(code)
        run.extend(min(end, FIRST) - 1)
        if run.row[begin:].tolist() != row[begin : min(end, FIRST)].tolist():
            return False
    if begin < FIRST or code.most_heaps > 2 or code.infinite or code.families or code.split != "any":
        return True
    dice = SystemRandom()
    return all(_is_mex(code, row, dice.randrange(begin, end)) for _ in range(HEAPS))


def _is_mex(code: Code, row: memoryview, n: int) -> bool:
    """Whether the value of a heap is the least that no option has; True where that costs too much."""
    from sprague.system.arrays import np

    if len(code.takes(2)) * n > 2 * MOST:
        return True
    values = np.frombuffer(row, row.format)
    met = np.zeros(2 << int(values[: n + 1].max()).bit_length(), bool)
    met[0] = n in code.takes(0)
    met[[values[n - k] for k in code.takes(1) if k < n]] = True
    for k in code.takes(2):
        both = n - k
        half = both // 2
        if half >= 1:
            met[values[1 : half + 1] ^ values[both - half : both][::-1]] = True
    return int(values[n]) == int(met.argmin())
