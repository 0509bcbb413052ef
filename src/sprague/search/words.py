"""Machine words for the search kernels: bit counts, and memory read and written by address, also by threads.

Numba counts references to every array that one compiled function passes to another, with atomic
instructions that cost a search more than its arithmetic; an address costs nothing. Whoever calls a kernel
keeps the arrays alive. Without the compiler (``NUMBA_DISABLE_JIT=1``) the same functions run in Python.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import ctypes
import threading

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from sprague.system.jit import kernel

U = np.uint64
U0, U1, U2, U3, U4, U8, U64 = (U(k) for k in (0, 1, 2, 3, 4, 8, 64))
ALL = U(0xFFFFFFFFFFFFFFFF)

if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def popcount(x):
        return np.uint64(int(x).bit_count())

    def ctz(x):
        x = int(x)
        return np.uint64((x & -x).bit_length() - 1 if x else 64)

    def clz(x):
        return np.uint64(64 - int(x).bit_length())

    def bitreverse(x):
        return np.uint64(int(f"{int(x):064b}"[::-1], 2))

    def peek(address, i):
        return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value)

    def poke(address, i, x):
        ctypes.c_uint64.from_address(int(address) + 8 * int(i)).value = int(x)

    def peek_byte(address, i):
        return np.uint64(ctypes.c_uint8.from_address(int(address) + int(i)).value)

    load, store = peek, poke
    _one_at_a_time = threading.Lock()

    def swap(address, i, old, new):
        with _one_at_a_time:
            same = peek(address, i) == old
            if same:
                poke(address, i, new)
            return bool(same)

    def prefetch(address, i):
        pass

else:
    _WORD, _BYTE, _FLAG = ir.IntType(64), ir.IntType(8), ir.IntType(1)

    @intrinsic
    def popcount(typingctx, x):
        """The number of set bits."""
        return types.uint64(types.uint64), lambda context, builder, sig, args: builder.ctpop(args[0])

    @intrinsic
    def ctz(typingctx, x):
        """The index of the lowest set bit; 64 for 0."""

        def code(context, builder, sig, args):
            return builder.cttz(args[0], ir.Constant(_FLAG, 0))

        return types.uint64(types.uint64), code

    @intrinsic
    def clz(typingctx, x):
        """The number of zeros above the highest set bit; 64 for 0."""

        def code(context, builder, sig, args):
            return builder.ctlz(args[0], ir.Constant(_FLAG, 0))

        return types.uint64(types.uint64), code

    @intrinsic
    def bitreverse(typingctx, x):
        """Bit i moved to bit 63 - i."""

        def code(context, builder, sig, args):
            return builder.call(builder.module.declare_intrinsic("llvm.bitreverse", [_WORD]), [args[0]])

        return types.uint64(types.uint64), code

    def _pointer(builder, kind, address, i):
        return builder.gep(builder.inttoptr(address, kind.as_pointer()), [i])

    @intrinsic
    def peek(typingctx, address, i):
        """Word i of the words at an address."""

        def code(context, builder, sig, args):
            return builder.load(_pointer(builder, _WORD, args[0], args[1]))

        return types.uint64(types.uint64, types.uint64), code

    @intrinsic
    def poke(typingctx, address, i, x):
        """Write word i of the words at an address."""

        def code(context, builder, sig, args):
            builder.store(args[2], _pointer(builder, _WORD, args[0], args[1]))
            return context.get_dummy_value()

        return types.void(types.uint64, types.uint64, types.uint64), code

    @intrinsic
    def peek_byte(typingctx, address, i):
        """Byte i of the bytes at an address."""

        def code(context, builder, sig, args):
            return builder.zext(builder.load(_pointer(builder, _BYTE, args[0], args[1])), _WORD)

        return types.uint64(types.uint64, types.uint64), code

    @intrinsic
    def load(typingctx, address, i):
        """Word i, with all that the thread that stored it had stored before (acquire)."""

        def code(context, builder, sig, args):
            return builder.load_atomic(_pointer(builder, _WORD, args[0], args[1]), "acquire", 8)

        return types.uint64(types.uint64, types.uint64), code

    @intrinsic
    def store(typingctx, address, i, x):
        """Write word i after all that this thread has stored before (release)."""

        def code(context, builder, sig, args):
            builder.store_atomic(args[2], _pointer(builder, _WORD, args[0], args[1]), "release", 8)
            return context.get_dummy_value()

        return types.void(types.uint64, types.uint64, types.uint64), code

    @intrinsic
    def swap(typingctx, address, i, old, new):
        """Write word i if it is ``old``, in one step for all threads; whether it was."""

        def code(context, builder, sig, args):
            place = _pointer(builder, _WORD, args[0], args[1])
            found = builder.cmpxchg(place, args[2], args[3], "acq_rel", "monotonic")
            return builder.extract_value(found, 1)

        return types.boolean(types.uint64, types.uint64, types.uint64, types.uint64), code

    @intrinsic
    def prefetch(typingctx, address, i):
        """Have the line of cache with word i fetched, without waiting for it; nothing is read."""

        def code(context, builder, sig, args):
            place, number = _BYTE.as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [place, number, number, number])
            fetch = builder.module.declare_intrinsic("llvm.prefetch", [place], kind)
            where = builder.bitcast(_pointer(builder, _WORD, args[0], args[1]), place)
            builder.call(fetch, [where, number(0), number(3), number(1)])  # to read, keep in all caches, data
            return context.get_dummy_value()

        return types.void(types.uint64, types.uint64), code


# Pairs of words, low and high.


@kernel
def up_by(low, high, n):
    """Moved up by 1 to 63 bits."""
    return low << n, (high << n) | (low >> (U64 - n))


@kernel
def down_by(low, high, n):
    """Moved down by 1 to 63 bits."""
    return (low >> n) | (high << (U64 - n)), high >> n


@kernel
def moved_up(low, high, n):
    """Moved up by 0 to 127 bits."""
    if n >= U64:
        return U0, low << (n - U64)
    if n:
        return up_by(low, high, n)
    return low, high


@kernel
def moved_down(low, high, n):
    """Moved down by 0 to 127 bits."""
    if n >= U64:
        return high >> (n - U64), U0
    if n:
        return down_by(low, high, n)
    return low, high


@kernel
def first_of(low, high):
    """The index of the lowest bit of a pair that is not empty."""
    return ctz(low) if low else U64 + ctz(high)


@kernel
def single(v):
    """The pair with bit v alone."""
    if v < U64:
        return U1 << v, U0
    return U0, U1 << (v - U64)


@kernel
def least(a_low, a_high, b_low, b_high):
    """The smaller of two pairs."""
    if b_high < a_high or (b_high == a_high and b_low < a_low):
        return b_low, b_high
    return a_low, a_high
