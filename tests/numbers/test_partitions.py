"""Ways to write a number as a sum, against going through all of them, and the published rows."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague.numbers import partitions
from sprague.numbers.partitions import into_parts, multisets


@given(st.integers(-2, 30), st.lists(st.integers(1, 9), max_size=4).map(tuple))
def test_ways_with_given_parts_are_those_one_can_list(n: int, parts: tuple[int, ...]) -> None:
    counts = [range(max(n, 0) // part + 1) for part in parts]
    listed = sum(sum(c * p for c, p in zip(chosen, parts, strict=True)) == n for chosen in product(*counts))
    assert multisets(n, parts) == listed
    with pytest.MonkeyPatch.context() as patch:  # as where the parts have no small common multiple
        patch.setattr(partitions, "MAX_NUMERATOR", 200)
        assert multisets(n, parts) == listed


@pytest.mark.parametrize("count", range(1, 5))
def test_parts_are_counted_alike_and_all_different(count: int) -> None:
    for n in range(25):
        every = [sum(chosen) for chosen in combinations_with_replacement(range(1, n + 1), count)]
        assert into_parts(n, count) == every.count(n)
        different = [sum(chosen) for chosen in combinations(range(1, n + 1), count)]
        assert into_parts(n, count, distinct=True) == different.count(n)


def test_what_is_too_long_to_count() -> None:
    primes = (999_983, 999_979, 999_961)
    assert multisets(10**30, primes) is None
    assert multisets(500_000, primes) == 0


def test_a_number_of_a_thousand_digits() -> None:
    """Into at most two parts n goes in floor(n / 2) + 1 ways; into at most three in round((n + 3)^2 / 12)."""
    n = 10**1500
    assert multisets(n, (1, 2)) == n // 2 + 1
    assert multisets(n, (1, 2, 3)) == (2 * (n + 3) ** 2 + 12) // 24
