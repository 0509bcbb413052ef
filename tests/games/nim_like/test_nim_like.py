"""Relatives of Nim, against plain definitions on tuples that share no line with the package."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from seeds import SEED

import sprague as sg

State = tuple[int, ...]


def staircase(state: State) -> Iterator[State]:
    for step, coins in enumerate(state):
        for k in range(1, coins + 1):
            after = [*state]
            after[step] -= k
            if step:
                after[step - 1] += k
            yield tuple(after)


def euclid(state: State) -> Iterator[State]:
    a, b = state
    for times in range(1, 100):
        if b and a >= b and a - times * b >= 0:
            yield (a - times * b, b)
        elif a and b > a and b - times * a >= 0:
            yield (a, b - times * a)


def euclid_positive(state: State) -> Iterator[State]:
    return (after for after in euclid(state) if min(after) > 0)


def end_nim(state: State) -> Iterator[State]:
    for end in (0, len(state) - 1):
        for n in range(state[end]):
            yield tuple(m for m in (*state[:end], n, *state[end + 1 :]) if m) or (0,)


def moore(k: int, state: State) -> Iterator[State]:
    for after in product(*(range(n + 1) for n in state)):
        if 0 < sum(n != m for n, m in zip(state, after, strict=True)) <= k:
            yield after


def welter(state: State) -> Iterator[State]:
    for square in state:
        for to in range(square):
            if to not in state:
                yield tuple(sorted({*state, to} - {square}))


def silver_dollar(state: State) -> Iterator[State]:
    for coin, square in enumerate(state):
        for to in range(square - 1, -1, -1):
            if to in state:
                break
            yield (*state[:coin], to, *state[coin + 1 :])


Moves = Callable[[State], Iterator[State]]
GAMES: dict[str, tuple[Moves, list[State]]] = {
    "staircase": (staircase, [*product(range(4), repeat=3)]),
    "euclid": (euclid, [*product(range(14), repeat=2)]),
    "euclid[positive]": (euclid_positive, [*product(range(1, 14), repeat=2)]),
    "end-nim": (end_nim, [state for n in (1, 2, 3) for state in product(range(1, 5), repeat=n)]),
    "moore[k=1]": (functools.partial(moore, 1), [*product(range(4), repeat=3)]),
    "moore[k=2]": (functools.partial(moore, 2), [*product(range(4), repeat=3)]),
    "moore[k=3]": (functools.partial(moore, 3), [*product(range(3), repeat=4)]),
    "welter": (welter, [state for n in (1, 2, 3) for state in combinations(range(9), n)]),
    "silver-dollar": (silver_dollar, [state for n in (1, 2, 3, 4) for state in combinations(range(8), n)]),
}


def definition(moves: Moves) -> tuple[Callable[[State], int], Callable[[State], bool]]:
    @functools.cache
    def value(state: State) -> int:
        reached = {value(after) for after in moves(state)}
        return next(n for n in range(len(reached) + 1) if n not in reached)

    @functools.cache
    def misere(state: State) -> bool:
        options = list(moves(state))
        return not options or not all(misere(after) for after in options)

    return value, misere


def state_of(move: Any, before: State) -> State:
    """The state that a move leaves; one that is over may be left out, and stands for zeros."""
    after = move.to.components[0].state
    return tuple(after) if isinstance(after, tuple) else (0,) * len(before)


@pytest.mark.parametrize("name", GAMES)
def test_small_positions_agree_with_the_definition(name: str) -> None:
    moves, states = GAMES[name]
    value, misere = definition(moves)
    dice = Random(SEED)
    for state in states:
        if len(states) > 150 and dice.random() < 0.5:
            continue
        position = sg.parse(f"{name} {','.join(map(str, state))}")
        lost = {after for after in moves(state) if value(after) == 0}
        assert (position.outcome, position.value) == ("N" if lost else "P", value(state)), state
        assert position.moves().total == len(set(moves(state))), state
        winning = [state_of(move, state) for move in position.winning_moves]
        assert len(winning) == position.winning_moves.total == len(lost), state
        # A symmetric game sorts its heaps.
        assert {tuple(sorted(after)) for after in winning} == {tuple(sorted(after)) for after in lost}, state
        if dice.random() < 0.1:
            assert sg.parse(f"misere {position.text}").outcome == "PN"[misere(state)], state


@pytest.mark.parametrize("name", GAMES)
def test_moves_to_every_value(name: str) -> None:
    """In a sum with a heap the winning moves reach values other than 0."""
    moves, states = GAMES[name]
    value, _ = definition(moves)
    for state in Random(SEED).sample(states, 8):
        for heap in (1, 2, 3):
            position = sg.parse(f"{name} {','.join(map(str, state))} + *{heap}")
            wanted = {after for after in moves(state) if value(after) == heap}
            own = [move for move in position.winning_moves if move.to.text.endswith(f"*{heap}")]
            assert len(own) == (len(wanted) if value(state) != heap else 0), position


def test_values_by_others() -> None:
    """Two coins of Welter's game are worth (a xor b) - 1 (Winning Ways, ch. 15). Nivasch 2006: Euclid."""
    for a, b in combinations(range(40), 2):
        assert sg.welter(a, b).value == (a ^ b) - 1
    for a, b in product(range(1, 30), repeat=2):
        large, small = max(a, b), min(a, b)
        assert sg.parse(f"euclid[positive] {a},{b}").value == (large**2 - small**2) // (large * small)


@pytest.mark.parametrize(
    "text",
    [
        "staircase 1e1000,7,2^3000",
        "welter 1e1000,1e999,12345",
        "silver-dollar 1e1000,1e999,5",
        "moore[k=2] 1e300,7e299,3e299,5",
        "euclid 1e1000,7e998",
    ],
)
def test_formulas_answer_at_any_size(text: str) -> None:
    position = sg.parse(text)
    assert position.outcome == "N"
    for move in position.winning_moves[:3]:
        assert move.to.outcome == "P"
        assert position.play(move.to.text).text == move.to.text


def test_euclid_on_fibonacci_numbers_is_decided_by_its_length() -> None:
    """Every quotient is 1, so every move is forced (Cole, Davie 1969)."""
    a, b = 1, 2
    for n in range(500):
        assert sg.euclid(a, b).outcome == "NP"[n % 2]
        a, b = b, a + b


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("moore 3,4", r"\[k=N\]"),
        ("moore[k=0] 3,4", "k from 1 to 12, got 0"),
        ("euclid[x] 3,4", r"\[positive\]"),
        ("euclid[positive] 0,4", "positive numbers, got 0"),
        ("welter 3,3", "one coin on a square, got two on 3"),
        ("welter a", "squares of the coins"),
        ("silver-dollar ..x", "squares of the coins"),
    ],
)
def test_what_is_no_position_is_said(text: str, message: str) -> None:
    with pytest.raises(sg.SpragueError, match=message):
        sg.parse(text)


def test_exact_nim_of_one_heap_rests_on_bouton() -> None:
    position = sg.parse("exact[k=1] 3,4,5,6")  # more than 2k heaps: the value is 4, and 18 moves are possible
    assert "Bouton" in str(position.solve().evidence.sentence)
    rules: Any = position.components[0].ruleset
    assert not any("Tetris" in str(step) for step in rules.steps)
