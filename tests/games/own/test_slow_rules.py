"""A rule that takes its time, or has no end of options: the budget holds, and what it will take is told."""

from __future__ import annotations

import time
from itertools import count

import pytest

import sprague as sg
from sprague.system.ask import Ask, asking
from sprague.words.errors import BudgetError, TooLargeError

#: CPU seconds of one call.
CALL = 0.02


def burn():
    begun = time.thread_time()
    while time.thread_time() - begun < CALL:
        pass


@pytest.fixture(scope="module")
def games():
    def slow_one(n: int):
        burn()
        return [n - 1] if n else []

    def slow_two(heaps: tuple[int, int]):
        burn()
        a, b = heaps
        return [(a - 1, b)] if a else []

    def slow_word(word: str):
        burn()
        return [word[1:]] if word else []

    return [sg.rule(one) for one in (slow_one, slow_two, slow_word)]


@pytest.mark.parametrize("which", [0, 1, 2], ids=["a heap", "two heaps", "a word"])
def test_the_bound_of_time_holds(games, which):
    game, state = games[which], [150, (150, 0), "a" * 150][which]
    begun = time.thread_time()
    with pytest.raises((BudgetError, TooLargeError)), asking(Ask(seconds=0.5)):
        _ = game[state]
    assert time.thread_time() - begun < 1.5


@pytest.mark.parametrize("which", [0, 1, 2], ids=["a heap", "two heaps", "a word"])
def test_what_it_takes_is_told_before_it_takes_long(games, which):
    game, state = games[which], [151, (151, 0), "b" * 151][which]
    told = []

    def hear(effort, what):
        told.append((effort.seconds, time.thread_time() - begun))
        if effort.seconds > 1:
            raise TooLargeError("told")

    begun = time.thread_time()
    with pytest.raises(TooLargeError), asking(Ask(announce=hear)):
        _ = game[state]
    assert told and told[-1][1] < 1


def test_values_of_a_slow_rule_are_bounded(games):
    for game, to in [(games[0], 200), (games[1], (200, 1))]:
        begun = time.thread_time()
        with pytest.raises(BudgetError), asking(Ask(seconds=0.3)):
            game.values(to)
        assert time.thread_time() - begun < 1.5


def test_a_slow_rule_with_cycles_is_told_and_bounded():
    def slow_ring(n: int):
        burn()
        return [(n + 1) % 60, (n + 2) % 60] if n else []

    told = []

    def hear(effort, what):
        told.append(effort.seconds)
        if effort.seconds > 1:
            raise TooLargeError("told")

    ring = sg.rule(slow_ring)
    with pytest.raises(TooLargeError), asking(Ask(announce=hear)):
        _ = sg.solve(ring(59)).outcome
    assert max(told) > 1
    begun = time.thread_time()
    with pytest.raises((BudgetError, TooLargeError)), asking(Ask(seconds=0.4)):
        _ = sg.solve(ring(58)).outcome
    assert time.thread_time() - begun < 1.5


def test_values_of_a_slow_rule_are_told():
    def slow_row(n: int):
        burn()
        return [n - 1] if n else []

    told = []
    with asking(Ask(announce=lambda effort, what: told.append(effort.seconds))):
        sg.rule(slow_row).values(50)
    assert max(told) > 1


def test_the_bound_of_time_holds_for_options_without_an_end():
    @sg.rule
    def without_an_end(n: int):
        yield from count()

    with pytest.raises(BudgetError), asking(Ask(seconds=0.05)):
        list(without_an_end.successors(3))
