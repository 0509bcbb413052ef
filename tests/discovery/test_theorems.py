"""Rules from their words to theorems, and the checker of their certificates."""

from __future__ import annotations

import copy
import itertools
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.discovery.automata.decide import automaton
from sprague.discovery.automata.formula import parse
from sprague.discovery.automata.numeration import system
from sprague.discovery.certificate import certificate
from sprague.discovery.proving import prove, system_of_field
from sprague.discovery.rule import Family, Rule, formula_moves, read_formula, rule_of
from sprague.discovery.table import Table
from sprague.discovery.takeaway import factor_of
from sprague.discovery.theorem import decide, measure_of
from sprague.discovery.winning import images, winning_moves
from sprague.proofs.check import check
from sprague.system.ask import Ask, asking
from sprague.words.errors import NotationError, RangeError, TooLargeError, UnsolvedError

WYTHOFF_BUT = "x,y -> u,v where x + y > {l} and ({moves})"
MOVES = "(u = x and v < y) or (v = y and u < x) or (exists k: k >= 1 and x = u + k and y = v + k)"

# N. B. Ho, Two variants of Wythoff's game preserving its P-positions, JCTA 119 (2012).
HO_RESTRICTED = (
    "x,y -> u,v where (u = x and v < y and (x < y or x = y)) or (v = y and u < x and (y < x or x = y)) "
    "or (exists k: k >= 1 and x = u + k and y = v + k)"
)
HO_EXTENDED = (
    f"x,y -> u,v where {MOVES} or (exists k, l: l < k and k >= 1 and ((x < y and x = u + k and y = v + l) "
    "or (y < x and y = v + k and x = u + l)))"
)


def definition(families: tuple[Family, ...], size: int) -> np.ndarray:
    """P-positions below ``size``, by the definition."""
    found = np.zeros((size, size), bool)
    for x in range(size):
        for y in range(size):
            found[x, y] = not any(
                found[x - a * k - c, y - b * k - d]
                for a, c, b, d in families
                for k in range(1, size if a or b else 2)
                if x >= a * k + c and y >= b * k + d
            )
    return found


entries = st.tuples(*[st.integers(0, 3)] * 4)


@pytest.mark.kernels
@given(st.lists(entries.filter(any).map(lambda e: Family(*e)), min_size=1, max_size=4))
@settings(max_examples=40, deadline=None)
def test_tables_by_bits(families: list[Family]) -> None:
    families = [f if f.a or f.b else Family(0, f.c, 0, f.d) for f in families]
    table = Table(Rule("test", tuple(families)))
    assert (table.square(64)[:16, :16] == definition(tuple(families), 16)).all()


@given(st.lists(entries.filter(any).map(lambda e: Family(*e)), min_size=1, max_size=3))
@settings(max_examples=12, deadline=None)
def test_tables_by_formulas_are_those_by_vectors(families: list[Family]) -> None:
    parts = []
    for a, c, b, d in families:
        parts.append(f"(exists k: k >= 1 and x = u + {a}k + {c} and y = v + {b}k + {d})")
    rule = read_formula("x,y -> u,v where " + " or ".join(parts))
    assert (Table(rule).square(64)[:20, :20] == definition(tuple(families), 20)).all()


PROVED = {
    "wythoff": "zeckendorf",
    "nim": "2",
    "wythoff[t=2]": "pell",
    "vectors{(0,2k),(2k,0),(k,k)}": "pell",
    "fibonacci": "zeckendorf",
    WYTHOFF_BUT.format(l=1, moves=MOVES): "zeckendorf",
    HO_RESTRICTED: "zeckendorf",
    HO_EXTENDED: "zeckendorf",
}


@pytest.mark.parametrize("game", PROVED)
def test_must_prove(game: str) -> None:
    search = prove(rule_of(game))
    assert search.theorem is not None, search.failed
    assert search.theorem.p_set.system.name == PROVED[game]
    size = 60
    table = search.table.square(64)[:size, :size]
    assert all(
        ((x, y) in search.theorem.p_set) == table[x, y] for x in range(size) for y in range(0, size, 3)
    )


