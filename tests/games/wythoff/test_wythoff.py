"""Wythoff's game, t-Wythoff and Fraenkel's game on more heaps, against the definition and the OEIS."""

import functools
import itertools
import json
import math

import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.wythoff.pairs import (
    WythoffEngine,
    lower,
    partner,
    winning_moves,
)
from sprague.games.wythoff.rules import Wythoff
from sprague.games.wythoff.tables import sight, table, wythoff_values
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.workbench.registry import engine

OEIS = json.loads((DATA / "wythoff_oeis.json").read_text())["sequences"]

heaps = st.integers(0, 14)
ts = st.integers(1, 4)


@functools.cache
def by_definition(rows, columns, t):
    """The mex over the row, the column and the cells that both heaps reach, for every cell."""
    values = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows + 1):
        for j in range(columns + 1):
            seen = {*values[i][:j], *(values[x][j] for x in range(i))}
            for x in range(i):
                seen.update(values[x][max(0, x + j - i - t + 1) : min(j, max(0, x + j - i + t))])
            values[i][j] = next(v for v in itertools.count() if v not in seen)
    return values


@given(heaps, heaps, ts)
@settings(max_examples=80, deadline=None)
def test_values_and_outcomes_agree_with_the_definition(a, b, t):
    ruleset = Wythoff(t)
    expected = naive.value(Component(ruleset, (a, b)), {})
    chosen = engine(ruleset)
    assert chosen.value((a, b)) == expected
    assert chosen.is_zero((a, b)) == (expected == 0)


@given(st.integers(0, 25), st.integers(0, 25), ts)
@settings(max_examples=100, deadline=None)
def test_the_ruleset_agrees_with_itself(a, b, t):
    ruleset = Wythoff(t)
    options = list(ruleset.successors((a, b)))
    assert ruleset.option_count((a, b)) == len(options) == len(set(options))
    around = {(k, m) for k in range(a + 2) for m in range(b + 2)}
    assert {pair for pair in around if ruleset.allows((a, b), (Component(ruleset, pair),))} == {
        option[0].state for option in options
    }


@given(st.integers(0, 60), st.integers(0, 60), ts, st.integers(0, 70))
@settings(max_examples=100, deadline=None)
def test_replies_are_the_options_of_the_wanted_value(a, b, t, target):
    ruleset = Wythoff(t)
    values = by_definition(60, 60, t)
    expected = [o for o in ruleset.successors((a, b)) if values[o[0].state[0]][o[0].state[1]] == target]
    chosen = WythoffEngine(ruleset, engine)
    found = list(chosen.replies((a, b), target))
    if target == 0:  # the theorem has an order of its own
        assert len(found) == len(expected) and set(found) == set(expected)
        return
    assert found == expected
    chosen._table = table(60, 70, t)
    assert [o[0].state for o in expected] == list(chosen._in_sight((a, b), target))


@pytest.mark.kernels
@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 50))
@settings(max_examples=60, deadline=None)
def test_the_kernel_agrees_with_the_definition(rows, columns, t):
    values = [row[: columns + 1] for row in by_definition(40, 40, t)[: rows + 1]]
    assert wythoff_values(rows, columns, t).tolist() == values
    small, large = sorted((rows, columns))
    known = table(small, large, t)
    assert [known.value(i, j) for i in range(rows + 1) for j in range(columns + 1)] == [
        value for row in values for value in row
    ]


@pytest.mark.kernels
@pytest.mark.parametrize("t", [1, 3])
def test_the_kernel_agrees_with_the_definition_across_slices(t, monkeypatch):
    monkeypatch.setattr("sprague.games.wythoff.tables._SLICE", 300)
    assert wythoff_values(90, 50, t).tolist() == by_definition(90, 50, t)


@given(st.integers(0, 10**30), st.integers(0, 10**30), ts)
@settings(max_examples=200, deadline=None)
def test_every_winning_move_of_large_heaps_is_legal_and_leaves_a_pair(a, b, t):
    position = sg.wythoff(a, b, t=t)
    moves = position.winning_moves
    assert len(moves) <= (3 if t == 1 else 4)
    assert bool(moves) == (position.outcome == "N")
    for move in moves:
        assert move.to.outcome == "P"
        assert position.play(move.to.text) == move.to


