"""Certificates of laws of values that grow: true ones of each kind, each clause broken alone, forgeries at random."""

from __future__ import annotations

import copy
import json
import linecache
from functools import cache, reduce
from random import Random
from typing import Any

import pytest
from seeds import SEED

import sprague as sg
from sprague.discovery.automata.decide import automaton
from sprague.discovery.automata.dfa import plain, reordered, widened
from sprague.discovery.automata.formula import Formula
from sprague.discovery.automata.numeration import system
from sprague.discovery.reading.terms import at_least, conjunction, disjunction, equal, less, name, some
from sprague.proofs.check import check
from sprague.workbench.discover import certificate_of

#: Rules whose values grow, by the kind of their law.
RULES = {
    "smaller": ("relation", "return list(range(n))"),
    "thirds": ("relation", "return [n - k for k in range(1, n + 1) if k % 3 == n % 3]"),
    "lasker_here": (
        "relation",
        "return [n - k for k in range(1, n + 1)] + [(i, n - i) for i in range(1, n)]",
    ),
    "proper_ones": ("powers", "return [n - d for d in range(1, n) if n % d == 0]"),
    "double_or_one": ("odious", "return [(n - 2 * b, n - b) for b in range(1, n // 2 + 1)]"),
}


def function_of(rule: str) -> Any:
    text = f"def {rule}(n):\n    {RULES[rule][1]}\n"
    place = f"<{rule}>"
    linecache.cache[place] = (len(text), None, text.splitlines(True), place)
    space: dict[str, Any] = {"__name__": "growing"}
    exec(compile(text, place, "exec", dont_inherit=True), space)
    return space[rule]


@cache
def _written(rule: str) -> str:
    return json.dumps(certificate_of(sg.discover(function_of(rule))))


def written(rule: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_written(rule))
    return found


@pytest.mark.parametrize("rule", RULES)
def test_laws_of_values_that_grow_are_certified(rule: str) -> None:
    claims = written(rule)
    found = check(claims)
    assert found["valid"], found["reason"]
    assert claims["kind"] == RULES[rule][0]
    assert "just one number z" in found["statement"]


def test_bits_and_sums_of_two_heaps_are_read() -> None:
    """Of rules that take a bit, and of one on two heaps with an option of two positions."""
    one = {"tracks": ["x0"], "start": 1, "accept": [1], "delta": [[1, 2], [2, 1]]}
    bit = [
        "some",
        ["p"],
        ["and", *(["in", which, [[[["x0", 1]], 0], [[["p", 1]], 0]]] for which in ("bits-at(1,1)",))],
    ]
    bit[2].append(["eq", [["x0", 1], ["p", -1], ["u0", -1]], 0])
    claims = TAKE_ONE | {
        "name": "bits",
        "source": "def bits(n):\n    return [n - 2**i for i in range(n.bit_length()) if n >> i & 1]\n",
        "over": [[1, bit]],
        "kind": "values",
        "sets": [[0, one], [1, one | {"accept": [2]}]],
    }
    assert check(claims)["valid"]
    other = json.loads(json.dumps(claims).replace("bits-at(1,1)", "bits-at(3,1)"))
    assert not check(other)["valid"]


# Each clause broken alone, far beyond the heaps that are compared with the source

X, Z = name("x0"), name("z")
FAR, NEAR = at_least(X, 64), less(X, 64)
EVEN, ODD = some(("q",), equal(X, name("q").times(2))), some(("q",), equal(X, name("q").times(2).plus(1)))

ONE: list[Any] = ["eq", [["x0", 1], ["u0", -1]], -1]
ANY: list[Any] = ["lin", [["x0", 1], ["u0", -1]], -1]
IS_FAR: list[Any] = ["lin", [["x0", 1]], -64]
TO_NONE: list[Any] = ["and", IS_FAR, ["eq", [["u0", 1]], 0]]


def pairs(*ways: Formula) -> list[Any]:
    found = automaton(disjunction(*ways), system("2"))
    return [[0, plain(reordered(widened(found, ("x0", "z")), ("x0", "z")))]]


def law(formula: Formula, value: Any) -> Formula:
    return conjunction(formula, equal(Z, value))


NIM = {
    "format": "sprague-law/1", "name": "nim", "constants": {},
    "source": "def nim(n):\n    return list(range(n))\n",
    "heaps": 1, "spread": False, "system": "2", "kind": "relation", "over": [[1, ANY]], "under": None,
    "measure": [[1]], "sets": pairs(equal(Z, X)), "compared": 24,
}  # fmt: skip
TAKE_ONE = NIM | {
    "name": "take_one",
    "source": "def take_one(n):\n    return [n - 1] if n else []\n",
    "over": [[1, ONE]],
}
POWERS = TAKE_ONE | {"kind": "powers", "sets": pairs(law(EVEN, 1), law(ODD, 2))}
ODIOUS = TAKE_ONE | {"kind": "odious", "sets": pairs(law(EVEN, 0), law(ODD, 1))}
NEAR_ONE = (conjunction(NEAR, law(EVEN, 0)), conjunction(NEAR, law(ODD, 1)))
TWO: list[Any] = ["and", IS_FAR, ["eq", [["x0", 1], ["u0", -1], ["v0", -1]], -1]]


