"""Products of nimbers of 64 and of 32 bits by the GFNI instructions, where the processor has them.

GF2P8MULB multiplies bytes in the field of 256 elements that AES uses. All fields of 256 elements are the same
but for names: an 8 by 8 matrix of bits turns nimbers into those elements, a second one turns them back, and
GF2P8AFFINEQB applies a matrix to every byte. Eight numbers to a column, 32 numbers at a time, are transposed
byte by byte; then Karatsuba's formula needs 27 products of bytes, and its products with F/2 are matrices too.

Only compiled: :func:`available` says whether the functions may be called. The matrices are arguments, as
words for GF2P8AFFINEQB, so that nothing of the field is repeated here.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sprague.system.jit import has_instructions, instruction, kernel

#: Words a block.
BLOCK = 32


@functools.cache
def available() -> bool:
    """Whether kernels are compiled, for this very processor, and it has the instructions."""
    return has_instructions("gfni", "avx2")


def _code() -> ModuleType:
    from . import kernel_gfni_code

    return kernel_gfni_code


@instruction(_code)
def words(a: Any, b: Any, out: Any, start: Any, matrices: Any) -> None:
    """out[i] = a[i]⊗b[i] for a block from ``start`` on; matrices is a tuple of four words."""
    raise NotImplementedError("only compiled")


@instruction(_code)
def halves(a: Any, b: Any, out: Any, start: Any, matrices: Any) -> None:
    """The same for each half of a word alone."""
    raise NotImplementedError("only compiled")


@kernel
def multiply(
    a: NDArray[np.uint64],
    b: NDArray[np.uint64],
    out: NDArray[np.uint64],
    matrices: NDArray[np.uint64],
    pairs: bool,
) -> None:
    """out[i] = a[i]⊗b[i], with ``pairs`` for each half of a word alone (two numbers of 32 bits).

    The arrays are contiguous, their length is a multiple of BLOCK. ``matrices`` holds four words: into the
    field of AES, back, and there times 128 and times 128⊗128.
    """
    four = (matrices[0], matrices[1], matrices[2], matrices[3])
    if pairs:
        for block in range(len(a) // BLOCK):
            halves(a, b, out, np.uint64(block) * np.uint64(BLOCK), four)
    else:
        for block in range(len(a) // BLOCK):
            words(a, b, out, np.uint64(block) * np.uint64(BLOCK), four)
