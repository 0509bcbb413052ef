"""Nimstring on graphs, and the common base with boxes: a move cuts a string, and a player who frees a coin must move
again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.graphs.given import graph_of
from sprague.graphs.graph import Graph, canonical_order
from sprague.graphs.graph_game import said_graph
from sprague.graphs.notation import read_graph, write_graph
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset, Touched
from sprague.pictures.shapes import Drawing, Way
from sprague.words.digits import shown
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say

from .net import GROUND, Net

if TYPE_CHECKING:
    from random import Random

    from sprague.model.given import AnyGraph

#: The vertex that stands for the ground.
GROUND_NAME = "ground"

SOURCE = (
    "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays (1982), chapter 16; "
    "E. R. Berlekamp, The Dots and Boxes Game (2000)"
)

#: A mark behind a position: a coin was just freed, so that the next player must let the other one move again.
AGAIN = "!"


class StringGame(Ruleset):
    """The common part of Nimstring on graphs and on boxes. ``again`` of a state says whether the last move freed a
    coin. Then the only move is to let the other player go on. So an entailing move replaces the complimenting move of
    Winning Ways.
    """

    source = SOURCE
    engine = "nimstring"
    kind = "entailing"
    offers = ("chains",)

    def net(self, state: Any) -> tuple[Net, int]:
        """Returns the net of ``state``, and the position on it."""
        raise NotImplementedError

    def cut(self, state: Any, string: int) -> Any:
        """Returns the state in which a string is cut; ``again`` says whether that freed a coin."""
        raise NotImplementedError

    def coin(self, state: Any, coin: int) -> str:
        """Returns the name of a coin."""
        raise NotImplementedError

    def cutting(self, state: Any, string: int, frees: bool) -> Message:
        """Returns the move that cuts a string, in words."""
        raise NotImplementedError

    def chains(self, position: Any) -> list[tuple[str, tuple[str, ...]]]:
        """Returns the chains and loops of a position: connected coins (or boxes) with two strings each. Cutting a
        string of a long chain or loop is a loony move.

        >>> import sprague as sg
        >>> sg.nimstring.chains("edges:a-b,b-c,c-ground,a-ground,d-ground,d-ground")
        [('long chain', ('a', 'b', 'c')), ('chain', ('d',))]
        """
        state: Any = self.check(position)
        chains = []
        for way in Net.ways_between(*self.net(state)):
            kind = "loop" if way.loop else "chain"
            chains.append(
                (f"long {kind}" if way.long else kind, tuple(self.coin(state, coin) for coin in way.coins))
            )
        return chains

    def forced(self, state: Any) -> bool:
        return bool(state.again)

    def is_empty(self, state: Any) -> bool:
        return not state.again and not self.net(state)[1]

    def successors(self, state: Any) -> Iterator[Option]:
        if state.again:
            yield (Component(self, state._replace(again=False)),)
            return
        seen = set()
        net, position = self.net(state)
        for string in net.strings(position):
            after = self.cut(state, string)
            if after not in seen:
                seen.add(after)
                yield (Component(self, after),)

    def cuts(self, state: Any, option: Option) -> Iterator[int]:
        """Yields the strings whose cutting leaves ``option``."""
        after: Any = option[0].state if option else None
        if state.again:
            return
        net, position = self.net(state)
        for string in net.strings(position):
            position_after = self.cut(state, string)
            if position_after == after or (after is None and self.is_empty(position_after)):
                yield string

    def describe(self, state: Any, option: Option) -> Message:
        return self.describe_way(state, option, 0)

    def describe_way(self, state: Any, option: Option, way: int) -> Message:
        if state.again:
            return say("let the other player move again")
        for number, string in enumerate(self.cuts(state, option)):
            if number == way:
                return self.cutting(state, string, Net.frees(*self.net(state), string))
        return super().describe(state, option)

    def shape(self, state: Any, string: int) -> str:
        """Returns the name of the shape of a string."""
        return f"e{string}"

    def marks(self, state: Any, option: Option) -> tuple[str, ...]:
        if state.again:
            return ("again",)
        return next(((self.shape(state, string),) for string in self.cuts(state, option)), ())

    def ways(self, state: Any, option: Option) -> tuple[Way, ...]:
        ways = tuple(Way((name,), name) for name in (self.shape(state, s) for s in self.cuts(state, option)))
        return ways or super().ways(state, option)


class Tied(NamedTuple):
    """Coins on strings: the vertices and edges of a graph."""

    graph: Graph
    again: bool = False


def _has_pairs(tied: Tied) -> bool:
    return (len(tied.graph.edges) - len(_coins(tied.graph))) % 2 == 0


def _coins(graph: Graph) -> list[int]:
    return [v for v, name in enumerate(graph.vertices) if name != GROUND_NAME]


class Nimstring(StringGame):
    """Nimstring, or Strings and Coins without the count. ``nimstring edges:a-b,b-ground`` ties coin a to coin b, and b
    to the ground. After ``!`` the next player must let the other one move again.

    >>> import sprague as sg
    >>> [move.to.text for move in sg.parse("nimstring edges:a-b,b-ground").moves()]
    ['nimstring edges:b-ground!', 'nimstring edges:a-b']
    """

    name = "nimstring"
    title = say("Nimstring")
    rule = say(
        "Cut a string. Whoever frees a coin, by cutting its last string, must move again, also after the last coin."
    )
    example = "nimstring edges:a-b,b-c,c-a,a-ground"
    lesson = Lesson(
        "graphs",
        (
            "cycle:3",
            "-cycle:4",
            "grid:2x3",
            "-grid:2x4",
            "grid:3x3",
        ),
        skin="cables",
        shelves=(
            tuple(f"cycle:{n}" for n in range(3, 8)),
            tuple(f"star:{n}" for n in range(2, 6)),
            ("grid:2x2", "grid:2x3", "grid:2x4", "complete:4", "path:4"),
        ),
        guesses=(
            Guess(
                say("strings and coins are both even in number, or both odd"),
                lambda nets: _has_pairs(nets[0]),
            ),
            Guess(
                say("it has more strings than coins"),
                lambda nets: len(nets[0].graph.edges) > len(_coins(nets[0].graph)),
            ),
            Guess(say("the number of strings is even"), lambda nets: len(nets[0].graph.edges) % 2 == 0),
        ),
    )

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        again = text.rstrip().endswith(AGAIN)
        graph = read_graph(text.rstrip().removesuffix(AGAIN), where)
        return [self._checked(graph, again, where)]

    def _checked(self, graph: Graph, again: bool, where: str) -> Tied:
        for a, b in graph.edges:
            if a == b:
                raise expected(say("no string from a coin to itself"), graph.vertices[a], where)
        held = {v for edge in graph.edges for v in edge}
        for v in range(len(graph.vertices)):
            if v not in held:
                raise expected(say("a string at every coin"), graph.vertices[v], where)
        return Tied(graph, again)

    def write(self, states: Sequence[Tied]) -> str:
        return write_graph(states[0].graph) + AGAIN * states[0].again

    def states(self, *graphs: AnyGraph) -> tuple[Ruleset, list[Hashable]]:
        return super().states(*graphs)

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        if isinstance(state, Tied):
            return self._checked(graph_of(state.graph, self.head), bool(state.again), self.head)
        return self._checked(graph_of(state, self.head), False, self.head)

    def net(self, state: Tied) -> tuple[Net, int]:
        graph = state.graph
        ground = graph.vertices.index(GROUND_NAME) if GROUND_NAME in graph.vertices else -1
        number = {v: i for i, v in enumerate(v for v in range(len(graph.vertices)) if v != ground)}
        ends = tuple((number.get(a, GROUND), number.get(b, GROUND)) for a, b in graph.edges)
        return Net(ends), (1 << len(ends)) - 1

    def cut(self, state: Tied, string: int) -> Tied:
        graph = state.graph
        edges = graph.edges[:string] + graph.edges[string + 1 :]
        held = {v for edge in edges for v in edge}
        gone = [v for v in range(len(graph.vertices)) if v not in held]
        frees = any(graph.vertices[v] != GROUND_NAME for v in gone)
        return Tied(canonical_order(Graph(graph.vertices, edges).without(gone)), frees)

    def coin(self, state: Tied, coin: int) -> str:
        return [name for name in state.graph.vertices if name != GROUND_NAME][coin]

    def cutting(self, state: Tied, string: int, frees: bool) -> Message:
        a, b = (state.graph.vertices[v] for v in state.graph.edges[string])
        if frees:
            return say("cut the string {a}-{b}, and move again", a=a, b=b)
        return say("cut the string {a}-{b}", a=a, b=b)

    def nothing(self) -> Component | None:
        return Component(self, Tied(Graph((), ())))

    def begin(self, dice: Random) -> str:
        return dice.choice(("grid:2x4", "grid:3x3", "complete:4", "grid:2x5"))

    def short_name(self, state: Tied) -> Message | None:
        return said_graph(self.head, state.graph)

    def shapes(self, state: Tied) -> int:
        return 2 * len(state.graph.vertices) + 2 * len(state.graph.edges)

    def draw(self, state: Tied) -> Drawing:
        from .drawing import draw_tied

        return draw_tied(state.graph, self.term([state]), GROUND_NAME, state.again)

    def touched(self, state: Tied, option: Option) -> Touched:
        names = state.graph.vertices
        edges = tuple(
            (names[a], names[b])
            for a, b in (state.graph.edges[string] for string in self.cuts(state, option))
        )[:1]
        return Touched(edges, edges)


NIMSTRING = Nimstring()


def refused(state: object, head: str) -> RangeError:
    """Returns the error about a state that is not a position of boxes."""
    return RangeError(say("expected a board such as 3x3, got {state}", state=shown(state)[:60]), where=head)
