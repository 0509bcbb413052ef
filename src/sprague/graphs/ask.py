"""A graph's value, asked of the search that fits it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sprague.search.pool import current


def value(neighbours: Sequence[Iterable[int]], arcs: bool) -> int:
    """The value of Arc Kayles (``arcs``) or Node Kayles on a graph whose parts have up to 128 vertices.

    >>> value([{1}, {0, 2}, {1}], arcs=True)
    1
    """
    near = [set(around) for around in neighbours]
    total = 0
    unseen = set(range(len(near)))
    while unseen:
        part: list[int] = []
        frontier = [min(unseen)]
        unseen.discard(frontier[0])
        while frontier:
            v = frontier.pop()
            part.append(v)
            frontier += near[v] & unseen
            unseen -= near[v]
        number = {v: i for i, v in enumerate(sorted(part))}
        total ^= current().graph([{number[w] for w in near[v]} for v in sorted(part)], arcs).value()
    return total
