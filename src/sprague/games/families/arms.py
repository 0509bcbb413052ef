"""Node Kayles and Arc Kayles with two growing arms: ``arc-kayles[legs:1] 40x50`` is the spider with legs 1, 40 and 50.

A state is a pair of lengths, or (kind, lengths) for what moves leave of the core with its arms, written ``17x5@2`` with
two arms and ``17@3`` with one. An arm that comes off is a path.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from sprague.graphs.graph import Graph, canonical_order
from sprague.graphs.kayles import ARC_KAYLES
from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Component, Option, Ruleset, alive
from sprague.numbers.integers import parse as parse_integer
from sprague.pictures.shapes import Drawing, Way
from sprague.words.digits import to_text
from sprague.words.errors import expected
from sprague.words.messages import Message, say

from .core import Core, Inner, Vertex
from .rules import MOST_DRAWN, Made, StripRuleset, ways_of
from .square import Twice
from .strips import Strip

State = tuple[Any, Any]


class ArmsRuleset(Ruleset):
    """Node Kayles or Arc Kayles on a core with two arms."""

    heaps = 2
    engine = "arms"
    source = "M. Huggan, B. Stevens, Polynomial time graph families for Arc Kayles, Integers 16 (2016), A86"
    notation = say("The lengths of both arms; 17x5@2 is a piece of kind 2, 17@3 one of kind 3 with one arm.")

    def __init__(self, game: Any, spelling: str, strip: Strip) -> None:
        self.game, self.spelling = game, spelling
        self.name = game.name
        self.rule = game.rule
        self.arcs = game is ARC_KAYLES
        self.strip = strip
        self.core = Core(strip, self.arcs, self.head)
        self.paths = StripRuleset(game, "path")
        self.example = f"{self.head} 5x7"

    @property
    def head(self) -> str:
        return f"{self.name}[{self.spelling}]"

    @staticmethod
    def parts(state: State) -> tuple[int, tuple[int, ...]]:
        """Returns the kind and the lengths of a state."""
        return state if isinstance(state[1], tuple) else (0, state)

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        states: list[Hashable] = []
        for part in text.split(","):
            lengths, at, kind = part.partition("@")
            if not re.fullmatch(r"[^x]*\S[^x]*(x[^x]*\S[^x]*)?", lengths):
                raise expected(say("two lengths such as 40x50"), part, where)
            numbers = tuple(parse_integer(each.strip(), where) for each in lengths.split("x"))
            states.append(self._of(parse_integer(kind.strip(), where) if at else 0, numbers, where))
        return states

    def _of(self, kind: int, lengths: tuple[int, ...], where: str) -> State:
        if kind >= len(self.core.kinds):
            raise expected(say("a kind below {most}", most=len(self.core.kinds)), to_text(kind), where)
        arms = self.core.arms_of(self.core.kinds[kind])
        if len(arms) != len(lengths):
            wanted = say("two lengths such as 40x50") if len(arms) == 2 else say("one length such as 17@3")
            raise expected(wanted, "x".join(map(to_text, lengths)), where)
        return (kind, lengths) if kind else lengths  # type: ignore[return-value]

    def write(self, states: Sequence[State]) -> str:
        texts = []
        for state in states:
            kind, lengths = self.parts(state)
            texts.append("x".join(map(to_text, lengths)) + f"@{kind}" * (kind > 0))
        return ",".join(texts)

    grouped = True

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return super().check(state)
        if not isinstance(state, tuple) or len(state) != 2:
            raise expected(say("a pair of lengths such as (40, 50)"), str(state)[:60], self.head)
        kind, lengths = self.parts(state)
        return self._of(
            check_heap(kind, self.head), tuple(check_heap(n, self.head) for n in lengths), self.head
        )

    def states(self, *arguments: Any, **named: Any) -> tuple[Ruleset, list[Hashable]]:
        if len(arguments) == 2 and not any(isinstance(each, tuple | str) for each in arguments):
            arguments = (arguments,)
        return super().states(*arguments, **named)

    def nothing(self) -> Component | None:
        return self.paths.nothing()

    # Moves

    def successors(self, state: State) -> Iterator[Option]:
        seen = set()
        for move in self.moves(state):
            option = tuple(self._alive(move.option))
            if option not in seen:
                seen.add(option)
                yield move.option

    def moves(self, state: State) -> Iterator[Made]:
        """Yields every move: those at the core, and those in the arms."""
        kind, lengths = self.parts(state)
        yield from self.at_core(kind, lengths)
        for place, arm in enumerate(self.core.arms_of(self.core.kinds[kind])):
            for shorter in range(lengths[place] - 1):
                yield self.in_arm(kind, lengths, arm, shorter)

    def at_core(self, kind: int, lengths: tuple[int, ...]) -> Iterator[Made]:
        """Yields the moves that take a vertex of the core."""
        core, part = self.core, self.core.kinds[kind]
        length = dict(zip(core.arms_of(part), lengths, strict=True))
        for move in core.inner(part):
            if all(length.get(arm, 0) >= least for arm, least in enumerate(move.least)):
                yield Made(tuple(map(self._name, move.taken)), self._option_after(kind, length, move))

    def _option_after(self, kind: int, length: dict[int, int], move: Inner) -> Option:
        core = self.core
        remains = core.left(core.kinds[kind], move)
        pieces = [Component(self.game, self._graph(frozenset(part))) for part in remains.parts]
        for each in remains.kinds:
            lengths = tuple(length[arm] for arm in core.arms_of(core.kinds[each]))
            pieces.append(Component(self, self._of(each, lengths, self.head)))
        return (*pieces, *(self.path(length[arm] - lost) for arm, lost in remains.lost.items()))

    def path(self, length: int) -> Component:
        """Returns a path that came off; none in which no move is left."""
        return Component(self.paths, 0 if self.arcs and length < 2 else max(length, 0))

    def in_arm(self, kind: int, lengths: tuple[int, ...], arm: int, shorter: int) -> Made:
        """Returns the move in an arm that leaves the core an arm of that length."""
        place = self.core.arms_of(self.core.kinds[kind]).index(arm)
        shortened = (*lengths[:place], shorter, *lengths[place + 1 :])
        beyond = self.path(lengths[place] - self.core.gap - shorter)
        # In Arc Kayles the edge behind the rest of the arm goes; in Node Kayles the second vertex, with its neighbours.
        vertices = [(arm, shorter + 1), (arm, shorter + 2)] if self.arcs else [(arm, shorter + 2)]
        piece = Component(self, self._of(kind, shortened, self.head))
        return Made(tuple(map(self._name, vertices)), (piece, beyond))

    def option_count(self, state: State) -> int:
        kind, lengths = self.parts(state)
        at_core = {tuple(self._alive(move.option)) for move in self.at_core(kind, lengths)}
        # A move in an arm leaves another length of this arm each time, and the whole core.
        return len(at_core) + sum(max(length - 1, 0) for length in lengths)

    def allows(self, state: State, option: Option) -> bool:
        return self._move_to(state, option) is not None

    def _move_to(self, state: State, option: Option) -> Made | None:
        """Returns the first move that leads to ``option``; components of which nothing is left may be missing."""
        kind, lengths = self.parts(state)
        wanted = self._alive(option)
        for move in self.at_core(kind, lengths):
            if self._alive(move.option) == wanted:
                return move
        for place, arm in enumerate(self.core.arms_of(self.core.kinds[kind])):
            for part in option:
                if part.ruleset != self:
                    continue
                other, lengths_after = self.parts(part.state)
                if other == kind and lengths_after[place] <= lengths[place] - 2:
                    move = self.in_arm(kind, lengths, arm, lengths_after[place])
                    if self._alive(move.option) == wanted:
                        return move
        return None

    @staticmethod
    def _alive(option: Option) -> list[str]:
        return sorted(map(str, alive(option)))

    def certificate(self, proof: Twice) -> dict[str, Any]:
        """Returns the certificate of a proved period (``proofs/arms_check.py``)."""
        own = [self.core.square.own(arm) for arm in (0, 1)]
        return {
            "format": "sprague-arms/1",
            "game": self.name,
            "edges": self.strip.edges,
            "starts": [start for start, _ in own],
            "periods": [period for _, period in own],
            "lines": proof.lines,
            "from": [proof.first, proof.second],
            "turn": proof.length,
        }

    # Words and pictures

    def _name(self, vertex: Vertex) -> str:
        if isinstance(vertex, int):
            return self.core.names[vertex]
        arm, place = vertex
        return f"{self.strip.rows[arm]}{place}"

    def _graph(self, part: frozenset[Vertex]) -> Graph:
        vertices = sorted(
            part, key=lambda vertex: (0, vertex, 0) if isinstance(vertex, int) else (1, *vertex)
        )
        number = {vertex: i for i, vertex in enumerate(vertices)}
        edges = [
            (number[vertex], number[other])
            for vertex in vertices
            for other in sorted(self.core.around(vertex) & part, key=number.__getitem__)
            if number[vertex] < number[other]
        ]
        return canonical_order(Graph(tuple(map(self._name, vertices)), tuple(edges)))

    def graph(self, state: State) -> Graph:
        """Returns the graph of a piece."""
        kind, lengths = self.parts(state)
        part = self.core.kinds[kind]
        return self._graph(self.core.piece(part, dict(zip(self.core.arms_of(part), lengths, strict=True))))

    def describe(self, state: State, option: Option) -> Message:
        move = self._move_to(state, option)
        if move is None:
            return super().describe(state, option)
        if self.arcs:
            return say("take the edge {a}-{b} and its ends", a=move.taken[0], b=move.taken[1])
        return say("take vertex {name} and its neighbours", name=move.taken[0])

    def shapes(self, state: State) -> int:
        size = sum(self.parts(state)[1]) + len(self.core.names)
        return 200 if size > MOST_DRAWN else 4 * size

    def draw(self, state: State) -> Drawing:
        if sum(self.parts(state)[1]) > MOST_DRAWN:
            return super().draw(state)
        from sprague.graphs.layout import draw_graph

        return draw_graph(self.graph(state), self.term([state]))

    def marks(self, state: State, option: Option) -> tuple[str, ...]:
        return self.ways(state, option)[0].marks

    def ways(self, state: State, option: Option) -> tuple[Way, ...]:
        if sum(self.parts(state)[1]) > MOST_DRAWN:
            return (Way((), ""),)
        wanted = self._alive(option)
        named_vertices = [move.taken for move in self.moves(state) if self._alive(move.option) == wanted]
        return ways_of(self.graph(state), self.arcs, named_vertices)
