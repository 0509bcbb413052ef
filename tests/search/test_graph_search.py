"""The compiled search for Node Kayles and Arc Kayles against the definition and values by others."""

from functools import cache

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rectangles import full_board

from sprague.boards import ask
from sprague.search.driver import Statistics
from sprague.search.graph_search import GraphSearch
from sprague.search.plain_graph import PlainKayles
from sprague.search.pool import SearchPool
from sprague.search.strips import strip_value
from sprague.words.errors import RangeError, TooLargeError

# OEIS A316632: Node Kayles on the 3 x n grid; A002187: on a path, Dawson's chess (octal 0.137).
A316632 = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3]
A002187 = [
    0,
    1,
    1,
    2,
    0,
    3,
    1,
    1,
    0,
    3,
    3,
    2,
    2,
    4,
    0,
    5,
    2,
    2,
    3,
    3,
    0,
    1,
    1,
    3,
    0,
    2,
    1,
    1,
    0,
    4,
    5,
    2,
    7,
    4,
]


def by_definition(near: list[set[int]], arcs: bool) -> int:
    @cache
    def value_of(left: frozenset[int]) -> int:
        if arcs:
            options = {value_of(left - {v, w}) for v in left for w in near[v] & left}
        else:
            options = {value_of(left - {v} - near[v]) for v in left}
        return next(n for n in range(len(options) + 1) if n not in options)

    return value_of(frozenset(range(len(near))))


def neighbours(graph: networkx.Graph) -> list[set[int]]:
    graph = networkx.convert_node_labels_to_integers(graph)
    return [set(graph[v]) for v in range(len(graph))]


@st.composite
def graphs(draw, most=14, links=24):
    size = draw(st.integers(0, most))
    near: list[set[int]] = [set() for _ in range(size)]
    pairs = st.tuples(st.integers(0, max(size - 1, 0)), st.integers(0, max(size - 1, 0)))
    for v, w in draw(st.lists(pairs, max_size=links)):
        if size and v != w:
            near[v].add(w)
            near[w].add(v)
    return near


@pytest.mark.kernels
@settings(max_examples=120, deadline=None)
@given(graphs(), st.booleans())
def test_value_is_the_definition(near, arcs):
    expected = by_definition(near, arcs)
    search = GraphSearch(near, arcs)
    assert search.is_zero() == (expected == 0)
    assert search.value() == expected
    assert PlainKayles(near, arcs, SearchPool()).value() == expected


@settings(deadline=None)
@given(graphs(12), st.booleans(), st.randoms())
def test_the_numbering_does_not_matter(near, arcs, random):
    # Spread over more than one word, with isolated vertices between (in Node Kayles each of them is *1).
    place = random.sample(range(100), len(near))
    far: list[set[int]] = [set() for _ in range(100)]
    for v, around in enumerate(near):
        far[place[v]] = {place[w] for w in around}
    isolated = 0 if arcs else (100 - len(near)) % 2
    assert GraphSearch(far, arcs).value() == GraphSearch(near, arcs).value() ^ isolated


@settings(deadline=None)
@given(graphs(13), st.booleans())
def test_every_entry_is_true(near, arcs):
    search = GraphSearch(near, arcs)
    search.value()
    keys, values = search.exact_entries()
    assert len(keys) == search.statistics.exact
    for (low, high), found in zip(keys.tolist(), values.tolist(), strict=True):
        part = [v for v in range(len(near)) if (low | high << 64) >> v & 1]
        number = {v: i for i, v in enumerate(part)}
        inside = [{number[w] for w in search._near[v] if w in number} for v in part]
        assert by_definition(inside, arcs) == found


def test_node_kayles_on_grids():
    for n, expected in enumerate(A316632, 1):
        search = GraphSearch(neighbours(networkx.grid_2d_graph(3, n)), arcs=False)
        assert search.value() == expected
        assert search.is_zero() == (expected == 0)


def test_node_kayles_on_paths():
    pool = SearchPool()
    assert [
        PlainKayles(neighbours(networkx.path_graph(n)), False, pool).value() for n in range(len(A002187))
    ] == A002187


def test_arc_kayles_on_a_path_is_dawsons_kayles():
    assert [GraphSearch(neighbours(networkx.path_graph(n)), arcs=True).value() for n in range(1, 60)] == [
        strip_value(n) for n in range(1, 60)
    ]
    assert GraphSearch(neighbours(networkx.path_graph(128)), arcs=True).value() == strip_value(128)


@pytest.mark.parametrize(("rows", "cols"), [(3, 5), (3, 6), (4, 5)])
def test_arc_kayles_on_a_grid_is_cram(rows, cols):
    graph = neighbours(networkx.grid_2d_graph(rows, cols))
    assert GraphSearch(graph, arcs=True).value() == ask.value(
        rows, cols, full_board(rows, cols), SearchPool()
    )


def test_complete_graphs():
    """K_n: Node Kayles ends at once; Arc Kayles lasts n // 2 moves, however it is played."""
    for n in (1, 2, 5, 9):
        assert GraphSearch(neighbours(networkx.complete_graph(n)), arcs=True).value() == n // 2 % 2
    for n in (1, 2, 40, 128):
        assert GraphSearch(neighbours(networkx.complete_graph(n)), arcs=False).value() == 1


def test_part_of_the_vertices():
    search = GraphSearch(neighbours(networkx.path_graph(9)), arcs=False)
    assert search.value([0, 1, 2, 4, 5, 6, 7]) == A002187[3] ^ A002187[4]
    assert search.value([]) == 0


def test_entries_carry_over():
    near = neighbours(networkx.grid_2d_graph(4, 7))
    first, second = GraphSearch(near, arcs=True), GraphSearch(near, arcs=True)
    assert first.value() == 3  # Cram 4x7: Beling's table
    second.load(*first.exact_entries())
    assert second.value() == 3
    assert second.statistics.positions < first.statistics.positions / 10


def test_progress_is_told():
    told: list[Statistics] = []
    search = GraphSearch(neighbours(networkx.grid_2d_graph(4, 7)), arcs=True, progress=told.append)
    search.value()
    assert told and told[-1].positions > 1000


def test_what_does_not_fit_is_refused():
    with pytest.raises(TooLargeError, match="up to 128"):
        GraphSearch(neighbours(networkx.path_graph(129)), arcs=True)
    for near in ([{0}], [{1}, set()], [{5}]):
        with pytest.raises(RangeError, match="simple graph"):
            GraphSearch(near, arcs=True)


def test_a_dense_graph_is_searched_in_short_slices():
    """K64 has 2016 moves: Ctrl-C and progress come after some positions, not after thousands of looks ahead."""
    seen: list[int] = []

    def stop(statistics: Statistics) -> None:
        seen.append(statistics.positions)
        raise KeyboardInterrupt

    search = GraphSearch(neighbours(networkx.complete_graph(64)), True, memory=1 << 26, progress=stop)
    with pytest.raises(KeyboardInterrupt):
        search.value()
    assert 0 < seen[0] < 100
