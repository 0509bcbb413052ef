"""Drawings as lines of text, for terminals. This module knows no rules: it uses only the results of ``draw`` and
``marks``.

A line is a tuple of runs (text, touched). The terminal shows what a move touches in another colour.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby, pairwise
from math import ceil

from sprague.words.messages import say, short

from .shapes import Drawing, Drawings, Shape, to_one_scale

#: Runs of characters, and whether a move touches what they represent.
Line = tuple[tuple[str, bool], ...]

#: Characters for a unit of width, unless labels would overlap. A unit of height is a line.
ACROSS = 2

#: The columns between components, the most components that are drawn, and the most lines of one.
GAP, MOST_COMPONENTS, MOST_LINES = 3, 24, 60

#: Role of a shape -> its sign, and its sign where a move touches it.
SIGNS = {
    "counter": ("●", "○"),
    "tails": ("○", "◌"),
    "dot": ("●", "○"),
    "vertex": ("●", "○"),
    "cell": ("□", "■"),
    "pass": ("□", "■"),
    "blocked": ("#", "#"),
    "bar": ("█", "▒"),
    "poison": ("×", "×"),
    "jar": ("│", "│"),
    "limit": ("▔", "▔"),
    "edge": ("·", ":"),
    "ground": ("▔", "▔"),
}

#: The signs of cells. A letter on a cell replaces its sign.
CELLS = {*SIGNS["cell"], *SIGNS["blocked"]}

#: The sign of a token's place. A label there gets brackets.
TOKEN = "◎"


def lines_of(
    drawings: Drawings,
    columns: int,
    touched: tuple[int, Collection[str]] | None = None,
    only_pictures: bool = False,
) -> list[Line]:
    """Returns drawings side by side, in rows of at most ``columns``. The shapes that a move touches, given as (the
    drawing's index, names of its shapes), have another sign. ``only_pictures`` leaves out drawings that are only text.

    >>> import sprague as sg
    >>> for line in lines_of(sg.parse("cram 2x2 + cram 1x3").drawings(), 80): print(plain(line))
    □ □
    □ □   □ □ □
    """
    lines: list[Line] = []
    row: list[list[Line]] = []
    used = 0
    for index, drawing in enumerate(to_one_scale(drawings[:MOST_COMPONENTS])):
        if only_pictures and all(shape.kind == "text" for shape in drawing.shapes):
            continue
        marked = touched[1] if touched is not None and touched[0] == index else ()
        block = drawing_lines(drawing, columns, marked)
        wide = max((len(plain(line)) for line in block), default=0)
        if row and used + wide > columns:
            lines += _beside(row)
            row, used = [], 0
        row.append(block)
        used += wide + GAP
    lines += _beside(row)
    if len(drawings) > MOST_COMPONENTS:
        lines.append(((str(say("… {count} components", count=len(drawings))), False),))
    return lines


def moves_lines(moves: Iterable[tuple[Drawing, Collection[str]]], columns: int) -> list[Line]:
    """Returns a picture for each move, side by side. Each of ``moves`` is the drawing of a component, and the names of
    the shapes that the move touches. Returns None if one is too large.

    >>> import sprague as sg
    >>> moves = sg.parse("cram 2x3").moves().first(3)
    >>> for line in moves_lines([(move.drawing, move.marks) for move in moves], 80): print(plain(line))
    ■ ■ □   ■ □ □   □ ■ ■
    □ □ □   ■ □ □   □ □ □
    """
    lines: list[Line] = []
    row: list[list[Line]] = []
    used = 0
    for drawing, touched in moves:
        block = drawing_lines(drawing, columns, touched)
        wide = max((len(plain(line)) for line in block), default=0)
        if (
            2 * wide + GAP > columns
            or len(block) > MOST_LINES // 4
            or not any(marked for _, marked in sum(block, ()))
        ):
            return []
        if row and used + wide > columns:
            lines += [*_beside(row), ()]
            row, used = [], 0
        row.append(block)
        used += wide + GAP
    return lines + _beside(row)


def plain(line: Line) -> str:
    """Returns a line without its marks."""
    return "".join(text for text, _ in line)


def _beside(blocks: Sequence[list[Line]]) -> list[Line]:
    """Returns blocks of lines next to each other, aligned at the bottom."""
    height = max(map(len, blocks), default=0)
    rows: list[Line] = [()] * height
    for block in blocks:
        wide = max((len(plain(line)) for line in block), default=0) + GAP
        for i in range(height):
            line = block[i - height + len(block)] if i >= height - len(block) else ()
            rows[i] += (*line, (" " * (wide - len(plain(line))), False))
    return [_runs([(sign, touched) for text, touched in row for sign in text]) for row in rows]


def _runs(cells: list[tuple[str, bool]]) -> Line:
    """Returns cells joined to runs, without trailing spaces."""
    while cells and cells[-1][0] == " ":
        cells.pop()
    runs = groupby(cells, key=lambda cell: cell[1])
    return tuple(("".join(sign for sign, _ in run), touched) for touched, run in runs)


def drawing_lines(drawing: Drawing, columns: int, marked: Iterable[str] = ()) -> list[Line]:
    """Returns ``drawing`` as text. It is the listing if characters cannot show the picture, and the summary if the
    picture is wider than ``columns`` or too large."""
    needed = _needed(drawing)
    across = max(ACROSS, min(ceil(needed), int(columns / max(drawing.width, 1))))
    down = max(1, across // 2)
    ends = [_left(s, across) + len(s.text) for s in drawing.shapes if s.kind == "text"]
    wide = max(int(drawing.width * across) + 1, *ends, 0)
    rows = int(drawing.height * down + 0.999)
    touched = set(marked)
    fits = wide <= columns and rows <= MOST_LINES
    if drawing.listing and not (fits and needed <= across and _is_upright(drawing)):
        lines = [line for runs in drawing.listing for line in _listed(runs, columns, touched)]
        fits = fits or len(lines) <= MOST_LINES
        if len(lines) <= MOST_LINES:
            return lines
    if not fits:
        return [((short(drawing.summary, columns), False),)]
    canvas: dict[tuple[int, int], tuple[str, bool]] = {}
    for shape in sorted(drawing.shapes, key=_depth):
        _paint(canvas, shape, bool(shape.name) and shape.name in touched, across, down)
    lines = [
        _runs([canvas.get((row, column), (" ", False)) for column in range(wide)]) for row in range(rows)
    ]
    written = [number for number, line in enumerate(lines) if line]
    return lines[written[0] : written[-1] + 1] if written else []


def _needed(drawing: Drawing) -> float:
    """Returns the characters for a unit of width that keep the labels of a line apart."""
    texts = sorted((shape.y, shape.x, len(shape.text)) for shape in drawing.shapes if shape.kind == "text")
    needed = float(ACROSS)
    for (y, x, length), (next_y, next_x, next_length) in pairwise(texts):
        if y == next_y and next_x > x:
            needed = max(needed, ((length + next_length) / 2 + 1) / (next_x - x))
    return needed


def _left(label: Shape, across: int) -> int:
    """Returns the column in which a label begins."""
    return max(0, int(label.x * across) - (len(label.text) - 1) // 2)


def _is_upright(drawing: Drawing) -> bool:
    """Returns whether all lines run across or down, as characters can show only these."""
    return all(shape.kind != "line" or not (shape.w and shape.h) for shape in drawing.shapes)


def _listed(runs: Iterable[tuple[str, str]], columns: int, touched: set[str]) -> list[Line]:
    """Returns a line of a listing, broken between its words if it is too long."""
    lines: list[Line] = []
    cells: list[tuple[str, bool]] = []
    for text, name in runs:
        if len(cells) + len(text) > columns and text.strip() and cells:
            lines.append(_runs(cells))
            cells = [(" ", False)] * 4
        cells += [(mark, name in touched) for mark in text]
    return [*lines, _runs(cells)]


def _depth(shape: Shape) -> int:
    """Returns the depth of a shape: jars, frames and lines are below everything else. A token's ring is no frame."""
    frame = shape.kind == "rect" and shape.role in ("jar", "limit")
    return 0 if frame or shape.kind == "line" else 1


def _paint(
    canvas: dict[tuple[int, int], tuple[str, bool]], shape: Shape, touched: bool, across: int, down: int
) -> None:
    sign = SIGNS.get(shape.role, ("●", "○"))[touched]
    if shape.kind == "text":
        row, middle = int(shape.y * down), int(shape.x * across)
        below = canvas.get((row, middle), ("", False))
        text = f"[{shape.text}]" if below[0] == TOKEN else shape.text
        left = max(0, _left(shape, across) - (len(text) > len(shape.text)))
        cell = canvas.get((row, left - 1), ("", False))
        if len(text) == 1 and cell[0] in CELLS and (row, left) not in canvas:  # it replaces its cell
            left, below = left - 1, cell
        for i, mark in enumerate(text):
            canvas[row, left + i] = (mark, touched or below[1])
    elif shape.kind == "circle":
        canvas[int(shape.y * down), int(shape.x * across)] = (
            TOKEN if shape.role == "limit" else sign,
            touched,
        )
    elif shape.kind == "rect":
        top = int(shape.y * down)
        bottom = max(top + 1, round((shape.y + shape.h) * down))
        left, right = (
            round(shape.x * across),
            max(round(shape.x * across) + 1, round((shape.x + shape.w) * across)),
        )
        if shape.role in ("jar", "limit"):  # only the sides, so that the content is visible
            for row in range(top, bottom):
                canvas[row, left] = canvas[row, right - 1] = (SIGNS["jar"][touched], touched)
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
