"""Products of nimbers of 64 and of 32 bits by the GFNI instructions, on processors that have them.

GF2P8MULB multiplies bytes in the field of 256 elements that AES uses. All fields of 256 elements are isomorphic: an 8
by 8 matrix of bits maps nimbers to those elements, a second matrix maps them back, and GF2P8AFFINEQB applies a matrix
to every byte. Blocks of 32 numbers, eight to a column, are transposed byte by byte. Then Karatsuba's formula needs 27
products of bytes; its products with F/2 are matrices too.

The functions exist only compiled, and :func:`available` says whether they may be called. The matrices are arguments, as
words for GF2P8AFFINEQB, so that this module does not repeat the definition of the field.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sprague.system.jit import has_instructions, instruction, kernel

#: The number of words in a block.
BLOCK = 32


@functools.cache
def available() -> bool:
    """Returns whether kernels are compiled, for this very processor, and it has the instructions."""
    return has_instructions("gfni", "avx2")


def _code() -> ModuleType:
    from . import kernel_gfni_code

    return kernel_gfni_code


@instruction(_code)
def words(a: Any, b: Any, out: Any, start: Any, matrices: Any) -> None:
    """Computes out[i] = a[i]⊗b[i] for a block that begins at ``start``; ``matrices`` is a tuple of four words."""
    raise NotImplementedError("only compiled")


@instruction(_code)
def halves(a: Any, b: Any, out: Any, start: Any, matrices: Any) -> None:
    """Does the same for each half of a word separately."""
    raise NotImplementedError("only compiled")


@kernel
def multiply(
    a: NDArray[np.uint64],
    b: NDArray[np.uint64],
    out: NDArray[np.uint64],
    matrices: NDArray[np.uint64],
    pairs: bool,
) -> None:
    """Computes out[i] = a[i]⊗b[i], with ``pairs`` for each half of a word separately (two numbers of 32 bits).

    The arrays are contiguous, and their length is a multiple of BLOCK. ``matrices`` holds four words: the map into the
    field of AES, the map back, and in that field the products with 128 and with 128⊗128.
    """
    four = (matrices[0], matrices[1], matrices[2], matrices[3])
    if pairs:
        for block in range(len(a) // BLOCK):
            halves(a, b, out, np.uint64(block) * np.uint64(BLOCK), four)
    else:
        for block in range(len(a) // BLOCK):
            words(a, b, out, np.uint64(block) * np.uint64(BLOCK), four)
