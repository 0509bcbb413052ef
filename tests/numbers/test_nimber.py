"""Nimbers against their definition, the axioms of a field, and the tables of others."""

# mypy: disable-error-code="arg-type, call-overload, list-item"
# Wrong types are what the tests of errors are about.

from __future__ import annotations

import doctest
import functools
import json
import math
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import gmpy2
import numpy as np
import pytest
from folders import DATA, ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from sprague.numbers import nimber, nimber_arrays, nimber_integers
from sprague.system import native
from sprague.words.errors import RangeError, TooLargeError

DATA = json.loads((DATA / "nimbers.json").read_text())
DTYPES = [np.uint8, np.uint16, np.uint32, np.uint64]


@functools.cache
def product_by_definition(a: int, b: int) -> int:
    """Conway's definition: the mex over everything that the field axioms forbid."""
    return nimber.mex(
        product_by_definition(i, b) ^ product_by_definition(a, j) ^ product_by_definition(i, j)
        for i in range(a)
        for j in range(b)
    )


def numbers(bits: int) -> st.SearchStrategy[int]:
    """Nimbers of up to so many bits, the top bit set in half of them."""
    whole = st.integers(0, (1 << bits) - 1)
    return st.one_of(whole, whole.map(lambda x: x | 1 << (bits - 1)))


ANY = st.one_of(
    numbers(8),
    numbers(64),
    st.integers(200, 5000).flatmap(numbers),
    st.integers(0, 5000).map(lambda i: 1 << i),
)


def test_mex_is_the_smallest_that_is_missing() -> None:
    assert nimber.mex({0, 1, 2, 5, 9}) == 3
    assert nimber.mex([]) == nimber.mex([1]) == 0
    assert nimber.mex(np.arange(5)) == 5


def test_products_follow_the_definition() -> None:
    for a in range(64):
        for b in range(64):
            assert nimber.multiply(a, b) == product_by_definition(a, b)


def test_sums_follow_the_definition() -> None:
    @functools.cache
    def total(a: int, b: int) -> int:
        return nimber.mex([*(total(i, b) for i in range(a)), *(total(a, j) for j in range(b))])

    assert [[total(a, b) for b in range(32)] for a in range(32)] == nimber.add_table(32)


def test_document_003_table_of_addition() -> None:
    assert nimber.add_table(8) == DATA["document_003"]["addition_table"]


def test_document_003_equations() -> None:
    assert nimber.add(2, 1) == 3
    assert nimber.add(3, 1) == 2
    assert nimber.add(3, nimber.add(2, 1)) == 0
    assert nimber.add(nimber.add(22, 7), 25) == 8  # printed as 6 there: 22 was read as 16 + 8


def test_oeis_a051775_products_by_antidiagonals() -> None:
    places = [(i, s - i) for s in range(20) for i in range(s + 1)]
    values = DATA["sequences"]["A051775"]["values"]
    assert [nimber.multiply(*place) for place in places[: len(values)]] == values


def test_oeis_a051917_inverses() -> None:
    values = DATA["sequences"]["A051917"]["values"]
    assert [nimber.inverse(n) for n in range(1, 1 + len(values))] == values


def test_oeis_a160679_square_roots() -> None:
    values = DATA["sequences"]["A160679"]["values"]
    assert [nimber.sqrt(n) for n in range(len(values))] == values


def test_oeis_a006042_squares() -> None:
    values = DATA["sequences"]["A006042"]["values"]
    assert [nimber.power(n, 2) for n in range(len(values))] == values


def test_oeis_a006017_squares_of_powers_of_two() -> None:
    values = DATA["sequences"]["A006017"]["values"]
    assert [nimber.multiply(1 << n, 1 << n) for n in range(len(values))] == values


@settings(deadline=None)
@given(st.integers(3, 14), st.data())
def test_products_of_fermat_powers(k: int, data: st.DataObject) -> None:
    f = 1 << (1 << k)
    x = data.draw(st.integers(0, f - 1))
    assert nimber.multiply(f, f) == f ^ f // 2
    assert nimber.multiply(f, x) == f * x


