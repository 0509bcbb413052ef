"""Laws whose values are 0 and the odious numbers, by the places of digits (math.stackexchange.com, question 95518)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import sprague as sg
from sprague.discovery.automata.numeration import system
from sprague.discovery.laws import engine
from sprague.discovery.laws.law import odious
from sprague.discovery.laws.naming import lowest
from sprague.discovery.reading.rule import read_rule
from sprague.numbers.sums import mex
from sprague.workbench import registry


def twice(n):
    """Take twice as many as you then put on a second heap."""
    return [(n - 2 * b, n - b) for b in range(1, n // 2 + 1)]


def one_heap_or_two(n):
    """The same, or without the second heap."""
    return [(n - 2 * b, n - b) for b in range(1, n // 2 + 1)] + [n - 2 * b for b in range(1, n // 2 + 1)]


@cache
def value(n):
    return mex({value(a) ^ value(b) for a, b in twice(n)})


def test_the_mex_of_small_odious_numbers_and_their_sums_is_the_next() -> None:
    for j in range(60):
        small = [odious(a) for a in range(j)]
        assert mex({0, *small, *(a ^ b for a in small for b in small)}) == odious(j)


def test_the_rule_of_question_95518_is_proved_and_answers_far_out(monkeypatch) -> None:
    (law,) = sg.discover(sg.rule(twice)).laws
    assert law.proved
    assert "the place of the lowest digit 2 of n in base 3" in str(law.says())
    assert [law.value((n,)) for n in range(400)] == [value(n) for n in range(400)]
    monkeypatch.setattr(engine, "FAR", {1: 90})
    game = sg.rule(twice)
    for n in (99, 101, 134, 200):
        moves = {tuple(part.state for part in move.to.components) for move in game(n).winning_moves}
        assert moves == {(a, b) for a, b in twice(n) if value(a) == value(b) and (a, b) != (0, 0)}
        assert game(n).value == value(n)
        assert (game(n) + game(98)).outcome == ("N" if value(n) != value(98) else "P")
    far = 2 * 3**40
    assert game(far).value == odious(40)
    assert game(3**40).outcome == "P"
    best = next(iter((game(far) + sg.nim(odious(40) ^ odious(7))).winning_moves))
    assert best.to.outcome == "P"
    for target in (3, odious(3), odious(39) ^ 1):
        moves = registry.engine(game.ruleset).replies(far, target)
        first = [tuple(part.state for part in option) for option in moves.first(3)]
        assert first
        assert all(law.value((a,)) ^ law.value((b,)) == target and far - a == 2 * (far - b) for a, b in first)


@pytest.mark.parametrize("digit", [1, 2])
@pytest.mark.parametrize("rule", [twice, one_heap_or_two])
def test_only_the_true_law_is_proved(rule, digit) -> None:
    read = read_rule(rule, 1, False, "3")
    (law,) = sg.discover(sg.rule(twice)).laws
    decided = replace(law, sets={0: lowest(system("3"), digit)}).decided(read)
    values = [0]
    for n in range(1, 60):
        options = ((each if isinstance(each, tuple) else (each, 0)) for each in rule(n))
        values.append(mex({values[a] ^ values[b] for a, b in options}))
    true = values == [decided.value((n,)) for n in range(60)]
    assert decided.proved == true
    assert true == (rule is twice and digit == 2)
