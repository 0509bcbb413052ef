"""Prim and Dim against the plain definition."""

from __future__ import annotations

from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg

TAKES = {
    "prim": lambda n: [k for k in range(1, n + 1) if gcd(k, n) == 1],
    "dim": lambda n: [k for k in range(1, n + 1) if n % k == 0],
}
MOST = 150


def table(name: str) -> list[int]:
    values: list[int] = []
    for n in range(MOST):
        reached = {values[n - k] for k in TAKES[name](n)}
        values.append(next(value for value in range(MOST) if value not in reached))
    return values


VALUES = {name: table(name) for name in TAKES}


@pytest.mark.parametrize("name", TAKES)
def test_values_and_moves_are_those_of_the_definition(name: str) -> None:
    for n in range(1, MOST):
        position = sg.parse(f"{name} {n}")
        assert position.value == VALUES[name][n], n
        lost = [n - k for k in TAKES[name](n) if VALUES[name][n - k] == 0]
        assert [move.to.text for move in position.winning_moves] == [f"{name} {left}" for left in lost]
        assert position.moves().total == len(list(position.moves())) == len(TAKES[name](n))


@given(st.sampled_from([*TAKES]), st.lists(st.integers(1, MOST - 1), min_size=2, max_size=4))
def test_sums(name: str, heaps: list[int]) -> None:
    position = sg.parse(f"{name} {','.join(map(str, heaps))}")
    total = 0
    for n in heaps:
        total ^= VALUES[name][n]
    assert position.value == total
    wanted = {
        (i, n - k)
        for i, n in enumerate(heaps)
        for k in TAKES[name](n)
        if total and VALUES[name][n - k] == VALUES[name][n] ^ total and n not in heaps[:i]
    }
    found = {(move.index, move.option[0].state) for move in position.winning_moves}
    assert found == wanted


def test_large_heaps() -> None:
    assert sg.dim(2**39).value == 40 and sg.dim(999_999_999_989).moves().total == 2
    assert sg.prim(999_983).value == 78498 and sg.prim(999_981).value == 2
    assert sg.prim(1_000_000).outcome == "P"
    for text in ("prim 1000001", "dim 1000000000001", "prim 0,1e30"):
        with pytest.raises(sg.SpragueError, match="at most"):
            sg.parse(text)


def test_illegal_moves_are_refused() -> None:
    for position, wrong in (
        ("prim 9", "prim 6"),
        ("dim 9", "dim 7"),
        ("prim 9", "prim 0"),
        ("dim 5", "dim 5"),
    ):
        with pytest.raises(sg.SpragueError):
            sg.parse(position).play(wrong)
    assert sg.parse("dim 9").play("dim 0").outcome == "P"
