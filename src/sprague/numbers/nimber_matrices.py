"""Arrays of nimbers that behave like NumPy's: ``sg.NimberArray``, with linear algebra over the field."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from sprague.system.arrays import np
from sprague.system.ask import Step, tick
from sprague.words.errors import RangeError
from sprague.words.messages import say

from . import nimber_arrays as arrays
from . import nimber_integers as integers
from . import nimber_wide as wide

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The most products of numbers that a product of matrices makes at a time, so that they stay in the cache.
_AT_ONCE = 1 << 16


def _either(narrow: Callable[..., Any], broad: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a function on machine words also work on Python's integers, if one of its arrays holds them."""
    return lambda *arrays: broad(*arrays) if wide.is_wide(*arrays) else narrow(*arrays)


_multiply = _either(arrays.multiply, wide.multiply)
_add = _either(arrays.add, wide.add)

#: What NumPy's functions do with nimbers. Those of comparison and choice stay as they are.
_FIELD: dict[Any, Any] = {
    np.add: _add,
    np.subtract: _add,
    np.bitwise_xor: _add,
    np.multiply: _multiply,
    np.divide: _either(arrays.divide, wide.divide),
    np.power: _either(arrays.power, wide.power),
    np.square: lambda x: _multiply(x, x),
    np.sqrt: _either(arrays.sqrt, wide.sqrt),
    np.reciprocal: _either(arrays.inverse, wide.inverse),
    np.negative: np.copy,
    np.positive: np.copy,
}
_KEPT = {
    *(np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal),
    *(np.logical_and, np.logical_or, np.logical_not, np.maximum, np.minimum, np.isfinite),
}
_WIDTHS = (8, 16, 32, 64)


G = TypeVar("G")


