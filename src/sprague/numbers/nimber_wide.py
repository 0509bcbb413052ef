"""Nimber arithmetic on NumPy arrays of Python's integers below 2^128, with the functions of
:mod:`sprague.numbers.nimber_arrays`. NumPy has no word of 128 bits, so an array holds integers, and each is computed
separately."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.words.errors import RangeError
from sprague.words.messages import say

from . import nimber_integers as integers

#: Numbers below 2 to the power of this.
BITS = 128

Wide = NDArray[Any]


def is_wide(*arrays: Any) -> bool:
    """Returns whether any of these is an array of Python's integers."""
    return any(isinstance(each, np.ndarray) and each.dtype == object for each in arrays)


def wide(numbers: Any) -> Wide:
    """Returns numbers as an array of Python's integers. Raises RangeError if one of them is not in the field."""
    array = np.asarray(numbers, object)
    for place, number in enumerate(array.flat):
        if type(number) is not int or not 0 <= number < 1 << BITS:
            raise RangeError(
                say(
                    "expected whole numbers from 0 to 2^128 - 1, got {got} as number {place}",
                    got=str(number)[:60],
                    place=place,
                )
            )
    return array


def add(a: Any, b: Any) -> Wide:
    """Returns a ⊕ b."""
    return _each(int.__xor__, a, b)


def multiply(a: Any, b: Any) -> Wide:
    """Returns a⊗b."""
    return _each(integers.multiply, a, b)


def divide(a: Any, b: Any) -> Wide:
    """Returns a⊗(1/b)."""
    return multiply(a, inverse(b))


def inverse(a: Any) -> Wide:
    """Returns 1/a."""
    array = wide(a)
    if not all(array.flat):
        raise RangeError(say("0 has no inverse"))
    return _each(integers.inverse, array)


def sqrt(a: Any) -> Wide:
    """Returns the square roots."""
    return _each(integers.sqrt, a)


def power(a: Any, exponent: Any) -> Wide:
    """Returns a to the power of an int, or of an array of integers."""
    return _each(_power, a, np.asarray(exponent, object))


def _power(x: int, exponent: int) -> int:
    if x:
        return integers.power(x, int(exponent))
    if exponent < 0:
        raise RangeError(say("0 has no inverse"))
    return int(not exponent)


def _each(function: Any, *operands: Any) -> Wide:
    """Returns the results of a function for every number, with broadcasting."""
    arrays = [np.asarray(each, object) for each in operands]
    try:
        np.broadcast_shapes(*(each.shape for each in arrays))
    except ValueError:
        shapes = [str(each.shape) for each in arrays]
        raise RangeError(
            say(
                "expected arrays that broadcast together, got the shapes {a} and {b}",
                a=shapes[0],
                b=shapes[-1],
            )
        ) from None
    return np.asarray(np.frompyfunc(function, len(arrays), 1)(*arrays), object)
