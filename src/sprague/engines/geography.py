"""Undirected vertex geography: the outcome by maximum matchings, values by search."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from ..errors import MissingExtraError, TooLargeError
from ..lazy import Lazy
from ..messages import Message, say
from ..rulesets.base import Option
from ..rulesets.graph_games import Place
from ..rulesets.graphs import Graph
from .engine import COMPUTED, Engine, Evidence

#: Up to this many vertices the value is searched without being asked for.
CHEAP_VERTICES = 12

#: Above this many vertices values are not searched at all.
SEARCH_VERTICES = 22

MATCHING = Evidence(
    "theorem",
    "Fraenkel, Scheinerman, Ullman 1993: N exactly when every maximum matching covers the token's vertex",
)


class GeographyEngine(Engine):
    """The winner keeps to a maximum matching; a sum needs values, and those a search."""

    def is_cheap(self, state: Place) -> bool:
        return len(state.graph.vertices) <= CHEAP_VERTICES

    def value(self, state: Place) -> int:
        count = len(state.graph.vertices)
        if count > SEARCH_VERTICES:
            raise TooLargeError(
                say(
                    "values of geography are searched on up to {limit} vertices, got {count}",
                    limit=SEARCH_VERTICES,
                    count=count,
                )
            )
        around = [sum(1 << w for w in near) for near in state.graph.neighbours()]
        return _search(tuple(around), (1 << count) - 1, state.token)

    def is_zero(self, state: Place) -> bool:
        if self.is_cheap(state):
            return self.value(state) == 0
        return not covered_by_every_matching(state.graph, state.token)

    def replies(self, state: Place, target: int) -> Lazy[Option]:
        if target != 0 or self.is_cheap(state):
            return super().replies(state, target)

        def found() -> Iterator[Option]:
            for option in self.ruleset.successors(state):
                to: Any = option[0].state
                if not covered_by_every_matching(to.graph, to.token):
                    yield option

        return Lazy(found)

    def evidence(self, state: Place, valued: bool) -> Evidence:
        return COMPUTED if valued or self.is_cheap(state) else MATCHING

    def reason(self, state: Place, zero: bool, reply: Option | None) -> Message | None:
        name = state.graph.vertices[state.token]
        if zero:
            return say(
                "some maximum matching leaves {name} free: along it every move has an answer", name=name
            )
        if reply is None:
            return None
        return say(
            "every maximum matching covers {name}: {move}, and keep to a matching",
            name=name,
            move=self.ruleset.describe(state, reply),
        )


def covered_by_every_matching(graph: Graph, vertex: int) -> bool:
    """Whether the matching number falls when ``vertex`` goes."""
    return _matching(graph, ()) > _matching(graph, (vertex,))


def _matching(graph: Graph, gone: tuple[int, ...]) -> int:
    try:
        import networkx as nx
    except ImportError:
        raise MissingExtraError(
            "graph", say("geography on more than {limit} vertices", limit=CHEAP_VERTICES)
        ) from None
    picture = nx.Graph((a, b) for a, b in graph.edges if a not in gone and b not in gone)
    return len(nx.max_weight_matching(picture, maxcardinality=True))


@functools.lru_cache(maxsize=2**20)
def _search(around: tuple[int, ...], alive: int, token: int) -> int:
    left = alive & ~(1 << token)
    seen = 0
    near = around[token] & left
    while near:
        bit = near & -near
        near ^= bit
        seen |= 1 << _search(around, left, bit.bit_length() - 1)
    return (~seen & (seen + 1)).bit_length() - 1
