"""The mirror strategy on graphs: outcomes of Node Kayles and Arc Kayles at sizes that no search reaches."""

from __future__ import annotations

import functools

from sprague.search.symmetries import symmetries

from .graph import Graph

#: Larger graphs are not looked at: the search for symmetries takes time.
MOST_VERTICES = 1000


@functools.lru_cache(maxsize=64)
def mirror_move(graph: Graph, arcs: bool) -> int | None:
    """What the mirror strategy says of a graph: -1 if whoever is to move loses, the number of a winning move, or
    None where it says nothing.

    A symmetry that is its own inverse answers every move by its image, if no vertex that can be part of a move is its
    own image or its image's neighbour (Gardner 1974 for Cram; in Arc Kayles vertices without edges take no part). If
    one move takes all vertices that are, whoever begins makes it, and then answers so. Only some of the symmetries
    of a graph are looked at.

    >>> from sprague.graphs.notation import read_graph
    >>> mirror_move(read_graph("grid:4x4", ""), False), mirror_move(read_graph("grid:3x3", ""), False)
    (-1, 4)
    >>> mirror_move(read_graph("grid:2x3", ""), True), mirror_move(read_graph("path:3", ""), True) is None
    (3, True)
    """
    if len(graph.vertices) > MOST_VERTICES:
        return None
    near = graph.neighbours()
    if arcs:
        touched = [v for v, around in enumerate(near) if around]
    else:
        touched = list(range(len(near)))
    if not touched:
        return -1
    number = {v: i for i, v in enumerate(touched)}
    found = None
    for image in symmetries([{number[w] for w in near[v]} for v in touched]):
        if any(image[w] != v for v, w in enumerate(image)):
            continue
        # The image of what meets its image meets its own, so a move that takes just these is its own image.
        met = {v for v, i in number.items() if image[i] == i or touched[image[i]] in near[v]}
        if not met:
            return -1
        if found is None and arcs:
            found = next((i for i, edge in enumerate(graph.edges) if set(edge) == met), None)
        elif found is None:
            found = next((v for v in met if image[v] == v and met <= near[v] | {v}), None)
    return found
