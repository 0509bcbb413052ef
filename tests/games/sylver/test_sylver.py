"""Sylver Coinage against the definition on sets of sums, and against the Book."""

from __future__ import annotations

import json
from functools import cache
from itertools import chain, combinations, product
from math import gcd
from typing import Any

import pytest
from folders import DATA
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.sylver import book
from sprague.games.sylver.covers import Covers
from sprague.games.sylver.search import SylverSearch
from sprague.games.sylver.semigroup import Semigroup
from sprague.games.sylver.theorems import known, winning_reply
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


@pytest.mark.parametrize("text", ["sylver 16", "sylver 16,26", "sylver 300,301,303"])
def test_what_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(SpragueError, match="expected numbers without a common factor"):
        _ = sg.parse(text).outcome


@pytest.mark.parametrize(
    "text", ["sylver 1", "sylver 0", "sylver 4,1", "sylver x", "sylver 4;5", "sylver 4,,5"]
)
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        sg.parse(text)


def test_a_number_of_a_quiet_end_leaves_a_quiet_end() -> None:
    """The Quiet End Theorem: the largest gap is as stated, and the next player wins by the search."""
    seen = 0
    for a, b, c in combinations(range(2, 10), 3):
        for numbers in ((a, b), (a, b, c)):
            quotient = Semigroup(numbers)
            if quotient.common != 1 or quotient.last < 1 or not quotient.is_quiet_end:
                continue
            for g, n in product((2, 3, 5), range(2, 20)):
                if n % g and n in quotient:
                    left = Semigroup((*(g * k for k in numbers), n))
                    assert (
                        left.last == g * quotient.last + (g - 1) * n and left.is_quiet_end and left.is_ender
                    )
                    if left.last < 80:
                        assert SEARCH.wins(left.gaps)
                        seen += 1
    assert seen > 300


def test_the_rows_of_the_book_with_a_common_factor() -> None:
    for row in BOOK["covers"]["rows"]:
        position = sg.parse(f"sylver {','.join(map(str, row['numbers']))}")
        assert position.outcome == row["outcome"]
        assert (
            row["move"] in [move.sentence.parameters["n"] for move in position.winning_moves]
            or not row["move"]
        )
        written = book.certificate(tuple(row["numbers"]), search=SEARCH)
        assert book.check(json.loads(json.dumps(written)), SEARCH) == row["outcome"]
        size = len(json.dumps(written, sort_keys=True, separators=(",", ":")))
        assert size == row["bytes"] or row["numbers"] == [16, 20, 26]


def test_positions_with_a_common_factor_obey_the_definition() -> None:
    """From a lost position no move up to 60 leads to a lost one; from a won one the first winning move does."""
    covers = Covers(SEARCH)
    found = {True: 0, False: 0}
    for g, numbers in product((2, 3), chain(combinations(range(2, 7), 2), combinations(range(2, 7), 3))):
        position = Semigroup(g * n for n in numbers)
        if position.common != g or covers.wins(position.generators) is None:
            continue
        wins = covers.wins(position.generators)
        moves = [n for n in range(2, 60) if n not in position]
        if wins and len(position.generators) > 1:
            moves = [covers.winning(position.generators).moves[0]]
        after = [outcome(position.named(n), covers) for n in moves]
        assert after == [False] if wins and len(position.generators) > 1 else wins or False not in after
        found[wins] += 1
    assert min(found.values()) > 5


def outcome(position: Semigroup, covers: Covers) -> bool | None:
    """Whether the next player wins: by the search alone, if the numbers have no common factor."""
    if position.common != 1:
        return covers.wins(position.generators)
    return SEARCH.wins(position.gaps) if position.last < 120 else None


def cover(*rows: tuple[int, str]) -> dict[str, Any]:
    children = [{"child": child, "move": move} for move, child in rows or [(2, "2")]]
    return {"outcome": "P", "rule": "cover", "tail": "quiet-end-v1", "children": children}


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
        {"schema": 1, "root": "4,6", "nodes": {"4,6": cover(), "2": {"outcome": "P", "rule": "finite"}}},
        {"schema": 1, "root": "4,6", "nodes": {"4,6": cover(), "2": {"outcome": "N", "rule": "finite"}}},
        {"schema": 1, "root": "4,10", "nodes": {"4,10": cover((2, "2"), (3, "3,4"))}},
        {"schema": 1, "root": [], "nodes": {}},
        {"schema": 1, "root": "9" * 5000, "nodes": {}},
        {"schema": 1, "root": "4,6", "nodes": {"4,6": {"outcome": "N", "rule": "edge", "move": 10**5000}}},
        {"schema": 1, "root": "8,12", "nodes": {"8,12": cover((4, "4"))}},
        {"schema": 1, "root": "8,10,12,14", "nodes": {"8,10,12,14": cover()}},
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
