"""Pictures of Fibonacci nim: the coins in a row, and under them the Zeckendorf diagram, whose bars are as wide as the
Fibonacci parts. Coins are taken from the right, where the smallest part is. A line marks the limit."""

from __future__ import annotations

from sprague.numbers.zeckendorf import fibonacci_number, zeckendorf
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.digits import shorten

#: A larger heap is drawn without coins. Above DRAWN_TO_SCALE, a bar is as wide as its number is long.
DRAWN_COINS = 120
DRAWN_TO_SCALE = 10_000

#: The width, in coins, of a heap that is drawn without coins, and the largest number of its bars.
_WIDTH = 60.0
_BARS = 12


def draw(n: int, q: int, summary: str) -> Drawing:
    """Returns the picture of a heap of ``n`` with limit ``q``: coins named coin0, coin1, … from the left, bars named
    part0, part1, … from the largest."""
    if n > DRAWN_TO_SCALE:
        return _draw_long(n, q, summary)
    parts = [fibonacci_number(i) for i in reversed(zeckendorf(n))]
    coins = n <= DRAWN_COINS
    scale = 1.0 if coins else _WIDTH / n
    shapes = [Shape("circle", i + 0.5, 0.5, 1, 1, "counter", f"coin{i}") for i in range(n)] if coins else []
    top, before = 1.25 if coins else 0.25, 0
    for i, part in enumerate(parts):
        x, w = before * scale, part * scale
        shapes.append(Shape("rect", x, top, w, 1, "bar", f"part{i}"))
        if w >= 0.5 * len(str(part)):
            shapes.append(Shape("text", x + w / 2, top + 0.5, w, 1, "label", "", str(part)))
        before += part
    shapes += _limit((n - q) * scale, top + 1.25, n * scale, q)
    return Drawing(
        max(n * scale, 2.0), top + 2.25, tuple(shapes), f"{summary} = {' + '.join(map(str, parts)) or 0}"
    )


def marks(n: int, amount: int) -> tuple[str, ...]:
    """Returns the coins and the bars that a take of ``amount`` from a heap of ``n`` touches."""
    coins = tuple(f"coin{i}" for i in range(n - amount, n)) if n <= DRAWN_COINS else ()
    indices = zeckendorf(n)
    bars, smaller = [], 0
    for j, i in enumerate(indices):
        if smaller >= amount or (n > DRAWN_TO_SCALE and j >= _BARS):
            break
        bars.append(f"part{len(indices) - 1 - j}")
        smaller += fibonacci_number(i)
    return coins + tuple(reversed(bars))


def _draw_long(n: int, q: int, summary: str) -> Drawing:
    """Returns the picture of the smallest parts of a large heap. The width of a bar grows with the length of its
    number."""
    indices = zeckendorf(n)
    drawn = indices[:_BARS]
    shapes, x = [], 1.5 if len(drawn) < len(indices) else 0.0
    if x:
        shapes.append(Shape("text", x / 2, 0.75, x, 1, "label", "", "…"))
    for j in reversed(range(len(drawn))):
        text = shorten(fibonacci_number(drawn[j]), 12)
        w = 1 + 0.5 * len(text)
        shapes.append(Shape("rect", x, 0.25, w, 1, "bar", f"part{len(indices) - 1 - j}"))
        shapes.append(Shape("text", x + w / 2, 0.75, w, 1, "label", "", text))
        x += w
    width = max(x, 16.0)
    words = f"{shorten(n, 12)}, q = {shorten(q, 12)}"
    shapes.append(Shape("text", width / 2, 1.9, width, 1, "label", "", words))
    return Drawing(
        width, 2.5, tuple(shapes), summary if len(summary) <= 60 else f"{summary[:30]}…{summary[-29:]}"
    )


def _limit(x: float, y: float, right: float, q: int) -> list[Shape]:
    """Returns a line under the coins that may be taken, closed at its left end."""
    if q == 0:
        return []
    return [
        Shape("line", x, y, right - x, 0, "limit"),
        Shape("line", x, y - 0.2, 0, 0.4, "limit"),
        Shape("text", (x + right) / 2, y + 0.5, max(right - x, 2.0), 1, "label", "", f"≤ {q}"),
    ]


def draw_shared(heaps: tuple[int, ...], q: int | None, summary: str) -> Drawing:
    """Returns the picture of heaps with one limit, each in a row of its own. The coins are named heap0coin0, … from the
    left."""
    width = min(max(*heaps, 2), DRAWN_COINS)
    shapes = []
    for row, n in enumerate(heaps):
        y = 1.25 * row
        if n > DRAWN_COINS:
            shapes.append(Shape("rect", 0, y, width, 1, "bar", f"heap{row}"))
            shapes.append(Shape("text", width / 2, y + 0.5, width, 1, "label", "", shorten(n, 12)))
        else:
            shapes += [
                Shape("circle", i + 0.5, y + 0.5, 1, 1, "counter", f"heap{row}coin{i}") for i in range(n)
            ]
    height = 1.25 * len(heaps)
    if q is not None:
        shapes.append(Shape("text", width / 2, height + 0.5, width, 1, "label", "", f"≤ {shorten(q, 12)}"))
        height += 1
    return Drawing(width, height, tuple(shapes), summary)


def marks_shared(heaps: tuple[int, ...], row: int, amount: int) -> tuple[str, ...]:
    """Returns the coins that a take of ``amount`` from heap number ``row`` touches."""
    n = heaps[row]
    if n > DRAWN_COINS:
        return (f"heap{row}",)
    return tuple(f"heap{row}coin{i}" for i in range(n - amount, n))
