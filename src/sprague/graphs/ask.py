"""A graph's value, asked of the search that fits it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sprague.numbers.sums import nim_sum
from sprague.search.graph_search import GraphSearch
from sprague.search.pool import SearchPool

from .components import components


def search_of(neighbours: Sequence[Iterable[int]], arcs: bool, pool: SearchPool) -> GraphSearch:
    """The search for the sets of vertices of a graph of up to 128, under Arc Kayles (``arcs``) or Node Kayles."""
    return pool.get(GraphSearch, tuple(map(frozenset, neighbours)), arcs)


def value(neighbours: Sequence[Iterable[int]], arcs: bool, pool: SearchPool) -> int:
    """The value of Arc Kayles (``arcs``) or Node Kayles on a graph whose parts have up to 128 vertices.

    >>> value([{1}, {0, 2}, {1}], True, SearchPool())
    1
    """
    near = [set(around) for around in neighbours]

    def part_value(part: set[int]) -> int:
        number = {v: i for i, v in enumerate(sorted(part))}
        return search_of([{number[w] for w in near[v]} for v in number], arcs, pool).value()

    return nim_sum(map(part_value, components(near)))
