"""Green Hackenbush by theorem: cycles shrink to loops (fusion), branches add up (colon). No search."""

from __future__ import annotations

import functools
from typing import Any

from ..messages import Message, say
from ..rulesets.base import Option
from ..rulesets.graph_games import GROUND
from ..rulesets.graphs import Graph
from .engine import Engine, Evidence

FUSION = Evidence("theorem", "Berlekamp, Conway, Guy 1982: colon principle and fusion principle")


class HackenbushEngine(Engine):
    """Values in linear time, at any size."""

    def value(self, state: Graph) -> int:
        return value(state)

    def evidence(self, state: Graph, valued: bool) -> Evidence:
        return FUSION

    def reason(self, state: Graph, zero: bool, reply: Option | None) -> Message | None:
        if not state.edges:
            return None
        own = value(state)
        if zero:
            return say("with every cycle fused to loops and the branches added up the picture is worth *0")
        return say(
            "with every cycle fused to loops and the branches added up the picture is worth *{n}; "
            "the cut leaves one worth *0",
            n=own,
        )


@functools.lru_cache(maxsize=4096)
def value(graph: Graph) -> int:
    """The value of a green Hackenbush picture.

    Fusion principle: the vertices of a cycle may be made one, its edges becoming loops, each worth *1. Colon
    principle: what hangs on a vertex may be replaced by a stalk of its value; a stalk of n edges is worth *n
    (Winning Ways, chapter 7). So with bridges kept and all other edges turned into loops, a vertex is worth the
    nim-sum of (worth of the child + 1) over its bridges, and of 1 for each loop.

    >>> from sprague.rulesets.graphs import read_graph
    >>> value(read_graph("edges:ground-a,a-b,a-c,b-c", ""))
    2
    """
    if not graph.edges:
        return 0
    incident: list[list[tuple[int, int]]] = [[] for _ in graph.vertices]
    worth = [0] * len(graph.vertices)
    for number, (a, b) in enumerate(graph.edges):
        if a == b:
            worth[a] ^= 1
        else:
            incident[a].append((number, b))
            incident[b].append((number, a))
    # One depth-first visit: low[v] is the earliest vertex that v's branch reaches past the edge it came by.
    root = graph.vertices.index(GROUND)
    order = {root: 0}
    low = {root: 0}
    stack: list[tuple[int, int, Any]] = [(root, -1, iter(incident[root]))]
    while stack:
        v, came_by, edges = stack[-1]
        for number, w in edges:
            if number == came_by:
                continue
            if w in order:
                low[v] = min(low[v], order[w])
                if order[w] < order[v]:
                    worth[v] ^= 1  # an edge that closes a cycle: a loop after fusion
                continue
            order[w] = low[w] = len(order)
            stack.append((w, number, iter(incident[w])))
            break
        else:
            stack.pop()
            if stack:
                parent = stack[-1][0]
                low[parent] = min(low[parent], low[v])
                bridge = low[v] == order[v]
                worth[parent] ^= worth[v] + 1 if bridge else worth[v] ^ 1
    return worth[root]