@pytest.mark.deep
@pytest.mark.parametrize(
    "game", ["wythoff[t=3]", *(WYTHOFF_BUT.format(l=most, moves=MOVES) for most in (2, 3)), "wythoff[t=4]"]
)
def test_must_prove_more(game: str) -> None:
    theorem = prove(rule_of(game)).theorem
    assert theorem is not None and check(json.loads(json.dumps(certificate(theorem))))["valid"]


FIBONACCI_BUT_ONE = "n,q -> m,r where exists k: 1 <= k <= q and k != 3 and n = m + k and r = 2k"
TAKE_AT_MOST = "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = {c}k"


def losing_starts(c: int, most: int) -> list[int]:
    """Heaps that lose for who begins, where at most ``c`` times the last take may follow: by the definition."""
    wins: dict[tuple[int, int], bool] = {}
    for n in range(most + 1):
        for q in range(n + 1):
            wins[n, q] = any(not wins[n - k, min(c * k, n - k)] for k in range(1, q + 1))
    return [n for n in range(1, most + 1) if not wins[n, n - 1]]


def test_three_times_the_last_take() -> None:
    theorem = prove(rule_of(TAKE_AT_MOST.format(c=3)), systems=("schwenk(3)",)).theorem
    assert theorem is not None and theorem.p_set.states == 10
    starts = [n for n in range(1, 2000) if (n, n - 1) in theorem.p_set]
    assert [n for n in starts if n <= 80] == losing_starts(3, 80)
    # OEIS A003411.
    assert starts[:18] == [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55, 76, 105, 145, 200, 276, 381]


#: OEIS A003413; A003411 for 3.
FOUR = (1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 24, 31, 40, 52, 67, 86, 110, 141)


@pytest.mark.parametrize("c", [4, 5, 7])
def test_more_times_the_last_take_by_schwenks_theorem(c: int) -> None:
    report = sg.discover(f"n,q -> m,r where n > m and n <= m + q and r = {c}n - {c}m")
    assert report.status == "proved" and report.to_dict()["system"] is None
    starts = [n for n, q in report.table]
    assert [n for n in starts if n <= 60] == losing_starts(c, 60)
    claims = json.loads(json.dumps(report.certificate))
    assert check(claims)["valid"]
    if c == 4:
        assert tuple(starts[: len(FOUR)]) == FOUR and claims["distance"] == 5
    for name, wrong in {
        "factor": c + 1,
        "distance": claims["distance"] + 1,
        "parts": [*claims["parts"][:-1], claims["parts"][-1] + 1],
        "rule": TAKE_AT_MOST.format(c=c + 1),
        "start": 1,
    }.items():
        assert not check(claims | {name: wrong})["valid"], name


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"more": 1}, "expected the fields"),
        ({"factor": 51}, "expected small numbers"),
        ({"parts": [1, "2"]}, "parts: expected numbers"),
        ({"rule": 4}, "rule: expected text"),
        ({"rule": "n,q -> m,r where n > m and n <= m + q and r = 5n - 5m"}, "it is another game"),
        ({"parts": [2, 3]}, "the first is 1"),
        ({"parts": [1, 2, 3, 4, 6]}, "number 5 is another"),
        ({"parts": [1, 2, 3]}, "too few for the induction"),
        ({"distance": 4}, "distance: it is another"),
    ],
)
def test_altered_claims_about_parts_are_refused(change: dict[str, Any], reason: str) -> None:
    claims = json.loads(json.dumps(sg.discover(TAKE_AT_MOST.format(c=4)).certificate))
    assert check(claims)["valid"]
    found = check(claims | change)
    assert not found["valid"] and reason in found["reason"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "nim"}, "and wythoff as the game"),
        ({"row": -1}, "expected whole numbers"),
        ({"period": 0}, "do not go together"),
        ({"from": 0, "start": 0}, "it begins before the diagonals are whole"),
    ],
)
def test_altered_claims_about_rows_are_refused(change: dict[str, Any], reason: str) -> None:
    claims = json.loads(json.dumps(sg.discover("wythoff", row=2).certificate))
    found = check(claims | change)
    assert not found["valid"] and reason in found["reason"]


