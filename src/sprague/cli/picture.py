"""A drawing (shapes) as lines of text, for terminals. It knows no rules: it draws what ``draw`` and ``marks`` say."""

from __future__ import annotations

from collections.abc import Iterable

import click

from ..drawing import Drawing, Shape
from ..position import Move, Position
from .common import short, width

#: Characters to a unit of width; a unit of height is one line.
ACROSS = 2

#: Role of a shape -> its sign, and its sign where a move touches it.
SIGNS = {
    "counter": ("●", "○"),
    "dot": ("●", "○"),
    "vertex": ("●", "○"),
    "cell": ("□", "■"),
    "blocked": ("#", "#"),
    "bar": ("█", "▒"),
    "limit": ("▔", "▔"),
    "edge": ("·", ":"),
}


def position_lines(position: Position, move: Move | None = None, only_pictures: bool = False) -> list[str]:
    """The components one below the other; what ``move`` touches is drawn with another sign (and in colour).
    ``only_pictures`` leaves out drawings that are nothing but text."""
    lines: list[str] = []
    for index, (ruleset, state) in enumerate(position.components):
        if index == 12:
            lines.append(f"… {len(position.components)} components")
            break
        marked = move.marks if move is not None and move.index == index else ()
        drawing = ruleset.draw(state)
        if not only_pictures or any(shape.kind != "text" for shape in drawing.shapes):
            lines += drawing_lines(drawing, marked)
    return lines


def drawing_lines(drawing: Drawing, marked: Iterable[str] = ()) -> list[str]:
    """``drawing`` as text; its summary when it is too large for the terminal, or to be drawn in characters."""
    columns = int(drawing.width * ACROSS) + 1
    rows = int(drawing.height + 0.999)
    if columns > width() or rows > 60:
        return [short(drawing.summary, width())]
    canvas: dict[tuple[int, int], tuple[str, bool]] = {}
    touched = set(marked)
    for shape in sorted(
        drawing.shapes, key=lambda shape: shape.kind != "line"
    ):  # lines below everything else
        _paint(canvas, shape, bool(shape.name) and shape.name in touched)
    lines = []
    for row in range(rows):
        line = ""
        for column in range(columns):
            sign, highlighted = canvas.get((row, column), (" ", False))
            line += click.style(sign, fg="green", bold=True) if highlighted else sign
        lines.append(line.rstrip())
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _paint(canvas: dict[tuple[int, int], tuple[str, bool]], shape: Shape, touched: bool) -> None:
    sign = SIGNS.get(shape.role, ("●", "○"))[touched]
    if shape.kind == "text":
        left = round(shape.x * ACROSS - len(shape.text) / 2)
        for i, mark in enumerate(shape.text):
            canvas[int(shape.y), max(0, left) + i] = (mark, touched)
    elif shape.kind == "circle":
        canvas[int(shape.y), int(shape.x * ACROSS)] = (sign, touched)
    elif shape.kind == "rect":
        top, bottom = int(shape.y), max(int(shape.y) + 1, round(shape.y + shape.h))
        left, right = (
            round(shape.x * ACROSS),
            max(round(shape.x * ACROSS) + 1, round((shape.x + shape.w) * ACROSS)),
        )
        solid = right - left > ACROSS
        for row in range(top, bottom):
            for column in range(left, right - 1 if solid else right, 1 if solid else ACROSS):
                canvas[row, column] = (sign, touched)
    else:
        steps = max(1, round(max(abs(shape.w) * ACROSS, abs(shape.h))))
        for i in range(steps + 1):
            place = int(shape.y + shape.h * i / steps), int((shape.x + shape.w * i / steps) * ACROSS)
            canvas[place] = (sign, touched)
