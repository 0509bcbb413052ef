"""Directed graphs as positions of a token, and their retrograde analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sprague.system.ask import Effort, require
from sprague.system.imports import has_compiled
from sprague.words.digits import to_text
from sprague.words.errors import RangeError
from sprague.words.messages import say

from . import plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]
    Row = Numbers | list[int]

#: Graphs of up to this many arrows are stored and analysed in plain Python, as this takes less time than loading
#: compiled code. Without compiled code all graphs are.
PLAIN = 2000

#: The memory that the analysis takes for an arrow and for a vertex, in bytes.
BYTES_AN_ARROW, BYTES_A_VERTEX = 24, 64


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


@dataclass(frozen=True, eq=False)
class Analysis:
    """``outcome``: 0 P, 1 N, 2 D for each vertex. ``remoteness``: the number of moves to the end if the winner hurries
    and the loser delays, -1 for D. ``label``: the nimber, -1 if the value is infinite. They are arrays of int8, int32,
    int32, or lists."""

    offsets: Row
    targets: Row
    outcome: Any
    remoteness: Row
    label: Row

    def value(self, vertex: int) -> Value:
        """Returns the value of a vertex."""
        nimber = int(self.label[vertex])
        if nimber >= 0:
            return Value(nimber)
        there = self.targets[self.offsets[vertex] : self.offsets[vertex + 1]]
        return Value(None, tuple(sorted({int(n) for n in (self.label[v] for v in there) if n >= 0})))


def analyse(size: int, arrows: Any) -> Analysis:
    """Returns outcomes, remoteness and values of the positions 0..``size`` - 1 with the moves ``arrows``: pairs (from,
    to), as an array of two columns or a sequence. The time grows as the number of arrows times the largest nimber.

    Raises RangeError for an arrow from or to a vertex that does not exist, and TooLargeError if the memory does not
    suffice. Sources: C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966); A. S. Fraenkel, U. Tassa,
    Strategy for a class of games with dynamic ties, Comput. Math. Appl. 1 (1975); Winning Ways, chapter 12.

    >>> found = analyse(3, [(0, 1), (1, 0), (1, 2)])
    >>> [("PND"[found.outcome[v]], str(found.value(v)), int(found.remoteness[v])) for v in range(2)]
    [('P', '0', 2), ('N', '1', 1)]
    """
    if _is_plain(arrows):
        return _analyse_plain(size, [(int(tail), int(head)) for tail, head in arrows])
    from sprague.system.arrays import np

    from .kernel import labels, outcomes

    pairs = np.asarray(arrows).reshape(-1, 2)
    require(
        Effort(bytes=BYTES_AN_ARROW * len(pairs) + BYTES_A_VERTEX * size, sure=True),
        say("a graph of {vertices} vertices and {arrows} arrows", vertices=size, arrows=len(pairs)),
    )
    if len(pairs) and (pairs.min() < 0 or pairs.max() >= size):
        raise RangeError(say("expected arrows between vertices 0 to {last}", last=size - 1))
    tails, heads = pairs[:, 0].astype(np.int32), pairs[:, 1].astype(np.int32)
    offsets, targets = _rows(size, tails, heads)
    into, sources = _rows(size, heads, tails)
    outcome, remoteness = np.empty(size, np.int8), np.empty(size, np.int32)
    label, queue = np.empty(size, np.int32), np.empty(max(size, 1), np.int32)
    outcomes(offsets, into, sources, outcome, remoteness, queue)
    labels(offsets, targets, into, sources, label, queue)
    return Analysis(offsets, targets, outcome, remoteness, label)


def _is_plain(arrows: Any) -> bool:
    return len(arrows) <= PLAIN or not has_compiled()


def _analyse_plain(size: int, pairs: list[tuple[int, int]]) -> Analysis:
    if any(not 0 <= vertex < size for pair in pairs for vertex in pair):
        raise RangeError(say("expected arrows between vertices 0 to {last}", last=size - 1))
    outcome, remoteness = plain.outcomes(size, pairs)
    return Analysis(*plain.rows(size, pairs), outcome, remoteness, plain.labels(size, pairs))


def _rows(size: int, tails: Numbers, heads: Numbers) -> tuple[Numbers, Numbers]:
    """Returns the arrows by their tails, in the order given."""
    from sprague.system.arrays import np

    counts = np.bincount(tails, minlength=size)
    offsets = np.zeros(size + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    return offsets, heads[np.argsort(tails, kind="stable")]


class Digraph:
    """A finite directed graph: vertices by name, and arrows as pairs of their numbers, in order. The arrows of a large
    graph are an array of two columns."""

    def __init__(self, names: Sequence[str], arrows: Any) -> None:
        self.names = tuple(names)
        self.arrows: Any
        if _is_plain(arrows):
            self.arrows = tuple((int(tail), int(head)) for tail, head in arrows)
            return
        from sprague.system.arrays import np

        self.arrows = np.asarray(arrows, dtype=np.int32).reshape(-1, 2)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each vertex by its name."""
        return {name: i for i, name in enumerate(self.names)}

    def pairs(self) -> Sequence[Sequence[int]]:
        """Returns the arrows, each as the numbers of its tail and its head."""
        found: Sequence[Sequence[int]] = (
            self.arrows if isinstance(self.arrows, tuple) else self.arrows.tolist()
        )
        return found

    @cached_property
    def _from(self) -> tuple[Row, Row]:
        if isinstance(self.arrows, tuple):
            return plain.rows(len(self.names), self.arrows)
        return _rows(len(self.names), self.arrows[:, 0], self.arrows[:, 1])

    def heads(self, vertex: int) -> list[int]:
        """Returns the heads of the arrows from a vertex, in their order."""
        offsets, targets = self._from
        found = targets[offsets[vertex] : offsets[vertex + 1]]
        return found if isinstance(found, list) else list(map(int, found))

    def arrow(self, tail: int, head: int) -> int:
        """Returns the number of an arrow."""
        if isinstance(self.arrows, tuple):
            return self.arrows.index((tail, head))
        return int(((self.arrows[:, 0] == tail) & (self.arrows[:, 1] == head)).argmax())

    @cached_property
    def analysis(self) -> Analysis:
        """Outcomes and values of all vertices, computed on first use."""
        return analyse(len(self.names), self.arrows)

    @cached_property
    def text(self) -> str:
        """The graph in the notation: ``edges:a>b,b>a``."""
        names = self.names
        parts = [f"{names[a]}>{names[b]}" for a, b in self.pairs()]
        touched = {v for pair in self.pairs() for v in pair}
        parts += [name for v, name in enumerate(names) if v not in touched]
        return "edges:" + ",".join(parts)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Digraph) or len(self.arrows) != len(other.arrows):
            return False
        same = self.arrows == other.arrows
        return (same if isinstance(same, bool) else bool(same.all())) and self.names == other.names

    @cached_property
    def _hash(self) -> int:
        first = self.arrows[:100]
        return hash((len(self.names), first if isinstance(first, tuple) else first.tobytes()))

    def __hash__(self) -> int:
        return self._hash
