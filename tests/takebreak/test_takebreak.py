"""Take-and-break rulesets: every answer against the definition, winning moves complete, huge heaps by the period."""

import functools
import re
from operator import xor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.dots import CIRCLE, DOTS
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.takebreak import codes
from sprague.takebreak.codes import Code
from sprague.takebreak.engine import TakeBreakEngine
from sprague.takebreak.period import remembered
from sprague.takebreak.replies import Row, replies
from sprague.takebreak.rules import TakeAndBreak
from sprague.takebreak.small import small_values
from sprague.words.errors import SpragueError
from sprague.workbench.registry import engine
from sprague.workbench.registry import engine as engines

digits = st.lists(st.integers(0, 7), min_size=1, max_size=4)
octal_codes = st.builds(lambda head, tail: Code((head, *tail)), st.sampled_from([0, 4]), digits)
other_codes = st.sampled_from(
    ["hex:0.8f", "hex:8.3", "unequal:4.0", "equal:4.3", "4.(3)", "0.(3)", "all-but{2,3}", "0.1(5)"]
).map(codes.parse_code)


@given(st.one_of(octal_codes, other_codes), st.integers(0, 24))
@settings(max_examples=120, deadline=None)
def test_values_replies_and_counts_agree_with_the_definition(code, n):
    ruleset = TakeAndBreak(code)
    known: dict[Component, int] = {}
    expected = naive.value(Component(ruleset, n), known)
    chosen = engine(ruleset)
    assert chosen.value(n) == expected
    options = list(ruleset.successors(n))
    assert ruleset.option_count(n) == len(options) == len(set(options))
    assert all(ruleset.allows(n, option) for option in options)
    for target in range(4):
        wanted = [option for option in options if _nim_sum(option, known) == target]
        replies = chosen.replies(n, target)
        assert list(replies) == wanted
        assert replies.total == len(wanted)


def _nim_sum(option, known):
    total = 0
    for part in option:
        total ^= naive.value(part, known)
    return total


@given(st.integers(0, 60), st.integers(0, 3))
@settings(deadline=None)
def test_dots_agree_with_the_definition(n, target):
    known: dict[Component, int] = {}
    for ruleset in (DOTS, CIRCLE):
        assert engine(ruleset).value(n) == naive.value(Component(ruleset, n), known)
        options = list(ruleset.successors(n))
        assert ruleset.option_count(n) == len(options)
        wanted = {tuple(sorted(part.state for part in o)) for o in options if _nim_sum(o, known) == target}
        found = [tuple(sorted(part.state for part in o)) for o in engine(ruleset).replies(n, target)]
        assert set(found) == wanted and len(found) == len(set(found))
        for option in options:
            assert ruleset.allows(n, option) and ruleset.allows(n, option[::-1])
            shapes = {shape.name for shape in ruleset.draw(n).shapes}
            assert shapes >= set(ruleset.marks(n, option)) and str(ruleset.describe(n, option))
    assert not DOTS.allows(n, (Component(DOTS, n),))


def row_of(code: Code, count: int, period: bool) -> Row:
    """The values of heaps below ``count``, or just as many as the period leaves open."""
    if not period:
        return Row(small_values(code, count))
    found = sg.octal(str(code)).period(500)
    return Row(found.values[: found.preperiod + found.period], found.preperiod, found.period, found.saltus)


