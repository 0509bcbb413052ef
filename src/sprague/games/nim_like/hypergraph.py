"""Nim on a hypergraph: a move takes from all heaps of one edge."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sprague.model.engine import COMPUTED, Evidence, Question
from sprague.model.heap_rulesets import Heaps, HeapTuple
from sprague.model.lesson import Lesson
from sprague.model.naive import PiecesEngine
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort
from sprague.words.errors import RangeError, expected
from sprague.words.messages import say

from .exact import Exact
from .guessing import ALIKE, EQUAL, EVEN, FOUR
from .moore import lowered

if TYPE_CHECKING:
    from random import Random

#: The most heaps; digits name them.
MOST = 9

Edges = tuple[tuple[int, ...], ...]


class HypergraphNim(HeapTuple):
    """Nim on a hypergraph: ``hypergraph-nim{12,23,13} 3,4,5`` has three heaps and three edges; a move chooses an edge
    and takes any numbers, at least one, from each heap in it.

    >>> import sprague as sg
    >>> sg.parse("hypergraph-nim{12,23,13} 3,4,5").value, sg.parse("exact[k=2] 3,4,5").value
    (6, 6)
    >>> sg.parse("hypergraph-nim{1,2,34} 3,4,5,6").value == 3 ^ 4 ^ 5
    True
    """

    name = "hypergraph-nim"
    title = say("Nim on a hypergraph")
    source = (
        "E. Boros, V. Gurvich, N. B. Ho, K. Makino, P. Mursic, Tetris hypergraphs and combinations of impartial games, "
        "arXiv 1701.02819 (2017)"
    )
    example = "hypergraph-nim{12,14,23,34} 1,2,3,3"
    engine = "hypergraph-nim"
    fewest, most = 1, MOST
    lesson = Lesson(
        ladder=("1,1,2,2", "-1,1,1,2", "1,2,2,3", "-2,2,2,3", "1,2,3,3"),
        shelves=FOUR,
        guesses=(EQUAL, EVEN, ALIKE),
    )

    def __init__(self, edges: Edges) -> None:
        self.edges = edges
        self.rule = say(
            "Choose heaps that belong together, and take any number from each of them, at least one. These belong "
            "together, counted from the left: {sets}.",
            sets=", ".join("+".join(str(i + 1) for i in edge) for edge in edges),
        )

    @property
    def head(self) -> str:
        return f"{self.name}{{{','.join(''.join(str(i + 1) for i in edge) for edge in self.edges)}}}"

    def check(self, state: Any) -> Any:
        return self._fitting(super().check(state))

    def read(self, text: str) -> list[Any]:
        return [self._fitting(state) for state in super().read(text)]

    def _fitting(self, state: Any) -> Any:
        if len(state) < self._named:
            raise RangeError(
                say("expected a heap for each number in the edges, up to {most}, got {count}",
                    most=self._named, count=len(state)),
                where=self.head,
            )  # fmt: skip
        return state

    @property
    def _named(self) -> int:
        """How many heaps there must be for the numbers in the edges."""
        return 1 + max(max(edge) for edge in self.edges)

    def begin(self, dice: Random) -> str:
        return ",".join(str(dice.randint(1, 4)) for _ in range(self._named))

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for edge in self.edges:
            yield from lowered(heaps, edge)

    def option_count(self, state: Heaps) -> int:
        return sum(math.prod(state[i] for i in edge) for edge in self.edges)

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        possible = all(0 <= k <= n for k, n in zip(amounts, state, strict=True))
        return possible and tuple(i for i, k in enumerate(amounts) if k) in self.edges

    def pieces(self, state: Heaps) -> Option:
        """Returns the parts that are connected by edges without an empty heap."""
        edges = [edge for edge in self.edges if all(state[i] for i in edge)]
        parts: list[set[int]] = []
        for edge in edges:
            touched = [part for part in parts if part & {*edge}]
            parts = [part for part in parts if part not in touched] + [{*edge}.union(*touched)]
        return tuple(self._part(state, edges, sorted(part)) for part in parts)

    def _part(self, state: Heaps, edges: list[tuple[int, ...]], part: list[int]) -> Component:
        """Returns the heaps of a part in ascending order, with their edges."""
        order = sorted(part, key=state.__getitem__)
        number = {heap: i for i, heap in enumerate(order)}
        own = sorted(tuple(sorted(number[i] for i in edge)) for edge in edges if edge[0] in number)
        return Component(HypergraphNim(tuple(own)), tuple(state[i] for i in order))


class HypergraphEngine(PiecesEngine):
    """Values connected parts: by exact Nim if the edges are all sets of k heaps and its formula applies, otherwise by
    the definition."""

    ruleset: HypergraphNim

    def effort(self, state: Heaps, question: Question = "value") -> Effort:
        rest = [piece for piece in self.ruleset.pieces(state) if _worth(piece) is None]
        if rest == [Component(self.ruleset, state)]:
            return super().effort(state, question)
        return sum(
            (self.engines(piece.ruleset).effort(piece.state, question) for piece in rest), start=Effort(0)
        )

    def value(self, state: Heaps) -> int:
        total, rest = 0, False
        for piece in self.ruleset.pieces(state):
            worth = _worth(piece)
            rest |= worth is None
            total ^= worth or 0
        return super().value(state) if rest else total

    def evidence(self, state: Heaps, valued: bool) -> Evidence:
        if any(_worth(piece) is None for piece in self.ruleset.pieces(state)):
            return COMPUTED
        return Evidence("theorem", Exact.theorem)


def _worth(piece: Component) -> int | None:
    """Returns the value of a part whose edges are all sets of k heaps, if exact Nim has a formula for it."""
    ruleset: Any = piece.ruleset
    heaps = piece.state
    sizes = {len(edge) for edge in ruleset.edges}
    k = sizes.pop()
    complete = not sizes and len(ruleset.edges) == math.comb(len(heaps), k)
    return Exact(k).worth(heaps) if complete else None


def hypergraph_from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``hypergraph-nim{…}``."""
    where = word + (parameters or "")
    match = re.fullmatch(r"\{([1-9]+(?:,[1-9]+)*)\}", parameters or "", re.ASCII)
    if match is None:
        raise expected(
            say("edges as numbers of heaps from 1 to 9, such as {edges}", edges="{12,23,13}"),
            parameters or "",
            where,
        )
    edges = {tuple(sorted({int(digit) - 1 for digit in edge})) for edge in match[1].split(",")}
    return HypergraphNim(tuple(sorted(edges)))
