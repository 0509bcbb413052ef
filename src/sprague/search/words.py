"""Machine words for the search kernels: bit counts, and memory read and written by address, also by threads.

Numba counts references to every array that one compiled function passes to another, with atomic
instructions that cost a search more than its arithmetic; an address costs nothing. Whoever calls a kernel
keeps the arrays alive. These functions are the instructions in plain Python, as which they
run without the compiler (``NUMBA_DISABLE_JIT=1``); :mod:`sprague.search.words_code` has them for Numba.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import ctypes
import threading

import numpy as np

from sprague.system.jit import instruction


def _code():
    from . import words_code

    return words_code


_instruction = instruction(_code)
_one_at_a_time = threading.Lock()


@_instruction
def popcount(x):
    """The number of set bits."""
    return np.uint64(int(x).bit_count())


@_instruction
def ctz(x):
    """The index of the lowest set bit; 64 for 0."""
    x = int(x)
    return np.uint64((x & -x).bit_length() - 1 if x else 64)


@_instruction
def clz(x):
    """The number of zeros above the highest set bit; 64 for 0."""
    return np.uint64(64 - int(x).bit_length())


@_instruction
def bitreverse(x):
    """Bit i moved to bit 63 - i."""
    return np.uint64(int(f"{int(x):064b}"[::-1], 2))


@_instruction
def peek(address, i):
    """Word i of the words at an address."""
    return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value)


@_instruction
def poke(address, i, x):
    """Write word i of the words at an address."""
    ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value = int(x)


@_instruction
def peek_byte(address, i):
    """Byte i of the bytes at an address."""
    return np.uint64(ctypes.c_uint8.from_address(int(address) + int(i)).value)


@_instruction
def load(address, i):
    """Word i, with all that the thread that stored it had stored before (acquire)."""
    return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value)


@_instruction
def store(address, i, x):
    """Write word i after all that this thread has stored before (release)."""
    ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value = int(x)


@_instruction
def swap(address, i, old, new):
    """Write word i if it is ``old``, in one step for all threads; whether it was."""
    word = ctypes.c_uint64.from_address(int(address) + 8 * int(i))
    with _one_at_a_time:
        same = word.value == int(old)
        if same:
            word.value = int(new)
        return same