def test_a_table_grows_and_keeps_its_values():
    chosen = WythoffEngine(Wythoff(), engine)
    expected = wythoff_values(300, 300).tolist()
    for a, b in [(3, 5), (10, 70), (60, 70), (2, 300), (300, 20), (150, 130)]:
        assert chosen.value((a, b)) == expected[a][b]


def antidiagonals(values):
    """T(0,0), T(0,1), T(1,0), T(0,2), …"""
    n = 0
    while True:
        yield from (values(i, n - i) for i in range(n + 1))
        n += 1


@pytest.mark.kernels
def test_values_of_the_oeis():
    values = wythoff_values(250, 250)
    for value, expected in zip(
        antidiagonals(lambda i, j: values[i, j]), OEIS["A004481"]["values"], strict=False
    ):
        assert value == expected
    diagonal = OEIS["A047708"]["values"]
    assert [values[n, n] for n in range(len(diagonal))] == diagonal
    row = OEIS["A004482"]["values"]
    assert values[1, : len(row)].tolist() == row
    upper = OEIS["A001950"]["values"]
    assert [large for _, large in sg.p_positions("wythoff", len(upper))] == upper


def test_heaps_of_a_million_digits():
    a, b = 10**1_000_000, 3 * 10**999_999 + 7
    moves = winning_moves(a, b)
    assert 1 <= len(moves) <= 3
    assert not any(winning_moves(*pair) for pair in moves)


def test_a_table_that_does_not_fit_says_what_it_needs(monkeypatch):
    monkeypatch.setenv("SPRAGUE_MEMORY", "1M")
    with pytest.raises(
        sg.SpragueError,
        match=r"a table of 1002001 values of wythoff needs 4\..* MiB of memory; the limit is 1\.0 MiB",
    ):
        wythoff_values(1000, 1000)
    assert sg.solve("wythoff 500,1000").winning_moves_total == 1
    monkeypatch.setenv("SPRAGUE_MEMORY", "much")
    with pytest.raises(sg.SpragueError, match="expected SPRAGUE_MEMORY"):
        wythoff_values(1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "wythoff",
        "wythoff 5",
        "wythoff[t=0] 1,2",
        "wythoff[t=] 1,2",
        "wythoff -1,2",
        "wythoff[x] 1,2",
        "wythoff 1,,2",
        "wythoff 1.5,2",
    ],
)
def test_bad_positions_are_refused(text):
    with pytest.raises(sg.SpragueError):
        sg.parse(text)


@given(st.integers(0, 40), st.integers(0, 60), st.integers(1, 4), st.integers(1, 9))
def test_what_a_position_sees_needs_no_table(a, b, t, target):
    """The lines of sight, with a few rows kept at a time, against the options and the plain table."""
    values, small, large = by_definition(60, 60, t), min(a, b), max(a, b)
    assert sight(small, large, t).value == values[small][large]
    far = WythoffEngine(Wythoff(t), engine)
    found = sorted(far._far_in_sight((a, b), target))
    assert found == sorted({left for left in Wythoff(t).leaves((a, b)) if values[left[0]][left[1]] == target})


def test_a_value_far_out_takes_the_rows_it_needs(monkeypatch):
    monkeypatch.setenv("SPRAGUE_MEMORY", "40M")
    position = sg.parse("wythoff 5,1000000")
    plain = sg.wythoff_values(5, 20_000)
    assert sg.parse("wythoff 5,20000").value == plain[5, 20_000]
    assert position.value > 0
    assert (position + sg.nim(position.value)).outcome == "P"
    with pytest.raises(sg.SpragueError, match=r"needs 5\d\d\.\d MiB; only 40\.0 MiB is available"):
        _ = sg.parse("wythoff 30000,40000").value


@given(st.integers(0, 400), st.integers(1, 6))
@settings(deadline=None)
def test_every_number_has_the_partner_that_the_list_of_pairs_gives_it(a, t):
    pairs = [(lower(n, t), lower(n, t) + t * n) for n in range(a + 1)]
    (found,) = {sum(pair) - a for pair in pairs if a in pair}
    assert partner(a, t) == found


@given(st.integers(2**4000, 2**9000), st.integers(1, 6))
@settings(deadline=None)
def test_partners_of_long_numbers(n, t):
    a = (n * (2 - t) + math.isqrt((t * t + 4) * n * n)) // 2
    assert (lower(n, t), partner(a, t), partner(a + t * n, t)) == (a, a + t * n, a)
