"""A drawing of a position as data: shapes with a role and a name, without rules, colours or an output format.

The picture (``svg.py``) and the web page both draw from it. A move refers to a shape by its ``name``:
:meth:`sprague.model.ruleset.Ruleset.marks` returns the names of the shapes that a move removes or changes. Coordinates
are in units of one counter; the page scales them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


@dataclass(frozen=True)
class Shape:
    """One shape. ``kind`` is "circle" (x, y its centre, w its diameter), "rect" (x, y its upper left corner), "line"
    (from x, y by w, h) or "text" (x, y its centre). ``role`` is what it represents: "counter", "tails" (a coin that
    shows them), "dot", "cell", "blocked", "poison", "bar", "jar", "limit", "edge", "vertex", "ground", "label", "pass"
    (a field that only lets the other player go on).
    ``name`` is unique in its drawing, and empty for shapes that no move touches."""

    kind: str
    x: float
    y: float
    w: float = 1.0
    h: float = 1.0
    role: str = "counter"
    name: str = ""
    text: str = ""


@dataclass(frozen=True)
class Drawing:
    """Shapes on a canvas of ``width`` by ``height`` units. ``summary`` describes the drawing in words.

    ``listing`` describes it in lines of text, for a picture that characters do not show well. A line consists of runs
    (text, the name of the shape that it represents or ""). ``tallest`` is the largest heap of a picture of heaps, and
    ``beside`` draws them to one scale with a larger one in another picture."""

    width: float
    height: float
    shapes: tuple[Shape, ...] = field(default=())
    summary: str = ""
    listing: tuple[tuple[tuple[str, str], ...], ...] = ()
    tallest: int = 0
    beside: Callable[[int], Drawing] | None = field(default=None, compare=False, repr=False)


def to_one_scale(drawings: Iterable[Drawing]) -> list[Drawing]:
    """Returns the same drawings, with those of heaps to one scale, so that they can be compared."""
    drawings = list(drawings)
    tallest = max((drawing.tallest for drawing in drawings), default=0)
    return [
        drawing.beside(tallest) if drawing.beside and drawing.tallest < tallest else drawing
        for drawing in drawings
    ]


class Way(NamedTuple):
    """One way to make a move on a picture: the names of all shapes that disappear (``marks``), and the one of them
    whose touch determines this way alone (``at``). ``at`` is "" if one touch does not determine the way."""

    marks: tuple[str, ...]
    at: str = ""


class Take(NamedTuple):
    """Moves that take the same number, any from 1 to ``most``, from each of the heaps at these places of a state,
    counted from 0."""

    heaps: tuple[int, ...]
    most: int


class Drawings(Protocol):
    """Drawings, which may be made on demand."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: slice, /) -> Sequence[Drawing]: ...