@pytest.mark.parametrize("array", [False, True])
@pytest.mark.parametrize(
    "code",
    [
        "0.137",
        "0.77",
        "0.07",
        "subtract{1,3,4}",
        "0.15",
        "all-but{1,4}",
        "0.(3)",
        "0.10(3)",
        "0.21(0310)",
        "hex:0.f2",
        "hex:0.0f",
        "equal:0.47",
    ],
)
def test_splits_counted_by_residues_are_those_counted_one_by_one(code, array):
    code = codes.parse_code(code)
    n = 61 if code.most_heaps > 2 else 700
    plain = row_of(code, n, period=False)
    by_period = row_of(code, n, period=True) if sg.octal(str(code)).period(500).status == "proved" else plain
    if array:
        plain = plain._replace(seen=np.array(plain.seen, np.uint16))
        by_period = by_period._replace(seen=np.array(by_period.seen, np.uint16))
    for heap in (50, 90, 110, n - 1, n) if n > 110 else (n - 1, n):
        for target in range(6):
            one_by_one = [
                o
                for o in codes.options(code, heap)
                if functools.reduce(xor, map(plain.value, o), 0) == target
            ]
            for row in (plain, by_period):
                found = replies(code, row, heap, target)
                assert list(found) == one_by_one
                assert found.total == len(one_by_one)


@pytest.mark.parametrize("text", ["lasker", "0.(3)"])
def test_winning_moves_by_a_theorem_are_those_of_the_definition(text):
    game = sg.octal(text)
    values = small_values(game.ruleset.code, 70)
    for n in range(71):
        assert game[n] == values[n]
        for target in range(80):
            wanted = [
                o
                for o in codes.options(game.ruleset.code, n)
                if functools.reduce(xor, map(values.__getitem__, o), 0) == target
            ]
            found = engine(game.ruleset).replies(n, target)
            assert [tuple(part.state for part in o) for o in found] == wanted
            assert found.total == len(wanted)


def test_a_theorem_answers_heaps_of_any_size():
    answer = sg.solve("lasker 10^30")
    assert (answer.value, answer.evidence.kind, answer.winning_moves.total) == (10**30 - 1, "theorem", 2)
    assert sg.octal("lasker")[5000] == 4999
    many = sg.solve(f"lasker {10**30} + *{10**30 - 4}").winning_moves
    for move in many.first(20):
        assert move.to.value == 0
    assert many.total > 2**60
    huge = sg.solve("lasker 10^100000 + nim 10^100000").winning_moves
    assert huge.first(1)[0].to.value == 0 and huge.total > 1
    nim = sg.solve("0.(3) 10^30,5")
    assert (nim.evidence.kind, nim.winning_moves.total) == ("theorem", 1)


def test_without_a_theorem_a_large_heap_is_refused_in_a_true_sentence():
    with pytest.raises(SpragueError, match=r"4\.\(7\) 10+ needs .*; only"):
        sg.solve(f"4.(7) {10**18}")


def test_splits_into_three_heaps_are_counted_or_said_not_to_be():
    position = sg.parse(f"hex:0.f2 {10**30 + 1}")
    found = position.winning_moves
    assert not found.complete and found.first(1)[0].to.value == 0
    assert position.moves().total > 10**58
    with pytest.raises(SpragueError, match=r"hex:0\.0f 10+ needs .*; only"):
        sg.solve(f"hex:0.0f {10**30}")


@given(st.one_of(octal_codes, other_codes), st.integers(0, 40))
@settings(max_examples=120, deadline=None)
def test_options_are_counted_by_arithmetic(code, n):
    assert TakeAndBreak(code).option_count(n) == sum(1 for _ in codes.options(code, n))


def test_a_heap_of_any_size_is_answered_through_the_period():
    n = 10**30 + 1
    answer = sg.solve(f"0.137 {n}")
    assert answer.evidence.kind == "periodic"
    assert answer.value == sg.octal("0.137")[52 + (n - 52) % 34]
    assert answer.winning_moves_total > 10**28
    for move in answer.winning_moves.first(20):
        assert move.to.value == 0


