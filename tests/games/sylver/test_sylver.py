"""Sylver Coinage against the definition on sets of sums, and against the Book."""

from __future__ import annotations

import json
from functools import cache
from math import gcd
from typing import Any

import pytest
from folders import DATA
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.sylver import book
from sprague.games.sylver.engine import known, winning_reply
from sprague.games.sylver.search import SylverSearch
from sprague.games.sylver.semigroup import Semigroup
from sprague.words.errors import NotationError, SpragueError

BOOK = json.loads((DATA / "sylver_book.json").read_text())
SEARCH = SylverSearch()
Sums = frozenset[int]


def sums_of(numbers: tuple[int, ...], most: int) -> Sums:
    found = [0]
    for n in range(1, most + 1):
        if any(n - k in found for k in numbers if k <= n):
            found.append(n)
    return frozenset(found)


@cache
def value(numbers: tuple[int, ...]) -> int:
    """The value by the definition: a position is the set of its sums up to 60."""
    sums = sums_of(numbers, 60)
    values = {
        value(tuple(k for k in sorted(sums_of((*numbers, n), 60)) if 0 < k < 16))
        for n in range(2, 60)
        if n not in sums
    }
    return next(v for v in range(60) if v not in values)


@st.composite
def positions(draw: st.DrawFn, most: int = 12) -> tuple[int, ...]:
    numbers = tuple(sorted(set(draw(st.lists(st.integers(2, most), min_size=2, max_size=5)))))
    assume(gcd(*numbers) == 1)
    return numbers


@settings(max_examples=60, deadline=None)
@given(positions(14))
def test_a_semigroup_is_its_sums(numbers: tuple[int, ...]) -> None:
    found = Semigroup(numbers)
    sums = sums_of(numbers, 200)
    gaps = [n for n in range(1, 200) if n not in sums]
    assert (found.gaps, found.genus, found.last) == (gaps, len(gaps), gaps[-1])
    assert sums_of(found.generators, 200) == sums
    assert all(sums_of(tuple(k for k in found.generators if k != n), 200) != sums for n in found.generators)
    ender = all(found.last in sums_of((*numbers, n), 200) for n in gaps if 1 < n < found.last)
    assert found.is_ender == ender
    assert not ender or found.last == 1 or SEARCH.wins(gaps)


@pytest.mark.kernels
@settings(max_examples=60, deadline=None)
@given(positions(7))
def test_values_and_outcomes_are_the_definition(numbers: tuple[int, ...]) -> None:
    found = Semigroup(numbers)
    assume(found.last < 14)
    position = sg.parse(f"sylver {','.join(map(str, numbers))}")
    small = tuple(k for k in sorted(sums_of(numbers, 60)) if 0 < k < 16)
    assert position.value == value(small)
    assert SEARCH.wins(found.gaps) == (position.value > 0)
    winning = {
        n
        for n in found.gaps
        if n > 1 and not value(tuple(k for k in sorted(sums_of((*numbers, n), 60)) if 0 < k < 16))
    }
    assert {move.sentence.parameters["n"] for move in position.winning_moves} == winning
    if known(found.generators) is not None:
        assert known(found.generators) == (position.value > 0)


def rows(least: int, most: int) -> list[dict[str, Any]]:
    return [row for row in BOOK["rows"] if least <= row["states"] < most]


def confirm(row: dict[str, Any]) -> None:
    numbers = tuple(row["numbers"])
    written = book.certificate(numbers, row["move"], SEARCH)
    assert book.check(json.loads(json.dumps(written)), SEARCH) == row["outcome"]


@pytest.mark.kernels
def test_the_small_rows_of_the_book() -> None:
    for row in rows(0, 20_000):
        confirm(row)


@pytest.mark.deep
@pytest.mark.parametrize("row", rows(20_000, 10**7), ids=lambda row: ",".join(map(str, row["numbers"])))
def test_the_larger_rows_of_the_book(row: dict[str, Any]) -> None:
    confirm(row)


def test_theorems_answer_at_any_size() -> None:
    """Hutchings: two numbers without common factor, other than 2 and 3, are N; so primes from 5 on are P."""
    big = 10**1000
    assert sg.parse(f"sylver {big},{big + 1}").outcome == "N"
    assert sg.parse("sylver 1000003").outcome == "P"
    assert known((2**4 * 3**5,)) is None and known((10**40 + 1,)) is True
    assert known((2**89 - 1,)) is None  # a prime, but too large for the test to be sure
    answer = sg.solve("sylver 91")
    assert (answer.outcome, answer.value, answer.evidence.kind) == ("N", None, "theorem")
    assert answer.winning_moves.first(1)[0].to.text == "sylver 7"
    for n in range(2, 200):
        for move in winning_reply((n,)):
            assert known(Semigroup((n, move)).generators) is False


@pytest.mark.parametrize("text", ["sylver 16", "sylver 4,6", "sylver 300,301,303"])
def test_what_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(SpragueError, match="expected numbers without a common factor"):
        _ = sg.parse(text).outcome


@pytest.mark.parametrize(
    "text", ["sylver 1", "sylver 0", "sylver 4,1", "sylver x", "sylver 4;5", "sylver 4,,5"]
)
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        sg.parse(text)


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"schema": 2, "root": "5,16", "nodes": {}},
        {"schema": 1, "root": "5,16", "nodes": {}},
        {"schema": 1, "root": "5,16", "nodes": {"5,16": {"outcome": "P", "rule": "finite"}}},
        {"schema": 1, "root": "16,5", "nodes": {"16,5": {"outcome": "N", "rule": "finite"}}},
        {"schema": 1, "root": "4,6", "nodes": {"4,6": {"outcome": "P", "rule": "finite"}}},
        {"schema": 1, "root": "4,6", "nodes": {"4,6": {"outcome": "P", "rule": "cover"}}},
        {
            "schema": 1,
            "root": "4,5",
            "nodes": {
                "4,5": {"outcome": "N", "rule": "edge", "move": 7, "child": "4,5,7"},
                "4,5,7": {"outcome": "P", "rule": "finite"},
            },
        },
        {
            "schema": 1,
            "root": "4,5",
            "nodes": {
                "4,5": {"outcome": "N", "rule": "edge", "move": 8, "child": "4,5"},
                "4,5,7": {"outcome": "P", "rule": "finite"},
            },
        },
    ],
)
def test_false_certificates_are_refused(found: Any) -> None:
    with pytest.raises(NotationError, match="expected"):
        book.check(found, SEARCH)


def test_a_table_that_grows_keeps_what_it_knows() -> None:
    fresh = SylverSearch()
    assert not fresh.wins(Semigroup((16, 17, 26, 46)).gaps)  # 47 285 states, by the Book
    assert fresh.wins(Semigroup((15, 16, 26)).gaps)
    assert not fresh.wins(Semigroup((16, 17, 26, 46)).gaps)
