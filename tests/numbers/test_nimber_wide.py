"""Arrays of nimbers below 2^128, against the numbers themselves and against the definitions of linear algebra."""

from __future__ import annotations

import pickle
from functools import reduce
from operator import xor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague import NimberArray, nimber

pytestmark = pytest.mark.chance
words = st.integers(0, 2**128 - 1) | st.integers(0, 3)
pairs = st.lists(st.tuples(words, words), min_size=1, max_size=4)
squares = st.integers(1, 3).flatmap(
    lambda size: st.lists(st.lists(words, min_size=size, max_size=size), min_size=size, max_size=size)
)


def array(numbers: object) -> NimberArray:
    return NimberArray(numbers, dtype=object)


@given(pairs, st.integers(0, 2**130))
def test_every_number_is_computed_as_it_is_by_itself(both: list[tuple[int, int]], exponent: int) -> None:
    a, b = map(list, zip(*both, strict=True))
    x, y = array(a), array(b)
    assert (x + y).tolist() == [p ^ q for p, q in both]
    assert (x * y).tolist() == [nimber.multiply(p, q) for p, q in both]
    assert (x * 3).tolist() == [nimber.multiply(p, 3) for p in a]
    assert (x * NimberArray([2])).tolist() == [nimber.multiply(p, 2) for p in a]
    assert (np.sqrt(x) ** 2).tolist() == a and (x**exponent).tolist() == [
        nimber.power(p, exponent) for p in a
    ]
    assert int(x.sum()) == reduce(xor, a) and int(np.prod(x)) == reduce(nimber.multiply, a)
    if all(b):
        assert ((x / y) * y).tolist() == a
    again = pickle.loads(pickle.dumps(x))
    assert again.dtype == object and again.tolist() == a


@given(squares)
def test_linear_algebra_is_what_it_is_by_definition(rows: list[list[int]]) -> None:
    matrix, size = array(rows), len(rows)
    product = [
        [reduce(xor, (nimber.multiply(rows[i][k], rows[k][j]) for k in range(size))) for j in range(size)]
        for i in range(size)
    ]
    assert (matrix @ matrix).tolist() == product
    kernel = matrix.null_space()
    assert matrix.rank() + len(kernel) == size and not (matrix @ kernel.T).any()
    assert (int(matrix.det()) != 0) == (matrix.rank() == size)
    if matrix.rank() == size:
        assert (matrix @ matrix.inv()).tolist() == NimberArray.identity(size, object).tolist()
        assert (matrix @ matrix.solve(rows[0])).tolist() == rows[0]


def test_the_type_is_chosen_by_the_numbers_and_others_are_refused() -> None:
    assert NimberArray([2**64, 1]).dtype == object and NimberArray([2**64 - 1, 1]).dtype == np.uint64
    assert (NimberArray([2**100]) + NimberArray([[1], [2]])).shape == (2, 1)
    for wrong in ([2**128], [-1, 2**70], [2**70, "a"], [2**70, 0.5]):
        with pytest.raises(sg.SpragueError, match=r"from 0 to 2\^128 - 1"):
            NimberArray(wrong)
    with pytest.raises(sg.SpragueError, match="a type that holds them"):
        NimberArray([2**70], dtype=np.uint64)
    with pytest.raises(sg.SpragueError, match="0 has no inverse"):
        NimberArray([2**70]) / NimberArray([0])
    with pytest.raises(sg.SpragueError, match="0 has no inverse"):
        NimberArray([2**70, 0]) ** -1
    with pytest.raises(sg.SpragueError, match="broadcast"):
        NimberArray([2**70, 1, 2]) * NimberArray([1, 2])
