"""The mirror strategy on graphs: outcomes of Node Kayles and Arc Kayles at sizes that no search reaches."""

from __future__ import annotations

import functools
from typing import NamedTuple

from sprague.search.symmetries import symmetries

from .graph import Graph

#: Larger graphs are not looked at: the search for symmetries takes time.
MOST_VERTICES = 1000


class Mirror(NamedTuple):
    """A symmetry that is its own inverse: the ``image`` of each vertex, and the number of the move after which it
    answers all others (-1: it answers them from the start)."""

    image: tuple[int, ...]
    move: int


@functools.lru_cache(maxsize=64)
def mirror_of(graph: Graph, arcs: bool) -> Mirror | None:
    """Returns the mirror strategy on a graph for the player who moves second or first, or None if no mirror is
    recognised.

    A symmetry that is its own inverse answers every move by its image, if no vertex that can be part of a move is its
    own image or its image's neighbour (Gardner 1974 for Cram; in Arc Kayles vertices without edges take no part). If
    one move takes all vertices that are, the first player makes this move, and then answers in the same way. The
    function examines only some of the symmetries of a graph.

    >>> from sprague.graphs.notation import read_graph
    >>> mirror_of(read_graph("edges:a-b,b-c,c-d,d-a", ""), True)
    Mirror(image=(2, 3, 0, 1), move=-1)
    """
    if len(graph.vertices) > MOST_VERTICES:
        return None
    near = graph.neighbours()
    if arcs:
        touched = [v for v, around in enumerate(near) if around]
    else:
        touched = list(range(len(near)))
    still = tuple(range(len(near)))
    if not touched:
        return Mirror(still, -1)
    number = {v: i for i, v in enumerate(touched)}
    mirror = None
    for image in symmetries([{number[w] for w in near[v]} for v in touched]):
        if any(image[w] != v for v, w in enumerate(image)):
            continue
        whole = list(still)
        for v, i in number.items():
            whole[v] = touched[image[i]]
        # If a vertex meets its image, so does the image. So a move that takes exactly these vertices is its own image.
        fixed = {v for v in touched if whole[v] == v or whole[v] in near[v]}
        if not fixed:
            return Mirror(tuple(whole), -1)
        if mirror is not None:
            continue
        if arcs:
            move = next((i for i, edge in enumerate(graph.edges) if set(edge) == fixed), None)
        else:
            move = next((v for v in fixed if whole[v] == v and fixed <= near[v] | {v}), None)
        mirror = None if move is None else Mirror(tuple(whole), move)
    return mirror


def mirror_move(graph: Graph, arcs: bool) -> int | None:
    """Applies the mirror strategy to a graph. Returns -1 if the player to move loses, the number of a winning move, or
    None if the strategy does not apply.

    >>> from sprague.graphs.notation import read_graph
    >>> mirror_move(read_graph("grid:4x4", ""), False), mirror_move(read_graph("grid:3x3", ""), False)
    (-1, 4)
    >>> mirror_move(read_graph("grid:2x3", ""), True), mirror_move(read_graph("path:3", ""), True) is None
    (3, True)
    """
    mirror = mirror_of(graph, arcs)
    return None if mirror is None else mirror.move
