"""Connected components, against networkx."""

import networkx
from hypothesis import given
from hypothesis import strategies as st

from sprague.graphs.components import components, reached
from sprague.search.masks import mask_components


@given(st.integers(1, 12), st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11))), st.data())
def test_components_are_those_of_others(size, pairs, data):
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from((a, b) for a, b in pairs if a < b < size)
    near = [set(graph[v]) for v in range(size)]
    within = data.draw(st.sets(st.integers(0, size - 1)))
    expected = sorted(map(sorted, networkx.connected_components(graph.subgraph(within))))
    assert [sorted(part) for part in components(near, within)] == expected
    masks = [sum(1 << w for w in around) for around in near]
    found = mask_components(masks, sum(1 << v for v in within))
    assert [[v for v in range(size) if part >> v & 1] for part in found] == expected
    whole = sorted(map(sorted, networkx.connected_components(graph)))
    assert [sorted(part) for part in components(near)] == whole
    assert all(reached(near, v) == set(part) for part in whole for v in part)
