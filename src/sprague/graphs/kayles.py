"""Games on graphs: Node Kayles, Arc Kayles, green Hackenbush, undirected vertex geography."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from itertools import islice
from typing import Any

from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Touched, alive
from sprague.pictures.shapes import Way
from sprague.words.errors import NotationError
from sprague.words.messages import Message, say

from .graph import Graph, carried
from .graph_game import GraphRuleset
from .mirror import mirror_move

#: Nets for pupils, and guesses about them.
SHELVES = (
    tuple(f"path:{n}" for n in range(2, 10)),
    tuple(f"cycle:{n}" for n in range(3, 9)),
    ("grid:2x2", "grid:2x3", "grid:2x4", "grid:3x3", "grid:3x4"),
)


def guesses(arcs: bool) -> tuple[Guess, ...]:
    """Returns guesses about nets; ``arcs`` says whether moves take edges."""

    def lone(graph: Graph) -> int | None:
        return mirror_move(graph, arcs)

    return (
        Guess(say("a mirror gives every move a partner that keeps clear"), lambda nets: lone(nets[0]) == -1),
        Guess(
            say("one move takes all that lies on the mirror, and the others have partners"),
            lambda nets: lone(nets[0]) not in (None, -1),
        ),
        Guess(say("the number of places is even"), lambda nets: len(nets[0].vertices) % 2 == 0),
        Guess(say("it is a ring"), lambda nets: all(len(near) == 2 for near in nets[0].neighbours())),
    )


class NodeKayles(GraphRuleset):
    """Node Kayles: a move removes a vertex with its neighbours (Schaefer 1978)."""

    name = "node-kayles"
    title = say("Node Kayles")
    rule = say("Take a place; it goes with all its neighbours.")
    source = "T. J. Schaefer, On the complexity of some two-person perfect-information games, JCSS 16 (1978)"
    example = "node-kayles grid:3x4"
    engine = "node-kayles"
    lesson = Lesson(
        "graphs",
        ("path:5", "-path:4", "grid:2x3", "-cycle:6", "grid:3x3", "grid:3x5", "-grid:8x8"),
        skin="pads",
        workshop="mirror",
        shelves=SHELVES,
        guesses=guesses(False),
    )
    loops = "in Node Kayles a loop changes nothing and a repeated edge counts once: leave them out"

    def successors(self, state: Graph) -> Iterator[Option]:
        for gone in self._different(state):
            yield self._one(state.without(gone))

    def _different(self, state: Graph) -> dict[frozenset[int], None]:
        """Returns the vertices that a move takes: each set once, as moves with the same set are one move."""
        return dict.fromkeys(frozenset(around | {v}) for v, around in enumerate(state.neighbours()))

    def option(self, state: Graph, v: int) -> Option:
        """Returns the option after taking vertex ``v``."""
        return self._one(state.without(self.gone(state, state.neighbours(), v)))

    def gone(self, state: Graph, near: list[set[int]], v: int) -> frozenset[int]:
        """Returns the vertices that disappear when ``v`` is taken; ``near`` has the neighbours of each vertex."""
        return frozenset(near[v] | {v})

    def option_count(self, state: Graph) -> int:
        return len(self._different(state))

    def describe(self, state: Graph, option: Option) -> Message:
        return self.describe_way(state, option, 0)

    def describe_way(self, state: Graph, option: Option, way: int) -> Message:
        v = next(islice(_moves_to(self, state, option), way, None))
        return say("take vertex {name} and its neighbours", name=state.vertices[v])

    def marks(self, state: Graph, option: Option) -> tuple[str, ...]:
        return self._goes(state, _moved(self, state, option)).marks

    def touched(self, state: Graph, option: Option) -> Touched:
        v = _moved(self, state, option)
        gone = [v, *sorted(state.neighbours()[v])]
        return Touched((state.vertices[v],), tuple(state.vertices[w] for w in gone))

    def ways(self, state: Graph, option: Option) -> tuple[Way, ...]:
        return tuple(self._goes(state, v) for v in _moves_to(self, state, option))

    def _goes(self, state: Graph, v: int) -> Way:
        return Way((f"v{v}", *(f"v{w}" for w in sorted(state.neighbours()[v]))), f"v{v}")

    def stays(self, state: Graph, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        return tuple(carried(state, part.state) for part in alive(option))

    def is_empty(self, state: Graph) -> bool:
        return not state.vertices


class ArcKayles(GraphRuleset):
    """Arc Kayles: a move removes an edge with all edges that touch it (Schaefer 1978). Cram is Arc Kayles on a grid."""

    name = "arc-kayles"
    title = say("Arc Kayles")
    rule = say("Take an edge; both its ends go, with every edge there.")
    source = "T. J. Schaefer, On the complexity of some two-person perfect-information games, JCSS 16 (1978)"
    example = "arc-kayles cycle:7"
    engine = "arc-kayles"
    lesson = Lesson(
        "graphs",
        ("path:6", "-path:5", "grid:2x3", "-cycle:6", "-grid:3x3", "grid:3x4"),
        skin="cables",
        workshop="mirror",
        shelves=SHELVES,
        guesses=guesses(True),
    )
    loops = "in Arc Kayles a repeated edge counts once and a loop has only one end to take: leave them out"

    def successors(self, state: Graph) -> Iterator[Option]:
        for number in self._different(state):
            yield self.option(state, number)

    def _different(self, state: Graph) -> Collection[int]:
        """Returns the numbers of the edges, without those that take the same edges away as an earlier one."""
        near, first = state.neighbours(), dict[Hashable, int]()
        for number, edge in enumerate(state.edges):
            first.setdefault(_taken_by(near, *edge), number)
        return first.values()

    def option(self, state: Graph, number: int) -> Option:
        """Returns the option after taking the edge with this number."""
        return self._one(state.without(state.edges[number], keep_isolated=False))

    def gone(self, state: Graph, near: list[set[int]], number: int) -> frozenset[int]:
        """Returns the vertices that disappear, or lose their last edge, when an edge is taken; ``near`` has the
        neighbours of each."""
        edge = set(state.edges[number])
        return frozenset(edge | {w for v in edge for w in near[v] if near[w] <= edge})

    def option_count(self, state: Graph) -> int:
        return len(self._different(state))

    def describe(self, state: Graph, option: Option) -> Message:
        return self.describe_way(state, option, 0)

    def describe_way(self, state: Graph, option: Option, way: int) -> Message:
        a, b = state.edges[next(islice(_moves_to(self, state, option), way, None))]
        return say("take the edge {a}-{b} and its ends", a=state.vertices[a], b=state.vertices[b])

    def marks(self, state: Graph, option: Option) -> tuple[str, ...]:
        return (f"e{_moved(self, state, option)}",)

    def touched(self, state: Graph, option: Option) -> Touched:
        names, edge_taken = state.vertices, state.edges[_moved(self, state, option)]
        gone = [edge_taken, *(edge for edge in state.edges if edge != edge_taken and {*edge} & {*edge_taken})]
        edges = [(names[a], names[b]) for a, b in gone]
        return Touched((edges[0],), tuple(edges))

    def ways(self, state: Graph, option: Option) -> tuple[Way, ...]:
        return tuple(Way((f"e{i}",), f"e{i}") for i in _moves_to(self, state, option))

    def stays(self, state: Graph, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        return tuple(carried(state, part.state) for part in alive(option))

    def is_empty(self, state: Graph) -> bool:
        return not state.edges


def _taken_by(near: list[set[int]], a: int, b: int) -> Hashable:
    """Returns a value that is equal for two edges if their moves take the same edges. Then they share an end, and the
    other ends are leaves, or make a triangle with it and have no more neighbours."""
    for hub, tip in ((a, b), (b, a)):
        if len(near[tip]) == 1:
            return hub
        if len(near[tip]) == 2:
            (other,) = near[tip] - {hub}
            if near[other] == {hub, tip}:
                free_triangle = len(near[hub]) == 2
                return frozenset((hub, tip, other)) if free_triangle else (hub, frozenset((tip, other)))
    return a, b


NODE_KAYLES = NodeKayles()

ARC_KAYLES = ArcKayles()


def _moved(ruleset: NodeKayles | ArcKayles, state: Graph, option: Option) -> int:
    """Returns the number of the first move that leads to ``option``."""
    for i in _moves_to(ruleset, state, option):
        return i
    raise NotationError(say("no move leads to {option}", option=str((option or (state,))[0])))


def _moves_to(ruleset: NodeKayles | ArcKayles, state: Graph, option: Option) -> Iterator[int]:
    """Yields the numbers of the moves that lead to ``option``."""
    wanted: Any = option or (Component(ruleset, Graph((), ())),)
    stay = set(wanted[0].state.vertices)
    vertex_sets: Any = (
        state.edges if isinstance(ruleset, ArcKayles) else [(v,) for v in range(len(state.vertices))]
    )
    for i, vertices in enumerate(vertex_sets):
        # Testing whether the taken vertices are still there is faster than computing what the move leaves.
        if stay.isdisjoint(state.vertices[v] for v in vertices) and ruleset.option(state, i) == wanted:
            yield i
