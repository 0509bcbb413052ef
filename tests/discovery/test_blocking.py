"""Rules with blocking: counting automata, tables, theorems, certificates and play, against the plain definition."""

from __future__ import annotations

import copy
import functools
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.discovery.automata.counting import counted
from sprague.discovery.automata.decide import automaton
from sprague.discovery.automata.dfa import both, bounded, either, negated
from sprague.discovery.automata.formula import And, Exists, Within, parse
from sprague.discovery.automata.numeration import system
from sprague.discovery.blocking import p_positions
from sprague.discovery.certificate import certificate
from sprague.discovery.known import of_atlas
from sprague.discovery.proving import prove
from sprague.discovery.rule import Family, Rule, rule_of
from sprague.discovery.theorem import Theorem, decide
from sprague.discovery.walnut import write
from sprague.proofs.check import check
from sprague.proofs.plain_automata import contains, numeration, words
from sprague.proofs.plain_automata import counted as plainly_counted
from sprague.proofs.plain_formulas import parse as plainly_parsed
from sprague.proofs.plain_formulas import solved
from sprague.theorems.automatic import of_automatic
from sprague.words.errors import NotationError, RangeError, TooLargeError, UnsolvedError

WYTHOFF = "{(0,k),(k,0),(k,k)}"
SYSTEMS = ("2", "3", "zeckendorf", "ostrowski(1,2)")

#: Sets of (x, y, u, v), for the pairs (u, v) of which the checker and the prover count how many belong to (x, y).
SETS = (
    "u < x and v = y",
    "u + v = x and v <= y",
    "u < x and v < y and u = v",
    "x = u + 2 and y = v + 1",
    "u <= 2x and v = 3 and y >= 0",
    "u < 3 and v < 2 and x + y > 4",
)


@functools.cache
def theorem_of(game: str) -> Theorem:
    found = prove(rule_of(game)).theorem
    assert found is not None
    return found


def options(families: tuple[Family, ...], x: int, y: int) -> set[tuple[int, int]]:
    """Where the moves lead from (x, y)."""
    return {
        (x - a * k - c, y - b * k - d)
        for a, c, b, d in families
        for k in range(1, x + y + 1 if a or b else 2)
        if x >= a * k + c and y >= b * k + d
    }


def definition(families: tuple[Family, ...], forbidden: int, size: int) -> np.ndarray:
    """The positions below ``size`` of which at most ``forbidden`` options are such positions."""
    found = np.zeros((size, size), bool)
    for x, y in product(range(size), repeat=2):
        found[x, y] = sum(found[cell] for cell in options(families, x, y)) <= forbidden
    return found


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("text", SETS)
def test_counting(text: str, name: str) -> None:
    found = counted(automaton(parse(text), system(name)), 3, "u", "v")
    size, far = 7, 16
    condition = text.replace("=", "==").replace("<==", "<=").replace(">==", ">=")
    for x, y in product(range(size), repeat=2):
        cells = product(range(far), repeat=2)
        count = sum(
            eval(condition.replace("2x", "2 * x"), {"x": x, "y": y, "u": u, "v": v}) for u, v in cells
        )
        asked = {"x": x, "y": y}
        for least, one in enumerate(found, 1):
            assert (tuple(asked[track] for track in one.tracks) in one) == (count >= least), (x, y, least)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("text", SETS)
def test_the_checker_counts_alike(text: str, name: str) -> None:
    plain = plainly_counted(
        numeration(name),
        solved(numeration(name), plainly_parsed(f"x,y -> u,v where {text}")),
        3,
        "u",
        "v",
    )
    found = counted(automaton(parse(text), system(name)), 3, "u", "v")
    word = words(numeration(name), 40)
    for x, y in product(range(12), repeat=2):
        asked = {"x": x, "y": y}
        for one, other in zip(found, plain, strict=True):
            given_x_y = tuple(asked[track] for track in one.tracks)
            assert (given_x_y in one) == contains(other, {track: word(n) for track, n in asked.items()})


def test_counting_has_a_bound() -> None:
    wide = automaton(parse("x = u + 5v and 3y >= u + v"), system("3"))
    with pytest.raises(TooLargeError, match="more than 4 states"):
        bounded(4, counted, wide, 9, "u", "v")


entries = st.tuples(*[st.integers(0, 3)] * 4).filter(any)