def test_a_search_says_why_it_found_nothing() -> None:
    rule = rule_of("wythoff")
    with asking(Ask(seconds=0.0)):
        search = prove(rule)
    assert search.theorem is None and search.out_of_time and str(search.failed[""])
    # Wythoff's game is none of base 2: more and more of the table is seen, and then the bound is met.
    few = prove(rule, 12, ("2",))
    assert few.theorem is None and "more than 12 states" in str(few.failed["2"])
    growing = read_formula("x,y -> u,v where u = x + 1 and v = y")
    assert "no simple measure" in str(prove(growing, 20, ("2",)).failed["2"])
    # With a larger limit the lines are followed, and what is proved at once needs none.
    assert prove(rule, 300, ("zeckendorf",)).theorem is not None


def test_other_rules_are_no_such_game() -> None:
    for text in (FIBONACCI_BUT_ONE, "x,y -> u,v where u = x and v < y"):
        assert factor_of(read_formula(text)) is None
    assert factor_of(read_formula(TAKE_AT_MOST.format(c=9))) == 9


@pytest.mark.deep
def test_the_checker_accepts_three_times_the_last_take() -> None:
    report = sg.discover(TAKE_AT_MOST.format(c=3))
    assert report.theorem is not None and report.theorem.p_set.system.name == "schwenk(3)"
    assert check(json.loads(json.dumps(report.certificate)))["valid"]


def test_the_theorem_of_wythoff_from_representations() -> None:
    """a ends in an even number of zeros, b is a shifted (A. S. Fraenkel 1982): no table needed."""
    zeckendorf, rule = system("zeckendorf"), rule_of("wythoff")
    told = automaton(
        parse("(even-zeros(x) and shift(x, y)) or (even-zeros(y) and shift(y, x)) or (x = 0 and y = 0)"),
        zeckendorf,
    )
    theorem = decide(rule, told, (1, 1))
    learned = prove(rule).theorem
    assert theorem.proved and learned is not None and learned.p_set.same(told)
    assert [(a, b) for a in range(60) for b in range(a, 99) if (a, b) in told][
        1:23
    ] == sg.wythoff.p_positions(22)


def test_ho_has_wythoffs_p_positions() -> None:
    wythoff, *others = (prove(rule_of(game)).theorem for game in ("wythoff", HO_RESTRICTED, HO_EXTENDED))
    assert wythoff is not None
    assert all(other is not None and other.p_set.same(wythoff.p_set) for other in others)


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("claim", "number"), [("x = y", 0), ("x = y or (x = 1 and y = 2)", 0), ("x = 0 and y = 0", 1)]
)
def test_false_statements_fail_with_a_counterexample_that_is_one(claim: str, number: int) -> None:
    rule, numeration = rule_of("wythoff"), system("zeckendorf")
    p_set = automaton(parse(claim), numeration)
    theorem = decide(rule, p_set, (1, 1))
    statement = theorem.statements[number]
    assert not theorem.proved and not statement.holds and statement.counterexample is not None
    x, y = statement.counterexample
    options = [
        option[0].state for option in sg.parse(f"wythoff {x},{y}").components[0].ruleset.successors((x, y))
    ]
    leads = any(tuple(option) in p_set for option in options)
    assert leads == ((x, y) in p_set)


def test_what_cannot_be_recognised_is_said() -> None:
    rule = rule_of("vectors{(0,k),(k,0),(k,k),(k,2k),(2k,k)}")
    search = prove(rule, 40, ("zeckendorf", "2"))
    assert search.theorem is None
    assert str(search.failed["2"]) == "more than 40 states are needed in 2"
    report = sg.discover("vectors{(0,k),(k,0),(k,k),(k,2k),(2k,k)}", limit_states=8)
    assert report.status != "proved" and "not recognised: no automaton of at most 8 states" in str(
        report.note
    )
    with pytest.raises(UnsolvedError, match="no game on one heap to three"):
        sg.discover("cram")


def test_measures() -> None:
    assert measure_of(rule_of("fibonacci"), system("zeckendorf")) == (1, 0)
    up = read_formula("x,y -> u,v where u = x + 1 and v = y")
    assert measure_of(up, system("2")) is None


def test_bad_rules() -> None:
    for text, said in {
        "x,y -> u,v where u < z": "expected only the names x, y, u, v",
        "x,y -> x,v where v < y": "all different",
        "x -> u where u < x": "two names on each side",
        "x,y -> u,v where": "expected a rule such as",
    }.items():
        with pytest.raises(NotationError, match=said):
            read_formula(text)


