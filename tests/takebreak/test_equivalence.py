"""Reduced forms keep the values, and join the codes that published tables join."""

from __future__ import annotations

import json

import pytest
from folders import DATA
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.takebreak.codes import Code, options, parse_code
from sprague.takebreak.reduction import octal_digits, reduce_code
from sprague.takebreak.small import small_values
from sprague.words.errors import RangeError

TABLE = json.loads((DATA / "heaps_octal_games.json").read_text("utf-8"))


def plain(code: Code, to: int) -> list[int]:
    """The definition: the mex over all options."""
    values: list[int] = []
    for n in range(to + 1):
        reached = set()
        for option in options(code, n):
            value = 0
            for heap in option:
                value ^= values[heap]
            reached.add(value)
        values.append(next(v for v in range(len(reached) + 1) if v not in reached))
    return values


@given(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), min_size=1, max_size=6))
def test_a_reduced_form_has_the_same_values(first: int, digits: list[int]) -> None:
    code = Code((first, *digits))
    if not code.moves:
        return
    reduced = reduce_code(code)
    assert plain(code, 60)[: reduced.shift] == [0] * reduced.shift
    assert plain(code, 60)[reduced.shift :] == plain(reduced.code, 60 - reduced.shift)
    assert reduced.code.digit(1) & 1
    assert reduce_code(reduced.code) == (reduced.code, 0)


def test_codes_of_one_published_class_have_equal_values_behind_the_shift() -> None:
    for text, other in TABLE["equivalent_game"].items():
        first, second = (
            reduce_code(parse_code(spelt if "." in spelt else f"{spelt}.")) for spelt in (text, other)
        )
        assert small_values(first.code, 400) == small_values(second.code, 400), (text, other)


@pytest.mark.parametrize(
    ("text", "reduced", "shift"),
    [("0.07", "0.137", 1), ("0.4", "0.137", 2), ("0.6", "0.37", 1), ("0.77", "0.77", 0), ("4.0", "0.7", 1)],
)
def test_famous_cousins(text: str, reduced: str, shift: int) -> None:
    # Guy and Smith 1956; Winning Ways, chapter 4: Dawson's Kayles and Chess, Officers and its cousin.
    found = reduce_code(parse_code(text))
    assert (octal_digits(found.code), found.shift) == (reduced, shift)


@pytest.mark.parametrize("text", ["hex:0.8", "0.(3)", "unequal:4.0", "0.0"])
def test_other_codes_are_refused(text: str) -> None:
    with pytest.raises(RangeError, match="finite octal code"):
        reduce_code(parse_code(text))


def test_periods_prove_what_no_reduction_does() -> None:
    found = sg.equivalent("0.147", "0.544")  # one class in the published table of 0.545 and 0.147
    assert reduce_code(parse_code("0.147")).code != reduce_code(parse_code("0.544")).code
    assert (found.status, found.shift, bool(found)) == ("proved", 0, True)
    assert "proved period" in str(found.reason)


def test_what_no_theorem_covers_is_only_observed() -> None:
    found = sg.equivalent("0.(3)", "0.(7)", 200)
    assert (found.status, bool(found)) == ("observed", False)
    assert sg.equivalent("subtract{1,2}", "subtract{1,2,501}", 400).status == "observed"
    assert sg.equivalent("subtract{1,2}", "subtract{1,2,501}").status == "different"
    assert sg.equivalent("subtract{1,2}", "subtract{1,2,500}").status == "proved"  # 500 is 2 modulo 3


def test_the_shift_goes_from_the_first_to_the_second() -> None:
    found = sg.equivalent("0.4", sg.octal("0.137"))
    first, second = small_values(parse_code("0.4"), 50), small_values(parse_code("0.137"), 50)
    assert all(first[n] == second[n + found.shift] for n in range(2, 51))
    with pytest.raises(RangeError, match="take-and-break game"):
        sg.equivalent("nim", "wythoff")


@pytest.mark.parametrize("code", ["unequal:4.0", "hex:0.8", "4.(3)", "equal:0.7"])
def test_a_code_is_equivalent_to_itself(code: str) -> None:
    found = sg.equivalent(code, code)
    assert bool(found) and found.shift == 0
    assert not sg.equivalent(code, "0.137")