def clauses() -> dict[str, dict[str, Any]]:
    """Forgeries of each clause, by how it begins."""
    stays = [[1, ["and", ANY, ["lin", [["x0", -1]], 63]]]]
    twice = pairs(law(NEAR, X), law(FAR, 0), law(FAR, 5))
    too_large = pairs(law(disjunction(less(X, 3), at_least(X, 4)), X), law(equal(X, 3), 2**21))
    far_to_none = [[1, ["or", ONE, TO_NONE]]]
    return {
        "sets: some position has no value": NIM | {"sets": pairs(law(NEAR, X))},
        "sets: some position has two values": NIM | {"over": stays, "under": NIM["over"], "sets": twice},
        "sets: a value that is too large": NIM | {"sets": too_large},
        "sets: some number stands for no value": POWERS
        | {
            "over": [[1, ["and", ONE, ["lin", [["x0", -1]], 63]]]],
            "under": [[1, ["or", ONE, TO_NONE, ["and", IS_FAR, ["eq", [["u0", 1]], -1]]]]],
            "sets": pairs(*(conjunction(NEAR, each) for each in (law(EVEN, 1), law(ODD, 2))), law(FAR, 3)),
        },
        "kind: there is no automaton": POWERS | {"over": [[1, ONE], [2, TWO]], "under": [[1, ONE]]},
        "system: expected a base": NIM | {"system": "zeckendorf"},
        "sets: expected one automaton": NIM | {"sets": [[1, NIM["sets"][0][1]]]},
        "a move may keep the value": NIM | {"sets": pairs(law(NEAR, X), law(FAR, 64))},
        "no move was shown": NIM | {"sets": pairs(law(NEAR, X), law(FAR, X.plus(1)))},
        "a move may lead from value 0": ODIOUS | {"sets": pairs(*NEAR_ONE, law(FAR, 0))},
        "a move may keep the value ": ODIOUS
        | {"over": far_to_none, "under": far_to_none, "sets": pairs(*NEAR_ONE, law(FAR, 1))},
        "no move was shown ": ODIOUS
        | {"sets": pairs(*NEAR_ONE, law(conjunction(FAR, EVEN), 0), law(conjunction(FAR, ODD), 2))},
    }


@pytest.mark.parametrize("true", [NIM, POWERS, ODIOUS], ids=["relation", "powers", "odious"])
def test_the_true_ones_are_valid(true: dict[str, Any]) -> None:
    found = check(true)
    assert found["valid"], found["reason"]


@pytest.mark.parametrize("clause", clauses())
def test_each_clause_is_checked(clause: str) -> None:
    found = check(clauses()[clause])
    assert not found["valid"]
    assert found["reason"].startswith(clause.strip())


# Forged at random


def forged_at_random(dice: Random) -> dict[str, Any]:
    claims = copy.deepcopy(written(dice.choice(list(RULES))))
    for _ in range(dice.choice((1, 1, 2))):
        table, how, other = claims["sets"][0][1], dice.randrange(5), written(dice.choice(list(RULES)))
        if how == 0:
            row = dice.choice(table["delta"])
            row[dice.randrange(len(row))] = dice.randint(0, len(table["delta"]))
        elif how == 1:
            table["accept"] = sorted({*table["accept"]} ^ {dice.randint(1, len(table["delta"]))})
        elif how == 2:
            claims["over"], claims["under"] = (
                other["over"],
                dice.choice((None, claims["over"], other["over"])),
            )
        elif how == 3:
            claims["kind"], claims["system"], claims["sets"] = other["kind"], other["system"], other["sets"]
        else:
            claims["name"], claims["source"] = other["name"], other["source"]
    return claims


@cache
def row_of(rule: str) -> list[int]:
    """The values of the first heaps, by the definition."""
    function, row = function_of(rule), list[int]()
    for n in range(150):
        reached = {
            reduce(lambda a, b: a ^ b, (row[k] for k in (each if isinstance(each, tuple) else (each,))), 0)
            for each in function(n)
        }
        row.append(next(value for value in range(len(reached) + 1) if value not in reached))
    return row


def is_true(claims: dict[str, Any]) -> bool:
    """The automaton accepts a heap just with the number that stands for its value."""
    base, table = int(claims["system"]), claims["sets"][0][1]

    def numbers(n: int) -> list[int]:
        """The numbers z that are accepted with n, of some digits more than it has."""
        ways = [(table["start"], 0)]
        for place in reversed(range(12)):
            digit = n // base**place % base
            ways = [
                (to, base * z + d)
                for state, z in ways
                for d in range(base)
                if (to := table["delta"][state - 1][digit * base + d])
            ]
        return [z for state, z in ways if state in table["accept"]]

    def stands_for(value: int) -> int:
        if claims["kind"] == "relation":
            return value
        return 2**value if claims["kind"] == "powers" else base ** (value // 2) if value else 0

    row = row_of(claims["name"])
    if claims["kind"] == "odious" and any(value and value.bit_count() % 2 == 0 for value in row):
        return False
    return all(numbers(n) == [stands_for(value)] for n, value in enumerate(row))


@pytest.mark.parametrize("count", [12, pytest.param(10_000, marks=pytest.mark.deep)])
def test_forgeries_at_random_are_refused_or_true(count: int) -> None:
    dice = Random(SEED)
    for _ in range(count):
        claims = forged_at_random(dice)
        assert not check(claims)["valid"] or is_true(claims), claims


def test_the_true_ones_are_true() -> None:
    for rule in RULES:
        assert is_true(written(rule))