def test_a_rule_has_one_meaning_in_all_numerations() -> None:
    with pytest.raises(RangeError, match="the sets belong to one numeration"):
        sg.discover("x,y -> u,v where u = x and v < y and even-zeros(y)")


@pytest.fixture(scope="module")
def claims() -> dict[str, Any]:
    theorem = prove(rule_of("vectors{(0,k),(k,0),(1,1)}")).theorem
    assert theorem is not None
    found: dict[str, Any] = json.loads(json.dumps(certificate(theorem)))
    return found


def test_the_checker_accepts(claims: dict[str, Any]) -> None:
    assert check(claims)["valid"]
    for game in ("wythoff", "fibonacci"):
        report = sg.discover(game)
        assert check(report.certificate)["valid"]  # type: ignore[arg-type]


def test_every_altered_transition_is_refused(claims: dict[str, Any]) -> None:
    rows = claims["automaton"]["delta"]
    count = 0
    for state, row in enumerate(rows):
        for letter, right in enumerate(row):
            for wrong in set(range(len(rows) + 1)) - {right}:
                other = copy.deepcopy(claims)
                other["automaton"]["delta"][state][letter] = wrong
                assert not check(other)["valid"], (state, letter, wrong)
                count += 1
    assert count >= 30


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rule": "wythoff"}, "P"),
        ({"system": "roman"}, "expected a numeration system"),
        ({"measure": [0, 1]}, "measure"),
        ({"sizes": {"P": 2, "W": 1}}, "sizes"),
        ({"statements": []}, "statements"),
        ({"rule": "x,y -> u,v where u < z"}, "does not know 'z'"),
        ({"more": 1}, "expected the fields"),
        ({"rule": 3}, "expected text"),
        ({"system": None}, "expected text"),
        ({"sizes": {"P": -1}}, "sizes: expected numbers"),
        ({"measure": [0, 0]}, "measure: expected two weights"),
        ({"measure": [1, 1001]}, "measure: expected two weights"),
        ({"rule": "checkers"}, "expected vectors, a formula, or the name of a game"),
        ({"rule": "vectors{(1,2,3)}"}, "expected two entries"),
        ({"rule": "vectors{(0,k),(0,0)}"}, "a vector takes nothing"),
        ({"rule": "vectors{(0,k),(k,0),(2,2)}"}, "P"),
        ({"rule": "x,y -> u,v where u < x and v = y or u = x and v = y + 1"}, "measure: it does not fall"),
        ({"rule": "x,y -> u,v where u < x and v < y"}, "P"),
        ({"addable": None}, "expected tracks"),
        ({"addable": {"tracks": ["a", "b"], "start": 0, "accept": [], "delta": []}}, "other vectors"),
    ],
)
def test_altered_claims_are_refused(claims: dict[str, Any], change: dict[str, Any], reason: str) -> None:
    found = check(claims | change)
    assert not found["valid"] and reason in found["reason"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"more": 1}, "expected tracks, start, accept and delta"),
        ({"tracks": ["y", "x"]}, "expected the tracks x and y"),
        ({"start": 2}, "expected the tracks x and y"),
        ({"delta": []}, "expected the tracks x and y"),
        ({"delta": [[1]]}, "a row of states for each state"),
        ({"delta": [[1, 1, 1, 9]]}, "a row of states for each state"),
        ({"accept": [0]}, "states that accept"),
        ({"accept": "1"}, "states that accept"),
        ({"delta": [[1, 1, 1, 1], [1, 1, 1, 1]], "accept": [1, 2]}, "states that are not needed"),
        ({"delta": [[2, 0, 0, 0], [0, 0, 0, 0]], "accept": [2]}, "leading zeros"),
        ({"delta": [[0, 0, 0, 0]], "accept": [1]}, "leading zeros"),
    ],
)
def test_altered_automata_are_refused(claims: dict[str, Any], change: dict[str, Any], reason: str) -> None:
    found = check({**claims, "automaton": {**claims["automaton"], **change}})
    assert not found["valid"] and reason in found["reason"]