@given(st.lists(entries.map(lambda e: Family(*e)), min_size=1, max_size=5), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_tables(families: list[Family], forbidden: int) -> None:
    rule = Rule("test", tuple(families), forbidden=forbidden)
    assert (p_positions(rule, 18) == definition(tuple(families), forbidden, 18)).all()


def closed_forms(forbidden: int) -> Any:
    """The P-positions of Wythoff's game with blocking, from those of Wythoff's game."""
    zeckendorf = system("zeckendorf")
    wythoff = Within(("n", "m"), prove(rule_of("wythoff")).theorem.p_set)  # type: ignore[union-attr]
    far = parse("(y = 2x + 1) or (x = 2y + 1) or (x = 0 and y = 0)")
    if forbidden == 2:
        also = automaton(parse("(y = 2x + 2) or (x = 2y + 2)"), zeckendorf)
        return either(automaton(far, zeckendorf), also)
    twice = Exists(("n", "m"), And((wythoff, parse("x = 2n + 2 and y = 2m + 2"))))
    return either(automaton(far, zeckendorf), automaton(twice, zeckendorf))


@pytest.mark.parametrize("forbidden", [1, 2])
def test_wythoffs_game_with_one_or_two_forbidden_options(forbidden: int) -> None:
    """U. Larsson, Blocking Wythoff Nim (2011), solves these two games."""
    theorem = prove(rule_of(f"blocking-vectors[m={forbidden}]{WYTHOFF}"), systems=("zeckendorf",)).theorem
    assert theorem is not None
    assert theorem.proved
    assert theorem.p_set.same(closed_forms(forbidden))


@pytest.mark.parametrize("forbidden", [1, 2, 3])
def test_nim_with_blocking(forbidden: int) -> None:
    report = sg.discover(f"blocking-nim[k={forbidden}]")
    assert report.status == "proved"
    assert report.theorem is not None
    right = definition(rule_of("nim").families, forbidden, 40)
    for x, y in product(range(40), repeat=2):
        assert ((x, y) in report.theorem.p_set) == right[x, y]
        if forbidden == 1 and x + y:  # Flammenkamp, Holshouser, Reiter 2003: at most one more
            assert right[x, y] == (abs(x - y) == 1)
    assert check(report.certificate)["valid"]


def test_false_guesses_fail_with_a_counterexample_that_is_one() -> None:
    rule = rule_of(f"blocking-vectors[m=1]{WYTHOFF}")
    theorem = theorem_of(rule.text)
    for guess in (
        both(theorem.p_set, negated(automaton(parse("x = 21 and y = 43"), theorem.p_set.system))),
        either(theorem.p_set, automaton(parse("x = 20 and y = 20"), theorem.p_set.system)),
        prove(rule_of("wythoff")).theorem.p_set,  # type: ignore[union-attr]
    ):
        wrong = decide(rule, guess, (1, 1))
        assert not wrong.proved
        cell = wrong.counterexample
        assert cell is not None
        lost = sum(option in guess for option in options(rule.families, *cell))
        assert (cell in guess) != (lost <= 1)


RULES = (
    ("blocking-vectors[m=1]{(0,k),(k,0),(1,1)}", 3),
    ("blocking-vectors[m=2]{(1,0),(0,1),(k,k)}", 2),
    ("blocking-vectors[m=1]{(k,0),(2k,0),(0,k),(1,0)}", 2),
    ("blocking-vectors[m=1]{(2k,0),(3k,0),(0,2k),(0,3k)}", 4),
    ("blocking-vectors[m=3]{(k,0),(0,k),(k,k)}", 0),
)


@pytest.mark.parametrize("rule", [rule for rule, _ in RULES])
def test_proofs_and_certificates(rule: str) -> None:
    report = sg.discover(rule)
    assert report.theorem is not None
    right = definition(rule_of(rule).families, rule_of(rule).forbidden, 60)
    found = [[(x, y) in report.theorem.p_set for y in range(60)] for x in range(60)]
    assert (np.array(found) == right).all()
    assert report.alike is None
    assert report.follows == {}
    verdict = check(report.certificate)
    assert verdict["valid"], verdict
    assert "so many as the other player may forbid" in verdict["statement"]


@functools.cache
def wythoff_with_one_forbidden() -> dict[str, Any]:
    """A certificate that is valid."""
    claims: dict[str, Any] = certificate(prove(rule_of(f"blocking-vectors[m=1]{WYTHOFF}")).theorem)  # type: ignore[arg-type]
    assert check(claims)["valid"]
    return claims


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rule": f"blocking-vectors[m=2]{WYTHOFF}"}, "at most 2 options are in P"),
        ({"rule": f"vectors{WYTHOFF}"}, "a move leads from P to P"),
        ({"rule": f"blocking-vectors[m=9]{WYTHOFF}"}, "expected vectors, a formula, or the name"),
        ({"rule": "blocking-nim[k=1]"}, "options are in P"),
        ({"pairs": 1}, "nothing more is expected"),
        ({"sizes": {"P": 1, "W": 1}}, "other numbers of states"),
    ],
)
def test_altered_claims_are_refused(change: dict[str, Any], reason: str) -> None:
    verdict = check(wythoff_with_one_forbidden() | change)
    assert not verdict["valid"]
    assert reason in verdict["reason"], verdict["reason"]


