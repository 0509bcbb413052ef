"""Maximum matchings, against networkx; and the vertices that some of them leave free, against the definition."""

from __future__ import annotations

import networkx as nx
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.graphs.matching import matching

GRAPHS = st.integers(1, 14).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=3 * n),
    )
)


def near_of(n, pairs):
    near = [set() for _ in range(n)]
    for a, b in pairs:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    return near


def size_of(graph):
    return len(nx.max_weight_matching(graph, maxcardinality=True))


@settings(max_examples=300)
@given(GRAPHS)
@example((3, [(0, 1), (1, 2), (2, 0)]))
@example((6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]))
def test_a_matching_is_as_large_as_can_be_and_says_who_may_be_left_free(given_graph):
    n, pairs = given_graph
    near = near_of(n, pairs)
    graph = nx.Graph((a, b) for a, around in enumerate(near) for b in around)
    graph.add_nodes_from(range(n))
    mate, free = matching(near)
    assert all(other == -1 or (mate[other] == v and other in near[v]) for v, other in enumerate(mate))
    largest = size_of(graph)
    assert sum(other != -1 for other in mate) == 2 * largest
    assert free == {v for v in range(n) if size_of(graph.subgraph(set(range(n)) - {v})) == largest}


@settings(max_examples=40)
@given(st.integers(30, 90), st.integers(0, 10**9))
def test_large_graphs_with_many_blossoms(n, seed):
    graph = nx.gnm_random_graph(n, 5 * n // 4, seed=seed)
    near = [set(graph[v]) for v in range(n)]
    mate, free = matching(near)
    assert sum(other != -1 for other in mate) == 2 * size_of(graph)
    largest = size_of(graph)
    for v in range(0, n, 7):
        assert (v in free) == (size_of(graph.subgraph(set(range(n)) - {v})) == largest)


def test_geography_on_a_long_path_is_answered_at_once():
    """The token of a path in the middle of an even number of vertices; the moves are to either side."""
    answer = sg.solve("geography path:8000@4000")
    assert answer.outcome == "N" and answer.winning_moves_total == 1
    assert answer.winning_moves[0].to.components[0].state.token is not None
    assert sg.solve("geography path:7999@4001").outcome == "P"
