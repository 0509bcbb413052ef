"""Chomp: tables over all smaller bars against the definition, published counts, theorems, and what is out of reach."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from itertools import islice, takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.chomp import tables
from sprague.games.chomp.engine import ChompEngine
from sprague.games.chomp.lattice import at_least, bar_of, bites, lattice, number, transposed, upright
from sprague.games.chomp.rules import CHOMP, bite
from sprague.model import naive
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component
from sprague.system.ask import Ask, asking
from sprague.words.errors import BudgetError, SpragueError, TooLargeError
from sprague.workbench.p_positions import p_position_stream
from sprague.workbench.registry import engine as engines

#: P-positions p >= q >= r, p <= n of 3 x n Chomp, n = 0, 1, … (oeis.org/A029899)
A029899 = [0, 1, 3, 5, 7, 10, 13, 17, 20]

bars = st.lists(st.integers(1, 5), min_size=1, max_size=4).map(lambda rows: tuple(sorted(rows, reverse=True)))


def inside(rows, most=10**9):
    """Every bar inside ``rows``, with rows of length 0, in ascending order."""
    if not rows:
        yield ()
        return
    for first in range(min(rows[0], most) + 1):
        for rest in inside(rows[1:], first):
            yield (first, *rest)


def without_empty(bar):
    return tuple(length for length in bar if length)


@given(bars)
def test_bars_inside_a_bar_are_numbered_in_their_order(rows):
    found = lattice(rows, 10**6)
    every = sorted(inside(rows))
    assert found.size == len(every)
    assert [bar_of(found, place) for place in range(len(every))] == every
    assert [number(found, without_empty(bar)) for bar in every] == list(range(len(every)))
    assert at_least(rows) <= len(every)


@given(bars)
def test_columns_for_rows_and_back(rows):
    assert transposed(transposed(rows)) == rows
    assert upright(rows) == upright(transposed(rows))
    assert naive.value(Component(CHOMP, rows), {}) == naive.value(Component(CHOMP, transposed(rows)), {})


@pytest.mark.kernels
def test_tables_agree_with_the_definition():
    known = {}

    @given(bars)
    @settings(max_examples=40)
    def check(rows):
        found = lattice(rows, 10**6)
        values, won = tables.table(rows, True, "").entries, tables.table(rows, False, "").entries
        for place in range(1, found.size):
            expected = naive.value(Component(CHOMP, without_empty(bar_of(found, place))), known)
            assert values[place] == expected
            assert bool(won[place]) == (expected != 0)

    check()


@pytest.mark.kernels
@given(st.lists(bars, min_size=1, max_size=6), st.booleans())
def test_questions_in_any_order_share_a_table_that_grows(asked, outcomes_first):
    engine, known = ChompEngine(CHOMP, engines), {}
    for rows in asked:
        expected = naive.value(Component(CHOMP, rows), known)
        if outcomes_first:
            assert engine.is_zero(rows) == (expected == 0)
        assert engine.value(rows) == expected
        assert engine.is_zero(rows) == (expected == 0)
        options = [option[0].state for option in CHOMP.successors(rows)]
        for target in range(3):
            wanted = [left for left in options if naive.value(Component(CHOMP, left), known) == target]
            assert [option[0].state for option in engine.replies(rows, target)] == wanted


def test_small_bars_after_a_large_one_do_not_grow_its_table():
    engine, defined = ChompEngine(CHOMP, engines), {}
    engine.value((12,) * 11)
    began = time.process_time()
    for length in range(13, 60):
        assert engine.value((length, 2)) == naive.value(Component(CHOMP, (length, 2)), defined)
    assert time.process_time() - began < 20


@pytest.mark.kernels
def test_p_positions_of_three_rows_are_as_many_as_published():
    found = list(takewhile(lambda bar: bar[0] <= 8, p_position_stream(CHOMP, 3)))
    for n, count in enumerate(A029899):
        assert sum(bar[0] <= n for bar in found) == count
    assert found == sorted(found)
    assert list(islice(p_position_stream(CHOMP, 2), 4)) == [(1,), (2, 1), (3, 2), (4, 3)]
    with pytest.raises(SpragueError, match="a game on heaps"):
        sg.p_positions("cram", heaps=2)


def test_the_first_full_bar_won_by_two_bites_is_that_of_8_rows_and_10_columns():
    # A. E. Brouwer, The game of Chomp (aeb.win.tue.nl/games/chomp.html), from Ken Thompson's search.
    assert sg.solve("chomp 8x10").winning_moves_total == 2
    assert {sg.solve(f"chomp {r}x{c}").winning_moves_total for r in range(2, 8) for c in range(r, 11)} == {1}


@pytest.mark.parametrize(
    ("text", "value"), [("chomp 5,1,1", 6), ("chomp 10^9", 10**9 - 1), ("chomp 1000,1", 998)]
)
def test_two_arms_are_heaps_of_nim(text, value):
    found = sg.solve(text)
    assert (found.value, found.evidence.kind) == (value, "theorem")
    assert found.winning_moves[0].to.outcome == "P"


def test_what_is_beyond_reach_is_told_by_theorem_and_refused_before_memory_is_taken(monkeypatch):
    for text in ("chomp 40x50", "chomp 10000x10000", "chomp 2x1000000"):
        answer = sg.solve(text)
        assert (answer.outcome, answer.value, answer.evidence.kind) == ("N", None, "theorem")
        with pytest.raises(TooLargeError, match=f"{text} needs .*; only .* is available"):
            sg.solve(text, value=True)
    assert not sg.solve("chomp 40x50").winning_moves.complete
    assert str(sg.solve("chomp 2x1000000").winning_moves) == str(
        Lazy.of([sg.parse("chomp 2x1000000").find_move("chomp 1000000,999999")])
    )
    monkeypatch.setenv("SPRAGUE_MEMORY", "5M")
    with pytest.raises(
        TooLargeError, match=r"chomp 12x13 needs 9\.9 MiB; only 5\.0 MiB is available.*5200300 values"
    ):
        sg.solve("chomp 12x13", value=True)


def test_a_table_says_how_far_it_is_and_ends_with_its_time(monkeypatch):
    monkeypatch.setattr("sprague.system.ask.EVERY", 0.0)
    heard = []
    with asking(Ask(progress=heard.append)):
        tables.table((14,) * 13, False, "")
    assert heard
    assert [step.done for step in heard] == sorted(step.done for step in heard)
    assert all(step.of == math.comb(27, 13) and 0 < step.done <= step.of and step.left >= 0 for step in heard)
    with asking(Ask(seconds=0.01)), pytest.raises((BudgetError, TooLargeError)):
        tables.table((14,) * 13, False, "chomp 13x14")


def test_a_bar_of_5_million_smaller_ones_is_answered():
    began = time.process_time()
    answer = sg.solve("chomp 12x13")
    assert answer.outcome == "N"
    for move in answer.winning_moves:
        assert move.to.outcome == "P"
    assert time.process_time() - began < 30


def test_a_small_bar_needs_no_compiler():
    code = "import sys, sprague as sg; print(sg.solve('chomp 7x8').winning_moves); assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=120)


@given(bars)
def test_a_bite_is_found_again_from_what_it_leaves(rows):
    for row, column in bites(rows):
        left = bite(rows, row, column)
        assert sum(left) < sum(rows)
        assert CHOMP.allows(rows, (Component(CHOMP, left),))
