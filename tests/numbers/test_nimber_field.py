"""The field of nimbers: numbers, arrays, matrices and polynomials, against its axioms and against galois."""

from __future__ import annotations

import functools
import itertools
import json
import operator
import pickle

import numpy as np
import pytest
from folders import ROOT
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague import Nimber, NimberArray, NimberPolynomial, nimber

GALOIS = json.loads((ROOT / "tests/data/nimber_field.json").read_text("utf-8"))["fields"]
pytestmark = pytest.mark.chance
nimbers = st.integers(0, 2**64 - 1).map(Nimber) | st.integers(0, 15).map(Nimber) | st.integers(0).map(Nimber)


class Field:
    """What is used of a field of galois: its polynomial, and that the class makes arrays."""

    def __init__(self, known: dict) -> None:
        self.characteristic, self.degree, self.irreducible_poly = 2, known["bits"], known["polynomial"]

    def __call__(self, array: np.ndarray) -> list[int]:
        return array.ravel().tolist()

    def nimbers(self, numbers: list[int]) -> NimberArray:
        names = ("characteristic", "degree", "irreducible_poly")
        kind = type("Elements", (np.ndarray,), {name: getattr(self, name) for name in names})
        return NimberArray.from_galois(np.array(numbers, np.uint64).view(kind))


@given(nimbers, nimbers, nimbers)
def test_axioms_of_the_field(a, b, c):
    assert a + b == b + a and (a + b) + c == a + (b + c) and a + a == 0 and a + 0 == a - 0 == -a
    assert a * b == b * a and (a * b) * c == a * (b * c) and a * 1 == a and a * (b + c) == a * b + a * c
    if a:
        assert a / a == 1 and b / a * a == b and a**-1 == 1 / a and a**-3 * a**2 == 1 / a
    assert a.sqrt() ** 2 == a and (a + b).sqrt() == a.sqrt() + b.sqrt()
    x, y = a.artin_schreier()
    assert x * x + x == a == y * y + y and x + y == 1


def test_products_are_those_of_the_definition():
    """The product is the mex of a'b + ab' + a'b' (Conway 1976)."""
    table = [[0] * 32 for _ in range(32)]
    for a, b in itertools.product(range(32), repeat=2):
        smaller = {table[i][b] ^ table[a][j] ^ table[i][j] for i in range(a) for j in range(b)}
        table[a][b] = next(n for n in itertools.count() if n not in smaller)
        assert Nimber(a) * Nimber(b) == table[a][b]
    assert (NimberArray(range(32)).reshape(-1, 1) * NimberArray(range(32))).tolist() == table


@given(st.integers(0, 2**16 - 1).map(Nimber) | st.integers(0, 2**64 - 1).map(Nimber))
def test_conjugates_trace_and_minimal_polynomial(a):
    conjugates = a.conjugates()
    assert len(set(conjugates)) == len(conjugates) == a.degree == a.bits
    assert sum(conjugates, Nimber()) == a.trace() and a.trace(2 * a.bits) == 0
    least = NimberPolynomial(a.minimal_polynomial())
    assert set(least.coefficients) <= {0, 1} and least.degree == a.degree and least(a) == 0


@given(st.integers(2, 2**64 - 1), st.integers(0, 2**64 - 2))
def test_discrete_logarithms(base, exponent):
    x = Nimber(base) ** exponent
    found = x.log(base)
    assert Nimber(base) ** found == x and found == exponent % Nimber(base).order()


def test_discrete_logarithms_that_there_are_not():
    with pytest.raises(sg.SpragueError, match=r"\*4 is no power of \*2"):
        Nimber(4).log(2)
    for x, base in ((0, 3), (3, 0), (2**64, 3)):
        with pytest.raises(sg.SpragueError):
            Nimber(x).log(base)


def test_numbers_behave_as_numbers():
    a = Nimber(6)
    assert (
        {a: 1}[6] == 1 and a == 6 and a == 6 and a != Nimber(7) and sorted([Nimber(3), a, Nimber(1)])[0] == 1
    )
    assert pickle.loads(pickle.dumps(a)) == a and f"{a:>4}" == "  *6" and [10, 20, 30][Nimber(2)] == 30
    assert 11 + a == a + 11 and 1 - a == 7 and 11 * a == 10 and isinstance(11 * a, Nimber)
    for wrong in (-1, 2.5, "3", None):
        with pytest.raises(sg.SpragueError):
            Nimber(wrong)
    with pytest.raises(TypeError):
        a + 2.5
    with pytest.raises(sg.SpragueError, match="inverse"):
        a / 0


