"""Nimbers: mex, nim-sum, nim-product, and the field operations inverse, powers and square roots.

Every function takes an ``int`` of any size and is exact. The arithmetic functions also take NumPy arrays of whole
numbers, with broadcasting. The result has the type uint8, uint16, uint32 or uint64 with as many bits as the array, and
an int beside an array takes the array's type. The nimbers below 2^(2^k) form a field, so a result always fits the type
of the array, unless a function's docstring says otherwise.

    >>> from sprague.numbers import nimber
    >>> nimber.add(22, nimber.add(7, 25)), nimber.multiply(6, 11), nimber.inverse(5), nimber.sqrt(9)
    (8, 10, 12, 15)
    >>> import numpy as np
    >>> nimber.multiply(np.arange(8, dtype=np.uint8), 6)
    array([ 0,  6, 11, 13, 14,  8,  5,  3], dtype=uint8)

Source: J. H. Conway, On Numbers and Games, 1976, chapter 6; H. W. Lenstra, Nim multiplication, 1978.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, cast, overload

from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import say

from . import nimber_integers as integers
from . import sums

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.integer[Any]]

#: The tables of this module have at most this many rows.
MAX_TABLE = 2048


def mex(values: Iterable[int]) -> int:
    """Returns the smallest whole number >= 0 that is not among ``values`` (minimal excludant).

    The value of a position is the mex of the values of its options (Sprague 1935, Grundy 1939).

    >>> mex({0, 1, 2, 5, 9}), mex([]), mex([1, 2])
    (3, 0, 0)
    """
    return sums.mex({_integer(v) for v in values})


@overload
def add(a: int, b: int) -> int: ...
@overload
def add(a: Array, b: Array | int) -> Array: ...
@overload
def add(a: int, b: Array) -> Array: ...
def add(a: int | Array, b: int | Array) -> int | Array:
    """Returns the nim-sum a ⊕ b: binary addition without carrying, the value of two Nim heaps (Bouton 1901).

    >>> add(3, 5), add(7, 7)
    (6, 0)
    """
    if _is_array(a) or _is_array(b):
        from . import nimber_arrays

        return nimber_arrays.add(_operand(a), _operand(b))
    return _integer(a) ^ _integer(b)


@overload
def multiply(a: int, b: int) -> int: ...
@overload
def multiply(a: Array, b: Array | int) -> Array: ...
@overload
def multiply(a: int, b: Array) -> Array: ...
def multiply(a: int | Array, b: int | Array) -> int | Array:
    """Returns the nim-product a⊗b = mex of (a'⊗b ⊕ a⊗b' ⊕ a'⊗b') over all a' < a, b' < b (Conway 1976).

    >>> multiply(6, 11), multiply(2, 2), multiply(16, 16)
    (10, 3, 24)
    """
    if _is_array(a) or _is_array(b):
        from . import nimber_arrays

        return nimber_arrays.multiply(_operand(a), _operand(b))
    return integers.multiply(_integer(a), _integer(b))


@overload
def divide(a: int, b: int) -> int: ...
@overload
def divide(a: Array, b: Array | int) -> Array: ...
@overload
def divide(a: int, b: Array) -> Array: ...
def divide(a: int | Array, b: int | Array) -> int | Array:
    """Returns the x with x⊗b = a. Raises RangeError if b is 0.

    >>> divide(8, 3), multiply(divide(8, 3), 3)
    (12, 8)
    """
    if _is_array(a) or _is_array(b):
        from . import nimber_arrays

        return nimber_arrays.divide(_operand(a), _operand(b))
    return integers.multiply(_integer(a), inverse(cast(int, b)))


@overload
def inverse(a: int) -> int: ...
@overload
def inverse(a: Array) -> Array: ...
def inverse(a: int | Array) -> int | Array:
    """Returns the x with a⊗x = 1. Raises RangeError for 0.

    >>> inverse(5), multiply(5, 12)
    (12, 1)
    """
    if _is_array(a):
        from . import nimber_arrays

        return nimber_arrays.inverse(cast("Array", a))
    x = _integer(a)
    if x == 0:
        raise RangeError(say("0 has no inverse"))
    return integers.inverse(x)


@overload
def power(a: int, exponent: int) -> int: ...
@overload
def power(a: Array, exponent: int | NDArray[np.integer[Any]]) -> Array: ...
@overload
def power(a: int, exponent: NDArray[np.integer[Any]]) -> Array: ...
def power(a: int | Array, exponent: int | NDArray[np.integer[Any]]) -> int | Array:
    """Returns a⊗a⊗…⊗a, ``exponent`` times; a negative exponent means the inverse. The power 0 is 1, also of 0.

    The exponent is an ordinary integer of any size, or an array of integers. Raises RangeError for a negative
    power of 0.

    >>> power(5, 3), power(5, -1), power(6, 10**100)
    (13, 12, 2)
    """
    if _is_array(a) or _is_array(exponent):
        from . import nimber_arrays

        return nimber_arrays.power(_operand(a), exponent if _is_array(exponent) else _whole(exponent))
    x, e = _integer(a), _whole(exponent)
    if x == 0:
        if e < 0:
            raise RangeError(say("0 has no inverse"))
        return 0 if e else 1
    return integers.power(x, e)


@overload
def sqrt(a: int) -> int: ...
@overload
def sqrt(a: Array) -> Array: ...
def sqrt(a: int | Array) -> int | Array:
    """Returns the x with x⊗x = a. Every nimber has exactly one.

    >>> sqrt(9), multiply(15, 15)
    (15, 9)
    """
    if _is_array(a):
        from . import nimber_arrays

        return nimber_arrays.sqrt(cast("Array", a))
    return integers.sqrt(_integer(a))


@overload
def solve_artin_schreier(a: int) -> tuple[int, int]: ...
@overload
def solve_artin_schreier(a: Array) -> tuple[Array, Array]: ...
def solve_artin_schreier(a: int | Array) -> tuple[int, int] | tuple[Array, Array]:
    """Returns both solutions x of x⊗x ⊕ x = a, the even one first; they differ by 1.

    They lie in the field of a if the trace of a there (its top bit) is 0, and otherwise in the next field. An array
    cannot hold numbers of the next field, so it raises RangeError, which names the first such place.

    >>> solve_artin_schreier(1), solve_artin_schreier(8)
    ((2, 3), (16, 17))
    """
    if _is_array(a):
        from . import nimber_arrays

        solutions = nimber_arrays.artin_schreier(cast("Array", a))
        return solutions, solutions | solutions.dtype.type(1)
    x = integers.artin_schreier(_integer(a))
    return x, x + 1


def order(a: int) -> int:
    """Returns the multiplicative order: the least e > 0 with power(a, e) = 1, for 0 < a < 2^4096.

    The order divides 2^n - 1, a product of Fermat numbers; the first one not yet factored is 2^4096 + 1. Raises
    RangeError outside these bounds.

    >>> order(1), order(2), order(5)
    (1, 3, 15)
    """
    x = _integer(a)
    if x == 0:
        raise RangeError(say("0 has no multiplicative order"))
    if x.bit_length() > integers.ORDER_BITS:
        raise RangeError(
            say(
                "expected a nimber below 2^{bits}, got one of {got} bits: the order needs the prime factors"
                " of 2^{bits} + 1, which are not all known",
                bits=integers.ORDER_BITS,
                got=x.bit_length(),
            )
        )
    return integers.order(x)


def add_table(n: int) -> list[list[int]]:
    """Returns the nim-sums of 0..n-1: row a, column b holds a ⊕ b.

    >>> add_table(4)
    [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]
    """
    size = _table_size(n)
    return [[a ^ b for b in range(size)] for a in range(size)]


def multiplication_table(n: int) -> list[list[int]]:
    """Returns the nim-products of 0..n-1: row a, column b holds a⊗b.

    >>> multiplication_table(4)
    [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    """
    size = _table_size(n)
    return [[integers.multiply(a, b) for b in range(size)] for a in range(size)]


def _table_size(n: int) -> int:
    size = _integer(n)
    if size > MAX_TABLE:
        raise TooLargeError(
            say("expected a table of at most {limit} rows, got {got}", limit=MAX_TABLE, got=size)
        )
    return size


def _is_array(x: object) -> bool:
    numpy = sys.modules.get("numpy")  # no arrays exist before NumPy is imported, and nothing else needs it
    return numpy is not None and isinstance(x, numpy.ndarray)


def _operand(x: Any) -> Any:
    return x if _is_array(x) else _integer(x)


def _integer(x: object) -> int:
    n = _whole(x)
    if n < 0:
        raise RangeError(say("expected a whole number >= 0, got {got}", got=n))
    return n


def _whole(x: object) -> int:
    if type(x) is int:
        return x
    if isinstance(x, bool) or not hasattr(x, "__index__") or _is_array(x):
        raise RangeError(
            say(
                "expected a whole number or a NumPy array of uint8, uint16, uint32 or uint64, got {got}",
                got=type(x).__name__,
            )
        )
    return operator.index(cast(Any, x))
