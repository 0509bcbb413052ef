"""Candy splitting against every split, and the contest's format."""

import json
from itertools import combinations

import pytest
from folders import DATA, ROOT
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg

CASES = json.loads((DATA / "candy_cases.json").read_text())["cases"]

#: The contest's own files, when they lie beside the checkout.
CONTEST = ROOT.parent / "shared" / "reference" / "codejam"


def xor(values):
    total = 0
    for value in values:
        total ^= value
    return total


def best_of_all_splits(candies):
    best = None
    for size in range(1, len(candies)):
        for kept in combinations(range(len(candies)), size):
            mine = [candies[i] for i in kept]
            yours = [value for i, value in enumerate(candies) if i not in kept]
            if xor(mine) == xor(yours):
                best = max(best or 0, sum(mine))
    return best


closed = st.lists(st.integers(1, 30), min_size=1, max_size=7).map(lambda values: [*values, xor(values) or 1])


@given(st.one_of(st.lists(st.integers(1, 7), min_size=2, max_size=8), closed))
def test_best_of_all_splits(candies):
    result = sg.candy.split(candies)
    assert result.best == best_of_all_splits(candies)
    assert result.possible == (result.best is not None)
    if result.possible:
        assert sorted(result.kept + result.given) == sorted(candies)
        assert sum(result.kept) == result.best and xor(result.kept) == xor(result.given)
        assert result.kept and result.given


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["candies"]))
def test_known_cases(case):
    assert sg.candy.split(case["candies"]).best == case["best"]


def test_judge():
    lines = [str(len(CASES))]
    expected = ""
    for number, case in enumerate(CASES, 1):
        lines += [str(len(case["candies"])), " ".join(map(str, case["candies"]))]
        expected += f"Case #{number}: {'NO' if case['best'] is None else case['best']}\n"
    assert sg.candy.judge("\n".join(lines) + "\n") == expected
    assert sg.candy.judge("\r\n".join(lines)) == expected
    assert sg.candy.judge("\n\n".join(lines)) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the number of cases, got nothing in 'line 1'"),
        ("0", "an integer >= 1, got '0' in 'line 1'"),
        ("x", "an integer >= 1, got 'x' in 'line 1'"),
        ("1 2", "got 2 numbers in 'line 1'"),
        ("1\n3\n1 2\n", "the 3 candies of case 1, got 2 numbers in 'line 3'"),
        ("1\n2\n1 -1\n", "an integer >= 1, got '-1' in 'line 3'"),
        ("1\n2\n1 0\n", "an integer >= 1, got '0' in 'line 3'"),
        ("1\n1\n5\n", "at least two candies in case 1, got '1' in 'line 2'"),
        ("2\n2\n5 5\n", "the number of candies of case 2, got nothing in 'line 4'"),
        ("1\n2\n5 5\n7\n", "the end after 1 case, got '7' in 'line 4'"),
        ("1\n2\n5 1e9\n", "an integer >= 1, got '1e9' in 'line 3'"),
        ("1\n2\n5 ٣\n", "an integer >= 1"),
        ("9" * 5000, "the number of candies of case 1, got nothing"),
    ],
)
def test_errors_name_the_line(text, sentence):
    with pytest.raises(sg.SpragueError) as error:
        sg.candy.judge(text)
    assert sentence in str(error.value)


@given(st.text("0123 \n-x", max_size=30))
def test_any_text_is_answered_or_refused(text):
    try:
        assert isinstance(sg.candy.judge(text), str)
    except sg.SpragueError:
        pass


@pytest.mark.parametrize("candies", [[], [3], [3, 0, 3], [3, -1], [1.5, 1.5], ["3", "3"], [True, 1]])
def test_what_is_no_candy(candies):
    with pytest.raises(sg.SpragueError):
        sg.candy.split(candies)


def test_candies_of_any_size():
    large = 10**6000
    assert sg.candy.split([large, 1, large + 1]).best == 2 * large + 1


def test_the_official_files_where_they_are_at_hand():
    for answers in CONTEST.glob("*.ans"):
        assert sg.candy.judge(answers.with_suffix(".in").read_text()) == answers.read_text()
