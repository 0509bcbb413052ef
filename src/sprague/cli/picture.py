"""A drawing (shapes) as lines of text, for terminals. It knows no rules: it draws what ``draw`` and ``marks`` say."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import ceil

import click

from ..drawing import Drawing, Shape
from ..position import Move, Position
from .common import short, width

#: Characters to a unit of width, unless labels would overlap; a unit of height is a line.
ACROSS = 2

#: Columns between components, and the most components that are drawn.
GAP, MOST_COMPONENTS = 3, 24

#: Role of a shape -> its sign, and its sign where a move touches it.
SIGNS = {
    "counter": ("●", "○"),
    "dot": ("●", "○"),
    "vertex": ("●", "○"),
    "cell": ("□", "■"),
    "blocked": ("#", "#"),
    "bar": ("█", "▒"),
    "poison": ("×", "×"),
    "jar": ("│", "│"),
    "limit": ("▔", "▔"),
    "edge": ("·", ":"),
}


def position_lines(position: Position, move: Move | None = None, only_pictures: bool = False) -> list[str]:
    """The components side by side; what ``move`` touches is drawn with another sign (and in colour).
    ``only_pictures`` leaves out drawings that are nothing but text."""
    lines: list[str] = []
    row: list[list[str]] = []
    used = 0
    for index, (ruleset, state) in enumerate(position.components[:MOST_COMPONENTS]):
        drawing = ruleset.draw(state)
        if only_pictures and all(shape.kind == "text" for shape in drawing.shapes):
            continue
        marked = move.marks if move is not None and move.index == index else ()
        block = drawing_lines(drawing, marked)
        columns = max(len(click.unstyle(line)) for line in block) if block else 0
        if row and used + columns > width():
            lines += _beside(row)
            row, used = [], 0
        row.append(block)
        used += columns + GAP
    lines += _beside(row)
    if len(position.components) > MOST_COMPONENTS:
        lines.append(f"… {len(position.components)} components")
    return lines


def _beside(blocks: list[list[str]]) -> list[str]:
    """Blocks of lines next to each other, standing on one ground."""
    height = max(map(len, blocks), default=0)
    rows = [""] * height
    for number, block in enumerate(blocks):
        columns = max((len(click.unstyle(line)) for line in block), default=0)
        for i in range(height):
            line = block[i - height + len(block)] if i >= height - len(block) else ""
            padding = columns - len(click.unstyle(line)) + (GAP if number + 1 < len(blocks) else 0)
            rows[i] += line + " " * padding
    return [row.rstrip() for row in rows]


def drawing_lines(drawing: Drawing, marked: Iterable[str] = ()) -> list[str]:
    """``drawing`` as text; its summary when it is too large for the terminal, or to be drawn in characters."""
    across = _across(drawing)
    down = max(1, across // 2)
    columns = int(drawing.width * across) + 1
    rows = int(drawing.height * down + 0.999)
    if columns > width() or rows > 60:
        return [short(drawing.summary, width())]
    canvas: dict[tuple[int, int], tuple[str, bool]] = {}
    touched = set(marked)
    for shape in sorted(
        drawing.shapes, key=lambda shape: shape.kind != "line"
    ):  # lines below everything else
        _paint(canvas, shape, bool(shape.name) and shape.name in touched, across, down)
    lines = []
    for row in range(rows):
        line = ""
        for column in range(columns):
            sign, highlighted = canvas.get((row, column), (" ", False))
            line += click.style(sign, fg="green", bold=True) if highlighted else sign
        lines.append(line.rstrip())
    written = [number for number, line in enumerate(lines) if line]
    return lines[written[0] : written[-1] + 1] if written else []


def _across(drawing: Drawing) -> int:
    """Characters to a unit of width, so that the labels of a line stay apart where the terminal is wide enough."""
    texts = sorted((shape.y, shape.x, len(shape.text)) for shape in drawing.shapes if shape.kind == "text")
    needed = float(ACROSS)
    for (y, x, length), (next_y, next_x, next_length) in pairwise(texts):
        if y == next_y and next_x > x:
            needed = max(needed, ((length + next_length) / 2 + 1) / (next_x - x))
    return max(ACROSS, min(ceil(needed), int(width() / max(drawing.width, 1))))


def _depth(shape: Shape) -> int:
    """Jars and lines lie below everything else."""
    return 0 if shape.kind == "line" or shape.role == "jar" else 1


def _paint(
    canvas: dict[tuple[int, int], tuple[str, bool]], shape: Shape, touched: bool, across: int, down: int
) -> None:
    sign = SIGNS.get(shape.role, ("●", "○"))[touched]
    if shape.kind == "text":
        left = max(0, round(shape.x * across - len(shape.text) / 2))
        row = int(shape.y * down)
        touched = touched or canvas.get((row, int(shape.x * across)), ("", False))[1]
        for i, mark in enumerate(shape.text):
            canvas[row, left + i] = (mark, touched)
    elif shape.kind == "circle":
        canvas[int(shape.y * down), int(shape.x * across)] = (sign, touched)
    elif shape.kind == "rect":
        top = int(shape.y * down)
        bottom = max(top + 1, round((shape.y + shape.h) * down))
        left, right = (
            round(shape.x * across),
            max(round(shape.x * across) + 1, round((shape.x + shape.w) * across)),
        )
        if shape.role == "jar":
            for row in range(top, bottom):
                canvas[row, left] = canvas[row, right - 1] = (sign, touched)
            return
        solid = right - left > across
        for row in range(top, bottom):
            for column in range(left, right - 1 if solid else right, 1 if solid else across):
                canvas[row, column] = (sign, touched)
    else:
        steps = max(1, round(max(abs(shape.w) * across, abs(shape.h) * down)))
        for i in range(steps + 1):
            place = int((shape.y + shape.h * i / steps) * down), int((shape.x + shape.w * i / steps) * across)
            canvas[place] = (sign, touched)
