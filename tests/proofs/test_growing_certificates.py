"""Certificates of values that grow in kinds: valid as written, refused with any clause broken, and what is accepted of
forgeries at random is true by the plain definition."""

from __future__ import annotations

import copy
import itertools
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from seeds import SEED

import sprague as sg
from sprague.cli.app import application
from sprague.discovery.laws.kinds import growth_of
from sprague.proofs.check import check
from sprague.workbench.registry import find

MOST = 150

#: Each with its options by hand: of a heap of n of each kind, a constant, what is taken, and the kinds that are left.
#: In the first, a is worth nothing and b is Nim.
GAMES: dict[str, dict[str, list[tuple[int, int, str]]]] = {
    "kinds{b:a+b-1;a:}": {"b": [(0, 1, "ab")], "a": []},
    "kinds{c:b-1;b:a+b-1;a:}": {"c": [(0, 1, "b")], "b": [(0, 1, "ab")], "a": []},
    "kinds{b:a+b-2;a:a-1}": {"b": [(0, 2, "ab")], "a": [(0, 1, "a")]},
    "kinds{b:*3+a+b-1,b-1;a:}": {"b": [(3, 1, "ab"), (0, 1, "b")], "a": []},
}

LADDER = "node-kayles[ladder]"


@cache
def plain(game: str) -> dict[str, list[int]]:
    """The values of each kind by the definition."""
    values: dict[str, list[int]] = {kind: [] for kind in GAMES[game]}
    for n in range(MOST):
        for kind in sorted(GAMES[game]):
            reached = set()
            for constant, taken, left in GAMES[game][kind]:
                rest = n - taken
                if len(left) == 1 and rest >= 0:
                    reached.add(constant ^ values[left][rest])
                elif len(left) == 2:
                    reached |= {
                        constant ^ values[left[0]][i] ^ values[left[1]][rest - i] for i in range(rest + 1)
                    }
            values[kind].append(next(value for value in itertools.count() if value not in reached))
    return values


@cache
def written(game: str) -> str:
    growth = growth_of(find(game))
    assert growth is not None, game
    return json.dumps(growth.certificate())


def accepts(table: Any, n: int, z: int) -> bool:
    """Whether an automaton of a certificate accepts n and z."""
    state = table["start"]
    for place in range(max(n.bit_length(), z.bit_length()) - 1, -1, -1):
        state = table["delta"][state - 1][2 * (n >> place & 1) + (z >> place & 1)]
        if not state:
            return False
    return state in table["accept"]


@pytest.mark.parametrize("game", [*GAMES, LADDER])
def test_what_is_written_is_valid(game: str) -> None:
    claims = json.loads(written(game))
    found = check(claims)
    assert found["valid"], found["reason"]
    assert "has the value z for which the first of the" in found["statement"]
    assert ("g(n + " in found["statement"]) == (claims["period"] is not None)
    if game in GAMES:
        assert is_true(claims)


@cache
def clauses() -> tuple[tuple[str, dict[str, Any], str], ...]:
    return tuple(_clauses())


def _clauses() -> Iterator[tuple[str, dict[str, Any], str]]:
    true, ladder = (json.loads(written(game)) for game in ("kinds{c:b-1;b:a+b-1;a:}", LADDER))

    def other(**more: Any) -> dict[str, Any]:
        return copy.deepcopy(true) | more

    # c has 0, 1, 0, 0, …; b has n; a has 0.
    c, b, a = true["relations"]
    yield "of this game", other(game="kinds{c:b-2;b:a+b-1;a:}"), "value"
    yield (
        "another option",
        other(game="kinds{c:b-1;b:a+b-1,b-1,*1+b-1;a:}"),
        "has the value of the heap|smaller",
    )
    yield "an option less", other(game="kinds{c:b-1;b:b-1;a:}"), "smaller value"
    yield "values turned", other(relations=[c, a, b]), "value"
    yield "each n has a value", other(relations=[c, b | {"accept": []}, a]), "no value"
    every = b | {"delta": [[1, 1, 1, 1]], "start": 1, "accept": [1]}
    yield "only one", other(relations=[c, every, a]), "two values"
    yield "of all kinds", other(relations=[c, b]), "for each kind"
    yield "no smaller start", other(start=3), "earlier"
    yield "from s on", other(start=1), "repeat"
    yield "no smaller period", other(period=2), "smaller"
    yield "of n and z", other(relations=[c, b | {"tracks": ["x0", "w"]}, a]), "tracks"
    yield "nothing else", other(outcome="P"), "the fields"
    yield "both or none", other(start=None), "null for both"
    yield "a game that ends", other(game="kinds{c:b-1;b:a+b;a:}"), "loses no column"
    assert len(ladder["relations"]) == 9
    for name in ("game", "edges"):
        changed = {"game": "arc-kayles", "edges": "a0-a1,b0-b1"}[name]
        yield f"of these {name}", copy.deepcopy(ladder) | {name: changed}, "kinds|edges"
    first = copy.deepcopy(ladder)
    first["kinds"][0]["first"][3] = 0
    yield "first values", first, "value 3 of kind 0"
    lost = copy.deepcopy(ladder)
    lost["kinds"][0]["shorter"] = lost["kinds"][0]["shorter"][1:]
    yield "all options", lost, "options of kind 0"
    turned = copy.deepcopy(ladder)
    turned["relations"][0], turned["relations"][1] = turned["relations"][1], turned["relations"][0]
    yield "a value of each piece", turned, "first value of kind"
    yield "ladder's period", copy.deepcopy(ladder) | {"period": 1}, "repeat"


