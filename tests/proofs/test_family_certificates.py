"""Certificates of families of graphs: valid as written, refused with any clause broken, and true where accepted."""

from __future__ import annotations

import copy
import itertools
import json
import re
import tracemalloc
from functools import cache
from random import Random
from typing import Any

import pytest
from folders import DATA
from pace import MARGIN, exceeds, pace, seconds_of
from seeds import SEED

import sprague as sg
from sprague.proofs import family_check
from sprague.proofs.check import check
from sprague.words.errors import TooLargeError

FAMILIES = (
    "node-kayles[path]", "arc-kayles[path]", "node-kayles[comb]", "node-kayles[linked-diamonds]",
    "node-kayles[power:1,3]",
)  # fmt: skip


@cache
def written(family: str) -> str:
    return json.dumps(sg.game(family).period().certificate())


@pytest.mark.parametrize("family", [*FAMILIES, "node-kayles[stars:1,2]", "arc-kayles[spider:2,3]"])
def test_what_is_written_is_valid(family: str) -> None:
    claims = json.loads(written(family))
    found = check(claims)
    assert found["valid"], found["reason"]
    period = sg.game(family).period()
    assert f"g(n + {period.period}) = g(n) for every n >= {period.preperiod}" in found["statement"]
    # The edges are those of the family: the game with them has its values.
    game = f"{claims['game']}[{claims['edges']}]"
    assert game in found["statement"]
    assert list(sg.game(game).values(60)) == list(sg.game(family).values(60))


