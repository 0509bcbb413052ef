"""Certificates of graphs with two arms: valid as written, refused with any clause broken, true where accepted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from proofs.test_family_certificates import plain
from seeds import SEED

import sprague as sg
from sprague.proofs.check import check

#: A path, with a vertex in it as the core: of small rectangles, and with values that are known.
PATHS = ("arc-kayles[a0-a1,b0-b1,<o-a0,<o-b0]", "node-kayles[a0-a1,b0-b1,<o-a0,<o-b0]")


@cache
def written(family: str) -> str:
    return json.dumps(sg.game(family).period().certificate())


@pytest.mark.parametrize("family", [*PATHS, "arc-kayles[a0-a1,b0-b1,<o-a0,<p-b0,<o-<p]"])
def test_what_is_written_is_valid(family: str) -> None:
    claims = json.loads(written(family))
    found = check(claims)
    assert found["valid"], found["reason"]
    period = sg.game(family).period()
    assert f"T(m + {period.period}, n) = T(m, n) for every m >= {period.preperiod}" in found["statement"]
    assert f"{claims['game']}[{claims['edges']}]" in found["statement"]


@pytest.mark.deep
@pytest.mark.parametrize(
    "family", ["arc-kayles[legs:1]", "arc-kayles[legs:2]", "node-kayles[legs:1,1]", "arc-kayles[tails:5,2]"]
)
def test_what_is_written_of_larger_families_is_valid(family: str) -> None:
    claims = json.loads(written(family))
    assert check(claims)["valid"]
    for name in ("starts", "from"):
        for arm in (0, 1):
            forged = json.loads(written(family))
            forged[name][arm] -= 1
            assert not check(forged)["valid"]


def clauses() -> Iterator[tuple[str, dict[str, Any], str]]:
    """A forgery for each clause."""
    true = json.loads(written(PATHS[0]))
    starts, begin, turn = true["starts"], true["from"], true["turn"]
    for arm in (0, 1):

        def one(name: str, value: int, arm: int = arm) -> dict[str, Any]:
            return {name: [value if place == arm else true[name][place] for place in (0, 1)]}

        yield "no smaller start", true | one("starts", starts[arm] + 1), "earlier"
        yield "from s on", true | one("starts", starts[arm] - 1), "do not repeat"
        yield "start after from", true | one("starts", begin[arm] + 1), "not after"
        yield "no smaller period", true | one("periods", 2 * turn) | {"turn": 2 * turn}, "a smaller one"
        yield "no other period", true | one("periods", 17), "do not repeat"
        yield "a period divides turn", true | one("periods", 35), "divide turn"
        yield "none", true | one("periods", 0), "divide turn"
        yield "from after lines", true | one("from", true["lines"] + 1), "lines"
    yield "lines repeat", true | {"lines": true["lines"] - 1}, "with one arm does not repeat"
    yield "turn", true | {"turn": turn + 1}, "does not repeat"
    yield "the game", true | {"game": "node-kayles"}, "repeat|earlier"
    yield "no other game", true | {"game": "cram"}, "as the game"
    yield "another core", true | {"edges": true["edges"] + ",<o-<p"}, "repeat"
    yield "another tie", true | {"edges": true["edges"].replace("<o-b0", "<p-b0,<o-<p")}, "earlier"
    yield "one tie", true | {"edges": true["edges"] + ",<o-a0"}, "tied once"
    yield "two ties", true | {"edges": "a0-a1,b0-b1,<o-a0"}, "two paths"
    yield "two arms", true | {"edges": true["edges"] + ",c0-c1"}, "two paths"
    yield "a core in one", true | {"edges": "a0-a1,b0-b1,<o-a0,<p-b0"}, "hangs together"
    yield "arms are paths", true | {"edges": "a0-b1,b0-b1,<o-a0,<o-b0"}, "paths as arms"
    yield "no loop", true | {"edges": true["edges"] + ",<o-<o"}, "to itself"
    yield "edges", true | {"edges": true["edges"] + ",a0-a2"}, "cannot read"
    many = ",".join(f"<o-<{'x' * n}" for n in range(1, 61))
    yield "a small core", true | {"edges": true["edges"] + "," + many}, "few vertices"
    yield "nothing else", true | {"more": 1}, "the fields"
    yield "small numbers", true | {"from": [10**5, 10**5]}, "too large"
    yield "whole numbers", true | {"turn": 0}, "whole numbers"
    yield "two numbers", true | {"starts": [52]}, "two whole numbers"


def test_every_clause_is_checked() -> None:
    for clause, forged, reason in clauses():
        found = check(forged)
        assert not found["valid"], clause
        assert re.search(reason, found["reason"]), (clause, found["reason"])


def forged_at_random(dice: Random) -> dict[str, Any]:
    claims: dict[str, Any] = json.loads(written(dice.choice(PATHS)))
    for _ in range(dice.choice((1, 1, 2))):
        name = dice.choice(("starts", "periods", "from", "lines", "turn", "game"))
        by = dice.choice((-2, -1, 1, 2, 17, 34))
        if name == "game":
            claims["game"] = dice.choice(("node-kayles", "arc-kayles"))
        elif name in ("lines", "turn"):
            claims[name] = max(0, claims[name] + by)
        else:
            arm = dice.randrange(2)
            claims[name][arm] = max(0, claims[name][arm] + by)
    return claims


def is_true(claims: dict[str, Any]) -> bool:
    """T(b, c) is the value of the path of b + c + 1 vertices."""
    row = plain(f"{claims['game']}[path]")
    return all(
        row[start + 1 + period :] == row[start + 1 : -period]
        and (start == 0 or row[start] != row[start + period])
        and not any(row[start + 1 + less :] == row[start + 1 : -less] for less in range(1, period))
        for start, period in zip(claims["starts"], claims["periods"], strict=True)
    )


def _at_random(count: int) -> None:
    dice = Random(SEED)
    for _ in range(count):
        claims = forged_at_random(dice)
        assert not check(claims)["valid"] or is_true(claims), claims


@pytest.mark.chance
def test_forgeries_at_random_are_refused_or_true() -> None:
    _at_random(10)


@pytest.mark.deep
@pytest.mark.chance
def test_a_thousand_forgeries() -> None:
    _at_random(1000)
