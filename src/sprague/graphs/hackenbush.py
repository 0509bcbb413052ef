"""Impartial Hackenbush: a move cuts an edge, and everything that is no longer connected to the ground falls."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from sprague.model.engine import Engine, Evidence
from sprague.model.lesson import VALUES, Argument, Guess, Lesson
from sprague.model.ruleset import Component, Option, Touched, alive
from sprague.numbers.sums import nim_sum
from sprague.pictures.shapes import Drawing, Way
from sprague.words.errors import NotationError, expected
from sprague.words.messages import Message, say

from .components import components, reached
from .graph import Graph, canonical_order, carried
from .graph_game import GraphRuleset
from .hackenbush_twigs import fused, put_together, twigs
from .notation import write_graph

FUSION = Evidence("theorem", say("Berlekamp, Conway, Guy 1982: colon principle and fusion principle"))

COLON = say(
    "A stalk of n branches is worth n. Stalks that grow from one fork may be replaced by a single one, as long as "
    "their "
    "lengths added like Nim heaps: that changes the value of nothing (colon principle). So a bush shrinks to one stalk."
)
FUSED = say(
    "The forks of a ring of branches may be moved into one, so that each of its branches becomes a loop, worth as much "
    "as a stalk of 1: that changes the value of nothing (fusion principle)."
)
BUSHES = say(
    "This rests on the colon principle: branches that grow from one fork add up like Nim heaps, and one single "
    "stalk can stand for them all."
)
FUSION_BEHIND = say(
    "This rests on the fusion principle, by which rings become loops, and the colon principle: branches that grow "
    "from one fork add up like Nim heaps."
)


class HackenbushEngine(Engine):
    """Computes values in linear time, at any size."""

    def value(self, state: Graph) -> int:
        return value(state)

    def evidence(self, state: Graph, valued: bool) -> Evidence:
        return FUSION

    def argument(self, states: Sequence[Graph], misere: bool) -> Argument | None:
        if misere:
            return None
        trees = all(is_forest(state) for state in states)
        return Argument(
            (*VALUES, COLON) if trees else (*VALUES, FUSED, COLON), BUSHES if trees else FUSION_BEHIND
        )

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
    """Returns the value of a green Hackenbush picture.

    Fusion principle: the vertices of a cycle may be fused into one; its edges become loops with the value *1 each.
    Colon principle: a stalk of the same value may replace whatever stands on a vertex, and a stalk of n edges has the
    value *n (Winning Ways, chapter 7). So keep the bridges, and turn all other edges into loops. Then the value of a
    vertex is the nim-sum of (value of the child + 1) over its bridges, and of 1 for each loop.

    >>> from sprague.graphs.notation import read_graph
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


def is_forest(graph: Graph) -> bool:
    """Returns whether a picture has no cycles.

    >>> from sprague.graphs.notation import read_graph
    >>> [is_forest(read_graph(f"edges:{text}", "")) for text in ("ground-a,a-b", "ground-a,a-ground", "ground-a,a-a")]
    [True, False, False]
    """
    return len(graph.edges) == len(graph.vertices) - sum(1 for _ in components(graph.neighbours()))


#: The vertex of Hackenbush that stands for the ground.
GROUND = "ground"


def stalks(*lengths: int) -> str:
    """Returns the notation of stalks side by side.

    >>> stalks(1, 2)
    'edges:ground-a1,ground-b1,b1-b2'
    """
    names = [["ground", *(f"{chr(97 + i)}{k + 1}" for k in range(n))] for i, n in enumerate(lengths)]
    return "edges:" + ",".join(f"{a}-{b}" for row in names for a, b in pairwise(row))