@settings(deadline=None)
@given(ANY, ANY, ANY)
def test_field_axioms(x: int, y: int, z: int) -> None:
    multiply, add = nimber.multiply, nimber.add
    assert multiply(x, y) == multiply(y, x)
    assert multiply(x, multiply(y, z)) == multiply(multiply(x, y), z)
    assert multiply(x, add(y, z)) == add(multiply(x, y), multiply(x, z))
    assert multiply(x, 1) == x
    assert multiply(x, 0) == 0
    if x and y:
        assert multiply(x, y)
        assert multiply(x, nimber.inverse(x)) == 1
        assert multiply(nimber.divide(x, y), y) == x


@settings(deadline=None)
@given(ANY)
def test_squares_roots_and_artin_schreier(x: int) -> None:
    root = nimber.sqrt(x)
    assert nimber.multiply(root, root) == x == nimber.power(root, 2)
    even, odd = nimber.solve_artin_schreier(x)
    assert nimber.multiply(even, even) ^ even == x
    assert even % 2 == 0
    assert odd == even + 1


def test_artin_schreier_by_trial() -> None:
    for a in range(64):
        found = [x for x in range(256) if nimber.multiply(x, x) ^ x == a]
        assert found == list(nimber.solve_artin_schreier(a))


def test_artin_schreier_may_leave_the_field() -> None:
    assert nimber.solve_artin_schreier(8) == (16, 17)


@settings(deadline=None)
@given(st.one_of(numbers(16), numbers(64), numbers(300)).filter(bool), st.integers(-(10**40), 10**40))
def test_powers_add_their_exponents(x: int, e: int) -> None:
    assert nimber.multiply(nimber.power(x, e), x) == nimber.power(x, e + 1)
    assert nimber.power(x, -e) == nimber.inverse(nimber.power(x, e))


@given(numbers(64), st.integers(0, 40))
def test_powers_are_repeated_products(x: int, e: int) -> None:
    assert nimber.power(x, e) == functools.reduce(nimber.multiply, [x] * e, 1)


def test_powers_of_zero() -> None:
    assert (nimber.power(0, 0), nimber.power(0, 5), nimber.power(0, 10**50)) == (1, 0, 0)
    assert nimber.power(7, 0) == 1


def test_orders_below_256_by_counting() -> None:
    for x in range(1, 256):
        powers = 1
        y = x
        while y != 1:
            y = nimber.multiply(y, x)
            powers += 1
        assert nimber.order(x) == powers