def test_words_that_are_not_valid_are_refused() -> None:
    """In the system of Zeckendorf no two ones stand side by side; words of ostrowski(1,2) have an even length."""
    theorem = prove(rule_of("wythoff")).theorem
    assert theorem is not None
    claims = json.loads(json.dumps(certificate(theorem)))
    every = {"tracks": ["x", "y"], "start": 1, "accept": [1], "delta": [[1, 1, 1, 1]]}
    assert "reads a word that is not valid" in check({**claims, "automaton": every})["reason"]
    zeros = {**every, "delta": [[1] + [0] * 8]}
    found = check({**claims, "system": "ostrowski(1,2)", "automaton": zeros})
    assert "accepts a word that is not valid" in found["reason"]


@pytest.mark.parametrize("game", ["wythoff", "vectors{(0,k),(k,0),(1,1)}", "vectors{(0,2k),(2k,0),(k,k)}"])
def test_all_winning_moves(game: str) -> None:
    rule = rule_of(game)
    theorem = prove(rule).theorem
    assert theorem is not None
    table = Table(rule).square(128)
    ruleset = sg.game(game).ruleset
    for state in [(5, 5), (17, 40), (63, 64), (100, 3), (77, 77)]:
        wanted = sorted(left for left in ruleset.leaves(state) if table[left])  # type: ignore[attr-defined]
        assert sorted(winning_moves(rule, theorem.p_set, state)) == wanted


MOVES_BY_FORMULA = (
    "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = 2k",
    "n,q -> m,r where exists k: 1 <= k <= q and n = m + k and r = 3k",
    "x,y -> u,v where (u = x and v < y) or (u<x and v = y) or exists k: 1 <= k and u + k = x and v + k = y and u != 3",
    "x,y -> u,v where u < x and (exists k: k > x and v + k = x + y)",
    "x,y -> u,v where u < x and v <= 3y",
)


@pytest.mark.parametrize("text", MOVES_BY_FORMULA)
def test_all_winning_moves_of_a_formula(text: str) -> None:
    """Also where a heap grows, by more digits than it had, and where more is named than what was there and is left."""
    rule = rule_of(text)
    theorem = prove(rule).theorem
    assert theorem is not None
    p_set = theorem.p_set
    moves = formula_moves(rule.formula, system("2"))
    for state in [(0, 0), (1, 0), (5, 5), (9, 4), (13, 20), (20, 13)]:
        wanted = sorted(left for left in images(moves, state) if left in p_set)
        assert sorted(winning_moves(rule, p_set, state)) == wanted, state
    far = list(itertools.islice(winning_moves(rule, p_set, (10**60, 10**59 + 7)), 50))
    assert all(left in p_set and (10**60, 10**59 + 7, *left) in moves for left in far)


def test_there_may_be_no_end_of_the_winning_moves() -> None:
    rule = rule_of("x,y -> u,v where u < x")
    p_set = prove(rule).theorem.p_set  # type: ignore[union-attr]
    with pytest.raises(TooLargeError, match="no end"):
        list(winning_moves(rule, p_set, (3, 4)))


def test_systems_of_fields() -> None:
    # Continued fractions: (1 + sqrt 13) / 2 = [2; 3, 3, …], (1 + sqrt 17) / 2 = [2; 1, 1, 3, …], sqrt 3 = [1; 1, 2, …].
    assert [system_of_field(d) for d in (13, 17, 3)] == ["ostrowski(3)", "ostrowski(1,1,3)", "ostrowski(1,2)"]


@pytest.mark.parametrize("row", [0, 1, 2, 3, 5, 7])
def test_rows_of_wythoffs_game_are_additively_periodic(row: int) -> None:
    report = sg.discover("wythoff", row=row)
    claims = json.loads(json.dumps(report.certificate))
    assert report.status == "proved" and check(claims)["valid"]
    start, period = claims["start"], claims["period"]
    line = [int(value) for value in sg.wythoff.values((row, 400))[row]]
    assert report.table[:40] == line[:40]
    steps = [n for n in range(400 - period) if line[n + period] != line[n] + period]
    assert max(steps, default=-1) == start - 1
    for name, wrong in {"period": period * 2, "start": start + 1, "row": row + 1, "from": 0}.items():
        if name != "from" or row:
            assert not check(claims | {name: wrong})["valid"], name
    if row:
        assert not check(claims | {"turn": claims["turn"] + 1})["valid"]


def test_bad_rows() -> None:
    with pytest.raises(RangeError, match="expected a row from 0"):
        sg.discover("wythoff", row=99)
    with pytest.raises(UnsolvedError, match="expected wythoff"):
        sg.discover("nim", row=2)
