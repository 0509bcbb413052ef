"""Nimber arithmetic on NumPy arrays of uint8, uint16, uint32 and uint64, with broadcasting.

Callers use the functions of :mod:`sprague.numbers.nimber`, which pass arrays to this module. The native core computes
(``native/nimbers.c``).
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.native import Kernel
from sprague.words.errors import RangeError
from sprague.words.messages import say

#: The core gets this many numbers at a time, so that Ctrl-C does not have to wait.
_SLICE = 1 << 22

_two, _one = ("const value[]", "const value[]", "value[]"), ("const value[]", "value[]")
_products, _quotients = Kernel("nimber_multiply_{bits}", *_two), Kernel("nimber_divide_{bits}", *_two)
_powers, _inverses = Kernel("nimber_power_{bits}", *_two), Kernel("nimber_inverse_{bits}", *_one)
_roots, _solutions = Kernel("nimber_root_{bits}", *_one), Kernel("nimber_solve_{bits}", *_one)

Unsigned = NDArray[Any]


def add(a: Any, b: Any) -> Unsigned:
    """Returns a ⊕ b."""
    x, y = _pair(a, b)
    return np.asarray(np.bitwise_xor(x, y))


def multiply(a: Any, b: Any) -> Unsigned:
    """Returns a⊗b."""
    x, y = _pair(a, b)
    if x.size < y.size:
        x, y = y, x
    return _map(_products, *_alike(x, y))[0]


def divide(a: Any, b: Any) -> Unsigned:
    """Returns a⊗(1/b)."""
    x, y = _pair(a, b)
    if x.shape != y.shape:
        return multiply(x, inverse(y))
    quotients, place = _map(_quotients, x, y)
    if place < y.size:
        raise _no_inverse(y, place)
    return quotients


def inverse(a: Unsigned) -> Unsigned:
    """Returns 1/a."""
    x = _unsigned(a)
    inverses, place = _map(_inverses, x)
    if place < x.size:
        raise _no_inverse(x, place)
    return inverses


def sqrt(a: Unsigned) -> Unsigned:
    """Returns the square roots."""
    return _map(_roots, _unsigned(a))[0]


def artin_schreier(a: Unsigned) -> Unsigned:
    """Returns the even x with x⊗x ⊕ x = a, if they all fit."""
    x = _unsigned(a)
    solutions, place = _map(_solutions, x)
    if place < x.size:
        raise RangeError(
            say(
                "expected numbers below 2^{limit}, got {got} at index {place}: from there on the solutions"
                " lie in the next field and do not fit {dtype}; use int",
                limit=8 * x.itemsize - 1,
                got=int(x.flat[place]),
                place=_index(x, place),
                dtype=x.dtype.name,
            )
        )
    return solutions


def power(a: Any, exponent: Any) -> Unsigned:
    """Returns a to the power of an int, or of an array of integers."""
    if isinstance(exponent, np.ndarray):
        return _powers_of_array(a, exponent)
    x = _unsigned(a)
    if exponent < 0 and not x.all():
        raise _no_inverse(x, int(np.argmax(x == 0)))
    return _map(_powers, x, np.asarray(_reduced(exponent, x), x.dtype))[0]


def _powers_of_array(a: Any, exponent: NDArray[Any]) -> Unsigned:
    if exponent.dtype.kind not in "iu":
        raise RangeError(
            say("expected exponents that are integers, got an array of {got}", got=exponent.dtype.name)
        )
    x = _unsigned(a if isinstance(a, np.ndarray) else _constant(a, np.min_scalar_type(min(a, 2**64 - 1))))
    _require_broadcast(x, exponent)
    x, e = np.broadcast_arrays(x, exponent)
    negative = e < 0
    impossible = negative & (x == 0)
    if impossible.any():
        raise _no_inverse(x, int(np.argmax(impossible)))
    # As in _reduced, in numbers that fit: ~e = -(e + 1), for the least int64 has no negative.
    group, positive = np.uint64((1 << 8 * x.itemsize) - 1), e > 0
    rest = np.where(negative, ~e, e - positive).astype(np.uint64) % group
    reduced = np.where(negative, group - np.uint64(1) - rest, rest + positive)
    return _map(_powers, x, reduced.astype(x.dtype))[0]


def _reduced(exponent: int, x: Unsigned) -> int:
    """Returns an exponent with as many bits as the numbers that gives the same powers: 0 for 0, otherwise at least
    1."""
    group: int = (1 << 8 * x.itemsize) - 1
    return (exponent - 1) % group + 1 if exponent else 0


def _map(kernel: Kernel, x: Unsigned, *others: Unsigned) -> tuple[Unsigned, int]:
    """Returns the kernel's result for arrays of the same shape (all but the first may be single numbers), and the place
    of the first number without a result (or the size)."""
    out = np.empty(x.shape, x.dtype)
    whole = [np.ascontiguousarray(each) for each in (x, *others)]
    if x.size <= _SLICE:
        return out, kernel(*whole, out)
    *flat, outputs = (each.reshape(-1) for each in (*whole, out))
    for start in range(0, x.size, _SLICE):
        part = slice(start, start + _SLICE)
        place = kernel(*(each if each.size == 1 else each[part] for each in flat), outputs[part])
        if place < outputs[part].size:
            return out, start + place
    return out, x.size


def _alike(x: Unsigned, y: Unsigned) -> tuple[Unsigned, Unsigned]:
    """Returns both in the shape of the result, or y as one number."""
    if x.shape == y.shape or not y.ndim:
        return x, y
    shape = np.broadcast_shapes(x.shape, y.shape)
    return np.broadcast_to(x, shape), y if y.size == 1 else np.broadcast_to(y, shape)


# Checks.


def _unsigned(a: NDArray[Any]) -> Unsigned:
    """Returns the array; signed whole numbers become unsigned ones with as many bits."""
    if a.dtype.kind == "i":
        if a.size and a.min() < 0:
            place = int(np.argmax(a < 0))
            raise RangeError(
                say(
                    "expected numbers >= 0, got {got} at index {place}",
                    got=int(a.flat[place]),
                    place=_index(a, place),
                )
            )
        a = a.astype(f"u{a.itemsize}")
    if a.dtype.kind != "u":
        raise RangeError(say("expected an array of whole numbers, got {got}", got=a.dtype.name))
    return a if a.dtype.isnative else a.astype(a.dtype.newbyteorder("="))


def _pair(a: Any, b: Any) -> tuple[Unsigned, Unsigned]:
    """Returns both as arrays of the same type. An int takes the type of the other side."""
    if not isinstance(a, np.ndarray):
        y = _unsigned(b)
        return _constant(a, y.dtype), y
    x = _unsigned(a)
    if not isinstance(b, np.ndarray):
        return x, _constant(b, x.dtype)
    y = _unsigned(b)
    _require_broadcast(x, y)
    if x.dtype == y.dtype:
        return x, y
    dtype = np.promote_types(x.dtype, y.dtype)
    return x.astype(dtype, copy=False), y.astype(dtype, copy=False)


def _constant(a: int, dtype: np.dtype[Any]) -> Unsigned:
    if dtype.kind != "u" or a >> 8 * dtype.itemsize:
        raise RangeError(say("expected a number that fits {dtype}, got {got}", dtype=dtype.name, got=a))
    return np.asarray(a, dtype)


def _require_broadcast(x: NDArray[Any], y: NDArray[Any]) -> None:
    if x.shape == y.shape:
        return
    try:
        np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        raise RangeError(
            say(
                "expected arrays that broadcast together, got the shapes {a} and {b}",
                a=str(x.shape),
                b=str(y.shape),
            )
        ) from None


def _no_inverse(x: Unsigned, place: int) -> RangeError:
    return RangeError(say("0 has no inverse, at index {place}", place=_index(x, place)))


def _index(x: Unsigned, place: int) -> str:
    return "[" + ", ".join(str(int(i)) for i in np.unravel_index(place, x.shape)) + "]"
