"""How long a search of a graph takes is a guess: no graph is refused because of it, and every search ends at its
bounds with what it measured."""

from __future__ import annotations

import re

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.model.engine import Engines
from sprague.search.graph_search import GraphSearch
from sprague.search.plain_graph import PlainKayles
from sprague.search.pool import SearchPool
from sprague.system.ask import Ask, asking
from sprague.words.errors import BudgetError
from sprague.workbench.registry import make_engine

DENSE = "arc-kayles random:120,0.5,seed=1"


def edges(graph: networkx.Graph) -> str:
    return "edges:" + ",".join(f"{a}-{b}" for a, b in graph.edges)


def near_and_third(n: int) -> networkx.Graph:
    return networkx.Graph([(i, i + step) for i in range(n) for step in (1, 3) if i + step < n])


@pytest.mark.parametrize("n", [76, 77, 78, 120, 132])
def test_a_narrow_graph_of_any_size_is_solved(n):
    """The mean degree guesses 570 TiB for 120 vertices."""
    text = f"node-kayles {edges(near_and_third(n))}"
    assert sg.solve(text, value=True, moves=False).value == by_windows(n)


def by_windows(size: int) -> int:
    """The definition apart: a part of the graph is worth what it is worth when it begins at vertex 0."""
    known: dict[int, int] = {}

    def pieces(mask):
        while mask:
            part, grown = 0, mask & -mask
            while grown != part:
                part = grown
                grown |= (part << 1 | part >> 1 | part << 3 | part >> 3) & mask
            yield part // (part & -part)
            mask &= ~part

    def worth(mask):
        total = 0
        for part in pieces(mask):
            if part not in known:
                near = {
                    v: sum(1 << w for w in (v - 3, v - 1, v, v + 1, v + 3) if w >= 0) for v in range(size)
                }
                options = {worth(part & ~near[v]) for v in range(part.bit_length()) if part >> v & 1}
                known[part] = next(n for n in range(len(options) + 1) if n not in options)
            total ^= known[part]
        return total

    return worth((1 << size) - 1)


def test_a_graph_that_splits_at_once_may_have_more_vertices_than_a_search_holds():
    comb = networkx.Graph([(i, i + 1) for i in range(65)] + [(i, 66 + i) for i in range(66)])
    assert len(comb) == 132
    # In Arc Kayles a path of n vertices with a leaf at each is valued by the definition on shorter combs.
    worth = [0]
    for n in range(1, 67):
        left = {worth[k] ^ worth[n - 1 - k] for k in range(n)}  # a tooth: the comb without that place
        left |= {worth[k] ^ worth[n - 2 - k] for k in range(n - 1)}  # two places of the back
        worth.append(next(value for value in range(n + 2) if value not in left))
    assert sg.parse(f"arc-kayles {edges(comb)}").value == worth[66]


@settings(max_examples=25, deadline=None)
@given(st.integers(20, 130), st.sampled_from([0.01, 0.02, 0.05, 0.3, 0.9]), st.integers(0, 99), st.booleans())
def test_no_graph_is_refused_without_evidence(size, density, seed, arcs):
    text = f"{'arc' if arcs else 'node'}-kayles random:{size},{density},seed={seed}"
    try:
        sg.solve(text, value=True, moves=False, seconds=0.2, memory="100MB")
    except BudgetError as error:
        assert "at " in str(error) or "so far" in str(error)


def test_a_hard_graph_ends_at_its_bounds_and_says_what_it_measured():
    with pytest.raises(
        BudgetError, match=r"the time of 1 s is over at \d+ values \(\d+ positions, [\d.]+ MiB"
    ):
        sg.solve(DENSE, value=True, seconds=1, memory="200MB")
    with pytest.raises(BudgetError, match=r"values met so far \(\d+\) fill the table.*limit is 5.0 MiB"):
        sg.solve("node-kayles random:120,0.05,seed=1", value=True, memory="5MB")
    found = sg.solve("geography complete:40@1", value=True, memory="1MB")  # its outcome is known by a theorem
    assert found.outcome == "N" and re.search(r"\d+ positions of this game fill 1.0 MiB", str(found.cut))


def test_the_bound_of_memory_is_that_of_each_question():
    """A search is kept for the next question, which may have more memory."""
    search = GraphSearch(sg.parse("arc-kayles grid:5x7").components[0].state.neighbours(), True)
    with asking(Ask(memory="2.5MB")), pytest.raises(BudgetError, match="fill the table"):
        search.value()
    assert search.value() == sg.cram(5, 7).value


def test_what_a_mirror_answers_is_searched_for_a_moment_only():
    found = sg.solve("node-kayles grid:11x11")
    assert found.outcome == "N" and found.winning_moves.first(1)
    assert not found.winning_moves.complete
    narrow = sg.solve(f"node-kayles {edges(near_and_third(77))}")
    assert narrow.outcome == "N" and narrow.winning_moves.complete
    worth = PlainKayles(narrow.winning_moves[0].to.components[0].state.neighbours(), False).value
    assert len(narrow.winning_moves[0].to.components) > 1 or worth() == 0


def test_long_work_is_announced_by_what_was_measured():
    component = sg.parse(DENSE).components[0]

    def hear(effort, what):
        """A slow machine has met no value at the first announcement, but it has at the next one."""
        assert effort.guessed and effort.bytes > 1 << 20
        if effort.values > 100:
            raise InterruptedError

    with asking(Ask(seconds=200, announce=hear)), pytest.raises(InterruptedError):
        Engines(make_engine, SearchPool())(component.ruleset).value(component.state)


def test_a_board_of_another_shape_is_begun():
    """Only the growth of rectangles was measured: a corridor with a few niches falls apart soon."""
    rows = [["#"] * 60 for _ in range(5)]
    rows[2] = ["."] * 60
    for column in range(3, 60, 5):
        rows[1][column] = rows[3][column] = "."
        rows[0][column] = "."
    text = "cram " + "/".join(map("".join, rows))
    found = sg.solve(text, value=True, moves=False, seconds=20)
    assert found.value is not None
