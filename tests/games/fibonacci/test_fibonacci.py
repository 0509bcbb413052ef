"""Fibonacci nim, its relative with a shared limit, and take-a-Fibonacci: every engine against the definition."""

import json
import random

import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.fibonacci.engine import is_p, steps, winning_takes
from sprague.games.fibonacci.rules import FIBONACCI
from sprague.games.fibonacci.shared_limit import GLOBAL_FIBONACCI
from sprague.games.fibonacci.take import TAKE_FIBONACCI, table
from sprague.model import naive
from sprague.model.ruleset import Component, alive
from sprague.numbers.sums import mex
from sprague.numbers.zeckendorf import fibonacci_number
from sprague.words.errors import TooLargeError
from sprague.workbench.p_positions import p_positions
from sprague.workbench.registry import engine
from sprague.workbench.registry import engine as engines

heaps = st.integers(0, 40)
limited = st.tuples(st.integers(1, 40), st.integers(1, 50))
one_heap = st.one_of(heaps, limited).map(FIBONACCI.check)
shared = st.tuples(
    st.lists(st.integers(0, 7), min_size=1, max_size=3), st.one_of(st.none(), st.integers(1, 9))
).map(GLOBAL_FIBONACCI.check)
components = st.one_of(
    one_heap.map(lambda state: Component(FIBONACCI, state)),
    shared.map(lambda state: Component(GLOBAL_FIBONACCI, state)),
    st.integers(0, 60).map(lambda n: Component(TAKE_FIBONACCI, n)),
)
KNOWN: dict = {}


@given(components)
def test_every_engine_agrees_with_the_definition(component):
    ruleset, state = component
    value = naive.value(component, KNOWN)
    assert engine(ruleset).value(state) == value
    assert engine(ruleset).is_zero(state) == (value == 0)
    options = list(ruleset.successors(state))
    for target in {*range(value + 3), *(engines.option_value(option) for option in options)}:
        replies = engine(ruleset).replies(state, target)
        assert list(replies) == [option for option in options if engines.option_value(option) == target]
        assert replies.total == len(list(replies))


@given(components, components)
def test_the_options_counted_listed_and_allowed_are_the_same(component, other):
    ruleset, state = component
    options = list(ruleset.successors(state))
    assert len(options) == len(set(options)) == ruleset.option_count(state)
    assert all(ruleset.allows(state, option) for option in options)
    # Components of which nothing is left may be left out, so they are all one.
    assert ruleset.allows(state, (other,)) == (alive((other,)) in {alive(option) for option in options})
    assert ruleset.allows(state, (component,)) is False


@given(components)
def test_what_is_printed_reads_back_and_is_drawn(component):
    position = sg.Position((component,))
    assert sg.parse(position.text) == position
    names = {shape.name for shape in component.ruleset.draw(component.state).shapes}
    for move in position.moves():
        assert position.play(move.to) == move.to
        assert set(move.marks) <= names


def test_every_winning_take_up_to_300_by_the_definition():
    is_lost = {(0, 0): True}
    for n in range(1, 301):
        every = [k for k in range(1, n + 1) if is_lost[n - k, min(2 * k, n - k)]]
        for q in range(1, n + 1):
            within = [k for k in every if k <= q]
            is_lost[n, q] = not within
            assert list(winning_takes(n, q)) == within
            assert is_p(n, q) == (not within)
            assert winning_takes(n, q).total == len(within)


def test_steps_by_the_definition():
    rows = steps(120)
    value = {(0, 0): 0}
    for n in range(1, 121):
        seen = set()
        for q in range(1, n + 1):
            seen.add(value[n - q, min(2 * q, n - q)])
            value[n, q] = mex(seen)
            assert sum(step <= q for step in rows[n]) == value[n, q]


@settings(max_examples=30, deadline=None)
@given(st.integers(6000, 9000), st.integers(6000, 9000), st.integers(0, 2**4000))
def test_large_heaps_by_sums_of_parts(digits, limit, extra):
    n = random.Random(digits).getrandbits(digits) + extra
    q = min(n, random.Random(limit).getrandbits(limit))
    # The parts by the greedy way, and the rule of the theorem as it is stated.
    parts, left, i = [], n, 20_000
    while left:
        while fibonacci_number(i) > left:
            i -= 1
        parts.insert(0, fibonacci_number(i))
        left -= parts[0]
    expected, total = [], 0
    for j, part in enumerate(parts):
        total += part
        if total <= q and (j + 1 == len(parts) or parts[j + 1] > 2 * total):
            expected.append(total)
    found = winning_takes(n, q)
    assert found.total == len(expected)
    assert found.first(20) == expected[:20]
    assert list(found) == expected
    for exact in expected[-3:]:
        assert list(winning_takes(n, exact))[-1] == exact
        assert exact not in list(winning_takes(n, exact - 1))


