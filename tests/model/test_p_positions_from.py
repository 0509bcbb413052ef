"""Lists of P-positions that begin far out, where a theorem lists them: as from the beginning, and at once."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from pace import exceeds

import sprague as sg


def pairs(t):
    """Pairs by their definition: the least number that was in none before, and t n more."""
    used, a, n = {0}, 0, 0
    while True:
        n += 1
        while a in used:
            a += 1
        used |= {a, a + t * n}
        yield a, a + t * n


def fibonacci_numbers():
    a, b = 1, 2
    while True:
        yield (a,)
        a, b = b, a + b


@pytest.mark.parametrize("t", [1, 2, 3, 10, 1000])
def test_pairs_from_any_heap_on(t):
    every = list(islice(pairs(t), 120))
    for start in [*range(80), *range(every[-30][1] - 40, every[-30][1] + 40)]:
        wanted = [pair for pair in every if pair[1] >= start][:3]
        assert sg.game(f"wythoff[t={t}]").p_positions(3, start=start) == wanted, start


def test_fibonacci_numbers_from_any_heap_on():
    every = list(islice(fibonacci_numbers(), 400))
    starts = [*range(60), *(n + d for (n,) in every[10:390] for d in (-1, 0, 1))]
    for start in starts:
        assert sg.fibonacci.p_positions(2, start=start) == [n for n in every if n[0] >= start][:2], start


@pytest.mark.parametrize("game", ["wythoff", "wythoff[t=3]", "fibonacci"])
def test_a_start_of_twenty_thousand_digits_takes_a_moment(game):
    found: list[Any] = []
    assert not exceeds(lambda: found.extend(sg.game(game).p_positions(1, start=10**19999)), 0.25)
    assert max(found[0]) >= 10**19999
