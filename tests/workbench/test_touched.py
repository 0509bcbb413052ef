"""Where a move is made and what it takes, in the user's own words: applied to the user's own object it leaves the
position that the move leaves."""

from __future__ import annotations

import pickle
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg

PAIRS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=8)


class City:
    """A vertex that is neither a text nor a number."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return f"city of {self.name}"


@given(PAIRS)
def test_taking_vertices_out_of_the_users_graph_leaves_what_the_move_leaves(
    pairs: list[tuple[int, int]],
) -> None:
    graph = nx.Graph((a, b) for a, b in pairs if a != b)
    for move in sg.node_kayles(graph).moves():
        (chosen,) = move.at
        assert set(move.removed) == {chosen, *graph[chosen]}
        left = graph.copy()
        left.remove_nodes_from(move.removed)
        assert sorted(move.to.vertices.values()) == sorted(graph)
        assert sg.node_kayles(left).value == move.value


@given(PAIRS)
def test_taking_edges_out_of_the_users_graph_leaves_what_the_move_leaves(
    pairs: list[tuple[int, int]],
) -> None:
    graph = nx.Graph((a, b) for a, b in pairs if a != b)
    for move in sg.arc_kayles(graph).moves():
        assert graph.has_edge(*move.at[0]) and move.at[0] == move.removed[0]
        left = graph.copy()
        left.remove_edges_from(move.removed)
        assert sg.arc_kayles(left).value == move.value


def test_hackenbush_drops_what_hangs_in_the_air() -> None:
    move = sg.hackenbush([("ground", 1), (1, 2), (1, 2), (2, 3), ("ground", 4)]).moves()[0]
    assert move.at == (("ground", 1),) and sorted(move.removed[1:]) == [(1, 2), (1, 2), (2, 3)]
    assert len(sg.parse("hackenbush edges:ground-a,a-b").moves()[1].removed) == 1


def test_tokens_on_the_users_graphs() -> None:
    here, there, end = map(City, ("Ur", "Uruk", "Kish"))
    graph = nx.Graph([(here, there), (there, end)])
    for name in ("at", "start"):
        move = sg.geography(graph, **{name: here}).moves()[0]
        assert (move.at, move.removed) == ((there,), (here,))
        assert move.to.moves()[0].at == (end,)
    arrows: Any
    for arrows in (
        nx.DiGraph([(here, there), (there, here)]),
        {here: [there], there: [here]},
        [(here, there), (there, here)],
    ):
        position = sg.loopy(arrows, start=there)
        move = position.moves()[0]
        assert (move.at, move.removed, position.outcome) == ((here,), (), "D")
    assert sg.loopy({"a": ["b"], "c": []}, at="c").outcome == "P"
    again = pickle.loads(pickle.dumps(sg.geography(nx.path_graph(3), at=0).moves()[0]))
    assert again.at == (1,) and again.to.moves()[0].at == (2,)
    both = sg.node_kayles(nx.path_graph(2)) + sg.geography(graph, at=here)
    assert (
        both.moves()[1].at == (there,) and (2 * both).vertices == both.as_misere().vertices == both.vertices
    )


def test_graphs_that_are_refused() -> None:
    with pytest.raises(sg.SpragueError, match="directed graph: write graph.to_directed"):
        sg.loopy(nx.path_graph(3), at=0)
    with pytest.raises(sg.SpragueError, match="once"):
        sg.geography(nx.path_graph(3), 0, start=0)
    with pytest.raises(sg.SpragueError, match="undirected"):
        sg.geography(nx.DiGraph([(0, 1)]), at=0)
    for wrong in (3, [(1, 2, 3)], {"a": 3}, [([], 1)]):
        with pytest.raises(sg.SpragueError):
            sg.loopy(wrong, at="a")  # type: ignore[arg-type]
    with pytest.raises(sg.SpragueError, match="token"):
        sg.loopy([(1, 2)], at=[3])  # type: ignore[arg-type]


@given(st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=2, max_size=3))
def test_dominoes_lie_on_the_cells_of_the_users_array(rows: list[list[bool]]) -> None:
    board = np.array(rows, int)
    for move in sg.cram(board).moves():
        after = board.copy()
        for cell in move.at:
            assert not board[cell]
            after[cell] = 1
        assert move.removed == move.at and sg.cram(after).value == move.value


def test_cells_places_and_heaps() -> None:
    slide = sg.parse("clobber xo/..").moves()[0]
    assert slide.at == ((0, 0), (0, 1)) and slide.removed == ((0, 1),)
    bite = sg.chomp(3, 4).play("chomp 2,2,2")
    assert sg.chomp(3, 4).find_move(bite).at == ((0, 2),) and len(sg.chomp(3, 4).find_move(bite).removed) == 6
    cross = sg.notakto(3, 3).moves()[4]
    assert (cross.at, cross.removed) == (((1, 1),), ())
    both = sg.wythoff(5, 7).find_move("wythoff 3,5")
    assert (both.at, both.removed) == ((0, 1), (2, 2))
    assert sg.nim(3, 5).winning_moves[0].removed == (2,) and sg.parse("token").moves()[0].at == ()
    turned = sg.turning_turtles("HH").moves()[0]
    assert turned.at and turned.removed == ()


def test_texts_are_padded() -> None:
    position = sg.nim(3, 5)
    for thing in (
        position,
        position.winning_moves[0],
        position.solve(),
        sg.kayles.period(),
        position.solve().reason,
    ):
        assert f"{thing:>200}" == str(thing).rjust(200)
    assert f"{sg.kayles:>20}" == "kayles".rjust(20)
