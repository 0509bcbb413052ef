"""Laws whose values are 0 and the odious numbers, by the places of digits (math.stackexchange.com, question 95518)."""

from __future__ import annotations

import functools
from dataclasses import replace
from functools import cache
from operator import xor

import pytest

import sprague as sg
from sprague.discovery.automata.decide import automaton
from sprague.discovery.automata.dfa import reordered
from sprague.discovery.automata.formula import parse
from sprague.discovery.automata.numeration import system
from sprague.discovery.laws import engine
from sprague.discovery.laws.law import Law, odious
from sprague.discovery.laws.moves import MovesTo
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


def by_digits(n):
    """Leave at most two different heaps among 0, 1, 2 and the powers of 3 with fewer digits."""
    yield ()
    if n >= 1:
        yield (0,)
    if n >= 2:
        yield (1,)
        yield 1, 0
    if n >= 3:
        yield (2,)
        yield 2, 0
        yield 2, 1
    p = 3
    while 3 * p <= n:
        yield (p,)
        yield p, 0
        yield p, 1
        yield p, 2
        q = 3
        while q < p:
            yield p, q
            q *= 3
        p *= 3


def test_the_power_for_a_heap_may_have_more_digits_than_the_heap() -> None:
    formula = "x0 = 0 and w = 1 or x0 = 1 and w = 3 or (exists p: weight(p) and x0 >= 2 and p <= x0 < 3p and w = 9p)"
    in_use = system("3")
    relation = reordered(automaton(parse(formula), in_use), ("x0", "w"))
    law = Law(1, "odious", in_use, {0: relation}).decided(read_rule(by_digits, 1, False, "3"))
    assert law.proved
    for n in (2, 8, 26, 90):
        values = {
            option: functools.reduce(xor, (law.value((m,)) for m in option), 0) for option in by_digits(n)
        }
        assert law.value((n,)) == mex(values.values())
        for target in range(16):
            moves = MovesTo(law, target, in_use.length(n))
            listed = [tuple(m for (m,) in option) for option in moves.listed((n,))]
            assert sorted(listed) == sorted(option for option, value in values.items() if value == target)


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