class NimberArray(np.ndarray[Any, np.dtype[Any]]):
    """An array over the field of nimbers below 2^8, 2^16, 2^32 or 2^64, by its type: uint8, uint16, uint32 or uint64;
    or of the nimbers below 2^128, as Python's integers (type object), which are computed separately.
    ``+`` and ``-`` are the nim-sum, ``*`` the nim-product, with ``/``, ``**``, ``@``, ``np.sqrt``, sums and products
    along an axis, ``np.add.outer``, broadcasting and ``out=`` as NumPy has them. The fields of 1, 2 and 4 bits are part
    of uint8: under all these operations their numbers stay below 2, 4 and 16.

    ``NimberArray(numbers)`` copies numbers >= 0, into ``dtype`` or the smallest type that holds them. Raises RangeError
    for anything else.

    >>> a = NimberArray([[1, 2], [3, 4]])
    >>> (a * 6).tolist(), (a @ a).tolist(), (a == 1).tolist()
    ([[6, 11], [13, 14]], [[0, 10], [15, 7]], [[True, False], [False, False]])
    >>> (a @ a.inv()).tolist(), a.solve([1, 2]).tolist(), int(a.det()), a.rank()
    ([[1, 0], [0, 1]], [5, 12], 5, 2)
    """

    def __new__(cls, numbers: Any, dtype: Any = None) -> NimberArray:
        broad = dtype is not None and np.dtype(dtype).kind == "O"
        try:
            array = np.asarray(numbers)
            if array.size and array.dtype.kind not in "iu":  # such as numbers of 64 bits beside small ones
                objects = np.asarray(numbers, dtype=object)
                whole = [operator.index(each) for each in objects.ravel()]
                if broad or any(each >> 64 for each in whole):
                    if dtype is not None and not broad:
                        raise OverflowError
                    return wide.wide(np.array([*whole, 0], object)[:-1].reshape(objects.shape)).view(cls)
                array = np.array(whole, np.uint64).reshape(objects.shape)
            if array.size and int(array.min()) < 0:
                raise OverflowError
            least = np.min_scalar_type(int(array.max()) if array.size else 0)
        except (OverflowError, TypeError, ValueError):
            raise RangeError(
                say("expected whole numbers from 0 to 2^128 - 1, of a type that holds them")
            ) from None
        if broad:
            return array.astype(object).view(cls)
        wanted = least if dtype is None else np.dtype(dtype)
        if wanted.kind != "u" or wanted.itemsize < least.itemsize:
            raise RangeError(
                say("expected a type of at least {least}, got {got}", least=least.name, got=wanted.name)
            )
        return np.array(array, wanted).view(cls)

    @classmethod
    def identity(cls, size: int, dtype: Any = np.uint8) -> NimberArray:
        """Returns the matrix with 1 along the diagonal."""
        return np.eye(size, dtype=dtype).view(cls)

    @property
    def numbers(self) -> NDArray[np.unsignedinteger[Any]]:
        """The same memory as an ordinary array."""
        return self.view(np.ndarray)

    def __array_ufunc__(  # type: ignore[override]
        self, function: Any, method: str, *operands: Any, out: Any = None, **more: Any
    ) -> Any:
        inputs = [_plain(each) for each in operands]
        target = (
            out[0].view(np.ndarray) if isinstance(out, tuple) and isinstance(out[0], np.ndarray) else None
        )
        if function in _KEPT:
            more |= {} if target is None else {"out": target}
            return getattr(function, method)(*inputs, **more)
        if function is np.matmul:
            output = _matmul(*map(_field_array, inputs))
        elif function not in _FIELD:
            raise TypeError(f"{function.__name__} is not defined for nimbers")
        elif method == "__call__":
            output = _FIELD[function](*_operands(function, inputs))
        elif method == "outer":
            x, y = map(_field_array, inputs)
            output = _FIELD[function](x.reshape(x.shape + (1,) * y.ndim), y)
        elif method == "reduce" and function in (np.add, np.subtract):
            more.pop("dtype", None)
            output = np.bitwise_xor.reduce(inputs[0], **more)
        elif method == "accumulate" and function is np.add:
            output = np.bitwise_xor.accumulate(inputs[0], axis=more.get("axis", 0))
        elif method == "reduce" and function is np.multiply:
            output = _product(inputs[0], more.get("axis", 0), bool(more.get("keepdims")))
        else:
            raise TypeError(f"{function.__name__}.{method} is not defined for nimbers")
        if target is not None:
            if not np.can_cast(np.asarray(output).dtype, target.dtype):
                raise RangeError(
                    say(
                        "expected out of {wanted}, got {got}", wanted=output.dtype.name, got=target.dtype.name
                    )
                )
            target[...] = output
            return out[0]
        return np.asarray(output).view(NimberArray)

    # Linear algebra

    def solve(self, right: Any) -> NimberArray:
        """Returns the x with self @ x equal to ``right``, a vector or the columns of a matrix. Raises RangeError if
        this is not an invertible square matrix, or ``right`` has another length."""
        matrix = self._square()
        other = _field_array(_plain(right))
        if other.ndim not in (1, 2) or len(other) != len(matrix):
            raise RangeError(say("expected a right side of {count} rows", count=len(matrix)))
        columns = other.reshape(len(other), -1)
        dtype = np.promote_types(matrix.dtype, columns.dtype)
        both = np.concatenate([matrix.astype(dtype), columns.astype(dtype)], axis=1)
        if len(_reduce(both, len(matrix))[0]) < len(matrix):
            raise RangeError(say("the matrix has no inverse: its rank is less than {size}", size=len(matrix)))
        return _nimbers(np.ascontiguousarray(both[:, len(matrix) :]).reshape(other.shape))

    def inv(self) -> NimberArray:
        """Returns the inverse matrix. Raises RangeError if there is none."""
        return self.solve(np.eye(len(self._square()), dtype=self.dtype))

    def det(self) -> NimberArray:
        """Returns the determinant, an array of no dimension."""
        matrix = self._square().copy()
        pivots, product = _reduce(matrix, len(matrix), below=True)
        return _nimbers(np.array(product if len(pivots) == len(matrix) else 0, self.dtype))

    def rank(self) -> int:
        """Returns the rank of a matrix."""
        return len(_reduce(self._matrix().copy(), self.shape[1], below=True)[0])

    def row_reduce(self) -> NimberArray:
        """Returns the reduced row echelon form."""
        matrix = self._matrix().copy()
        _reduce(matrix, matrix.shape[1])
        return _nimbers(matrix)

    def null_space(self) -> NimberArray:
        """Returns a basis of the x with self @ x = 0, as rows."""
        matrix = self._matrix().copy()
        pivots, _ = _reduce(matrix, matrix.shape[1])
        free = [column for column in range(matrix.shape[1]) if column not in set(pivots)]
        basis = np.zeros((len(free), matrix.shape[1]), matrix.dtype)
        for row, column in enumerate(free):
            basis[row, column] = 1
            basis[row, pivots] = matrix[: len(pivots), column]
        return _nimbers(basis)

    def _matrix(self) -> Any:
        if self.ndim != 2:
            raise RangeError(say("expected a matrix, got an array of {count} axes", count=self.ndim))
        return self.numbers

    def _square(self) -> Any:
        matrix = self._matrix()
        if matrix.shape[0] != matrix.shape[1]:
            raise RangeError(
                say(
                    "expected a square matrix, got {rows} by {columns}",
                    rows=len(matrix),
                    columns=matrix.shape[1],
                )
            )
        return matrix

    # galois

    @classmethod
    def from_galois(cls, array: Any) -> NimberArray:
        """Returns an array of the package galois over GF(2^n), n = 1, 2, 4, …, 64, as nimbers: by the isomorphism that
        takes the root of galois's polynomial to the least nimber that is a root of it.

        Raises RangeError for another field.
        """
        bits, images = _isomorphism(type(array))
        least = f"u{max(8, bits) // 8}"
        return cast(NimberArray, _linear(np.asarray(array).astype(least), images).view(cls))

    def to_galois(self, field: Callable[[NDArray[Any]], G]) -> G:
        """Returns the same elements in ``field``, a class of galois; the inverse of :meth:`from_galois`."""
        bits, images = _isomorphism(field)
        if self.size and int(self.numbers.max()) >> bits:
            raise RangeError(say("expected nimbers below 2^{bits}", bits=bits))
        return field(_linear(self.numbers.astype(f"u{max(8, bits) // 8}"), _inverted(images)))


