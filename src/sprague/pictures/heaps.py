"""Pictures of heaps, shared by the games that are played on them: columns of counters or, if one is too high for that,
bars for all of them, to one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sprague.words.digits import shorten

from .shapes import Drawing, Shape

#: A heap of more counters is drawn as a bar with its number, and the heaps beside it to the same scale.
MOST_COUNTERS = 24

#: The height of the largest such bar, and of the smallest one that is visible.
_BAR, _LEAST = 12.0, 0.06

#: At most this many heaps of one state are drawn.
_MOST_HEAPS = 40


def draw_heaps(
    heaps: Sequence[int], summary: str, jars: bool = False, prefix: str = "h{}", tallest: int = 0
) -> Drawing:
    """Returns the picture of heaps side by side, with their sizes below. The counters of heap i are named h{i}c0 (the
    lowest), h{i}c1, …; a heap of more than ``MOST_COUNTERS`` is one bar, h{i}bar. ``jars`` draws a jar around each
    heap; ``tallest`` is a heap in another picture that is to have the same scale."""
    drawn = heaps[:_MOST_HEAPS]
    own = max(drawn, default=0)
    highest = max(own, tallest)
    bars = highest > MOST_COUNTERS
    floor = max(_BAR if bars else float(highest if jars else own), 1.0) + (0.3 if jars else 0.0)
    width = 1.6 if jars else 1.0
    shapes: list[Shape] = []
    edge = 0.0
    for i, n in enumerate(drawn):
        label = shorten(n, 8)
        space = max(width, 0.34 * len(label))
        middle = edge + space / 2
        if jars:
            shapes.append(Shape("rect", middle - 0.7, 0.1, 1.4, floor - 0.05, "jar"))
        elif n == 0:
            shapes.append(Shape("line", middle - 0.4, floor, 0.8, 0, "edge"))
        name = prefix.format(i)
        if n > MOST_COUNTERS:
            height = max(_LEAST, _share(n, highest))
            shapes.append(Shape("rect", middle - 0.4, floor - height, 0.8, height, "bar", f"{name}bar"))
        elif bars and n:
            each = max(_LEAST, _share(n, highest)) / n
            shapes += [
                Shape("rect", middle - 0.4, floor - (k + 1) * each, 0.8, each, "counter", f"{name}c{k}")
                for k in range(n)
            ]
        else:
            shapes += [
                Shape("circle", middle, floor - k - 0.5, 0.9, 0.9, "counter", f"{name}c{k}") for k in range(n)
            ]
        shapes.append(Shape("text", middle, floor + 0.6, space, 0.8, "label", "", label))
        edge += space + 0.4
    if len(heaps) > len(drawn):
        shapes.append(Shape("text", edge + 0.5, floor - 0.5, 1, 1, "label", "", "…"))
        edge += 1.4
    drawing = Drawing(max(edge - 0.4, 1.0), floor + 1.1, tuple(shapes), summary, tallest=highest)
    return replace(drawing, beside=partial(draw_heaps, heaps, summary, jars, prefix))


def _share(n: int, highest: int) -> float:
    """Returns the height of a bar beside one of ``highest``, in units, to a thousandth. Numbers may have any length."""
    return 12_000 * n // highest / 1000


def mark_heaps(before: Sequence[int], after: Sequence[int], prefix: str = "h{}") -> tuple[str, ...]:
    """Returns the names of the shapes of :func:`draw_heaps` that disappear when ``before`` becomes ``after``. Of a high
    heap this is the whole bar, and of a heap that grows the whole heap."""
    marked: list[str] = []
    for i, (n, fewer) in enumerate(zip(before[:_MOST_HEAPS], after, strict=False)):
        if n == fewer:
            continue
        name = prefix.format(i)
        if n > MOST_COUNTERS:
            marked.append(f"{name}bar")
        else:
            marked += [f"{name}c{k}" for k in range(fewer if fewer < n else 0, n)]
    return tuple(marked)
