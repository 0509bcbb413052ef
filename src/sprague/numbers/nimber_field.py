"""A nimber as a number: ``sg.Nimber``, with the operators of a field."""

from __future__ import annotations

from typing import SupportsIndex

from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError
from sprague.words.messages import say

from . import nimber
from . import nimber_integers as integers

#: The most bits of a field in which discrete logarithms are found: the largest prime that divides 2^64 - 1 is 6700417.
LOG_BITS = 64


class Nimber:
    """A nimber. ``+`` and ``-`` are the nim-sum, ``*`` the nim-product, ``/`` its inverse, ``**`` powers with ordinary
    exponents; ints beside a nimber are nimbers. Nimbers of any size are exact.

    >>> a = Nimber(6)
    >>> a + 11, a * 11, 1 / a, a**-1 * a, a.sqrt() ** 2, a**10**100
    (Nimber(13), Nimber(10), Nimber(9), Nimber(1), Nimber(6), Nimber(2))
    >>> f"{a}", int(a), a == 6
    ('*6', 6, True)
    """

    __slots__ = ("_value",)

    def __init__(self, value: SupportsIndex | Nimber = 0) -> None:
        number = index_of(value)
        if number is None or number < 0:
            raise RangeError(say("expected a whole number >= 0, got {got}", got=shown(value)))
        self._value = number

    def __reduce__(self) -> tuple[type[Nimber], tuple[int]]:
        return Nimber, (self._value,)

    def __int__(self) -> int:
        return self._value

    __index__ = __int__

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return self._value == other._value if isinstance(other, Nimber) else self._value == other

    def __lt__(self, other: SupportsIndex) -> bool:
        """Returns whether the nimber is a smaller ordinal; the order has nothing to do with the field."""
        number = index_of(other)
        return NotImplemented if number is None else self._value < number

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return f"Nimber({self._value})"

    def __str__(self) -> str:
        return f"*{self._value}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    # The field

    def __add__(self, other: SupportsIndex) -> Nimber:
        number = _beside(other)
        return NotImplemented if number is None else Nimber(self._value ^ number)

    __radd__ = __sub__ = __rsub__ = __xor__ = __rxor__ = __add__

    def __neg__(self) -> Nimber:
        return self

    def __mul__(self, other: SupportsIndex) -> Nimber:
        number = _beside(other)
        return NotImplemented if number is None else Nimber(integers.multiply(self._value, number))

    __rmul__ = __mul__

    def __truediv__(self, other: SupportsIndex) -> Nimber:
        number = _beside(other)
        return NotImplemented if number is None else Nimber(nimber.divide(self._value, number))

    def __rtruediv__(self, other: SupportsIndex) -> Nimber:
        number = _beside(other)
        return NotImplemented if number is None else Nimber(nimber.divide(number, self._value))

    def __pow__(self, exponent: SupportsIndex) -> Nimber:
        number = index_of(exponent)
        return NotImplemented if number is None else Nimber(nimber.power(self._value, number))

    def sqrt(self) -> Nimber:
        """Returns the square root: every nimber has exactly one."""
        return Nimber(integers.sqrt(self._value))

    @property
    def bits(self) -> int:
        """The number n = 2^k of bits of the least field GF(2^n) of nimbers that has this one.

        >>> Nimber(1).bits, Nimber(2).bits, Nimber(300).bits
        (1, 2, 16)
        """
        return 1 << max(self._value.bit_length() - 1, 0).bit_length()

    @property
    def degree(self) -> int:
        """The degree over GF(2): that of the minimal polynomial. It is :attr:`bits`, for the fields that lie in a
        field of 2^k bits are those of 2^j bits."""
        return self.bits

    def trace(self, bits: int | None = None) -> int:
        """Returns the trace over GF(2), 0 or 1, from the field of ``bits`` bits (by default the least): the sum of the
        conjugates. It is the highest bit (Conway 1976; Lenstra 1978).

        >>> Nimber(8).trace(), Nimber(7).trace(4), sum(Nimber(8).conjugates(), Nimber())
        (1, 0, Nimber(1))
        """
        wanted = self.bits if bits is None else bits
        if wanted < self.bits or wanted & (wanted - 1):
            raise RangeError(
                say("expected a power of 2 that is at least {least}, got {got}", least=self.bits, got=wanted)
            )
        return self._value >> (wanted - 1) & 1

    def conjugates(self) -> list[Nimber]:
        """Returns x, x^2, x^4, ...: the images under the automorphisms of the least field."""
        images = [self._value]
        while (square := integers.square(images[-1])) != self._value:
            images.append(square)
        return [Nimber(value) for value in images]

    def minimal_polynomial(self) -> tuple[int, ...]:
        """Returns the coefficients of the minimal polynomial over GF(2), that of x^0 first.

        >>> Nimber(2).minimal_polynomial(), Nimber(4).minimal_polynomial()
        ((1, 1, 1), (1, 1, 0, 0, 1))
        """
        product = [1]
        for root in self.conjugates():
            longer = [0, *product]
            for i, coefficient in enumerate(product):
                longer[i] ^= integers.multiply(coefficient, int(root))
            product = longer
        return tuple(product)

    def order(self) -> int:
        """Returns the multiplicative order; see :func:`sprague.nimber.order`."""
        return nimber.order(self._value)

    def log(self, base: SupportsIndex | Nimber) -> int:
        """Returns the least e >= 0 with base ** e equal to this nimber, both below 2^64 (Pohlig, Hellman 1978, with
        Shanks's baby steps for each prime).

        Raises RangeError if there is none.

        >>> Nimber(3).log(2), (Nimber(2**63 + 1) ** 123456789).log(2**63 + 1)
        (2, 123456789)
        """
        x, b = self._value, int(Nimber(base))
        if x == 0 or b == 0:
            raise RangeError(say("0 has no discrete logarithm, and is the base of none"))
        if max(x, b).bit_length() > LOG_BITS:
            raise RangeError(say("expected nimbers below 2^{bits}", bits=LOG_BITS))
        size = integers.order(b)
        if integers.power(x, size) != 1:
            raise RangeError(say("{x} is no power of {base}", x=str(self), base=f"*{b}"))
        exponent, modulus = 0, 1
        for prime in _primes(size):  # the order divides 2^64 - 1, a product of different primes
            rest = size // prime
            digit = _small_log(integers.power(x, rest), integers.power(b, rest), prime)
            exponent += modulus * ((digit - exponent) * pow(modulus, -1, prime) % prime)
            modulus *= prime
        return exponent

    def artin_schreier(self) -> tuple[Nimber, Nimber]:
        """Returns both solutions x of x * x + x = self; see :func:`sprague.nimber.solve_artin_schreier`.

        >>> Nimber(1).artin_schreier()
        (Nimber(2), Nimber(3))
        """
        x = integers.artin_schreier(self._value)
        return Nimber(x), Nimber(x + 1)


def _beside(other: object) -> int | None:
    """Returns an operand as a nimber, if it is a nimber or a whole number, otherwise None."""
    number = index_of(other)
    if number is not None and number < 0:
        raise RangeError(say("expected a whole number >= 0, got {got}", got=number))
    return number


def _primes(order: int) -> list[int]:
    """Returns the primes that divide an order, which divides 2^64 - 1."""
    primes = [3, 5, 17, 257, *integers.fermat_factors(4), *integers.fermat_factors(5)]
    return [prime for prime in primes if order % prime == 0]


def _small_log(x: int, base: int, size: int) -> int:
    """Returns the e with base^e = x, in the group of ``size`` elements that base generates."""
    step = int(size**0.5) + 1
    baby: dict[int, int] = {}
    power = 1
    for i in range(step):
        baby.setdefault(power, i)
        power = integers.multiply(power, base)
    back = integers.inverse(power)
    for i in range(step + 1):
        if x in baby:
            return i * step + baby[x]
        x = integers.multiply(x, back)
    raise AssertionError("an element of the group that no power reaches")