def test_altered_transitions_are_refused() -> None:
    claims = certificate(theorem_of("blocking-nim[k=1]"))
    rows = claims["automaton"]["delta"]
    for i, row in enumerate(rows):
        for j in range(len(row)):
            for to in {0, 1, len(rows)} - {row[j]}:
                other = copy.deepcopy(claims)
                other["automaton"]["delta"][i][j] = to
                assert not check(other)["valid"]


def test_the_atlas_has_no_such_rule() -> None:
    assert of_atlas(rule_of(f"vectors{WYTHOFF}")) is not None
    assert of_atlas(rule_of(f"blocking-vectors[m=1]{WYTHOFF}")) is None


GAME = f"blocking-vectors[m=1]{WYTHOFF}"


def lost(heaps: tuple[int, int], forbidden: tuple[tuple[int, int], ...], right: np.ndarray) -> bool:
    """Whether the player to move loses, by the outcomes of positions in which nothing is forbidden yet."""
    families = rule_of(GAME).families
    return not any(right[cell] and cell not in forbidden for cell in options(families, *heaps))


def test_outcomes_with_forbidden_options() -> None:
    right = definition(rule_of(GAME).families, 1, 80)
    for heaps in [*product(range(7), repeat=2), (70, 71), (35, 71), (71, 35), (66, 3)]:
        for forbidden in [(), *((cell,) for cell in sorted(options(rule_of(GAME).families, *heaps))[:9])]:
            said = "/".join(f"{u},{v}" for u, v in forbidden)
            text = f"{GAME} {heaps[0]},{heaps[1]}" + (f":{said}" if said else "")
            assert (sg.parse(text).outcome == "P") == lost(heaps, forbidden, right), text


def test_winning_moves_are_those_of_the_definition() -> None:
    families = rule_of(GAME).families
    right = definition(families, 1, 90)
    for heaps in ((4, 7), (5, 11), (10, 16), (70, 71), (80, 81)):
        wanted = set()
        for cell in options(families, *heaps):
            if right[cell]:
                theirs = sorted(options(families, *cell))
                for chosen in (*combinations(theirs, 0), *combinations(theirs, 1)):
                    if not any(right[each] and each not in chosen for each in theirs):
                        wanted.add((cell, chosen))
        moves = sg.parse(f"{GAME} {heaps[0]},{heaps[1]}").winning_moves
        found = [move.to.components[0].state for move in moves]
        assert {tuple(each) for each in found} == wanted
        assert len(found) == len(wanted) == moves.total


def test_at_any_size() -> None:
    n = 10**30
    answer = sg.solve(f"{GAME} {n},{3 * n}")
    assert answer.outcome == "N"
    assert answer.evidence.kind == "theorem"
    for move in answer.winning_moves.first(3):
        assert move.to.outcome == "P"
        heaps, forbidden = move.to.components[0].state
        assert heaps in theorem_of(GAME).p_set
        assert len(forbidden) == 1
    assert sg.parse(f"{GAME} {n},{2 * n + 1}").outcome == "N"


def test_other_formats_refuse() -> None:
    claims = certificate(theorem_of(GAME))
    with pytest.raises(RangeError, match="no theorem is written for the rule"):
        of_automatic(claims)
    with pytest.raises(UnsolvedError, match="Walnut does not count options"):
        write(claims, "unused")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("blocking-vectors{(0,k)} 3,4", r"a number and families of vectors such as \[m=1\]"),
        ("blocking-vectors[m=1] 3,4", r"a number and families of vectors such as \[m=1\]"),
        ("blocking-vectors[m=9]{(0,k)} 3,4", "m from 1 to 8, got 9"),
        ("blocking-vectors[k=1]{(0,k)} 3,4", r"\[m=N\], such as \[m=2\]"),
        (f"{GAME} 3", "expected 2 heaps, got 1"),
        (f"{GAME} 3,4:3,2/3,1", "at most 1 forbidden options, got 2"),
        (f"{GAME} 3,4:2,2", "options that a take by one of the vectors leaves, got '2,2'"),
        (f"{GAME} 3,4:5,2", "options that a take by one of the vectors leaves, got '5,2'"),
    ],
)
def test_what_is_no_position_is_said(text: str, message: str) -> None:
    with pytest.raises(sg.SpragueError, match=message):
        sg.parse(text)


def test_three_heaps_are_played_by_the_definition() -> None:
    game = "blocking-vectors[m=1]{(k,0,0),(0,k,0),(0,0,k)}"
    nim = "blocking-nim[k=1]"
    for heaps in product(range(3), repeat=3):
        here = ",".join(map(str, heaps))
        assert sg.parse(f"{game} {here}").outcome == sg.parse(f"{nim} {here}").outcome
    with pytest.raises(NotationError, match="3 heaps"):
        sg.parse(f"{game} 1,2")
