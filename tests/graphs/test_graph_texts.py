"""Graphs by name, from Python and in pictures: against networkx, read back, and readable in a terminal."""

from __future__ import annotations

import itertools
import math

import networkx as nx
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.cli.app import application
from sprague.graphs.graph import Graph
from sprague.graphs.layout import draw_graph
from sprague.graphs.notation import read_graph, write_graph
from sprague.pictures import text as text_picture
from sprague.words.errors import SpragueError


def as_networkx(graph: Graph) -> nx.Graph:
    picture = nx.Graph(graph.edges)
    picture.add_nodes_from(range(len(graph.vertices)))
    assert picture.number_of_edges() == len(graph.edges)
    return picture


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("star:5", nx.star_graph(5)),
        ("star:1", nx.path_graph(2)),
        ("hypercube:1", nx.path_graph(2)),
        ("hypercube:4", nx.hypercube_graph(4)),
        ("torus:3x4", nx.grid_2d_graph(3, 4, periodic=True)),
        ("torus:5x3", nx.grid_2d_graph(5, 3, periodic=True)),
        ("tree:1,1,2,2", nx.Graph([(1, 2), (1, 3), (2, 4), (2, 5)])),
        ("tree:1,2,3", nx.path_graph(4)),
        ("grid:3x4", nx.grid_2d_graph(3, 4)),
        ("petersen:5,2", nx.petersen_graph()),
        ("complete:5", nx.complete_graph(5)),
        ("random:6,1,seed=3", nx.complete_graph(6)),
        ("random:6,0,seed=3", nx.empty_graph(6)),
    ],
)
def test_named_graphs_are_those_of_networkx(text, expected):
    graph = read_graph(text, "")
    assert nx.is_isomorphic(as_networkx(graph), expected)
    assert write_graph(graph) == text
    assert len(set(graph.vertices)) == len(graph.vertices)


NAMES = st.one_of(
    st.integers(1, 9).map(lambda n: f"star:{n}"),
    st.integers(1, 5).map(lambda n: f"hypercube:{n}"),
    st.tuples(st.integers(3, 5), st.integers(3, 5)).map(lambda sides: "torus:{}x{}".format(*sides)),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=9).map(
        lambda dice: "tree:" + ",".join(str(1 + die % (i + 1)) for i, die in enumerate(dice))
    ),
    st.tuples(st.integers(1, 12), st.integers(0, 100), st.integers(0, 99)).map(
        lambda given: f"random:{given[0]},{given[1] / 100},seed={given[2]}"
    ),
)


@given(NAMES)
def test_named_graphs_are_read_back(text):
    position = sg.parse(f"node-kayles {text}")
    assert sg.parse(position.text) == position
    (state,) = (part.state for part in position.components)
    assert sg.node_kayles(state) == position
    assert sg.node_kayles(Graph(state.vertices, state.edges)).value == position.value


def test_a_random_graph_has_about_as_many_edges_as_its_probability_says():
    count = len(read_graph("random:100,0.3,seed=5", "").edges)
    assert abs(count - 0.3 * math.comb(100, 2)) < 5 * math.sqrt(math.comb(100, 2) * 0.3 * 0.7)
    assert read_graph("random:30,.5", "") == read_graph("random: 30, 0.50, seed=0", "")
    assert read_graph("random:30,.5,seed=1", "") != read_graph("random:30,.5,seed=2", "")


def test_graphs_come_from_edge_lists_dicts_arrays_and_networkx():
    expected = sg.parse("node-kayles edges:a-b,b-c,c-d")
    neighbours = {"a": ["b"], "b": ["a", "c"], "c": ["b", "d"], "d": {"c"}}
    for graph in (
        [("a", "b"), ("b", "c"), ("c", "d")],
        (pair for pair in [("a", "b"), ("b", "c"), ["c", "d"]]),
        neighbours,
        {"a": ["b"], "b": ["c"], "c": ["d"]},
        nx.Graph(neighbours),
        nx.to_dict_of_dicts(nx.Graph(neighbours)),
    ):
        assert sg.node_kayles(graph) == expected
    assert str(sg.arc_kayles(np.array([[0, 1], [1, 2]]))) == "arc-kayles edges:0-1,1-2"
    assert str(sg.node_kayles({"x": [], "y": []})) == "node-kayles edges:x,y"
    assert str(sg.node_kayles([((0, 1), (1, 1))])) == "node-kayles edges:0_1-1_1"
    assert str(sg.node_kayles([("a b", "a_b")])) == "node-kayles edges:a_b-a_b_"
    twice = {"ground": ["a", "a"], "a": ["ground", "ground", "a"]}
    assert sg.hackenbush(twice).value == sg.parse("hackenbush edges:ground-a,ground-a,a-a").value
    assert str(sg.geography(([(1, 2), (2, 3)], 2))) == "geography edges:1-2,2-3@2"
    assert sg.geography("grid:2x3", "r2c2") == sg.geography(("grid:2x3", "r2c2"))
    assert sg.geography(("grid:2x3", "r2c2")) == sg.parse("geography grid:2x3@r2c2")
    place = sg.parse("geography torus:3x3@r2c2")
    assert sg.geography(place.components[0].state) == place


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (3, "expected a graph: .* got 3"),
        ([1, 2], "got 1 among the edges"),
        (["ab"], "got 'ab' among the edges"),
        ([("a", "b", 3)], r"got \('a', 'b', 3\) among the edges"),
        ([({}, 1)], "got {} as a vertex"),
        ({"a": "bc"}, "got 'bc' as the neighbours of 'a'"),
        ({"a": 3}, "got 3 as the neighbours of 'a'"),
        (nx.DiGraph([(0, 1)]), "undirected"),
        ([("a", "a")], "a loop at a"),
        ([("a", "b"), ("b", "a")], "the edge b-a twice"),
    ],
)
def test_what_is_no_graph_is_refused(given, message):
    with pytest.raises(SpragueError, match=message):
        sg.node_kayles(given)


