"""Paths and cycles among the parts of a graph: heaps of 0.07 (Arc Kayles) and 0.137 (Node Kayles), of any length.

A path of n vertices is the heap n of 0.07 in Arc Kayles and of 0.137 in Node Kayles, which has the value of 0.07 at n +
1; every move in a cycle of n vertices leaves a path, of n - 2 vertices in Arc Kayles and of n - 3 in Node Kayles.
"""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import NamedTuple

from sprague.search.strips import strip_value

from .components import components
from .graph import Graph


class Parts(NamedTuple):
    """A graph after the reduction: the value of its paths and cycles, and the moves in them, each with its change (the
    nim-sum of the values before and after); the rest, whose moves have the numbers ``moves`` in the graph; and the
    number of vertices of the largest part of the rest. ``cycles`` says whether a part is a cycle, and ``leaves``
    whether a part is a path only without the leaves that were removed."""

    value: int
    line_moves: tuple[tuple[int, int], ...]
    rest: Graph
    moves: tuple[int, ...]
    largest: int
    cycles: bool
    leaves: bool


@functools.lru_cache(maxsize=64)
def parts(graph: Graph, arcs: bool) -> Parts:
    """Splits a graph in Arc Kayles (``arcs``) or Node Kayles into the parts whose values a formula gives, and the rest,
    which needs a search.

    In Arc Kayles it first removes all but one of several leaves on one vertex, because taking the vertex with any of
    them leaves the same graph. The number of a move is that of its vertex or edge.

    >>> from sprague.graphs.notation import read_graph
    >>> parts(read_graph("path:7", ""), True)[:2]
    (1, ((0, 1), (1, 3), (2, 1), (3, 1), (4, 3), (5, 1)))
    >>> parts(read_graph("cycle:7", ""), False).value, parts(read_graph("grid:3x3", ""), True).largest
    (1, 9)
    """
    near = whole = graph.neighbours()
    vertices = set(range(len(near)))
    if arcs:
        for around in near:
            vertices -= set(sorted(v for v in around if len(near[v]) == 1)[1:])
        vertices = {v for v in vertices if near[v]}
        near = [around & vertices for around in near]
    value, largest, cycles, leaves, others = 0, 0, False, False, set()
    changes: dict[int, int] = {}
    edges = {frozenset(edge): i for i, edge in enumerate(graph.edges)} if arcs else {}
    for part in components(near, vertices):
        line = _line(near, part)
        if line is None:
            others |= part
            largest = max(largest, len(part))
            continue
        cycle = len(near[line[0]]) == 2
        cycles = cycles or cycle
        leaves = leaves or any(len(whole[v]) > 2 for v in line)
        length = len(line) + (not arcs)  # as a strip of 0.07
        own = int(strip_value(len(line) - 2) == 0) if cycle else strip_value(length)
        value ^= own
        if arcs:
            ends = [*pairwise(line), *([(line[-1], line[0])] if cycle else [])]
            numbers = [edges[frozenset(edge)] for edge in ends]
        else:
            numbers = line
        for k, number in enumerate(numbers):
            value_after = (
                strip_value(len(line) - 2) if cycle else strip_value(k) ^ strip_value(length - 2 - k)
            )
            changes[number] = value_after ^ own
    if arcs:
        moves = [i for i, (a, b) in enumerate(graph.edges) if a in others and b in others]
    else:
        moves = sorted(others)
    rest = graph if len(others) == len(graph.vertices) else graph.without(set(range(len(near))) - others)
    return Parts(value, tuple(sorted(changes.items())), rest, tuple(moves), largest, cycles, leaves)


def _line(near: list[set[int]], part: set[int]) -> list[int] | None:
    """Returns the vertices of a path or cycle in order, or None for any other graph."""
    if any(len(near[v]) > 2 for v in part):
        return None
    v = min((v for v in part if len(near[v]) < 2), default=min(part))
    line, seen = [v], {v}
    while following := near[v] - seen:
        v = min(following)
        line.append(v)
        seen.add(v)
    return line
