"""Forged certificates of heaps of several kinds: each clause alone, and any number at random, whose values the plain
definition decides."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from seeds import SEED

import sprague as sg
from sprague.proofs.check import check

MOST = 260

#: Each with its options by hand: of a heap of n of kind k, the lists of heaps (size, kind) that are left.
GAMES = {
    "kinds{a:-1,a-2,a+a-3}": {"a": [(1, None), (2, "a"), (3, "aa")]},
    "kinds{a:a-1,b-2;b:b-1,-3}": {"a": [(1, "a"), (2, "b")], "b": [(1, "b"), (3, None)]},
    "kinds{a:a-1,a-2,b-4;b:b-3}": {"a": [(1, "a"), (2, "a"), (4, "b")], "b": [(3, "b")]},
}


@cache
def plain(game: str) -> list[int]:
    """The values of the first kind."""
    rules = GAMES[game]
    values: dict[tuple[str, int], int] = {}
    for n, kind in itertools.product(range(MOST), sorted(rules)):
        reached = set()
        for taken, left in rules[kind]:
            rest = n - taken
            if left is None and rest == 0:
                reached.add(0)
            elif left is not None and len(left) == 1 and rest >= 0:
                reached.add(values[left, rest])
            elif left is not None and len(left) == 2:
                reached |= {values[left[0], i] ^ values[left[1], rest - i] for i in range(rest + 1)}
        values[kind, n] = next(value for value in itertools.count() if value not in reached)
    return [values["a", n] for n in range(MOST)]


@cache
def written(game: str) -> str:
    return json.dumps(sg.game(game).period().certificate())


def clauses() -> Iterator[tuple[str, dict[str, Any], str]]:
    true = json.loads(written("kinds{a:-1,a-2,a+a-3}"))
    yield "no smaller start", true | {"start": 53, "from": 53}, "earlier|smaller"
    yield "from s on", true | {"start": 51, "from": 51}, "repeat"
    yield "from s on, alone", true | {"start": 51}, "repeat"
    yield "no smaller period", true | {"period": 68, "turn": 68}, "smaller|already"
    yield "g(n + p) = g(n)", true | {"period": 35, "turn": 35}, "repeat"
    yield "of this game", true | {"game": "kinds{a:-1,a-2,a+a-4}"}, "repeat"
    yield "nothing else", true | {"outcome": "P"}, "the fields"
    yield "a game that ends", true | {"game": "kinds{a:a+a}"}, "loses no column"
    yield (
        "a game whose kinds do not turn in a circle",
        true | {"game": "kinds{a:b,a-1;b:a}"},
        "into one another",
    )


def test_no_clause_can_be_dropped() -> None:
    for clause, forged, reason in clauses():
        found = check(forged)
        assert not found["valid"], clause
        assert re.search(reason, found["reason"]), (clause, found["reason"])


def forged_at_random(dice: Random) -> dict[str, Any]:
    claims: dict[str, Any] = json.loads(written(dice.choice(list(GAMES))))
    for _ in range(dice.randint(1, 3)):
        name = dice.choice(["start", "period", "from", "turn", "game"])
        if name == "game":
            claims["game"] = dice.choice(list(GAMES))
        else:
            claims[name] = max(
                0, dice.choice([claims[name] + 1, claims[name] - 1, 2 * claims[name], claims["period"]])
            )
    return claims


def is_true(claims: dict[str, Any]) -> bool:
    row, start, period = plain(claims["game"]), claims["start"], claims["period"]
    return (
        row[start + period :] == row[start:-period]
        and (start == 0 or row[start - 1] != row[start - 1 + period])
        and not any(row[start + less :] == row[start:-less] for less in range(1, period))
    )


@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=pytest.mark.deep)])
def test_what_is_accepted_of_forgeries_at_random_is_true(count: int) -> None:
    dice, refused = Random(f"{SEED} kinds"), 0
    for _ in range(count):
        claims = forged_at_random(dice)
        if check(claims)["valid"]:
            assert is_true(claims), claims
        else:
            refused += 1
    assert refused > count // 4
