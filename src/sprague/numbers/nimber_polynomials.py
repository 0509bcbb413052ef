"""Polynomials over a field of nimbers: ``sg.NimberPolynomial``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import SupportsIndex

from sprague.system.ask import Step, tick
from sprague.words.errors import RangeError
from sprague.words.messages import say

from . import nimber_integers as integers
from .nimber_field import Nimber

#: Coefficients, that of x^0 first, and no 0 at the end.
Coefficients = list[int]


class NimberPolynomial:
    """A polynomial with nimbers as ``coefficients``, that of x^0 first. ``+``, ``*``, ``//`` and ``%`` are those of
    polynomials over the field; a call evaluates. Roots and factors are those over the field of ``bits`` bits: by
    default the least that has all coefficients.

    >>> f = NimberPolynomial([6, 1, 1])
    >>> f, f(2), f.roots(), f.roots(bits=4)
    (NimberPolynomial([6, 1, 1]), Nimber(7), [Nimber(14), Nimber(15)], [Nimber(14), Nimber(15)])
    >>> g = NimberPolynomial.from_roots([2, 3, 3])
    >>> g, g.roots(), [(str(factor), times) for factor, times in g.factors()]
    (NimberPolynomial([3, 2, 2, 1]), [Nimber(2), Nimber(3)], [('x + *2', 1), ('x + *3', 2)])
    """

    def __init__(self, coefficients: Iterable[SupportsIndex]) -> None:
        self.coefficients = tuple(_trimmed([int(Nimber(each)) for each in coefficients]))

    @classmethod
    def from_roots(cls, roots: Iterable[SupportsIndex]) -> NimberPolynomial:
        """Returns the product of x + r over the roots r."""
        product = [1]
        for root in roots:
            product = _times(product, [int(Nimber(root)), 1])
        return cls(product)

    @classmethod
    def interpolate(cls, x: Iterable[SupportsIndex], y: Iterable[SupportsIndex]) -> NimberPolynomial:
        """Returns the polynomial of least degree with these values ``y`` at the different places ``x`` (Newton).

        >>> f = NimberPolynomial.interpolate([0, 1, 2], [5, 7, 1])
        >>> [int(f(x)) for x in range(3)]
        [5, 7, 1]
        """
        places = [int(Nimber(each)) for each in x]
        values = [int(Nimber(each)) for each in y]
        if len(set(places)) != len(places) or len(places) != len(values):
            raise RangeError(say("expected different places, and a value for each"))
        interpolated: Coefficients = []
        basis = [1]
        for place, value in zip(places, values, strict=True):
            gap = value ^ _value(interpolated, place)
            interpolated = _plus(
                interpolated, _scaled(basis, integers.multiply(gap, integers.inverse(_value(basis, place))))
            )
            basis = _times(basis, [place, 1])
        return cls(interpolated)

    @property
    def degree(self) -> int:
        """The degree, -1 for 0."""
        return len(self.coefficients) - 1

    @property
    def bits(self) -> int:
        """The bits of the least field that has all coefficients."""
        return max((Nimber(each).bits for each in self.coefficients), default=1)

    def __call__(self, x: SupportsIndex) -> Nimber:
        return Nimber(_value(self.coefficients, int(Nimber(x))))

    def __add__(self, other: NimberPolynomial) -> NimberPolynomial:
        return NimberPolynomial(_plus(self.coefficients, other.coefficients))

    __sub__ = __add__

    def __mul__(self, other: NimberPolynomial | SupportsIndex) -> NimberPolynomial:
        if isinstance(other, NimberPolynomial):
            return NimberPolynomial(_times(self.coefficients, other.coefficients))
        return NimberPolynomial(_scaled(self.coefficients, int(Nimber(other))))

    __rmul__ = __mul__

    def __divmod__(self, other: NimberPolynomial) -> tuple[NimberPolynomial, NimberPolynomial]:
        quotient, rest = _divided(list(self.coefficients), other.coefficients)
        return NimberPolynomial(quotient), NimberPolynomial(rest)

    def __floordiv__(self, other: NimberPolynomial) -> NimberPolynomial:
        return divmod(self, other)[0]

    def __mod__(self, other: NimberPolynomial) -> NimberPolynomial:
        return divmod(self, other)[1]

    def gcd(self, other: NimberPolynomial) -> NimberPolynomial:
        """Returns the greatest common divisor, whose highest coefficient is 1."""
        return NimberPolynomial(_gcd(list(self.coefficients), list(other.coefficients)))

    def derivative(self) -> NimberPolynomial:
        """Returns the formal derivative."""
        return NimberPolynomial(_derivative(self.coefficients))

    def roots(self, bits: int | None = None) -> list[Nimber]:
        """Returns the roots in the field of ``bits`` bits in ascending order, each once."""
        return [Nimber(root) for root in sorted(roots_of(self._nonzero(), self._field(bits)))]

    def factors(self, bits: int | None = None) -> list[tuple[NimberPolynomial, int]]:
        """Returns the irreducible factors over the field of ``bits`` bits with a highest coefficient of 1, and how
        often each divides (square-free parts, then Cantor and Zassenhaus 1981 with traces)."""
        size = self._field(bits)
        rows = [
            (factor, times)
            for part, times in _square_free(_monic(self._nonzero()))
            for factor in _irreducible(part, size)
        ]
        rows.sort(key=lambda row: (len(row[0]), row[0][::-1], row[1]))
        return [(NimberPolynomial(factor), times) for factor, times in rows]

    def _nonzero(self) -> Coefficients:
        if not self.coefficients:
            raise RangeError(say("every nimber is a root of 0, and every polynomial divides it"))
        return list(self.coefficients)

    def _field(self, bits: int | None) -> int:
        wanted = self.bits if bits is None else bits
        if wanted < self.bits or wanted & (wanted - 1):
            raise RangeError(
                say("expected a power of 2 that is at least {least}, got {got}", least=self.bits, got=wanted)
            )
        return wanted

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NimberPolynomial) and self.coefficients == other.coefficients

    def __hash__(self) -> int:
        return hash(self.coefficients)

    def __repr__(self) -> str:
        return f"NimberPolynomial({list(self.coefficients)})"

    def __str__(self) -> str:
        terms = []
        for power, number in reversed([*enumerate(self.coefficients)]):
            letter = ("", "x")[power > 0] + (f"^{power}" if power > 1 else "")
            if number:
                terms.append(
                    letter if number == 1 and letter else " ".join(filter(None, [f"*{number}", letter]))
                )
        return " + ".join(terms) or "*0"


def roots_of(coefficients: Coefficients, bits: int) -> list[int]:
    """Returns the roots of a polynomial other than 0 in the field of ``bits`` bits: those of its greatest common
    divisor with x^(2^bits) + x, which is split by traces (Berlekamp 1970)."""
    f = _monic(coefficients)
    split = _gcd(f, _plus(_frobenius([0, 1], f, bits), [0, 1])) if len(f) > 1 else [1]
    return [factor[0] for factor in _split(split, 1, bits)]


def _irreducible(f: Coefficients, bits: int) -> list[Coefficients]:
    """Returns the factors of a polynomial without squares: by degree d, from the divisors of x^(q^d) + x, q =
    2^bits."""
    factors = []
    power, degree = [0, 1], 0
    while len(f) - 1 >= 2 * (degree + 1):
        degree += 1
        power = _frobenius(power, f, bits)
        part = _gcd(f, _plus(power, [0, 1]))
        if len(part) > 1:
            factors += _split(part, degree, bits)
            f = _divided(f, part)[0]
            power = _divided(power, f)[1] if len(f) > 1 else [0, 1]
    return [*factors, f] if len(f) > 1 else factors


def _split(f: Coefficients, degree: int, bits: int) -> list[Coefficients]:
    """Returns the irreducible factors of a product of different ones of one degree."""
    dice = Random(f"{f}")
    waiting, factors = [f] if len(f) > 1 else [], []
    while waiting:
        part = waiting.pop()
        if len(part) - 1 == degree:
            factors.append(part)
            continue
        tick(lambda: Step(say("factors"), len(factors)))
        beside = _trimmed([dice.getrandbits(bits) for _ in range(len(part) - 1)])
        trace, power = beside, beside
        for _ in range(bits * degree - 1):
            power = _divided(_squared(power), part)[1]
            trace = _plus(trace, power)
        divisor = _gcd(part, trace)
        if 1 < len(divisor) < len(part):
            waiting += [divisor, _divided(part, divisor)[0]]
        else:
            waiting.append(part)
    return factors


def _square_free(f: Coefficients) -> list[tuple[Coefficients, int]]:
    """Returns the square-free parts of a polynomial with highest coefficient 1, and the times that they divide it."""
    factors = []
    slope = _derivative(f)
    if not slope:  # a polynomial in x^2 is a square
        if len(f) == 1:
            return []
        root = [integers.sqrt(each) for each in f[::2]]
        return [(part, 2 * times) for part, times in _square_free(root)]
    shared = _gcd(f, slope)
    once = _divided(f, shared)[0]
    times = 1
    while len(once) > 1:
        both = _gcd(once, shared)
        if len(both) < len(once):
            factors.append((_divided(once, both)[0], times))
        once, shared = both, _divided(shared, both)[0]
        times += 1
    return [*factors, *_square_free(shared)] if len(shared) > 1 else factors


# Lists of coefficients.


def _trimmed(f: Coefficients) -> Coefficients:
    while f and not f[-1]:
        f.pop()
    return f


def _plus(f: Sequence[int], g: Sequence[int]) -> Coefficients:
    long, short = (f, g) if len(f) >= len(g) else (g, f)
    return _trimmed([a ^ b for a, b in zip(long, short, strict=False)] + list(long[len(short) :]))


def _scaled(f: Sequence[int], number: int) -> Coefficients:
    return _trimmed([integers.multiply(each, number) for each in f])


def _times(f: Sequence[int], g: Sequence[int]) -> Coefficients:
    product = [0] * max(0, len(f) + len(g) - 1)
    for i, a in enumerate(f):
        if a:
            for j, b in enumerate(g):
                product[i + j] ^= integers.multiply(a, b)
    return _trimmed(product)


def _squared(f: Sequence[int]) -> Coefficients:
    product = [0] * max(0, 2 * len(f) - 1)
    product[::2] = [integers.square(each) for each in f]
    return product


def _divided(f: Coefficients, g: Sequence[int]) -> tuple[Coefficients, Coefficients]:
    if not g:
        raise RangeError(say("0 has no inverse"))
    rest, over = list(f), integers.inverse(g[-1])
    quotient = [0] * max(0, len(f) - len(g) + 1)
    for at in reversed(range(len(quotient))):
        number = quotient[at] = integers.multiply(rest[at + len(g) - 1], over)
        if number:
            for i, each in enumerate(g):
                rest[at + i] ^= integers.multiply(each, number)
    return _trimmed(quotient), _trimmed(rest)


def _gcd(f: Coefficients, g: Coefficients) -> Coefficients:
    while g:
        f, g = g, _divided(f, g)[1]
    return _monic(f)


def _monic(f: Coefficients) -> Coefficients:
    return _scaled(f, integers.inverse(f[-1])) if f else f


def _derivative(f: Sequence[int]) -> Coefficients:
    return _trimmed([each if power % 2 else 0 for power, each in enumerate(f)][1:])


def _frobenius(f: Coefficients, modulus: Coefficients, bits: int) -> Coefficients:
    """f^(2^bits) modulo another polynomial."""
    for _ in range(bits):
        f = _divided(_squared(f), modulus)[1]
    return f


def _value(f: Sequence[int], x: int) -> int:
    total = 0
    for each in reversed(f):
        total = integers.multiply(total, x) ^ each
    return total
