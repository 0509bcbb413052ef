"""``loopy edges:a>b,b>a,b>c@a``: a token on a vertex of a directed graph moves along an arrow."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.graphs.given import arrows_of, is_vertex, name_all, with_token
from sprague.graphs.layout import ROUND, places_of
from sprague.model.ruleset import Component, Option, Ruleset, Touched
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.digits import shown
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, say, say_plural

from .graph import Digraph

if TYPE_CHECKING:
    from sprague.model.given import AnyGraph

#: The reader refuses a graph of more vertices than the first number. A graph of more than the second is not drawn.
MOST_VERTICES, DRAWN = 5_000_000, 60

#: An array of more arrows is used directly, without writing and reading its text.
WITHOUT_TEXT = 10_000

#: Sentences name a graph with a longer text by the number of its vertices and arrows.
READABLE = 40

_NAME = re.compile(r"[^\s,>@+]+")


class Place(NamedTuple):
    """A graph and the number of the vertex on which the token stands."""

    graph: Digraph
    token: int


class Loopy(Ruleset):
    """A game on any finite directed graph: the token moves along an arrow, and may come back.

    >>> import sprague as sg
    >>> answer = sg.solve("loopy edges:a>b,b>a,b>c@a")
    >>> answer.outcome, str(answer.reason)[:40]
    ('P', 'every move leads to a position that the ')
    """

    name = "loopy"
    title = say("Token on a graph with cycles")
    rule = say("Move the token along an arrow; play that never ends is a draw.")
    source = "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966)"
    example = "loopy edges:a>b,b>a,b>c@a"
    engine = "loopy"
    kind = "loopy"

    def read(self, text: str) -> list[Hashable]:
        graph_text, at, name = text.rpartition("@")
        where = f"{self.head} {text}"
        if not at or not graph_text.strip().startswith("edges:"):
            raise expected(say("arrows and the token's vertex, as in edges:a>b,b>a@a"), text, where)
        graph = read_arrows(graph_text.strip().removeprefix("edges:"), where)
        if name.strip() not in graph.number:
            raise expected(say("the token on a vertex of the graph"), name.strip(), where)
        return [Place(graph, graph.number[name.strip()])]

    def write(self, states: Sequence[Place]) -> str:
        graph, token = states[0]
        return f"{graph.text}@{graph.names[token]}"

    def states(
        self, graph: AnyGraph, at: Hashable = ..., *, start: Hashable = ...
    ) -> tuple[Ruleset, list[Hashable]]:
        """Takes a directed graph (networkx, a dict from vertices to those that arrows lead to, pairs) and the token's
        vertex ``at`` (or ``start``); or a whole position: text, or a pair of both."""
        return super().states(with_token(graph, at, start, self.head))

    def vertices(self, graph: Any, *arguments: Any, **named: Any) -> dict[str, Hashable]:
        if not arguments and not named and isinstance(graph, tuple) and len(graph) == 2:
            graph = graph[0]
        if isinstance(graph, str | Place) or _is_large_array(graph):
            return {}
        names = name_all(*arrows_of(graph, self.head), self.head)
        return {name: vertex for vertex, name in names.items() if vertex != name}

    def check(self, state: Any) -> Hashable:
        """Returns the checked position ``state``: text, or a pair of arrows (pairs of names) and the token's vertex.

        >>> LOOPY.write([LOOPY.check(([("a", "b"), ("b", "a")], "b"))])
        'edges:a>b,b>a@b'
        """
        if isinstance(state, str):
            return self.read(state)[0]
        if isinstance(state, Place):
            return state
        if not isinstance(state, tuple) or len(state) != 2:
            raise RangeError(
                say("expected a pair of arrows and the token's vertex, got {state}", state=shown(state)[:60]),
                where=self.head,
            )
        if _is_large_array(state[0]):
            return _numbered(state[0], state[1], self.head)
        vertices, arrows = arrows_of(state[0], self.head)
        if not vertices and not arrows:
            vertices = [state[1]]
        names = name_all(vertices, arrows, self.head)
        token = names[state[1]] if is_vertex(state[1], names) else str(state[1])
        ends = {end for arrow in arrows for end in arrow}
        parts = [f"{names[tail]}>{names[head]}" for tail, head in arrows]
        parts += [name for vertex, name in names.items() if vertex not in ends]
        return self.read(f"edges:{','.join(parts)}@{token}")[0]

    def short_name(self, state: Place) -> Message | None:
        graph, token = state
        if graph.arrow_count <= READABLE and len(graph.text) <= READABLE:
            return None
        return say(
            "{game} on {vertices}, {arrows}, the token at {name}",
            game=self.head,
            vertices=say_plural("{count} vertex", "{count} vertices", len(graph.names)),
            arrows=say_plural("{count} arrow", "{count} arrows", graph.arrow_count),
            name=graph.names[token],
        )

    def successors(self, state: Place) -> Iterator[Option]:
        for head in state.graph.heads(state.token):
            yield (Component(self, Place(state.graph, head)),)

    def option_count(self, state: Place) -> int:
        return len(state.graph.heads(state.token))

    def allows(self, state: Place, option: Option) -> bool:
        if len(option) != 1 or option[0].ruleset != self:
            return False
        to = option[0].state
        return to.graph == state.graph and to.token in state.graph.heads(state.token)

    def describe(self, state: Place, option: Option) -> Message:
        to = option[0].state
        return say("move the token to {name}", name=to.graph.names[to.token])

    def marks(self, state: Place, option: Option) -> tuple[str, ...]:
        to = option[0].state
        arrow = state.graph.arrow(state.token, to.token)
        return (f"v{to.token}", f"e{arrow}")

    def touched(self, state: Place, option: Option) -> Touched:
        to = option[0].state
        return Touched((to.graph.names[to.token],))

    def stays(self, state: Place, option: Option, way: int) -> tuple[dict[str, str] | None, ...]:
        return (None if len(state.graph.names) <= DRAWN else {},) * len(option)

    def draw(self, state: Place) -> Drawing:
        graph, token = state
        if len(graph.names) > DRAWN:
            return super().draw(state)
        return _drawn(graph, token, self.term([state]))


LOOPY = Loopy()


def _is_large_array(graph: Any) -> bool:
    return getattr(graph, "dtype", None) is not None and len(graph) > WITHOUT_TEXT


def _numbered(pairs: Any, token: Any, where: str) -> Place:
    """Returns a large graph whose vertices are numbers, from an array of two columns and not from its text."""
    from sprague.system.arrays import np

    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise RangeError(say("expected arrows as an array of two columns of whole numbers"), where=where)
    names, first, arrows = np.unique(pairs, return_index=True, return_inverse=True)
    arrows = arrows.reshape(-1, 2)
    if len(np.unique(arrows[:, 0] * len(names) + arrows[:, 1])) < len(arrows):
        raise RangeError(say("expected each arrow once"), where=where)
    place = int(np.searchsorted(names, token)) if isinstance(token, int | np.integer) else len(names)
    if place == len(names) or names[place] != token:
        raise RangeError(
            say("expected the token on a vertex of the graph, got {vertex}", vertex=shown(token)[:60]),
            where=where,
        )
    order = np.argsort(first)  # the order of the text, as in read_arrows
    number = np.empty(len(names), np.int32)
    number[order] = np.arange(len(names), dtype=np.int32)
    graph = Digraph(list(map(str, names[order].tolist())), array("i", number[arrows].tobytes()))
    return Place(graph, int(number[place]))


def read_arrows(text: str, where: str) -> Digraph:
    """Returns a graph from ``a>b,b>a,c``: arrows (also written ``a->b``), and names of vertices without any.

    >>> read_arrows("a>b,b->c,d", "").text
    'edges:a>b,b>c,d'
    """
    arrows: dict[tuple[str, ...], None] = {}
    isolated: list[str] = []
    for entry in text.split(","):
        ends = tuple(end.strip() for end in entry.replace("->", ">").split(">"))
        if len(ends) > 2 or not all(_NAME.fullmatch(end) for end in ends):
            raise expected(say("arrows such as a>b, with commas between them"), entry.strip(), where)
        if len(ends) == 1:
            isolated += ends
        elif ends in arrows:
            raise expected(say("each arrow once"), say("{arrow} twice", arrow=entry.strip()), where)
        else:
            arrows[ends] = None
    # In the order in which the text of the graph names them, so that what is printed is read as the same graph.
    names = {name: number for number, name in enumerate(dict.fromkeys(chain(*arrows, isolated)))}
    if len(names) > MOST_VERTICES:
        raise TooLargeError(
            say(
                "expected a graph of at most {limit} vertices, got {count}",
                limit=MOST_VERTICES,
                count=len(names),
            ),
            where=where[:40],
        )
    return Digraph(list(names), array("i", (names[end] for arrow in arrows for end in arrow)))


def _drawn(graph: Digraph, token: int, summary: str) -> Drawing:
    """Returns the picture: vertices (v0, v1, …) and arrows (e0, e1, …), with a ring around the vertex with the token.
    Two arrows between the same vertices each keep to their right."""
    places = places_of(len(graph.names))
    both = set(graph.pairs())
    shapes: list[Shape] = []
    for number, (tail, head) in enumerate(graph.pairs()):
        shapes += _arrow(places[tail], places[head], f"e{number}", (head, tail) in both and tail != head)
    for v, (x, y) in enumerate(places):
        shapes.append(Shape("circle", x, y, ROUND, ROUND, "vertex", f"v{v}"))
        if v == token:
            shapes.append(Shape("circle", x, y, 0.8, 0.8, "limit"))
        shapes.append(Shape("text", x, y, 1, 0.4, "label", "", graph.names[v]))
    width = max(x for x, _ in places) + 1
    height = max(y for _, y in places) + 1
    listing = []
    for v in range(len(graph.names)):
        heads = graph.heads(v)
        name = f"[{graph.names[v]}]" if v == token else graph.names[v]
        line = [(name, f"v{v}"), (" → " if heads else "", "")]
        for head in heads:
            line += [(graph.names[head], f"e{graph.arrow(v, head)}"), (" ", "")]
        listing.append(tuple(line[: 2 + max(0, 2 * len(heads) - 1)]))
    return Drawing(width, height, tuple(shapes), summary, tuple(listing))


def _arrow(start: tuple[float, float], end: tuple[float, float], name: str, aside: bool) -> list[Shape]:
    (x, y), (right, down) = start, (end[0] - start[0], end[1] - start[1])
    length = math.hypot(right, down)
    if not length:  # a loop, above the vertex
        return [Shape("circle", x, y - 0.45, 0.5, 0.5, "limit", name)]
    across, along = right / length, down / length
    rim, shift = ROUND / 2, 0.1 if aside else 0.0
    x, y = x + rim * across - shift * along, y + rim * along + shift * across
    tip_x, tip_y = x + (length - 2 * rim) * across, y + (length - 2 * rim) * along
    shapes = [Shape("line", round(x, 3), round(y, 3), round(tip_x - x, 3), round(tip_y - y, 3), "edge", name)]
    for turn in (2.6, -2.6):
        to_x = across * math.cos(turn) - along * math.sin(turn)
        to_y = across * math.sin(turn) + along * math.cos(turn)
        shapes.append(
            Shape(
                "line", round(tip_x, 3), round(tip_y, 3), round(0.22 * to_x, 3), round(0.22 * to_y, 3), "edge"
            )
        )
    return shapes