@settings(deadline=None, max_examples=20)
@given(st.one_of(numbers(64), numbers(128), numbers(512)).filter(bool))
def test_order_is_the_least(x: int) -> None:
    e = nimber.order(x)
    assert nimber.power(x, e) == 1
    for k in range(9):
        for p in nimber_integers.fermat_factors(k):
            assert e % p or nimber.power(x, e // p) != 1


@pytest.mark.parametrize(("k", "factor"), [(10, 45592577), pytest.param(11, 319489, marks=pytest.mark.deep)])
def test_order_of_a_number_close_to_the_limit(k: int, factor: int) -> None:
    bits = 2 << k
    x = nimber.power(1 << (bits - 1), factor)  # so that this factor of 2^2^k + 1 is missing
    e = nimber.order(x)
    assert (2**bits - 1) % e == 0
    assert e % factor
    assert nimber.power(x, e) == 1


@pytest.mark.parametrize("k", range(12))
def test_factors_of_fermat_numbers(k: int) -> None:
    factors = nimber_integers.fermat_factors(k)
    assert math.prod(factors) == 2**2**k + 1
    assert all(gmpy2.is_prime(p) for p in factors)
    assert len(set(factors)) == len(factors)
    if k >= 5:
        assert [len(str(p)) for p in sorted(factors)] == DATA["fermat"]["digits"][str(k)]


@pytest.mark.parametrize("n", [0, 1, 3, 8, 17])
def test_multiplication_table(n: int) -> None:
    assert nimber.multiplication_table(n) == [
        [product_by_definition(a, b) for b in range(n)] for a in range(n)
    ]


def test_numbers_of_other_libraries_are_integers() -> None:
    assert nimber.multiply(gmpy2.mpz(6), np.int64(11)) == 10
    assert type(nimber.add(gmpy2.mpz(6), 1)) is int


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: nimber.inverse(0), "0 has no inverse"),
        (lambda: nimber.divide(3, 0), "0 has no inverse"),
        (lambda: nimber.power(0, -1), "0 has no inverse"),
        (lambda: nimber.order(0), "0 has no multiplicative order"),
        (lambda: nimber.order(1 << 4096), "below 2^4096, got one of 4097 bits"),
        (lambda: nimber.add(-1, 2), "expected a whole number >= 0, got -1"),
        (lambda: nimber.sqrt(-4), "expected a whole number >= 0, got -4"),
        (lambda: nimber.multiply(True, 2), "got bool"),
        (lambda: nimber.multiply(2, 1.5), "got float"),
        (lambda: nimber.mex(["1"]), "got str"),
        (lambda: nimber.power(2, 0.5), "got float"),
        (lambda: nimber.add([1], 2), "got list"),
        (lambda: nimber.add_table(-1), "expected a whole number >= 0, got -1"),
        (lambda: nimber.sqrt(np.array([1.5])), "an array of whole numbers, got float64"),
        (lambda: nimber.add(np.array([True]), 1), "an array of whole numbers, got bool"),
        (lambda: nimber.multiply(np.array([1], np.uint8), 256), "expected a number that fits uint8, got 256"),
        (lambda: nimber.multiply(np.array([1], np.uint8), -1), "expected a whole number >= 0, got -1"),
        (lambda: nimber.add(np.zeros(2, np.uint8), np.zeros(3, np.uint8)), "the shapes (2,) and (3,)"),
        (lambda: nimber.power(np.zeros(2, np.uint8), np.zeros(3, int)), "the shapes (2,) and (3,)"),
        (lambda: nimber.power(np.zeros(2, np.uint8), np.zeros(2)), "exponents that are integers"),
        (lambda: nimber.power(1 << 70, np.arange(3)), "expected a number that fits uint64"),
        (lambda: nimber.inverse(np.array([[1, 2], [3, 0]], np.uint8)), "0 has no inverse, at index [1, 1]"),
        (lambda: nimber.power(np.array([3, 0], np.uint8), -1), "0 has no inverse, at index [1]"),
        (
            lambda: nimber.power(np.array([3, 0], np.uint8), np.array([-1, -1])),
            "0 has no inverse, at index [1]",
        ),
        (lambda: nimber.order(np.array([3], np.uint8)), "expected a whole number"),
        (
            lambda: nimber.solve_artin_schreier(np.array([5, 128], np.uint8)),
            "expected numbers below 2^7, got 128 at index [1]",
        ),
    ],
)
def test_errors_say_what_was_expected(call: Any, sentence: str) -> None:
    with pytest.raises(RangeError) as caught:
        call()
    assert sentence in str(caught.value)


def test_a_table_too_large_is_refused() -> None:
    with pytest.raises(TooLargeError):
        nimber.multiplication_table(10**6)