#: Bushes for pupils, and guesses about them.
SHELVES = (
    tuple(stalks(*each) for each in ((1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (3, 3))),
    tuple(stalks(*each) for each in ((1, 1, 1), (1, 1, 2), (1, 2, 3), (2, 2, 3), (1, 3, 3), (1, 2, 2))),
    (
        "edges:ground-a,a-b,a-c",
        "edges:ground-a,a-b,a-c,ground-d",
        "edges:ground-a,a-b,a-c,ground-d,d-e",
        "edges:ground-a,a-b,b-c,a-d,ground-e,e-f",
        "edges:ground-a,a-b,a-c,b-c,ground-d,d-e",
    ),
)


def _lengths(graph: Graph) -> tuple[int, ...] | None:
    """Returns the lengths of stalks that do not fork, or None for any other picture."""
    root = graph.vertices.index(GROUND)
    near = graph.neighbours()
    if not is_forest(graph) or any(len(around) > 2 for v, around in enumerate(near) if v != root):
        return None
    return tuple(
        len(part)
        for part in components([set() if v == root else around - {root} for v, around in enumerate(near)])
        if root not in part
    )


def _are_stalks(graph: Graph, holds: Callable[[tuple[int, ...]], bool]) -> bool:
    lengths = _lengths(graph)
    return lengths is not None and holds(lengths)


GUESSES = (
    Guess(say("the number of twigs is even"), lambda bushes: len(bushes[0].edges) % 2 == 0),
    Guess(
        say("it has two stalks, and they are equally high"),
        lambda bushes: _are_stalks(bushes[0], lambda high: len(high) == 2 and len({*high}) == 1),
    ),
    Guess(
        say("it has stalks only, and their heights make a trap of Nim"),
        lambda bushes: _are_stalks(bushes[0], lambda high: nim_sum(high) == 0),
    ),
    Guess(
        say("the number of stalks on the ground is even"),
        lambda bushes: len(bushes[0].neighbours()[bushes[0].vertices.index(GROUND)]) % 2 == 0,
    ),
)


class Hackenbush(GraphRuleset):
    """Green Hackenbush: a move cuts an edge, and everything that is no longer connected to the ground falls."""

    name = "hackenbush"
    title = say("Green Hackenbush")
    rule = say("Cut an edge; all that is no longer connected to the ground falls away.")
    source = (
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays (1982), chapter 7"
    )
    example = "hackenbush edges:ground-a,a-b,a-c,b-c"
    engine = "hackenbush"
    lesson = Lesson(
        "graphs",
        (
            "edges:ground-a,a-b,ground-c",
            "-edges:ground-a,a-b,ground-c,c-d",
            "edges:ground-a,a-b,a-c,b-c,ground-d",
            "edges:ground-a,a-b,a-c,ground-d,d-e,e-f",
            "edges:ground-a,a-b,b-c,a-d,d-e,e-f,ground-g",
        ),
        skin="bush",
        workshop="twigs",
        shelves=SHELVES,
        guesses=GUESSES,
    )

    def refuse(self, graph: Graph, where: str) -> None:
        if graph.vertices and GROUND not in graph.vertices:
            raise expected(say("a vertex named ground"), say("none"), where)
        standing = _standing(graph)
        if len(standing.vertices) != len(graph.vertices):
            name = next(name for name in graph.vertices if name not in standing.vertices)
            raise expected(say("every vertex connected to the ground"), name, where)

    def successors(self, state: Graph) -> Iterator[Option]:
        seen = set()
        for i in range(len(state.edges)):
            after = canonical_order(_standing(Graph(state.vertices, state.edges[:i] + state.edges[i + 1 :])))
            if after not in seen:
                seen.add(after)
                yield (Component(self, after),)

    def describe(self, state: Graph, option: Option) -> Message:
        a, b = state.edges[_cut(state, option)]
        return say("cut the edge {a}-{b}", a=state.vertices[a], b=state.vertices[b])

    def draw(self, state: Graph) -> Drawing:
        from .hackenbush_drawing import draw_hackenbush

        return draw_hackenbush(state, self.term([state]), GROUND)

    def marks(self, state: Graph, option: Option) -> tuple[str, ...]:
        return (f"e{_cut(state, option)}",)

    def touched(self, state: Graph, option: Option) -> Touched:
        cut = _cut(state, option)
        stay = {e for part in alive(option) for e in carried(state, part.state, cut).values()}
        edges = [(state.vertices[a], state.vertices[b]) for a, b in state.edges]
        return Touched((edges[cut],), tuple(edge for e, edge in enumerate(edges) if f"e{e}" not in stay))

    def ways(self, state: Graph, option: Option) -> tuple[Way, ...]:
        return tuple(Way((f"e{i}",), f"e{i}") for i in _cuts(state, option))

    def stays(self, state: Graph, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        cut = list(_cuts(state, option))[way]
        return tuple(carried(state, part.state, cut) for part in alive(option))

    def is_empty(self, state: Graph) -> bool:
        return not state.edges

    def twigs(self, state: Graph) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(f"e{e}" for e in edges) for _, edges in twigs(state))

    def together(self, state: Graph, one: str, other: str, length: int | None) -> Component:
        a, b = (int(name[1:]) if name[1:].isdecimal() else -1 for name in (one, other))
        if length is not None and one[:1] == other[:1] == "e":
            return Component(self, put_together(state, a, b, length))
        if length is None and one[:1] == other[:1] == "v":
            return Component(self, fused(state, a, b))
        return super().together(state, one, other, length)


HACKENBUSH = Hackenbush()


def _cut(state: Graph, option: Option) -> int:
    for i in _cuts(state, option):
        return i
    after: Any = option[0].state if option else Graph((), ())
    raise NotationError(say("no move leads to {option}", option=write_graph(after)))


def _cuts(state: Graph, option: Option) -> Iterator[int]:
    """Yields the numbers of the edges whose cutting leaves ``option``."""
    after: Any = option[0].state if option else Graph((), ())
    for i in range(len(state.edges)):
        if canonical_order(_standing(Graph(state.vertices, state.edges[:i] + state.edges[i + 1 :]))) == after:
            yield i


def _standing(graph: Graph) -> Graph:
    """Returns the part that is connected to the ground. It also leaves out a ground without edges."""
    if GROUND not in graph.vertices:
        return Graph((), ())
    standing = reached(graph.neighbours(), graph.vertices.index(GROUND))
    return graph.without(set(range(len(graph.vertices))) - standing, keep_isolated=len(graph.vertices) == 1)
