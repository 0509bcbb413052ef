"""Laws of rules on three heaps: automata learned from the blocks of a cube, proved from the rule, and used."""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

import sprague as sg
from sprague.discovery.automata.numeration import system
from sprague.discovery.laws.blocks import learn_blocks
from sprague.discovery.laws.certificate import certificate
from sprague.discovery.laws.cubes import cubes
from sprague.discovery.laws.learner import NotLearnedError
from sprague.discovery.laws.of_game import far_laws, laws_of
from sprague.proofs.check import check
from sprague.system.ask import Ask, Budget, asking
from sprague.words.errors import BudgetError
from sprague.workbench.registry import engine

Heaps = tuple[int, ...]


def knights(a, b, c):
    if a >= 1 and c >= 2:
        yield a - 1, b, c - 2
    if b >= 2 and c >= 1:
        yield a, b - 2, c - 1
    if a >= 2 and c >= 1:
        yield a - 2, b, c - 1


def steps(a, b, c):
    for k in range(1, min(a // 2, b // 2, c) + 1):
        yield a - 2 * k, b - 2 * k, c - k
    if b >= 1:
        yield a, b - 1, c
    for k in range(1, min(a, b // 2, c // 2) + 1):
        yield a - k, b - 2 * k, c - 2 * k


def near_cyclic(a, b, c):
    """Nimhoff: take from one heap, or one from each of two."""
    for k in range(1, a + 1):
        yield a - k, b, c
    for k in range(1, b + 1):
        yield a, b - k, c
    for k in range(1, c + 1):
        yield a, b, c - k
    if a and b:
        yield a - 1, b - 1, c
    if a and c:
        yield a - 1, b, c - 1
    if b and c:
        yield a, b - 1, c - 1


def of_a_largest(a, b, c):
    most = max(a, b, c)
    if a == most:
        for k in range(1, a + 1):
            yield a - k, b, c
    if b == most:
        for k in range(1, b + 1):
            yield a, b - k, c
    if c == most:
        for k in range(1, c + 1):
            yield a, b, c - k


def ascending(a, b, c):
    """Take from a heap that stays at least as large as the one before it."""
    for k in range(1, a + 1):
        yield a - k, b, c
    for k in range(1, b - a + 1):
        yield a, b - k, c
    for k in range(1, c - b + 1):
        yield a, b, c - k


def three_steps(a, b, c):
    """Move up to 3 coins to the next step, or from the last one away."""
    for k in range(1, min(a, 3) + 1):
        yield a - k, b + k, c
    for k in range(1, min(b, 3) + 1):
        yield a, b - k, c + k
    for k in range(1, min(c, 3) + 1):
        yield a, b, c - k


def two_equal(heaps):
    a, b, c = heaps
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k, c
    for k in range(1, c + 1):
        yield a, b, c - k


def endless_two(a, b, c):
    """Wythoff's game on each two of three heaps: no automaton is known."""
    for k in range(1, max(a, b, c) + 1):
        for i, j, m in ((1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1)):
            if a >= i * k and b >= j * k and c >= m * k:
                yield a - i * k, b - j * k, c - m * k


RULES = [knights, steps, near_cyclic, of_a_largest, ascending, two_equal]


def moves(rule: Callable[..., Any], state: Heaps) -> list[Heaps]:
    return list(rule(state) if rule is two_equal else rule(*state))


def lost(rule: Callable[..., Any], side: int) -> set[Heaps]:
    """The P-positions, by the definition."""
    found: set[Heaps] = set()
    for state in product(range(side), repeat=3):
        if not any(option in found for option in moves(rule, state)):
            found.add(state)
    return found


@functools.cache
def game(rule: Callable[..., Any]) -> Any:
    return sg.rule(rule, heaps=3)


@functools.cache
def law(rule: Callable[..., Any]) -> Any:
    (found,) = sg.discover(game(rule)).laws
    return found


@pytest.mark.parametrize("rule", RULES)
def test_a_law_of_three_heaps_is_proved_and_true(rule: Callable[..., Any]) -> None:
    assert law(rule).proved
    wanted = lost(rule, 18)
    for state in product(range(18), repeat=3):
        assert (law(rule).value(state) == 0) == (state in wanted), state


@pytest.mark.parametrize("rule", RULES)
def test_the_checker_decides_a_law_of_three_heaps_anew(rule: Callable[..., Any]) -> None:
    claims = json.loads(json.dumps(certificate(law(rule), rule is not two_equal)))
    assert claims["format"] == "sprague-law/1" and claims["heaps"] == 3
    assert check(claims, seconds=60)["valid"]


def test_a_changed_automaton_is_refused() -> None:
    claims = json.loads(json.dumps(certificate(law(near_cyclic), True)))
    row = claims["sets"][0][1]["delta"][3]
    row[next(i for i, state in enumerate(row) if state)] = 0
    assert not check(claims, seconds=60)["valid"]


def test_a_law_lists_all_winning_moves_far_out() -> None:
    state = (10**18, 10**18, 5)
    answer = sg.solve(game(near_cyclic)(*state))
    assert answer.outcome == "N"
    found = {move.to.components[0].state for move in answer.winning_moves}
    near = [(10**18 - k, 10**18, 5) for k in range(1, 50)] + [(10**18, 10**18, c) for c in range(5)]
    near += [(10**18 - 1, 10**18 - 1, 5), (10**18 - 1, 10**18, 4)]
    assert {each for each in near if law(near_cyclic).value(each) == 0} == found & set(near)
    assert found and all(law(near_cyclic).value(each) == 0 for each in found)


def up_to_four(a, b, c):
    for k in range(1, 5):
        if a >= k:
            yield a - k, b, c
        if b >= k:
            yield a, b - k, c
        if c >= k:
            yield a, b, c - k


def test_the_lost_positions_are_named_by_residues() -> None:
    assert str(law(up_to_four).says()) == "who begins loses just where the nim-sum of the heaps mod 5 is 0"


def test_a_rule_without_an_automaton_has_no_law() -> None:
    assert not sg.discover(game(endless_two)).laws


def test_the_end_of_a_search_is_told_apart_from_that_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.zeros((12,) * 3, int).tolist()
    over = asking(Ask(seconds=0.0)).run(laws_of, game(endless_two), table, 0.0)
    assert str(over.cut).startswith("the time of 0 s is over")
    monkeypatch.setattr(Budget, "at_least", lambda self, seconds, *share: 0.0)
    own = laws_of(game(endless_two), table, 0.0)
    assert str(own.cut) == "the search for a law ended after 0 s; it goes on if you ask for more time"


def test_a_bound_ends_the_search_of_three_heaps() -> None:
    begun = time.process_time()
    report = sg.discover(game(endless_two), seconds=0.2)
    assert report.cut is not None and not report.laws
    assert time.process_time() - begun < 5


def test_a_search_that_a_question_cuts_short_is_not_its_last() -> None:
    """The first question bounds the search; the second has the time for it."""
    fresh = sg.rule(near_cyclic, heaps=3, name="near-cyclic-again")
    engines = engine(fresh.ruleset).engines
    with pytest.raises(BudgetError):
        asking(Ask(seconds=0.05)).run(far_laws, fresh.ruleset, engines)
    laws = far_laws(fresh.ruleset, engines)
    assert laws is not None and laws.proved


@pytest.mark.kernels
@pytest.mark.parametrize("rule", [knights, steps])
def test_a_cube_has_the_outcomes_of_the_definition(rule: Callable[..., Any]) -> None:
    wanted = lost(rule, 20)
    small = np.array([state not in wanted for state in product(range(8), repeat=3)]).reshape(8, 8, 8)
    cube = next(cubes(lambda state: ((each,) for each in moves(rule, state)), lambda _: None, small))
    for state in product(range(20), repeat=3):
        assert cube[state] == (state not in wanted)


def test_a_cube_whose_moves_depend_on_the_heaps_calls_the_function() -> None:
    wanted = lost(of_a_largest, 20)
    small = np.array([state not in wanted for state in product(range(8), repeat=3)]).reshape(8, 8, 8)

    def checked(state):
        return ((each,) for each in of_a_largest(*state))

    cube = next(cubes(checked, lambda state: of_a_largest(*state), small))
    for state in product(range(20), repeat=3):
        assert cube[state] == (state not in wanted)
    assert not list(cubes(checked, lambda state: [[state]], small))  # no tuples of heaps
    assert not list(cubes(checked, lambda state: [], small))  # another rule


def test_a_measure_of_three_heaps_falls_where_coins_move_on() -> None:
    found = law(three_steps)
    assert found.proved and check(json.loads(json.dumps(certificate(found, True))), seconds=60)["valid"]
    for a, b, c in product(range(12), repeat=3):
        assert (found.value((a, b, c)) == 0) == (a % 4 == c % 4)


@pytest.mark.parametrize("name", ["2", "3", "4", "zeckendorf"])
def test_blocks_teach_an_automaton_of_each_numeration(name: str) -> None:
    numbers, length = system(name), 5
    side = min(numbers.weights(length + 1)[length], 48)
    words = [numbers.word(n, length) for n in range(side)]

    def last_and_equal(a: int, b: int, c: int) -> Any:
        return (words[a][-1] + 2 * sum(x == y == 1 for x, y in zip(words[b], words[c], strict=True))) % 3

    table = np.array([last_and_equal(*state) for state in product(range(side), repeat=3)]).reshape(
        (side,) * 3
    )
    learned = learn_blocks(numbers, table, 60)
    assert (learned.table(table.shape) == table).all()
    assert learned.holds_in(table)
    assert not learned.holds_in(1 - table)


def test_blocks_without_a_rule_teach_nothing() -> None:
    table = np.random.default_rng(1).integers(0, 2, (32, 32, 32))
    with pytest.raises(NotLearnedError):
        learn_blocks(system("2"), table, 60)
