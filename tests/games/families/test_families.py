"""Families of graphs: beside the plain definition on sets of vertices, beside published periods, and far out."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from unittest import mock

import networkx as nx
import numpy as np
import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.families import system as systems
from sprague.games.families.system import Kind, Shorter, Split, System
from sprague.model.ruleset import Component
from sprague.proofs.check import check
from sprague.workbench.registry import engine, find

#: Family -> its graph of n columns, built here.
GRAPHS: dict[str, Callable[[int], nx.Graph]] = {
    "path": nx.path_graph,
    "ladder": nx.ladder_graph,
    "comb": lambda n: nx.corona_product(nx.path_graph(n), nx.empty_graph(1)),
    "comb:2": lambda n: nx.corona_product(nx.path_graph(n), nx.empty_graph(2)),
    "power:1,3": lambda n: nx.Graph([(i, i + d) for d in (1, 3) for i in range(n - d)]),
    "power:1,2": lambda n: nx.power(nx.path_graph(n), 2),
    "king:2": lambda n: nx.strong_product(nx.path_graph(n), nx.path_graph(2)),
    "spider:1,1": lambda n: nx.Graph([("o", "p"), ("o", "q"), ("o", 0), *pairwise(range(n))]),
    "spider:2,3": lambda n: nx.Graph(
        [("p", "pp"), ("o", "p"), ("o", "q"), ("q", "qq"), ("qq", "qqq"), ("o", 0), *pairwise(range(n))]
    ),
    "tadpole:5": lambda n: nx.Graph([*pairwise("oabcdo"), ("o", 0), *pairwise(range(n))]),
    "stars:3,3": lambda n: nx.Graph(
        [*(("l", x) for x in "abc"), *(("r", x) for x in "xyz"), ("l", 0), (n - 1, "r"), *pairwise(range(n))]
    ),
    "a0-a1,<o-a1": lambda n: nx.Graph([*pairwise(range(n)), ("o", 1)]),
}


def naive(graph: nx.Graph, arcs: bool) -> int:
    """The Grundy value by the definition."""
    near = {v: frozenset(graph[v]) for v in graph}

    @functools.cache
    def value(left: frozenset[object]) -> int:
        if arcs:
            options = {left - {v, w} for v in left for w in near[v] & left}
        else:
            options = {left - near[v] - {v} for v in left}
        seen = {value(option) for option in options}
        return next(n for n in range(len(seen) + 1) if n not in seen)

    return value(frozenset(graph))


@pytest.mark.kernels
@pytest.mark.parametrize("arcs", [False, True])
@pytest.mark.parametrize("family", GRAPHS)
def test_small_graphs_have_the_values_of_the_definition(family: str, arcs: bool) -> None:
    if arcs and family in ("ladder", "power:1,2", "power:1,3", "king:2"):
        with pytest.raises(sg.SpragueError, match="does not cut the graph"):
            _ = sg.game(f"arc-kayles[{family}]")[3]
        return
    game = sg.game(f"{'arc' if arcs else 'node'}-kayles[{family}]")
    for n in range(2, 5 if family.startswith(("s", "comb:", "l", "k")) else 8):
        assert game[n] == naive(GRAPHS[family](n), arcs), (family, n)


def test_an_end_holds_on_to_no_column_that_is_not_there() -> None:
    """Without a column between them, two trees are two graphs: twins, a loss for the player to move."""
    assert [sg.game(f"node-kayles[{family}]")[0] for family in ("trees:2", "stars:3,3", "trees:1")] == [
        0,
        0,
        0,
    ]


def test_periods_are_those_that_others_have_published() -> None:
    data = json.loads((DATA / "graph_families.json").read_text("utf-8"))
    for row in data["rows"]:
        found = sg.game(row["game"]).period()
        assert (found.status, found.preperiod, found.period) == ("proved", row["preperiod"], row["period"]), (
            row
        )


def test_values_are_those_that_others_have_published() -> None:
    for row in json.loads((DATA / "graph_families.json").read_text("utf-8"))["values"]:
        first, values = row["offset"], row["values"]
        assert sg.game(row["game"])[first : first + len(values)] == values


@pytest.mark.parametrize("family", ["power:1,3", "spider:1,1", "stars:3,3", "linked-diamonds", "ladder"])
def test_long_pieces_have_the_mex_of_their_options(family: str) -> None:
    rules = find(f"node-kayles[{family}]")
    long = rules.family.long(0)  # type: ignore[attr-defined]
    states = [long - 1, long, long + 1, 2 * long + 5]
    states += [(kind, long + 40) for kind in range(1, min(5, len(rules.family.kinds)))]  # type: ignore[attr-defined]
    for state in states:
        seen = {engine.option_value(option) for option in rules.successors(state)}
        own = engine(rules).value(state)
        assert own == next(n for n in range(len(seen) + 1) if n not in seen), state
        for target in seen:
            replies = {tuple(sorted(map(str, each))) for each in engine(rules).replies(state, target)}
            wanted = {
                tuple(sorted(map(str, each)))
                for each in rules.successors(state)
                if engine.option_value(each) == target
            }
            assert replies == wanted, (state, target)


@pytest.mark.parametrize("game", ["node-kayles[power:1,3]", "arc-kayles[spider:1,1]", "node-kayles[comb]"])
def test_moves_are_counted_named_and_read_back(game: str) -> None:
    rules = find(game)
    long = rules.family.long(0)  # type: ignore[attr-defined]
    for n in (1, 5, long + 3, 2 * long + 9, 2 * long + 10):
        assert rules.option_count(n) == sum(1 for _ in rules.successors(n)), n
    position = sg.Position((Component(rules, long + 7),))
    for move in position.moves():
        assert sg.parse(move.to.text) == move.to
        assert position.play(str(move.sentence)).outcome == move.to.outcome
        assert position.play(move.to) == move.to
    for move in sg.Position((Component(rules, 4),)).moves():
        assert move.marks
    with pytest.raises(sg.SpragueError):
        position.play(f"{game} {long + 7}")


def test_huge_graphs_are_won_by_a_move_that_is_checked() -> None:
    for text in (
        "node-kayles[power:1,3] 10^30",
        "arc-kayles[spider:2,3] 1e40",
        "node-kayles[trees:2] 1e18",
    ):
        position = sg.parse(text)
        answer = position.solve()
        assert answer.evidence.kind == "periodic"
        if answer.outcome == "N":
            move = answer.winning_moves.first(1)[0]
            assert move.to.value == 0
            assert sg.parse(move.to.text) == move.to
            assert rules_allow(position, move)
    first = sg.game("node-kayles[power:1,3]")
    assert first[10**30] == first[116 + (10**30 - 116) % 62 + 62]
    assert first.values(900).tolist()[800] == first[116 + (800 - 116) % 62]


def rules_allow(position: sg.Position, move: sg.Move) -> bool:
    ruleset, state = position.components[move.index]
    return ruleset.allows(state, move.option)


@pytest.mark.kernels
@pytest.mark.chance
@pytest.mark.parametrize("seed", range(6))
def test_a_period_of_a_random_system_holds_far_beyond_its_proof(seed: int) -> None:
    chance = Random(seed)
    proved = 0
    while proved < 3:
        system = some_system(chance)
        found = system.prove(400)
        if found is None:
            continue
        proved += 1
        for kind in range(len(system.kinds)):
            row = system.row(kind, 1500)
            assert row[found.start + found.length :] == row[found.start : -found.length]


@pytest.mark.kernels
@given(st.randoms(use_true_random=False))
def test_values_of_a_system_are_those_of_the_definition(chance: Random) -> None:
    system = some_system(chance)
    plain = by_definition(list(system.kinds), 60)
    assert [system.row(kind, 60).tolist() for kind in range(len(system.kinds))] == plain


@pytest.mark.kernels
@pytest.mark.parametrize("kinds", [1, 3])
def test_many_pairs_are_searched_in_blocks(kinds: int) -> None:
    """Values that grow, of which many are first met far out, and values that stay small."""
    grow = [
        Kind((0,), (Shorter(0, (k + 1) % kinds, 1),), (Split(0, k, (k + 1) % kinds, 2, 0, 0),))
        for k in range(kinds)
    ]
    stay = [
        Kind((0, 1), (Shorter(1, k, 2),), (Split(0, k, k, 3, 0, 0), Split(2, k, 0, 1, 1, 0)))
        for k in range(kinds)
    ]
    for system in (grow, stay):
        plain = by_definition(system, 700)
        found = System(tuple(system), tuple(range(kinds)))
        assert [found.row(kind, 700).tolist() for kind in range(kinds)] == plain


@pytest.mark.kernels
@settings(max_examples=30)
@given(
    st.randoms(use_true_random=False),
    st.integers(1, 8),
    st.sampled_from([1, 40, 200]),
    st.sampled_from([30, 200, systems._LANES]),
)
def test_heaps_that_are_decided_together_have_the_values_of_the_definition(
    chance: Random, kinds: int, far: int, lanes: int
) -> None:
    found = some_system(chance, kinds)
    with mock.patch.multiple(systems, _FAR=far, _LANES=lanes):
        found.grow(chance.randint(1, 300))
        found.grow(320)
    plain = by_definition(found.kinds, 320)
    assert [found.row(kind, 320).tolist() for kind in range(kinds)] == plain


@functools.cache
def large_values() -> list[tuple[tuple[Kind, ...], list[list[int]]]]:
    """Systems whose values are too large for bytes, and then for lanes; with the values of the definition."""
    grow = (
        Kind(
            (0, 1), (Shorter(0, 0, 2), Shorter(0, 1, 3)), (Split(0, 0, 1, 1, 1, 0), Split(3, 1, 1, 2, 2, 2))
        ),
        Kind((0,), (Shorter(0, 1, 1),), (Split(1, 0, 0, 3, 0, 1),)),
    )
    count = (
        Kind((), tuple(Shorter(0, 0, d) for d in range(1, 2300)), ()),
        Kind((), (Shorter(0, 0, 1),), (Split(0, 0, 0, 1, 0, 0),)),
    )
    return [(grow, by_definition(grow, 1400)), (count, by_definition(count, 2300))]


@pytest.mark.parametrize("system", [0, 1])
@pytest.mark.parametrize("words", [0, 40, pytest.param(1 << 22, marks=pytest.mark.kernels)])
def test_heaps_that_are_decided_together_may_have_large_values(words: int, system: int) -> None:
    """No rows of bits, few, and all."""
    kinds, plain = large_values()[system]
    found, to = System(kinds, tuple(range(len(kinds)))), len(plain[0])
    with mock.patch.multiple(systems, _FAR=60, _ROW_WORDS=words):
        found.grow(to)
    assert [found.row(kind, to).tolist() for kind in range(len(kinds))] == plain


def some_system(chance: Random, count: int | None = None) -> System:
    kinds = []
    count = count or chance.randint(1, 4)
    for number in range(count):
        shorter = [Shorter(chance.choice((0, 0, 1, 2)), chance.randrange(count), chance.randint(1, 6))]
        if number:
            shorter.append(Shorter(0, chance.randrange(number), 0))
        splits = [
            Split(
                chance.choice((0, 0, 1)),
                chance.randrange(count),
                chance.randrange(count),
                chance.randint(1, 4),
                chance.randint(0, 3),
                chance.randint(0, 3),
            )
            for _ in range(chance.randint(0, 2))
        ]
        first = tuple(chance.randrange(4) for _ in range(chance.randint(8, 14)))
        kinds.append(Kind(first, tuple(shorter), tuple(splits)))
    return System(tuple(kinds), tuple(range(count)))


def by_definition(kinds: Sequence[Kind], count: int) -> list[list[int]]:
    """The values, written once more."""
    rows = np.zeros((len(kinds), count), dtype=np.int64)
    for n in range(count):
        for kind, row in zip(kinds, rows, strict=True):
            if n < len(kind.first):
                row[n] = kind.first[n]
                continue
            c, j, d = np.array([each for each in kind.shorter if each[2] <= n], int).reshape(-1, 3).T
            options = [c ^ rows[j, n - d]]
            for c, i, j, w, a0, b0 in kind.splits:
                if n - w >= a0 + b0:
                    options.append(c ^ rows[i][a0 : n - w - b0 + 1] ^ rows[j][b0 : n - w - a0 + 1][::-1])
            seen = np.unique(np.concatenate(options))
            there = seen == np.arange(len(seen))
            row[n] = np.argmin(np.append(there, False))  # the least value that is missing
    return [row.tolist() for row in rows]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("node-kayles[spider:x] 3", "expected a whole number"),
        ("node-kayles[spidr:1] 3", "expected edges such as a0-a1"),
        ("node-kayles[a0-b0] 3", "expected an edge to the next column"),
        ("node-kayles[path] 3@7", "expected a kind below 1"),
        ("node-kayles[grid:3] 4", "does not cut the graph"),
        ("node-kayles[a0-a2] 4", "do not hang together"),
        ("node-kayles[power:9] 4", "expected distances from 1 to 6"),
        ("node-kayles[<o->o] 4", "expected"),
        ("node-kayles{path} 4", "expected"),
    ],
)
def test_what_is_no_family_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(sg.SpragueError, match=message):
        _ = sg.parse(text).value


@pytest.mark.parametrize(
    "game",
    [
        "node-kayles[grid:3]",
        "arc-kayles[ladder]",
        "node-kayles[power:1,4]",
        "node-kayles[circulant:1,4]",
        "arc-kayles[circulant:2,3]",
    ],
)
def test_a_family_that_moves_do_not_cut_says_with_what_command_one_graph_is_answered(game: str) -> None:
    with pytest.raises(sg.SpragueError, match=r"does not cut|is a ring") as caught:
        sg.game(game).period()
    said = str(caught.value)
    assert said.startswith(f"{game} has no answers")
    columns = int(re.findall(r"that of (\d+) columns", said)[0])
    text = re.findall(r'sprague solve "(.*)"', said)[0]
    edges = [edge.split("-") for edge in text.partition("edges:")[2].split(",")]
    steps = (1, 4) if "1,4" in game else (2, 3)
    drawn = {
        "grid:3": nx.grid_2d_graph(3, columns),
        "ladder": nx.ladder_graph(columns),
        "power:1,4": nx.Graph([(i, i + d) for d in (1, 4) for i in range(columns - d)]),
    }.get(game.partition("[")[2][:-1], nx.circulant_graph(columns, steps))
    assert nx.is_isomorphic(nx.Graph(edges), drawn)
    assert sg.parse(text).value == naive(drawn, game.startswith("arc"))


def test_discovering_a_family_proves_its_period() -> None:
    report = sg.discover("node-kayles[power:1,3]")
    assert report.status == "proved" and report.certificate["period"] == 62
    assert check(report.certificate)["valid"]
