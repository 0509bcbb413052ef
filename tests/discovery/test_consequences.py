"""What follows from an automaton of P-positions, against the plain definition, and what the checker refuses."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest

import sprague as sg
from sprague.discovery.consequences import consequences
from sprague.discovery.proving import prove
from sprague.discovery.rule import rule_of
from sprague.discovery.told import ROWS, formula_of, rows
from sprague.proofs.automatic_check import check_automatic
from sprague.proofs.consequences_check import check_pairs, check_parts
from sprague.proofs.plain_automata import Flaw, Set, numeration
from sprague.proofs.plain_formulas import parse, without


def lost_pairs(t: int, side: int) -> list[tuple[int, int]]:
    """The lost pairs of two heaps by the definition: take from one heap, or k and l from both with |k - l| < t."""
    lost: set[tuple[int, int]] = set()
    for x in range(side):
        for y in range(x, side):
            moves = [(u, y) for u in range(x)] + [(x, v) for v in range(y)]
            moves += [
                (x - k, y - m)
                for k in range(1, x + 1)
                for m in range(max(1, k - t + 1), min(y, k + t - 1) + 1)
            ]
            if not any((min(move), max(move)) in lost for move in moves):
                lost.add((x, y))
    return sorted(lost)


def floor_pair(n: int, t: int) -> tuple[int, int]:
    """(floor(n a), floor(n a) + tn) with a = (2 - t + sqrt(t^2 + 4)) / 2, in whole numbers."""
    smaller = (n * (2 - t) + math.isqrt(n * n * (t * t + 4))) // 2
    return smaller, smaller + t * n


@pytest.mark.parametrize("t", [1, 2, pytest.param(3, marks=pytest.mark.deep)])
def test_the_pairs_are_those_of_the_formula_and_stand_in_rows(t: int) -> None:
    report = sg.discover(f"wythoff[t={t}]" if t > 1 else "wythoff")
    assert report.follows == {"pairs": t}
    assert report.formula == formula_of(t)
    pairs = [pair for pair in lost_pairs(t, 60) if pair[1] < 60]
    assert pairs == [floor_pair(n, t) for n in range(len(pairs))]
    shown = rows(t, ROWS, 12)
    terms = [pair for row in shown for pair in zip(row[::2], row[1::2], strict=True)]
    assert len(set(terms)) == len(terms)
    assert all(pair == floor_pair((pair[1] - pair[0]) // t, t) for pair in terms)
    # every small pair that is in no shown row begins no earlier than the last of these rows
    assert all(pair in terms for pair in pairs[1:] if pair[0] <= shown[-1][0])
    assert not report.observed
    assert check_automatic(report.certificate) > 0


def test_of_two_equal_heaps_the_pairs_are_proved_too() -> None:
    report = sg.discover("nim")
    assert report.follows == {"pairs": 0}
    assert str(report.told.laws[0]).startswith("PROVED: the P-positions are the pairs (n, n)")  # type: ignore[union-attr]
    assert not any("observed" in str(sentence) for sentence in report.sentences())


@pytest.mark.parametrize(
    "rule", ["vectors{(0,k),(k,0),(1,1)}", "vectors{(0,2k),(2k,0),(k,k)}", "vectors{(0,1),(1,0)}"]
)
def test_of_other_rules_no_formula_is_claimed(rule: str) -> None:
    theorem = prove(rule_of(sg.parse(f"{rule} 1,1").components[0].ruleset)).theorem
    assert theorem is not None
    assert consequences(theorem) == {}


def take_away(factor: int, most: int) -> dict[tuple[int, int], bool]:
    """Whether (heap, limit) is lost, by the definition."""
    lost: dict[tuple[int, int], bool] = {}
    for n in range(most):
        for q in range(n + 1):
            lost[n, q] = not any(lost[n - k, min(factor * k, n - k)] for k in range(1, q + 1))
    return lost


@pytest.mark.parametrize("factor", [1, 2])
def test_who_begins_a_take_away_game_loses_at_the_parts_and_else_takes_the_smallest(factor: int) -> None:
    rule = f"n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = {factor}k"
    report = sg.discover("fibonacci" if factor == 2 else rule)
    assert report.follows == {"parts": factor}
    lost = take_away(factor, 60)
    starts = [n for n in range(1, 60) if lost[n, n - 1]]
    law = str(report.told.laws[0])  # type: ignore[union-attr]
    assert ", ".join(map(str, starts[:6])) in law
    for n in range(1, 60):
        rest, smallest = n, 0
        for part in reversed(starts):
            if part <= rest:
                rest, smallest = rest - part, part
        assert rest == 0
        for q in range(n + 1):
            assert lost[n, q] == (q < smallest)
        assert lost[n - smallest, min(factor * smallest, n - smallest)]
    assert set(report.table) <= {
        cell for cell, is_lost in take_away(factor, 1 + max(report.table)[0]).items() if is_lost
    }
    assert check_automatic(report.certificate) > 0


CLAIMS: list[tuple[str, dict[str, Any]]] = [
    ("wythoff", {"pairs": 2}),
    ("wythoff", {"pairs": 0}),
    ("wythoff", {"pairs": True}),
    ("nim", {"pairs": 1}),
    ("wythoff", {"parts": 2}),
    ("fibonacci", {"parts": 1}),
    ("fibonacci", {"parts": 4}),
    ("fibonacci", {"pairs": 1}),
]


@pytest.mark.parametrize(("game", "claim"), CLAIMS)
def test_the_checker_refuses_what_does_not_follow(game: str, claim: dict[str, Any]) -> None:
    report = sg.discover(game)
    forged = {
        name: copy.deepcopy(part) for name, part in report.certificate.items() if name not in report.follows
    }  # type: ignore[union-attr]
    check_automatic(forged)
    with pytest.raises(Flaw):
        check_automatic(forged | claim)


#: Sets that have all but one of the properties of the pairs of t = 1, or nearly.
NEARLY = [
    "exists k: (x = 2k + 1 and y = 2k + 2) or (x = 2k + 2 and y = 2k + 1) or (x = 0 and y = 0)",  # differences 1, 1, …
    "x = y",
    "x = 0 and y = 0",
    "(x = 0 and y = 0) or y = 2x + 1 or x = 2y + 1",
    "(x = 0 and y = 0) or (x = 1 and y = 2) or (x = 2 and y = 1)",
    "x < 1 or y < 1",
]


@pytest.mark.parametrize("text", NEARLY)
def test_a_set_that_has_only_some_of_the_properties_is_refused(text: str) -> None:
    system = numeration("zeckendorf")
    p_set = without(system, [], parse(f"x,y -> u,v where {text}"))
    with pytest.raises(Flaw):
        check_pairs(system, p_set, 1)


def test_one_pair_that_is_changed_is_refused() -> None:
    system, claims = numeration("zeckendorf"), sg.discover("wythoff").certificate
    assert claims is not None
    letters = [(a, b) for a in (0, 1) for b in (0, 1)]
    delta: list[dict[tuple[int, ...], int]] = [
        {letter: to - 1 for letter, to in zip(letters, row, strict=True) if to}
        for row in claims["automaton"]["delta"]
    ]
    true = Set(("x", "y"), 0, frozenset(s - 1 for s in claims["automaton"]["accept"]), delta)
    check_pairs(system, true, 1)
    for x, y in ((0, 0), (1, 2), (8, 13)):
        one = f"((x = {x} and y = {y}) or (x = {y} and y = {x}))"
        fewer = without(system, [], ("and", ("in", true), parse(f"x,y -> u,v where not {one}")))
        more = without(
            system, [], ("or", ("in", true), parse(f"x,y -> u,v where {one.replace(str(y), str(y + 1))}"))
        )
        for changed in (fewer, more):
            with pytest.raises(Flaw):
                check_pairs(system, changed, 1)


def test_parts_of_a_rule_by_vectors_are_refused() -> None:
    with pytest.raises(Flaw):
        check_parts(numeration("2"), Set(("x", "y"), 0, frozenset({0}), [{(0, 0): 0}]), None, 2)
