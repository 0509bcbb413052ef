"""Node Kayles and Arc Kayles on families of graphs: ``node-kayles[ladder] 12`` is the ladder of 12 columns.

A state is a number of columns, or (kind, full columns) for a piece with other ends, written ``17@3``. A part that a
move cuts off, and that is not a piece of the family, is a graph of the ordinary game.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from sprague.graphs.graph import Graph, canonical_order
from sprague.graphs.kayles import ARC_KAYLES
from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse as parse_integer
from sprague.pictures.shapes import Drawing, Way
from sprague.words.digits import to_text
from sprague.words.errors import UnsolvedError, expected
from sprague.words.messages import Message, say

from .certificate import pieces
from .certificate import write as write_certificate
from .compiled import Family
from .ends import Cut, Near
from .strips import HEAD, Strip, Vertex, read_strip
from .system import Repeats, System

#: The most vertices of a picture.
MOST_DRAWN = 600

State = int | tuple[int, int]


class Made(NamedTuple):
    """A move: the vertices that it names, in columns from 1 on (a vertex of the head or tail has only its name), and
    the option that it leaves."""

    taken: tuple[str, ...]
    option: Option


class StripRuleset(Ruleset):
    """Node Kayles or Arc Kayles on the graphs of a family."""

    heaps = 1
    engine = "families"
    source = (
        "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956)"
    )
    notation = say("The number of columns; 17@3 is a piece of kind 3 with 17 full columns.")

    def __init__(self, game: Any, spelling: str) -> None:
        self.game = game
        self.name = game.name
        self.rule = game.rule
        self.spelling = spelling
        self.arcs = game is ARC_KAYLES
        self.strip = read_strip(spelling, f"{game.name}[{spelling}]")
        self.example = f"{self.head} 12"

    @property
    def head(self) -> str:
        return f"{self.name}[{self.spelling}]"

    @functools.cached_property
    def family(self) -> Family:
        """The kinds of pieces. Raises UnsolvedError if moves in the middle do not cut."""
        try:
            return _family(self.strip, self.arcs)
        except UnsolvedError as error:
            raise UnsolvedError(single_only(self.head, self.name, error.message, self.strip)) from None

    @property
    def system(self) -> System:
        """The values of all kinds of pieces."""
        return self.family.system

    @staticmethod
    def parts(state: State) -> tuple[int, int]:
        """Returns the kind and the number of full columns of a state."""
        return (0, state) if isinstance(state, int) else state

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        if not text.strip():
            raise expected(say("a number of columns such as 12"), "", where)
        states: list[Hashable] = []
        for part in text.split(","):
            number, at, kind = part.partition("@")
            full = parse_integer(number.strip(), where)
            chosen = parse_integer(kind.strip(), where) if at else 0
            states.append(self._of(self._kind(chosen, where), full))
        return states

    def _kind(self, kind: int, where: str) -> int:
        if kind and kind >= len(self.family.kinds):
            raise expected(say("a kind below {most}", most=len(self.family.kinds)), to_text(kind), where)
        return kind

    @staticmethod
    def _of(kind: int, full: int) -> State:
        return (kind, full) if kind else full

    def write(self, states: Sequence[State]) -> str:
        return ",".join(
            to_text(state) if isinstance(state, int) else f"{to_text(state[1])}@{state[0]}"
            for state in states
        )

    grouped = True

    def check(self, state: Any) -> Hashable:
        if isinstance(state, tuple) and len(state) == 2:
            kind, full = (check_heap(each, self.head) for each in state)
            return self._of(self._kind(kind, self.head), full)
        return check_heap(state, self.head)

    def is_empty(self, state: State) -> bool:
        kind, full = self.parts(state)
        if full:
            return False
        if not kind:
            return not self.strip.head and not self.strip.tail
        return not self.family.piece(kind, 0)[0]

    def nothing(self) -> Component | None:
        return Component(self, 0) if self.is_empty(0) else None

    # Moves

    def successors(self, state: State) -> Iterator[Option]:
        seen = set()
        for move in self.moves(state):
            names = tuple(sorted(map(str, move.option)))
            if names not in seen:
                seen.add(names)
                yield move.option

    def moves(self, state: State) -> Iterator[Made]:
        """Yields every move, vertex by vertex."""
        kind, full = self.parts(state)
        family = self.family
        if full < family.long(kind):
            vertices, size = family.piece(kind, full)
            for touched, gone in family.removals(vertices, size):
                option = tuple(self.part(part, size) for part in family.components(vertices - gone, size))
                yield Made(tuple(self._name(vertex, size) for vertex in touched), option)
            return
        pair = family.kinds[kind]
        for near in family.left.moves[pair.left]:
            yield self.near(kind, full, near, True)
        first, last = self.middle(kind, full)
        for column in range(first, last + 1):
            for cut in family.cuts:
                if column + _across(cut) <= last:
                    yield self.cut(kind, full, cut, column)
        for near in family.right.moves[pair.right]:
            yield self.near(kind, full, near, False)

    def middle(self, kind: int, full: int) -> tuple[int, int]:
        """Returns the first and the last column of a long piece, counted from 0 among the full ones, in which a move
        counts as a move in the middle."""
        pair = self.family.kinds[kind]
        return self.family.left.zone[pair.left], full - 1 - self.family.right.zone[pair.right]

    def near(self, kind: int, full: int, near: Near, at_left: bool) -> Made:
        """Returns a move near one end of a long piece."""
        family = self.family
        pair = family.kinds[kind]
        after = pair._replace(left=near.end) if at_left else pair._replace(right=near.end)
        piece = Component(self, self._of(family.number[after], full - near.loss))
        first = len(family.left.ends[pair.left].columns)
        size = first + full + len(family.right.ends[pair.right].columns)
        pieces = [self._loose(part, at_left) for part in near.parts]
        names = [
            self._name(
                (column, row) if at_left else (size if column == HEAD else size - 1 - column, row), size
            )
            for column, row in near.taken
        ]
        return Made(tuple(names), (*pieces, piece) if at_left else (piece, *pieces))

    def cut(self, kind: int, full: int, cut: Cut, column: int) -> Made:
        """Returns a move in the middle of a long piece, in that column among the full ones."""
        family = self.family
        pair = family.kinds[kind]
        first = len(family.left.ends[pair.left].columns)
        size = first + full + len(family.right.ends[pair.right].columns)
        before = self._of(family.number[pair._replace(right=cut.right)], column - cut.before)
        behind = self._of(family.number[pair._replace(left=cut.left)], full - 1 - column - cut.behind)
        names = tuple(self._name((first + column + further, row), size) for further, row in cut.taken)
        loose = [self._loose(part, True) for part in cut.parts]
        return Made(names, (Component(self, before), *loose, Component(self, behind)))

    def option_count(self, state: State) -> int:
        kind, full = self.parts(state)
        long = 2 * self.family.long(kind)
        if full <= long + 2:
            return sum(1 for _ in self.successors(state))
        # Beyond that, two more columns always add as many moves.
        least = long + (full - long) % 2
        one, two = (sum(1 for _ in self.successors(self._of(kind, n))) for n in (least, least + 2))
        return one + (full - least) // 2 * (two - one)

    def allows(self, state: State, option: Option) -> bool:
        return self._move_to(state, option) is not None

    def _move_to(self, state: State, option: Option) -> Made | None:
        """Returns the first move that leads to ``option``, which may lack empty components."""
        kind, full = self.parts(state)
        wanted = self._alive(option)
        moves: Iterator[Made] = self.moves(state)
        if full >= self.family.long(kind):
            moves = self._candidates(kind, full, wanted)
        return next((move for move in moves if self._alive(move.option) == wanted), None)

    def _alive(self, option: Option) -> list[str]:
        return sorted(str(part) for part in option if not part.ruleset.is_empty(part.state))

    def _candidates(self, kind: int, full: int, wanted: list[str]) -> Iterator[Made]:
        pair = self.family.kinds[kind]
        for near in self.family.left.moves[pair.left]:
            yield self.near(kind, full, near, True)
        first, last = self.middle(kind, full)
        for cut in self.family.cuts:
            for text in wanted:
                if text.startswith(f"{self.head} "):
                    for state in self.read(text.removeprefix(f"{self.head} ")):
                        length = self.parts(state)[1]  # type: ignore[arg-type]
                        for column in (length + cut.before, full - 1 - cut.behind - length):
                            if first <= column and column + _across(cut) <= last:
                                yield self.cut(kind, full, cut, column)
        for near in self.family.right.moves[pair.right]:
            yield self.near(kind, full, near, False)

    def part(self, part: frozenset[Vertex], size: int) -> Component:
        """Returns a connected part as a piece of the family, or as a graph."""
        recognised = self.family.recognised(part, size)
        if recognised is not None:
            return Component(self, self._of(*recognised))
        return Component(self.game, self._graph(part, size))

    def _loose(self, part: frozenset[Vertex], at_left: bool) -> Component:
        """Returns a finite part that a move near an end has cut off."""
        size = 2 + max(column for column, _ in part)
        if not at_left:
            part = frozenset((size if c == HEAD else size - 1 - c, row) for c, row in part)
        return self.part(part, size)

    def described(self) -> dict[str, Any]:
        """Returns the graph and its kinds of pieces as a certificate describes them."""
        return pieces(self.family, self.name)

    def certificate(self, proof: Repeats, start: int, period: int) -> dict[str, Any]:
        """Returns the certificate of a proved period (``proofs/family_check.py``)."""
        return write_certificate(self.family, self.name, proof, start, period)

    # Words and pictures

    def _name(self, vertex: Vertex, size: int) -> str:
        column, row = vertex
        if column == HEAD:
            return self.strip.head[row]
        if column == size:
            return self.strip.tail[row] + "_"
        return f"{self.strip.rows[row]}{column + 1}"

    def _graph(self, part: frozenset[Vertex], size: int) -> Graph:
        vertices = sorted(part)
        number = {vertex: i for i, vertex in enumerate(vertices)}
        edges = [
            (number[vertex], number[other])
            for vertex in vertices
            for other in sorted(self.family.neighbours(vertex, size) & part)
            if vertex < other
        ]
        return canonical_order(Graph(tuple(self._name(vertex, size) for vertex in vertices), tuple(edges)))

    def graph(self, state: State) -> Graph:
        """Returns the graph of a piece."""
        return self._graph(*self.family.piece(*self.parts(state)))

    def describe(self, state: State, option: Option) -> Message:
        move = self._move_to(state, option)
        if move is None:
            return super().describe(state, option)
        if self.arcs:
            return say("take the edge {a}-{b} and its ends", a=move.taken[0], b=move.taken[1])
        return say("take vertex {name} and its neighbours", name=move.taken[0])

    def shapes(self, state: State) -> int:
        full = self.parts(state)[1]
        return 200 if full > MOST_DRAWN else 4 * (full + 4) * len(self.strip.rows)

    def draw(self, state: State) -> Drawing:
        if self.parts(state)[1] * len(self.strip.rows) > MOST_DRAWN:
            return super().draw(state)
        from sprague.graphs.layout import draw_graph

        return draw_graph(self.graph(state), self.term([state]))

    def marks(self, state: State, option: Option) -> tuple[str, ...]:
        return self.ways(state, option)[0].marks

    def ways(self, state: State, option: Option) -> tuple[Way, ...]:
        if self.parts(state)[1] * len(self.strip.rows) > MOST_DRAWN:
            return (Way((), ""),)
        wanted = self._alive(option)
        touched = [move.taken for move in self.moves(state) if self._alive(move.option) == wanted]
        return ways_of(self.graph(state), self.arcs, touched)


def ways_of(graph: Graph, arcs: bool, moves: list[tuple[str, ...]]) -> tuple[Way, ...]:
    """Returns the ways to touch the vertices or edges that moves name, on the picture of a graph."""
    number = {name: i for i, name in enumerate(graph.vertices)}
    near = graph.neighbours()
    ways = []
    for names in moves:
        at = [number[name] for name in names]
        if arcs:
            edge = next(i for i, ends in enumerate(graph.edges) if set(ends) == set(at))
            ways.append(Way((f"e{edge}",), f"e{edge}"))
        else:
            ways.append(Way((f"v{at[0]}", *(f"v{w}" for w in sorted(near[at[0]]))), f"v{at[0]}"))
    return tuple(ways)


def single_only(head: str, word: str, problem: Message, strip: Strip) -> Message:
    """Says why a family has no answers for all its graphs, and with which command one of them is answered."""
    columns = strip.span + 3
    return say(
        "{head} has no answers for graphs of any size: {problem}. One graph is answered by search, that of {columns} "
        "columns by: {command}",
        head=head,
        problem=problem,
        columns=columns,
        command=f'sprague solve "{word} edges:{strip.of_columns(columns)}"',
    )


@functools.lru_cache(maxsize=32)
def _family(strip: Any, arcs: bool) -> Family:
    return Family(strip, arcs)


def _across(cut: Cut) -> int:
    return max(further for further, _ in cut.taken)
