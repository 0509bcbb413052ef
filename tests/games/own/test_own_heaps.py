"""A user's game on heaps, from the smallest heap on, against the definition from the position down."""

import itertools
import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.own.heaps_engine import FEW, OwnHeapsEngine
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.system.ask import Ask, asking
from sprague.workbench.registry import USER_GAMES
from sprague.workbench.registry import engine as engines


class _Rule(sg.HeapGame):
    """Whatever the test says."""

    def __init__(self, leaves):
        self.leaves = leaves

    def options(self, n):
        return self.leaves(n)


del USER_GAMES["rule"]  # of no use to other tests


@settings(max_examples=8, deadline=None)
@given(st.sets(st.integers(1, 9), min_size=1), st.sets(st.integers(0, 4)), st.integers(FEW, FEW + FEW // 4))
def test_large_heaps_are_as_the_definition_says(takes, splits, heap):
    def rule(n):
        yield from ((n - k,) for k in takes if k <= n)
        yield from ((a, n - k - a) for k in splits for a in (1, 2, 5) if k + a < n)

    game = _Rule(rule)
    assert OwnHeapsEngine(game, engines).value(heap) == naive.value(Component(game, heap), {})


def test_squares_of_a_large_heap():
    """https://oeis.org/A014586: values of the game Subtract a Square."""
    game = _Rule(lambda n: ((n - k * k,) for k in range(1, math.isqrt(n) + 1)))
    known = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0]
    assert [OwnHeapsEngine(game, engines).value(n) for n in range(21)] == known
    engine = OwnHeapsEngine(game, engines)
    assert engine.value(3_000) == naive.value(Component(game, 3_000), {})
    assert engine._table.stop == 3_001


@pytest.mark.parametrize("heap", [10**5, 10**30])
def test_few_positions_need_no_table(heap):
    engine = OwnHeapsEngine(_Rule(lambda n: [(n // 2,), (n // 3, n // 3)] if n else []), engines)
    engine.value(heap)
    assert not engine._table.stop


def test_a_fault_at_a_heap_that_is_not_reached_is_no_obstacle():
    def rule(n):
        if n % 2:
            raise ValueError
        return [(n - k,) for k in (2, 8) if k <= n]

    engine = OwnHeapsEngine(_Rule(rule), engines)
    assert engine.value(4000) == naive.value(Component(engine.ruleset, 4000), {})


@pytest.mark.parametrize("rule", [
    lambda n: [(n - 1,)] if n else [(1,)],
    lambda n: ((0,) for _ in itertools.count()),
    lambda n: [(n - 1.0,)],
])  # fmt: skip
def test_rules_without_values_are_refused_as_ever(rule):
    with pytest.raises(sg.SpragueError):
        OwnHeapsEngine(_Rule(rule), engines).value(2000)


def test_one_large_heap_needs_a_window_only() -> None:
    """Where memory does not hold the values of all smaller heaps: g(n) = n mod 4 for takes of 1 to 3."""
    game = _Rule(lambda n: [n - k for k in (1, 2, 3) if k <= n])
    engine = OwnHeapsEngine(game, engines)
    with asking(Ask(memory=50_000)):
        assert engine.value(200_003) == 3
        assert engine._table.base > 0
        assert engine.value(200_001) == 1
        assert engine.value(5) == 1
    assert list(engine.values(9)) == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]


def test_a_window_is_announced_with_the_memory_that_it_takes() -> None:
    """What is kept of 10^9 values grows to half of the bound, not to a byte for each."""

    class Announced(Exception):
        pass

    def announce(effort, what):
        raise Announced(effort)

    engine = OwnHeapsEngine(_Rule(lambda n: [n - k for k in (1, 2, 3) if k <= n]), engines)
    with asking(Ask(memory="1MB", announce=announce)), pytest.raises(Announced) as announced:
        engine.value(10**9)
    effort = announced.value.args[0]
    assert 0 < effort.bytes <= 2**20 and effort.values > 10**8 and effort.seconds > 10


def test_a_move_to_a_heap_that_was_dropped_ends_at_the_bound() -> None:
    game = _Rule(lambda n: [n - 1, n // 2] if n else [])
    with asking(Ask(memory=50_000)), pytest.raises(sg.SpragueError, match="of memory"):
        OwnHeapsEngine(game, engines).value(1_000_000)


def test_values_beyond_a_byte() -> None:
    """One heap of Nim: g(n) = n."""
    game = _Rule(lambda n: list(range(n)))
    assert list(OwnHeapsEngine(game, engines).values(300)) == list(range(301))


def test_a_rule_that_asks_for_its_own_smaller_heaps() -> None:
    """Take 1 or 2, and to no heap of value 1: g is 0, 1, 2, then as the rule says, by the plain recursion below."""
    game: _Rule

    def rule(n: int) -> list[int]:
        return [n - k for k in (1, 2, 5) if k <= n and (n % 97 or engine.value(n - k) != 1)]

    known: list[int] = []
    for n in range(2_000):
        reached = {known[n - k] for k in (1, 2, 5) if k <= n and (n % 97 or known[n - k] != 1)}
        known.append(next(value for value in itertools.count() if value not in reached))
    game = _Rule(rule)
    engine = OwnHeapsEngine(game, engines)
    assert list(engine.values(1_999)) == known


def test_the_estimate_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says ten million heaps and their bytes, in a time that a first piece of the work took."""
    engine = OwnHeapsEngine(_Rule(lambda n: [n - k for k in (2, 3, 7) if k <= n]), engines)
    effort = engine.effort(10**7)
    assert (effort.values, effort.bytes) == (10**7, 10**7)
    begun = time.thread_time()
    engine.value(10**6)
    assert effort.seconds / 10 < 10 * (time.thread_time() - begun) < 10 * effort.seconds
