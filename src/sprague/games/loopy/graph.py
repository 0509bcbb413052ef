"""Directed graphs as positions of a token, and their retrograde analysis (in the native core: ``native/loopy.c``)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from sprague.system.ask import Effort, Step, require, tick
from sprague.system.native import Kernel
from sprague.words.digits import to_text
from sprague.words.messages import say

#: The memory that the analysis takes for an arrow and for a vertex, in bytes.
BYTES_AN_ARROW, BYTES_A_VERTEX = 12, 32

_in = "const int32[]"
_rows = Kernel("loopy_rows", _in, "int", "int32[]", "int32[]")
_outcomes = Kernel("loopy_outcomes", _in, _in, _in, "uint8[]", "int32[]", "int32[]", "int32[]")
_label = Kernel(
    "loopy_label", _in, _in, _in, _in, "int", "int32[]", "uint8[]", "uint8[]", "int32[]", "int32[]"
)


@dataclass(frozen=True)
class Value:
    """A value of Smith and Fraenkel: the nimber ``nimber``, or infinite (None) with the set ``among`` of the nimbers
    to which there is a move.

    >>> print(Value(3), Value(None, (0, 2)), Value(None))
    3 oo{0,2} oo
    """

    nimber: int | None
    among: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.nimber is not None:
            return to_text(self.nimber)
        return f"oo{{{','.join(map(to_text, self.among))}}}" if self.among else "oo"


@dataclass(frozen=True)
class Rows:
    """The arrows sorted by their tails, in the given order: those from v lead to ``ends[offsets[v]]`` up to
    ``ends[offsets[v + 1] - 1]``. They may also be sorted by their heads."""

    offsets: array[int]
    ends: array[int]

    def of(self, vertex: int) -> array[int]:
        """Returns the other ends of the arrows of a vertex."""
        return self.ends[self.offsets[vertex] : self.offsets[vertex + 1]]


@dataclass(frozen=True)
class Analysis:
    """``outcome``: 0 P, 1 N, 2 D for each vertex. ``remoteness``: the number of moves to the end if the winner hurries
    and the loser delays, -1 for D. ``label``: the nimber, -1 if the value is infinite. ``rows``: the arrows by their
    tails."""

    rows: Rows
    outcome: array[int]
    remoteness: array[int]
    label: array[int]

    def value(self, vertex: int) -> Value:
        """Returns the value of a vertex."""
        nimber = self.label[vertex]
        if nimber >= 0:
            return Value(nimber)
        return Value(
            None, tuple(sorted({n for n in (self.label[v] for v in self.rows.of(vertex)) if n >= 0}))
        )


def analyse(size: int, arrows: array[int]) -> Analysis:
    """Returns outcomes, remoteness and values of the positions 0..``size`` - 1 with the moves ``arrows``: the numbers
    of tail and head of each in turn. The time grows as the number of arrows times the largest nimber.

    Raises TooLargeError if the memory does not suffice. Sources: C. A. B. Smith, Graphs and composite games, J. Combin.
    Theory 1 (1966); A. S. Fraenkel, U. Tassa, Strategy for a class of games with dynamic ties, Comput. Math. Appl. 1
    (1975); Winning Ways, chapter 12.

    >>> found = analyse(3, array("i", [0, 1, 1, 0, 1, 2]))
    >>> [("PND"[found.outcome[v]], str(found.value(v)), found.remoteness[v]) for v in range(2)]
    [('P', '0', 2), ('N', '1', 1)]
    """
    count = len(arrows) // 2
    require(
        Effort(bytes=BYTES_AN_ARROW * count + BYTES_A_VERTEX * size, sure=True),
        say("a graph of {vertices} vertices and {arrows} arrows", vertices=size, arrows=count),
    )
    forward, back = rows(size, arrows), rows(size, arrows, reverse=True)
    outcome, remoteness, label = _zeros("B", size), _zeros("i", size), array("i", [-1]) * size
    queue, waiting = _zeros("i", size), _zeros("i", size)
    _outcomes(forward.offsets, back.offsets, back.ends, outcome, remoteness, queue, waiting)
    barred, beaten = _zeros("B", size), _zeros("B", size)
    nimber = labelled = 0
    while more := _label(
        forward.offsets, forward.ends, back.offsets, back.ends, nimber, label, barred, beaten, waiting, queue
    ):
        nimber, labelled = nimber + 1, labelled + more
        tick(lambda labelled_now: Step(say("positions"), labelled_now, size), labelled)
    return Analysis(forward, outcome, remoteness, label)


def rows(size: int, arrows: array[int], reverse: bool = False) -> Rows:
    """Returns the arrows by their tails, or with ``reverse`` by their heads."""
    sorted_rows = Rows(_zeros("i", size + 1), _zeros("i", len(arrows) // 2))
    _rows(arrows, int(reverse), sorted_rows.offsets, sorted_rows.ends)
    return sorted_rows


def _zeros(kind: str, count: int) -> array[int]:
    return array(kind, bytes(array(kind).itemsize)) * count


class Digraph:
    """A finite directed graph: vertices by name, and ``arrows``, the numbers of tail and head of each in turn."""

    def __init__(self, names: Sequence[str], arrows: array[int]) -> None:
        self.names = tuple(names)
        self.arrows = arrows
        self.arrow_count = len(arrows) // 2

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each vertex by its name."""
        return {name: i for i, name in enumerate(self.names)}

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yields the arrows, each as the numbers of its tail and its head."""
        return zip(self.arrows[::2], self.arrows[1::2], strict=True)

    @cached_property
    def _rows(self) -> Rows:
        return rows(len(self.names), self.arrows)

    def heads(self, vertex: int) -> array[int]:
        """Returns the heads of the arrows from a vertex, in their order."""
        return self._rows.of(vertex)

    def arrow(self, tail: int, head: int) -> int:
        """Returns the number of an arrow."""
        place = self.arrows.index(tail)
        while place % 2 or self.arrows[place + 1] != head:
            place = self.arrows.index(tail, place + 1)
        return place // 2

    @cached_property
    def analysis(self) -> Analysis:
        """Outcomes and values of all vertices, computed on first use."""
        return analyse(len(self.names), self.arrows)

    @cached_property
    def text(self) -> str:
        """The graph in the notation: ``edges:a>b,b>a``."""
        names, touched = self.names, set(self.arrows)
        parts = (f"{names[a]}>{names[b]}" for a, b in self.pairs())
        isolated = (name for v, name in enumerate(names) if v not in touched)
        return "edges:" + ",".join(chain(parts, isolated))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Digraph) and (self.names, self.arrows) == (other.names, other.arrows)

    @cached_property
    def _hash(self) -> int:
        return hash((len(self.names), self.arrows[:200].tobytes()))

    def __hash__(self) -> int:
        return self._hash