@pytest.mark.parametrize("known", GALOIS, ids=lambda known: str(known["bits"]))
def test_the_same_as_in_galois(known):
    field = Field(known)
    read = {name: field.nimbers(known[name]) for name in known if isinstance(known[name], list)}
    a, b = read["a"], read["b"]
    assert a.to_galois(field) == known["a"]
    assert (a * b).to_galois(field) == known["product"] and (a / b).to_galois(field) == known["quotient"]
    matrix = read["matrix"].reshape(4, 4)
    assert matrix.inv().to_galois(field) == known["inverse"]
    assert matrix.det().to_galois(field) == [known["determinant"]] and matrix.rank() == 4
    assert matrix.solve(read["vector"]).to_galois(field) == known["solution"]
    polynomial = NimberPolynomial(read["coefficients"].tolist())
    assert polynomial.roots(known["bits"]) == sorted(field.nimbers(known["roots"]).tolist())


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_matrices(dtype):
    dice = np.random.default_rng(7)
    top = np.iinfo(dtype).max
    a = NimberArray(dice.integers(0, top, (9, 7), dtype), dtype)
    b = NimberArray(dice.integers(0, top, (7, 5), dtype), dtype)
    plain = [
        [functools.reduce(operator.xor, (nimber.multiply(int(x), int(y)) for x, y in zip(row, column, strict=True)))
         for column in b.numbers.T] for row in a.numbers
    ]  # fmt: skip
    assert (a @ b).tolist() == plain and (a @ b).dtype == dtype
    assert (a[0] @ b).tolist() == plain[0] and (a @ b[:, 0]).tolist() == [row[0] for row in plain]
    assert int(a[0] @ b[:, 0]) == plain[0][0]
    stack = np.stack([a, a + a]) @ b
    assert stack[0].tolist() == plain and not stack[1].any()
    null = (b.T @ b @ a.T[:5]).null_space()
    assert not (b.T @ b @ a.T[:5] @ null.T).any() and null.rank() == len(null) >= 4
    square = NimberArray(dice.integers(0, top, (8, 8), dtype), dtype)
    right = square[:, :3] * square[0, 0]
    assert (square @ square.solve(right) == right).all()
    assert (square @ square.inv() == NimberArray.identity(8)).all()
    assert (square @ square).det() == square.det() * square.det()
    again = square.copy()
    again[3] = square[1] * 3 + square[2]
    assert again.det() == 0 and again.rank() == 7
    with pytest.raises(sg.SpragueError, match="no inverse"):
        again.inv()


def test_determinants_are_sums_over_permutations():
    dice = np.random.default_rng(1)
    for size in range(1, 5):
        a = NimberArray(dice.integers(0, 256, (size, size)), np.uint8)
        every = (
            functools.reduce(nimber.multiply, (int(a[i, p[i]]) for i in range(size)))
            for p in itertools.permutations(range(size))
        )
        assert int(a.det()) == functools.reduce(operator.xor, every)


