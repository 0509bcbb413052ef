"""Text pictures for the terminal: as wide as the terminal, with the cells that a move touches in colour."""

from __future__ import annotations

import click

from sprague.pictures import text as text_picture
from sprague.workbench.position import Move, Position

from .common import width


def position_lines(position: Position, move: Move | None = None, only_pictures: bool = False) -> list[str]:
    """Returns the lines of :func:`sprague.pictures.text.lines_of`, ready to print."""
    touched = None if move is None else (move.index, move.marks)
    return _coloured(text_picture.lines_of(position.drawings(), width(), touched, only_pictures))


def moves_lines(moves: list[Move], margin: int) -> list[str]:
    """Returns the lines of :func:`sprague.pictures.text.moves_lines`, for a place to the right of a margin."""
    return _coloured(
        text_picture.moves_lines([(move.drawing, move.marks) for move in moves], width() - margin)
    )


def _coloured(lines: list[text_picture.Line]) -> list[str]:
    return [
        "".join(click.style(text, fg="green", bold=True) if touched else text for text, touched in line)
        for line in lines
    ]