def test_no_clause_can_be_dropped() -> None:
    for clause, forged, reason in clauses():
        found = check(forged)
        assert not found["valid"], clause
        assert re.search(reason, found["reason"]), (clause, found["reason"])


def forged_at_random(dice: Random) -> dict[str, Any]:
    claims: dict[str, Any] = json.loads(written(dice.choice(list(GAMES))))
    for _ in range(dice.randint(1, 2)):
        part = dice.choice(["start", "period", "game", "delta", "accept", "relations"])
        table = dice.choice(claims["relations"])
        if part == "game":
            claims["game"] = dice.choice(list(GAMES))
        elif part == "delta":
            row = dice.choice(table["delta"])
            row[dice.randrange(4)] = dice.randrange(len(table["delta"]) + 1)
        elif part == "accept":
            table["accept"] = [n for n in range(1, len(table["delta"]) + 1) if dice.randrange(2)]
        elif part == "relations":
            dice.shuffle(claims["relations"])
        else:
            claims[part] = dice.choice([None, 0, 1, 2, 3, 4])
    return claims


def is_true(claims: dict[str, Any]) -> bool:
    rows = plain(claims["game"])
    for (_, row), table in zip(rows.items(), claims["relations"], strict=True):
        for n, value in enumerate(row):
            if [z for z in range(2 * MOST) if accepts(table, n, z)] != [value]:
                return False
    row, start, period = next(iter(rows.values())), claims["start"], claims["period"]
    return period is None or (
        row[start + period :] == row[start:-period]
        and (start == 0 or row[start - 1] != row[start - 1 + period])
        and not any(row[start + less :] == row[start:-less] for less in range(1, period))
    )


@pytest.mark.parametrize("count", [60, pytest.param(10_000, marks=pytest.mark.deep)])
def test_what_is_accepted_of_forgeries_at_random_is_true(count: int) -> None:
    dice, refused = Random(f"{SEED} growing"), 0
    for _ in range(count):
        claims = forged_at_random(dice)
        if check(claims)["valid"]:
            assert is_true(claims), claims
        else:
            refused += 1
    assert refused > count // 4


def test_huge_heaps_are_answered_by_the_relations() -> None:
    nim = sg.game("kinds{b:a+b-1;a:}")
    answer = nim(10**30).solve(value=True)
    assert (answer.value, answer.evidence.kind) == (10**30, "theorem")
    sum_of_two = sg.parse(f"kinds{{b:a+b-1;a:}} {10**30},{10**30 + 5}")
    move = next(iter(sum_of_two.winning_moves))
    assert sg.solve(move.to).outcome == "P"
    for n in (10**30, 10**30 + 1):
        answer = sg.game(LADDER)(n).solve(value=True)
        assert (answer.value, answer.evidence.kind) == (n % 2, "theorem")
        for move in itertools.islice(sg.game(LADDER)(n).winning_moves, 2):
            assert answer.value and move.to.solve(value=True).value == 0
    period = sg.game(LADDER).period()
    assert (period.preperiod, period.period, period.status) == (0, 2, "proved")
    assert check(period.certificate())["valid"]
    # The table of the same pieces, by the options, at the first heap that the relations answer.
    system = find(LADDER).system
    row = system.row(0, 4400)
    assert list(sg.game(LADDER)[4000:4400]) == list(row[4000:])


def test_the_commands_write_and_check_it(tmp_path: Path) -> None:
    for words in (["period", LADDER, "--certificate"], ["discover", LADDER, "-o"]):
        file = str(tmp_path / f"{words[0]}.json")
        words.append(file)
        assert CliRunner().invoke(application, words).exit_code == 0
        found = CliRunner().invoke(application, ["check", file])
        assert found.exit_code == 0 and "g(n + 2) = g(n)" in " ".join(found.output.split())