def test_a_heap_of_a_million_digits():
    answer = sg.solve(sg.fibonacci(10**1_000_000 // 7))
    assert answer.outcome == "N" and answer.value is None
    assert answer.winning_moves_total > 100_000
    first = answer.winning_moves.first(100)
    assert len(first) == 100
    assert all(is_p(*move.to.components[0].state) for move in first[:2])
    assert len(str(answer.reason)) < 1000


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 13, 21, 987, fibonacci_number(5000)])
def test_fibonacci_starts_are_lost(n):
    assert sg.fibonacci(n).outcome == "P"


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("fibonacci 10:9", "fibonacci 10"),
        ("fibonacci 10:10", "fibonacci 10:10"),
        ("fibonacci 10:99", "fibonacci 10:10"),
        ("fibonacci 0:3, 1, 1:4", "fibonacci 0,1,1:1"),
        ("fibonacci 10 , 13 : 6", "fibonacci 10,13:6"),
        ("fibonacci 1e3:2^5", "fibonacci 1000:32"),
        ("global-fibonacci 10,13 : 99", "global-fibonacci 10,13:13"),
        ("global-fibonacci 10,13", "global-fibonacci 10,13"),
        ("global-fibonacci 0,0:5", "global-fibonacci 0,0"),
        ("take-fibonacci 17", "take-fibonacci 17"),
    ],
)
def test_notation(text, normal):
    assert sg.parse(text).text == normal


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("fibonacci 10:0", "a limit of 0 on a heap that is left"),
        ("fibonacci 1:0", "a limit of 0 on a heap that is left"),
        ("global-fibonacci 10,3:0", "a limit of 0 on a heap that is left"),
        ("fibonacci", "heap sizes"),
        ("fibonacci 3:", "a whole number"),
        ("fibonacci 3:4:5", "a whole number"),
        ("fibonacci 3:-1", "a whole number"),
        ("fibonacci 3,", "a whole number"),
        ("fibonacci[2] 3", "no parameters"),
        ("global-fibonacci 3:4,5", "one limit"),
        ("global-fibonacci :4", "heap sizes"),
    ],
)
def test_errors(text, sentence):
    with pytest.raises(sg.SpragueError, match=sentence):
        sg.parse(text)


@pytest.mark.parametrize("state", [-1, 2.5, "3", (3,), (3, -1), (3, 0), (3, 1, 1), True])
def test_errors_from_python(state):
    with pytest.raises(sg.SpragueError):
        sg.fibonacci(state)


def test_values_out_of_reach_say_so_and_leave_what_is_known():
    large = sg.fibonacci(10**30 + 1, (10**30 + 2, 7))
    with pytest.raises(sg.SpragueError, match="no formula for it is known"):
        large.solve()
    with pytest.raises(sg.SpragueError, match="is available: raise the memory limit"):
        sg.fibonacci(10**10, 10**10 + 1).solve()
    with pytest.raises(sg.SpragueError, match="is available: raise the memory limit"):
        sg.take_fibonacci(10**30).solve()
    with pytest.raises(sg.SpragueError, match="is available: raise the memory limit"):
        sg.global_fibonacci(10**9, 10**9).solve()
    answer = sg.solve(sg.fibonacci((fibonacci_number(100), 3)) + sg.nim(4))
    assert answer.outcome == "N" and answer.winning_moves_total is None
    assert [str(move.to) for move in answer.winning_moves] == [f"fibonacci {fibonacci_number(100)}:3"]


