"""Nimber arithmetic on NumPy arrays of uint8, uint16, uint32 and uint64, with broadcasting.

Callers use the functions of :mod:`sprague.numbers.nimber`, which pass arrays to this module. Bytes multiply by a table
of 256 by 256, numbers of 16 bits by logarithms. Numbers of 32 and 64 bits use Karatsuba over those while the arrays are
short, and the compiled kernel when they are long. Linear maps (square root, x⊗x ⊕ x = a, multiplication by a constant)
are tables for every byte of the number.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.words.errors import RangeError
from sprague.words.messages import say

from . import nimber_integers as integers

#: From this many products on, numbers of 32 and 64 bits use a kernel: GFNI instructions if the processor has them, else
#: planes of bits. Loading a kernel takes as long as a few million products without it.
KERNEL_FROM = 8192

#: The kernel is called for this many products at a time, so that Ctrl-C does not have to wait.
_SLICE = 1 << 24

Unsigned = NDArray[Any]


def add(a: Any, b: Any) -> Unsigned:
    """Returns a ⊕ b."""
    x, y = _pair(a, b)
    return np.asarray(np.bitwise_xor(x, y))


def multiply(a: Any, b: Any) -> Unsigned:
    """Returns a⊗b."""
    x, y = _pair(a, b)
    try:
        x, y = np.broadcast_arrays(x, y)
    except ValueError:
        raise _shapes(x, y) from None
    return _multiply(x, y)


def divide(a: Any, b: Any) -> Unsigned:
    """Returns a⊗(1/b)."""
    x, y = _pair(a, b)
    return multiply(x, inverse(y))


def inverse(a: Unsigned) -> Unsigned:
    """Returns 1/a."""
    x = _unsigned(a)
    zero = x == 0
    if zero.any():
        raise _no_inverse(zero)
    return _inverse(x)


def sqrt(a: Unsigned) -> Unsigned:
    """Returns the square roots."""
    x = _unsigned(a)
    return _linear("sqrt", x)


def artin_schreier(a: Unsigned) -> Unsigned:
    """Returns the even x with x⊗x ⊕ x = a, if they all fit."""
    x = _unsigned(a)
    bits = 8 * x.itemsize
    beyond = (x >> (bits - 1)) != 0
    if beyond.any():
        raise RangeError(
            say(
                "expected numbers below 2^{limit}, got {got} at index {place}: from there on the solutions"
                " lie in the next field and do not fit {dtype}; use int",
                limit=bits - 1,
                got=int(x[beyond][0]),
                place=_place(beyond),
                dtype=x.dtype.name,
            )
        )
    return _linear("artin_schreier", x)


def power(a: Any, exponent: Any) -> Unsigned:
    """Returns a to the power of an int, or of an array of integers."""
    if isinstance(exponent, np.ndarray):
        return _powers(a, exponent)
    x = _unsigned(a)
    if exponent < 0 and not x.all():
        raise _no_inverse(x == 0)
    if exponent == 0:
        return np.ones_like(x)
    reduced = exponent % ((1 << 8 * x.itemsize) - 1)
    if reduced == 0:
        return np.asarray(x != 0, x.dtype)
    result = x
    for bit in f"{reduced:b}"[1:]:
        result = _multiply(result, result)
        if bit == "1":
            result = _multiply(result, x)
    return result.copy() if result is x else result


def _powers(a: Any, exponent: NDArray[Any]) -> Unsigned:
    if exponent.dtype.kind not in "iu":
        raise RangeError(
            say("expected exponents that are integers, got an array of {got}", got=exponent.dtype.name)
        )
    x = _unsigned(a if isinstance(a, np.ndarray) else _constant(a, np.min_scalar_type(min(a, 2**64 - 1))))
    try:
        x, e = np.broadcast_arrays(x, exponent)
    except ValueError:
        raise _shapes(x, exponent) from None
    impossible = (x == 0) & (e < 0)
    if impossible.any():
        raise _no_inverse(impossible)
    bits = 8 * x.itemsize
    group = np.uint64((1 << bits) - 1)
    size = np.where(e < 0, -(e + 1), e).astype(np.uint64)  # -(e + 1): the least int64 has no negative
    rest = np.where(e < 0, group - np.uint64(1) - size % group, size % group)
    result = np.ones_like(x)
    base = x
    for i in range(int(rest.max(initial=0)).bit_length()):
        take = (rest >> np.uint64(i)) & np.uint64(1) != 0
        result = np.where(take, _multiply(result, base), result)
        base = _multiply(base, base)
    return np.where((x == 0) & (e != 0), x, result)


# The functions below trust their input.


def _multiply(x: Unsigned, y: Unsigned) -> Unsigned:
    if x.itemsize == 1:
        return np.asarray(_byte_products()[x, y])
    if x.itemsize == 2:
        logarithm, antilogarithm = _logarithms()
        return np.asarray(antilogarithm[logarithm[x] + logarithm[y]])
    if x.size >= KERNEL_FROM:
        return _multiply_compiled(x, y)
    return _join(*_karatsuba(*_split(x), *_split(y)), x.dtype)


def _karatsuba(x0: Unsigned, x1: Unsigned, y0: Unsigned, y1: Unsigned) -> tuple[Unsigned, Unsigned]:
    low = _multiply(x0, y0)
    return low ^ _linear("times_half", _multiply(x1, y1)), low ^ _multiply(x0 ^ x1, y0 ^ y1)


def _split(x: Unsigned) -> tuple[Unsigned, Unsigned]:
    narrow = np.dtype(f"u{x.itemsize // 2}")
    return x.astype(narrow), (x >> (4 * x.itemsize)).astype(narrow)


def _join(low: Unsigned, high: Unsigned, dtype: np.dtype[Any]) -> Unsigned:
    return np.asarray(high.astype(dtype) << (4 * dtype.itemsize) | low)


def _multiply_compiled(x: Unsigned, y: Unsigned) -> Unsigned:
    from . import kernel_gfni as gfni
    from . import kernel_planes as planes

    kernel: Callable[..., None]
    if gfni.available():
        kernel, words, block = gfni.multiply, gfni_matrices(), gfni.BLOCK
    else:
        kernel, words, block = planes.multiply, np.empty(planes.SCRATCH, np.uint64), planes.BLOCK
    block = block * 8 // x.itemsize
    u, v = np.ascontiguousarray(x).ravel(), np.ascontiguousarray(y).ravel()
    out = np.empty_like(u)

    def run(u: Unsigned, v: Unsigned, out: Unsigned) -> None:
        kernel(u.view(np.uint64), v.view(np.uint64), out.view(np.uint64), words, x.itemsize == 4)

    whole = u.size // block * block
    for start in range(0, whole, _SLICE):
        part = slice(start, min(start + _SLICE, whole))
        run(u[part], v[part], out[part])
    rest = u.size - whole
    if rest:
        ends = np.zeros((3, block), x.dtype)
        ends[0, :rest], ends[1, :rest] = u[whole:], v[whole:]
        run(ends[0], ends[1], ends[2])
        out[whole:] = ends[2, :rest]
    return out.reshape(x.shape)


@functools.cache
def gfni_matrices() -> NDArray[np.uint64]:
    """Returns the four maps of bytes that the GFNI kernel needs, as its instructions read them.

    AES writes the field of 256 elements as polynomials modulo t^8 + t^4 + t^3 + t + 1 (FIPS 197, section 4.2). For a
    nimber t at which this polynomial is 0, the sum of bits b_i t^i is the nimber of the byte b.
    """
    power, multiply = integers.power, integers.multiply
    t = next(t for t in range(2, 256) if power(t, 8) ^ power(t, 4) ^ power(t, 3) ^ t == 1)
    columns = [power(t, i) for i in range(8)]
    nimbers = [
        functools.reduce(operator.xor, [columns[i] for i in range(8) if b >> i & 1], 0) for b in range(256)
    ]
    twice = multiply(128, 128)
    return np.array(
        [
            _matrix(nimbers.index),
            _matrix(nimbers.__getitem__),
            _matrix(lambda b: nimbers.index(multiply(nimbers[b], 128))),
            _matrix(lambda b: nimbers.index(multiply(nimbers[b], twice))),
        ],
        np.uint64,
    )


def _matrix(linear: Callable[[int], int]) -> int:
    """A linear map of bytes as a word: the row of bit i of the result is byte 7 - i of the word."""
    word = 0
    for i in range(8):
        for j in range(8):
            word |= (linear(1 << j) >> i & 1) << 8 * (7 - i) + j
    return word


def _inverse(x: Unsigned) -> Unsigned:
    if x.itemsize == 1:
        return np.asarray(np.frombuffer(integers.byte_tables().inverse, np.uint8)[x])
    if x.itemsize == 2:
        logarithm, antilogarithm = _logarithms()
        return np.asarray(antilogarithm[65535 - logarithm[x]])
    x0, x1 = _split(x)
    over = _inverse(_multiply(x0, x0 ^ x1) ^ _linear("times_half", _multiply(x1, x1)))
    return _join(_multiply(x0 ^ x1, over), _multiply(x1, over), x.dtype)


def _linear(name: str, x: Unsigned) -> Unsigned:
    """A map that keeps nim-sums: the nim-sum of what it makes of the bytes of x."""
    tables = _byte_by_byte(name, x.itemsize)
    result = tables[0][x & 255]
    for i in range(1, x.itemsize):
        result = result ^ tables[i][(x >> (8 * i)) & 255]
    return np.asarray(result)


@functools.cache
def _byte_by_byte(name: str, size: int) -> Unsigned:
    maps: dict[str, Callable[[int], int]] = {
        "sqrt": integers.sqrt,
        "artin_schreier": lambda x: (
            integers.artin_schreier(x) & ((1 << 8 * size) - 1)
        ),  # the top bit never occurs
        "times_half": lambda x: integers.times_half(x, size.bit_length() - 1),
    }
    return _tables([maps[name](1 << i) for i in range(8 * size)], size)


def _tables(columns: list[int], size: int) -> Unsigned:
    """For every byte of a number of ``size`` bytes its 256 images, from the images of the powers of 2."""
    tables = np.zeros((size, 256), f"u{size}")
    for i, column in enumerate(columns):
        row, bit = tables[i // 8], 1 << i % 8
        row[bit : 2 * bit] = row[:bit] ^ tables.dtype.type(column)
    return tables


@functools.cache
def _byte_products() -> Unsigned:
    return np.frombuffer(b"".join(integers.byte_tables().rows), np.uint8).reshape(256, 256)


@functools.cache
def _logarithms() -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
    """Logarithms of the numbers of 16 bits, and the powers of the generator behind them.

    The logarithm of 0 is 2·65535: every sum with it points to a 0 behind the powers.
    """
    generator = next(
        g for g in range(256, 65536) if all(integers.power(g, 65535 // p) != 1 for p in (3, 5, 17, 257))
    )
    powers = np.ones(1, np.uint16)
    for i in range(16):
        step = integers.power(generator, 1 << i)
        tables = _tables([integers.multiply(step, 1 << bit) for bit in range(16)], 2)
        powers = np.concatenate([powers, tables[0][powers & 255] ^ tables[1][powers >> 8]])
    antilogarithm = np.zeros(4 * 65535 + 1, np.uint16)
    antilogarithm[: 2 * 65535] = np.tile(powers[:65535], 2)
    logarithm = np.full(65536, 2 * 65535, np.int32)
    logarithm[powers[:65535]] = np.arange(65535, dtype=np.int32)
    return logarithm, antilogarithm


# Checks.


def _unsigned(a: NDArray[Any]) -> Unsigned:
    if a.dtype.kind != "u":
        raise RangeError(
            say(
                "expected an array of uint8, uint16, uint32 or uint64, got {got}; convert it, for instance by"
                " .astype(numpy.uint64)",
                got=a.dtype.name,
            )
        )
    return a if a.dtype.isnative else a.astype(a.dtype.newbyteorder("="))


def _pair(a: Any, b: Any) -> tuple[Unsigned, Unsigned]:
    """Both as arrays of one type; an int takes the type of the other side."""
    if not isinstance(a, np.ndarray):
        y = _unsigned(b)
        return _constant(a, y.dtype), y
    x = _unsigned(a)
    if not isinstance(b, np.ndarray):
        return x, _constant(b, x.dtype)
    y = _unsigned(b)
    dtype = np.promote_types(x.dtype, y.dtype)
    try:
        np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        raise _shapes(x, y) from None
    return x.astype(dtype, copy=False), y.astype(dtype, copy=False)


def _constant(a: int, dtype: np.dtype[Any]) -> Unsigned:
    if dtype.kind != "u" or a >> 8 * dtype.itemsize:
        raise RangeError(say("expected a number that fits {dtype}, got {got}", dtype=dtype.name, got=a))
    return np.asarray(a, dtype)


def _shapes(x: NDArray[Any], y: NDArray[Any]) -> RangeError:
    return RangeError(
        say(
            "expected arrays that broadcast together, got the shapes {a} and {b}",
            a=str(x.shape),
            b=str(y.shape),
        )
    )


def _no_inverse(zero: NDArray[np.bool_]) -> RangeError:
    return RangeError(say("0 has no inverse, at index {place}", place=_place(zero)))


def _place(bad: NDArray[np.bool_]) -> str:
    first = np.unravel_index(int(np.argmax(bad)), bad.shape)
    return "[" + ", ".join(str(int(i)) for i in first) + "]"
