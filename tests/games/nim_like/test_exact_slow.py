"""Exact and slow Nim, Antonim and cyclic Nimhoff, against plain definitions on tuples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_games import Plain

import sprague as sg

State = tuple[int, ...]


def lower(allowed: Callable[[State], bool]) -> Callable[[State], Iterator[State]]:
    """Moves that lower heaps by amounts that are ``allowed``."""

    def moves(state: State) -> Iterator[State]:
        for amounts in product(*(range(n + 1) for n in state)):
            if allowed(amounts):
                yield tuple(n - k for n, k in zip(state, amounts, strict=True))

    return moves


def touched(amounts: State) -> int:
    return sum(k > 0 for k in amounts)


def antonim(state: State) -> Iterator[State]:
    for after in lower(lambda amounts: touched(amounts) == 1)(state):
        there = [n for n in after if n]
        if len(there) == len(set(there)):
            yield after


def ordered(state: State) -> State:
    return tuple(sorted(state))


def heaps(count: int, most: int) -> list[State]:
    return list(product(range(most + 1), repeat=count))


GAMES = [
    *(
        Plain(f"exact[k={k}]", lower(lambda a, k=k: touched(a) == k), heaps(n, most), normal=ordered)  # type: ignore[misc]
        for k, n, most in ((1, 3, 5), (2, 3, 5), (2, 4, 4), (2, 5, 2), (3, 4, 3))
    ),
    *(
        Plain(
            f"slow[k={k}]", lower(lambda a, k=k: max(a) == 1 and sum(a) <= k), heaps(n, most), normal=ordered
        )  # type: ignore[misc]
        for k, n, most in ((1, 3, 4), (2, 2, 6), (2, 3, 5), (2, 4, 4), (3, 4, 4))
    ),
    *(
        Plain(
            f"exact-slow[k={k}]",
            lower(lambda a, k=k: max(a) == 1 and sum(a) == k),
            heaps(n, most),
            normal=ordered,
        )  # type: ignore[misc]
        for k, n, most in ((1, 3, 4), (2, 3, 6), (2, 4, 4), (3, 4, 4))
    ),
    Plain("princess-and-roses", lower(lambda a: max(a) == 1 and sum(a) <= 2), heaps(4, 4), normal=ordered),
    *(
        Plain(
            f"nimhoff[h={h}]",
            lower(lambda a, h=h: touched(a) == 1 or 0 < sum(a) < h),
            heaps(3, 5),
            normal=ordered,
        )  # type: ignore[misc]
        for h in (1, 2, 3, 5)
    ),
    Plain(
        "antonim",
        antonim,
        [
            (0,) * zeros + chosen
            for n in (1, 2, 3, 4)
            for chosen in combinations(range(1, 9), n)
            for zeros in (0, 1, 2)
        ],
        normal=ordered,
    ),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{len(game.states[0])}")
@settings(max_examples=25)
@given(data=st.data())
def test_positions_agree_with_the_definition(game: Plain, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(game.states))
    game.agrees(state, misere=sum(state) < 8)
    game.reaches(state, data.draw(st.integers(1, 4)))


@pytest.mark.parametrize(
    "text",
    [
        "antonim 1e1000,1e999,5",
        "nimhoff[h=7] 1e1000,1e999,5",
        "exact[k=2] 1e100,1e99,5",
        "exact[k=1] 1e1000,1e999,5",
        "slow[k=2] 1e1000,2e999,5",
        "exact-slow[k=2] 1e1000,7",
        "princess-and-roses 1e1000,2e999,5",
    ],
)
def test_theorems_answer_at_any_size(text: str) -> None:
    position = sg.parse(text)
    assert position.outcome == "N"
    for move in position.winning_moves[:2]:
        assert move.to.outcome == "P"
        assert position.play(move.to.text).text == move.to.text


def test_values_by_others() -> None:
    """Nimhoff with h = 2 is Nim with heaps halved (Fraenkel, Lorberbom 1991), and with h = 1 it is Nim. Antonim with
    two heaps is lost at 1,2 and 3,4 and 5,6 (Winning Ways, ch. 15)."""
    for a, b in combinations(range(1, 20), 2):
        assert sg.parse(f"nimhoff[h=1] {a},{b}").value == a ^ b
        assert (sg.antonim(a, b).outcome == "P") == (b == a + 1 and a % 2 == 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("antonim 3,3", "heaps that differ, got two of 3"),
        ("nimhoff[h=0] 3,4", "h from 1 to 64, got 0"),
        ("nimhoff 3,4", r"\[h=N\]"),
        ("exact[k=x] 3,4", "whole number"),
        ("slow 3", r"\[k=N\], such as \[k=2\]"),
        ("princess-and-roses", "heap sizes"),
    ],
)
def test_what_is_no_position_is_said(text: str, message: str) -> None:
    with pytest.raises(sg.SpragueError, match=message):
        sg.parse(text)
