"""What the heap kernels need of the machine and Numba does not offer, as functions.

With the compiler switched off (NUMBA_DISABLE_JIT=1) they are plain Python.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from sprague.system.jit import instruction

from .sizes import BLOCK_BYTES, LANES


def _code() -> ModuleType:
    from . import instructions_code

    return instructions_code


_instruction = instruction(_code)


@_instruction
def lowest_bit(word: Any) -> Any:
    """Index of the lowest set bit of a 64-bit word that is not 0."""
    number = int(word)
    return np.uint64((number & -number).bit_length() - 1)


@_instruction
def block_has(left: Any, right: Any, i: int, j: int, target: int) -> bool:
    """Whether ``left[i + z] ^ right[j + z] == target`` for some z in a block of BLOCK_BYTES bytes."""
    length = BLOCK_BYTES // left.itemsize
    return bool(np.any((left[i : i + length] ^ right[j : j + length]) == target))


@_instruction
def gather_lanes(table: Any, begins: Any, first: int, last: int, lanes: Any, row: int) -> None:
    """Add to row ``row`` of ``lanes`` the LANES bits of ``table`` from byte begins[i] on, first <= i < last."""
    source, target = table.view(np.uint8).reshape(-1), lanes.view(np.uint8)
    for begin in begins[first:last]:
        target[row] |= source[begin : begin + LANES // 8]
