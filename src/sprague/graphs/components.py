"""Connected components of a graph whose vertices are numbers in sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set


def reached(neighbours: Sequence[Set[int]], start: int, within: Set[int] | None = None) -> set[int]:
    """Returns the vertices connected to ``start``, with itself; if ``within`` is given, through its vertices only.

    >>> reached([{1}, {0}, set()], 0)
    {0, 1}
    """
    part, frontier = {start}, [start]
    while frontier:
        around = neighbours[frontier.pop()]
        new = (around if within is None else around & within) - part
        part |= new
        frontier += new
    return part


def components(neighbours: Sequence[Set[int]], within: Iterable[int] | None = None) -> Iterator[set[int]]:
    """Yields the connected components of a graph, or of its vertices in ``within``, ordered by their least vertex.

    >>> list(components([{2}, set(), {0, 3}, {2}])), list(components([{2}, set(), {0, 3}, {2}], [0, 3]))
    ([{0, 2, 3}, {1}], [{0}, {3}])
    """
    unvisited = set(range(len(neighbours)) if within is None else within)
    for start in sorted(unvisited):
        if start in unvisited:
            part = reached(neighbours, start, unvisited)
            unvisited -= part
            yield part