@pytest.mark.parametrize("given", [3, ("path:3",), ("path:3", "9"), ([("a", "b")], "c"), "path:3"])
def test_geography_says_what_it_expects(given):
    with pytest.raises(SpragueError, match="expected"):
        sg.geography(given)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gird:3x4", r"\(grid, path, .* got 'gird:3x4'; did you mean grid:\?"),
        ("", "got nothing"),
        ("a-b", "expected a graph such as edges:a-b,b-c"),
        ("star:0", "one number >= 1"),
        ("star:a", "expected"),
        ("torus:2x4", "both at least 3"),
        ("torus:4", "torus:ROWSxCOLUMNS"),
        ("hypercube:0", "at least 1"),
        ("hypercube:15", r"at most 20000 vertices, got 2\^15 in"),
        ("hypercube:999999999999", r"at most 20000 vertices, got 2\^999999999999 in"),
        ("tree:", "the parents of vertices 2, 3"),
        ("tree:1,3", "a parent of vertex 3 among 1 to 2"),
        ("tree:0", "a parent of vertex 2 among 1 to 1"),
        ("random:12", "random:VERTICES,PROBABILITY"),
        ("random:12,1.5", "random:VERTICES,PROBABILITY"),
        ("random:12,0.5,seed=", "random:VERTICES,PROBABILITY"),
        ("random:999999,0.5", "at most 565 vertices, got 999999 in"),
        ("complete:566", "at most 565 vertices, got 566 in"),
        ("grid:3x4x5", "grid:ROWSxCOLUMNS"),
    ],
)
def test_errors_say_what_was_expected(text, message):
    with pytest.raises(SpragueError, match=message):
        sg.parse(f"node-kayles {text}")


@given(NAMES)
def test_pictures_keep_vertices_apart_and_edges_off_other_vertices(text):
    graph = read_graph(text, "")
    drawing = draw_graph(graph, "", 0)
    places = [(s.x, s.y) for s in drawing.shapes if s.kind == "circle" and s.name]
    assert len(places) == len(graph.vertices)
    for a, b in itertools.combinations(places, 2):
        assert math.dist(a, b) > 0.6
    if not text.startswith("random"):
        for shape in (s for s in drawing.shapes if s.kind == "line"):
            middle = (shape.x + shape.w / 2, shape.y + shape.h / 2)
            assert all(math.dist(middle, place) > 0.15 for place in places)


@given(NAMES, st.booleans())
def test_a_graph_as_text_tells_every_edge(text, token):
    graph = read_graph(text, "")
    drawing = draw_graph(graph, "summary", 0 if token else None)
    lines = [text_picture.plain(line) for line in text_picture.drawing_lines(drawing, 80)]
    assert all(len(line) <= 80 for line in lines)
    assert len(lines) <= text_picture.MOST_LINES
    if token:
        assert f"[{graph.vertices[0]}]" in "\n".join(lines)
    if not any(":" in line for line in lines) and graph.edges:  # a picture: all labels are there
        assert all(name in "\n".join(lines) for name in graph.vertices)
        return
    told = set()
    for line in "\n".join(lines).replace("\n    ", " ").splitlines():
        name, _, near = line.replace("[", "").replace("]", "").partition(":")
        told |= {frozenset((name, other)) for other in near.split()}
    assert told == {frozenset((graph.vertices[a], graph.vertices[b])) for a, b in graph.edges}


def run(*arguments):
    result = CliRunner().invoke(application, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_moves_on_graphs_fit_the_terminal_and_name_no_list_of_edges():
    for text in ("node-kayles grid:4x5", "arc-kayles petersen:7,2", "geography torus:4x4@r2c2"):
        for line in run("moves", text).splitlines():
            assert len(line) <= 80
            assert "…" not in line
            assert "edges:" not in line
    assert "take vertex r1c1 and its neighbours -> node-kayles on 17 vertices, 25 edges" in run(
        "moves", "node-kayles grid:4x5"
    )
    output = run("solve", "geography grid:3x4@r1c1")
    assert "move the token to r1c2 -> geography on 11 vertices, 15 edges, the token at" in output
    assert "[r1c1]·r1c2" in run("draw", "geography grid:3x4@r1c1")
    # What is short is written as it is.
    assert "take vertex 1 and its neighbours -> node-kayles edges:3-4" in run("moves", "node-kayles path:4")


def test_two_long_graphs_of_a_sum_are_not_mistaken_for_one_another():
    first = ",".join(f"a{i}-a{i + 1}" for i in range(8))
    second = first.replace("a", "b")
    move = sg.parse(f"node-kayles edges:{first} + node-kayles edges:{second}").moves()[0]
    assert f"in node-kayles edges:{first}: take vertex a0" in str(move.sentence)
    move = sg.parse(f"node-kayles edges:{first} + *2").moves()[0]
    assert str(move.sentence) == "in node-kayles on 9 vertices, 8 edges: take vertex a0 and its neighbours"


def test_the_outcome_of_geography_is_by_matching_at_every_size_and_its_value_by_search():
    assert sg.solve("geography path:3@1").evidence.kind == "theorem"
    assert sg.solve("geography grid:5x6@r1c1").evidence.kind == "theorem"
    assert sg.solve("geography path:3@1 + *1").evidence.kind == "computed"
    assert "Fraenkel, Scheinerman, Ullman 1993" in sg.solve("geography path:3@1").evidence.source


def test_a_seed_may_be_of_any_length() -> None:
    text = f"node-kayles random:2,0.8,seed={'7' * 5000}"
    assert sg.parse(text).text == text
