"""Pictures of heaps, shared by the games that are played on them: columns of counters, bars when they are high."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.words.digits import shorten

from .shapes import Drawing, Shape

#: A heap of more counters is drawn as a bar with its number.
MOST_COUNTERS = 24

#: The height of such a bar.
_BAR = 12.0

#: At most this many heaps of one state are drawn.
_MOST_HEAPS = 40


def draw_heaps(heaps: Sequence[int], summary: str, jars: bool = False, prefix: str = "h{}") -> Drawing:
    """Heaps side by side, their sizes below. The counters of heap i are named h{i}c0 (the lowest), h{i}c1, …; a
    heap of more than ``MOST_COUNTERS`` is one bar, h{i}bar. ``jars`` draws a jar around each heap."""
    shown = heaps[:_MOST_HEAPS]
    tallest = max((_height(n) for n in shown), default=0.0)
    floor = max(tallest, 1.0) + (0.3 if jars else 0.0)
    width = 1.6 if jars else 1.0
    shapes: list[Shape] = []
    left = 0.0
    for i, n in enumerate(shown):
        label = shorten(n, 8)
        space = max(width, 0.34 * len(label))
        middle = left + space / 2
        if jars:
            shapes.append(Shape("rect", middle - 0.7, 0.1, 1.4, floor - 0.05, "jar"))
        elif n == 0:
            shapes.append(Shape("line", middle - 0.4, floor, 0.8, 0, "edge"))
        name = prefix.format(i)
        if n > MOST_COUNTERS:
            shapes.append(Shape("rect", middle - 0.4, floor - _BAR, 0.8, _BAR, "bar", f"{name}bar"))
        else:
            shapes += [
                Shape("circle", middle, floor - k - 0.5, 0.9, 0.9, "counter", f"{name}c{k}") for k in range(n)
            ]
        shapes.append(Shape("text", middle, floor + 0.6, space, 0.8, "label", "", label))
        left += space + 0.4
    if len(heaps) > len(shown):
        shapes.append(Shape("text", left + 0.5, floor - 0.5, 1, 1, "label", "", "…"))
        left += 1.4
    return Drawing(max(left - 0.4, 1.0), floor + 1.1, tuple(shapes), summary)


def mark_heaps(before: Sequence[int], after: Sequence[int], prefix: str = "h{}") -> tuple[str, ...]:
    """The names of the shapes of :func:`draw_heaps` that go when ``before`` becomes ``after``; the whole bar of a
    high heap, and the whole of a heap that grows."""
    marked: list[str] = []
    for i, (n, left) in enumerate(zip(before[:_MOST_HEAPS], after, strict=False)):
        if n == left:
            continue
        name = prefix.format(i)
        if n > MOST_COUNTERS:
            marked.append(f"{name}bar")
        else:
            marked += [f"{name}c{k}" for k in range(left if left < n else 0, n)]
    return tuple(marked)


def _height(n: int) -> float:
    return _BAR if n > MOST_COUNTERS else float(n)