def _nimbers(array: Any) -> NimberArray:
    return cast(NimberArray, array.view(NimberArray))


def _plain(array: Any) -> Any:
    return array.view(np.ndarray) if isinstance(array, np.ndarray) else array


def _field_array(array: Any) -> Any:
    return (
        _plain(NimberArray(array))
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "uO"
        else array
    )


def _operands(function: Any, inputs: list[Any]) -> list[Any]:
    if function is np.power:
        exponent = inputs[1] if isinstance(inputs[1], np.ndarray) and inputs[1].ndim else int(inputs[1])
        return [_field_array(inputs[0]), exponent]
    whole = [int(each) if isinstance(each, int | np.integer) else _field_array(each) for each in inputs]
    if len(whole) == 2 and not any(isinstance(each, np.ndarray) for each in whole):
        whole[0] = _field_array(whole[0])
    return whole


def _product(x: Any, axis: int | None, keepdims: bool) -> Any:
    """Returns the product along an axis, by halves."""
    shape = x.shape
    x = x.reshape(-1) if axis is None else np.moveaxis(x, axis, 0)
    if not len(x):
        x = np.ones((1, *x.shape[1:]), x.dtype)
    while len(x) > 1:
        half = len(x) // 2
        x = np.concatenate([_multiply(x[:half], x[half : 2 * half]), x[2 * half :]])
    product = x[0]
    if keepdims:
        sides = (
            [1] * len(shape)
            if axis is None
            else [1 if i == axis % len(shape) else n for i, n in enumerate(shape)]
        )
        product = np.reshape(product, sides)
    return product


def _matmul(x: Any, y: Any) -> Any:
    """Returns the product of matrices, of vectors, or of stacks of matrices."""
    if not x.ndim or not y.ndim:
        raise RangeError(say("expected matrices or vectors, got a single number"))
    dtype = np.promote_types(x.dtype, y.dtype)
    left, right = x.astype(dtype, copy=False), y.astype(dtype, copy=False)
    if x.ndim == 1:
        left = left[None, :]
    if y.ndim == 1:
        right = right[:, None]
    if left.shape[-1] != right.shape[-2]:
        raise RangeError(say("expected {count} rows, got {got}", count=left.shape[-1], got=right.shape[-2]))
    stacks = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    product = np.zeros((*stacks, left.shape[-2], right.shape[-1]), dtype)
    every_left = np.broadcast_to(left, (*stacks, *left.shape[-2:]))
    every_right = np.broadcast_to(right, (*stacks, *right.shape[-2:]))
    for index in np.ndindex(*stacks):
        _multiply_into(every_left[index], every_right[index], product[index])
    if y.ndim == 1:
        product = product[..., 0]
    return product[..., 0, :] if x.ndim == 1 and y.ndim != 1 else product[..., 0] if x.ndim == 1 else product


