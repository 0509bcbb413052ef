"""Integers of any size: multiples of roots, exactly."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sprague.numbers import integers


@given(st.integers(0, 2**5000), st.integers(1, 200))
@settings(deadline=None)
def test_multiples_of_roots_are_exact(n, d):
    assert integers.floor_root_multiple(n, d) == math.isqrt(d * n * n)
    assert integers.floor_root_multiples(n, d)[1] == math.isqrt(d * (n + 1) ** 2)


@pytest.mark.parametrize("bits", [3999, 4000, 4001, 9000, 20000])
@pytest.mark.parametrize("d", [4, 5, 8, 9, 13, 10**9 + 7])
def test_long_multiples_of_roots_are_exact(bits, d):
    for n in (2**bits - 1, 2**bits, 2**bits + 1, 3**bits >> (bits // 2)):
        found = integers.floor_root_multiples(n, d)
        assert found == (math.isqrt(d * n * n), math.isqrt(d * (n + 1) ** 2))


@pytest.mark.parametrize("distance", [-1, 0, 1])
def test_multiples_that_are_almost_whole_numbers(distance):
    """n and x with x^2 - 2n^2 = 1 or -1 (Pell): n * sqrt(2) is closer to x than any fixed number of places tells."""
    n, x = 0, 1
    while n.bit_length() < 6000:
        n, x = n + x, 2 * n + x
    floor, beyond = integers.floor_root_multiples(n + distance, 2)
    assert floor == math.isqrt(2 * (n + distance) ** 2)
    assert beyond == math.isqrt(2 * (n + distance + 1) ** 2)


def test_the_roots_that_are_kept_are_few():
    for d in range(2, 40):
        integers.floor_root_multiple(2**5000, d)
    assert len(integers._roots) <= 8
    assert integers.floor_root_multiple(2**5000, 39) == math.isqrt(39 << 10000)
