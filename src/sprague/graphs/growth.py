"""Graphs that grow from a root: the height of each vertex, and its place across."""

from __future__ import annotations

from collections.abc import Sequence


def grow(around: Sequence[set[int]], root: int) -> tuple[list[int], list[float], int]:
    """Returns the distance of each vertex from the root (-1: not connected to it); its place across, in tips, above the
    middle of the vertices that are reached through it; and the number of tips. ``around`` has the neighbours of each
    vertex.

    >>> grow([{1, 2}, {0}, {0}], 0)
    ([0, 1, 1], [1.0, 0.5, 1.5], 2)
    """
    height, parent = [-1] * len(around), [-1] * len(around)
    height[root] = 0
    order = [root]
    for v in order:
        for w in sorted(around[v]):
            if height[w] < 0:
                height[w], parent[w] = height[v] + 1, v
                order.append(w)
    tips = [0] * len(around)
    for v in reversed(order):
        tips[v] = max(tips[v], 1)
        if parent[v] >= 0:
            tips[parent[v]] += tips[v]
    left = [0.0] * len(around)
    taken = [0.0] * len(around)
    for v in order:
        if parent[v] >= 0:
            left[v] = left[parent[v]] + taken[parent[v]]
            taken[parent[v]] += tips[v]
    return height, [left[v] + tips[v] / 2 for v in range(len(around))], tips[root]