def test_starts_have_values_and_p_positions():
    values = sg.fibonacci.values(60).tolist()
    assert values == [naive.value(Component(FIBONACCI, FIBONACCI.check(n)), KNOWN) for n in range(61)]
    assert p_positions("fibonacci", 6) == [(1,), (2,), (3,), (5,), (8,), (13,)]
    assert p_positions("fibonacci", 100)[-1] == (fibonacci_number(101),)
    # Two heaps, each with its own limit: equal values. With a shared one: by the definition.
    assert (
        p_positions("fibonacci", 20, heaps=2)
        == [(a, b) for b in range(1, 20) for a in range(b + 1) if values[a] == values[b]][:20]
    )
    shared = [
        (a, b)
        for b in range(1, 9)
        for a in range(b + 1)
        if naive.value(Component(GLOBAL_FIBONACCI, ((a, b), None)), KNOWN) == 0
    ]
    assert p_positions("global-fibonacci", len(shared), heaps=2) == shared


def test_equal_heaps_cancel_at_any_size():
    assert sg.parse("fibonacci 1e100 + fibonacci 1e100").outcome == "P"


def test_moves_of_one_heap_and_of_several_in_words():
    assert str(sg.fibonacci(10).winning_moves[0]) == "take 2 -> fibonacci 8:4"
    assert str(sg.parse("fibonacci 10,3").moves()[0].sentence) == "in fibonacci 10: take 1"
    assert sg.parse("fibonacci 10").play("take 2").text == "fibonacci 8:4"
    assert sg.parse("global-fibonacci 3,3:3").play("global-fibonacci 3,0:3").text == "global-fibonacci 3,0:3"
    assert sg.parse("global-fibonacci 0,3:3").play("take 3 from the heap of 3").text == "global-fibonacci 0,0"
    assert sg.parse("fibonacci 3:3 + *2").play("*2").text == "*2"


def test_the_reason_names_the_parts():
    assert sg.fibonacci(10).explain() == (
        "10 = 8 + 2 (Zeckendorf); the smallest part 2 may be taken (limit 9) and leaves 8 with limit 4, less than "
        "its smallest part 8"
    )
    assert sg.fibonacci((8, 4)).explain().startswith("8 is a Fibonacci number above the limit 4")
    assert "3 is a Fibonacci number; the limit 3 lets all of it be taken" in sg.fibonacci((3, 3)).explain()
    assert "the smallest part 5 is above the limit 4" in sg.fibonacci((18, 4)).explain()
    assert "= … + " in sg.fibonacci(10**40).explain()


@pytest.mark.parametrize(
    "text",
    [
        "fibonacci 0",
        "fibonacci 1",
        "fibonacci 60:7",
        "fibonacci 5000",
        "fibonacci 1e50:9",
        "global-fibonacci 500,3:2",
        "global-fibonacci 4,3",
        "global-fibonacci 0",
    ],
)
def test_drawings(text):
    ruleset, state = sg.parse(text).components[0]
    drawing = ruleset.draw(state)
    assert drawing.summary
    for shape in drawing.shapes:
        assert -1 <= shape.x <= drawing.width + 1 and 0 <= shape.y <= drawing.height
    for move in sg.parse(text).moves().first(5):
        assert set(move.marks) <= {shape.name for shape in drawing.shapes}


def test_bars_have_the_widths_of_the_parts():
    shapes = FIBONACCI.draw((10, 9)).shapes
    assert [(s.x, s.w) for s in shapes if s.role == "bar"] == [(0, 8), (8, 2)]
    assert [(s.x, s.w) for s in shapes if s.role == "limit" and s.w] == [(1, 9)]
    assert sg.fibonacci(10).winning_moves[0].marks == ("coin8", "coin9", "part1")


def test_take_fibonacci_has_the_values_of_the_oeis():
    rows = json.loads((DATA / "fibonacci_a014588.json").read_text())
    values = rows["values"]
    assert engine(TAKE_FIBONACCI).values(len(values) - 1).tolist() == values


@pytest.mark.kernels
def test_take_fibonacci_has_the_least_value_that_no_take_leaves():
    takes, values = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987], [0]
    for n in range(1, 1500):
        reached = {values[n - k] for k in takes if k <= n}
        values.append(next(v for v in range(len(reached) + 1) if v not in reached))
    assert table(1500).tolist() == values


@pytest.mark.parametrize("text", ["global-fibonacci 1e300,5,1", "global-fibonacci 1e5000:10"])
def test_heaps_beyond_any_float_are_refused(text):
    with pytest.raises(TooLargeError):
        sg.parse(text).solve(value=True)
