"""Rectangles of cells as bits."""

from __future__ import annotations


def full_board(rows: int, cols: int) -> int:
    """The cells of an empty board of ``rows`` by ``cols``, all of which are free."""
    return (1 << rows * cols) - 1
