"""Text pictures on the terminal: as wide as it is, with what a move touches in colour."""

from __future__ import annotations

import click

from sprague.model.position import Move, Position
from sprague.pictures import text as text_picture

from .common import width


def position_lines(position: Position, move: Move | None = None, only_pictures: bool = False) -> list[str]:
    """The lines of :func:`sprague.pictures.text.position_lines`, to be printed."""
    return _coloured(text_picture.position_lines(position, width(), move, only_pictures))


def moves_lines(position: Position, moves: list[Move], margin: int) -> list[str]:
    """The lines of :func:`sprague.pictures.text.moves_lines`, for a place behind a margin."""
    return _coloured(text_picture.moves_lines(position, moves, width() - margin))


def _coloured(lines: list[text_picture.Line]) -> list[str]:
    return [
        "".join(click.style(text, fg="green", bold=True) if touched else text for text, touched in line)
        for line in lines
    ]