def test_arrays_at_numpys_manners():
    a, b = NimberArray([[1, 2, 3], [4, 5, 6]]), NimberArray([7, 8, 9])
    assert isinstance(a + b, NimberArray) and (a - b == a + b).all() and (a + a == 0).all()
    assert (a * b).tolist() == nimber.multiply(a.numbers, b.numbers).tolist() == (b * a).tolist()
    assert (a * 3 == 3 * a).all() and (a / b * b == a).all() and (a**3 == a * a * a).all()
    assert (
        (np.sqrt(a) ** 2 == a).all()
        and (np.reciprocal(b) * b == 1).all()
        and (b ** np.array([0, 1, -1]))[0] == 1
    )
    out = np.empty_like(a)
    assert np.multiply(a, b, out=out) is out and (out == a * b).all()
    out *= b
    assert (out == a * b * b).all()
    assert a.sum() == 1 ^ 2 ^ 3 ^ 4 ^ 5 ^ 6 and a.sum(axis=0).tolist() == [5, 7, 5]
    assert a.prod(axis=1).tolist() == [1 and nimber.multiply(2, 3), nimber.multiply(nimber.multiply(4, 5), 6)]
    assert np.multiply.outer(b, b).shape == (3, 3) and np.add.accumulate(b).tolist() == [7, 15, 6]
    assert (a * NimberArray(300)).dtype == np.uint16 and isinstance(a[0], NimberArray) and a[a > 2].size == 4
    assert pickle.loads(pickle.dumps(a)).tolist() == a.tolist()
    for ask in (lambda: np.sin(a), lambda: np.multiply.reduceat(b, [0]), lambda: a // b):
        with pytest.raises(TypeError, match="not defined for nimbers"):
            ask()
    for wrong in ([-1], [2**128], [1.5], ["a"], None):
        with pytest.raises(sg.SpragueError):
            NimberArray(wrong)
    with pytest.raises(sg.SpragueError, match="at least uint16"):
        NimberArray([300], np.uint8)
    with pytest.raises(sg.SpragueError, match="expected out of uint16"):
        np.multiply(NimberArray([300]), 2, out=np.empty(1, np.uint8).view(NimberArray))


fields = st.sampled_from([1, 2, 4, 8])
polynomials = fields.flatmap(
    lambda bits: st.tuples(
        st.just(bits),
        st.lists(st.integers(0, 2**bits - 1), max_size=6).map(lambda low: NimberPolynomial([*low, 1])),
    )
)


@given(polynomials, polynomials)
def test_polynomials(one, two):
    bits, f = max(one, two, key=lambda pair: pair[0])[0], one[1]
    g = two[1]
    assert (f * g + f) // f == g + NimberPolynomial([1]) and not ((f * g) % g).coefficients
    assert (
        (f * g).gcd(f * f) % f == NimberPolynomial([])
        and (f * g)(5) == f(5) * g(5)
        and (f + g)(9) == f(9) + g(9)
    )
    assert f.roots(bits) == [x for x in range(2**bits) if f(x) == 0]
    product = f * g * g
    factors = product.factors(bits)
    again = [factor for factor, times in factors for _ in range(times)]
    assert functools.reduce(operator.mul, again, NimberPolynomial([1])) == product
    for factor, _ in factors:
        assert factor.factors(bits) == [(factor, 1)]
        assert factor.degree == 1 or not factor.roots(bits)


def test_irreducible_polynomials_are_counted_as_by_gauss():
    """Over GF(2) 2, 1, 2, 3, 6 of degrees 1 to 5, over GF(4) 4, 6, 20 (Gauss; OEIS A001037, A027377)."""
    for bits, numbers in ((1, [2, 1, 2, 3, 6]), (2, [4, 6, 20])):
        for degree, number in enumerate(numbers, 1):
            every = itertools.product(range(2**bits), repeat=degree)
            found = [
                f
                for low in every
                if len(f := NimberPolynomial([*low, 1]).factors(bits)) == 1 and f[0][1] == 1
            ]
            assert len(found) == number


@given(st.dictionaries(st.integers(0, 2**32), st.integers(0, 2**32), max_size=8))
def test_interpolation(points):
    f = NimberPolynomial.interpolate(points, points.values())
    assert f.degree < max(1, len(points)) and all(f(x) == y for x, y in points.items())
    roots = [*points]
    assert all(NimberPolynomial.from_roots(roots)(root) == 0 for root in roots)


def test_polynomials_that_are_refused():
    zero = NimberPolynomial([0, 0])
    assert (
        zero.degree == -1 and str(zero) == "*0" and str(NimberPolynomial([6, 0, 1, 3])) == "*3 x^3 + x^2 + *6"
    )
    for ask in (zero.roots, zero.factors, lambda: divmod(NimberPolynomial([1, 1]), zero)):
        with pytest.raises(sg.SpragueError):
            ask()
    with pytest.raises(sg.SpragueError, match="different places"):
        NimberPolynomial.interpolate([1, 1], [2, 3])
    with pytest.raises(sg.SpragueError, match="power of 2"):
        NimberPolynomial([16, 1]).roots(bits=4)