def test_a_proved_period_found_once_answers_later_questions(monkeypatch):
    monkeypatch.setattr("sprague.takebreak.engine.SEARCHED_PAIRS", 2**13)
    monkeypatch.setattr("sprague.takebreak.engine.SEARCHED", 2**13)
    monkeypatch.setattr("sprague.takebreak.engine.certified", lambda code: None)
    monkeypatch.setattr("sprague.takebreak.period._REMEMBERED.periods", {})
    monkeypatch.setattr(
        "sprague.takebreak.sequence.KEPT", 2**13
    )  # its values are not those that the engine shares
    game = sg.octal("0.16")
    asked = TakeBreakEngine(game.ruleset, engines)
    with pytest.raises(SpragueError, match=r"0\.16 10+ needs .*; only"):
        asked.value(10**18)
    found = game.period()
    for n in (10**18, 10**30, 105351 + 149459 + 5):
        assert asked.value(n) == found.value(n)
    assert asked.evidence(10**30, True).kind == "periodic"
    for heaps in asked.replies(10**18, 0).first(5):
        assert functools.reduce(xor, (found.value(part.state) for part in heaps)) == 0
    monkeypatch.setattr("sprague.takebreak.period.REMEMBERED", 1000)
    sg.octal("0.77").period()
    assert remembered(game.ruleset.code) is None and remembered(sg.octal("0.77").ruleset.code) is not None


def test_without_a_proved_period_a_huge_heap_is_refused(monkeypatch):
    monkeypatch.setattr("sprague.takebreak.engine.SEARCHED_PAIRS", 2**13)
    monkeypatch.setattr("sprague.takebreak.engine.SEARCHED", 2**13)
    with pytest.raises(SpragueError, match=r"0\.007 10+ needs .*; only"):
        sg.solve(f"0.007 {10**18}")


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        (".137 7,9", "0.137 7,9"),
        ("grundys-game 5", "grundy 5"),
        ("hex:0.77 4", "0.77 4"),
        ("james-bond 9", "treblecross 9"),
        ("subtract{4, 3,1} 20", "subtract{1,3,4} 20"),
        ("0.33 5", "subtract{1,2} 5"),
        ("laskers-nim 7", "lasker 7"),
    ],
)
def test_spellings_normalise(text, normal):
    assert str(sg.parse(text)) == normal
    assert str(sg.parse(normal)) == normal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0.79 3", "octal digit 0-7, got '9'"),
        ("3.1 4", "0 or 4"),
        ("subtract{} 3", "at least one"),
        ("subtract{0} 3", "whole numbers"),
        ("kayle 3", "did you mean kayles"),
        ("dots -1", "whole number"),
        ("hex:0.g 3", "hexadecimal"),
    ],
)
def test_bad_codes_get_a_sentence(text, words):
    with pytest.raises(SpragueError, match=words):
        sg.parse(text)


@pytest.mark.parametrize("wrong", ["5", 1e3, 1.5, None, True])
def test_a_largest_heap_that_is_no_whole_number_gets_a_sentence(wrong):
    game = sg.octal("0.77")
    words = re.escape(f"expected a heap as an int >= 0, got {wrong!r}")
    with pytest.raises(SpragueError, match=words):
        game.values(wrong)
    with pytest.raises(SpragueError, match=words):
        sg.statistics(game, wrong)
    with pytest.raises(SpragueError, match=words):
        sg.equivalent("0.07", "0.237", wrong)
    if wrong is not None:
        with pytest.raises(SpragueError, match=words):
            game.period(wrong)


@pytest.mark.parametrize("wrong", [5, None, 0.77, b"0.77"])
def test_a_code_that_is_no_text_gets_a_sentence(wrong):
    said = f"a take-and-break code .* got '{re.escape(repr(wrong))}'"
    if isinstance(wrong, float):  # a number loses the zeros of a code
        said = r"expected the code as a text, with its zeros: sg\.octal\('0\.77'\), got a float"
    with pytest.raises(SpragueError, match=said):
        sg.octal(wrong)
    with pytest.raises(SpragueError, match="expected t >= 1, got"):
        sg.wythoff(1, 2, t=str(wrong))


def test_whole_numbers_of_numpy_will_do():
    assert len(sg.octal("0.77").values(np.int16(5))) == 6
    assert sg.octal("0.77").period(np.uint8(255)).status == "proved"