def _multiply_into(x: Any, y: Any, out: Any) -> None:
    """Adds the products of each column of x with a row of y, a few rows of x at a time."""
    rows, width = x.shape[0], y.shape[1]
    step = max(1, _AT_ONCE // max(1, width))
    for start in range(0, rows, step):
        part = out[start : start + step]
        tick(lambda start: Step(say("rows"), start, rows), start)
        factors = np.empty(part.shape, out.dtype)
        for k in range(x.shape[1]):
            factors[:] = y[k]
            part ^= _multiply(factors, np.broadcast_to(x[start : start + step, k, None], part.shape))


def _reduce(matrix: Any, columns: int, *, below: bool = False) -> tuple[list[int], int]:
    """Brings the first ``columns`` columns of a matrix into reduced echelon form, in place; with ``below`` it only
    clears the entries below the pivots. Returns the columns of the pivots, and the product of the original pivots."""
    pivots: list[int] = []
    product = 1
    for column in range(columns):
        row = len(pivots)
        if row == len(matrix):
            break
        tick(lambda column: Step(say("columns"), column, columns), column)
        ahead = np.flatnonzero(matrix[row:, column])
        if not len(ahead):
            continue
        if ahead[0]:
            matrix[[row, row + ahead[0]]] = matrix[[row + ahead[0], row]]
        pivot = int(matrix[row, column])
        product = integers.multiply(product, pivot)
        matrix[row, column:] = _multiply(
            matrix[row, column:], np.asarray(integers.inverse(pivot), matrix.dtype)
        )
        rest = slice(row + 1, None) if below else slice(None)
        factors = matrix[rest, column].copy()
        if not below:
            factors[row] = 0
        block = matrix[rest, column:]
        line = np.broadcast_to(matrix[row, column:], block.shape)
        block ^= _multiply(np.ascontiguousarray(line), np.broadcast_to(factors[:, None], block.shape))
        pivots.append(column)
    return pivots, product


# The isomorphism with the fields of galois: a linear map over GF(2), by the images of 1, x, x^2, ...


def _isomorphism(field: Any) -> tuple[int, list[int]]:
    from .nimber_polynomials import roots_of

    bits = getattr(field, "degree", None)
    if getattr(field, "characteristic", None) != 2 or bits not in (1, 2, 4, *_WIDTHS):
        raise RangeError(say("expected a field of galois of 2^n elements, n a power of 2 up to 64"))
    modulus = int(field.irreducible_poly)
    root = min(roots_of([modulus >> i & 1 for i in range(bits + 1)], bits)) if bits > 1 else 1
    images = [1]
    while len(images) < bits:
        images.append(integers.multiply(images[-1], root))
    return cast(int, bits), images


def _linear(x: Any, images: list[int]) -> Any:
    images_sum = np.zeros_like(x)
    for bit, image in enumerate(images):
        images_sum ^= np.where(x >> x.dtype.type(bit) & x.dtype.type(1), x.dtype.type(image), x.dtype.type(0))
    return images_sum


def _inverted(images: list[int]) -> list[int]:
    """Returns the images of the inverse of a linear map over GF(2)."""
    rows = [(image, 1 << bit) for bit, image in enumerate(images)]
    for bit in range(len(images)):
        at = next(i for i in range(bit, len(rows)) if rows[i][0] >> bit & 1)
        rows[bit], rows[at] = rows[at], rows[bit]
        image, source = rows[bit]
        rows = [
            (a ^ image, b ^ source) if i != bit and a >> bit & 1 else (a, b) for i, (a, b) in enumerate(rows)
        ]
    return [source for _, source in rows]
