"""Games on partitions against their plain definition on sets of squares, and losing partitions by others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_games import Plain

import sprague as sg

Squares = frozenset[tuple[int, int]]


def squares(rows: tuple[int, ...]) -> Squares:
    return frozenset((r, c) for r, length in enumerate(rows) for c in range(length))


def taking(left: Squares) -> Iterator[Squares]:
    if left:
        yield frozenset((r - 1, c) for r, c in left if r)
        yield frozenset((r, c - 1) for r, c in left if c)


def walking(left: Squares) -> Iterator[Squares]:
    return (after for after in taking(left) if after)


def partitions(n: int, most: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for first in range(min(n, most), 0, -1):
        for rest in partitions(n - first, first):
            yield first, *rest


def rows_of(left: Squares) -> str:
    rows = sorted({r for r, _ in left})
    return ",".join(str(sum(r == row for r, _ in left)) for row in rows) or "0"


def plain(name: str) -> Plain:
    def normal(state: Squares | tuple[int, ...]) -> Squares:
        return state if isinstance(state, frozenset) else squares(state)

    return Plain(name, taking if name == "lctr" else walking, [], rows_of, normal)


@pytest.mark.parametrize("name", ["lctr", "downright"])
@settings(max_examples=40)
@given(rows=st.lists(st.integers(1, 6), min_size=1, max_size=5))
def test_positions_agree_with_the_definition(name: str, rows: list[int]) -> None:
    state = squares(tuple(sorted(rows, reverse=True)))
    plain(name).agrees(state, misere=True)
    plain(name).reaches(state, 2)


def test_lost_partitions_of_eight() -> None:
    """Gottlieb lists them in the OEIS, A373457: six hooks, and five others."""
    lost = {rows for rows in partitions(8, 8) if sg.lctr(",".join(map(str, rows))).outcome == "P"}
    hooks = {(8 - k, *(1,) * k) for k in range(1, 7)}
    assert lost == hooks | {(5, 3), (4, 4), (3, 3, 2), (2, 2, 2, 2), (2, 2, 2, 1, 1)}


def test_a_diagram_of_a_million_squares() -> None:
    """A square diagram is lost: each move is answered by the other one (Gottlieb, Ilić, Krnc 2023)."""
    assert sg.lctr(1000, 1000).outcome == "P"
    assert sg.lctr(1000, 1001).outcome == "N"
