"""A drawing of a position as data: shapes with a role and a name. No rules, no colours, no output format.

The picture (``svg.py``) and the web page both draw from it. A shape's ``name`` is what a move touches:
:meth:`sprague.model.ruleset.Ruleset.marks` answers which names a move removes or changes.
Coordinates are in units of one counter; the page scales them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


@dataclass(frozen=True)
class Shape:
    """One shape. ``kind`` is "circle" (x, y its centre, w its diameter), "rect" (x, y its upper left corner),
    "line" (from x, y by w, h) or "text" (x, y its centre). ``role`` is what it stands for: "counter", "dot",
    "cell", "blocked", "poison", "bar", "jar", "limit", "edge", "vertex", "ground", "label". ``name`` is unique in its
    drawing; empty for shapes that no move touches."""

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
    """Shapes on a canvas of ``width`` by ``height`` units; ``summary`` says the same in words.

    ``listing`` says it in lines of text, for a picture that characters do not show well; a line is made of runs
    (text, the name of the shape that it stands for or ""). ``tallest`` is the largest heap of a picture of heaps, and
    ``beside`` draws them to one scale with a larger one elsewhere."""

    width: float
    height: float
    shapes: tuple[Shape, ...] = field(default=())
    summary: str = ""
    listing: tuple[tuple[tuple[str, str], ...], ...] = ()
    tallest: int = 0
    beside: Callable[[int], Drawing] | None = field(default=None, compare=False, repr=False)


def to_one_scale(drawings: Iterable[Drawing]) -> list[Drawing]:
    """Returns the same drawings, those of heaps so that they may be compared with one another."""
    drawings = list(drawings)
    tallest = max((drawing.tallest for drawing in drawings), default=0)
    return [
        drawing.beside(tallest) if drawing.beside and drawing.tallest < tallest else drawing
        for drawing in drawings
    ]


class Way(NamedTuple):
    """One way to make a move on a picture: the names of all shapes that go (``marks``), and the one of them that
    stands for this way alone when it is touched (``at``); "" where it takes more than one touch to say."""

    marks: tuple[str, ...]
    at: str = ""


class Take(NamedTuple):
    """Moves that take the same number, any from 1 to ``most``, from each of the heaps of these places in their state,
    counted from 0."""

    heaps: tuple[int, ...]
    most: int


class Drawings(Protocol):
    """Drawings, perhaps made as they are asked for."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: slice, /) -> Sequence[Drawing]: ...