def sample(dtype: Any, size: int, seed: int) -> np.ndarray[Any, Any]:
    """Random numbers of the type, with the extreme ones and a few of smaller fields in front."""
    bits = 8 * np.dtype(dtype).itemsize
    values = np.random.default_rng(seed).integers(0, 1 << bits, size, dtype=dtype)
    values[:4] = [(1 << bits) - 1, 1 << (bits - 1), 1, 2][:size]
    values[4:20] >>= np.dtype(dtype).type(bits // 2)
    return values


KERNELS = ("_products", "_quotients", "_powers", "_inverses", "_roots", "_solutions")
LEVELS = [
    level for level in native.levels() if hasattr(native.library(), f"sprague_nimber_multiply_8_{level}")
]


@pytest.fixture(params=LEVELS, ids=str, scope="module")
def level(request: pytest.FixtureRequest) -> Iterator[str]:
    """Every level of the processor that the kernels are compiled for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "levels", lambda: (request.param,))
        for name in KERNELS:
            patch.setattr(getattr(nimber_arrays, name), "_by_bits", {})
        yield request.param


# 2048 numbers are examined together, blocks have up to 256; 5 more leave a part of a block.
@pytest.mark.kernels
@pytest.mark.parametrize("size", [1, 60, 2048, 4101])
@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_equal_int(dtype: Any, size: int, level: str) -> None:
    x, y = sample(dtype, size, 1), sample(dtype, size, 2)[::-1]
    x[30:31] = 0
    y[y == 0] = 1
    some = [*range(min(40, size)), *range(max(40, size - 10), size)]
    a, b = [int(v) for v in x[some]], [int(v) for v in y[some]]

    for function in (nimber.add, nimber.multiply, nimber.divide):
        result = function(x, y)
        assert result.dtype == dtype
        assert result[some].tolist() == list(map(function, a, b))
    assert nimber.inverse(y)[some].tolist() == list(map(nimber.inverse, b))
    assert nimber.sqrt(x)[some].tolist() == list(map(nimber.sqrt, a))
    assert nimber.power(x, 77)[some].tolist() == [nimber.power(v, 77) for v in a]
    assert nimber.power(x, y)[some].tolist() == list(map(nimber.power, a, b))
    even, odd = nimber.solve_artin_schreier(x >> 1)
    pairs = list(zip(even[some].tolist(), odd[some].tolist(), strict=True))
    assert pairs == [nimber.solve_artin_schreier(v >> 1) for v in a]


@pytest.mark.kernels
def test_arrays_of_all_bytes_equal_int(level: str) -> None:
    every = np.arange(256, dtype=np.uint8)
    table = nimber_integers.byte_tables()
    assert nimber.multiply(every, every[:, None]).tobytes() == b"".join(table.rows)
    assert nimber.inverse(every[1:]).tobytes() == table.inverse[1:]
    assert nimber.sqrt(every).tobytes() == table.root


@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_are_a_field(dtype: Any, level: str) -> None:
    top = np.dtype(dtype).type(1 << 8 * np.dtype(dtype).itemsize - 1)
    x, y, z = (sample(dtype, 20_000, seed) | top for seed in (8, 9, 10))
    assert (nimber.multiply(x, nimber.multiply(y, z)) == nimber.multiply(nimber.multiply(x, y), z)).all()
    assert (nimber.multiply(x, y ^ z) == nimber.multiply(x, y) ^ nimber.multiply(x, z)).all()
    assert (nimber.multiply(x, nimber.inverse(x)) == 1).all()
    assert (nimber.multiply(nimber.divide(x, y), y) == x).all()
    assert (nimber.sqrt(nimber.multiply(x, x)) == x).all()
    even = nimber.solve_artin_schreier(x ^ top)[0]
    assert (nimber.multiply(even, even) ^ even == x ^ top).all()
    assert not (even & 1).any()
    assert (nimber.power(x, -3) == nimber.inverse(nimber.multiply(x, nimber.power(x, 2)))).all()


@pytest.mark.kernels
@given(st.data())
def test_any_arrays_equal_int(level: str, data: st.DataObject) -> None:
    bits = data.draw(st.sampled_from([8, 16, 32, 64]))
    pairs = data.draw(st.lists(st.tuples(numbers(bits), numbers(bits)), max_size=150))
    a, b = ([pair[i] for pair in pairs] for i in range(2))
    x, y = np.array(a, f"u{bits // 8}"), np.array(b, f"u{bits // 8}")
    assert nimber.multiply(x, y).tolist() == list(map(nimber.multiply, a, b))
    assert nimber.sqrt(x).tolist() == list(map(nimber.sqrt, a))
    c = data.draw(numbers(bits))
    assert nimber.multiply(c, x).tolist() == [nimber.multiply(c, v) for v in a]
    if all(b):
        assert nimber.divide(x, y).tolist() == list(map(nimber.divide, a, b))
        assert nimber.inverse(y).tolist() == list(map(nimber.inverse, b))
    else:
        with pytest.raises(RangeError, match=rf"0 has no inverse, at index \[{b.index(0)}\]"):
            nimber.divide(x, y)


@pytest.mark.kernels
@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_follow_the_sequences_of_others(dtype: Any, level: str) -> None:
    def terms(name: str) -> Any:
        values = np.array(DATA["sequences"][name]["values"])
        return values[: min(len(values), 200)].astype(dtype)

    products = terms("A051775")
    places = np.array([(i, s - i) for s in range(20) for i in range(s + 1)], dtype)[: len(products)]
    assert (nimber.multiply(places[:, 0], places[:, 1]) == products).all()
    inverses, roots, squares = terms("A051917"), terms("A160679"), terms("A006042")
    assert (nimber.inverse(np.arange(1, 1 + len(inverses)).astype(dtype)) == inverses).all()
    assert (nimber.sqrt(np.arange(len(roots)).astype(dtype)) == roots).all()
    assert (nimber.power(np.arange(len(squares)).astype(dtype), 2) == squares).all()


@pytest.mark.kernels
def test_large_arrays_go_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = sample(np.uint32, 1000, 11), sample(np.uint32, 1000, 12) | np.uint32(1)
    whole = nimber.divide(x, y)
    monkeypatch.setattr(nimber_arrays, "_SLICE", 300)
    assert (nimber.divide(x, y) == whole).all()
    assert (nimber.multiply(whole, y) == x).all()
    assert (nimber.multiply(x.reshape(50, 20), 7) == nimber.multiply(7, x).reshape(50, 20)).all()
    y[700] = 0
    with pytest.raises(RangeError, match=r"at index \[35, 0\]"):
        nimber.inverse(y.reshape(50, 20))


@pytest.mark.kernels
@pytest.mark.parametrize("dtype", DTYPES)
def test_powers_of_arrays_equal_int(dtype: Any) -> None:
    x = sample(dtype, 60, 3)
    for e in (0, 1, 2, 255, 10**30):
        assert nimber.power(x, e).tolist() == [nimber.power(v, e) for v in x.tolist()]
    x |= np.dtype(dtype).type(1)
    for e in (-1, -7, -(10**30)):
        assert nimber.power(x, e).tolist() == [nimber.power(v, e) for v in x.tolist()]
    group = (1 << 8 * np.dtype(dtype).itemsize) - 1
    special = [0, 1, -1, 2**63 - 1, -(2**63), *(e for e in (group, -group) if abs(e) < 2**63)]
    exponents = np.random.default_rng(4).integers(-(2**63), 2**63 - 1, 60)
    exponents[: len(special)] = special
    assert nimber.power(x, exponents).tolist() == list(map(nimber.power, x.tolist(), exponents.tolist()))
    zeros = np.zeros(5, dtype)
    assert nimber.power(zeros, np.array([0, 1, 2, 2**62, 255])).tolist() == [1, 0, 0, 0, 0]
    large = np.array([2**64 - 1, 2**63], np.uint64)
    assert nimber.power(x[:2], large).tolist() == list(map(nimber.power, x[:2].tolist(), large.tolist()))
    assert nimber.power(5, np.array([3, -1])).tolist() == [13, 12]


@pytest.mark.parametrize("function", [nimber.add, nimber.multiply, nimber.divide])
def test_arrays_broadcast_and_mix_types(function: Any) -> None:
    x, y = np.arange(6, dtype=np.uint8).reshape(2, 3, 1), np.array([1, 300, 70000], np.uint32)
    result = function(x, y)
    assert result.shape == (2, 3, 3)
    assert result.dtype == np.uint32
    for i in np.ndindex(result.shape):
        assert result[i] == function(int(x[i[0], i[1], 0]), int(y[i[2]]))
    assert function(7, y).tolist() == [function(7, v) for v in y.tolist()]
    assert function(y, 7).tolist() == [function(v, 7) for v in y.tolist()]
    assert function(np.empty((0, 3), np.uint64), y).shape == (0, 3)
    assert function(y.astype(">u4"), 7).tolist() == function(y, 7).tolist()


def test_arrays_without_dimensions_and_views() -> None:
    assert nimber.multiply(np.array(6, np.uint8), np.array(11, np.uint8)) == 10
    table = np.arange(10000, dtype=np.uint64).reshape(100, 100)
    assert (nimber.multiply(table.T, table) == nimber.multiply(table, table.T)).all()
    assert nimber.multiply(table.T, table)[3, 7] == nimber.multiply(703, 307)


def test_arrays_leave_their_arguments_alone() -> None:
    x = sample(np.uint64, 50, 5)
    kept = x.copy()
    nimber.multiply(x, x)
    nimber.power(x, 1)[0] = 0
    nimber.power(x, 3)
    assert (x == kept).all()


def test_integers_import_neither_numpy_nor_numba() -> None:
    program = (
        "import sys; from sprague import nimber; nimber.multiply(1 << 3000, 3 << 2000); nimber.order(77);"
        "print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_page_of_theory_runs() -> None:
    page = ROOT / "docs" / "theory" / "nimbers.md"
    failures, examples = doctest.testfile(str(page), module_relative=False)
    assert failures == 0
    assert examples > 15
