"""Moves that may be added to a rule and moves it can do without, against their definitions on tables."""

from __future__ import annotations

import copy
import json
from itertools import product

import pytest

import sprague as sg
from sprague.discovery.alike import alike
from sprague.discovery.proving import prove
from sprague.discovery.rule import Family, rule_of
from sprague.discovery.table import Table
from sprague.proofs.check import check

RULES = (
    "wythoff",
    "vectors{(0,2k),(2k,0),(k,k)}",
    "vectors{(0,2k),(2k,0),(0,3),(3,0)}",
    "vectors{(0,k),(k,0),(1,1),(3,3)}",
    "vectors{(0,k),(k,0),(0,2k),(1,2)}",
)


def vectors_of(families: tuple[Family, ...], most: int) -> set[tuple[int, int]]:
    """What the families take, with k up to ``most``."""
    return {(a * k + c, b * k + d) for a, c, b, d in families for k in range(1, most + 1 if a or b else 2)}


def losing(vectors: set[tuple[int, int]], size: int) -> set[tuple[int, int]]:
    """The P-positions with both heaps below ``size``, by the definition."""
    found: set[tuple[int, int]] = set()
    for x, y in product(range(size), repeat=2):
        if not any((x - a, y - b) in found for a, b in vectors):
            found.add((x, y))
    return found


@pytest.mark.parametrize("game", RULES)
def test_vectors_that_may_be_added_are_no_differences(game: str) -> None:
    rule = rule_of(game)
    found = alike(prove(rule).theorem)  # type: ignore[arg-type]
    assert found is not None
    table = Table(rule).square(320)
    there = vectors_of(rule.families, 12)
    for a, b in product(range(12), repeat=2):
        differ = bool((table[a:, b:] & table[: 320 - a, : 320 - b]).any())
        assert ((a, b) in found.addable) == (not differ and (a, b) != (0, 0) and (a, b) not in there), (a, b)


@pytest.mark.parametrize("game", RULES)
def test_without_a_redundant_move_the_p_positions_stay(game: str) -> None:
    rule = rule_of(game)
    found = alike(prove(rule).theorem)  # type: ignore[arg-type]
    assert found is not None
    size = 24
    every = vectors_of(rule.families, size)
    right = losing(every, size)
    for (a, c, b, d), which in zip(rule.families, found.redundant, strict=True):
        for k in range(1, 4 if a or b else 2):
            same = losing(every - {(a * k + c, b * k + d)}, size) == right
            assert same == ((k,) in which), (a, c, b, d, k)


def test_none_of_wythoffs_moves_is_redundant() -> None:
    """As Duchêne, Fraenkel, Nowakowski and Rigo found (2010)."""
    report = sg.discover("wythoff").to_dict()
    assert [each["which"] for each in report["redundant"]] == ["none"] * 3
    assert report["addable"]["first"][:3] == [[1, 3], [1, 5], [2, 4]]


def test_whole_families_may_be_redundant() -> None:
    report = sg.discover("vectors{(0,2k),(2k,0),(0,3),(3,0)}")
    assert [each["which"] for each in report.to_dict()["redundant"]] == ["none", "none", "all", "all"]
    assert "redundant moves, each on its own: (0,3); (3,0)" in map(str, report.sentences())


def test_the_checker_decides_what_may_be_added() -> None:
    claims = json.loads(json.dumps(sg.discover("vectors{(0,k),(k,0),(1,1)}").certificate))
    assert check(claims)["valid"]
    rows = claims["addable"]["delta"]
    for state, row in enumerate(rows[::3]):
        for letter, right in enumerate(row):
            other = copy.deepcopy(claims)
            other["addable"]["delta"][3 * state][letter] = (right + 1) % (len(rows) + 1)
            assert not check(other)["valid"], (state, letter)
