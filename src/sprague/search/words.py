"""Machine words for the search kernels: bit counts, and memory read and written by address, also by threads.

Numba counts references to every array that one compiled function passes to another, with atomic instructions that cost
a search more than its arithmetic; an address costs nothing. The caller of a kernel keeps the arrays alive. These
functions are the instructions in plain Python, for runs without the compiler (``NUMBA_DISABLE_JIT=1``).
:mod:`sprague.search.words_code` defines them for Numba.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import ctypes
import threading

import numpy as np

from sprague.system.jit import instruction, kernel

U = np.uint64
U0, U1, U2, U3, U4, U8, U64 = (U(k) for k in (0, 1, 2, 3, 4, 8, 64))
ALL = U(0xFFFFFFFFFFFFFFFF)


def _code():
    from . import words_code

    return words_code


_instruction = instruction(_code)
_one_at_a_time = threading.Lock()


@_instruction
def popcount(x):
    """Returns the number of set bits."""
    return np.uint64(int(x).bit_count())


@_instruction
def ctz(x):
    """Returns the index of the lowest set bit, or 64 for 0."""
    x = int(x)
    return np.uint64((x & -x).bit_length() - 1 if x else 64)


@_instruction
def clz(x):
    """Returns the number of zeros above the highest set bit, or 64 for 0."""
    return np.uint64(64 - int(x).bit_length())


@_instruction
def bitreverse(x):
    """Moves bit i to bit 63 - i."""
    return np.uint64(int(f"{int(x):064b}"[::-1], 2))


@_instruction
def peek(address, i):
    """Returns word i of the words at an address."""
    return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value)


@_instruction
def poke(address, i, x):
    """Writes word i of the words at an address."""
    ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value = int(x)


@_instruction
def peek_byte(address, i):
    """Returns byte i of the bytes at an address."""
    return np.uint64(ctypes.c_uint8.from_address(int(address) + int(i)).value)


@_instruction
def load(address, i):
    """Returns word i. All that its writer stored before it is then visible, too (acquire)."""
    return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value)


@_instruction
def store(address, i, x):
    """Writes word i after all that this thread has stored before (release)."""
    ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value = int(x)


@_instruction
def swap(address, i, old, new):
    """Writes word i if it is ``old``, in one step for all threads, and returns whether it was."""
    word = ctypes.c_uint64.from_address(int(address) + 8 * int(i))
    with _one_at_a_time:
        same = word.value == int(old)
        if same:
            word.value = int(new)
        return same


@_instruction
def prefetch(address, i):
    """Starts to fetch the cache line with word i, without waiting for it or reading it."""


# Pairs of words, low and high.


@kernel
def up_by(low, high, n):
    """Returns the pair moved up by 1 to 63 bits."""
    return low << n, (high << n) | (low >> (U64 - n))


@kernel
def down_by(low, high, n):
    """Returns the pair moved down by 1 to 63 bits."""
    return (low >> n) | (high << (U64 - n)), high >> n


@kernel
def moved_up(low, high, n):
    """Returns the pair moved up by 0 to 127 bits."""
    if n >= U64:
        return U0, low << (n - U64)
    if n:
        return up_by(low, high, n)
    return low, high


@kernel
def moved_down(low, high, n):
    """Returns the pair moved down by 0 to 127 bits."""
    if n >= U64:
        return high >> (n - U64), U0
    if n:
        return down_by(low, high, n)
    return low, high


@kernel
def first_of(low, high):
    """Returns the index of the lowest bit of a pair that is not empty."""
    return ctz(low) if low else U64 + ctz(high)


@kernel
def single(v):
    """Returns the pair with bit v alone."""
    if v < U64:
        return U1 << v, U0
    return U0, U1 << (v - U64)


@kernel
def least(a_low, a_high, b_low, b_high):
    """Returns the smaller of two pairs."""
    if b_high < a_high or (b_high == a_high and b_low < a_low):
        return b_low, b_high
    return a_low, a_high
