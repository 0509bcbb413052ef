"""Computes Grundy values of small heaps of a take-and-break code in the native core, without NumPy.

The mathematics is in ``native/heaps_small.c`` and, for codes that split into two heaps, ``native/heaps_pairs.c``.
"""

from __future__ import annotations

import functools
from array import array

from sprague.system.native import Kernel

from .codes import Code

_SPLITS = {"any": 0, "unequal": 1, "equal": 2}

_fill = Kernel(
    "heaps_small",
    *("uint16[]", "int", "const int64[]", "const int64[]", "int", "int"),
    *("uint64[]", "uint8[]", "int64[]"),
)

fill_pairs = Kernel(
    "heaps_pairs_{bits}",
    *("value[]", "int", "int", "const int64[]", "const int64[]"),
    *("int", "int", "int", "int", "int", "uint64[]", "uint64[]", "uint64[]"),
)


@functools.lru_cache(maxsize=16)
def small_values(code: Code, to: int) -> list[int]:
    """Returns the Grundy values of heaps 0..``to`` (to + 1 of them), for every code. All callers share the list and
    must not change it.

    >>> from sprague.takebreak.codes import parse_code
    >>> small_values(parse_code("0.77"), 12)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    code = code.up_to(to)
    fill = _pairs if code.most_heaps == 2 and code.split != "equal" else _totals
    width = 64
    while True:
        kind = "B" if fill is _pairs and width == 64 else "H"  # its sets have room for 4 * width values
        values = array(kind, bytes(array(kind).itemsize * (to + 1)))
        if fill(code, values, width) > to:
            return values.tolist()
        width *= 4


def _totals(code: Code, values: array[int], width: int) -> int:
    """Fills ``values`` as long as they are below the width, and returns where it stopped."""
    digits, block = array("q", code.digits[: len(values)]), array("q", code.repeat)
    most = max(code.most_heaps, 1)
    row = 0 if most == 1 or code.split == "equal" else (len(values) + 63) // 64 + 1
    rows, ever = array("Q", bytes(8 * most * width * row)), array("B", bytes(most * width * len(block)))
    seen = array("q", bytes(8 * width))
    return _fill(values, 1, digits, block, most, _SPLITS[code.split], rows, ever, seen)


def _pairs(code: Code, values: array[int], width: int) -> int:
    """Does the same for codes that split into two heaps."""
    digits, block = code.digits[: len(values)], array("q", code.repeat)
    finite = array("q", (number for k, digit in enumerate(digits) if digit for number in (k, digit)))
    ring, words = len(digits) + 1, width // 16
    rows, ever, scratch = (
        array("Q", bytes(8 * words * count)) for count in (ring, 2 * max(len(block), 1), 73)
    )
    unequal = code.split == "unequal"
    return fill_pairs(
        values, 1, len(values), finite, block, len(digits), unequal, 2, ring, words, rows, ever, scratch
    )
