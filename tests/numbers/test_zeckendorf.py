"""Zeckendorf representations: the sum is right, no two parts are neighbours, at every size and in both ways."""

import random
from itertools import pairwise

import gmpy2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague.numbers.zeckendorf import _greedy, _halving, fibonacci_number, top_index, zeckendorf


def check(n, indices):
    indices = list(indices)
    assert sum(gmpy2.fib(i) for i in indices) == n
    assert all(b - a >= 2 for a, b in pairwise(indices))
    assert not indices or indices[0] >= 2
    assert not n or indices[-1] == top_index(n)


@given(st.integers(0, 2**3000))
def test_halving_and_greedy_agree(n):
    check(n, _greedy(n))
    assert list(_halving(n)) == _greedy(n)


@given(st.integers(2, 12_000), st.integers(-2, 2))
def test_beside_fibonacci_numbers_where_the_golden_ratio_is_hardest_to_round(i, beside):
    n = max(0, fibonacci_number(i) + beside)
    check(n, _halving(n))


@given(st.sets(st.integers(0, 9_000), max_size=6))
def test_few_parts_far_apart(chosen):
    n = sum(fibonacci_number(i) for i in chosen)
    check(n, zeckendorf(n))


def test_small_numbers():
    for n in range(3000):
        check(n, zeckendorf(n))
        check(n, _halving(n))


def test_a_number_of_20_000_digits():
    n = random.Random(1).getrandbits(66_439)
    check(n, zeckendorf(n))


@pytest.mark.parametrize("i", [5999, 6000, 20_000, 99_999])
def test_the_top_index_of_large_numbers(i):
    n = fibonacci_number(i)
    assert [top_index(n + d) for d in (-1, 0, 1)] == [i - 1, i, i]