def _each(claims: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """A forgery for each clause."""
    made = []

    def forged(reason: str, change: Any) -> None:
        other = copy.deepcopy(claims)
        change(other)
        made.append((reason, other))

    forged("start", lambda c: c.update(start=c["start"] + 1))
    forged("period", lambda c: c.update(start=c["start"] - 1))
    forged("period", lambda c: c.update(period=2 * c["period"], turn=2 * c["turn"]))
    forged("turn", lambda c: c.update({"from": c["from"] - 1, "start": c["start"] - 1}))
    forged("turn", lambda c: c.update(turn=c["turn"] + 1, period=c["period"] + 1))
    forged("game", lambda c: c.update(game="cram"))
    forged("options", lambda c: c.update(game="arc-kayles" if c["game"][0] == "n" else "node-kayles"))
    forged("kinds", lambda c: c.update(edges=c["edges"] + ",<x-a0"))
    forged("kinds", lambda c: c.update(edges=c["edges"] + ",a0-a2"))
    forged("value", lambda c: c["kinds"][0]["first"].__setitem__(3, 1 + c["kinds"][0]["first"][3]))
    forged("options", lambda c: c["kinds"][0]["splits"].pop())
    forged("options", lambda c: c["kinds"][0]["splits"].append([1, 0, 0, 3, 8, 8]))
    forged("options", lambda c: c["kinds"][0]["shorter"].append([0, 0, 1]))
    forged("too short", lambda c: c["kinds"][0]["shorter"].append([0, 0, len(c["kinds"][0]["first"])]))
    forged("first values", lambda c: c["kinds"][0].update(first=c["kinds"][0]["first"][:10]))
    forged("order", lambda c: c.update(order=[1]))
    forged("order", lambda c: c["kinds"][0]["shorter"].append([0, 0, 0]))
    forged(
        "two are the same", lambda c: (c["kinds"].append(c["kinds"][0]), c["order"].append(len(c["order"])))
    )
    forged("the graph itself", lambda c: c["kinds"][0].update(left=[[], [["a"], []]]))
    forged("names no vertex", lambda c: c["kinds"][0].update(left=[["zz"], []]))
    forged("too many columns", lambda c: c["kinds"][0].update(left=[[], [["a"]] * 70]))
    forged("fields", lambda c: c.update(more=1))
    forged("fields", lambda c: c["kinds"][0].update(more=1))
    forged("too large", lambda c: c.update({"from": 10**6}))
    forged("whole numbers", lambda c: c.update(start=-1))
    forged("edge to itself", lambda c: c.update(edges="a0-a1,a0-a00"))
    forged("does not hang|do not hang|the graph|options", lambda c: c.update(edges="a0-a1,b0-b1"))
    return made


@pytest.mark.parametrize("family", ["node-kayles[path]", "arc-kayles[path]"])
def test_every_clause_is_checked(family: str) -> None:
    for number, (reason, claims) in enumerate(_each(json.loads(written(family)))):
        found = check(claims)
        assert not found["valid"] and found["reason"], (number, reason)
        assert re.search(reason, found["reason"]), (number, reason, found["reason"])


def test_an_edge_that_is_named_again_is_the_same_edge() -> None:
    claims = json.loads(written("node-kayles[path]"))
    claims["edges"] = ",".join(["a0-a1"] * 20_000)
    assert check(claims)["valid"]
    apart = claims | {"edges": claims["edges"] + ",b0-b1"}
    assert seconds_of(lambda: check(apart)) < 3 * pace() * MARGIN
    assert "hang together" in check(apart)["reason"]


def test_one_graph_after_another_takes_the_room_of_the_largest() -> None:
    edges = ",".join(f"{a}0-{b}1" for a in "abcd" for b in "abcd")
    graph = family_check._Graph(edges, False, lambda: None)
    tracemalloc.start()
    try:
        for columns in range(81):
            graph.near(columns)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # There are two graphs for a moment. All 81 together take 16 MB, far more than this.
    assert peak < 10**6 < family_check.work_of_graph(_longer(edges, 80))[1]


def _longer(edges: str, count: int) -> dict[str, Any]:
    """A certificate, as far as the estimate reads it, of one kind with so many first values."""
    return {
        "game": "node-kayles",
        "edges": edges,
        "kinds": [{"left": [[], []], "right": [[], []], "first": [0] * count}],
    }


@pytest.mark.parametrize(("edges", "rows"), [("a0-a1", "a"), ("a0-b0,a0-a1,b0-b1,a0-b1,b0-a1", "ab")])
def test_the_estimate_of_a_check_grows_with_the_cube_of_the_first_values(edges: str, rows: str) -> None:
    seconds, room = family_check.work_of_graph(_longer(edges, 50))
    longer, larger = family_check.work_of_graph(_longer(edges, 200))
    assert 60 < longer / seconds < 65 and 12 < larger / room < 17
    graph = family_check._Graph(edges, False, lambda: None)

    def first_values() -> None:
        for columns in range(50):
            graph.value(frozenset(itertools.product(range(columns), rows)), columns)

    tracemalloc.start()
    try:
        first_values()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert room / 4 < peak < room
    graph._values.clear()
    # A check may take ten times as long as it was estimated to.
    assert not exceeds(first_values, 2 * seconds)


def test_a_check_of_very_many_first_values_is_refused_at_once() -> None:
    claims = json.loads(written("node-kayles[path]"))
    (kind,) = claims["kinds"]
    kind["first"] = sg.game("node-kayles[path]").values(700).tolist()
    with pytest.raises(TooLargeError, match="takes about"):
        check(claims)


@cache
def caterpillar(legs: tuple[int, ...]) -> int:
    """The value in Arc Kayles of a path whose vertices have so many leaves each."""
    cuts = [(i, i + 1) for i, each in enumerate(legs) if each] + [(i, i + 2) for i in range(len(legs) - 1)]
    seen = {caterpillar(legs[:first]) ^ caterpillar(legs[stop:]) for first, stop in cuts}
    return next(value for value in range(len(seen) + 1) if value not in seen)


def cut_off() -> dict[str, Any]:
    """A forgery with few first values: of the next piece, longer by a column, it leaves out the move that cuts off most
    (with the leaves on both sides), as at first no two long parts come of it."""
    claims: dict[str, Any] = json.loads((DATA / "family_cut_off.json").read_text("utf-8"))
    return claims


def test_what_a_move_cuts_off_counts() -> None:
    claims = cut_off()
    assert claims["edges"] == "h0-h1,a0-h1,h0-b1" and claims["start"] <= 70
    row = [caterpillar((1, *(n - 2) * [2], 1)) for n in range(70, 71 + claims["period"])]
    assert row[0] != row[-1]  # what it claims is false
    found = check(claims)
    assert not found["valid"] and "leaves no long part" in found["reason"]


def numbers(claims: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where its numbers stand."""
    if isinstance(claims, int):
        return [path]
    inner = (
        claims.items() if isinstance(claims, dict) else enumerate(claims) if isinstance(claims, list) else ()
    )
    return [found for key, each in inner for found in numbers(each, (*path, key))]


def forged_at_random(dice: Random) -> dict[str, Any]:
    claims: dict[str, Any] = json.loads(written(dice.choice(FAMILIES[:2])))
    for _ in range(dice.choice((1, 1, 2))):
        *path, last = dice.choice(numbers(claims))
        here = claims
        for key in path:
            here = here[key]
        here[last] = max(0, here[last] + dice.choice((-2, -1, 1, 2, 34)))
    return claims


def is_true(claims: dict[str, Any]) -> bool:
    row, start, period = plain(f"{claims['game']}[path]"), claims["start"], claims["period"]
    return (
        claims["edges"] == "a0-a1"
        and row[start + period :] == row[start:-period]
        and (start == 0 or row[start - 1] != row[start - 1 + period])
        and not any(row[start + less :] == row[start:-less] for less in range(1, period))
    )


def _at_random(count: int) -> None:
    dice = Random(SEED)
    for _ in range(count):
        claims = forged_at_random(dice)
        assert not check(claims)["valid"] or is_true(claims), claims


@cache
def plain(family: str) -> list[int]:
    """The values of paths: a vertex with its neighbours, or an edge with its ends, goes."""
    row: list[int] = []
    for n in range(400):
        lost = [(n - 2, 0)] if family.startswith("node") else []
        gap = 3 if lost else 2
        options = [*lost, *((a, n - gap - a) for a in range(n - gap + 1))]
        seen = {row[a] ^ row[b] for a, b in options if a >= 0}
        if family.startswith("node") and n == 1:
            seen = {0}
        row.append(next(value for value in range(len(seen) + 1) if value not in seen))
    return row


@pytest.mark.chance
def test_forgeries_at_random_are_refused_or_true() -> None:
    _at_random(40)


@pytest.mark.deep
@pytest.mark.chance
def test_ten_thousand_forgeries() -> None:
    _at_random(10_000)
