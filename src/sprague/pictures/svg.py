"""Positions as SVG documents, from the drawings of their components.

The picture is self-contained: it uses no fonts, scripts, styles or files from elsewhere. It is drawn in
``currentColor``, so that it has the colour of the text around it. Alone on a dark screen it is light.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .shapes import Drawing, Drawings, Shape, to_one_scale

#: Pixels of one unit (a counter).
UNIT = 24

#: A row of components is broken if it is wider than this many units.
WIDEST = 36.0

#: A component is scaled down if it is higher than this many units.
HIGHEST = 30.0

#: At most this many components are drawn. The picture says how many are left out.
MOST_COMPONENTS = 60

#: Longer texts are shortened.
_LONGEST_TEXT = 200

_GAP = 1.2

#: The look of each role. Other roles are drawn like "cell".
_LOOKS = {
    "counter": 'fill="currentColor" fill-opacity="0.8"',
    "tails": 'fill="currentColor" fill-opacity="0.06" stroke="currentColor" stroke-width="0.06"',
    "dot": 'fill="currentColor" fill-opacity="0.8"',
    "vertex": 'fill="currentColor" fill-opacity="0.25" stroke="currentColor" stroke-width="0.06"',
    "bar": 'fill="currentColor" fill-opacity="0.35" stroke="currentColor" stroke-width="0.05"',
    "cell": 'fill="currentColor" fill-opacity="0.06" stroke="currentColor" stroke-width="0.05"',
    "blocked": 'fill="currentColor" fill-opacity="0.7" stroke="currentColor" stroke-width="0.05"',
    "poison": 'fill="currentColor" fill-opacity="0.45" stroke="currentColor" stroke-width="0.05"',
    "limit": 'fill="none" stroke="currentColor" stroke-width="0.08" stroke-dasharray="0.25 0.15"',
    "jar": 'fill="currentColor" fill-opacity="0.06" stroke="currentColor" stroke-width="0.06" rx="0.25"',
    "edge": 'stroke="currentColor" stroke-width="0.08"',
    "ground": 'stroke="currentColor" stroke-width="0.14"',
    "label": 'fill="currentColor"',
}


def render(drawings: Drawings, text: str) -> str:
    """Returns drawings as one SVG document with the title ``text``: in rows, with + between them.

    The shapes of drawing i have the class of their role, and their name as ``data-name="i:name"``.

    >>> import sprague as sg
    >>> sg.nim(3, 5).svg()[:50]
    '<svg xmlns="http://www.w3.org/2000/svg" class="spr'
    """
    drawn = drawings[:MOST_COMPONENTS]
    parts: list[str] = []
    row: list[tuple[int, Drawing, float]] = []
    x = y = width = 0.0
    for index, drawing in enumerate(map(_visible, to_one_scale(drawn))):
        scale = min(1.0, WIDEST / max(drawing.width, 1.0), HIGHEST / max(drawing.height, 1.0))
        if row and x + _GAP + drawing.width * scale > WIDEST:
            height = _place(row, y, parts)
            y, x, row = y + height + _GAP, 0.0, []
        x += drawing.width * scale + (_GAP if row else 0.0)
        width = max(width, x)
        row.append((index, drawing, scale))
    y += _place(row, y, parts)
    if len(drawings) > len(drawn):
        y += 1.5
        left_out = len(drawings) - len(drawn)
        parts.append(
            _shape(Shape("text", width / 2, y - 0.6, width, 0.9, "label", "", f"… + {left_out}"), "")
        )
    title = escape(_shorten(text))
    width, height = width + 1.0, y + 1.0
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sprague" role="img" aria-label="{title}" '
        f'width="{_number(width * UNIT)}" height="{_number(height * UNIT)}" '
        f'viewBox="-0.5 -0.5 {_number(width)} {_number(height)}" style="max-width:100%;height:auto">'
        f"<title>{title}</title>"
        "<style>@media (prefers-color-scheme: dark){svg.sprague:root{color:#e8e8e8}}</style>"
        f"{''.join(parts)}</svg>"
    )


def _visible(drawing: Drawing) -> Drawing:
    """Returns the drawing, with a zero if it has no shapes: an empty row would leave nothing beside its plus sign."""
    if drawing.shapes:
        return drawing
    return Drawing(1.0, 1.0, (Shape("text", 0.5, 0.5, 1.0, 0.9, "label", "", "0"),), drawing.summary)


def _place(row: Iterable[tuple[int, Drawing, float]], y: float, parts: list[str]) -> float:
    """Adds a row of drawings, all with the same bottom line, to ``parts``, and returns its height."""
    row = list(row)
    height = max(drawing.height * scale for _, drawing, scale in row)
    x = 0.0
    for index, drawing, scale in row:
        if x > 0:
            parts.append(_shape(Shape("text", x + _GAP / 2, y + height / 2, _GAP, 0.9, "label", "", "+"), ""))
            x += _GAP
        top = y + height - drawing.height * scale
        move = f"translate({_number(x)} {_number(top)})" + (f" scale({_number(scale)})" if scale < 1 else "")
        shapes = "".join(_shape(shape, f"{index}:") for shape in drawing.shapes)
        summary = escape(_shorten(drawing.summary))
        parts.append(f'<g transform="{move}" data-component="{index}"><title>{summary}</title>{shapes}</g>')
        x += drawing.width * scale
    return height


def _shape(shape: Shape, prefix: str) -> str:
    role = escape(_printable(shape.role))
    look = f'class="{role}" {_LOOKS.get(shape.role, _LOOKS["cell"])}'
    if shape.name:
        look += f' data-name="{escape(_printable(prefix + shape.name))}"'
    x, y, w, h = (_number(value) for value in (shape.x, shape.y, shape.w, shape.h))
    if shape.kind == "circle":
        return f'<circle cx="{x}" cy="{y}" r="{_number(shape.w / 2)}" {look}/>'
    if shape.kind == "rect":
        return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" {look}/>'
    if shape.kind == "line":
        return f'<line x1="{x}" y1="{y}" x2="{_number(shape.x + shape.w)}" y2="{_number(shape.y + shape.h)}" {look}/>'
    text = _shorten(shape.text)
    size = _number(min(shape.h, shape.w / max(0.6 * len(text), 0.6)))
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-family="sans-serif" text-anchor="middle" '
        f'dominant-baseline="central" {look}>{escape(text)}</text>'
    )


def _number(value: float) -> str:
    return f"{round(value, 3):g}" if abs(value) < 1e5 else str(round(value))


def _shorten(text: str) -> str:
    half = _LONGEST_TEXT // 2
    short = text if len(text) <= _LONGEST_TEXT else f"{text[: half - 1]}…{text[-half:]}"
    return _printable(short)


def _printable(text: str) -> str:
    """Returns ``text`` without the characters that XML does not allow."""
    return "".join(mark if mark.isprintable() else "\ufffd" for mark in text)
